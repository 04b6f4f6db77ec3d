import Widgets
import Workspace

/// Changes the set of open requests.
enum TabUpdate {
    static func update(_ state: inout AppState, _ message: TabMessage) -> [Effect] {
        switch message {
        case .step(let step):
            let count = state.tabs.count
            return select(&state, (state.tabs.index + step + count) % count)
        case .open(let path): return open(&state, path: path)
        case .new: return ComposedRequests.compose(&state, RequestDraft())
        case .compose(let draft): return ComposedRequests.compose(&state, draft)
        case .composeForeign(let draft): return composeForeign(&state, draft)
        case .composeAgain(let draft, let origin):
            return [.workspace(.noteForeign(draft))] + ComposedRequests.compose(&state, draft, from: origin)
        case .duplicate: return ComposedRequests.duplicate(&state)
        case .select(let index): return select(&state, index)
        case .selectOpen(let id): return state.tabs.all.firstIndex { $0.id == id }.map { select(&state, $0) } ?? []
        case .close(let index): return close(&state, index ?? state.tabs.index)
        case .discard: return discard(&state)
        case .discardChanges(let isOfAll): return DiscardedChanges.discard(&state, ofAll: isOfAll)
        case .restore(let changes): return changes.restore(&state)
        case .closeOthers: return closeOthers(&state)
        case .discardOthers: return state.tabs.closeOthers { _ in true }.flatMap { endWork(for: $0.id) }
        case .reopen: return reopen(&state, state.tabs.closed.last?.id)
        case .reopenClosed(let id): return reopen(&state, id)
        case .showSending: return showSending(&state)
        case .pick: state.windows.append(.picker(.openRequests(state)))
        case .move(let step): move(&state, by: step)
        case .chooseVersion: OutsideChanges.ask(&state)
        case .compareVersions: OutsideChanges.compare(&state)
        case .mergeVersions: return OutsideChanges.merge(&state)
        case .overwriteFile: return OutsideChanges.overwrite(&state)
        }
        return []
    }

    /// Shows the open request with its edits, or else the file on disk.
    private static func open(_ state: inout AppState, path: String) -> [Effect] {
        TreeReducer.reveal(&state.collections, path, state.collectionsContext)
        if let index = state.tabs.index(ofPath: path) {
            state.opening = nil
            return select(&state, index)
        }
        state.opening = OpeningRequest(path: path)
        return [.workspace(.readRequest(path: path))]
    }

    /// Shows a request: it replaces the one in front if that is untouched, else it gets a tab of its own. A request that is open already is
    /// shown in its tab, with its response.
    /// - Parameter keepsAnswer: true if the shown response belongs to the request, and stays when the request replaces another one.
    static func show(_ state: inout AppState, _ request: RequestState, inNewTab: Bool = false, keepsAnswer: Bool = false) -> [Effect] {
        state.finishEditing()
        if let path = request.path, let index = state.tabs.index(ofPath: path) {
            return bringToFront(&state, index) + loadFile(&state, request)
        }
        let staysOpen = (inNewTab && !state.request.isBlank) || state.request.staysOpen || state.request.hasUnsavedChanges
        let shown = state.response
        state.dismissRequestToasts()
        state.response.suspend()
        if staysOpen { state.tabs.openBesideFront(request) } else { state.tabs.replaceFront(with: request) }
        state.request.staysOpen = inNewTab
        if keepsAnswer, !staysOpen { state.response = shown }
        return staysOpen || keepsAnswer || shown.shownID == nil ? [] : endWork(for: shown.owner)
    }

    /// Replaces a request by the content of its file, or by what its closed tab had; undo restores unsaved edits.
    private static func loadFile(_ state: inout AppState, _ request: RequestState) -> [Effect] {
        guard state.request.hasUnsavedChanges else {
            state.request = request
            return []
        }
        guard !request.hasUnsavedChanges else {
            RequestDocument.discard(&state.request) {
                $0.fill(request.draft)
                $0.noteChange()
                RequestDocument.rewrite(&$0)
            }
            if let text = request.unreadDocument { RequestDocument.restore(&state.request, text, base: request.documentBase) }
            return []
        }
        state.request.load(fromFile: request.saved)
        let undo = Message.request(.undoChange(state.request.history.changeNumber, of: state.response.owner))
        return state.notify(.done, "Reloaded “\(request.name)” from disk", action: Toast<Message>.Action(label: "undo", message: undo))
    }

