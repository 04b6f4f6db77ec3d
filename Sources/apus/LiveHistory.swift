import App
import HistorySQLite
import Workspace

/// The history on disk, or one that ends with the program where that cannot be used.
struct LiveHistory: Sendable {
    private let location: HistoryLocation
    private let limits: HistoryLimits

    /// A history in the user's data folder, of which as much is kept as the user set.
    init(data: String, settings: Settings.History) {
        location = HistoryLocation(folder: data)
        var limits = HistoryLimits()
        if let count = settings.count { limits.count = count }
        if let age = settings.age { limits.age = age }
        if let byteCount = settings.byteCount { limits.byteCount = byteCount }
        self.limits = limits
    }

    /// Opens it; what is wrong is said and never fatal.
    func open() async -> OpenedHistory {
        let store = SQLiteHistoryStore(location, limits: limits)
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
