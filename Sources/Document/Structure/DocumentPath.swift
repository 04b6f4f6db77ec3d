/// The path from the root of a document to a value in it.
public struct DocumentPath: Hashable, Sendable {
    /// A component of a path.
    public enum Component: Hashable, Sendable {
        /// A member of an object, by its key as written between the quotes, with escapes.
        case key(String)
        /// An element of an array, by its index from zero.
        case index(Int)
    }

    /// The components, outermost first.
    public let components: [Component]
    /// True if the outermost components were left out because there are too many.
    public let isTruncated: Bool

    /// Creates a path.
    public init(_ components: [Component], isTruncated: Bool = false) {
        self.components = components
        self.isTruncated = isTruncated
    }

    /// The path as a jq filter: `.items[3].name`, `."first name"`, `.` for the root.
    public var jq: String {
        (isTruncated ? "…" : components.first.map(\.isIndex) ?? true ? "." : "") + steps { ".\"\($0)\"" }
    }

    /// The path as a JSONPath query (RFC 9535): `$.items[3].name`, `$["first name"]`, `$` for the root.
    public var jsonPath: String { (isTruncated ? "…" : "$") + steps { "[\"\($0)\"]" } }

    /// The components; keys that are no plain names are in quotes.
    private func steps(quoted: (String) -> String) -> String {
        components.map { component in
            switch component {
            case .index(let index): "[\(index)]"
            case .key(let key): Self.isPlain(key) ? ".\(key)" : quoted(key)
            }
        }.joined()
    }

    /// True if a key needs no quotes in either form.
    private static func isPlain(_ key: String) -> Bool {
        guard let first = key.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
        return key.utf8.allSatisfy { $0 < 0x80 && $0.isNameByte }
    }
}

extension DocumentPath.Component {
    fileprivate var isIndex: Bool {
        if case .index = self { true } else { false }
    }
}

/// Finds keys, values and paths in the lines of formatted JSON.
struct JSONNodes {
    let structure: StructureReader

    /// The maximum number of components of a path.
    private static let pathLimit = 256

    /// The maximum length of a key; a longer one and its value are not found.
    private static let keyLimit = 1 << 20

    /// The key of a line with its quotes; nil if it has none.
    func key(of line: NumberedLine) -> Range<Int>? {
        var tokens = tokens(of: line)
        guard let first = tokens.next(), first.kind == .key else { return nil }
        return first.range
    }

    /// The whole value that begins in a line; for a line that closes a container, that container.
    func value(of line: NumberedLine) -> Range<Int>? {
        if line.scanned.closes {
            guard let parent = structure.ancestors(of: line, limit: 1).first else { return nil }
            return value(of: parent.opening)
        }
        var tokens = tokens(of: line)
        guard var first = tokens.next() else { return nil }
        if first.kind == .key, tokens.next() != nil, let value = tokens.next() { first = value }
        let start = first.range.lowerBound
        if line.scanned.opens { return start..<(end(ofContainerIn: line) ?? structure.index.end) }
        let end = line.scanned.range.upperBound - (line.scanned.separates ? 1 : 0)
        return start..<LineGrammar.endWithoutSpace(of: start..<end, in: structure.bytes)
    }

    /// The path to the value of a line; for a line that closes a container, to that container.
    func path(to line: NumberedLine) -> DocumentPath {
        var line = line
        var ancestors = structure.ancestors(of: line, limit: Self.pathLimit + 1)
        if line.scanned.closes, !ancestors.isEmpty { line = ancestors.removeFirst().opening }
        let isTruncated = ancestors.count > Self.pathLimit
        var components: [DocumentPath.Component] = []
        for ancestor in ancestors.prefix(Self.pathLimit) {
            components.append(component(of: line, in: ancestor))
            line = ancestor.opening
        }
        return DocumentPath(components.reversed(), isTruncated: isTruncated)
    }

    private func component(of line: NumberedLine, in ancestor: Ancestor) -> DocumentPath.Component {
        let isObject = structure.bytes[ancestor.opening.scanned.range.upperBound - 1] == UInt8(ascii: "{")
        guard isObject, let key = key(of: line) else { return .index(ancestor.childIndex) }
        let text = key.lowerBound + 1..<max(key.lowerBound + 1, key.upperBound - 1)
        return .key(String(decoding: structure.bytes[text], as: UTF8.self))
    }

    private func end(ofContainerIn opening: NumberedLine) -> Int? {
        structure.closing(of: opening).map { $0.scanned.range.lowerBound + 1 }
    }

    private func tokens(of line: NumberedLine) -> JSONTokens {
        let range = line.scanned.range
        return JSONTokens(structure.bytes, in: range.lowerBound..<min(range.upperBound, range.lowerBound + Self.keyLimit))
    }
}

extension UInt8 {
    /// True for an ASCII letter, a digit, `_` and each byte of a character beyond ASCII.
    package var isNameByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
