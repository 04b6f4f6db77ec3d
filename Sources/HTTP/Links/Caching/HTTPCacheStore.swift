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
