/// Puts what people write together without changing it: no dots resolved, nothing encoded. For what servers write see ``WebURL``.
public enum URLReference {
    /// A reference within a base, both as written.
    ///
    /// An absolute reference is taken as it is; `//host` takes the base's scheme, `/path` its origin, `?query` its path; any other takes the
    /// place of what follows the base's last slash.
    public static func resolve(_ reference: String, against base: String) -> String {
        let base = Parts(base)
        if isAbsolute(reference) { return reference }
        if reference.hasPrefix("//") || reference.hasPrefix("\\\\") { return "\(base.scheme):\(reference)" }
        if reference.isEmpty { return base.origin + (base.path.isEmpty ? "/" : base.path) + base.query }
        switch reference.first {
        case "/", "\\": return base.origin + reference
        case "?": return base.origin + base.path + reference
        case "#": return base.origin + base.path + base.query + reference
        default: return base.origin + base.folder + reference
        }
    }

    /// `scheme://` and something behind it.
    private static func isAbsolute(_ reference: String) -> Bool {
        guard let colon = reference.firstIndex(of: ":"), ASCII.isScheme(reference[..<colon]) else { return false }
        return reference[colon...].hasPrefix("://") && reference[colon...].utf8.count > 3
    }

    /// A base, without its fragment, its path with slashes the right way round.
    private struct Parts {
        let scheme: String
        let origin: String
        let path: String
        let query: String

        init(_ text: String) {
            let whole = text.prefix { $0 != "#" }
            let mark = whole.firstIndex(of: "?") ?? whole.endIndex
            query = String(whole[mark...])
            let address = whole[..<mark]
            let colon = address.firstIndex(of: ":") ?? address.startIndex
            scheme = String(address[..<colon])
            let authority = address[colon...].hasPrefix("://") ? address[colon...].dropFirst(3) : address[colon...]
            let slash = authority.firstIndex { $0 == "/" || $0 == "\\" } ?? address.endIndex
            origin = String(address[..<slash])
            path = String(address[slash...].map { $0 == "\\" ? "/" : $0 })
        }

        /// Up to and with the last slash.
        var folder: String {
            path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        }
    }
}
