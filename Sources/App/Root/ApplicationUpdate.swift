import Screen
import Workspace

/// Reduces messages to the program as a whole.
enum ApplicationUpdate {
    static func update(_ state: inout AppState, _ message: ApplicationMessage) -> [Effect] {
        switch message {
        case .focus(let pane): return focus(&state, pane)
        case .focusNext: return focus(&state, neighbour(of: state.focus, by: 1))
        case .focusPrevious: return focus(&state, neighbour(of: state.focus, by: -1))
        case .toggleZoom: state.layout.zoomed = state.layout.zoomed == nil ? state.focus : nil
        case .toggleLayout: return nextArrangement(&state)
        case .moveSplit(let split, let steps): state.layout.move(state.screenLayout.shown(split), by: steps, width: state.size.width)
        case .showHelp, .showPalette, .showEnvironments, .showThemes: show(&state, message)
        case .closeLayer: return closeLayer(&state)
        case .dismissToast(let id): state.toasts.removeAll { $0.id == id }
        case .readToast(let id): readToast(&state, id)
        case .answerToast(let id, let message):
            state.toasts.removeAll { $0.id == id }
            return [.next(message)]
        case .cancelOrQuit: return cancelOrQuit(&state)
        case .suspend: return [.suspend]
        case .quit: return quit(&state)
        case .useTheme(let name): useTheme(&state, name)
        case .themesChanged(let loaded): return takeThemes(&state, loaded)
        case .editConfiguration, .configured: return ConfigurationUpdate.update(&state, message)
        case .sendAgain: return sendAgain(&state)
        case .dragOn: return HeldDrag.goOn(&state)
        case .showJump:
            state.finishEditing()
            state.windows.append(.jump(JumpOverlay(JumpTargets.all(state))))
        case .showMenu: ApplicationMenu.show(&state)
        case .copied, .pastedOwn, .complain: return tell(&state, message)
        case .quitNow:
            guard !state.isButtonDown else {
                state.afterRelease = message
                return []
            }
            return leave(&state)
        }
        return []
    }

    /// Says what came of something that effects did.
    private static func tell(_ state: inout AppState, _ message: ApplicationMessage) -> [Effect] {
        switch message {
        case .copied(let name, let count, let byTerminal, let byTool):
            let (kind, way) = copyReport(byTerminal, byTool)
            return state.say(kind, "Copied \(name) (\(count) character\(count == 1 ? "" : "s"))" + way, about: .clipboard)
        case .pastedOwn:
            let text = "Pasted what was copied here last; the terminal's own paste takes the system's clipboard"
            return state.say(.done, text, about: .clipboard)
        case .complain(let text): return state.say(.error, text)
        default: return []
        }
    }

    /// Shows a message whole; all that were said lately without an id, the newest first.
    private static func readToast(_ state: inout AppState, _ id: Int?) {
        let toasts = id.map { id in state.toasts.filter { $0.id == id } } ?? state.said.reversed()
        guard !toasts.isEmpty else { return }
        let lines = toasts.flatMap { toast -> [TextLine] in
            let texts = toast.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let role: StyleRole = toast.kind == .error ? .error : toast.kind == .warning ? .warning : .text
            return texts.enumerated().map { TextLine(($0 == 0 ? toast.kind.sign : " ") + " " + $1, role) }
        }
        // The window says it all, and must not be covered by what it is about.
        state.toasts.removeAll { toast in toasts.contains { $0.id == toast.id } }
        state.windows.append(.text(TextWindow(id == nil ? "Notifications" : "Notification", lines)))
    }

    private static func focus(_ state: inout AppState, _ pane: PaneID) -> [Effect] {
        state.finishEditing()
        let isNews = pane == .history && state.focus != pane
        state.focus = pane
        if state.layout.zoomed != nil { state.layout.zoomed = pane }
        return isNews ? [.next(.history(.refresh))] : []
    }

    private static func sendAgain(_ state: inout AppState) -> [Effect] {
        guard let last = state.sentLast else { return [] }
        return [.next(.sending(.replay(last)))]
    }

    private static func useTheme(_ state: inout AppState, _ name: String) {
        state.theme = state.themes.first { $0.name == name } ?? state.theme
        state.followsBackground = false
    }

    /// The theme in use changes with its file; one whose file is gone stays until another is chosen.
    private static func takeThemes(_ state: inout AppState, _ loaded: LoadedThemes) -> [Effect] {
        state.themes = loaded.themes
        state.theme = loaded.themes.first { $0.name == state.theme.name } ?? state.theme
        return state.say(warnings: loaded.warnings)
    }

