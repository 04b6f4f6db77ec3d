import HTTP

/// Parses network addresses in options.
enum OptionTexts {
    /// Parses `http://user:password@host:port` or `socks5://…`; without a scheme the proxy speaks HTTP.
    static func proxy(_ text: String) -> HTTPProxy? {
        let url = HTTPRequest(url: text.contains("://") ? text : "http://\(text)")
        guard let kind = HTTPProxy.Kind(rawValue: url.scheme), let host = url.host, !host.isEmpty else { return nil }
        let isSOCKS = kind != .http && kind != .https
        return HTTPProxy(
            kind: kind, host: host, port: url.port ?? (isSOCKS ? 1080 : kind == .https ? 443 : 80), credentials: credentials(of: url))
    }

    private static func credentials(of url: HTTPRequest) -> BasicCredentials? {
        guard let info = url.percentEncodedUserInfo else { return nil }
        let parts = info.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { part in
            // Paths are decoded by the same rules.
            var holder = HTTPRequest()
            holder.percentEncodedPath = String(part)
            return holder.path
        }
        return BasicCredentials(username: parts[0], password: HTTPSecret(parts.count > 1 ? parts[1] : ""))
    }

    /// Parses `host:port:address,address` (curl(1), `--resolve`); `*` is any host, and an IPv6 host has brackets.
    static func addressOverride(_ text: String) -> HTTPAddressOverride? {
        let parts = parts(of: text, limit: 3)
        guard parts.count == 3, !parts[0].isEmpty, let port = port(parts[1]) else { return nil }
        let addresses = parts[2].split(separator: ",", omittingEmptySubsequences: false).map { unbracketed(String($0)) }
        let areNumeric = addresses.allSatisfy { address in
            address.contains { $0 == "." || $0 == ":" } && address.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
        }
        return areNumeric ? HTTPAddressOverride(host: parts[0], port: port, addresses: addresses) : nil
    }

    /// Parses `host:port:host:port` (curl(1), `--connect-to`); an empty part means any, or the same.
    static func connectOverride(_ text: String) -> HTTPConnectOverride? {
        let parts = parts(of: text, limit: 5)
        guard parts.count == 4, parts[1].isEmpty || port(parts[1]) != nil, parts[3].isEmpty || port(parts[3]) != nil else { return nil }
        let hosts = [parts[0], parts[2]].map { $0.isEmpty ? nil : $0 }
        return HTTPConnectOverride(host: hosts[0], port: port(parts[1]), newHost: hosts[1], newPort: port(parts[3]))
    }

    /// True for `sha256//` followed by the Base64 of 32 bytes.
    static func isPin(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(8)
        return text.hasPrefix("sha256//") && digits.count == 44 && digits.last == UInt8(ascii: "=")
            && String(digits.dropLast())?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "/") } == true
    }

    private static func port(_ text: String) -> Int? { Int(text).flatMap { (1...65535).contains($0) ? $0 : nil } }

    /// Splits at colons that are not within brackets.
    private static func parts(of text: String, limit: Int) -> [String] {
        var parts = [""]
        var isBracketed = false
        for character in text {
            if character == "[" || character == "]" { isBracketed = character == "[" }
            if character == ":", !isBracketed, parts.count < limit {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    private static func unbracketed(_ text: String) -> String {
        text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    }
}
