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
        case join
        case undo, redo, again
        case visual(linewise: Bool)
        case select(VimTextObject)
        case swapEnds
        case openFind(backward: Bool), findAgain(Int), findWord(backward: Bool)
        case scroll(Int), align(Double)
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
}

/// The position at which INSERT mode starts.
enum VimInsertion: Hashable, Sendable {
    case here, after, lineStart, lineEnd, lineBelow, lineAbove
}

/// A text object.
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
    /// By words; `big` words are separated only by spaces.
    case wordForward(big: Bool), wordBackward(big: Bool), wordEnd(big: Bool), wordEndBackward(big: Bool)
    /// `gg` and `G`: to the line given by the count, or to the first or last line.
    case firstLine, lastLine
    case nextLine, previousLine
    case find(VimFind)
    case findAgain(reversed: Bool)
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

    /// The way an operator treats the target of this motion.
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
