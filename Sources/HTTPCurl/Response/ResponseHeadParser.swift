internal import HTTP

/// Turns one block of header bytes into a head.
enum ResponseHeadParser {
    /// Reads the status line and the fields of a block, in the order received.
    ///
    /// A line that begins with white space continues the one before it (RFC 9112 section 5.2).
    ///
    /// - Returns: the head, and what is wrong with it where libcurl sees nothing wrong.
    static func parse(_ block: ArraySlice<UInt8>) -> (head: HTTPResponseHead, problem: String?) {
        var fields: [HTTPHeaderField] = []
        fields.reserveCapacity(16)
        var problem: String?
        let statusLine = block.withUnsafeBytes { bytes in
            var lines = LineIterator(bytes: bytes)
            let first = StatusLine(lines.next() ?? UnsafeRawBufferPointer(start: nil, count: 0))
            while let line = lines.next() {
                if !add(line, to: &fields), problem == nil { problem = "after \(fields.count) fields comes a line without a colon" }
            }
            return first
        }
        let head = HTTPResponseHead(
            status: HTTPStatus(rawValue: statusLine.status), message: statusLine.reason, headers: HTTPHeaders(fields),
            version: version(statusLine.version))
        return (head, problem ?? HeadRules.problem(in: head))
    }

    /// - Returns: false for a line that is none of a header.
    private static func add(_ line: UnsafeRawBufferPointer, to fields: inout [HTTPHeaderField]) -> Bool {
        guard let first = line.first else { return true }
        if first == 0x20 || first == 0x09 {
            fold(line, into: &fields)
            return true
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let name = HeaderText.trimmed(UnsafeRawBufferPointer(rebasing: line[..<colon]))
        let value = HeaderText.trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        fields.append(HTTPHeaderField(name: HeaderText.string(name), value: HeaderText.string(value)))
        return true
    }

    private static func fold(_ line: UnsafeRawBufferPointer, into fields: inout [HTTPHeaderField]) {
        let more = HeaderText.string(HeaderText.trimmed(line))
        guard let last = fields.indices.last, !more.isEmpty else { return }
        fields[last].value += fields[last].value.isEmpty ? more : " \(more)"
    }

    private static func version(_ text: String) -> HTTPVersion? {
        let parts = text.split(separator: ".").map { Int($0) }
        guard let major = parts.first ?? nil else { return nil }
        return HTTPVersion(major: major, minor: (parts.count > 1 ? parts[1] : 0) ?? 0)
    }
}

/// The lines of a block without their line ends; the blank one at the end comes as an empty line.
private struct LineIterator: IteratorProtocol {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    mutating func next() -> UnsafeRawBufferPointer? {
        guard position < bytes.count else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        let length = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.count
        position += length + 1
        let hasReturn = length > 0 && rest[length - 1] == UInt8(ascii: "\r")
        return UnsafeRawBufferPointer(rebasing: rest[..<(hasReturn ? length - 1 : length)])
    }
}
