import JSON

/// What the tree needs of a file of any kind.
struct FileHead: Formatted {
    static let fields: [Field<FileHead>] = [
        Field("name", \.name, Coder<String>.string.optional),
        Field("method", \.method, Coder<String>.string.optional),
        Field("url", \.url, .string),
        Field("order", \.order, Coder<String>.string.list),
        Field("protected", \.isProtected, .flag),
    ]

    static let blank = FileHead()
    var name: String?
    var method: String?
    var url = ""
    var order: [String] = []
    var isProtected = false

    /// Reads the file's text: by the scanner that builds nothing else where that can, so that large files and many of them cost little.
    ///
    /// - Throws: `broken` with the place of the fault.
    static func read(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> FileHead {
        if let head = FileHeadScanner.scan(bytes) { return head }
        return try WorkspaceStore.parse(FileHead.self, bytes, path)
    }

    /// The children in the folder's order; what it does not name comes after, by name.
    func sort(_ children: [WorkspaceNode]) -> [WorkspaceNode] {
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let keys = children.indices.map { index in
            let node = children[index]
            let place = places.isEmpty ? nil : places[WorkspacePath.stem(of: node.path)] ?? places[WorkspacePath.name(of: node.path)]
            return (place: place ?? .max, name: NaturalOrder(of: node.name), index: index)
        }
        let sorted = keys.sorted { left, right in
            if left.place != right.place { return left.place < right.place }
            if left.name != right.name { return left.name < right.name }
            return children[left.index].path < children[right.index].path
        }
        return sorted.map { children[$0.index] }
    }
}
