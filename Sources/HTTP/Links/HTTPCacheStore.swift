import Synchronization

/// Where stored answers are. A store may forget any of them at any time.
public protocol HTTPCacheStore: Sendable {
    /// What is stored for a URL, the newest first; several where answers vary with the request's headers.
    func entries(for url: String) -> [HTTPCacheEntry]

    /// Replaces all that is stored for a URL; empty forgets it.
    func setEntries(_ entries: [HTTPCacheEntry], for url: String)

    /// Forgets everything.
    func removeAll()
}

/// Keeps answers in memory, up to a number of bytes, and forgets those first that were not used for longest.
public final class MemoryCacheStore: HTTPCacheStore {
    private struct Record {
        var entries: [HTTPCacheEntry]
        var lastUse: Int
        var byteCount: Int { entries.reduce(0) { $0 + $1.body.count + 1_024 } }
    }

    private struct State {
        var records: [String: Record] = [:]
        var useCount = 0
        var byteCount = 0
    }

    private let limit: Int
    /// Guards the records and their order of use.
    private let state = Mutex(State())

    /// - Parameter limit: bytes of bodies, with 1 KiB counted for each head.
    public init(limit: Int = 64 << 20) { self.limit = limit }

    /// Counts as a use.
    public func entries(for url: String) -> [HTTPCacheEntry] {
        state.withLock { state in
            state.useCount += 1
            state.records[url]?.lastUse = state.useCount
            return state.records[url]?.entries ?? []
        }
    }

    /// Counts as a use, and forgets others to make room.
    public func setEntries(_ entries: [HTTPCacheEntry], for url: String) {
        state.withLock { state in
            state.byteCount -= state.records.removeValue(forKey: url)?.byteCount ?? 0
            state.useCount += 1
            let record = Record(entries: entries, lastUse: state.useCount)
            guard !entries.isEmpty, record.byteCount <= limit else { return }
            state.records[url] = record
            state.byteCount += record.byteCount
            while state.byteCount > limit, let oldest = state.records.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                state.records[oldest.key] = nil
                state.byteCount -= oldest.value.byteCount
            }
        }
    }

    /// Forgets everything.
    public func removeAll() {
        state.withLock { $0 = State() }
    }
}

/// A store with what several requests at once need: changes one after the other, and none from before a reset.
final class CacheShelf: Sendable {
    /// Variants of one URL that are kept.
    static let mostVariants = 8

    private let store: any HTTPCacheStore
    /// Guards changes of the store, and counts how often it was emptied.
    private let resetCount = Mutex(0)

    init(_ store: any HTTPCacheStore) { self.store = store }

    /// The time between two resets: what one was asked for in it does not come to the store after it.
    var current: Period { Period(shelf: self, number: resetCount.withLock { $0 }) }

    func forget(_ url: String) {
        resetCount.withLock { _ in store.setEntries([], for: url) }
    }

    func removeAll() {
        resetCount.withLock { count in
            count += 1
            store.removeAll()
        }
    }

    struct Period: Sendable {
        let shelf: CacheShelf
        let number: Int

        func entry(for request: HTTPRequest) -> HTTPCacheEntry? {
            shelf.store.entries(for: request.url).first { $0.matches(request) }
        }

        func put(_ entry: HTTPCacheEntry, for request: HTTPRequest) {
            shelf.resetCount.withLock { count in
                guard count == number else { return }
                let others = shelf.store.entries(for: request.url).filter { !$0.matches(request) }
                shelf.store.setEntries(Array(([entry] + others).prefix(CacheShelf.mostVariants)), for: request.url)
            }
        }
    }
}
