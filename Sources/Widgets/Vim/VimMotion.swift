import Screen

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
