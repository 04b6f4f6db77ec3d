import Screen

/// A complete vim command.
struct VimCommand: Equatable, Sendable {
    /// The named register, if any.
    var register: Character?
    /// The count; nil if none was typed.
    var count: Int?
    var verb: Verb

    enum Verb: Equatable, Sendable {
        case move(VimMotion)
        case operate(VimOperator, VimTarget)
        case insert(VimInsertion)
        case replace(String)
        case put(before: Bool)
        /// Joins lines with one space between them, or as they are.
        case join(keepsSpace: Bool)
        case undo, redo, again
        case visual(linewise: Bool)
        case select(VimTextObject)
        case swapEnds
        case openFind(backward: Bool), findAgain(Int), findWord(backward: Bool)
        case scroll(Int), align(Double)
        /// A movement to a row of the view: 0 is the first, 1 the last.
        case row(Double)
        case leave
    }

    /// True if `.` repeats the command.
    var isChange: Bool {
        switch verb {
        case .operate(let vimOperator, _): vimOperator != .yank
        case .insert, .replace, .put, .join: true
        default: false
        }
    }
}

/// An operation on a range of text.
enum VimOperator: Hashable, Sendable {
    case delete, change, yank, indent, outdent, lowercase, uppercase, toggleCase
}

/// The range of text that an operator works on.
enum VimTarget: Hashable, Sendable {
    case motion(VimMotion)
    case object(VimTextObject)
    /// The cursor's line and further lines according to the count.
    case lines
    /// The selection.
    case selection
    /// The text from the cursor on, as long as an earlier selection.
    case extent(VimExtent)
}

/// The size of a selection, by which `.` repeats a change.
struct VimExtent: Hashable, Sendable {
    /// The number of lines.
    var lines: Int
    /// The number of graphemes on the last line; nil for whole lines.
    var graphemes: Int?
    /// True if the last line was selected with its line end, as by `$`.
    var reachesLineEnd = false
}

/// The position at which INSERT mode starts.
enum VimInsertion: Hashable, Sendable {
    case here, after, lineStart, lineEnd, lineBelow, lineAbove
}

struct VimTextObject: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word(big: Bool)
        case quotes(Character)
        case brackets(open: Character)
        case paragraph
    }

    var kind: Kind
    /// True for the `a` form, which includes the surrounding quotes, brackets or spaces.
    var isAround: Bool
}

/// A cursor movement, also usable as the target of an operator.
enum VimMotion: Hashable, Sendable {
    case left, right, up, down
    /// Left and right across line ends.
    case back, forth
    case lineStart, firstNonBlank, lineEnd
    /// A movement by words; `big` words are separated only by spaces.
    case wordForward(big: Bool), wordBackward(big: Bool), wordEnd(big: Bool), wordEndBackward(big: Bool)
    /// `gg` and `G`: to the line given by the count, or to the first or last line.
    case firstLine, lastLine
    case nextLine, previousLine
    case find(VimFind)
    case findAgain(reversed: Bool)
    /// A movement to a match of a literal pattern (`d/pattern`, then Enter).
    case search(String, backward: Bool)
    case bracket
    case paragraphForward, paragraphBackward
    case pageDown, pageUp, halfPageDown, halfPageUp

    /// The way an operator treats the target of a motion.
    enum Shape: Equatable {
        /// Up to the target.
        case exclusive
        /// Including the character at the target.
        case inclusive
        /// All lines from the cursor to the target.
        case linewise
    }

    /// The way an operator treats the target of this motion; that of `findAgain` is that of the search which it repeats.
    var shape: Shape {
        switch self {
        case .up, .down, .firstLine, .lastLine, .nextLine, .previousLine, .pageDown, .pageUp, .halfPageDown, .halfPageUp: .linewise
        case .wordEnd, .wordEndBackward, .bracket: .inclusive
        case .find(let find): find.isForward ? .inclusive : .exclusive
        default: .exclusive
        }
    }

