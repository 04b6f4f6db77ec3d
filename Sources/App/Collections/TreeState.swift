import Widgets
import Workspace

/// The collections as a list of rows that can be expanded.
struct TreeState: Sendable, Equatable {
    /// A row: a collection, a folder, a request, or a file that cannot be read.
    struct Row: Sendable, Equatable {
        let node: WorkspaceNode
        /// The nesting depth; 0 for a collection.
        let depth: Int
    }

    /// The cursor and the view.
    var list = ListState()
    /// The rows that neither a collapsed folder nor the filter hides; recomputed when the tree, the expanded folders or the filter change.
    private(set) var rows: [Row] = []
    /// The paths of the expanded nodes.
    private(set) var expanded: Set<String> = []
    /// The filter; nil shows all rows.
    var filter: TextFieldState?
    /// True while the filter is typed.
    var isFiltering = false
    /// The paths that the user marked.
    var favorites: Set<String> = []
    /// True if only favorites are shown.
    var showsFavoritesOnly = false
    /// The dragged node and its destination.
    var drag: TreeDrag?
    /// Undo and redo.
    var history = TreeHistory()
    /// Requests that are shown in a tab of their own when they are read.
    var opensInNewTab: Set<String> = []
    /// The new requests among `opensInNewTab`, whose URL is edited at once.
    var typesURL: Set<String> = []
    /// The members of requests whose tabs are shown when they are read, by path.
    var members: [String: String] = [:]
    /// The copies of environments whose name is edited when they are opened.
    var typesName: Set<String> = []
    /// The path that gets the cursor as soon as the tree has it.
    private var wanted: String?
    private var nodes: [WorkspaceNode] = []
    private var hasBeenShown = false
    /// The files that the first save of a request created. Undo deletes such a file and keeps the request open.
    var savedFirst: Set<String> = []

    /// The row under the cursor.
    var current: Row? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    /// The path under the cursor; until the tree has been read, the one that will be.
    var selectedPath: String? { current?.node.path ?? wanted }

    /// True if a filter hides rows, so that folders cannot be expanded further.
    var isNarrowed: Bool { filter?.text.isEmpty == false || showsFavoritesOnly }

    /// Ends everything that hides rows; the next layout shows them.
    mutating func showAll() { (filter, isFiltering, showsFavoritesOnly) = (nil, false, false) }

    /// Shows the tree as read from disk. Expanded folders stay expanded; the first tree has its first collection expanded.
    mutating func show(_ nodes: [WorkspaceNode], height: Int) {
        let path = current?.node.path
        self.nodes = nodes
        if !hasBeenShown, let first = nodes.first(where: { !$0.children.isEmpty }) {
            if expanded.isEmpty { expanded.insert(first.path) }
            hasBeenShown = true
        }
        let top = list.rowToKeep(count: rows.count, height: height).map { rows[$0].node.path }
        layOut(keeping: path, height: height)
        // A view that was scrolled away from the cursor stays where it is.
        if let top, let row = rows.firstIndex(where: { $0.node.path == top }) { list.scroll(to: row, count: rows.count, height: height) }
        if let wanted { reveal(wanted, height: height) }
    }

    /// Expands or collapses the node at `path`.
    mutating func setExpanded(_ path: String, _ isExpanded: Bool, height: Int) {
        if isExpanded { expanded.insert(path) } else { expanded.remove(path) }
        layOut(keeping: current?.node.path, height: height)
    }

    /// Expands the node at `path` without moving the rows above it on the screen.
    mutating func unfoldInPlace(_ path: String, height: Int) {
        let first = list.visibleRows(count: rows.count, height: height).lowerBound
        setExpanded(path, true, height: height)
        let moved = list.visibleRows(count: rows.count, height: height).lowerBound - first
        list.scroll(by: -moved, count: rows.count, height: height)
    }

    /// Expands or collapses everything that has content.
    mutating func setAllExpanded(_ isExpanded: Bool, height: Int) {
        func paths(_ nodes: [WorkspaceNode]) -> [String] { nodes.flatMap { $0.children.isEmpty ? [] : [$0.path] + paths($0.children) } }
        expanded = isExpanded ? Set(paths(nodes)) : []
        layOut(keeping: current?.node.path, height: height)
    }

    /// Shows only the items that match the filter, with the folders around them.
    mutating func applyFilter(height: Int) { layOut(keeping: current?.node.path, height: height) }

    /// Puts the cursor on the row with the typed name, a request before a folder, or else on the first one whose name contains it.
    mutating func goToMatch(height: Int) {
        let wanted = filter?.text.searchable ?? ""
        guard !wanted.isEmpty else { return }
        let named = rows.indices.filter { rows[$0].node.name.searchable == wanted.trimmed }
        guard
            let row = named.first(where: { rows[$0].node.isRequest }) ?? named.first
                ?? rows.firstIndex(where: { $0.node.name.searchable.has(wanted) })
        else { return }
        list.select(row, count: rows.count, height: height)
    }

    /// Expands the folders around the node at `path` and puts the cursor on it, as soon as the tree has it. Its content is visible too, as
    /// far as there is room.
    mutating func reveal(_ path: String, height: Int) {
        var place = ""
        for part in path.split(separator: "/").dropLast() {
            place += (place.isEmpty ? "" : "/") + part
            expanded.insert(place)
        }
        layOut(keeping: path, height: height)
        wanted = current?.node.path == path ? nil : path
        guard wanted == nil else { return }
        let first = list.selected
        let rest = rows[(first + 1)...].prefix { $0.depth > rows[first].depth }
        list.select(first + min(rest.count, max(0, height - 1)), count: rows.count, height: height)
        list.select(first, count: rows.count, height: height)
    }

