import Comparison
import Screen
import Widgets
import Workspace

/// Starts comparisons and updates their window.
enum ComparisonReducer {
    static func reduce(_ state: inout HistoryState, _ message: ComparisonMessage, _ context: HistoryContext) -> HistoryOutcome {
        switch message {
        case .start: return start(&state, context)
        case .withEarlier(let row): return [.effect(.compareWithEarlier(row))]
        case .entries(let old, let new, let rules): return [.effect(.compare(old, new, rules))]
        case .replayed(let old, let new): return [.effect(.compareReplay(old: old, new: new))]
        case .compared(let window):
            state.marked = []
            return [.output(.compared(window))]
        case .comparedReplay(let window): return show(window, context)
        case .replay(let row): return [.output(.replay(row))]
        case .export(let window, let form): return [.effect(.exportDifference(window, form))]
        case .made(let text, let name): return [.copy(text, name: name)]
        case .bodies(let old, let new): return [.effect(.compareBodies(old, new))]
        case .comparedBodies(let ids): return [.output(.comparedBodies(ids))]
        case .saveRules(let rules, let path): return [.effect(.saveRules(rules, path: path))]
        case .savedRules(let rules, let path):
            return [.output(.savedRules(rules, path: path))] + .say(.done, "Ignore rules saved with the request")
        }
    }

    /// Opens the comparison of a replayed entry if its status or its body differ; else a toast offers it.
    private static func show(_ window: ComparisonWindow, _ context: HistoryContext) -> HistoryOutcome {
        if !window.hasSameResponse, context.canShowComparison { return [.output(.compared(window))] }
        let text = window.hasSameResponse ? "Replayed: same status and body" : "Replayed: the response differs"
        let compare = Toast<HistoryMessage>.Action(label: "compare", message: .compare(.compared(window)))
        return .say(.done, text, about: .sending, action: compare)
    }

    /// Compares two marked entries, or the marked entry with the one under the cursor, or the entry under the cursor with the response that
    /// is shown.
    private static func start(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        let marked = state.rows.filter { state.marked.contains($0.id) }
        guard marked.count <= 2 else { return .say(.warning, "Mark two entries to compare them; \(marked.count) are marked.") }
        var ids = marked.map(\.id)
        if ids.count < 2, let current = state.current, !ids.contains(current.id) { ids.append(current.id) }
        if ids.count < 2, let shown = context.shown, !ids.contains(shown) { ids.append(shown) }
        guard ids.count == 2 else {
            return state.current.map { [.effect(.compareWithEarlier($0))] } ?? []
        }
        return [.effect(.compare(ids[0], ids[1], nil))]
    }
}