    /// Shows another open request with its response. A focused response pane keeps the focus.
    static func select(_ state: inout AppState, _ index: Int) -> [Effect] {
        state.finishEditing()
        let effects = bringToFront(&state, index)
        return effects + ApplicationUpdate.update(&state, .focus(state.focus == .response ? .response : .request))
            + state.readVariables()
    }

    static func bringToFront(_ state: inout AppState, _ index: Int) -> [Effect] {
        guard index != state.tabs.index else { return [] }
        state.dismissRequestToasts()
        state.response.suspend()
        state.tabs.select(index)
        return resume(&state)
    }

    /// The effects that run when a tab comes to the front.
    private static func resume(_ state: inout AppState) -> [Effect] {
        state.response.hasNews = false
        guard let table = state.response.shown.table, table.table == nil else { return [] }
        return [.body(.makeTable(table.body))]
    }

    /// Cancels the work on the response of a closed tab; its request continues and goes into the history.
    static func endWork(for owner: TabID) -> [Effect] { EffectID.work(for: owner).map { .cancel($0) } }

    private static func showSending(_ state: inout AppState) -> [Effect] {
        let others = state.sending.inFlight.filter { $0.isSeen && $0.owner != state.tabs.front.id }
        let index = state.tabs.all.lastIndex { open in others.contains { $0.owner == open.id } } ?? state.tabs.index
        return select(&state, index) + ApplicationUpdate.update(&state, .focus(.response))
    }

    /// Closes a tab at once. Unsaved changes are kept until it is reopened.
    /// Opens a draft from outside, or its tab if it is open already and unchanged, as after a second start with the same file.
    private static func composeForeign(_ state: inout AppState, _ draft: RequestDraft) -> [Effect] {
        let shown = RequestState(draft).draft
        if let index = state.tabs.all.firstIndex(where: { $0.request.path == nil && $0.request.draft.isIdentical(to: shown) }) {
            return select(&state, index)
        }
        return [.workspace(.noteForeign(draft))] + ComposedRequests.compose(&state, draft)
    }

    private static func close(_ state: inout AppState, _ index: Int) -> [Effect] {
        guard state.tabs.all.indices.contains(index) else { return [] }
        if index == state.tabs.index { state.finishEditing() }
        let tab = state.tabs.all[index]
        let effects = discard(&state, tab.id)
        guard tab.request.needsDraft else { return effects }
        state.tabs.keepDraftOfLastClosed()
        let key = state.keymap.shownKey(of: "tab.reopen").map { "; \($0) reopens" } ?? ""
        return effects
            + state.notify(
                .done, "Closed “\(tab.request.name)” with unsaved changes\(key)",
                action: Toast<Message>.Action(label: "reopen", message: .tabs(.reopenClosed(tab.id))))
    }

    /// Closes a tab with its unsaved changes.
    static func discard(_ state: inout AppState, _ id: TabID) -> [Effect] {
        guard id != state.tabs.front.id else { return discard(&state) }
        return state.tabs.closeOthers { $0.id == id }.isEmpty ? [] : endWork(for: id)
    }

    private static func discard(_ state: inout AppState) -> [Effect] {
        state.finishEditing()
        state.dismissRequestToasts()
        let owner = state.response.owner
        state.tabs.closeFront(openingAtEnd: RequestState(preset: state.editorPreset))
        return endWork(for: owner) + resume(&state) + state.readVariables()
    }

    /// The maximum number of names in a notification.
    private static let maxNames = 5

