/// A word behind the URL: a name, a sign that says what it is, and a value.
struct HTTPieItem: Equatable {
    /// The meaning of the separator; longer ones are tried first.
    enum Kind: String, CaseIterable {
        case rawFile = ":=@"
        case rawJSON = ":="
        case query = "=="
        case textFile = "=@"
        case file = "@"
        case field = "="
        case header = ":"
        case emptyHeader = ";"
    }

    let kind: Kind
    /// Empty for a file that is the whole body.
    let name: String
    let value: String

    /// True if the value is the path of a file.
    var namesFile: Bool { [.rawFile, .textFile, .file].contains(kind) }

    /// True if the item is another URL that only looks like a header.
    var isURL: Bool { kind == .header && value.hasPrefix("//") && Self.schemes.contains(name.lowercased()) }

    private static let schemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]

    /// The first sign counts, and of those that begin there the longest; a backslash before one makes it a part of the name.
    init?(_ word: String) {
        var name = ""
        var rest = word[...]
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first, ":=@;\\".contains(next) {
                name.append(next)
                rest = rest.dropFirst(2)
            } else if let found = Kind.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
                let value = rest.dropFirst(found.rawValue.count)
                guard !name.isEmpty || found == .file, found != .emptyHeader || value.isEmpty else { return nil }
                (kind, self.name, self.value) = (found, name, String(value))
                return
            } else {
                name.append(character)
                rest.removeFirst()
            }
        }
        return nil
    }
}
