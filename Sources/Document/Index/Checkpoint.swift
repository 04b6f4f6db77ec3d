/// A line start from which scanning can resume, with a summary of the bytes up to the next checkpoint.
struct Checkpoint: Hashable, Sendable {
    /// The minimum distance of checkpoints in bytes. The first line start at this distance becomes a checkpoint, so a line that is still
    /// open at this distance ends at the next checkpoint.
    static let spacing = 16 << 10

    /// The values by which checkpoints can be looked up; all of them ascend.
    enum Measure {
        case offset, line, row
    }

    /// The offset of the line in bytes.
    var offset: Int
    /// The number of the line, from zero.
    var line: Int
    /// The row of its first segment, from zero.
    var row: Int
    /// The number of open containers before the first byte.
    var depth: Int32
    /// The minimum number of open containers before the next checkpoint.
    var minimumDepth: Int32
    /// The number of separators at the minimum depth: the children of the innermost common container that end here.
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

    /// Records a closing bracket, which leaves `depth` containers open.
    mutating func closed(to depth: Int32) {
        guard depth < minimumDepth else { return }
        minimumDepth = depth
        separatorsAtMinimum = 0
    }

    /// Records separators at a depth.
    mutating func separated(_ count: Int32 = 1, at depth: Int32) {
        if depth == minimumDepth { separatorsAtMinimum += count }
    }
}

/// Checkpoints in order, stored in blocks, so that a growing copy shares all full blocks with the original.
struct CheckpointList: Sendable {
    private static let blockSize = 1024
    private var full: [[Checkpoint]] = []
    private var tail: [Checkpoint] = []

    var count: Int { full.count * Self.blockSize + tail.count }
    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Checkpoint {
        let block = index / Self.blockSize
        return block < full.count ? full[block][index % Self.blockSize] : tail[index % Self.blockSize]
    }

    mutating func append(_ checkpoint: Checkpoint) {
        tail.append(checkpoint)
        guard tail.count == Self.blockSize else { return }
        full.append(tail)
        tail = []
        tail.reserveCapacity(Self.blockSize)
    }

    /// The index of the last checkpoint whose value is at most `limit`; nil if there is none.
    func lastIndex(_ measure: Checkpoint.Measure, atMost limit: Int) -> Int? {
        let following = (0..<count).partitioningIndex { self[$0].value(of: measure) > limit }
        return following > 0 ? following - 1 : nil
    }
}

extension Range<Int> {
    /// The first index for which the condition holds, or the upper bound, by binary search. The condition must hold for all later indices.
    @inline(__always)
    func partitioningIndex(where condition: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
