public import Platform

/// A cookie in a jar (RFC 6265bis section 5.7, "storage model").
public struct StoredCookie: Hashable, Sendable, Codable {
    /// The rule for sending a cookie with cross-site requests.
    public enum SameSite: String, Hashable, Sendable, CaseIterable, Codable {
        /// Sent always; the cookie must be secure.
        case none = "None"
        /// Sent with safe methods.
        case lax = "Lax"
        /// Never sent.
        case strict = "Strict"
    }

    /// The name, which is not empty for a cookie from a server: RFC 6265 has no nameless cookies, although browsers do.
    public var name: String
    /// The value as sent, including quotes.
    public var value: String
    /// The domain in lower case ASCII, without a leading dot.
    public var domain: String
    /// The path, which begins with `/`.
    public var path: String
    /// The expiry date; nil for a session cookie.
    public var expires: Date?
    /// True if the cookie is sent over https and to this machine only.
    public var isSecure: Bool
    /// True if the cookie is hidden from scripts.
    public var isHTTPOnly: Bool
    /// True if the cookie is for exactly ``domain`` and not for names below it.
    public var isHostOnly: Bool
    /// The rule for requests from other sites; nil if the server did not set one.
    public var sameSite: SameSite?
    /// The time at which the jar first stored the cookie; older cookies are sent first.
    public var creation: Date

    /// Creates a cookie.
    public init(
        name: String, value: String, domain: String, path: String = "/", expires: Date? = nil, isSecure: Bool = false,
        isHTTPOnly: Bool = false, isHostOnly: Bool = true, sameSite: SameSite? = nil, creation: Date
    ) {
        self.name = name
        self.value = value
        self.domain = domain
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.isHostOnly = isHostOnly
        self.sameSite = sameSite
        self.creation = creation
    }

    /// The properties that identify a cookie in its jar; a newer cookie with the same key replaces it.
    public struct Key: Hashable, Sendable {
        let name: String
        let domain: String
        let path: String
        let isHostOnly: Bool
    }

    /// The key that identifies the cookie in its jar.
    public var key: Key { Key(name: name, domain: domain, path: path, isHostOnly: isHostOnly) }

    func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// The reason why no server could have set this cookie (RFC 6265bis sections 4.1 and 5.7), as a sentence for a user; nil if one could.
    ///
    /// Does not check for public suffixes; ``CookieJar/apply(_:to:)`` does.
    public var fault: String? { nameFault ?? placeFault ?? attributeFault }

    /// The problem of a name or value that a header field could not carry or would split.
    private var nameFault: String? {
        if name.isEmpty { return "It needs a name." }
        if Self.isUnfit(name) || name.contains("=") { return "Its name contains a control character, “=” or “;”." }
        if Self.isUnfit(value) { return "Its value contains a control character or “;”." }
        if [name, value].contains(where: { ASCII.trimmed($0) != $0 }) { return "Its name or value begins or ends with a space." }
        let (count, most) = (name.utf8.count + value.utf8.count, SetCookie.maxNameAndValueBytes)
        return count > most ? "Name and value have \(count) bytes; the maximum is \(most)." : nil
    }

    /// True if the text contains a character that ends it in a `Set-Cookie` field.
    private static func isUnfit(_ text: String) -> Bool {
        holdsControl(text) || text.utf8.contains(UInt8(ascii: ";"))
    }

    /// True if the text contains a control character other than a tab, for which a field is ignored (RFC 6265bis section 5.6).
    static func holdsControl(_ text: String) -> Bool { text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }

    /// True if a server may refuse a request with this cookie. Only a file from elsewhere or from an older version contains such a cookie.
    var holdsControl: Bool { Self.holdsControl(name) || Self.holdsControl(value) }

    private var placeFault: String? {
        if domain.isEmpty { return "It needs a domain." }
        guard !Self.isUnfit(domain), WebHost.parse(domain, isOpaque: false) == domain else {
            return "“\(domain)” is not a host name in lower case."
        }
        if !path.hasPrefix("/") { return "Its path must begin with /." }
        if Self.isUnfit(path) { return "Its path contains a control character or “;”." }
        return path.utf8.count > SetCookie.maxAttributeBytes ? "Its path is longer than \(SetCookie.maxAttributeBytes) bytes." : nil
    }

    /// The problem of a cookie that violates its attributes or the prefix of its name.
    private var attributeFault: String? {
        if sameSite == StoredCookie.SameSite.none, !isSecure { return "SameSite=None needs Secure." }
        let lower = ASCII.lowercased(name)
        if lower.hasPrefix("__secure-"), !isSecure { return "A name with __Secure- needs Secure." }
        if lower.hasPrefix("__host-"), !(isSecure && isHostOnly && path == "/") {
            return "A name with __Host- needs Secure, HostOnly and the path /."
        }
        return nil
    }
}

