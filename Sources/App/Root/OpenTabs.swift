import Platform
import Workspace

/// A request that is open, with its response.
struct Tab: Sendable, Equatable, Identifiable {
    /// The number of an open request, unique while the program runs.
    typealias ID = TabID

    /// The request in its editors.
    @CopiedOnWrite var request: RequestState
    /// The response to it, and its view.
    @CopiedOnWrite var response: ResponseState

    /// The number by which effects identify the tab, so that results find it in the background.
    var id: ID { response.owner }
}

/// The open requests in the order of their tabs; there is always at least one, and one is in front.
struct OpenTabs: Sendable, Equatable {
    /// All open requests.
    private(set) var all: [Tab]
    /// The index of the tab in front, from 0.
    private(set) var index = 0
    /// Closed requests, the newest last; their responses are only in the history.
    var closed: [ClosedTab] = []
    /// Requests that are opened again when their deletion is undone.
    var deleted: [DeletedTab] = []
    private var lastID: Tab.ID = 0
    private static let maxClosed = 20

    /// Opens only one request.
    init(_ request: RequestState) { all = [Tab(request: request, response: ResponseState(owner: 0))] }

    /// The number of open requests.
    var count: Int { all.count }

    var front: Tab {
        get { all[index] }
        _modify { yield &all[index] }
    }

    /// The tabs that are not in front.
    var others: [Tab] { all.enumerated().filter { $0.offset != index }.map(\.element) }

    /// True if there is a tab to the left of the tab in front.
    var hasLeft: Bool { index > 0 }

    /// True if there is a tab to the right of the tab in front.
    var hasRight: Bool { index + 1 < all.count }

    /// The open tab with this number; nil once it is closed.
    subscript(id: Tab.ID) -> Tab? { all.first { $0.id == id } }

    /// Changes the tab with this number, in front or not; nil once it is closed.
    mutating func update<Result>(_ id: Tab.ID, _ change: (inout Tab) -> Result) -> Result? {
        all.firstIndex { $0.id == id }.map { change(&all[$0]) }
    }

    /// Changes every open tab.
    mutating func forEach(_ change: (inout Tab) -> Void) {
        for index in all.indices { change(&all[index]) }
    }

    /// The index of the tab with the request of a file; nil if there is none.
    func index(ofPath path: String) -> Int? { all.firstIndex { $0.request.path == path } }

    /// Brings the tab at an index to the front; does nothing if there is none.
    mutating func select(_ index: Int) {
        if all.indices.contains(index) { self.index = index }
    }

    // MARK: Opening and closing

    mutating func replaceFront(with request: RequestState) { front = makeTab(request) }

    /// Opens a request to the right of the tab in front and brings it to the front.
    mutating func openBesideFront(_ request: RequestState) {
        all.insert(makeTab(request), at: index + 1)
        index += 1
    }

    /// Opens a request after all others.
    mutating func append(_ request: RequestState) { all.append(makeTab(request)) }

    /// Opens a request at an index, limited to the valid range; the tab in front stays in front.
    /// - Returns: the number of the new tab.
    @discardableResult
    mutating func insert(_ request: RequestState, at position: Int) -> Tab.ID {
        let place = min(max(0, position), all.count)
        let tab = makeTab(request)
        all.insert(tab, at: place)
        if place <= index { index += 1 }
        return tab.id
    }

    /// Closes the tab in front. The tab to its right comes to the front, else the one to its left, else an empty request.
    mutating func closeFront(openingAtEnd empty: @autoclosure () -> RequestState) {
        noteClosed(front, at: index)
        if all.count == 1 {
            all = [makeTab(empty())]
        } else {
            all.remove(at: index)
            index = min(index, all.count - 1)
        }
    }

