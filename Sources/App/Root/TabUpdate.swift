import Workspace

/// Changes which requests are open.
enum TabUpdate {
    static func update(_ state: inout AppState, _ message: TabMessage) -> [Effect] {
        switch message {
        case .step(let step):
            let count = state.tabs.count
            return select(&state, (state.tabs.index + step + count) % count)
        case .open(let path): return open(&state, path: path)
        case .new: return ComposedRequests.compose(&state, RequestDraft())
        case .compose(let draft): return ComposedRequests.compose(&state, draft)
        case .composeAgain(let draft, let origin): return ComposedRequests.compose(&state, draft, from: origin)
        case .select(let index): return select(&state, index)
        case .close(let index): return close(&state, index ?? state.tabs.index)
        case .discard: return discard(&state)
        case .discardChanges(let isOfAll): return DiscardedChanges.discard(&state, ofAll: isOfAll)
        case .bringBack(let changes): return changes.bringBack(&state)
        case .saveAndClose:
            state.closesAfterSaving = true
            return [.next(.request(.file(.save)))]
        case .closeOthers: return closeOthers(&state)
        case .reopen: return reopen(&state)
        case .showSending: return showSending(&state)
        case .pick: state.windows.append(.picker(.openRequests(state)))
        case .move(let step): move(&state, by: step)
        case .chooseVersion: OutsideChanges.ask(&state)
        case .compareVersions: OutsideChanges.compare(&state)
        case .overwriteFile: return OutsideChanges.overwrite(&state)
        }
        return []
    }

    /// Shows the edited request when it is open, else what is on disk.
    private static func open(_ state: inout AppState, path: String) -> [Effect] {
        TreeReducer.reveal(&state.collections, path, state.collectionsContext)
        if let index = state.tabs.index(ofPath: path) {
            state.opening = nil
            return select(&state, index)
        }
        state.opening = OpeningRequest(path: path)
        return [.workspace(.readRequest(path: path))]
    }

    /// Shows a request: in the place of the one in the pane while nothing was done to that, else in a tab of its own. One that is open
    /// already is taken in its tab, with its answer.
    /// - Parameter keepsAnswer: whether what is shown as an answer is the request's own, where it takes the place of another one.
    static func show(_ state: inout AppState, _ request: RequestState, inNewTab: Bool = false, keepsAnswer: Bool = false) -> [Effect] {
        state.finishEditing()
        if let path = request.path, let index = state.tabs.index(ofPath: path) {
            return bringToFront(&state, index) + takeFile(&state, request)
        }
        let staysOpen = (inNewTab && !state.request.isBlank) || state.request.isKept || state.request.hasUnsavedChanges
        let shown = state.response
        state.settleRequest()
        state.response.rest()
        if staysOpen { state.tabs.openBesideFront(request) } else { state.tabs.replaceFront(with: request) }
        state.request.isKept = inNewTab
        if keepsAnswer, !staysOpen { state.response = shown }
        return staysOpen || keepsAnswer || shown.shownID == nil ? [] : endWork(for: shown.owner)
    }

    /// Shows what the file says; unsaved edits can be brought back by undo.
    private static func takeFile(_ state: inout AppState, _ request: RequestState) -> [Effect] {
        guard state.request.hasUnsavedChanges, !request.hasUnsavedChanges else {
            state.request = request
            return []
        }
        state.request.fill(request.saved)
        state.request.markSaved(request.saved)
        // Also where it is shown otherwise than it is written.
        state.request.savedMark = state.request.mark
        state.request.noteChange()
        RequestDocument.writeAnew(&state.request)
        let undo = Message.request(.undoChange(state.request.history.changeNumber, of: state.response.owner))
        return state.say(.done, "Reloaded “\(request.name)” from disk", action: Toast<Message>.Action(label: "undo", message: undo))
    }