/// A parsed `Set-Cookie` field (RFC 6265 section 5.2, with the limits and attributes of RFC 6265bis section 5.6).
///
/// A field without `=` or without a name is not a cookie, as in RFC 6265; browsers differ. NUL, CR and LF end the field, as the cases
/// DISABLED_CHROMIUM0022 and 0023 of the IETF's corpus require, although RFC 6265bis refuses such a field; any other control character but
/// the tab refuses it.
struct SetCookie {
    static let maxNameAndValueBytes = 4096
    static let maxAttributeBytes = 1024

    let name: String
    let value: String
    /// The attributes in order, with names in lower case; the last of a name wins.
    let attributes: [(name: String, value: String)]

    init?(_ field: String) {
        // A header field could not carry these characters.
        let text = String(field.unicodeScalars.prefix { ![0, 0x0A, 0x0D].contains($0.value) })
        guard !StoredCookie.holdsControl(text) else { return nil }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
        name = ASCII.trimmed(pair[..<equals])
        value = ASCII.trimmed(pair[pair.index(after: equals)...])
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.maxNameAndValueBytes else { return nil }
        attributes = parts.dropFirst().map(Self.attribute).filter { $0.value.utf8.count <= Self.maxAttributeBytes }
    }

    private static func attribute(_ text: Substring) -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "=") else { return (ASCII.lowercased(ASCII.trimmed(text)), "") }
        return (ASCII.lowercased(ASCII.trimmed(text[..<equals])), ASCII.trimmed(text[text.index(after: equals)...]))
    }

    private func last(_ name: String) -> String? { attributes.last { $0.name == name }?.value }

    /// The domain in lower case without one leading dot; nil without a usable attribute. An empty one is ignored.
    var domain: String? {
        guard let text = attributes.last(where: { $0.name == "domain" && !$0.value.isEmpty })?.value else { return nil }
        return ASCII.lowercased(text.hasPrefix(".") ? text.dropFirst() : text[...])
    }

    /// The path; nil if the path of the request is used.
    var path: String? { last("path").flatMap { $0.hasPrefix("/") ? $0 : nil } }

    var isSecure: Bool { last("secure") != nil }
    var isHTTPOnly: Bool { last("httponly") != nil }

    var sameSite: StoredCookie.SameSite? {
        last("samesite").flatMap { text in StoredCookie.SameSite.allCases.first { ASCII.equalIgnoringCase($0.rawValue, text) } }
    }

    /// The expiry date, at most 400 days ahead (RFC 6265bis section 5.5); nil for a session cookie. `Max-Age` precedes `Expires`.
    func expires(now: Date) -> Date? {
        let latest = now.addingTimeInterval(400 * 86_400)
        if let seconds = attributes.last(where: { $0.name == "max-age" && Self.isInteger($0.value) })?.value {
            guard let number = Double(seconds), number > 0 else { return .distantPast }
            return min(now.addingTimeInterval(min(number, 1e9)), latest)
        }
        guard let date = attributes.last(where: { $0.name == "expires" && CookieDate.date(from: $0.value) != nil })?.value else {
            return nil
        }
        return CookieDate.date(from: date).map { min($0, latest) }
    }

    private static func isInteger(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.utf8.allSatisfy(ASCII.isDigit)
    }
}

/// Dates in `Set-Cookie`, parsed leniently as in RFC 6265 section 5.1.1.
public enum CookieDate {
    /// The date in a text with any order and separators; nil without a day, month, year and time.
    public static func date(from text: String) -> Date? {
        var found = Found()
        for token in text.utf8.split(whereSeparator: isDelimiter) { found.readToken(Array(token)) }
        return found.civil?.date
    }

    /// True for delimiters: ASCII characters other than digits, letters and colons.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}

/// The parts of a date, each from the first token that matches.
private struct Found {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?

    mutating func readToken(_ token: [UInt8]) {
        if time == nil, let value = Self.time(token) {
            time = value
        } else if day == nil, let value = Self.number(token, digits: 1...2) {
            day = value
        } else if month == nil, token.count >= 3, let value = CivilTime.month(named: String(decoding: token, as: UTF8.self)) {
            month = value
        } else if year == nil, let value = Self.number(token, digits: 2...4) {
            year = value
        }
    }

    var civil: CivilTime? {
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, time.second <= 59 else { return nil }
        let civil = CivilTime(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        return civil.isValid ? civil : nil
    }

    /// The number at the start of a token, if it has this many digits.
    private static func number(_ token: [UInt8], digits: ClosedRange<Int>) -> Int? {
        let leading = token.prefix(while: ASCII.isDigit)
        guard digits.contains(leading.count) else { return nil }
        return Int(String(decoding: leading, as: UTF8.self))
    }

    private static func time(_ token: [UInt8]) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 3, parts[0].allSatisfy(ASCII.isDigit), parts[1].allSatisfy(ASCII.isDigit) else { return nil }
        let numbers = parts.compactMap { number($0, digits: 1...2) }
        return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }
}
