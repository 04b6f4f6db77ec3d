extension EditableText {
    /// The range of whole lines, without the last line end.
    func stretch(ofLines range: ClosedRange<Int>) -> VimObjects.Stretch {
        let end = TextPosition(line: range.upperBound, offset: lines[range.upperBound].count)
        return VimObjects.Stretch(range: TextPosition(line: range.lowerBound, offset: 0)..<end, isLinewise: true)
    }

    /// Deletes lines with one line end and moves the cursor to the line that takes their place.
    mutating func deleteLines(_ range: ClosedRange<Int>) {
        var start = TextPosition(line: range.lowerBound, offset: 0)
        var end = TextPosition(line: range.upperBound, offset: lines[range.upperBound].count)
        if range.upperBound + 1 < lines.count {
            end = TextPosition(line: range.upperBound + 1, offset: 0)
        } else if range.lowerBound > 0 {
            start = TextPosition(line: range.lowerBound - 1, offset: lines[range.lowerBound - 1].count)
        }
        replace(start..<end, with: "")
        let line = min(range.lowerBound, lines.count - 1)
        moveCursor(to: TextPosition(line: line, offset: lines[line].indentation))
    }

    /// Replaces lines by one line that keeps only the indentation of the first.
    mutating func clearLines(_ range: ClosedRange<Int>) {
        let start = TextPosition(line: range.lowerBound, offset: lines[range.lowerBound].indentation)
        replace(start..<TextPosition(line: range.upperBound, offset: lines[range.upperBound].count), with: "")
        moveCursor(to: start)
    }

    /// Adds or removes one level of indentation and moves the cursor to the first line.
    mutating func shiftLines(_ range: ClosedRange<Int>, outward: Bool) {
        asOneStep { text in
            text.moveCursor(to: TextPosition(line: range.lowerBound, offset: 0))
            for number in range where text.lines[number].count > 0 {
                let start = TextPosition(line: number, offset: 0)
                let width = outward ? text.lines[number].outdentWidth : 0
                text.replace(start..<TextPosition(line: number, offset: width), with: outward ? "" : Self.indentation)
            }
            text.moveCursor(to: TextPosition(line: range.lowerBound, offset: text.lines[range.lowerBound].indentation))
        }
    }

    /// True if there is a space or nothing at `position`.
    func isSpace(at position: TextPosition) -> Bool {
        lines[position.line].character(at: position.offset).map { $0.isWhitespace } ?? true
    }

    /// The position one grapheme later, at most the end of the line.
    func afterOnLine(_ position: TextPosition) -> TextPosition {
        TextPosition(line: position.line, offset: lines[position.line].next(position.offset))
    }

    /// The class of the character at `position`; a line end counts as a space.
    private func kind(at position: TextPosition, big: Bool) -> CharacterClass {
        guard let character = lines[position.line].character(at: position.offset) else { return .space }
        let kind = CharacterClass(character)
        return big && kind == .punctuation ? .word : kind
    }

    private func isEmptyLine(_ position: TextPosition) -> Bool { lines[position.line].count == 0 }

    /// The start of the next word, where an empty line counts as a word; the end of the text if there is none.
    func wordStart(behind start: TextPosition, big: Bool) -> TextPosition {
        var place = start
        let kind = kind(at: start, big: big)
        while kind != .space, place < end, self.kind(at: place, big: big) == kind { place = after(place) }
        while place < end, self.kind(at: place, big: big) == .space {
            if isEmptyLine(place), place != start { return place }
            place = after(place)
        }
        return place
    }

    /// The last character of the next word end after `start`.
    func wordEnd(behind start: TextPosition, big: Bool) -> TextPosition {
        var place = after(start)
        while place < end, kind(at: place, big: big) == .space { place = after(place) }
        let kind = kind(at: place, big: big)
        while true {
            let next = after(place)
            guard next.line == place.line, next != place, self.kind(at: next, big: big) == kind else { return place }
            place = next
        }
    }

    /// The start of the word before `start`, where an empty line counts as a word.
    func wordStart(ahead start: TextPosition, big: Bool) -> TextPosition {
        var place = before(start)
        while place > .zero, kind(at: place, big: big) == .space, !isEmptyLine(place) { place = before(place) }
        let kind = kind(at: place, big: big)
        while place.offset > 0, kind != .space, self.kind(at: before(place), big: big) == kind { place = before(place) }
        return place
    }

    /// The last character of the word before `start`, where an empty line counts as a word.
    func wordEnd(ahead start: TextPosition, big: Bool) -> TextPosition {
        var place = start
        let kind = kind(at: start, big: big)
        while kind != .space, place.offset > 0, self.kind(at: place, big: big) == kind { place = before(place) }
        if kind != .space, self.kind(at: place, big: big) == kind { place = before(place) }
        while place > .zero, self.kind(at: place, big: big) == .space, !(isEmptyLine(place) && place != start) { place = before(place) }
        return place
    }
}

