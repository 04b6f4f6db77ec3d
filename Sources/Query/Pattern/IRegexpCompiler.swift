/// What a pattern consists of.
indirect enum IRegexpNode: Sendable {
    case set(IRegexpSet)
    case start, end
    case sequence([IRegexpNode])
    case choice([IRegexpNode])
    /// Without an upper bound where `maximum` is nil.
    case repetition(IRegexpNode, minimum: Int, maximum: Int?)
}

/// Writes a pattern as a program.
struct IRegexpCompiler {
    /// Repetitions are written out, so that nested ones multiply.
    private static let limit = 20_000

    private(set) var program: [IRegexp.Instruction] = []

    /// False where the program would be too long.
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
