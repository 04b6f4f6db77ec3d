internal import HTTP

/// Turns one block of header bytes into a head.
struct ResponseHeadParser {
    private var fields: [HTTPHeaderField] = []
    private var problem: String?

    /// Reads the status line and the fields of a block, in the order received.
    ///
    /// A line that begins with white space continues the one before it (RFC 9112 section 5.2). A carriage return within a line becomes a
    /// space (section 2.2).
    ///
    /// - Returns: the head, and what is wrong with it where libcurl sees nothing wrong.
    static func parse(_ block: ArraySlice<UInt8>, answering request: HTTPRequest) -> (head: HTTPResponseHead, problem: String?) {
        var parser = ResponseHeadParser()
        let statusLine = block.withUnsafeBytes { parser.read($0) }
        let head = HTTPResponseHead(
            status: HTTPStatus(rawValue: statusLine.status), message: statusLine.reason, headers: HTTPHeaders(parser.fields),
            version: version(statusLine.version))
        return (head, parser.problem ?? HeadRules.problem(in: head, answering: request))
    }

    private mutating func read(_ block: UnsafeRawBufferPointer) -> StatusLine {
        fields.reserveCapacity(16)
        var lines = LineIterator(bytes: block)
        let first = StatusLine(lines.next() ?? UnsafeRawBufferPointer(start: nil, count: 0))
        problem = first.problem
        while let line = lines.next() { add(line) }
        return first
    }

    private mutating func add(_ line: UnsafeRawBufferPointer) {
        guard let first = line.first else { return }
        guard first != 0x20, first != 0x09 else { return fold(line) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            problem = problem ?? "after \(fields.count) fields comes a line without a colon"
            return
        }
        let name = HeaderText.trimmed(UnsafeRawBufferPointer(rebasing: line[..<colon]))
        fields.append(
            HTTPHeaderField(name: HeaderText.string(name), value: text(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))))
    }

    private mutating func fold(_ line: UnsafeRawBufferPointer) {
        let more = text(line)
        guard let last = fields.indices.last, !more.isEmpty else { return }
        fields[last].value += fields[last].value.isEmpty ? more : " \(more)"
    }

    private mutating func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let trimmed = HeaderText.trimmed(bytes)
        guard trimmed.contains(0x0D) else { return HeaderText.string(trimmed) }
        problem = problem ?? "a field holds a carriage return"
        return HeaderText.string(trimmed.map { $0 == 0x0D ? 0x20 : $0 })
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
