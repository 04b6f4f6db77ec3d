internal import HTTP
internal import JSON
import Platform
internal import RegularExpressions

/// A form of text that `format` names (JSON Schema Validation, section 7.3).
struct SchemaFormat: Sendable {
    /// The form as the rest of a sentence: `a date such as 2024-05-31`.
    let phrase: String
    let matches: @Sendable (String) -> Bool

    /// The format of that name; nil for an unknown one, which accepts everything.
    static func named(_ name: String, in dialect: SchemaDialect) -> SchemaFormat? {
        // Until draft 6, labels that look like encoded international names were not decoded.
        name == "hostname" && dialect.version <= .draft6 ? plainHostname : all[name]
    }

    private static let plainHostname = SchemaFormat(phrase: "a host name") { DomainNameFormat.isHostname($0, readsEncodedLabels: false) }

    private static let all: [String: SchemaFormat] = [
        "date-time": .init(phrase: "a date and time such as 2024-05-31T12:00:00Z", matches: DateFormat.isDateTime),
        "date": .init(phrase: "a date such as 2024-05-31", matches: DateFormat.isDate),
        "time": .init(phrase: "a time such as 12:00:00Z", matches: DateFormat.isTime),
        "duration": pattern("a duration such as P3DT12H", duration),
        "email": .init(phrase: "an email address") { isEmail($0, isInternational: false) },
        "idn-email": .init(phrase: "an email address") { isEmail($0, isInternational: true) },
        "hostname": .init(phrase: "a host name") { DomainNameFormat.isHostname($0, readsEncodedLabels: true) },
        "idn-hostname": .init(phrase: "a host name", matches: DomainNameFormat.isInternationalHostname),
        "ipv4": .init(phrase: "an IPv4 address", matches: URIFormat.isIPv4),
        "ipv6": .init(phrase: "an IPv6 address", matches: URIFormat.isIPv6),
        "uri": .init(phrase: "a URI") { URIFormat(isRelative: false, isInternational: false).accepts($0) },
        "uri-reference": .init(phrase: "a URI or a relative reference") { URIFormat(isRelative: true, isInternational: false).accepts($0) },
        "iri": .init(phrase: "an IRI") { URIFormat(isRelative: false, isInternational: true).accepts($0) },
        "iri-reference": .init(phrase: "an IRI or a relative reference") { URIFormat(isRelative: true, isInternational: true).accepts($0) },
        "uri-template": pattern("a URI template", uriTemplate),
        "uuid": pattern("a UUID", "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"),
        "json-pointer": pattern("a JSON pointer such as /a/0", "^\(pointer)$"),
        "relative-json-pointer": pattern("a relative JSON pointer such as 1/a", "^(?:0|[1-9][0-9]*)(?:#|\(pointer))$"),
        "regex": .init(phrase: "a regular expression") { ECMAPattern.isPattern($0) },
    ]

    private static func pattern(_ phrase: String, _ text: String) -> SchemaFormat {
        let pattern = try? ECMAPattern(text)
        return SchemaFormat(phrase: phrase) { pattern?.matches($0) ?? true }
    }

    private static let pointer = "(?:/(?:[^~/]|~[01])*)*"

    /// RFC 3339 appendix A.
    private static let duration: String = {
        let time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
        let date = "(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
        return "^P(?:[0-9]+W|\(date)(?:\(time))?|\(time))$"
    }()

    /// RFC 6570 section 2.
    private static let uriTemplate: String = {
        let character = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})"
        let variable = "\(character)(?:\\.?\(character))*(?::[1-9][0-9]{0,3}|\\*)?"
        return "^(?:[^\\x00-\\x20\"%<>\\\\^`{|}\\x7f]|%[0-9A-Fa-f]{2}|\\{[+#./;?&=,!@|]?\(variable)(?:,\(variable))*\\})*$"
    }()

    /// RFC 5321 section 4.1.2, and RFC 6531 for international addresses.
    private static func isEmail(_ text: String, isInternational: Bool) -> Bool {
        guard let at = text.lastIndex(of: "@") else { return false }
        let domain = String(text[text.index(after: at)...])
        guard (isInternational ? internationalLocalPart : localPart)?.matches(String(text[..<at])) ?? true else { return false }
        if domain.hasPrefix("["), domain.hasSuffix("]") {
            let address = String(domain.dropFirst().dropLast())
            return address.hasPrefix("IPv6:") ? URIFormat.isIPv6(String(address.dropFirst(5))) : URIFormat.isIPv4(address)
        }
        // The label of an international address is not checked against the tables of IDNA, since it may be normalized first.
        let ascii = isInternational ? String(domain.map { $0.isASCII ? $0 : "a" }) : domain
        return DomainNameFormat.isHostname(ascii, readsEncodedLabels: false)
    }

    private static let localPart = try? ECMAPattern(localPart(others: ""))
    private static let internationalLocalPart = try? ECMAPattern(localPart(others: "\\u{80}-\\u{10ffff}"))

    private static func localPart(others: String) -> String {
        let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\(others)-]+"
        return "^(?:\(atom)(?:\\.\(atom))*|\"(?:[ !#-\\[\\]-~\(others)]|\\\\[ -~])*\")$"
    }

    /// The unmet rule of an encoded text; nil if it is met, or not known.
    static func unmetContent(_ text: String, encoding: String?, mediaType: String?) -> String? {
        var bytes = Array(text.utf8)
        if encoding == "base64" {
            guard let data = Data(base64Encoded: text) else { return "a text in Base64" }
            bytes = Array(data)
        }
        guard mediaType == "application/json" else { return nil }
        return (try? JSONValue(parsing: bytes)) == nil ? "a text that contains JSON" : nil
    }
}