    /// Closes all tabs that meet a condition, except the tab in front.
    /// - Returns: the closed tabs.
    mutating func closeOthers(where isClosed: (Tab) -> Bool) -> [Tab] {
        let id = front.id
        let gone = all.enumerated().filter { $0.offset != index && isClosed($0.element) }
        // Reopened from the left, each one gets its place again.
        for (place, tab) in gone.reversed() { noteClosed(tab, at: place) }
        let ids = Set(gone.map(\.element.id))
        all.removeAll { ids.contains($0.id) }
        index = all.firstIndex { $0.id == id } ?? 0
        return gone.map(\.element)
    }

    /// Moves the tab in front to an index, limited to the valid range.
    mutating func moveFront(to position: Int) {
        let tab = all.remove(at: index)
        index = min(max(0, position), all.count)
        all.insert(tab, at: index)
    }

    /// Remembers the request of a tab that closes, so that it can be opened again.
    private mutating func noteClosed(_ tab: Tab, at place: Int) {
        guard !tab.request.isBlank else { return }
        addClosed(ClosedTab(id: tab.id, request: tab.request, index: place))
    }

    private mutating func addClosed(_ tab: ClosedTab) {
        closed.append(tab)
        // Those that hold nothing else than their files go first.
        if closed.count > Self.maxClosed { closed.remove(at: closed.dropLast().firstIndex { $0.draft == nil } ?? 0) }
    }

    /// True if tabs were closed with unsaved changes, which are kept.
    var hasClosedDrafts: Bool { closed.contains { $0.draft != nil } }

    /// Keeps the unsaved changes of the tab that was closed last for the next start.
    mutating func keepDraftOfLastClosed() {
        guard let last = closed.indices.last else { return }
        closed[last].draft = closed[last].request.typedText(tab: closed[last].index)
        closed[last].draft?.isClosed = true
    }

    /// Changes the request of every closed tab; its place is kept for the next start too.
    mutating func forEachClosed(_ change: (inout RequestState) -> Void) {
        for index in closed.indices {
            change(&closed[index].request)
            let request = closed[index].request
            closed[index].draft?.path = request.path
            closed[index].draft?.folder = request.folder
        }
    }

    /// Remembers a tab that was closed with unsaved changes in an earlier session.
    mutating func addClosed(_ request: RequestState, _ draft: AutosavedDraft) {
        guard !closed.contains(where: { $0.draft == draft }) else { return }
        lastID += 1
        addClosed(ClosedTab(id: lastID, request: request, index: draft.tab ?? count, draft: draft))
    }

    private mutating func makeTab(_ request: RequestState) -> Tab {
        lastID += 1
        return Tab(request: request, response: ResponseState(owner: lastID))
    }
}

/// A request whose tab was closed.
struct ClosedTab: Sendable, Equatable {
    /// The number that its tab had.
    let id: TabID
    var request: RequestState
    /// The index of its tab, from 0.
    let index: Int
    /// The unsaved changes to keep for the next start; nil if there are none, or if they were discarded.
    var draft: AutosavedDraft?
}

/// An open request whose file was deleted, as it was before.
struct DeletedTab: Sendable, Equatable {
    private static let maxKept = 50

    /// The deleted path: the request's file, or a folder around it.
    let deletedPath: String
    /// The index of its tab, from 0.
    let index: Int
    /// The request with its file.
    let request: RequestState
    /// The tab of a request with changes that stayed open without a file; nil for a request that was closed.
    let openID: TabID?

    /// Closes the requests in a deleted path; those with unsaved changes, or all with `keepsOpen`, stay open without a file.
    static func close(_ state: inout AppState, _ path: String, keepsOpen: Bool = false) -> [Effect] {
        func isGone(_ request: RequestState) -> Bool { request.path.map { $0 == path || $0.hasPrefix(path + "/") } ?? false }
        state.tabs.deleted.removeAll { $0.deletedPath == path }
        for (index, open) in state.tabs.all.enumerated() where isGone(open.request) {
            let id = keepsOpen || open.request.hasUnsavedChanges ? open.id : nil
            state.tabs.deleted.append(DeletedTab(deletedPath: path, index: index, request: open.request, openID: id))
        }
        state.tabs.deleted = state.tabs.deleted.suffix(maxKept)
        state.forEachRequest { request in
            if isGone(request), keepsOpen || request.hasUnsavedChanges { request.forgetFile() }
        }
        var effects = state.tabs.closeOthers { isGone($0.request) }.flatMap { TabUpdate.endWork(for: $0.id) }
        if isGone(state.request) { effects += TabUpdate.update(&state, .discard) }
        state.tabs.closed.removeAll { isGone($0.request) && $0.draft == nil }
        return effects
    }

