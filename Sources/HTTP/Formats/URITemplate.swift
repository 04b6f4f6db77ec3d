/// A URI with holes for variables (RFC 6570, all four levels).
public struct URITemplate: Hashable, Sendable {
    /// What a variable can hold.
    public enum Value: Hashable, Sendable {
        /// One text.
        case text(String)
        /// Several; an empty list counts as undefined.
        case list([String])
        /// Named ones, in this order; an empty one counts as undefined.
        case pairs([Pair])
    }

    /// A name and a value within a variable.
    public struct Pair: Hashable, Sendable {
        /// The key.
        public let name: String
        /// The text.
        public let value: String

        /// A pair of these.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    enum Piece: Hashable, Sendable {
        case literal(String)
        case expression(URITemplateExpression)
    }

    let pieces: [Piece]

    /// Reads a template.
    /// - Throws: ``URITemplateError`` that names the place.
    public init(_ text: String) throws(URITemplateError) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let character = rest.first {
            if character == "}" { throw URITemplateError(expression: "}", problem: "closes nothing") }
            guard character == "{" else {
                let end = rest.firstIndex { $0 == "{" || $0 == "}" } ?? rest.endIndex
                pieces.append(.literal(Self.encodeLiteral(rest[..<end])))
                rest = rest[end...]
                continue
            }
            guard let close = rest.firstIndex(of: "}") else { throw URITemplateError(expression: String(rest), problem: "is not closed") }
            pieces.append(.expression(try URITemplateExpression(rest[..<close].dropFirst())))
            rest = rest[close...].dropFirst()
        }
        self.pieces = pieces
    }

    /// The names of the variables, in the order of their first use.
    public var variableNames: [String] {
        var seen: Set<String> = []
        return pieces.flatMap { piece -> [String] in
            if case .expression(let expression) = piece { expression.variables.map(\.name) } else { [] }
        }
        .filter { seen.insert($0).inserted }
    }

    /// The URI with the variables put in; undefined ones leave nothing.
    /// - Throws: ``URITemplateError`` where a prefix is asked of a list.
    public func expand(_ variables: [String: Value]) throws(URITemplateError) -> String {
        var output = ""
        for piece in pieces {
            switch piece {
            case .literal(let text): output += text
            case .expression(let expression): output += try expression.expand(variables)
            }
        }
        return output
    }

    private static func encodeLiteral(_ text: Substring) -> String {
        PercentEncoding.encode(text) { PercentEncoding.isVisible($0) && !"\"<>\\^`{|}".utf8.contains($0) }
    }
}

/// A template that breaks its grammar, or a value that does not fit it.
public struct URITemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part at fault.
    public let expression: String
    /// What is wrong with it.
    public let problem: String

    /// Both, as a sentence.
    public var description: String { "The template part \(expression.quotedForMessage) \(problem)." }
}
