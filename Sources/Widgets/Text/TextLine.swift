public import Screen
import Synchronization

/// A position between two graphemes of a text.
public struct TextPosition: Hashable, Comparable, Sendable {
    /// The line number, from 0.
    public var line: Int
    /// The offset in UTF-8 bytes from the start of the line.
    public var offset: Int

    /// Creates a position from a line number and a UTF-8 offset.
    public init(line: Int, offset: Int) {
        self.line = line
        self.offset = offset
    }

    /// The start of a text.
    public static let zero = TextPosition(line: 0, offset: 0)

    /// True if `left` is earlier in the text.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.offset) < (right.line, right.offset)
    }
}

/// A cursor and the fixed end of the selection.
struct TextSelection: Equatable, Sendable {
    /// The position at which the next character is inserted.
    var cursor: TextPosition
    /// The fixed end of the selection; nil or equal to the cursor without a selection.
    var anchor: TextPosition?

    /// The selected range; nil without a selection.
    var range: Range<TextPosition>? {
        guard let anchor, anchor != cursor else { return nil }
        return min(anchor, cursor)..<max(anchor, cursor)
    }
}

/// A part of a line with its own style, such as a variable or a number.
public struct TextSpan: Hashable, Sendable {
    /// The range in UTF-8 offsets; parts outside the line are ignored.
    public var range: Range<Int>
    /// The style of the part.
    public var role: StyleRole

    /// Creates a span from UTF-8 offsets and a style.
    public init(_ range: Range<Int>, _ role: StyleRole) {
        self.range = range
        self.role = role
    }

    /// The spans in ascending order without overlaps; where two overlap, the later one in `spans` wins.
    static func flattened(_ spans: [TextSpan]) -> [TextSpan] {
        let isFlat = zip(spans, spans.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
        guard !isFlat else { return spans }
        var result: [TextSpan] = []
        for span in spans {
            result = result.flatMap { $0.without(span.range) }
            result.append(span)
        }
        return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func without(_ hole: Range<Int>) -> [TextSpan] {
        guard range.overlaps(hole) else { return [self] }
        let left = range.lowerBound..<max(range.lowerBound, hole.lowerBound)
        let right = min(range.upperBound, hole.upperBound)..<range.upperBound
        return [left, right].filter { !$0.isEmpty }.map { TextSpan($0, role) }
    }
}

/// One line of text with UTF-8 offsets and screen columns.
///
/// Offsets are fast on lines of any length. Columns equal offsets in a plain line and are otherwise counted from the start.
struct TextLine: Equatable, Sendable {
    /// The text without its line end.
    private(set) var text: String
    /// True if all bytes are printable ASCII, so that each takes one column.
    private(set) var isPlain: Bool

    init(_ text: some StringProtocol) {
        self.text = String(text)
        self.text.makeContiguousUTF8()
        isPlain = Self.isPlain(self.text)
    }

    /// The number of UTF-8 bytes.
    var count: Int { text.utf8.count }

    /// The number of screen columns.
    var columns: Int { column(at: count) }

    /// The text between two offsets, which must be grapheme boundaries.
    func slice(_ range: Range<Int>) -> Substring { text[index(range.lowerBound)..<index(range.upperBound)] }

    /// Replaces the bytes in `range`.
    mutating func replace(_ range: Range<Int>, with new: some StringProtocol) {
        text.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: new)
        isPlain = isPlain ? Self.isPlain(new) : Self.isPlain(text)
    }

    /// The grapheme that starts at `offset`; nil at the end.
    func character(at offset: Int) -> Character? { offset < count ? text[index(offset)] : nil }

    /// The grapheme that ends at `offset`; nil at the start.
    func character(before offset: Int) -> Character? { offset > 0 ? text[text.index(before: index(offset))] : nil }

    /// The end of the grapheme that starts at `offset`, at most the end of the line.
    func next(_ offset: Int) -> Int {
        guard offset < count else { return count }
        return isPlain ? offset + 1 : utf8Offset(of: text.index(after: index(offset)))
    }

    /// The start of the grapheme that ends at `offset`, at least 0.
    func previous(_ offset: Int) -> Int {
        guard offset > 0 else { return 0 }
        return isPlain ? offset - 1 : utf8Offset(of: text.index(before: index(min(offset, count))))
    }

    /// The nearest grapheme boundary at or before `offset`.
    func roundedDown(_ offset: Int) -> Int {
        guard offset > 0, offset < count else { return min(max(0, offset), count) }
        return isPlain ? offset : previous(utf8Offset(of: text.index(after: index(offset))))
    }

    /// The nearest grapheme boundary at or after `offset`.
    func roundedUp(_ offset: Int) -> Int {
        let down = roundedDown(offset)
        return down < min(offset, count) ? next(down) : down
    }

    private func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

    func utf8Offset(of index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

    private static func isPlain(_ text: some StringProtocol) -> Bool {
        text.utf8.withContiguousStorageIfAvailable(isPlain) ?? text.utf8.allSatisfy(isPlain)
    }

    /// Visits all bytes without an early exit, so that the compiler can vectorize the loop.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.reduce(0) { $0 | (isPlain($1) ? 0 : 1) } == 0
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

    /// The number of columns between the graphemes at `start` and `offset`.
    func column(at offset: Int, from start: Int = 0) -> Int {
        let end = min(offset, count)
        return isPlain ? end - start : TextWidth.columns(of: slice(start..<end))
    }

    /// The offset of the grapheme at `column`, counted from the one at `start`; the end of the line for a column after it.
    func offset(atColumn column: Int, from start: Int = 0) -> Int {
        guard !isPlain else { return min(start + max(0, column), count) }
        return roundedDown(utf8Offset(of: TextWidth.index(in: slice(start..<count), atColumn: column)))
    }

    /// The grapheme boundary nearest to `column`, for clicks: the right half of a wide grapheme belongs to the boundary after it.
    func boundary(nearColumn column: Int, from start: Int = 0) -> Int {
        let left = offset(atColumn: column, from: start)
        guard !isPlain, left < count else { return left }
        let right = next(left)
        let (leftColumn, width) = (self.column(at: left, from: start), self.column(at: right, from: left))
        return column - leftColumn >= (width + 1) / 2 ? right : left
    }
}

/// The lines of a text as one text, which is joined when it is first asked for and shared by all copies of the text.
final class JoinedText: Equatable, Sendable {
    // Guards the joined text: copies are read outside the main actor too, as by an autosave.
    private let text: Mutex<String?>

    /// Takes the text if it is known. A change of the lines needs a new object.
    init(_ text: String? = nil) { self.text = Mutex(text) }

    /// The text of the lines, joined by the first call.
    func text(of lines: [TextLine]) -> String {
        text.withLock { text in
            if let text { return text }
            var joined = ""
            joined.reserveCapacity(lines.reduce(lines.count) { $0 + $1.count })
            for (number, line) in lines.enumerated() {
                if number > 0 { joined += "\n" }
                joined += line.text
            }
            text = joined
            return joined
        }
    }

    /// True always: whether the text has been joined yet makes no difference.
    static func == (left: JoinedText, right: JoinedText) -> Bool { true }
}

/// The class of a character for word movement.
enum CharacterClass: Equatable {
    case space, word, punctuation

    init(_ character: Character) {
        if character.isWhitespace {
            self = .space
        } else if character == "_" || character.isLetter || character.isNumber {
            self = .word
        } else {
            self = .punctuation
        }
    }
}
