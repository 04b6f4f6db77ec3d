/// A request that is open, with its response.
public struct Tab: Sendable, Equatable, Identifiable {
    /// The number of an open request in this run.
    public typealias ID = TabID

    /// The request as it is edited.
    public internal(set) var request: RequestState
    /// The response to it, and how that is shown.
    public internal(set) var response: ResponseState

    /// The number that effects name the tab by, so that results find it while another one is in front.
    public var id: ID { response.owner }
}

/// The open requests in the order of their tabs. There is always at least one, and one of them is in front.
public struct OpenTabs: Sendable, Equatable {
    /// All open requests.
    public private(set) var all: [Tab]
    /// The position of the tab in front, from 0.
    public private(set) var index = 0
    /// Closed requests, the newest last; their responses are in the history alone.
    public internal(set) var closed: [RequestState] = []
    /// Requests that undoing a deletion opens again.
    var deleted: [DeletedTab] = []
    private var lastID: Tab.ID = 0
    private static let maxClosed = 20

    /// Opens one request alone.
    init(_ request: RequestState) { all = [Tab(request: request, response: ResponseState(owner: 0))] }

    /// The number of open requests.
    public var count: Int { all.count }

    /// The tab in front.
    public internal(set) var front: Tab {
        get { all[index] }
        _modify { yield &all[index] }
    }

    /// The tabs that are not in front.
    var others: [Tab] { all.enumerated().filter { $0.offset != index }.map(\.element) }

    /// True if a tab stands left of the one in front.
    var hasLeft: Bool { index > 0 }

    /// True if a tab stands right of the one in front.
    var hasRight: Bool { index + 1 < all.count }

    /// The open tab with that number; nil once it is closed.
    subscript(id: Tab.ID) -> Tab? { all.first { $0.id == id } }

    /// Changes the tab with that number, wherever it stands; nil once it is closed.
    mutating func update<Result>(_ id: Tab.ID, _ change: (inout Tab) -> Result) -> Result? {
        all.firstIndex { $0.id == id }.map { change(&all[$0]) }
    }

    /// Changes every open tab.
    mutating func forEach(_ change: (inout Tab) -> Void) {
        for index in all.indices { change(&all[index]) }
    }

    /// The position of the tab whose request has that file; nil if none has.
    func index(ofPath path: String) -> Int? { all.firstIndex { $0.request.path == path } }

    /// Brings the tab at a position to the front; does nothing if there is none.
    mutating func select(_ index: Int) {
        if all.indices.contains(index) { self.index = index }
    }

    /// Brings the tab with that number to the front; does nothing once it is closed.
    mutating func select(id: Tab.ID) {
        if let index = all.firstIndex(where: { $0.id == id }) { self.index = index }
    }

    // MARK: Opening and closing

    /// Shows a request in place of the one in front.
    mutating func replaceFront(with request: RequestState) { front = makeTab(request) }

    /// Opens a request right of the tab in front and brings it to the front.
    mutating func openBesideFront(_ request: RequestState) {
        all.insert(makeTab(request), at: index + 1)
        index += 1
    }

    /// Opens a request behind all others.
    mutating func append(_ request: RequestState) { all.append(makeTab(request)) }

    /// Opens a request at a position, or the nearest one; the tab in front stays in front.
    /// - Returns: the number of the new tab.
    @discardableResult
    mutating func insert(_ request: RequestState, at position: Int) -> Tab.ID {
        let place = min(max(0, position), all.count)
        let tab = makeTab(request)
        all.insert(tab, at: place)
        if place <= index { index += 1 }
        return tab.id
    }

    /// Closes the tab in front. The one right of it comes to the front, else the one left of it, else an empty request.
    mutating func closeFront(openingAtEnd empty: @autoclosure () -> RequestState) {
        if all.count == 1 {
            all = [makeTab(empty())]
        } else {
            all.remove(at: index)
            index = min(index, all.count - 1)
        }
    }

    /// Closes the tabs beside the one in front that meet a condition.
    /// - Returns: the closed tabs.
    mutating func closeOthers(where isClosed: (Tab) -> Bool) -> [Tab] {
        let id = front.id
        let gone = others.filter(isClosed)
        let ids = Set(gone.map(\.id))
        all.removeAll { ids.contains($0.id) }
        select(id: id)
        return gone
    }

    /// Moves the tab in front to a position, or the nearest one.
    mutating func moveFront(to position: Int) {
        let tab = all.remove(at: index)
        index = min(max(0, position), all.count)
        all.insert(tab, at: index)
    }

    /// Remembers a closed request, so that it can be opened again.
    mutating func noteClosed(_ request: RequestState) {
        closed.append(request)
        if closed.count > Self.maxClosed { closed.removeFirst() }
    }

    private mutating func makeTab(_ request: RequestState) -> Tab {
        lastID += 1
        return Tab(request: request, response: ResponseState(owner: lastID))
    }
}
