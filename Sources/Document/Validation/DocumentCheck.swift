/// Checks a text against the rules of its kind, behind the index.
struct DocumentCheck: Sendable {
    /// The first thing that is wrong.
    private(set) var problem: DocumentProblem?
    /// Where structure ends because of something that is wrong.
    private(set) var endOfStructure: Int?
    /// Whether everything was checked.
    private(set) var isComplete = false
    /// How many bytes were checked.
    private(set) var position = 0

    private var json: JSONValidator?

    init(_ kind: ContentKind, start: Int) {
        if kind == .json || kind == .jsonLines { json = JSONValidator(start: start, allowsManyValues: kind == .jsonLines) }
    }

    /// Checks more bytes.
    /// - Parameters:
    ///   - bytes: all bytes up to where to stop.
    ///   - lines: of at least these bytes, for the place of what is wrong.
    ///   - isComplete: whether these are all there will be.
    mutating func advance(over bytes: UnsafeRawBufferPointer, lines: LineIndex, isComplete: Bool) {
        position = bytes.count
        json?.advance(over: bytes, isComplete: isComplete)
        self.isComplete = isComplete || json == nil || json?.end != nil
        endOfStructure = json?.end?.offset
        if problem == nil, let fault = json?.fault, bytes.count > 0 { problem = Self.problem(fault, in: bytes, lines) }
    }

    /// A problem's place is counted in lines that are not longer.
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
