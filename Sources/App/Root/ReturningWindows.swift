import Engine
import Widgets
import Workspace

/// Restores unsaved text of windows from the last session, and fields of saved requests that their files cannot hold.
enum ReturningWindows {
    /// Offers to restore the windows. They do not open while the user types, and are kept until they are shown.
    static func offer(_ state: inout AppState, _ windows: [AutosavedWindow]) -> [Effect] {
        state.returningWindows += windows
        state.autosave.hasDrafts = true
        let names = windows.map(\.title).joined(separator: ", ")
        return state.notify(
            .warning, "Unsaved from the last session: \(names)", action: Toast.Action(label: "open", message: .session(.openWindows)),
            stays: true)
    }

    /// Opens the windows. Those whose file is gone, as after a checkout of another branch, are kept until it is there again, or dropped on
    /// request.
    static func open(_ state: inout AppState) -> [Effect] {
        let gone = state.pathsOfGoneWindows
        if !gone.isEmpty {
            let titles = state.returningWindows.filter { gone.contains($0.path) }.map { "\($0.title): \($0.path)" }
            state.windows.append(
                .confirm(
                    Question(
                        title: "Keep unsaved edits?",
                        text: "Their files no longer exist. You can open the changes when the files exist again.",
                        items: titles,
                        choices: [
                            Question<Message>.Choice("k", "Keep", []),
                            Question<Message>.Choice("d", "Discard", kind: .danger, [.session(.discardWindows)]),
                        ])))
        }
        return state.returningWindows.filter { !gone.contains($0.path) }.map { window in
            .workspace(
                .settings(WorkspacePath.isEnvironment(window.path) ? .readEnvironment(path: window.path) : .readFolder(path: window.path)))
        }
    }

    /// Drops the windows whose file is gone.
    static func discard(_ state: inout AppState) -> [Effect] {
        let paths = state.pathsOfGoneWindows
        let gone = state.returningWindows.filter { paths.contains($0.path) }
        guard !gone.isEmpty else { return [] }
        state.returningWindows.removeAll { paths.contains($0.path) }
        state.autosave.hasDrafts = true
        let undo = Toast<Message>.Action(label: "undo", message: .session(.foundWindows(gone)))
        return state.notify(.done, "Discarded: \(gone.map(\.title).joined(separator: ", "))", action: undo)
    }

    /// Shows a window with its unsaved edits: those of the last session, or those of a window that could not be saved because its file had
    /// changed. Asks first if the same fields have changed in the file.
    static func show(_ state: inout AppState, _ tableWindow: TableWindow) {
        var tableWindow = tableWindow
        if let sought = state.soughtVariable.take(), sought.file == tableWindow.file {
            tableWindow.goTo(variable: sought.name, isSecret: sought.isSecret, state.windowContext)
        }
        let kept: AutosavedWindow
        if let (unsaved, page) = closeUnsaved(&state, tableWindow) {
            if tableWindow.pages.indices.contains(page) { tableWindow.selected = page }
            tableWindow.problem = "Another program changed the file: its changes are shown with yours. Save again."
            kept = unsaved
        } else if let index = state.returningWindows.firstIndex(where: { $0.path == tableWindow.file }) {
            kept = tableWindow.withIDs(state.returningWindows.remove(at: index))
        } else {
            return state.windows.append(.tableWindow(tableWindow))
        }
        let disputed = tableWindow.disputed(by: kept)
        var (mine, theirs) = (tableWindow, tableWindow)
        mine.restore(kept.pages)
        guard !disputed.isEmpty else { return state.windows.append(.tableWindow(mine)) }
        theirs.restore(kept.pages, preferringTyped: false)
        var undecided = mine
        undecided.leaveUndecided(disputed)
        state.windows.append(
            .confirm(
                Question(
                    title: OutsideChanges.title, text: "These fields of \(tableWindow.title) changed on disk and in your unsaved edits:",
                    items: disputed.map { item($0, tableWindow) },
                    choices: [
                        Question<Message>.Choice("m", "Keep mine", [.window(.show(.tableWindow(mine)))]),
                        Question<Message>.Choice("t", "Keep theirs", [.window(.show(.tableWindow(theirs)))]),
                    ], cancelMessages: [.window(.show(.tableWindow(undecided)))])))
    }