    private static func closeOthers(_ state: inout AppState) -> [Effect] {
        let saved = state.tabs.closeOthers { !$0.request.needsDraft }
        let unsaved = state.tabs.others.map(\.request)
        let effects = saved.flatMap { endWork(for: $0.id) }
        guard !unsaved.isEmpty else { return effects }
        let names = unsaved.prefix(maxNames).map { "“\($0.name)”" } + (unsaved.count > maxNames ? ["\(unsaved.count - maxNames) more"] : [])
        return effects
            + state.notify(
                .warning, "Not closed, because unsaved: " + names.joined(separator: ", "),
                action: Toast.Action(label: "discard", message: .tabs(.discardOthers)))
    }

    private static func reopen(_ state: inout AppState, _ id: TabID?) -> [Effect] {
        guard let place = state.tabs.closed.lastIndex(where: { $0.id == id }) else { return [] }
        let tab = state.tabs.closed.remove(at: place)
        state.withdrawOffers(of: .tabs(.reopenClosed(tab.id)))
        let (count, tree) = (state.tabs.count, state.workspace.tree)
        var request = tab.request
        let file = request.path.flatMap { tree.node(at: $0) == nil ? nil : $0 }
        if tab.draft != nil, request.path != nil, state.workspace.isWhole {
            if file == nil { request.markFileDeleted() } else if request.isFileGone { request.markFileRestored() }
        }
        // The file may have been written since, also by this program.
        let noted = file.map { [Effect.workspace(.noteRequest(path: $0, knowing: request.saved))] } ?? []
        let effects = show(&state, request, inNewTab: true) + noted
        if state.tabs.count > count { state.tabs.moveFront(to: tab.index) }
        return effects + ApplicationUpdate.update(&state, .focus(.request)) + state.readVariables()
    }

    private static func move(_ state: inout AppState, by step: Int) {
        state.tabs.moveFront(to: state.tabs.index + step.signum())
    }
}

/// Opens drafts that do not come from a file: new requests and requests of the history.
enum ComposedRequests {
    /// Opens a draft as a new request; an empty one with the cursor in its URL.
    static func compose(
        _ state: inout AppState, _ draft: RequestDraft, in folder: String? = nil, keepsAnswer: Bool = false
    ) -> [Effect] {
        state.opening = nil
        var request = RequestState(draft, preset: state.editorPreset)
        request.folder = folder ?? state.folderOfNew
        request.saved = RequestDraft()
        if draft != RequestDraft() { request.savedSnapshot = nil }
        request.noteChange()
        let isNew = draft == RequestDraft()
        let effects =
            TabUpdate.show(&state, request, inNewTab: isNew, keepsAnswer: keepsAnswer) + ApplicationUpdate.update(&state, .focus(.request))
        if isNew {
            state.request.staysOpen = false
            state.editURL()
        }
        return effects + state.readVariables()
    }

    /// Opens a copy of the request in front beside it, for the same folder. What its file did not get from the user needs permission there too.
    static func duplicate(_ state: inout AppState) -> [Effect] {
        state.finishEditing()
        guard !state.request.isBlank else { return [] }
        var draft = state.request.draft
        if !draft.name.isEmpty { draft.name += " copy" }
        let foreign: [Effect] = state.request.path == nil ? [] : [.workspace(.noteForeign(state.request.saved))]
        state.request.staysOpen = true
        return foreign + compose(&state, draft, in: state.request.place.map(WorkspacePath.parent))
    }

    /// Opens the request of a history entry; if its file is open, as a change that can be undone.
    static func compose(_ state: inout AppState, _ draft: RequestDraft, from origin: Exchange.Origin) -> [Effect] {
        // A blank tab that shows the entry's response keeps that response.
        let keepsAnswer = state.request.isBlank && state.response.exchange?.origin == origin
        guard let path = origin.requestPath, origin.workspace == state.workspace.folder,
            state.workspace.tree.node(at: path) != nil
        else { return compose(&state, draft, keepsAnswer: keepsAnswer) }
        state.opening = nil
        var effects: [Effect]
        if let index = state.tabs.index(ofPath: path) {
            effects = TabUpdate.select(&state, index)
            state.finishEditing()
            // The content of the other body kinds is not replaced.
            state.request.fill(draft.applyingStashedFields(of: state.request.draft, over: state.request.saved))
            state.request.noteChange()
        } else {
            var request = RequestState(state.stashedDrafts.completing(draft, of: path), path: path, preset: state.editorPreset)
            request.savedSnapshot = nil
            request.noteChange()
            effects = TabUpdate.show(&state, request, keepsAnswer: keepsAnswer) + [.workspace(.noteRequest(path: path))]
        }
        return effects + ApplicationUpdate.update(&state, .focus(.request)) + state.readVariables()
    }
}

