/// A pattern of RFC 9485 (I-Regexp): no captures and no looking around, so that it is matched in time linear in the text. `^` and `$` are
/// the ends of the text, as the published tests of JSONPath want it.
///
/// All ways through the pattern are followed at once, a character at a time (Thompson's construction).
struct IRegexp: Sendable {
    enum Instruction: Sendable {
        case one(IRegexpSet)
        /// Goes on at both places.
        case split(Int, Int)
        case jump(Int)
        /// Goes on at the start of the text, or at its end.
        case start, end
        case match
    }

    private let program: [Instruction]

    /// - Returns: nil where the text is no such pattern, or one that repeats so often that it would not end.
    init?(_ text: String) {
        var parser = IRegexpParser(text)
        guard let node = parser.pattern() else { return nil }
        var compiler = IRegexpCompiler()
        guard compiler.compile(node) else { return nil }
        program = compiler.program + [.match]
    }

    /// Whether it matches a text in UTF-8.
    /// - Parameter isWhole: as a whole, or else any part of it.
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

    /// Adds a place and those that it leads to without a character.
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

    /// The places that are reached, each once.
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