    /// Reopens the requests closed by the deletion of a path, at their places; the focus stays in the tree.
    static func reopen(_ state: inout AppState, _ path: String) {
        let tabs = state.tabs.deleted.filter { $0.deletedPath == path }
        state.tabs.deleted.removeAll { $0.deletedPath == path }
        for tab in tabs { tab.reopen(&state) }
    }

    private func reopen(_ state: inout AppState) {
        guard let file = request.path, state.tabs.index(ofPath: file) == nil else { return }
        let isBack: Void? = openID.flatMap { id in
            state.tabs.update(id) {
                $0.request.path = file
                $0.request.saved = request.saved
                $0.request.savedSnapshot = request.savedSnapshot
                $0.request.noteChange()
            }
        }
        if isBack == nil {
            if state.request.isBlank { state.tabs.replaceFront(with: request) } else { state.tabs.insert(request, at: index) }
        }
    }
}

extension AppState {
    /// The request in front.
    var request: RequestState {
        get { tabs.front.request }
        _modify { yield &tabs.front.request }
    }

    /// The response to the request in front.
    var response: ResponseState {
        get { tabs.front.response }
        _modify { yield &tabs.front.response }
    }

    /// The open requests in the order of their tabs.
    var openRequests: [RequestState] { tabs.all.map(\.request) }

    /// The open requests that the next start restores: those with a file and those with a draft.
    private var returningRequests: [Tab] { tabs.all.filter { $0.request.path != nil || $0.request.needsDraft } }

    /// The open requests with drafts to store, each with its index among the restored tabs.
    var draftsToStore: [(tab: Int, request: RequestState)] {
        returningRequests.enumerated().filter(\.element.request.needsDraft).map { ($0, $1.request) }
    }

    /// The index of the tab in front among the restored tabs; if that one is not restored, of the nearest one to its left, else of the
    /// first. Nil if none is restored.
    var frontToStore: Int? {
        let returning = Set(returningRequests.map(\.id))
        let place = tabs.all.prefix(tabs.index + 1).count { returning.contains($0.id) }
        return returning.isEmpty ? nil : max(0, place - 1)
    }

    /// The history entries that the restored tabs show, in their order; empty for none.
    var responsesToStore: [String] { returningRequests.map { $0.response.entryToStore ?? "" } }

    /// The names of the tabs below the URL that the restored tabs show, in their order.
    var sectionsToStore: [String] { returningRequests.map { $0.request.tab.rawValue } }

    /// True if any open request has unsaved changes.
    var hasUnsavedRequests: Bool { tabs.all.contains(where: \.request.hasUnsavedChanges) }

    /// True if the open request of a file has unsaved changes.
    func isUnsaved(_ path: String) -> Bool {
        tabs.all.contains { $0.request.path == path && $0.request.hasUnsavedChanges }
    }

    mutating func forEachRequest(_ change: (inout RequestState) -> Void) {
        tabs.forEach { change(&$0.request) }
    }

    /// Changes the open requests of a file.
    mutating func forEachRequest(ofPath path: String, _ change: (inout RequestState) -> Void) {
        tabs.forEach { if $0.request.path == path { change(&$0.request) } }
    }

    mutating func forEachResponse(_ change: (inout ResponseState) -> Void) {
        tabs.forEach { change(&$0.response) }
    }
}