/// A command of vim's command line: a line to go to (`12`, `$`), or a substitution (`s/old/new/`, `%s/old/new/g`, `2,5s/old/new/`) of a literal
/// text.
public enum VimLineCommand: Equatable, Sendable {
    /// Goes to a line, counted from 1; nil for the last one.
    case goTo(line: Int?)
    case substitute(Substitution)

    /// A substitution of a literal text.
    public struct Substitution: Equatable, Sendable {
        let old: String
        let new: String
        /// The lines, counted from 1; nil for the line of the cursor.
        let lines: ClosedRange<Int>?
        /// True to replace all matches of a line.
        let isGlobal: Bool
    }

    /// Parses a command without its colon; nil if it is none of these.
    public init?(_ text: String) {
        if text == "$" {
            self = .goTo(line: nil)
        } else if let line = Self.number(text) {
            self = .goTo(line: line)
        } else if let substitution = Self.substitution(text) {
            self = .substitute(substitution)
        } else {
            return nil
        }
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    }

    private static func substitution(_ text: String) -> Substitution? {
        guard let start = text.firstIndex(of: "s"), let range = range(text[..<start]) else { return nil }
        let rest = text[start...].dropFirst()
        guard let separator = rest.first, separator.isASCII, separator.isPunctuation || separator.isSymbol, separator != "\\" else {
            return nil
        }
        let parts = split(rest.dropFirst(), at: separator)
        guard (2...3).contains(parts.count), !parts[0].isEmpty else { return nil }
        let flags = parts.count > 2 ? parts[2] : ""
        guard flags.allSatisfy({ $0 == "g" }) else { return nil }
        return Substitution(old: parts[0], new: parts[1], lines: range.numbers, isGlobal: !flags.isEmpty)
    }

    private struct Lines {
        let numbers: ClosedRange<Int>?
    }

    /// The lines before the `s`: none, `%` for all, or two numbers; nil for anything else.
    private static func range(_ text: Substring) -> Lines? {
        if text.isEmpty { return Lines(numbers: nil) }
        if text == "%" { return Lines(numbers: 1...Int.max) }
        let ends = text.split(separator: ",", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = number(ends[0]), let last = ends[1] == "$" ? Int.max : number(ends[1]), first > 0, first <= last
        else { return nil }
        return Lines(numbers: first...last)
    }

    /// The parts between separators; a separator after a backslash belongs to its part.
    private static func split(_ text: Substring, at separator: Character) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in text {
            if character == separator, !isEscaped {
                parts.append("")
            } else {
                if character == separator { parts[parts.count - 1].removeLast() }
                parts[parts.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return parts
    }
}

extension TextAreaState {
    /// Runs a command of vim's command line.
    /// - Returns: the number of replaced matches; nil for a command that replaces nothing.
    public mutating func run(_ command: VimLineCommand) -> Int? {
        switch command {
        case .goTo(let line):
            let number = min(max(1, line ?? lineCount), lineCount) - 1
            moveCursor(to: TextPosition(line: number, offset: content.lines[number].indentation))
            return nil
        case .substitute(let substitution):
            let lines = substitution.lines.map { ($0.lowerBound - 1)..<($0.upperBound) } ?? cursor.line..<(cursor.line + 1)
            setPattern(substitution.old)
            let count = replaceEverywhere(with: substitution.new, lines: lines, firstOnly: !substitution.isGlobal)
            if count > 0 { moveCursor(to: TextPosition(line: cursor.line, offset: content.lines[cursor.line].indentation)) }
            return count
        }
    }
}
