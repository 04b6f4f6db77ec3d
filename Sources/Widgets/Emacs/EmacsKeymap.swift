import Screen

/// What emacs' keys are called.
enum EmacsKeymap {
    enum Command: Sendable {
        case edit(EditCommand)
        case kill(TextMotion)
        case killRegion, copyRegion
        case yank, yankEarlier
        case changeCase(CaseChange)
        case setMark, quit
        case openLine
        case find(backward: Bool)
        case prefix
    }

    enum CaseChange: Sendable {
        case upper, lower, capital

        func apply(_ text: String) -> String {
            switch self {
            case .upper: return text.uppercased()
            case .lower: return text.lowercased()
            case .capital:
                guard let first = text.firstIndex(where: \.isLetter) else { return text }
                return text[..<first] + text[first].uppercased() + text[text.index(after: first)...].lowercased()
            }
        }
    }

    static let table: [Key: Command] = [
        .control("f"): .edit(.move(.right)), .control("b"): .edit(.move(.left)),
        .control("n"): .edit(.move(.down)), .control("p"): .edit(.move(.up)),
        .control("a"): .edit(.move(.lineStart)), .control("e"): .edit(.move(.lineEnd)), .alt("m"): .edit(.move(.indentation)),
        .alt("<"): .edit(.move(.textStart)), .alt(">"): .edit(.move(.textEnd)),
        .control("v"): .edit(.move(.pageDown)), .alt("v"): .edit(.move(.pageUp)),
        .control("d"): .edit(.delete(.right)), .control("j"): .edit(.newline),
        .control("k"): .kill(.lineEnd), .alt("d"): .kill(.wordRight), Key(.backspace, .alt): .kill(.wordLeft),
        Key(.backspace, .control): .kill(.wordLeft), Key(.delete, .control): .kill(.wordRight),
        .control("w"): .killRegion, .alt("w"): .copyRegion, .control("y"): .yank, .alt("y"): .yankEarlier,
        .alt("u"): .changeCase(.upper), .alt("l"): .changeCase(.lower), .alt("c"): .changeCase(.capital),
        .control("_"): .edit(.undo), .control("/"): .edit(.undo), .alt("_"): .edit(.redo),
        .control(" "): .setMark, .control("@"): .setMark, .control("g"): .quit,
        .control("o"): .openLine, .control("t"): .edit(.transpose),
        .control("s"): .find(backward: false), .control("r"): .find(backward: true), .control("x"): .prefix,
    ]
}
