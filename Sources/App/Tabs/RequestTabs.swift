/// The open requests beside the one in the pane, in the order of their tabs.
public struct RequestTabs: Sendable, Equatable {
    /// Those left of the one in the pane.
    public internal(set) var left: [RequestState] = []
    /// Those right of it.
    public internal(set) var right: [RequestState] = []
    /// Closed ones, the last one first to come back.
    public internal(set) var closed: [RequestState] = []
    private static let mostClosed = 20

    /// One request alone.
    public init() {}

    /// How many are open, with the one in the pane.
    public var count: Int { left.count + 1 + right.count }
    /// The place of the one in the pane, from 0.
    public var index: Int { left.count }

    /// Those that are not in the pane.
    var others: [RequestState] { left + right }

    /// Changes each of those that are not in the pane.
    mutating func forEachOther(_ change: (inout RequestState) -> Void) {
        for index in left.indices { change(&left[index]) }
        for index in right.indices { change(&right[index]) }
    }

    /// Puts the request of another tab into the pane, and the one that was there into its own.
    mutating func select(_ index: Int, swapping request: inout RequestState) {
        var all = left + [request] + right
        guard all.indices.contains(index), index != self.index else { return }
        request = all[index]
        left = Array(all[..<index])
        all.removeSubrange(...index)
        right = all
    }

    /// Remembers a closed request, so that it can be opened again.
    mutating func noteClosed(_ request: RequestState) {
        closed.append(request)
        if closed.count > Self.mostClosed { closed.removeFirst() }
    }
}