/// Discarded changes of open requests, which can be restored.
public struct DiscardedChanges: Sendable, Equatable {
    /// A request before its changes were discarded.
    private struct Entry: Sendable, Equatable {
        /// The index of its tab, from 0.
        let tab: Int
        let id: TabID
        let request: RequestState
        /// True for a request that was reset to its file; one without a file was closed.
        var hasFile: Bool { request.path != nil && !request.isFileGone }
    }

    private var entries: [Entry] = []

    /// Discards the unsaved changes of the request in front, or of all open requests.
    static func discard(_ state: inout AppState, ofAll isOfAll: Bool) -> [Effect] {
        state.finishEditing()
        let unsaved = state.tabs.all.enumerated().filter { _, open in
            open.request.hasUnsavedChanges && (isOfAll || open.id == state.response.owner)
        }
        let changes = DiscardedChanges(entries: unsaved.map { Entry(tab: $0, id: $1.id, request: $1.request) })
        guard let first = changes.entries.first else { return state.notify(.warning, "There are no unsaved changes") }
        let effects = changes.entries.flatMap { entry in
            entry.hasFile ? state.tabs.update(entry.id) { loadSaved(&$0.request) } ?? [] : TabUpdate.discard(&state, entry.id)
        }
        let count = changes.entries.count
        let reopening = changes.entries.allSatisfy(\.hasFile) ? nil : state.keymap.shownKey(of: "tab.reopen")
        let text =
            "Discarded the changes of " + (count == 1 ? "“\(first.request.name)”" : "\(count) requests")
            + (reopening.map { "; \($0) reopens" } ?? "")
        return effects + state.readVariables()
            + state.notify(.done, text, action: Toast<Message>.Action(label: "undo", message: .tabs(.restore(changes))))
    }

    private static func loadSaved(_ request: inout RequestState) -> [Effect] {
        let theirs = request.diskChange?.draft
        RequestDocument.discard(&request) { $0.load(fromFile: theirs ?? $0.saved) }
        guard let theirs, let path = request.path else { return [] }
        return [.workspace(.noteRequest(path: path, knowing: theirs))]
    }

    /// Restores all discarded changes; closed tabs reopen at their places. A request that was changed since keeps its newer changes, and its
    /// undo goes back to the discarded ones.
    func restore(_ state: inout AppState) -> [Effect] {
        state.finishEditing()
        var newer: [String] = []
        for entry in entries {
            // A tab that was closed may have been opened again.
            let reopened = entry.request.path.flatMap(state.tabs.index(ofPath:)).map { state.tabs.all[$0].id }
            let isOpen: Void? = state.tabs.update(reopened ?? entry.id) { open in
                let discardedTo = entry.request.diskChange?.draft ?? entry.request.saved
                if open.request.hasUnsavedChanges || open.request.saved != discardedTo {
                    newer.append(open.request.name)
                } else {
                    open.request = entry.request
                }
            }
            guard isOpen == nil else { continue }
            state.tabs.closed.removeAll { $0.request == entry.request }
            if state.request.isBlank {
                state.tabs.replaceFront(with: entry.request)
            } else {
                state.tabs.insert(entry.request, at: entry.tab)
            }
        }
        guard let first = newer.first else { return state.readVariables() }
        let text =
            newer.count == 1
            ? "“\(first)” was changed since then: undo its" : "\(newer.count) requests were changed since then: undo their"
        return state.readVariables() + state.notify(.warning, text + " changes one by one")
    }
}
