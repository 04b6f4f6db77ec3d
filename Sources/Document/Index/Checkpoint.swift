/// A line start from which the lines after it can be counted again, with a summary of what lies between it and the next checkpoint.
struct Checkpoint: Hashable, Sendable {
    /// At least so many bytes lie between two checkpoints. A line start that is so far from the last checkpoint becomes one, so a line
    /// that is still running at this distance ends at the next checkpoint.
    static let spacing = 16 << 10

    /// What places can be looked up by; each ascends with the others.
    enum Measure {
        case offset, line, row
    }

    /// Where the line begins, in bytes.
    var offset: Int
    /// The number of the line, from zero.
    var line: Int
    /// The row of its first segment, from zero.
    var row: Int
    /// How many containers are open before the first byte.
    var depth: Int32
    /// The fewest containers that are open anywhere before the next checkpoint.
    var minimumDepth: Int32
    /// How many separators stand at that depth, which is how many children of the innermost common container end here.
    var separatorsAtMinimum: Int32

    init(offset: Int = 0, line: Int = 0, row: Int = 0, depth: Int32 = 0) {
        self.offset = offset
        self.line = line
        self.row = row
        self.depth = depth
        minimumDepth = depth
        separatorsAtMinimum = 0
    }

    func value(of measure: Measure) -> Int {
        switch measure {
        case .offset: offset
        case .line: line
        case .row: row
        }
    }

    /// A closing bracket was passed, which leaves that many open.
    mutating func closed(to depth: Int32) {
        guard depth < minimumDepth else { return }
        minimumDepth = depth
        separatorsAtMinimum = 0
    }

    /// Separators were passed inside that many containers.
    mutating func separated(_ count: Int32 = 1, at depth: Int32) {
        if depth == minimumDepth { separatorsAtMinimum += count }
    }
}
