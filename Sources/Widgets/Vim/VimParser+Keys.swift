import Screen

extension VimParser {
    static let operators: [Key: VimOperator] = [
        .character("d"): .delete, .character("c"): .change, .character("y"): .yank, .character(">"): .indent, .character("<"): .outdent,
    ]

    static let operatorsAfterG: [Key: VimOperator] = [
        .character("u"): .lowercase, .character("U"): .uppercase, .character("~"): .toggleCase,
    ]

    static let visualOperators: [Key: VimOperator] = [
        .character("d"): .delete, .character("x"): .delete, Key(.delete): .delete, .character("c"): .change, .character("s"): .change,
        .character("y"): .yank, .character(">"): .indent, .character("<"): .outdent, .character("u"): .lowercase,
        .character("U"): .uppercase, .character("~"): .toggleCase,
    ]

    static let simple: [Key: VimCommand.Verb] = [
        .character("i"): .insert(.here), .character("a"): .insert(.after), .character("I"): .insert(.lineStart),
        .character("A"): .insert(.lineEnd), .character("o"): .insert(.lineBelow), .character("O"): .insert(.lineAbove),
        .character("x"): .operate(.delete, .motion(.right)), Key(.delete): .operate(.delete, .motion(.right)),
        .character("X"): .operate(.delete, .motion(.left)), .character("s"): .operate(.change, .motion(.right)),
        .character("S"): .operate(.change, .lines), .character("D"): .operate(.delete, .motion(.lineEnd)),
        .character("C"): .operate(.change, .motion(.lineEnd)), .character("Y"): .operate(.yank, .lines),
        .character("~"): .operate(.toggleCase, .motion(.right)),
        .character("u"): .undo, .control("r"): .redo, .character("."): .again,
    ]

    /// What takes the name of a register or of a mark behind it, and does nothing here: the name must be no command either.
    static let named: Set<Key> = [.character("q"), .character("@"), .character("m"), .character("'"), .character("`")]

    static let visualSimple: [Key: VimCommand.Verb] = [.character("o"): .swapEnds, Key(.escape): .leave]

    static let common: [Key: VimCommand.Verb] = [
        .character("p"): .put(before: false), .character("P"): .put(before: true), .character("J"): .join,
        .character("v"): .visual(linewise: false), .character("V"): .visual(linewise: true),
        VimKeys.block: .visual(linewise: true),
        .character("/"): .openFind(backward: false), .character("?"): .openFind(backward: true),
        .character("n"): .findAgain(1), .character("N"): .findAgain(-1),
        .character("*"): .findWord(backward: false), .character("#"): .findWord(backward: true),
        .control("e"): .scroll(1), .control("y"): .scroll(-1),
    ]
}
