/// The shape of the paths that a route answers: `/status/{codes}`.
///
/// `{name}` stands for one segment, `{name?}` for one that may be missing (all after it may be missing too), `{name*}` for
/// all that is left, also nothing.
struct RoutePattern: Sendable, Hashable {
    private enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
        case optional(String)
        case rest(String)
    }

    private let segments: [Segment]

    init(_ text: String) {
        segments = text.split(separator: "/").map(Self.segment)
    }

    /// The first segment where it is the same for every path of this shape.
    var firstLiteral: String? {
        if case .literal(let text) = segments.first { text } else { nil }
    }

    /// The values of the names, or `nil` when the path has another shape. `path` is without escapes.
    func match(_ path: [String]) -> [String: String]? {
        var parameters: [String: String] = [:]
        var rest = path[...]
        for segment in segments {
            switch segment {
            case .literal(let text): guard rest.popFirst() == text else { return nil }
            case .parameter(let name):
                guard let value = rest.popFirst() else { return nil }
                parameters[name] = value
            case .optional(let name): parameters[name] = rest.popFirst()
            case .rest(let name):
                parameters[name] = rest.joined(separator: "/")
                return parameters
            }
        }
        return rest.isEmpty ? parameters : nil
    }

    private static func segment(_ text: Substring) -> Segment {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return .literal(String(text)) }
        let name = text.dropFirst().dropLast()
        switch name.last {
        case "?": return .optional(String(name.dropLast()))
        case "*": return .rest(String(name.dropLast()))
        default: return .parameter(String(name))
        }
    }
}
