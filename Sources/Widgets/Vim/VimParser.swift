import Screen

/// Parses a sequence of keys into a command, for NORMAL and VISUAL mode.
struct VimParser {
    /// The reason why a key sequence is not a command.
    enum ParseError: Error {
        /// More keys are needed.
        case incomplete
        /// No command starts with these keys.
        case unknown
    }

    /// The largest count; larger ones are reduced to it.
    static let maxCount = 10_000

    private var rest: ArraySlice<Key>
    private let isVisual: Bool

    /// Parses `keys`, all of which must belong to one command.
    static func parse(_ keys: [Key], isVisual: Bool) throws(ParseError) -> VimCommand {
        var parser = VimParser(rest: keys[...], isVisual: isVisual)
        return try parser.command()
    }

    private mutating func next() throws(ParseError) -> Key {
        guard let key = rest.popFirst() else { throw .incomplete }
        return key
    }

    private mutating func character() throws(ParseError) -> Character {
        guard case .character(let character) = try next().code else { throw .unknown }
        return character
    }

    private mutating func count() -> Int? {
        var count: Int?
        while case .character(let digit)? = rest.first?.code, rest.first?.modifiers.isEmpty == true, let value = digit.wholeNumberValue,
            digit.isASCII, value > 0 || count != nil
        {
            count = min((count ?? 0) * 10 + value, Self.maxCount)
            rest = rest.dropFirst()
        }
        return count
    }

    private mutating func command() throws(ParseError) -> VimCommand {
        var command = VimCommand(verb: .leave)
        if rest.first == .character("\"") {
            rest = rest.dropFirst()
            command.register = try character()
        }
        command.count = count()
        let key = try next()
        command.verb = isVisual ? try visual(key) : try normal(key, &command.count)
        return command
    }

    // MARK: NORMAL

    private mutating func normal(_ key: Key, _ count: inout Int?) throws(ParseError) -> VimCommand.Verb {
        if let verb = Self.simple[key] { return verb }
        if let vimOperator = Self.operators[key] { return try operate(vimOperator, again: [key], &count) }
        if key == .character("r") { return .replace(try replacement()) }
        if key == .character("g"), let second = rest.first, let vimOperator = Self.operatorsAfterG[second] {
            rest = rest.dropFirst()
            return try operate(vimOperator, again: [second, .character("g")], &count)
        }
        return try shared(key)
    }

    private mutating func operate(_ vimOperator: VimOperator, again: [Key], _ count: inout Int?) throws(ParseError) -> VimCommand.Verb {
        if let inner = self.count() { count = min((count ?? 1) * inner, Self.maxCount) }
        let key = try next()
        if again.contains(key) { return .operate(vimOperator, .lines) }
        if let object = try object(key) { return .operate(vimOperator, .object(object)) }
        return .operate(vimOperator, .motion(try motion(key)))
    }

    // MARK: VISUAL

    private mutating func visual(_ key: Key) throws(ParseError) -> VimCommand.Verb {
        if let vimOperator = Self.visualOperators[key] { return .operate(vimOperator, .selection) }
        if let verb = Self.visualSimple[key] { return verb }
        if key == .character("r") { return .replace(try replacement()) }
        if let object = try object(key) { return .select(object) }
        return try shared(key)
    }

    // MARK: Both

    private mutating func shared(_ key: Key) throws(ParseError) -> VimCommand.Verb {
        if let verb = Self.common[key] { return verb }
        if Self.named.contains(key) {
            _ = try next()
            throw .unknown
        }
        if key == .character("g"), rest.first == .character("J") {
            rest = rest.dropFirst()
            return .join(keepsSpace: true)
        }
        guard key == .character("z") else { return .move(try motion(key)) }
        switch try next() {
        case .character("z"), .character("."): return .align(0.5)
        case .character("t"), Key(.enter): return .align(0)
        case .character("b"), .character("-"): return .align(1)
        default: throw .unknown
        }
    }

    private mutating func motion(_ key: Key) throws(ParseError) -> VimMotion {
        if let motion = VimMotion.keys[key] { return motion }
        switch key {
        case .character("g"):
            guard let motion = VimMotion.keysAfterG[try next()] else { throw .unknown }
            return motion
        case .character("f"): return .find(VimFind(character: try character(), isForward: true, isTill: false))
        case .character("F"): return .find(VimFind(character: try character(), isForward: false, isTill: false))
        case .character("t"): return .find(VimFind(character: try character(), isForward: true, isTill: true))
        case .character("T"): return .find(VimFind(character: try character(), isForward: false, isTill: true))
        // There are no marks. The name of one is consumed, so that it does not run as a command.
        case .character("'"), .character("`"):
            _ = try next()
            throw .unknown
        case .character("/"), .character("?"): return .search(try pattern(), backward: key == .character("?"))
        default: throw .unknown
        }
    }

    /// A search pattern up to Enter.
    private mutating func pattern() throws(ParseError) -> String {
        var pattern = ""
        while true {
            let key = try next()
            if key == Key(.enter), !pattern.isEmpty { return pattern }
            if key == Key(.backspace), !pattern.isEmpty {
                pattern.removeLast()
            } else if case .character(let character) = key.code, key.modifiers.isEmpty {
                pattern.append(character)
            } else {
                throw .unknown
            }
        }
    }

    private mutating func object(_ key: Key) throws(ParseError) -> VimTextObject? {
        guard key == .character("i") || key == .character("a") else { return nil }
        let isAround = key == .character("a")
        let kind: VimTextObject.Kind
        switch try character() {
        case "w": kind = .word(big: false)
        case "W": kind = .word(big: true)
        case "p": kind = .paragraph
        case let quote where "\"'`".contains(quote): kind = .quotes(quote)
        case "(", ")", "b": kind = .brackets(open: "(")
        case "{", "}", "B": kind = .brackets(open: "{")
        case "[", "]": kind = .brackets(open: "[")
        default: throw .unknown
        }
        return VimTextObject(kind: kind, isAround: isAround)
    }

    private mutating func replacement() throws(ParseError) -> String {
        let key = try next()
        if key == Key(.enter) { return "\n" }
        guard case .character(let character) = key.code, key.modifiers.isEmpty else { throw .unknown }
        return String(character)
    }

    // MARK: Key tables

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

    /// Unsupported commands with an argument (macros and marks). The argument is consumed so that it does not run as a command.
    static let named: Set<Key> = [.character("q"), .character("@"), .character("m"), .character("'"), .character("`")]

    static let visualSimple: [Key: VimCommand.Verb] = [.character("o"): .swapEnds, Key(.escape): .leave]

    static let common: [Key: VimCommand.Verb] = [
        .character("p"): .put(before: false), .character("P"): .put(before: true), .character("J"): .join(keepsSpace: false),
        .character("H"): .row(0), .character("M"): .row(0.5), .character("L"): .row(1),
        .character("v"): .visual(linewise: false), .character("V"): .visual(linewise: true),
        VimKeys.block: .visual(linewise: true),
        .character("/"): .openFind(backward: false), .character("?"): .openFind(backward: true),
        .character("n"): .findAgain(1), .character("N"): .findAgain(-1),
        .character("*"): .findWord(backward: false), .character("#"): .findWord(backward: true),
        .control("e"): .scroll(1), .control("y"): .scroll(-1),
    ]
}
