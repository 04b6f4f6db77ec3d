/// The open requests beside the one in the pane, in the order of their tabs.
public struct RequestTabs: Sendable, Equatable {
    /// Those left of the one in the pane.
    public internal(set) var left: [OpenRequest] = []
    /// Those right of it.
    public internal(set) var right: [OpenRequest] = []
    /// Closed ones, the last one first to come back; their answers are in the history alone.
    public internal(set) var closed: [RequestState] = []
    /// What undoing a deletion opens again.
    var deleted: [DeletedTab] = []
    private var lastID: OpenRequest.ID = 0
    private static let mostClosed = 20

    /// One request alone.
    public init() {}

    /// How many are open, with the one in the pane.
    public var count: Int { left.count + 1 + right.count }
    /// The place of the one in the pane, from 0.
    public var index: Int { left.count }

    /// Those that are not in the pane.
    var others: [OpenRequest] { left + right }

    /// A request that was not open, without an answer.
    mutating func open(_ request: RequestState) -> OpenRequest {
        lastID += 1
        return OpenRequest(request: request, response: ResponseState(owner: lastID))
    }

    /// Changes each of those that are not in the pane.
    mutating func forEachOther(_ change: (inout OpenRequest) -> Void) {
        for index in left.indices { change(&left[index]) }
        for index in right.indices { change(&right[index]) }
    }

    /// Puts the one that is in the pane into its tab.
    /// - Returns: the one of another tab, to be put into the pane; the same where there is no such tab.
    mutating func select(_ index: Int, leaving front: OpenRequest) -> OpenRequest {
        var all = left + [front] + right
        guard all.indices.contains(index) else { return front }
        let selected = all[index]
        left = Array(all[..<index])
        all.removeSubrange(...index)
        right = all
        return selected
    }

    /// Moves the one in the pane to another place, or the nearest one.
    mutating func placeFront(at index: Int) {
        let others = others
        let place = min(max(0, index), others.count)
        (left, right) = (Array(others[..<place]), Array(others[place...]))
    }

    /// Opens one in a tab of its own beside the one in the pane.
    mutating func insert(_ request: RequestState, at index: Int) {
        let tab = open(request)
        if index <= left.count {
            left.insert(tab, at: max(0, index))
        } else {
            right.insert(tab, at: min(index - left.count - 1, right.count))
        }
    }

    /// Takes one away that is not in the pane, and of which a condition holds; nil where there is none.
    mutating func takeOther(at index: Int, where holds: (OpenRequest) -> Bool) -> OpenRequest? {
        if left.indices.contains(index) { return holds(left[index]) ? left.remove(at: index) : nil }
        let place = index - left.count - 1
        return right.indices.contains(place) && holds(right[place]) ? right.remove(at: place) : nil
    }

    /// Remembers a closed request, so that it can be opened again.
    mutating func noteClosed(_ request: RequestState) {
        closed.append(request)
        if closed.count > Self.mostClosed { closed.removeFirst() }
    }
}
