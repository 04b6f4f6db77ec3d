import Screen
import Widgets
import Workspace
/// Deletes from the history, in such a way that it can be undone: what was deleted is left out at once and goes for good a little later.
enum HistoryDeletion {
    /// So long what was deleted can come back.
    private static let patience = Duration.seconds(8)

    static func update(_ state: inout AppState, _ message: HistoryMessage) -> [Effect] {
        switch message {
        case .delete: return delete(&state)
        case .bringBack(let id): return bringBack(&state, id ?? state.history.leaving.last)
        case .deleteForGood(let id):
            guard state.history.leaving.contains(id) else { return [] }
            state.history.leaving.removeAll { $0 == id }
            return [.history(.delete(id))]
        default: return []
        }
    }

    private static func delete(_ state: inout AppState) -> [Effect] {
        guard let row = state.history.current else { return [] }
        guard !row.isPinned else {
            let key = state.keymap.shownKey(of: "history.pin") ?? "P"
            return state.say(.warning, "It is pinned, so that it stays: \(key) takes the pin away")
        }
        state.history.rows.removeAll { $0.id == row.id }
        state.history.leaving.append(row.id)
        state.history.list.reveal(count: state.history.rows.count, height: HistoryUpdate.listRect(state).height)
        let undo = Toast.Action(label: "undo", message: .history(.bringBack(row.id)))
        return [.after(patience, .deleteExchange(row.id), .history(.deleteForGood(row.id)))]
            + state.say(.done, "Deleted \(row.method) \(row.url) from the history", action: undo)
    }

    private static func bringBack(_ state: inout AppState, _ id: Exchange.ID?) -> [Effect] {
        guard let id, state.history.leaving.contains(id) else {
            return state.say(.warning, "It is gone for good: what is deleted can be brought back for a few seconds")
        }
        state.history.leaving.removeAll { $0 == id }
        return [.cancel(.deleteExchange(id))] + HistoryUpdate.list(&state)
    }
}
