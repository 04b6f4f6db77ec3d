/// Builds the index of the lines that `JSONLines` describes, 64 bytes at a time, without looking at most bytes one by one.
struct JSONIndexer: Sendable {
    private var sealed = CheckpointList()
    private var carry = JSONBits.Carry()
    private var counter: JSONLineCounter

    /// - Parameter start: where the text begins.
    init(start: Int) {
        counter = JSONLineCounter(start: start)
    }

    /// Looks at more bytes.
    /// - Parameters:
    ///   - bytes: all bytes up to where to stop.
    ///   - isComplete: whether these are all there will be.
    /// - Returns: what is known of all bytes.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        if let base = bytes.baseAddress {
            // Kept in registers.
            var (counter, carry) = (counter, carry)
            while counter.offset + 64 <= bytes.count {
                let start = base + counter.offset
                let block = JSONBlock(start, carry: &carry)
                if let checkpoint = counter.take(block, at: start) { sealed.append(checkpoint) }
            }
            (self.counter, self.carry) = (counter, carry)
        }
        var last = self
        last.takeRest(of: bytes)
        return last.index(end: bytes.count, isComplete: isComplete)
    }

    /// The last bytes are too few for a block. They are looked at on a copy, so that they can be looked at again when more have come.
    private mutating func takeRest(of bytes: UnsafeRawBufferPointer) {
        guard counter.offset < bytes.count else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[counter.offset...])
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { padded in
            guard let base = padded.baseAddress else { return }
            base.initializeMemory(as: UInt8.self, repeating: 0x20, count: 64)
            padded.copyMemory(from: rest)
            let block = JSONBlock(base, carry: &carry, count: rest.count)
            if let checkpoint = counter.take(block, at: base) { sealed.append(checkpoint) }
        }
    }

    private func index(end: Int, isComplete: Bool) -> LineIndex {
        var index = LineIndex(.json)
        index.checkpoints = sealed
        if let last = counter.checkpoint { index.checkpoints.append(last) }
        index.lineCount = counter.lineCount
        index.rowCount = counter.rowCount
        index.end = end
        index.endDepth = counter.depth
        index.isComplete = isComplete
        return index
    }
}
