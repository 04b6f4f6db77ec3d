import Hashing
import Platform

extension HTTPRequest {
    /// The request in the form in which it is sent: validated, with the headers of its body and of its user info unless it sets them
    /// itself.
    ///
    /// All validation happens here. A transport calls it first, so that nothing of an invalid request is sent.
    /// - Throws: ``HTTPError/Code/invalidRequest`` with a message that names the part, the problem, and what to write instead.
    public func prepared() throws(HTTPError) -> HTTPRequest {
        var request = self
        try request.encodeBody()
        let additions = body.additionalHeaders
        if !additions.isEmpty, !body.isEmpty { request.headers.merge(defaults: additions) }
        request.requestPlainRange()
        let userProblem = request.moveUserInfoIntoHeader()
        request.writeHostInASCII()
        if let problem = userProblem ?? request.firstProblem() {
            throw HTTPError(.invalidRequest, request: self, message: problem)
        }
        return request
    }

    /// Encodes a body that is not read in pieces, once for everything that needs its length and bytes.
    private mutating func encodeBody() throws(HTTPError) {
        guard !(body is any HTTPStreamedBody) else { return }
        do {
            body = DataBody(try body.encode(), additionalHeaders: body.additionalHeaders)
        } catch {
            throw HTTPError(.invalidRequest, request: self, underlyingError: error, message: "The body cannot be sent: \(error)")
        }
    }

    /// Asks for the uncompressed bytes of a range: a part of a compressed body cannot be decoded, and servers ignore ranges of bodies that they
    /// compress.
    private mutating func requestPlainRange() {
        guard headers.contains("Range"), !headers.contains("Accept-Encoding"), decompression == .automatic else { return }
        headers.append("Accept-Encoding", "identity")
        decompression = .none
    }

    /// Moves `user:password@` of the URL into `Authorization`.
    /// - Returns: the problem, or nil.
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

    /// Writes the host in ASCII. A name that has no such form is kept, and refused later.
    private mutating func writeHostInASCII() {
        guard let host, !host.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        target.host = DomainName.ascii(host) ?? host
    }

    private func firstProblem() -> String? {
        methodProblem() ?? urlProblem() ?? headers.firstFault ?? bodyProblem()
    }

    private func methodProblem() -> String? { Self.fault(ofMethod: method.rawValue).map { $0 + "." } }

    /// The reason why a text is not a method, as a sentence without its full stop; nil if it is one.
    package static func fault(ofMethod text: String) -> String? {
        guard !ASCII.isToken(text) else { return nil }
        return "The method \(text.quotedForMessage) is not a token: use letters, digits and -, as in GET or PROPFIND"
    }

    /// The problem of the URL as it stands, as a sentence; nil if it can be sent, or has no host yet, which an environment may provide.
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

    /// The problem of a host's text, for a server or a proxy; nil if it can be used.
    package static func problem(withHost host: String) -> String? {
        if host.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || forbiddenInHosts.contains($0) }) {
            return "The host \(host.quotedForMessage) contains a character that host names cannot have."
        }
        return addressProblem(host)
    }

    /// The problem of an IPv6 address, with or without its brackets (RFC 3986 section 3.2.2).
    private static func addressProblem(_ host: String) -> String? {
        guard host.utf8.contains(where: { [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":")].contains($0) }) else { return nil }
        let example = "write an IPv6 address in brackets, as in http://[::1]:8080/."
        guard host.contains("[") || host.contains("]") else { return "The host \(host.quotedForMessage) contains a colon: \(example)" }
        guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 1 else {
            return "The host \(host.quotedForMessage) has unmatched brackets: \(example)"
        }
        guard IPv6Address.parse(host.dropFirst().dropLast()) == nil else { return nil }
        return "The host \(host.quotedForMessage) is not an IPv6 address: \(example)"
    }

    private func targetProblem() -> String? {
        guard target.path.isEmpty || target.path.hasPrefix("/") || (target.path == "*" && target.query == nil) else {
            return "The path \(target.path.quotedForMessage) must begin with / once the host is known."
        }
        guard requestTarget.utf8.allSatisfy(ASCIISet.visible.contains) else {
            return "The path or query contains a space, a control character or a character outside ASCII: percent-encode it."
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
