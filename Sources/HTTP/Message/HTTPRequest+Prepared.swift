import Hashing
import Platform

extension HTTPRequest {
    /// This request as it can be sent: checked, with the headers of its body and of its user info where it sets none itself.
    ///
    /// The one place of validation; a transport calls it before anything else, so that nothing is sent of a request that is wrong.
    /// - Throws: ``HTTPError/Code/invalidRequest``, with a message that names the part, what is wrong with it and what to write instead.
    public func prepared() throws(HTTPError) -> HTTPRequest {
        var request = self
        let additions = body.additionalHeaders
        if !additions.isEmpty, !body.isEmpty { request.headers.merge(defaults: additions) }
        let userProblem = request.moveUserInfoIntoHeader()
        request.writeHostInASCII()
        if let problem = userProblem ?? request.firstProblem() {
            throw HTTPError(.invalidRequest, request: self, message: problem)
        }
        return request
    }

    /// - Returns: what is wrong with it.
    private mutating func moveUserInfoIntoHeader() -> String? {
        guard let userInfo = target.userInfo else { return nil }
        target.userInfo = nil
        guard !headers.contains("Authorization") else { return nil }
        let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { $0.percentDecoded() }
        guard !parts[0].contains(":") else { return BasicCredentials.colonProblem }
        let plain = "\(parts[0]):\(parts.count > 1 ? parts[1] : "")"
        headers.append("Authorization", "Basic \(Base64.encode(Array(plain.utf8)))")
        return nil
    }

    /// A name that cannot be written so stays, and is refused.
    private mutating func writeHostInASCII() {
        guard let host, !host.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        target.host = DomainName.ascii(host) ?? host
    }

    private func firstProblem() -> String? {
        methodProblem() ?? urlProblem() ?? headers.firstFault ?? bodyProblem()
    }

    private func methodProblem() -> String? { Self.fault(ofMethod: method.rawValue).map { $0 + "." } }

    /// Why a text is no method, as a sentence without its full stop; nil where it is one.
    package static func fault(ofMethod text: String) -> String? {
        guard !ASCII.isToken(text) else { return nil }
        return "The method \(text.quotedForMessage) is not a token: use letters, digits and -, as in GET or PROPFIND"
    }

    /// What is wrong with the URL as it stands, as a sentence; nil where it can be sent, and where it has no host, which an environment may give.
    package var urlFault: String? {
        guard target.unreadableText != nil || host?.isEmpty == false else { return nil }
        var request = self
        request.writeHostInASCII()
        return request.urlProblem()
    }

    private func urlProblem() -> String? {
        if let text = target.unreadableText {
            return "\(text.quotedForMessage) cannot be read as a URL: expected https://host:port/path?query."
        }
        guard ["http", "https"].contains(scheme) else {
            return "The URL scheme \(scheme.quotedForMessage) is not supported: use http or https."
        }
        return hostProblem() ?? targetProblem()
    }

    private static let forbiddenInHosts = ASCIISet("\"#%/<>?@\\^`{|}")

    private func hostProblem() -> String? {
        guard let host, !host.isEmpty else {
            return "The URL has no host: write https://host/path, or choose an environment that names one."
        }
        if let problem = Self.problem(withHost: host) { return problem }
        if let port = target.port, !(1...65535).contains(port) { return "The port \(port) is not between 1 and 65535." }
        return nil
    }

    /// What is wrong with the text of a host, of a server or of a proxy, as it goes out.
    package static func problem(withHost host: String) -> String? {
        if host.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || forbiddenInHosts.contains($0) }) {
            return "The host \(host.quotedForMessage) holds a character that no host name can have."
        }
        return addressProblem(host)
    }

    /// What is wrong with an address in brackets (RFC 3986 section 3.2.2), or with one that lacks them.
    private static func addressProblem(_ host: String) -> String? {
        guard host.utf8.contains(where: { [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":")].contains($0) }) else { return nil }
        let example = "write an IPv6 address in brackets, as in http://[::1]:8080/."
        guard host.contains("[") || host.contains("]") else { return "The host \(host.quotedForMessage) holds a colon: \(example)" }
        guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 1 else {
            return "The host \(host.quotedForMessage) lacks a bracket or has one too many: \(example)"
        }
        guard IPv6Address.parse(host.dropFirst().dropLast()) == nil else { return nil }
        return "The host \(host.quotedForMessage) is no IPv6 address: \(example)"
    }

    private func targetProblem() -> String? {
        guard target.path.isEmpty || target.path.hasPrefix("/") || (target.path == "*" && target.query == nil) else {
            return "The path \(target.path.quotedForMessage) must begin with / once the host is known."
        }
        guard requestTarget.utf8.allSatisfy(ASCIISet.visible.contains) else {
            return "The path or query holds a space, a control or a character outside ASCII: percent-encode it."
        }
        return nil
    }

    private func bodyProblem() -> String? {
        do {
            try body.validate()
            return nil
        } catch {
            return "The body cannot be sent: \(error)"
        }
    }
}
