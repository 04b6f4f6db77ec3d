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
