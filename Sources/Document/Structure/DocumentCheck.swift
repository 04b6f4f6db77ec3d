/// Checks the syntax of a text, after it was indexed.
struct DocumentCheck: Sendable {
    /// The first syntax error.
    private(set) var problem: DocumentProblem?
    /// The offset of the syntax error after which the text has no structure.
    private(set) var endOfStructure: Int?
    /// True if the whole text was checked.
    private(set) var isComplete = false
    /// The number of bytes checked.
    private(set) var position = 0

    private var json: JSONValidator?

    init(_ kind: ContentKind, start: Int) {
        if kind == .json || kind == .jsonLines { json = JSONValidator(start: start, allowsManyValues: kind == .jsonLines) }
    }

    /// Checks all bytes from the start of the text; `isComplete` if no more follow. `lines` is an index of at least these bytes, for the
    /// position of an error.
    mutating func advance(over bytes: UnsafeRawBufferPointer, lines: LineIndex, isComplete: Bool) {
        position = bytes.count
        json?.advance(over: bytes, isComplete: isComplete)
        self.isComplete = isComplete || json == nil || json?.end != nil
        endOfStructure = json?.end?.offset
        if problem == nil, let fault = json?.fault, bytes.count > 0 { problem = Self.problem(fault, in: bytes, lines) }
    }

    /// The maximum length of a line in which the column of an error is counted.
    private static let longestLine = 1 << 20

    private static func problem(_ fault: JSONFault, in bytes: UnsafeRawBufferPointer, _ lines: LineIndex) -> DocumentProblem {
        let token = bytes[min(fault.offset, bytes.count)...].prefix(24).prefix { $0 > 0x20 && $0 != UInt8(ascii: ",") }
        let first = bytes.count > fault.offset ? bytes[fault.offset...fault.offset] : bytes[bytes.count...]
        let found = token.isEmpty ? first : token
        let text = found.isEmpty ? "the end" : "“\(String(decoding: found, as: UTF8.self))”"
        var reader = LineReader(lines, bytes: bytes, at: fault.offset, by: .offset)
        let line = reader?.next()
        let start = line?.scanned.range.lowerBound ?? 0
        let column = fault.offset - start <= longestLine ? String(decoding: bytes[start..<fault.offset], as: UTF8.self).count + 1 : nil
        return DocumentProblem(message: fault.message(found: text), offset: fault.offset, line: (line?.line ?? 0) + 1, column: column)
    }
}

/// The first syntax error of a body.
public struct DocumentProblem: Hashable, Sendable {
    /// A message for the user: what was expected and what was found.
    public var message: String
    /// The offset in bytes of the document's text.
    public var offset: Int
    /// The line of the raw text, from one.
    public var line: Int
    /// The character in that line, from one; nil if the line is too long to count.
    public var column: Int?
}
