import Synchronization

/// Numbers that no two requests or tasks of a process share.
enum Identity {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
