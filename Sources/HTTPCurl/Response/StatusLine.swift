/// The first line of an answer (RFC 9112 section 4): `HTTP/1.1 200 OK`, or `HTTP/2 200` as libcurl writes it for later versions.
struct StatusLine: Equatable {
    /// For example `1.1`; empty where the line has none.
    let version: String
    /// 0 where the line has no number.
    let status: Int
    /// The reason phrase; often empty.
    let reason: String
    /// What is wrong with the line, as a clause.
    let problem: String?

    /// - Parameter line: without its line end.
    init(_ line: some Collection<UInt8>) {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 }
        let beforeVersion = line.prefix { $0 != 0x0D }.dropFirst(5)
        version = HeaderText.string(beforeVersion.prefix { !isSpace($0) })
        let beforeStatus = beforeVersion.drop { !isSpace($0) }
        let digits = beforeStatus.drop(while: isSpace)
        if beforeStatus.count > digits.count + 1 {
            problem = "more than one space stands before the status"
        } else {
            problem = line.contains(0x0D) ? "the status line holds a carriage return" : nil
        }
        status = digits.prefix { !isSpace($0) }.reduce(0) { ($0 * 10 + Int($1 &- 48)) % 100_000 }
        reason = HeaderText.string(HeaderText.trimmed(digits.drop { !isSpace($0) }))
    }
}
