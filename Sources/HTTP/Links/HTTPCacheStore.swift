import Synchronization

/// A store of responses. It may discard entries at any time.
public protocol HTTPCacheStore: Sendable {
    /// The entries for a URL in its canonical form, newest first; several if responses vary with the request's headers.
    func entries(for url: String) -> [HTTPCacheEntry]

    /// Replaces the entries for a URL; an empty list removes them.
    func setEntries(_ entries: [HTTPCacheEntry], for url: String)

    /// Removes all entries.
    func removeAll()
}

/// A store in memory with a size limit. It discards the least recently used entries first.
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

    /// - Parameter limit: the maximum number of body bytes, with 1 KiB added for each head.
    public init(limit: Int = 64 << 20) { self.limit = limit }

    /// Returns the entries, and marks them as used.
    public func entries(for url: String) -> [HTTPCacheEntry] {
        state.withLock { state in
            state.useCount += 1
            state.records[url]?.lastUse = state.useCount
            return state.records[url]?.entries ?? []
        }
    }

    /// Stores the entries, marks them as used, and discards others to make room.
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

    /// Removes all entries.
    public func removeAll() {
        state.withLock { $0 = State() }
    }
}

/// A store for concurrent requests: changes are serialized, and a request from before a reset stores nothing after it.
final class CacheShelf: Sendable {
    /// The maximum number of variants of one URL.
    static let mostVariants = 8

    private let store: any HTTPCacheStore
    /// Guards changes of the store; counts how often it was emptied.
    private let resetCount = Mutex(0)

    init(_ store: any HTTPCacheStore) { self.store = store }

    /// The period between two resets. A request stores its response only in the period in which it began.
    var current: Period { Period(shelf: self, number: resetCount.withLock { $0 }) }

    func forget(_ request: HTTPRequest) {
        resetCount.withLock { _ in store.setEntries([], for: request.cacheURL) }
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
            shelf.store.entries(for: request.cacheURL).first { $0.matches(request) }
        }

        func put(_ entry: HTTPCacheEntry, for request: HTTPRequest) {
            shelf.resetCount.withLock { count in
                guard count == number else { return }
                let url = request.cacheURL
                let others = shelf.store.entries(for: url).filter { !$0.matches(request) }
                shelf.store.setEntries(Array(([entry] + others).prefix(CacheShelf.mostVariants)), for: url)
            }
        }
    }
}
