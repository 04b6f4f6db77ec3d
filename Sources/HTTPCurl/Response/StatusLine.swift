internal import HTTP

/// The first line of an answer (RFC 9112 section 4): `HTTP/1.1 200 OK`, or `HTTP/2 200` as libcurl writes it for later versions.
struct StatusLine: Equatable {
    /// Nil where the line has none.
    let version: HTTPVersion?
    /// 0 where the line has no number.
    let status: Int
    /// The reason phrase; often empty.
    let reason: String
    /// What is wrong with the line, as a clause.
    let problem: String?

    /// - Parameter line: without its line end.
    init(_ line: UnsafeRawBufferPointer) {
        let versionEnd = line.index(of: 0x20)
        version = Self.version(line.part(min(5, versionEnd)..<versionEnd))
        var statusStart = versionEnd
        while statusStart < line.count, line[statusStart] == 0x20 { statusStart += 1 }
        let statusEnd = line.index(of: 0x20, from: statusStart)
        status = Self.number(line.part(statusStart..<statusEnd)) ?? 0
        reason = HeaderText.string(HeaderText.trimmed(line.part(statusEnd..<line.count)))
        if statusStart > versionEnd + 1 {
            problem = "more than one space stands before the status"
        } else {
            problem = line.contains(0x0D) ? "the status line holds a carriage return" : nil
        }
    }

    private static func version(_ text: UnsafeRawBufferPointer) -> HTTPVersion? {
        let dot = text.index(of: UInt8(ascii: "."))
        guard let major = number(text.part(0..<dot)) else { return nil }
        return HTTPVersion(major: major, minor: dot < text.count ? number(text.part((dot + 1)..<text.count)) ?? 0 : 0)
    }

    /// A number of one to five digits.
    private static func number(_ digits: UnsafeRawBufferPointer) -> Int? {
        guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
