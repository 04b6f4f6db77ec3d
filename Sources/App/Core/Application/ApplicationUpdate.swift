import Screen

/// What the program does as a whole.
enum ApplicationUpdate {
    static func update(_ state: inout AppState, _ message: ApplicationMessage) -> [Effect] {
        switch message {
        case .focus(let pane): return focus(&state, pane)
        case .focusNext: return focus(&state, neighbour(of: state.focus, by: 1))
        case .focusPrevious: return focus(&state, neighbour(of: state.focus, by: -1))
        case .toggleZoom: state.layout.zoomed = state.layout.zoomed == nil ? state.focus : nil
        case .toggleLayout: toggleArrangement(&state)
        case .moveSplit(let split, let steps): state.layout.move(split, by: steps)
        case .showHelp: state.overlays.append(.help(HelpState()))
        case .showPalette: state.overlays.append(.picker(.palette(state)))
        case .showEnvironments: state.overlays.append(.picker(.environments(state)))
        case .showThemes: state.overlays.append(.picker(.themes(state)))
        case .closeLayer: closeLayer(&state)
        case .dismissToast(let id): state.toasts.removeAll { $0.id == id }
        case .cancelOrQuit: return cancelOrQuit(&state)
        case .suspend: return [.suspend]
        case .quit: return quit(&state)
        case .endEditing: endEditing(&state)
        case .useTheme(let name):
            state.theme = state.themes.first { $0.name == name } ?? state.theme
            state.followsBackground = false
        case .copied(let name, let count, let byTerminal, let byTool):
            return state.say(byTerminal || byTool ? .done : .error, copyReport(name, count, byTerminal, byTool))
        case .complain(let text): return state.say(.error, text)
        case .quitNow:
            state.isQuitting = true
            return [.quit]
        }
        return []
    }

    private static func focus(_ state: inout AppState, _ pane: PaneID) -> [Effect] {
        RequestEditing.finish(&state)
        state.focus = pane
        if state.layout.zoomed != nil { state.layout.zoomed = pane }
        return []
    }

    private static func copyReport(_ name: String, _ count: Int, _ byTerminal: Bool, _ byTool: Bool) -> String {
        let way = byTool ? "the desktop's clipboard" : "the terminal's clipboard"
        return byTerminal || byTool
            ? "Copied \(name) (\(count) characters) to \(way)" : "\(name) is too long for the terminal's clipboard (\(count) characters)"
    }

    private static func endEditing(_ state: inout AppState) {
        RequestEditing.finish(&state)
        state.tree.isFiltering = false
        state.history.isFiltering = false
        state.response.search?.isTyping = false
    }

    private static func neighbour(of pane: PaneID, by step: Int) -> PaneID {
        let all = PaneID.allCases
        let index = (all.firstIndex(of: pane) ?? 0) + step
        return all[(index + all.count) % all.count]
    }

    private static func toggleArrangement(_ state: inout AppState) {
        let layout = state.screenLayout
        let isSideBySide = layout.splits.contains { $0.split == .request && $0.isVertical }
        state.layout.arrangement = isSideBySide ? .stacked : .sideBySide
    }

    private static func closeLayer(_ state: inout AppState) {
        if !state.pendingKeys.isEmpty {
            state.pendingKeys = []
        } else if !state.toasts.isEmpty {
            state.toasts.removeLast()
        } else if state.focus == .response, state.response.search != nil {
            state.response.search = nil
        } else {
            state.layout.zoomed = nil
        }
    }

    /// Cancels the newest exchange in flight; with none, asks whether to quit.
    private static func cancelOrQuit(_ state: inout AppState) -> [Effect] {
        if let running = state.response.newestInFlight { return ExchangeUpdate.update(&state, .cancel(running)) }
        state.overlays.append(.confirm(quitQuestion(state, title: "Quit Apus?")))
        return []
    }

    private static func quit(_ state: inout AppState) -> [Effect] {
        guard state.hasUnsavedRequests || state.response.countInFlight > 0 else {
            return update(&state, .quitNow)
        }
        state.overlays.append(.confirm(quitQuestion(state, title: "Quit with work unfinished?")))
        return []
    }

    private static func quitQuestion(_ state: AppState, title: String) -> ConfirmState {
        var facts: [String] = []
        let unsaved = (state.request.hasUnsavedChanges ? [state.request] : []) + state.parked
        if !unsaved.isEmpty { facts.append("Not saved: " + unsaved.map { "“\($0.name)”" }.joined(separator: ", ") + ".") }
        if state.response.countInFlight > 0 { facts.append("A request is in flight and would be cancelled.") }
        if facts.isEmpty { facts.append("Everything is saved.") }
        var choices = [ConfirmState.Choice("q", "quit", [.application(.quitNow)]), ConfirmState.Choice("c", "stay", [])]
        if state.request.hasUnsavedChanges, state.parked.isEmpty {
            choices.insert(ConfirmState.Choice("s", "save, then quit", [.request(.saveAndQuit)]), at: 0)
        }
        return ConfirmState(title: title, text: facts.joined(separator: " "), choices: choices)
    }
}
