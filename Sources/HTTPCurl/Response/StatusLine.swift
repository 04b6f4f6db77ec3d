/// The first line of an answer (RFC 9112 section 4): `HTTP/1.1 200 OK`, or `HTTP/2 200` as libcurl writes it for later versions.
struct StatusLine: Equatable {
    /// For example `1.1`; empty where the line has none.
    let version: String
    /// 0 where the line has no number.
    let status: Int
    /// The reason phrase; often empty.
    let reason: String
    /// False where more than one space stands before the status.
    let isSound: Bool

    init(_ line: some Collection<UInt8>) {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 }
        let end = line.firstIndex { $0 == 0x0D || $0 == 0x0A } ?? line.endIndex
        let beforeVersion = line[..<end].dropFirst(5)
        version = HeaderText.string(beforeVersion.prefix { !isSpace($0) })
        let beforeStatus = beforeVersion.drop { !isSpace($0) }
        let digits = beforeStatus.drop(while: isSpace)
        isSound = beforeStatus.count <= digits.count + 1
        status = digits.prefix { !isSpace($0) }.reduce(0) { ($0 * 10 + Int($1 &- 48)) % 100_000 }
        reason = HeaderText.string(HeaderText.trimmed(digits.drop { !isSpace($0) }))
    }
}
