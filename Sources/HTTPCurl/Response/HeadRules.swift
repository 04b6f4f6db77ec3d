internal import HTTP

/// What a head must satisfy that libcurl does not ask for.
enum HeadRules {
    /// The first rule that a head breaks, as a clause; nil for a sound one.
    static func problem(in head: HTTPResponseHead, answering request: HTTPRequest) -> String? {
        guard (100...999).contains(head.status.rawValue) else { return "its status is not of three digits" }
        // RFC 9110 section 7.8.
        if head.status == 101, !request.headers.contains("Upgrade") { return "it switches to another protocol without having been asked" }
        let lengths = Set(
            head.headers.values(for: "Content-Length").flatMap { $0.split(separator: ",").map { HeaderText.trimmed($0.utf8).map { $0 } } })
        // Two lengths cannot both be right, and chunks rule out a length: signs of response splitting (RFC 9112 section 6.3).
        if lengths.count > 1 { return "it has two different Content-Length values" }
        guard let length = lengths.first else { return nil }
        let isChunked = head.headers.combinedValue(for: "Transfer-Encoding")?.lowercased().hasSuffix("chunked") ?? false
        if isChunked { return "it has both a Content-Length and Transfer-Encoding: chunked" }
        return length.allSatisfy { (0x30...0x39).contains($0) } ? nil : "its Content-Length is not a number"
    }
}
