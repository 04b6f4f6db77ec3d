internal import HTTP

/// What a head must satisfy that libcurl does not ask for.
enum HeadRules {
    /// The first rule that a head breaks, as a clause; nil for a sound one.
    static func problem(in head: HTTPResponseHead, answering request: HTTPRequest) -> String? {
        guard (100...999).contains(head.status.rawValue) else { return "its status is not of three digits" }
        // RFC 9110 section 7.8.
        if head.status == 101, !request.headers.contains("Upgrade") { return "it switches to another protocol without having been asked" }
        guard let first = head.headers["Content-Length"] else { return nil }
        // As it nearly always is: one number, and no chunks.
        let isNumber = !first.isEmpty && first.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isNumber, !head.headers.contains("Transfer-Encoding"), head.headers.hasOnce("Content-Length") { return nil }
        return problem(withLengths: head.headers.values(for: "Content-Length"), in: head)
    }

    private static func problem(withLengths lengths: [String], in head: HTTPResponseHead) -> String? {
        // Two lengths cannot both be right, and chunks rule out a length: signs of response splitting (RFC 9112 section 6.3).
        let parts = lengths.flatMap { $0.split { $0 == "," || $0 == " " || $0 == "\t" } }
        if parts.contains(where: { $0 != parts[0] }) { return "it has two different Content-Length values" }
        let isChunked = head.headers.combinedValue(for: "Transfer-Encoding")?.lowercased().hasSuffix("chunked") ?? false
        if isChunked { return "it has both a Content-Length and Transfer-Encoding: chunked" }
        let isNumber = lengths.first?.utf8.allSatisfy { "0123456789, \t".utf8.contains($0) } ?? true
        return isNumber ? nil : "its Content-Length is not a number"
    }
}

extension HTTPHeaders {
    /// Whether a name that is there is there once.
    fileprivate func hasOnce(_ name: String) -> Bool {
        fields.indices.count { fields[$0].name.utf8.count == name.utf8.count && fields[$0].isNamed(name) } == 1
    }
}
