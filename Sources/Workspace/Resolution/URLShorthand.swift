import HTTP
import Platform

/// Expands typed URLs without a scheme, such as `:3000/x` and `localhost:3000/x`.
package enum URLShorthand {
    /// The URL with its scheme and host.
    ///
    /// Text with a port, and `localhost`, are always hosts. `example.com/x` is a host unless it can be relative to an environment. Local
    /// hosts, numeric addresses and ports other than 443 use plain HTTP, all others TLS.
    static func expanded(_ text: String, isRelativeByDefault: Bool) -> String {
        if text.hasPrefix("//") { return "https:" + text }
        guard !text.hasPrefix("/"), !hasScheme(text) else { return text }
        if text.hasPrefix(":") {
            let next = text.dropFirst().first
            if next?.isWholeNumber == true { return "http://localhost" + text }
            if next == nil || next == "/" { return "http://localhost" + text.dropFirst() }
        }
        let authority = text.prefix { !"/?#".contains($0) }
        let (host, port) = split(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
        guard isHost(host, port, isRelativeByDefault: isRelativeByDefault) else { return text }
        let isPlain = port.map { $0 != "443" } ?? isLocalOrAddress(host)
        return (isPlain ? "http://" : "https://") + text
    }

    /// The URL with the scheme and host that it is sent to, or after a base URL if it is a path. Its references stay.
    ///
    /// - Parameters:
    ///   - server: the base URL of an environment, without a slash at its end; nil if there is none, so that a path stays as it is.
    ///   - values: the value of a variable; nil for one that is not known, which may be a whole URL.
    package static func absolute(_ url: String, server: String?, values: (String) -> String?) -> String {
        let text = String(url.trimmingSpacesAndTabs)
        var functions = DynamicValues(now: Date(timeIntervalSince1970: 0))
        let known = filled(text, depth: 8) { values($0) ?? ($0.hasPrefix("$") ? functions.value(of: String($0.dropFirst())) : nil) }
        let front = known.prefix { !"/?#".contains($0) }
        guard !hasScheme(known), !known.hasPrefix("{{"), !front.hasSuffix(":") || !front.contains("{{") else { return text }
        let full = expanded(known, isRelativeByDefault: server != nil)
        guard full == known else {
            // The scheme and host replace the colon of `:/path`.
            let isColon = known.hasPrefix(":") && !full.hasSuffix(known)
            guard !isColon || text.hasPrefix(":") else { return text }
            let added = full.utf8.dropLast(known.utf8.count - (isColon ? 1 : 0))
            return String(decoding: added, as: UTF8.self) + (isColon ? text.dropFirst() : text[...])
        }
        guard let server else { return text }
        return server + (known.first.map { "/?#".contains($0) } ?? true ? "" : "/") + text
    }

    /// The scheme and host of a URL that ``absolute(_:server:values:)`` made, or the variable in their place; nil for a path.
    fileprivate static func server(of url: String, values: (String) -> String?) -> String? {
        let front = String(url.prefix { !"/?#".contains($0) })
        if front.hasSuffix(":"), url.dropFirst(front.count).hasPrefix("//") {
            let authority = url.dropFirst(front.count + 2).prefix { !"/?#".contains($0) }
            return front + "//" + (authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
        }
        guard front.hasPrefix("{{") else { return nil }
        // A known value may have a path, which belongs to the request alone.
        let known = filled(front, depth: 8, values)
        guard !known.hasPrefix("{{"), let whole = server(of: known, values: values) else { return front }
        return whole == known ? front : whole
    }

    /// The text with the values of its references. One without a known value stays, but after a colon it is a port.
    fileprivate static func filled(_ text: String, depth: Int, _ values: (String) -> String?) -> String {
        var (result, start) = ("", text.startIndex)
        for case .reference(let name, let range) in Template(text).parts {
            result += text[start..<range.lowerBound]
            start = range.upperBound
            if depth > 0, let value = values(name) {
                result += filled(value, depth: depth - 1, values)
            } else {
                result += result.hasSuffix(":") ? "0" : text[range]
            }
        }
        return result + text[start...]
    }

    private static func hasScheme(_ text: String) -> Bool {
        let scheme = text.utf8.prefix { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "+-.".utf8.contains(byte)
        }
        return !scheme.isEmpty && text.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
    }

    /// The host and the digits of the port; nil without a port.
    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?) {
        guard let colon = authority.lastIndex(of: ":") else { return (authority, nil) }
        let port = authority[authority.index(after: colon)...]
        let isPort = !port.isEmpty && port.allSatisfy { $0.isASCII && $0.isNumber }
        return isPort ? (authority[..<colon], port) : (authority, nil)
    }

    private static func isHost(_ host: Substring, _ port: Substring?, isRelativeByDefault: Bool) -> Bool {
        guard !host.isEmpty else { return false }
        if port != nil || host == "localhost" || host.hasPrefix("[") { return true }
        return !isRelativeByDefault && host.contains(".") && !host.hasPrefix(".") && !host.contains(":")
    }

    private static func isLocalOrAddress(_ host: Substring) -> Bool {
        host == "localhost" || host.hasPrefix("[") || host.hasSuffix(".localhost") || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}

extension AuthDraft {
    /// The fields with endpoints of OAuth 2.0, which may be paths on the server of the request.
    package static let endpoints = ["authorizationURL", "tokenURL", "deviceURL"]

    /// Puts the server of a request, whose URL ``URLShorthand/absolute(_:server:values:)`` made, before endpoints that are paths.
    package mutating func completeEndpoints(beside url: String, values: (String) -> String?) {
        guard kind == .oauth2, let server = URLShorthand.server(of: url, values: values) else { return }
        for field in Self.endpoints {
            let path = URLShorthand.filled(self[field], depth: 8, values)
            if path.hasPrefix("/"), !path.hasPrefix("//") { self[field] = server + self[field] }
        }
    }
}

extension StringProtocol {
    /// The text after the scheme of a URL; the whole text if there is none.
    package var withoutScheme: SubSequence { firstRange(of: "://").map { self[$0.upperBound...] } ?? self[...] }
}

/// Validates typed URLs, as far as that is possible before variables are resolved.
public enum URLIssue {
    /// The maximum number of bytes that are validated: scheme, host and port are shorter.
    private static let maxByteCount = 4096

    /// The reason why a URL is invalid, as a sentence without its full stop; nil if it is valid or depends on a variable.
    public static func reason(against text: String) -> String? {
        guard !text.isEmpty else { return nil }
        let start = Substring(String(decoding: text.utf8.prefix(maxByteCount), as: UTF8.self)).trimmingSpacesAndTabs
        let slashes = start.firstRange(of: "://")
        let end = authorityEnd(of: start, from: slashes?.upperBound ?? start.startIndex)
        guard start[..<end].contains("{{") else { return fault(of: start[..<end]) }
        // A variable at the beginning may contain the scheme, and even the path.
        guard let slashes else { return nil }
        let scheme = start[..<slashes.lowerBound]
        return variableFault(scheme.contains("{{") ? "https" : scheme, start[slashes.upperBound..<end])
    }

    /// The reason why a text is not a complete URL with scheme and host; nil if it is one, or depends on a variable.
    public static func reason(againstWhole text: String) -> String? {
        let expected = "a URL such as https://host/path"
        let url = text.trimmingSpacesAndTabs
        guard !url.isEmpty, !url.contains("{{") else { return nil }
        guard let slashes = url.firstRange(of: "://"), slashes.upperBound < url.endIndex, !url.contains(where: \.isWhitespace) else {
            return expected
        }
        return reason(against: text).map { "\(expected). \($0)" }
    }

    private static func fault(of url: Substring) -> String? {
        var request = HTTPRequest()
        // Without the environment, `name.ending/x` can be a host or a path.
        request.url = withoutUser(URLShorthand.expanded(String(url), isRelativeByDefault: true)[...])
        guard let fault = request.urlFault else { return nil }
        return fault.hasSuffix(".") ? String(fault.dropLast()) : fault
    }

    /// The fault of a host or port. Each is validated separately: a variable in one does not affect the other.
    private static func variableFault(_ scheme: Substring, _ authority: Substring) -> String? {
        let place = Substring(withoutUser(authority))
        let isInBrackets = place.hasPrefix("[") && !place.contains("]")
        let colon = isInBrackets ? nil : place.lastIndex(of: ":")
        guard let colon, !place[colon...].contains("]"), !place[colon...].contains("}}") || place[colon...].contains("{{") else {
            return place.contains("{{") ? nil : fault(of: "\(scheme)://\(place)")
        }
        let (host, port) = (place[..<colon], place[colon...])
        return fault(of: "\(scheme)://\(host.contains("{{") ? "h" : host)\(port.contains("{{") ? "" : port)")
    }

    /// Removes the password from a message.
    private static func withoutUser(_ text: Substring) -> String {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        guard let at = text[start...].lastIndex(of: "@") else { return String(text) }
        return String(text[..<start] + text[text.index(after: at)...])
    }

    /// The end of scheme, host and port: the first `/`, `?` or `#` outside a variable.
    private static func authorityEnd(of text: Substring, from start: Substring.Index) -> Substring.Index {
        let bytes = text.utf8
        var index = start
        while let next = bytes[index...].firstIndex(where: { "/?#{".utf8.contains($0) }) {
            guard bytes[next] == UInt8(ascii: "{") else { return next }
            let isVariable = bytes[next...].starts(with: "{{".utf8)
            index = isVariable ? text[next...].firstRange(of: "}}")?.upperBound ?? bytes.index(after: next) : bytes.index(after: next)
        }
        return text.endIndex
    }
}
