/// A pattern of RFC 9485 (I-Regexp). It has no captures and no lookaround, so matching takes time linear in the text. `^` and `$` match the
/// ends of the text, as required by the JSONPath compliance tests.
///
/// The pattern is a nondeterministic automaton (Thompson's construction), simulated one character at a time.
struct IRegexp: Sendable {
    enum Instruction: Sendable {
        case one(IRegexpSet)
        /// Continues at both positions.
        case split(Int, Int)
        case jump(Int)
        /// Continues only at the start, or only at the end, of the text.
        case start, end
        case match
    }

    private let program: [Instruction]

    /// - Returns: nil if the pattern is invalid, or its repetitions exceed a limit.
    init?(_ text: String) {
        var parser = IRegexpParser(text)
        guard let node = parser.pattern() else { return nil }
        var compiler = IRegexpCompiler()
        guard compiler.compile(node) else { return nil }
        program = compiler.program + [.match]
    }

    /// The maximum number of steps for a text.
    func stepCount(for text: [UInt8]) -> Int { (text.count + 1) * program.count }

    /// True if the pattern matches a text in UTF-8.
    /// - Parameter isWhole: true to match the whole text, false to match any part of it.
    func matches(_ text: [UInt8], isWhole: Bool) -> Bool {
        var active = States(count: program.count)
        var next = States(count: program.count)
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        add(0, to: &active, isStart: true, isEnd: scalars.isEmpty)
        for (index, scalar) in scalars.enumerated() {
            if active.isMatched, !isWhole { return true }
            next.removeAll()
            let isEnd = index == scalars.count - 1
            for state in active.list {
                if case .one(let set) = program[state], set.contains(scalar) { add(state + 1, to: &next, isStart: false, isEnd: isEnd) }
            }
            if !isWhole { add(0, to: &next, isStart: false, isEnd: isEnd) }
            swap(&active, &next)
            if active.list.isEmpty { return false }
        }
        return active.isMatched
    }

    /// Adds a state and all states that it reaches without consuming a character.
    private func add(_ state: Int, to states: inout States, isStart: Bool, isEnd: Bool) {
        var pending = [state]
        while let state = pending.popLast() {
            guard states.insert(state) else { continue }
            switch program[state] {
            case .jump(let target): pending.append(target)
            case .split(let first, let second): pending += [second, first]
            case .start: if isStart { pending.append(state + 1) }
            case .end: if isEnd { pending.append(state + 1) }
            case .match: states.isMatched = true
            case .one: break
            }
        }
    }

    /// The set of active states.
    private struct States {
        var list: [Int] = []
        var isMatched = false
        private var isMember: [Bool]

        init(count: Int) { isMember = [Bool](repeating: false, count: count) }

        mutating func insert(_ state: Int) -> Bool {
            guard !isMember[state] else { return false }
            isMember[state] = true
            list.append(state)
            return true
        }

        mutating func removeAll() {
            for state in list { isMember[state] = false }
            list.removeAll(keepingCapacity: true)
            isMatched = false
        }
    }
}

/// The syntax tree of a pattern.
indirect enum IRegexpNode: Sendable {
    case set(IRegexpSet)
    case start, end
    case sequence([IRegexpNode])
    case choice([IRegexpNode])
    /// A repetition; unbounded if `maximum` is nil.
    case repetition(IRegexpNode, minimum: Int, maximum: Int?)
}

/// Compiles a syntax tree to a program.
struct IRegexpCompiler {
    /// The maximum length of a program: repetitions are expanded, so nested ones multiply.
    private static let limit = 20_000

    private(set) var program: [IRegexp.Instruction] = []

    /// Compiles a node; returns false if the program is too long.
    mutating func compile(_ node: IRegexpNode) -> Bool {
        guard program.count < Self.limit else { return false }
        switch node {
        case .set(let set): program.append(.one(set))
        case .start: program.append(.start)
        case .end: program.append(.end)
        case .sequence(let parts): return parts.allSatisfy { compile($0) }
        case .choice(let branches): return compile(choice: branches[...])
        case .repetition(let part, let minimum, let maximum): return compile(part, minimum, maximum)
        }
        return true
    }

    private mutating func compile(choice branches: ArraySlice<IRegexpNode>) -> Bool {
        var ends: [Int] = []
        for (index, branch) in branches.enumerated() {
            let isLast = index == branches.count - 1
            let split = program.count
            if !isLast { program.append(.jump(0)) }
            guard compile(branch) else { return false }
            guard !isLast else { break }
            ends.append(program.count)
            program.append(.jump(0))
            program[split] = .split(split + 1, program.count)
        }
        for end in ends { program[end] = .jump(program.count) }
        return true
    }

    private mutating func compile(_ part: IRegexpNode, _ minimum: Int, _ maximum: Int?) -> Bool {
        for _ in 0..<minimum { guard compile(part) else { return false } }
        guard let maximum else {
            let start = program.count
            program.append(.jump(0))
            guard compile(part) else { return false }
            program.append(.jump(start))
            program[start] = .split(start + 1, program.count)
            return true
        }
        var splits: [Int] = []
        for _ in minimum..<max(minimum, maximum) {
            splits.append(program.count)
            program.append(.jump(0))
            guard compile(part) else { return false }
        }
        for split in splits { program[split] = .split(split + 1, program.count) }
        return true
    }
}

/// A recursive descent parser of the grammar of RFC 9485, section 4.
struct IRegexpParser {
    private static let depthLimit = 100
    private static let repetitionLimit = 10_000

