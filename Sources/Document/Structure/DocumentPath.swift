/// The way from the whole document to one place in it.
public struct DocumentPath: Hashable, Sendable {
    /// One step.
    public enum Component: Hashable, Sendable {
        /// Into an object, by a key as it stands between its quotes, with escapes.
        case key(String)
        /// Into an array, by a place from zero.
        case index(Int)
    }

    /// From the outside in.
    public let components: [Component]
    /// Whether the outermost steps were left out because there are too many.
    public let isTruncated: Bool

    /// A way in steps.
    public init(_ components: [Component], isTruncated: Bool = false) {
        self.components = components
        self.isTruncated = isTruncated
    }

    /// As a jq filter: `.items[3].name`, `."first name"`, `.` for the whole.
    public var jq: String {
        var text = isTruncated ? "…" : components.first.map(\.isIndex) ?? true ? "." : ""
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key): text += Self.isPlain(key) ? ".\(key)" : ".\"\(key)\""
            }
        }
        return text
    }

    /// As a JSONPath query (RFC 9535): `$.items[3].name`, `$["first name"]`, `$` for the whole.
    public var jsonPath: String {
        var text = isTruncated ? "…" : "$"
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key): text += Self.isPlain(key) ? ".\(key)" : "[\"\(key)\"]"
            }
        }
        return text
    }

    /// Whether a key needs no quotes in either form.
    private static func isPlain(_ key: String) -> Bool {
        guard let first = key.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
        return key.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}

extension DocumentPath.Component {
    fileprivate var isIndex: Bool {
        if case .index = self { true } else { false }
    }
}
