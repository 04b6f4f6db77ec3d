internal import HTTP

/// What a head must satisfy that libcurl does not ask for.
enum HeadRules {
    /// The first rule that a head breaks, as a clause; nil for a sound one.
    static func problem(in head: HTTPResponseHead, answering request: HTTPRequest) -> String? {
        guard (100...999).contains(head.status.rawValue) else { return "its status is not of three digits" }
        // RFC 9110 section 7.8.
        if head.status == 101, !request.headers.contains("Upgrade") { return "it switches to another protocol without having been asked" }
        let lengths = head.headers.values(for: "Content-Length")
        guard let first = lengths.first else { return nil }
        // Two lengths cannot both be right, and chunks rule out a length: signs of response splitting (RFC 9112 section 6.3).
        let parts = lengths.flatMap { $0.split { $0 == "," || $0 == " " || $0 == "\t" } }
        if parts.contains(where: { $0 != parts[0] }) { return "it has two different Content-Length values" }
        let isChunked = head.headers.combinedValue(for: "Transfer-Encoding")?.lowercased().hasSuffix("chunked") ?? false
        if isChunked { return "it has both a Content-Length and Transfer-Encoding: chunked" }
        return first.utf8.allSatisfy { "0123456789, \t".utf8.contains($0) } ? nil : "its Content-Length is not a number"
    }
}
