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
            version: statusLine.version)
        return (head, parser.problem ?? HeadRules.problem(in: head, answering: request))
    }

    private mutating func read(_ block: UnsafeRawBufferPointer) -> StatusLine {
        fields.reserveCapacity(12)
        var position = block.index(of: 0x0A)
        let first = StatusLine(block.part(0..<position).withoutLineEnd)
        problem = first.problem
        while position + 1 < block.count {
            let end = block.index(of: 0x0A, from: position + 1)
            add(block.part((position + 1)..<end).withoutLineEnd)
            position = end
        }
        return first
    }

    /// Takes one line without its line end.
    private mutating func add(_ line: UnsafeRawBufferPointer) {
        guard let first = line.first else { return }
        guard !HeaderText.isSpace(first) else { return fold(line) }
        let colon = line.index(of: UInt8(ascii: ":"))
        guard colon < line.count else {
            problem = problem ?? "after \(fields.count) fields comes a line without a colon"
            return
        }
        let name = HeaderText.string(HeaderText.trimmed(line.part(0..<colon)))
        fields.append(HTTPHeaderField(name: name, value: text(line.part((colon + 1)..<line.count))))
    }

    private mutating func fold(_ line: UnsafeRawBufferPointer) {
        let more = text(line)
        guard let last = fields.indices.last, !more.isEmpty else { return }
        fields[last].value += fields[last].value.isEmpty ? more : " \(more)"
    }

    private mutating func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let trimmed = HeaderText.trimmed(bytes)
        guard trimmed.index(of: 0x0D) < trimmed.count else { return HeaderText.string(trimmed) }
        problem = problem ?? "a field holds a carriage return"
        return trimmed.map { $0 == 0x0D ? 0x20 : $0 }.withUnsafeBytes { HeaderText.string($0) }
    }
}
