import App
import HistorySQLite
import Workspace

/// The history on disk, or one that ends with the program where that cannot be used.
struct LiveHistory: Sendable {
    private let location: HistoryLocation

    /// A history in the user's data folder.
    init(data: String) { location = HistoryLocation(folder: data) }

    /// Opens it; what is wrong is said and never fatal.
    func open() async -> OpenedHistory {
        let store = SQLiteHistoryStore(location)
        do throws(HistoryError) {
            try await store.open()
            return OpenedHistory(store: store)
        } catch {
            if error.code == .damaged { return OpenedHistory(store: store, warning: error.description) }
            let warning = "\(error.description) What you send is kept until the program ends."
            return OpenedHistory(store: InMemoryHistoryStore(), warning: warning)
        }
    }

    /// A place for a large body on its way into the history.
    func makeBodyPath() -> String { location.makeIncomingPath() }
}
