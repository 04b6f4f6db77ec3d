import Synchronization

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
