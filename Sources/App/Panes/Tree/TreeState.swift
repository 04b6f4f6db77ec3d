public import Workspace
public import Widgets

/// The collections as a list of rows, of which some are open.
public struct TreeState: Sendable, Equatable {
    /// A row: a collection, a folder, a request, or a file that cannot be read.
    public struct Row: Sendable, Equatable {
        /// What stands there.
        public let node: WorkspaceNode
        /// How deep it is nested; a collection is at 0.
        public let depth: Int
    }

    /// The cursor and the view.
    public internal(set) var list = ListState()
    /// The rows that are there to see, recomputed when the tree, what is open, or the filter changes.
    public private(set) var rows: [Row] = []
    /// The nodes of which the content is shown, by path.
    public private(set) var expanded: Set<String> = []
    /// What rows are searched for; nil when all are shown.
    public internal(set) var filter: TextFieldState?
    /// Whether the filter is being typed.
    public internal(set) var isFiltering = false
    private var nodes: [WorkspaceNode] = []
    private var hasBeenShown = false

    /// An empty tree.
    public init() {}

    /// The row under the cursor.
    public var current: Row? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    /// Takes the tree as it is on disk; what was open stays open, and a first tree opens its first collection.
    mutating func show(_ nodes: [WorkspaceNode], height: Int) {
        let path = current?.node.path
        self.nodes = nodes
        if !hasBeenShown, let first = nodes.first(where: { !$0.children.isEmpty }) {
            expanded.insert(first.path)
            hasBeenShown = true
        }
        layOut(keeping: path, height: height)
    }

    /// Opens or closes the node at `path`.
    mutating func setExpanded(_ path: String, _ isExpanded: Bool, height: Int) {
        if isExpanded { expanded.insert(path) } else { expanded.remove(path) }
        layOut(keeping: current?.node.path, height: height)
    }

    /// Shows only what matches the filter's text, with what it is in.
    mutating func applyFilter(height: Int) {
        layOut(keeping: current?.node.path, height: height)
    }

    /// Opens everything around the node at `path` and puts the cursor on it.
    mutating func reveal(_ path: String, height: Int) {
        var place = ""
        for part in path.split(separator: "/").dropLast() {
            place += (place.isEmpty ? "" : "/") + part
            expanded.insert(place)
        }
        layOut(keeping: path, height: height)
    }

    /// The row that `row` is in.
    func parent(of row: Int) -> Int? {
        rows[..<row].lastIndex { $0.depth < rows[row].depth }
    }

    private mutating func layOut(keeping path: String?, height: Int) {
        rows.removeAll(keepingCapacity: true)
        let wanted = filter?.text.lowercased() ?? ""
        for node in nodes { append(node, depth: 0, wanted: wanted) }
        let row = path.flatMap { path in rows.firstIndex { $0.node.path == path } } ?? list.selected
        list.select(row, count: rows.count, height: height)
    }

    private mutating func append(_ node: WorkspaceNode, depth: Int, wanted: String) {
        if wanted.isEmpty {
            rows.append(Row(node: node, depth: depth))
            guard expanded.contains(node.path) else { return }
            for child in node.children { append(child, depth: depth + 1, wanted: wanted) }
        } else {
            let start = rows.count
            rows.append(Row(node: node, depth: depth))
            for child in node.children { append(child, depth: depth + 1, wanted: wanted) }
            if rows.count == start + 1, !node.name.lowercased().contains(wanted) { rows.removeLast() }
        }
    }
}