    /// The motions with a single key.
    static let keys: [Key: VimMotion] = [
        .character("h"): .left, .character("l"): .right, .character("k"): .up, .character("j"): .down,
        Key(.left): .left, Key(.right): .right, Key(.up): .up, Key(.down): .down,
        Key(.backspace): .back, .character(" "): .forth,
        .character("0"): .lineStart, .character("^"): .firstNonBlank, .character("$"): .lineEnd,
        Key(.home): .lineStart, Key(.end): .lineEnd,
        .character("w"): .wordForward(big: false), .character("W"): .wordForward(big: true),
        .character("b"): .wordBackward(big: false), .character("B"): .wordBackward(big: true),
        .character("e"): .wordEnd(big: false), .character("E"): .wordEnd(big: true),
        Key(.right, .control): .wordForward(big: false), Key(.left, .control): .wordBackward(big: false),
        .character("G"): .lastLine, Key(.home, .control): .firstLine, Key(.end, .control): .lastLine,
        Key(.enter): .nextLine, .character("+"): .nextLine, .character("-"): .previousLine,
        .character(";"): .findAgain(reversed: false), .character(","): .findAgain(reversed: true),
        .character("%"): .bracket, .character("}"): .paragraphForward, .character("{"): .paragraphBackward,
        .control("d"): .halfPageDown, .control("u"): .halfPageUp, .control("f"): .pageDown, .control("b"): .pageUp,
        Key(.pageDown): .pageDown, Key(.pageUp): .pageUp,
    ]

    /// The motions with a key after `g`.
    static let keysAfterG: [Key: VimMotion] = [
        .character("g"): .firstLine, .character("e"): .wordEndBackward(big: false), .character("E"): .wordEndBackward(big: true),
        .character("j"): .down, .character("k"): .up,
    ]
}

/// A search for a character on the line (`f F t T`).
struct VimFind: Hashable, Sendable {
    var character: Character
    var isForward: Bool
    /// True if the cursor stops before the character.
    var isTill: Bool

    /// The search in the opposite direction if `isTurned`.
    func turned(_ isTurned: Bool) -> VimFind {
        VimFind(character: character, isForward: isForward != isTurned, isTill: isTill)
    }
}

/// A command of vim's command line: a line to go to (`12`, `$`), lines to delete (`%d`, `2d`, `2,5d`), or a substitution (`s/old/new/`,
/// `%s/old/new/g`, `2,5s/old/new/`) of a literal text.
public enum VimLineCommand: Equatable, Sendable {
    /// Goes to a line, counted from 1; nil for the last one.
    case goTo(line: Int?)
    /// Deletes lines, counted from 1; `Int.max` is the last one.
    case delete(ClosedRange<Int>)
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
        } else if text.hasSuffix("d"), let lines = Self.range(text.dropLast())?.numbers {
            self = .delete(lines)
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

    /// The lines of a substitution; nil numbers for the line of the cursor.
    private struct Lines {
        let numbers: ClosedRange<Int>?
    }

    /// The lines before the command: none, `%` for all, one number, or two; nil for anything else.
    private static func range(_ text: Substring) -> Lines? {
        if text.isEmpty { return Lines(numbers: nil) }
        if text == "%" { return Lines(numbers: 1...Int.max) }
        let ends = text.split(separator: ",", omittingEmptySubsequences: false).map { end -> Int? in end == "$" ? .max : number(end) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first > 0, first <= last else {
            return nil
        }
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
    /// - Returns: the number of replaced matches or deleted lines; nil for a command that changes nothing.
    public mutating func run(_ command: VimLineCommand) -> Int? {
        switch command {
        case .goTo(let line):
            let number = min(max(1, line ?? lineCount), lineCount) - 1
            moveCursor(to: TextPosition(line: number, offset: content.lines[number].indentation))
            return nil
        case .delete(let lines):
            let first = lines.lowerBound == .max ? lineCount : lines.lowerBound
            let last = lines.upperBound == .max ? lineCount : lines.upperBound
            guard first <= last, last <= lineCount else { return 0 }
            content.deleteLines(first - 1...last - 1)
            moveCursor(to: content.cursor)
            return last - first + 1
        case .substitute(let substitution):
            let lines =
                substitution.lines.map { ($0.lowerBound == .max ? lineCount - 1 : $0.lowerBound - 1)..<$0.upperBound } ?? cursor
                .line..<(cursor.line + 1)
            search = TextSearch(substitution.old, matchesCase: true)
            let count = replaceEverywhere(with: substitution.new, lines: lines, firstOnly: !substitution.isGlobal)
            if count > 0 { moveCursor(to: TextPosition(line: cursor.line, offset: content.lines[cursor.line].indentation)) }
            return count
        }
    }
}