    private let text: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    /// Parses the whole text; nil if it is not a valid pattern.
    mutating func pattern() -> IRegexpNode? {
        guard let node = choice(), position == text.count else { return nil }
        return node
    }

    private var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    private mutating func choice() -> IRegexpNode? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { return nil }
        var branches: [IRegexpNode] = []
        repeat {
            guard let branch = branch() else { return nil }
            branches.append(branch)
        } while consume("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func branch() -> IRegexpNode? {
        var pieces: [IRegexpNode] = []
        while let next = peek, next != "|", next != ")" {
            guard let atom = atom(), let piece = quantified(atom) else { return nil }
            pieces.append(piece)
        }
        return .sequence(pieces)
    }

    private mutating func quantified(_ atom: IRegexpNode) -> IRegexpNode? {
        if consume("*") { return .repetition(atom, minimum: 0, maximum: nil) }
        if consume("+") { return .repetition(atom, minimum: 1, maximum: nil) }
        if consume("?") { return .repetition(atom, minimum: 0, maximum: 1) }
        guard consume("{") else { return atom }
        guard let minimum = count() else { return nil }
        if consume("}") { return .repetition(atom, minimum: minimum, maximum: minimum) }
        guard consume(",") else { return nil }
        if consume("}") { return .repetition(atom, minimum: minimum, maximum: nil) }
        guard let maximum = count(), consume("}"), maximum >= minimum else { return nil }
        return .repetition(atom, minimum: minimum, maximum: maximum)
    }

    private mutating func count() -> Int? {
        let start = position
        while let next = peek, "0"..."9" ~= next { position += 1 }
        let value = Int(String(String.UnicodeScalarView(text[start..<position])))
        return value.flatMap { $0 <= Self.repetitionLimit ? $0 : nil }
    }

    private mutating func atom() -> IRegexpNode? {
        guard let next = peek else { return nil }
        position += 1
        switch next {
        case "(":
            guard let inner = choice(), consume(")") else { return nil }
            return inner
        case ".": return .set(.any)
        case "^": return .start
        case "$": return .end
        case "[": return characterClass().map { .set($0) }
        case "\\": return escape().map { .set(IRegexpSet(items: [$0])) }
        // These characters must be escaped.
        case "*", "+", "?", "{", "}", ")", "]", "|": return nil
        default: return .set(.one(next))
        }
    }

    /// Parses the text after a backslash: a character or a category.
    private mutating func escape() -> IRegexpSet.Item? {
        guard let next = peek else { return nil }
        position += 1
        switch next {
        case "n": return .range(0x0A...0x0A)
        case "r": return .range(0x0D...0x0D)
        case "t": return .range(0x09...0x09)
        case "p", "P":
            guard consume("{"), let end = text[position...].firstIndex(of: "}") else { return nil }
            let name = String(String.UnicodeScalarView(text[position..<end]))
            position = end + 1
            return IRegexpSet.categories.contains(name) ? .category(name, isNegated: next == "P") : nil
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}", "$": return .range(next.value...next.value)
        default: return nil
        }
    }

    private mutating func characterClass() -> IRegexpSet? {
        var set = IRegexpSet(items: [], isNegated: consume("^"))
        if consume("-") { set.items.append(.range(0x2D...0x2D)) }
        while let next = peek, next != "]" {
            if next == "-" {
                // An unescaped dash is allowed only at the start and the end.
                position += 1
                set.items.append(.range(0x2D...0x2D))
                return consume("]") ? set : nil
            }
            guard let item = classItem() else { return nil }
            set.items.append(item)
        }
        return consume("]") && !set.items.isEmpty ? set : nil
    }

    private mutating func classItem() -> IRegexpSet.Item? {
        guard let first = classCharacter(), case .range(let start) = first, peek == "-", position + 1 < text.count,
            text[position + 1] != "]"
        else { return lastItem }
        position += 1
        guard let last = classCharacter(), case .range(let end) = last, start.lowerBound <= end.lowerBound else { return nil }
        return .range(start.lowerBound...end.lowerBound)
    }

    /// The last item read by ``classCharacter()``.
    private var lastItem: IRegexpSet.Item?

    private mutating func classCharacter() -> IRegexpSet.Item? {
        lastItem = nil
        guard let next = peek, next != "[", next != "]" else { return nil }
        position += 1
        lastItem = next == "\\" ? escape() : .range(next.value...next.value)
        return lastItem
    }
}

/// A set of characters that match at one position of a pattern.
struct IRegexpSet: Sendable {
    enum Item: Sendable {
        case range(ClosedRange<UInt32>)
        /// A general category, by its one or two letters.
        case category(String, isNegated: Bool)
    }

    var items: [Item]
    var isNegated = false

    /// The set of `.`: all characters except line ends (RFC 9485, section 5.3).
    static let any = IRegexpSet(items: [.range(0x0A...0x0A), .range(0x0D...0x0D)], isNegated: true)

    static func one(_ scalar: Unicode.Scalar) -> IRegexpSet { IRegexpSet(items: [.range(scalar.value...scalar.value)]) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember = items.contains { item in
            switch item {
            case .range(let range): range.contains(scalar.value)
            case .category(let name, let isNegated): Self.category(of: scalar).hasPrefix(name) != isNegated
            }
        }
        return isMember != isNegated
    }

    /// The names of the general categories allowed in a pattern (RFC 9485, section 4).
    static let categories: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Z",
        "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C", "Cc", "Cf", "Cn", "Co",
    ]

    private static func category(of scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
