import Widgets
import Workspace

/// Shows the jars of cookies and takes what was changed in them.
enum CookieUpdate {
    static func update(_ state: inout AppState, _ message: CookieMessage) -> [Effect] {
        switch message {
        case .show: return [.cookies(.read(names(state)))]
        case .read(let jars, let now): state.windows.append(.sheet(CookieSheet.sheet(jars, now: now)))
        case .applied(let changes):
            SheetUpdate.finishSaving(&state)
            let undo = Toast<Message>.Action(label: "undo", message: .perform(.cookies(.apply(changes.map(\.inverse)))))
            return state.say(.done, "Cookies saved", action: undo)
        case .clear: return SheetUpdate.changeRows(&state) { _, _ in [] }
        }
        return []
    }

    /// The jar of the environment, those of the other environments, and the one without.
    private static func names(_ state: AppState) -> [String] {
        let current = state.environment?.name ?? ""
        let others = state.workspace.environments(for: state.request.place).map(\.name) + [""]
        return others.reduce(into: [current]) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    /// Takes all cookies of the domain under the cursor out.
    static func deleteDomain(_ state: inout AppState) -> [Effect] {
        SheetUpdate.changeRows(&state) { rows, selected in
            guard let domain = selected?[CookieRows.domainColumn] else { return rows }
            return rows.filter { $0[CookieRows.domainColumn] != domain }
        }
    }

    /// Asks whether to empty the jar.
    static func askToClear(_ state: inout AppState, _ sheet: SheetOverlay) -> [Effect] {
        let count = sheet.page.rows.count
        guard count > 0 else { return state.say(.warning, "The jar is empty") }
        state.windows.append(
            .confirm(
                Question(
                    title: "Empty the jar “\(sheet.page.title)”?",
                    text: "\(count == 1 ? "One cookie goes" : "All \(count) cookies go"). u takes it back, and ^S writes it.",
                    choices: [
                        Question<Message>.Choice("d", "empty it", [.cookies(.clear)]), Question<Message>.Choice("c", "keep them", []),
                    ])))
        return []
    }
}
