/// A request as a scripted server received it, byte for byte.
public struct ReceivedRequest: Sendable {
    /// The request line and header lines up to and including the blank line.
    public let head: [UInt8]
    /// The body after chunks were joined; without trailers.
    public let body: [UInt8]
    /// The method token of the request line.
    public let method: String
    /// The request target as it stood in the request line.
    public let target: String
    /// The protocol of the request line, for example `HTTP/1.1`.
    public let version: String
    /// The header lines in the order and the case in which they came; white space around values is removed.
    public let headers: [(name: String, value: String)]

    init(head: [UInt8], body: [UInt8]) {
        self.head = head
        self.body = body
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 2).map(String.init) + ["", "", ""]
        (method, target, version) = (words[0], words[1], words[2])
        headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let value = line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
            return (String(line[..<colon]), String(value))
        }
    }

    /// The value of the first header of this name, in any case.
    public subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
