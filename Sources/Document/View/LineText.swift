/// A row's text while it is put together from bytes.
struct LineText {
    private(set) var bytes: [UInt8] = []
    private(set) var spans: [SyntaxSpan] = []

    /// Adds bytes that mean one thing.
    mutating func append(_ slice: some Collection<UInt8>, _ kind: SyntaxKind) {
        let start = bytes.count
        bytes.append(contentsOf: slice)
        guard kind != .plain, bytes.count > start else { return }
        if let last = spans.last, last.kind == kind, last.range.upperBound == start {
            spans[spans.count - 1].range = last.range.lowerBound..<bytes.count
        } else {
            spans.append(SyntaxSpan(start..<bytes.count, kind))
        }
    }

    /// Text and spans; each maximal part of an invalid sequence becomes one U+FFFD that is marked (Unicode 15, section 3.9, U+FFFD substitution).
    func finished() -> (text: String, spans: [SyntaxSpan]) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, spans) }
        var repaired = LineText()
        var start = 0
        for span in spans {
            repaired.appendRepaired(bytes[start..<span.range.lowerBound], .plain)
            repaired.appendRepaired(bytes[span.range], span.kind)
            start = span.range.upperBound
        }
        repaired.appendRepaired(bytes[start...], .plain)
        return (String(decoding: repaired.bytes, as: UTF8.self), repaired.spans)
    }

    private mutating func appendRepaired(_ slice: ArraySlice<UInt8>, _ kind: SyntaxKind) {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = slice.makeIterator()
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let scalar): append(scalar, kind)
            case .error: append([0xEF, 0xBF, 0xBD], .invalid)
            case .emptyInput: return
            }
        }
    }
}
