import HTTP
import Platform

/// Refuses requests that a foreign web page sends through a user's browser.
///
/// A page whose name is made to point at this machine (DNS rebinding) sends its own name in `Host`, and a page elsewhere sends its origin. Only
/// addresses, names of this machine and names that cannot be registered reach the server, unless the configuration names others.
struct AccessPolicy: Sendable {
    /// Names that cannot be registered, and so cannot be made to point here (RFC 2606, RFC 6761).
    private static let reserved = ["localhost", "test", "example", "invalid"]
    private let names: Set<String>
    private let allowsAll: Bool

    /// - Parameter names: names by which the server is known; `*` allows all of them.
    init(names: [String]) {
        allowsAll = names.contains("*")
        self.names = Set(names.map(Self.canonical))
    }

    /// Throws a 403 for a request that names a foreign host or origin.
    func check(_ head: RequestHead) throws(RouteError) {
        guard !allowsAll else { return }
        for authority in head.headers.values(for: "Host") + [head.target.authority].compactMap(\.self) where !isKnown(authority: authority)
        {
            throw refusal("Host", authority)
        }
        let hosts = head.headers.values(for: "Host").compactMap { Self.host(of: $0) }
        for origin in head.headers.values(for: "Origin") where !isKnown(origin: origin, besides: hosts) { throw refusal("Origin", origin) }
        // Scripts and pictures of a foreign page come without an origin; a link that the user follows does too.
        let site = head.headers["Sec-Fetch-Site"]?.lowercased() ?? ""
        let isNavigation = head.headers["Sec-Fetch-Mode"]?.lowercased() == "navigate"
        if site == "cross-site", head.headers["Origin"] == nil, !isNavigation { throw refusal("Sec-Fetch-Site", site) }
    }

    private func refusal(_ header: String, _ value: String) -> RouteError {
        RouteError(
            status: 403, title: "Foreign \(header)",
            detail: "The request says \(header): \(value), which is not this server. Start it with --allow-host to allow other names.")
    }

    /// False for a foreign origin: `null` (a page in a sandbox), or a page at an address that is neither this machine's nor the one that
    /// the request itself names.
    private func isKnown(origin: String, besides hosts: [Substring]) -> Bool {
        guard let slashes = origin.firstRange(of: "://") else { return false }
        let authority = String(origin[slashes.upperBound...])
        guard let host = Self.host(of: authority), isKnown(authority: authority) else { return false }
        let isAddress = host.hasPrefix("[") || Self.isAddress(host, AF_INET)
        return !isAddress || host == "[::1]" || host.hasPrefix("127.") || hosts.contains(host)
    }

    private func isKnown(authority: String) -> Bool {
        guard let host = Self.host(of: authority) else { return false }
        if host.hasPrefix("[") { return Self.isAddress(host.dropFirst().dropLast(), AF_INET6) }
        if Self.isAddress(host, AF_INET) { return true }
        let name = Self.canonical(String(host))
        return names.contains(name) || Self.reserved.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// The host without port; nil if the text is not `host` or `host:port`. Other characters, as of a user or a fragment, are refused: other
    /// programs may take another part of the text for the host.
    private static func host(of authority: String) -> Substring? {
        let text = authority[...]
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            return isPort(text[text.index(after: end)...]) ? text[...end] : nil
        }
        let host = text.prefix { $0 != ":" }
        let isName = !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
        return isPort(text[host.endIndex...]) && isName ? host : nil
    }

    /// True for an empty text, and for a port such as `:8080`.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func isAddress(_ text: Substring, _ family: Int32) -> Bool {
        var storage = in6_addr()
        return inet_pton(family, String(text), &storage) == 1
    }

    private static func canonical(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