    /// The toast for copied text, which says where it can be pasted.
    private static func copyReport(_ byTerminal: ClipboardResult, _ byTool: ClipboardTool?) -> (ToastKind, String) {
        let reason = byTerminal == .tooLong ? "it is too long for the terminal's clipboard" : "this terminal takes no clipboard"
        return switch (byTerminal, byTool) {
        case (_, .desktop): (.done, " to the desktop's clipboard")
        case (.sent, _): (.done, " to the terminal's clipboard")
        case (_, .multiplexer): (.warning, " to tmux' buffer: \(reason)")
        default: (.warning, ", for pasting in Apus alone: \(reason), and there is no tool for it")
        }
    }

    private static func neighbour(of pane: PaneID, by step: Int) -> PaneID {
        let all = PaneID.allCases
        let index = (all.firstIndex(of: pane) ?? 0) + step
        return all[(index + all.count) % all.count]
    }

    /// The next arrangement that looks different, and its name, since on a small screen some look alike.
    private static func nextArrangement(_ state: inout AppState) -> [Effect] {
        let order: [LayoutState.Arrangement] = [.automatic, .sideBySide, .stacked, .single]
        let shown = state.screenLayout
        for _ in order {
            let index = order.firstIndex(of: state.layout.arrangement) ?? 0
            state.layout.arrangement = order[(index + 1) % order.count]
            if state.screenLayout != shown { break }
        }
        let hasRoom = !ScreenLayout.showsOnePane(state.size)
        return state.say(
            .done, "Layout: \(state.layout.arrangement.title)" + (hasRoom ? "" : "; this terminal has room for one pane alone"))
    }

    private static func closeLayer(_ state: inout AppState) -> [Effect] {
        if !state.pendingKeys.isEmpty {
            state.pendingKeys = []
        } else if !state.toasts.isEmpty {
            state.toasts.removeLast()
        } else if let effects = closeNarrowing(&state) {
            return effects
        } else {
            state.layout.zoomed = nil
        }
        return []
    }

    /// Ends what is searched for, asked or filtered by in the focused pane; nil where nothing is.
    private static func closeNarrowing(_ state: inout AppState) -> [Effect]? {
        switch state.focus {
        case .response where state.response.search != nil: return [.next(.response(.search(.close)))]
        case .response where state.response.query != nil: return [.next(.response(.query(.close)))]
        case .tree where state.tree.filter != nil: return [.next(.tree(.clearFilter))]
        case .history where state.history.filter != nil: return [.next(.history(.clearFilter))]
        default: return nil
        }
    }

    private static func show(_ state: inout AppState, _ message: ApplicationMessage) {
        let window: Window<Message> =
            switch message {
            case .showPalette: .picker(.palette(state))
            case .showEnvironments: .picker(.environments(state))
            case .showThemes: .picker(.themes(state))
            default: .help(state.help)
            }
        state.windows.append(window)
    }

    /// Cancels what is asked of the body that is looked at, or what is on its way, that of the request in the pane first; with nothing,
    /// asks whether to quit.
    private static func cancelOrQuit(_ state: inout AppState) -> [Effect] {
        if state.response.query?.isRunning == true, state.focus == .response || state.nextToCancel == nil {
            return [.next(.response(.query(.cancel)))]
        }
        if let running = state.nextToCancel { return [.next(.sending(.cancel(running.id)))] }
        state.windows.append(.confirm(quitQuestion(state)))
        return []
    }

    /// Leaves at once: what is not saved is there at the next start. Asks first where the user set that.
    private static func quit(_ state: inout AppState) -> [Effect] {
        guard state.settings.confirmsQuit else { return update(&state, .quitNow) }
        state.windows.append(.confirm(quitQuestion(state)))
        return []
    }

    private static func leave(_ state: inout AppState) -> [Effect] {
        state.isQuitting = true
        let drafts = state.draftsToKeep
        let edits = AutosaveEffect.drafts(
            of: drafts.map(\.request), tabs: drafts.map(\.tab), aside: state.stashedDrafts.kept, windows: state.keptWindows,
            isAdded: state.isResuming)
        // Before all is back the session says less than the one that is kept.
        let session: [Effect] = state.isResuming ? [] : [.keep(.session(Session(of: state)))]
        return state.history.leaving.map { .history(.delete($0)) } + [.keep(edits)] + session + [.quit]
    }

    private static func quitQuestion(_ state: AppState) -> Question<Message> {
        let drafts = state.draftsToKeep.map(\.request.name)
        let sending = state.sending.inFlight.isEmpty ? [] : ["What is on its way is cancelled."]
        let kept = drafts.isEmpty ? "Everything is saved." : "Not saved, and kept for the next start:"
        return Question(
            title: "Quit Apus?", text: (sending + [kept]).joined(separator: " "), items: drafts,
            choices: [Question<Message>.Choice("q", "Quit", [.application(.quitNow)]), Question<Message>.Choice("c", "Cancel", [])])
    }
}