    /// Marks or unmarks the node at `path`.
    mutating func toggleFavorite(_ path: String, height: Int) {
        if favorites.remove(path) == nil { favorites.insert(path) }
        layOut(keeping: path, height: height)
    }

    /// Updates everything that is stored by path after an item moved.
    mutating func updatePaths(_ moved: (String) -> String?) {
        expanded = Set(expanded.map { moved($0) ?? $0 })
        favorites = Set(favorites.map { moved($0) ?? $0 })
    }

    /// Restores the state of the last session.
    mutating func restore(expanded: Set<String>, selected: String?, favorites: Set<String>) {
        self.expanded = expanded
        self.favorites = favorites
        wanted = selected
    }

    /// The row of the folder around `row`.
    func parent(of row: Int) -> Int? { rows[..<row].lastIndex { $0.depth < rows[row].depth } }

    private mutating func layOut(keeping path: String?, height: Int) {
        rows.removeAll(keepingCapacity: true)
        let wanted = filter?.text.searchable ?? ""
        let isOpen = wanted.isEmpty && !showsFavoritesOnly
        for node in nodes {
            if isOpen { append(node, depth: 0) } else { appendMatching(node, depth: 0, wanted: wanted, isInFavorite: false) }
        }
        let row = path.flatMap { path in rows.firstIndex { $0.node.path == path } } ?? list.selected
        list.select(row, count: rows.count, height: height)
    }

    private mutating func append(_ node: WorkspaceNode, depth: Int) {
        rows.append(Row(node: node, depth: depth))
        guard expanded.contains(node.path) else { return }
        for child in node.children { append(child, depth: depth + 1) }
    }

    private mutating func appendMatching(_ node: WorkspaceNode, depth: Int, wanted: String, isInFavorite: Bool) {
        let isMatch = wanted.isEmpty || node.name.searchable.has(wanted)
        let isFavorite = isInFavorite || !showsFavoritesOnly || favorites.contains(node.path)
        let start = rows.count
        rows.append(Row(node: node, depth: depth))
        // A folder that matches shows all its content.
        for child in node.children { appendMatching(child, depth: depth + 1, wanted: isMatch ? "" : wanted, isInFavorite: isFavorite) }
        if rows.count == start + 1, !(isFavorite && isMatch) { rows.removeLast() }
    }
}

/// A drag of a node in the tree.
struct TreeDrag: Sendable, Equatable {
    /// The path of the dragged node.
    let path: String
    /// The path of the node under the pointer; nil until the pointer leaves the row where the drag began. Rows may change during a drag.
    var target: String?
    /// True once the pointer has moved; without a move, the release is a click.
    var isMoving = false
    /// The collapsed folder under the drag, while it waits to expand.
    var hovered: String?
}

extension WorkspaceNode {
    var isRequest: Bool { method != nil }

    /// True if the file of the node cannot be read.
    var isBroken: Bool { if case .broken = kind { true } else { false } }
}

extension WorkspaceTree {
    /// The distinct URLs of all requests in tree order, each with the name of the first request that has it.
    var urls: [CompletionItem] {
        var seen: Set<String> = []
        var items: [CompletionItem] = []
        func collect(_ nodes: [WorkspaceNode]) {
            for node in nodes {
                if !node.url.isEmpty, seen.insert(node.url).inserted { items.append(CompletionItem(node.url, detail: node.name)) }
                collect(node.children)
            }
        }
        collect(nodes)
        return items
    }
}

/// Undo and redo of changes to the tree, one after the other: the next change may need the files of the one before.
struct TreeHistory: Sendable, Equatable {
    /// The origin of a change.
    enum Step: Sendable, Equatable {
        /// A change made by the user.
        case new
        /// An undo of another change.
        case undo
        /// A redo of an undone change.
        case redo
    }

    /// The changes that undo the last changes, the newest last.
    private(set) var undoable: [WorkspaceChange] = []
    /// The changes that redo undone changes, the newest last.
    private(set) var redoable: [WorkspaceChange] = []
    /// True while an undo or redo has not ended.
    private var isRunning = false
    /// The undos and redos requested meanwhile.
    private var waiting: [Step] = []

    /// Records the inverse of a change.
    mutating func record(_ opposite: WorkspaceChange, of step: Step) {
        switch step {
        case .new:
            undoable.append(opposite)
            redoable = []
        case .undo: redoable.append(opposite)
        case .redo: undoable.append(opposite)
        }
        isRunning = false
    }

    /// Forgets the last change if it is an edit of the file at a path, which was undone otherwise.
    mutating func forgetLastEdit(of path: String) {
        if case .takeBack(let edit)? = undoable.last, edit.path == path { undoable.removeLast() }
    }

    /// The effect that undoes the last change; taken off the list until it fails.
    mutating func undo() -> WorkspaceEffect? { begin(.undo, \.undoable) }

    /// The effect that redoes the last undone change; taken off the list until it fails.
    mutating func redo() -> WorkspaceEffect? { begin(.redo, \.redoable) }

    private mutating func begin(_ step: Step, _ changes: WritableKeyPath<Self, [WorkspaceChange]>) -> WorkspaceEffect? {
        if isRunning {
            waiting.append(step)
            return nil
        }
        guard let change = self[keyPath: changes].popLast() else { return nil }
        isRunning = true
        return .change(change, step)
    }

    /// Takes the next undo or redo that was requested while another one was running; nil while one is running.
    mutating func removeNextWaiting() -> Step? { isRunning || waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Puts back an undo or redo that failed, so that it can be tried again, unless it is nil; those that wait for it are dropped.
    mutating func restore(_ effect: WorkspaceChange?, of step: Step) {
        (isRunning, waiting) = (false, [])
        guard let effect else { return }
        if step == .redo { redoable.append(effect) } else { undoable.append(effect) }
    }
}