    /// Shows another open request with its answer. Who looks at answers goes on doing so.
    static func select(_ state: inout AppState, _ index: Int) -> [Effect] {
        state.finishEditing()
        let effects = bringToFront(&state, index)
        return effects + ApplicationUpdate.update(&state, .focus(state.focus == .response ? .response : .request))
            + state.readVariables()
    }

    static func bringToFront(_ state: inout AppState, _ index: Int) -> [Effect] {
        guard index != state.tabs.index else { return [] }
        state.settleRequest()
        state.response.rest()
        state.tabs.select(index)
        return wake(&state)
    }

    /// The effects of bringing a tab to the front.
    private static func wake(_ state: inout AppState) -> [Effect] {
        state.response.hasNews = false
        guard let table = state.response.shown.table, table.table == nil else { return [] }
        return [.body(.makeTable(table.body))]
    }

    /// Cancels the work on the response of a closed tab; its request goes on and is kept in the history.
    private static func endWork(for owner: TabID) -> [Effect] { EffectID.work(for: owner).map { .cancel($0) } }

    private static func showSending(_ state: inout AppState) -> [Effect] {
        let index = state.tabs.all.firstIndex { $0.id == state.nextToCancel?.owner } ?? state.tabs.index
        return select(&state, index) + ApplicationUpdate.update(&state, .focus(.response))
    }

    private static func close(_ state: inout AppState, _ index: Int) -> [Effect] {
        if index != state.tabs.index, state.tabs.all.indices.contains(index), !state.tabs.all[index].request.needsDraft {
            return discard(&state, state.tabs.all[index].id)
        }
        let effects = index == state.tabs.index ? [] : select(&state, index)
        state.finishEditing()
        guard state.request.needsDraft else { return effects + discard(&state) }
        state.windows.append(
            .confirm(
                Question(
                    title: "Close a request that is not saved?", text: "“\(state.request.name)” has changes that are in no file.",
                    choices: [
                        Question<Message>.Choice("s", "save, then close", [.tabs(.saveAndClose)]),
                        Question<Message>.Choice("c", "keep it open", []), Question<Message>.Choice("d", "discard", [.tabs(.discard)]),
                    ])))
        return effects
    }

    /// Closes a tab with its unsaved changes.
    static func discard(_ state: inout AppState, _ id: TabID) -> [Effect] {
        guard id != state.tabs.front.id else { return discard(&state) }
        guard let tab = state.tabs.closeOthers(where: { $0.id == id }).first else { return [] }
        if !tab.request.isBlank { state.tabs.noteClosed(tab.request) }
        return endWork(for: id)
    }

    private static func discard(_ state: inout AppState) -> [Effect] {
        state.finishEditing()
        state.closesAfterSaving = false
        state.settleRequest()
        if !state.request.isBlank { state.tabs.noteClosed(state.request) }
        let owner = state.response.owner
        state.tabs.closeFront(openingAtEnd: RequestState(preset: state.editorPreset))
        return endWork(for: owner) + wake(&state) + state.readVariables()
    }

    private static func closeOthers(_ state: inout AppState) -> [Effect] {
        let saved = state.tabs.closeOthers { !$0.request.needsDraft }
        let unsaved = state.tabs.others.map(\.request)
        for tab in saved { state.tabs.noteClosed(tab.request) }
        let effects = saved.flatMap { endWork(for: $0.id) }
        guard !unsaved.isEmpty else { return effects }
        return effects + state.say(.warning, "Still open, since not saved: " + unsaved.map { "“\($0.name)”" }.joined(separator: ", "))
    }

    private static func reopen(_ state: inout AppState) -> [Effect] {
        guard let request = state.tabs.closed.popLast() else { return [] }
        let effects = show(&state, request, inNewTab: true)
        return effects + ApplicationUpdate.update(&state, .focus(.request)) + state.readVariables()
    }

    private static func move(_ state: inout AppState, by step: Int) {
        state.tabs.moveFront(to: state.tabs.index + step.signum())
    }
}
