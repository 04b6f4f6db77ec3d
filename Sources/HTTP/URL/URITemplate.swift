public import Platform

/// A URI template (RFC 6570, all four levels).
public struct URITemplate: Hashable, Sendable {
    /// The value of a variable.
    public enum Value: Hashable, Sendable {
        /// One text.
        case text(String)
        /// A list; an empty one counts as undefined.
        case list([String])
        /// Named values in this order; an empty list counts as undefined.
        case pairs([Pair])
    }

    /// A name and a value.
    public struct Pair: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: String

        /// Creates a pair.
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

    /// Parses a template.
    /// - Throws: ``URITemplateError`` that names the invalid part.
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

    /// The names of the variables in the order of their first use.
    public var variableNames: [String] {
        var seen: Set<String> = []
        return pieces.flatMap { piece -> [String] in
            if case .expression(let expression) = piece { expression.variables.map(\.name) } else { [] }
        }
        .filter { seen.insert($0).inserted }
    }

    /// The URI with the values of its variables; undefined variables expand to nothing.
    /// - Throws: ``URITemplateError`` for a prefix modifier on a list.
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

    private static let literal = ASCIISet { ASCIISet.visible.contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }

    private static func encodeLiteral(_ text: Substring) -> String { text.percentEncoded(keeping: literal) }
}

/// A malformed template, or a value that does not fit it.
public struct URITemplateError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The invalid part.
    public let expression: String
    /// The problem, as the end of a sentence.
    public let problem: String

    /// The part and the problem, as a sentence.
    public var description: String { "The template part \(expression.quotedForMessage) \(problem)." }
    /// The text for a user.
    public var errorDescription: String? { description }
}

/// The text between braces: an operator, and variables with modifiers (RFC 6570 section 2.2 and appendix A).
struct URITemplateExpression: Hashable, Sendable {
    struct Variable: Hashable, Sendable {
        let name: String
        let isExploded: Bool
        let prefix: Int?
    }

    let variables: [Variable]
    private let first: String
    private let separator: String
    private let isNamed: Bool
    private let emptyMark: String
    private let allowsReserved: Bool

    init(_ text: Substring) throws(URITemplateError) {
        let character = text.first.map(String.init) ?? ""
        let isOperator = "+#./;?&".contains(character) && !character.isEmpty
        guard isOperator || !"=,!@|".contains(character) || character.isEmpty else {
            throw URITemplateError(expression: String(text), problem: "begins with a reserved operator")
        }
        switch isOperator ? character : "" {
        case "+": (first, separator, isNamed, emptyMark, allowsReserved) = ("", ",", false, "", true)
        case "#": (first, separator, isNamed, emptyMark, allowsReserved) = ("#", ",", false, "", true)
        case ".": (first, separator, isNamed, emptyMark, allowsReserved) = (".", ".", false, "", false)
        case "/": (first, separator, isNamed, emptyMark, allowsReserved) = ("/", "/", false, "", false)
        case ";": (first, separator, isNamed, emptyMark, allowsReserved) = (";", ";", true, "", false)
        case "?": (first, separator, isNamed, emptyMark, allowsReserved) = ("?", "&", true, "=", false)
        case "&": (first, separator, isNamed, emptyMark, allowsReserved) = ("&", "&", true, "=", false)
        default: (first, separator, isNamed, emptyMark, allowsReserved) = ("", ",", false, "", false)
        }
        var variables: [Variable] = []
        for part in (isOperator ? text.dropFirst() : text).split(separator: ",", omittingEmptySubsequences: false) {
            variables.append(try Self.variable(part))
        }
        self.variables = variables
    }

    private static func variable(_ text: Substring) throws(URITemplateError) -> Variable {
        var name = text
        var prefix: Int?
        let isExploded = name.hasSuffix("*")
        if isExploded {
            name = name.dropLast()
        } else if let colon = name.firstIndex(of: ":") {
            let digits = name[name.index(after: colon)...]
            prefix = digits.utf8.allSatisfy(ASCII.isDigit) && !digits.hasPrefix("0") && digits.count <= 4 ? Int(digits) : nil
            guard prefix != nil else {
                throw URITemplateError(expression: String(text), problem: "needs a length of 1 to 9999 after the colon")
            }
            name = name[..<colon]
        }
        guard isName(name) else { throw URITemplateError(expression: String(text), problem: "is not a variable name") }
        return Variable(name: String(name), isExploded: isExploded, prefix: prefix)
    }

    private static func isName(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x5F || $0 == 0x25 } && hasWholeEscapes(part)
        }
    }

    private static func hasWholeEscapes(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.allSatisfy { bytes[$0] != 0x25 || isEscape(bytes, at: $0) }
    }

    /// True if `%` and two hexadecimal digits begin at the index.
    private static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == 0x25 && index + 2 < bytes.count && hexadecimalValue(of: bytes[index + 1]) != nil
            && hexadecimalValue(of: bytes[index + 2]) != nil
    }

    private static let reserved = ASCIISet.unreserved.union(ASCIISet(":/?#[]@!$&'()*+,;="))

    func expand(_ values: [String: URITemplate.Value]) throws(URITemplateError) -> String {
        var parts: [String] = []
        for variable in variables {
            guard let value = values[variable.name] else { continue }
            if let part = try expand(variable, value) { parts.append(part) }
        }
        return parts.isEmpty ? "" : first + parts.joined(separator: separator)
    }

    private func expand(_ variable: Variable, _ value: URITemplate.Value) throws(URITemplateError) -> String? {
        if case .text(let text) = value {
            let shown = variable.prefix.map { String(String.UnicodeScalarView(text.unicodeScalars.prefix($0))) } ?? text
            return named(variable.name, encode(shown))
        }
        guard variable.prefix == nil else { throw URITemplateError(expression: variable.name, problem: "is a list, which has no prefix") }
        let items = items(of: value, joinedBy: variable.isExploded ? "=" : ",", named: variable.isExploded && isNamed ? variable.name : nil)
        guard !items.isEmpty else { return nil }
        return variable.isExploded ? items.joined(separator: separator) : named(variable.name, items.joined(separator: ","))
    }

    /// The encoded items; those of a list are named if a name is given.
    private func items(of value: URITemplate.Value, joinedBy mark: String, named name: String?) -> [String] {
        switch value {
        case .text(let text): [encode(text)]
        case .list(let list): list.map { item in name.map { named($0, encode(item)) } ?? encode(item) }
        case .pairs(let pairs):
            pairs.map { pair in
                name == nil ? "\(encode(pair.name))\(mark)\(encode(pair.value))" : named(encode(pair.name), encode(pair.value))
            }
        }
    }

    private func named(_ name: String, _ value: String) -> String {
        guard isNamed else { return value }
        return value.isEmpty ? name + emptyMark : "\(name)=\(value)"
    }

    /// Encodes a value. Reserved expansion keeps percent-escapes (RFC 6570 section 3.2.3).
    private func encode(_ text: String) -> String {
        guard allowsReserved else { return text.percentEncoded(keeping: .unreserved) }
        let bytes = Array(text.utf8)
        return bytes.indices.map { index in
            Self.isEscape(bytes, at: index) ? "%" : [bytes[index]].percentEncoded(keeping: Self.reserved)
        }
        .joined()
    }
}
