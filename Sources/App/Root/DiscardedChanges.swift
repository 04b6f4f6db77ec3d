import Workspace

/// Changes of open requests that a person gave up, to be brought back.
public struct DiscardedChanges: Sendable, Equatable {
    /// A request as it was before.
    private struct Entry: Sendable, Equatable {
        /// The place of its tab, from 0.
        let tab: Int
        let id: TabID
        let request: RequestState
        /// True for a request that says again what its file does; one without a file is closed.
        var hasFile: Bool { request.path != nil && !request.isFileGone }
    }

    private var entries: [Entry] = []

    /// Gives up what is not saved of the request in the pane, or of all open requests.
    static func discard(_ state: inout AppState, ofAll isOfAll: Bool) -> [Effect] {
        state.finishEditing()
        let unsaved = state.tabs.all.enumerated().filter { _, open in
            open.request.hasUnsavedChanges && (isOfAll || open.id == state.response.owner)
        }
        let changes = DiscardedChanges(entries: unsaved.map { Entry(tab: $0, id: $1.id, request: $1.request) })
        guard let first = changes.entries.first else { return state.say(.warning, "There are no unsaved changes") }
        let effects = changes.entries.flatMap { entry in
            entry.hasFile ? state.tabs.update(entry.id) { takeSaved(&$0.request) } ?? [] : TabUpdate.discard(&state, entry.id)
        }
        let count = changes.entries.count
        let text = "Discarded the changes of " + (count == 1 ? "“\(first.request.name)”" : "\(count) requests")
        return effects + state.readVariables()
            + state.say(.done, text, action: Toast<Message>.Action(label: "undo", message: .tabs(.bringBack(changes))))
    }

    private static func takeSaved(_ request: inout RequestState) -> [Effect] {
        let theirs = request.diskChange?.draft
        let saved = theirs ?? request.saved
        request.fill(saved)
        request.markSaved(saved)
        request.savedMark = request.mark
        request.noteChange()
        RequestDocument.writeAnew(&request)
        guard theirs != nil, let path = request.path else { return [] }
        return [.workspace(.noteRequest(path: path))]
    }

    /// Has all of them as they were, those that were closed in tabs at their places.
    func bringBack(_ state: inout AppState) -> [Effect] {
        for entry in entries {
            let isBack: Void? = state.tabs.update(entry.id) { $0.request = entry.request }
            guard isBack == nil else { continue }
            state.tabs.closed.removeAll { $0 == entry.request }
            if state.request.isBlank {
                state.tabs.replaceFront(with: entry.request)
            } else {
                state.tabs.insert(entry.request, at: entry.tab)
            }
        }
        return state.readVariables()
    }
}
