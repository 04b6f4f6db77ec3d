import Comparison
import Screen
import Widgets
import Workspace

/// Starts comparisons, and changes their window.
enum ComparisonReducer {
    static func reduce(_ state: inout HistoryState, _ message: ComparisonMessage, _ context: HistoryContext) -> HistoryOutcome {
        switch message {
        case .start: return start(&state, context)
        case .withEarlier(let row): return [.effect(.compareWithEarlier(row))]
        case .again(let old, let new, let rules): return [.effect(.compare(old, new, rules))]
        case .compared(let window):
            state.marked = []
            return [.output(.compared(window))]
        case .export(let window, let form): return [.effect(.export(window, form))]
        case .made(let text, let name): return [.copy(text, name: name)]
        }
    }

    /// Compares two marked entries, the marked one with that under the cursor, or that with the response that is shown.
    private static func start(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        let marked = state.rows.filter { state.marked.contains($0.id) }
        guard marked.count <= 2 else { return .say(.warning, "Mark two entries to compare them; \(marked.count) are marked.") }
        var ids = marked.map(\.id)
        if ids.count < 2, let current = state.current, !ids.contains(current.id) { ids.append(current.id) }
        if ids.count < 2, let shown = context.shown, !ids.contains(shown) { ids.append(shown) }
        guard ids.count == 2 else {
            return state.current.map { [.effect(.compareWithEarlier($0))] } ?? []
        }
        return [.effect(.compare(ids[0], ids[1], IgnoreRules()))]
    }

    /// Handles a key; nil closes the window.
    static func press(_ window: inout ComparisonWindow, _ key: Key, height: Int) -> [HistoryMessage]? {
        if [Key(.escape), .character("q")].contains(key) { return nil }
        guard let entry = ComparisonKey(key) else {
            _ = window.list.handle(key, count: window.lines.count, height: height)
            return []
        }
        switch entry {
        case .next: _ = window.findDifference(forward: true, height: height)
        case .previous: _ = window.findDifference(forward: false, height: height)
        case .unfold: _ = window.unfold(height: height)
        case .sides: window.toggleSides(height: height)
        case .ignore:
            guard let rules = window.rulesIgnoringCurrent else {
                return [.failed("Only values of a JSON body can be ignored by their path.")]
            }
            return again(window, rules)
        case .ignoreMore: return again(window, next(after: window.rules))
        case .resetRules: return again(window, IgnoreRules())
        case .copyPatch: return [.compare(.export(window, .jsonPatch))]
        case .copyDiff: return [.compare(.export(window, .unifiedDiff))]
        }
        return []
    }

    /// Ignores times as well, then ids, then the order.
    private static func next(after rules: IgnoreRules) -> IgnoreRules {
        var rules = rules
        if !rules.times { rules.times = true } else if !rules.ids { rules.ids = true } else { rules.order = true }
        return rules
    }

    private static func again(_ window: ComparisonWindow, _ rules: IgnoreRules) -> [HistoryMessage] {
        [.compare(.again(window.old.id, window.new.id, rules))]
    }
}
