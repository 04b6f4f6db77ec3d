/// What stands between braces: an operator and variables with their modifiers (RFC 6570 section 2.2 and appendix A).
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
            throw URITemplateError(expression: String(text), problem: "begins with an operator that is reserved")
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
        guard isName(name) else { throw URITemplateError(expression: String(text), problem: "is no variable name") }
        return Variable(name: String(name), isExploded: isExploded, prefix: prefix)
    }

    private static func isName(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && PercentEncoding.encode(part) { ASCII.isAlphanumeric($0) || $0 == 0x5F || $0 == 0x25 } == part
                && hasWholeEscapes(part)
        }
    }

    private static func hasWholeEscapes(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.allSatisfy { index in
            bytes[index] != 0x25
                || index + 2 < bytes.count && ASCII.hexValue(bytes[index + 1]) != nil && ASCII.hexValue(bytes[index + 2]) != nil
        }
    }
}

extension URITemplateExpression {
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

    /// Encoded; each list item under the variable's name where one is given.
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

    /// Reserved expansion keeps whole escapes (RFC 6570 section 3.2.3).
    private func encode(_ text: String) -> String {
        guard allowsReserved else { return PercentEncoding.encode(text, isAllowed: PercentEncoding.isUnreserved) }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == 0x25 && index + 2 < bytes.count && ASCII.hexValue(bytes[index + 1]) != nil
                && ASCII.hexValue(bytes[index + 2]) != nil
            if isEscape || PercentEncoding.isUnreserved(byte) || ":/?#[]@!$&'()*+,;=".utf8.contains(byte) {
                output.append(byte)
            } else {
                PercentEncoding.appendEscape(of: byte, to: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