/// Dates and times of RFC 3339, section 5.6.
private enum DateFormat {
    static func isDateTime(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > 11, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
        return isDate(bytes[..<10]) && isTime(bytes[11...])
    }

    static func isDate(_ text: String) -> Bool { isDate(Array(text.utf8)[...]) }

    static func isTime(_ text: String) -> Bool { isTime(Array(text.utf8)[...]) }

    private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        guard let year = number(&rest, 4), consume(&rest, "-"), let month = number(&rest, 2), consume(&rest, "-"),
            let day = number(&rest, 2),
            rest.isEmpty, (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        return (1...days).contains(day)
    }

    private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        guard let hour = number(&rest, 2), consume(&rest, ":"), let minute = number(&rest, 2), consume(&rest, ":"),
            let second = number(&rest, 2),
            hour < 24, minute < 60, second <= 60
        else { return false }
        if consume(&rest, ".") {
            guard number(&rest, 1) != nil else { return false }
            while number(&rest, 1) != nil {}
        }
        guard let offset = offset(&rest), rest.isEmpty else { return false }
        // A leap second is the last one of a day in UTC.
        let minutes = hour * 60 + minute - offset
        return second < 60 || (minutes % 1440 + 1440) % 1440 == 1439
    }

    /// The minutes by which a time zone is ahead of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if consume(&rest, "Z") || consume(&rest, "z") { return 0 }
        let isNegative = rest.first == UInt8(ascii: "-")
        guard consume(&rest, "+") || consume(&rest, "-"), let hour = number(&rest, 2), consume(&rest, ":"), let minute = number(&rest, 2),
            hour < 24, minute < 60
        else { return nil }
        return (hour * 60 + minute) * (isNegative ? -1 : 1)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func consume(_ rest: inout ArraySlice<UInt8>, _ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }
}

/// Checks URIs strictly (RFC 3986), and IRIs (RFC 3987).
private struct URIFormat {
    let isRelative: Bool
    let isInternational: Bool

    func accepts(_ text: String) -> Bool {
        let reference = URIReference(text)
        guard isRelative || reference.scheme != nil else { return false }
        // The first segment of a relative path contains no colon, which would look like a scheme (section 4.2).
        let firstSegment = reference.path.prefix { $0 != "/" }
        if reference.scheme == nil, reference.authority == nil, firstSegment.contains(":") { return false }
        guard reference.authority.map(isAuthority) ?? true else { return false }
        guard reference.authority == nil || reference.path.isEmpty || reference.path.hasPrefix("/") else { return false }
        return isText(reference.path, ":@/") && isText(reference.query ?? "", ":@/?", isQuery: true)
            && isText(reference.fragment ?? "", ":@/?")
    }

    private func isAuthority(_ text: String) -> Bool {
        var host = text[...]
        if let at = text.lastIndex(of: "@") {
            guard isText(String(text[..<at]), ":") else { return false }
            host = text[text.index(after: at)...]
        }
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return false }
            let rest = host[host.index(after: end)...]
            return (rest.isEmpty || Self.isPort(rest)) && Self.isLiteral(host[..<end].dropFirst())
        }
        let name = host.prefix { $0 != ":" }
        let port = host.dropFirst(name.count)
        return isText(String(name), "") && (port.isEmpty || Self.isPort(port))
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.hasPrefix(":") && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isLiteral(_ text: Substring) -> Bool {
        guard text.hasPrefix("v") || text.hasPrefix("V") else { return isIPv6(String(text)) }
        let parts = text.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        return parts[0].allSatisfy(\.isHexDigit) && URIFormat(isRelative: false, isInternational: false).isText(String(parts[1]), ":")
    }

    /// True if the text holds unreserved characters, percent-escapes, sub-delimiters and some more.
    private func isText(_ text: String, _ others: String, isQuery: Bool = false) -> Bool {
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "%" {
                let digits = scalars.prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return false }
            } else if !scalar.isASCII {
                guard isInternational, Self.isInternational(scalar.value, isQuery: isQuery) else { return false }
            } else if !Self.plain.contains(scalar), !others.unicodeScalars.contains(scalar) {
                return false
            }
        }
        return true
    }

    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=".unicodeScalars)

    /// RFC 3987 section 2.2.
    private static func isInternational(_ value: UInt32, isQuery: Bool) -> Bool {
        switch value {
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
        case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: isQuery
        default: value & 0xFFFF < 0xFFFE && (0x10000...0xEFFFD).contains(value)
        }
    }

    static func isIPv4(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
                return part.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256 && (part.count == 1 || part.first != 0x30)
            }
    }

    /// RFC 4291 section 2.2.
    static func isIPv6(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        var groups = text.split(separator: ":", omittingEmptySubsequences: false)
        var count = 0
        if let last = groups.last, last.contains(".") {
            guard isIPv4(String(last)), groups.count > 1 else { return false }
            groups.removeLast()
            if groups.last?.isEmpty == true, groups.count > 2 || groups.first?.isEmpty == true { groups.append("") }
            count = 2
        }
        let halves = text.components(separatedBy: "::")
        guard halves.count <= 2 else { return false }
        let hexadecimal = groups.filter { !$0.isEmpty }
        guard hexadecimal.allSatisfy({ $0.count <= 4 && $0.allSatisfy(\.isHexDigit) }) else { return false }
        count += hexadecimal.count
        if halves.count == 1 { return count == 8 && groups.allSatisfy { !$0.isEmpty } }
        let hasStrayColon = halves.contains { $0.hasPrefix(":") || $0.hasSuffix(":") }
        return count < 8 && !hasStrayColon
    }
}