    /// The tab of a disputed page, with the rows that both changed.
    private static func item(_ page: AutosavedWindow.Page, _ tableWindow: TableWindow) -> String {
        let names = tableWindow.disputedNames(by: page)
        return tableWindow.pages[page.index].title + (names.isEmpty ? "" : ": " + ListText.of(names))
    }

    /// Closes the window that could not be saved to the file of `tableWindow`, and returns its edits with the values of secrets, and its page;
    /// nil for none.
    private static func closeUnsaved(_ state: inout AppState, _ tableWindow: TableWindow) -> (edits: AutosavedWindow, page: Int)? {
        for (index, window) in state.windows.enumerated() {
            guard let old = window.content as? TableWindow, old.isSaving, old.file == tableWindow.file else { continue }
            state.windows.remove(at: index)
            return old.edits(hasSecrets: true).map { ($0, old.selected) }
        }
        return nil
    }

    // MARK: Stashed fields of saved requests

    /// Adds the stashed fields to the requests that are open already.
    static func addStashed(_ state: inout AppState, _ drafts: [AutosavedDraft]) {
        state.stashedDrafts.add(drafts)
        lookForStashed(&state)
        let preset = state.editorPreset
        for open in state.openRequests where !open.hasUnsavedChanges {
            guard let path = open.path, drafts.contains(where: { $0.path == path }) else { continue }
            let draft = state.stashedDrafts.completing(open.draft, of: path)
            state.forEachRequest { request in
                guard request.path == path else { return }
                let staysOpen = request.staysOpen
                request = RequestState(draft, path: path, preset: preset)
                request.staysOpen = staysOpen
            }
        }
    }

    /// Stashes the fields of a saved request that its file cannot hold.
    static func stash(_ state: inout AppState, _ draft: RequestDraft, of path: String) {
        if state.stashedDrafts.store(draft, of: path) { state.autosave.hasDrafts = true }
    }

    /// Notes which requests with stashed fields are not in the workspace, as far as it has been read.
    static func lookForStashed(_ state: inout AppState) {
        guard state.workspace.isWhole else { return }
        if state.stashedDrafts.look(in: state.workspace.tree) { state.autosave.hasDrafts = true }
    }
}

extension AppState {
    /// The open table windows, including windows to which a question returns.
    private var tableWindows: [TableWindow] {
        windows.flatMap { window -> [TableWindow] in
            if let tableWindow = window.content as? TableWindow { return [tableWindow] }
            return window.messages(for: .cancelled).compactMap {
                if case .window(.show(let window)) = $0 { window.content as? TableWindow } else { nil }
            }
        }
    }

    /// The titles of edits that the next start does not restore: secrets, cookies and settings, and all unsaved edits if they cannot be stored.
    var titlesOfLostText: [String] {
        let drafts = autosave.isFailing ? draftsToStore.map(\.request) + tabs.closed.filter { $0.draft != nil }.map(\.request) : []
        return drafts.map(\.name) + tableWindows.filter { $0.losesText || autosave.isFailing && $0.hasChanges }.map(\.title)
    }

    /// The stashed fields of saved requests, and the unsaved changes of closed tabs, to store for the next start.
    var stashedToStore: [AutosavedDraft] {
        stashedDrafts.kept(open: Set(openRequests.compactMap(\.path))) + tabs.closed.compactMap(\.draft)
    }

    var hasUnsavedWindows: Bool { tableWindows.contains { $0.file != nil && $0.hasChanges } }

    /// The unsaved windows to store for the next start, also windows that are not shown yet.
    var windowsToStore: [AutosavedWindow] { tableWindows.compactMap(\.unsavedEdits) + returningWindows }

    /// The files of windows that are not shown yet that do not exist, as far as the workspace has been read.
    fileprivate var pathsOfGoneWindows: Set<String> {
        // The workspace itself, with an empty path, is never gone.
        workspace.isWhole ? workspace.tree.missing(Set(returningWindows.map(\.path)).subtracting([""])) ?? [] : []
    }
}
