import Engine
import Workspace

/// Unsaved text of windows from the last session, and fields of saved requests that their files do not hold.
enum ReturningWindows {
    /// Offers the windows. They are not opened over what is being typed, and are kept until they are shown.
    static func take(_ state: inout AppState, _ windows: [AutosavedWindow]) -> [Effect] {
        state.returningWindows += windows
        state.hasAutosavedDrafts = true
        let names = windows.map(\.title).joined(separator: ", ")
        return state.say(
            .warning, "Not saved when the program ended: \(names)", action: Toast.Action(label: "open", message: .session(.openWindows)),
            stays: true)
    }

    static func open(_ state: AppState) -> [Effect] {
        state.returningWindows.map { window in
            .workspace(WorkspaceTree.isEnvironment(window.path) ? .readEnvironment(path: window.path) : .readFolder(path: window.path))
        }
    }

    /// Shows a window, with what was typed in it when the program ended. Where others changed the same in its file since, it is asked.
    static func show(_ state: inout AppState, _ sheet: SheetOverlay) {
        var sheet = sheet
        if let name = state.soughtVariable.take() { sheet.goTo(variable: name, state.windowContext) }
        guard let index = state.returningWindows.firstIndex(where: { $0.path == sheet.file }) else {
            return state.windows.append(.sheet(sheet))
        }
        let kept = state.returningWindows.remove(at: index)
        let disputed = sheet.disputed(by: kept)
        var (mine, theirs) = (sheet, sheet)
        mine.bringBack(kept.pages)
        guard !disputed.isEmpty else { return state.windows.append(.sheet(mine)) }
        theirs.bringBack(kept.pages, preferringTyped: false)
        var undecided = mine
        undecided.leaveUndecided(disputed)
        state.windows.append(
            .confirm(
                Question(
                    title: OutsideChanges.title, text: "\(sheet.title) was changed by others where something was typed and not saved:",
                    items: disputed.map { sheet.pages[$0.index].title },
                    choices: [
                        Question<Message>.Choice("m", "show mine", [.window(.show(.sheet(mine)))]),
                        Question<Message>.Choice("t", "show theirs", [.window(.show(.sheet(theirs)))]),
                    ], cancelMessages: [.window(.show(.sheet(undecided)))])))
    }

    // MARK: What saved requests hold besides

    /// Gives it to the requests that are open already.
    static func takeAside(_ state: inout AppState, _ drafts: [AutosavedDraft]) {
        state.stashedDrafts.take(drafts)
        lookForAside(&state)
        let preset = state.editorPreset
        for open in state.openRequests where !open.hasUnsavedChanges {
            guard let path = open.path, drafts.contains(where: { $0.path == path }) else { continue }
            let draft = state.stashedDrafts.completing(open.draft, of: path)
            state.forEachRequest { request in
                guard request.path == path else { return }
                let isKept = request.isKept
                request = RequestState(draft, path: path, preset: preset)
                request.isKept = isKept
            }
        }
    }

    /// Keeps what a saved request holds and its file does not.
    static func keepAside(_ state: inout AppState, _ draft: RequestDraft, of path: String) {
        if state.stashedDrafts.note(draft, of: path) { state.hasAutosavedDrafts = true }
    }

    /// Lets go of that of requests which are in the workspace no more, as far as it was read. For windows that were not shown it is looked
    /// when they are kept, so that they are to be kept anew.
    static func lookForAside(_ state: inout AppState) {
        guard state.workspace.isWhole else { return }
        let isOther = state.stashedDrafts.look(in: state.workspace.tree)
        if isOther || !state.returningWindows.isEmpty { state.hasAutosavedDrafts = true }
    }
}

extension AppState {
    /// The windows of tables, also those to which a question leads back.
    private var sheets: [SheetOverlay] {
        windows.flatMap { window -> [SheetOverlay] in
            switch window {
            case .sheet(let sheet): [sheet]
            case .confirm(let question):
                question.cancelMessages.compactMap { if case .window(.show(.sheet(let sheet))) = $0 { sheet } else { nil } }
            default: []
            }
        }
    }

    /// True if a window has unsaved changes.
    var hasUnsavedWindows: Bool { sheets.contains { $0.file != nil && $0.hasChanges } }

    /// The unsaved windows to keep over the end of the program.
    var keptWindows: [AutosavedWindow] { sheets.compactMap(\.kept) + waitingWindows }

    /// Those of them that are not shown yet, but for what the user wants back and the workspace has no more.
    var waitingWindows: [AutosavedWindow] {
        let gone = workspace.isWhole ? workspace.tree.missing(Set(returningWindows.map(\.path))) ?? [] : []
        return returningWindows.filter { !gone.contains($0.path) }
    }
}
