/// One row of a view, ready to be drawn except for control characters: the text is as untrusted as its bytes.
public struct DisplayLine: Hashable, Sendable {
    /// The fold state of a row.
    public enum Fold: Hashable, Sendable {
        /// No container begins here.
        case none
        /// The container that begins here is expanded.
        case expanded
        /// The container that begins here is collapsed and hides a number of lines.
        case collapsed(hiddenLineCount: Int)
    }

    /// The row in the view, from zero, not counting folded rows.
    public var row: Int
    /// The number of the line, from zero, counting folded lines. A long line has several rows.
    public var line: Int
    /// True if the line began in an earlier row.
    public var isContinuation: Bool
    /// The indentation in columns. It grows with the nesting of the document, so it can be huge.
    public var indent: Int
    /// At most a few kilobytes, without line breaks. May hold control characters.
    public var text: String
    /// The highlighted parts, in order and without overlap; the text between them is plain.
    public var spans: [SyntaxSpan]
    /// The fold state.
    public var fold: Fold
    /// The start of the row, in bytes of the document's text.
    public var offset: Int
    /// The search matches in the row.
    public var matches: [Match] = []

    /// A search match in a row.
    public struct Match: Hashable, Sendable {
        /// The part of the match in this row, in UTF-8 bytes of the row's text.
        public var range: Range<Int>
        /// The whole match, in bytes of the document's text.
        public var source: Range<Int>
    }
}

/// Builds the text of a row from bytes, with its highlighting and the origin of each part.
struct LineText {
    /// A part of the text that is copied from the document.
    struct Origin: Hashable {
        var text: Int
        var source: Int
        var count: Int
    }

    private(set) var bytes: [UInt8] = []
    private(set) var spans: [SyntaxSpan] = []
    private(set) var origins: [Origin] = []

    /// Appends bytes of the document that have one kind.
    /// - Parameter breaksAsSpace: replaces tabs and line breaks by spaces.
    mutating func append(_ source: UnsafeRawBufferPointer, _ range: Range<Int>, _ kind: SyntaxKind, breaksAsSpace: Bool = false) {
        guard !range.isEmpty else { return }
        if let last = origins.last, last.source + last.count == range.lowerBound, last.text + last.count == bytes.count {
            origins[origins.count - 1].count += range.count
        } else {
            origins.append(Origin(text: bytes.count, source: range.lowerBound, count: range.count))
        }
        if breaksAsSpace, source[range].contains(where: Self.isBreak) {
            append(source[range].map { Self.isBreak($0) ? 0x20 : $0 }, kind)
        } else {
            append(source[range], kind)
        }
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Appends bytes that are not part of the document.
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

    /// The range in the text of a range of the document; nil if it is not in the text.
    func range(ofSource range: Range<Int>) -> Range<Int>? {
        var found: Range<Int>?
        for origin in origins {
            let common = range.clamped(to: origin.source..<origin.source + origin.count)
            guard !common.isEmpty else { continue }
            let shifted = common.lowerBound - origin.source + origin.text..<common.upperBound - origin.source + origin.text
            found = (found?.lowerBound ?? shifted.lowerBound)..<shifted.upperBound
        }
        return found
    }

    // MARK: Bytes that are not text

    /// Returns the text with each maximal subpart of an invalid sequence replaced by U+FFFD and highlighted as invalid (Unicode 15, section
    /// 3.9).
    func repaired() -> LineText {
        if String(validating: bytes, as: UTF8.self) != nil { return self }
        var repair = Repair(text: self)
        repair.run()
        return repair.result
    }

    private struct Repair {
        let text: LineText
        var result = LineText()
        private var offset = 0
        private var span = 0
        private var origin = 0

        init(text: LineText) {
            self.text = text
        }

        mutating func run() {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = text.bytes.makeIterator()
            while true {
                switch parser.parseScalar(from: &iterator) {
                case .valid(let scalar): take(scalar.count, scalar, kind)
                case .error(let count): take(count, [0xEF, 0xBF, 0xBD], .invalid)
                case .emptyInput: return
                }
            }
        }

        private var kind: SyntaxKind {
            mutating get {
                while span < text.spans.count, text.spans[span].range.upperBound <= offset { span += 1 }
                return span < text.spans.count && text.spans[span].range.contains(offset) ? text.spans[span].kind : .plain
            }
        }

        private mutating func take(_ count: Int, _ scalar: some Collection<UInt8>, _ kind: SyntaxKind) {
            while origin < text.origins.count, text.origins[origin].text + text.origins[origin].count <= offset { origin += 1 }
            if origin < text.origins.count, text.origins[origin].text <= offset {
                let source = text.origins[origin].source + offset - text.origins[origin].text
                result.origins.append(Origin(text: result.bytes.count, source: source, count: max(count, scalar.count)))
            }
            result.append(scalar, kind)
            offset += count
        }
    }
}
