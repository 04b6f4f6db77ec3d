/// Checkpoints in order, kept in blocks so that a copy that grows shares all full blocks with the original.
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

    /// The index of the last checkpoint whose measure is at most the given one, or nil where all are beyond it.
    func lastIndex(_ measure: Checkpoint.Measure, atMost limit: Int) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].value(of: measure) <= limit { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}
