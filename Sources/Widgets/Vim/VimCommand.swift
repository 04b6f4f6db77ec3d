import Screen

/// What a sequence of keys asks vim for.
struct VimCommand: Equatable, Sendable {
    /// The register that was named.
    var register: Character?
    /// How often; nil when nothing was said.
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

    /// Whether `.` brings it again.
    var isChange: Bool {
        switch verb {
        case .operate(let vimOperator, _): vimOperator != .yank
        case .insert, .replace, .put, .join: true
        default: false
        }
    }
}

/// What is done to a stretch of text.
enum VimOperator: Hashable, Sendable {
    case delete, change, yank, indent, outdent, lowercase, uppercase, toggleCase
}

/// The stretch of text that something is done to.
enum VimTarget: Hashable, Sendable {
    case motion(VimMotion)
    case object(VimTextObject)
    /// The cursor's line, and those below it as the count says.
    case lines
    /// What is selected.
    case selection
}

/// Where typing begins.
enum VimInsertion: Hashable, Sendable {
    case here, after, lineStart, lineEnd, lineBelow, lineAbove
}

/// A stretch of text with a meaning of its own.
struct VimTextObject: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word(big: Bool)
        case quotes(Character)
        case brackets(open: Character)
        case paragraph
    }

    var kind: Kind
    /// Whether what is around it belongs to it: quotes, brackets, spaces.
    var isAround: Bool
}

/// A way for vim's cursor to go, which an operator can be given as well.
enum VimMotion: Hashable, Sendable {
    case left, right, up, down
    /// As left and right, and from line to line.
    case back, forth
    case lineStart, firstNonBlank, lineEnd
    /// By words; `big` ones are all that stands between spaces.
    case wordForward(big: Bool), wordBackward(big: Bool), wordEnd(big: Bool), wordEndBackward(big: Bool)
    /// `gg` and `G`, to the line that the count says, or else the first and the last.
    case firstLine, lastLine
    case nextLine, previousLine
    case find(VimFind)
    case findAgain(reversed: Bool)
    case bracket
    case paragraphForward, paragraphBackward
    case pageDown, pageUp, halfPageDown, halfPageUp

    /// What an operator takes when it is given the motion.
    enum Shape: Equatable {
        /// Up to the target.
        case exclusive
        /// The character on the target as well.
        case inclusive
        /// All lines on the way.
        case linewise
    }

    /// What an operator takes when it is given the motion.
    var shape: Shape {
        switch self {
        case .up, .down, .firstLine, .lastLine, .nextLine, .previousLine, .pageDown, .pageUp, .halfPageDown, .halfPageUp: .linewise
        case .wordEnd, .wordEndBackward, .bracket: .inclusive
        case .find(let find): find.isForward ? .inclusive : .exclusive
        default: .exclusive
        }
    }

    /// The motions of a single key.
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

    /// The motions of a key behind `g`.
    static let keysAfterG: [Key: VimMotion] = [
        .character("g"): .firstLine, .character("e"): .wordEndBackward(big: false), .character("E"): .wordEndBackward(big: true),
        .character("j"): .down, .character("k"): .up,
    ]
}

/// A character to go to on the line.
struct VimFind: Hashable, Sendable {
    var character: Character
    var isForward: Bool
    /// Whether to stop beside it.
    var isTill: Bool

    /// The same in the other direction, if asked for.
    func turned(_ isTurned: Bool) -> VimFind {
        VimFind(character: character, isForward: isForward != isTurned, isTill: isTill)
    }
}
