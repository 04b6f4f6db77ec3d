/// The first line of an answer (RFC 9112 section 4): `HTTP/1.1 200 OK`, or `HTTP/2 200` as libcurl writes it for later versions.
struct StatusLine: Equatable {
    /// For example `1.1`; empty where the line has none.
    let version: String
    /// 0 where the line has no number.
    let status: Int
    /// The reason phrase; often empty.
    let reason: String

    init(_ line: some Collection<UInt8>) {
        let end = line.firstIndex { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") } ?? line.endIndex
        let words = line[..<end].split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        version = words.isEmpty ? "" : HeaderText.string(words[0].dropFirst(5))
        status = words.count > 1 ? words[1].reduce(0) { ($0 * 10 + Int($1 &- 48)) % 100_000 } : 0
        reason = words.count > 2 ? HeaderText.string(HeaderText.trimmed(words[2])) : ""
    }
}
