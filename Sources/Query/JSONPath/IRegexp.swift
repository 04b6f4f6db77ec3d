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

    /// Returns true if the pattern matches a text in UTF-8.
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
