/// Pairs the equal elements of two sequences, in order, so that few elements are left over.
///
/// Elements that occur once in each sequence are anchors (patience difference); between anchors the shortest edit is found by Myers' algorithm
/// (“An O(ND) Difference Algorithm and Its Variations”, 1986). Edits longer than ``maxEditCount`` are found in parts, each the best
/// of its length, so that the time stays proportional to the length of the sequences.
struct SequenceAlignment {
    /// Equal elements that are consecutive in both sequences.
    struct Run: Hashable {
        var old: Int
        var new: Int
        var count: Int
    }

    /// The maximum number of edits in one search.
    private static let maxEditCount = 256
    /// The maximum depth of nested searches for anchors.
    private static let maxDepth = 32

    private let old: [UInt64]
    private let new: [UInt64]
    private var runs: [Run] = []

    /// The runs of equal elements, in ascending order in both sequences.
    static func runs(_ old: [UInt64], _ new: [UInt64]) -> [Run] {
        var alignment = SequenceAlignment(old: old, new: new)
        alignment.align(old.indices, new.indices, depth: 0)
        return alignment.runs
    }

    private mutating func align(_ oldRange: Range<Int>, _ newRange: Range<Int>, depth: Int) {
        var (oldRange, newRange) = (oldRange, newRange)
        var head = 0
        while head < min(oldRange.count, newRange.count), old[oldRange.lowerBound + head] == new[newRange.lowerBound + head] { head += 1 }
        add(Run(old: oldRange.lowerBound, new: newRange.lowerBound, count: head))
        oldRange = oldRange.dropFirst(head)
        newRange = newRange.dropFirst(head)
        var tail = 0
        while tail < min(oldRange.count, newRange.count), old[oldRange.upperBound - 1 - tail] == new[newRange.upperBound - 1 - tail] {
            tail += 1
        }
        oldRange = oldRange.dropLast(tail)
        newRange = newRange.dropLast(tail)
        alignMiddle(oldRange, newRange, depth: depth)
        add(Run(old: oldRange.upperBound, new: newRange.upperBound, count: tail))
    }

    private mutating func alignMiddle(_ oldRange: Range<Int>, _ newRange: Range<Int>, depth: Int) {
        guard !oldRange.isEmpty, !newRange.isEmpty, !Task.isCancelled else { return }
        let anchors = depth < Self.maxDepth ? anchors(oldRange, newRange) : []
        guard !anchors.isEmpty else { return alignByEdits(oldRange, newRange) }
        var (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
        for anchor in anchors where anchor.old >= oldStart && anchor.new >= newStart {
            align(oldStart..<anchor.old, newStart..<anchor.new, depth: depth + 1)
            add(Run(old: anchor.old, new: anchor.new, count: 1))
            (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
        }
        align(oldStart..<oldRange.upperBound, newStart..<newRange.upperBound, depth: depth + 1)
    }

    private mutating func add(_ run: Run) {
        guard run.count > 0 else { return }
        if let last = runs.last, last.old + last.count == run.old, last.new + last.count == run.new {
            runs[runs.count - 1].count += run.count
        } else {
            runs.append(run)
        }
    }

    // MARK: Anchors

    /// The longest list of elements that occur once in each range and are in the same order in both.
    private func anchors(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> [(old: Int, new: Int)] {
        let (left, right) = (Self.single(old, oldRange), Self.single(new, newRange))
        var pairs: [(old: Int, new: Int)] = []
        var index = 0
        for entry in left {
            while index < right.count, right[index].element < entry.element { index += 1 }
            if index < right.count, right[index].element == entry.element { pairs.append((entry.place, right[index].place)) }
        }
        pairs.sort { $0.old < $1.old }
        return Self.longestIncreasingSubsequence(pairs.map(\.new)).map { pairs[$0] }
    }

    /// The elements that occur once in the range, sorted by value.
    private static func single(_ elements: [UInt64], _ range: Range<Int>) -> [(element: UInt64, place: Int)] {
        let sorted = range.map { (element: elements[$0], place: $0) }.sorted { $0.element < $1.element }
        return sorted.indices.filter { index in
            (index == 0 || sorted[index - 1].element != sorted[index].element)
                && (index + 1 == sorted.count || sorted[index + 1].element != sorted[index].element)
        }.map { sorted[$0] }
    }

    /// The indices of a longest increasing subsequence.
    static func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for index in values.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if values[ends[middle]] < values[index] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result: [Int] = []
        var index = ends.last ?? -1
        while index >= 0 {
            result.append(index)
            index = previous[index]
        }
        return result.reversed()
    }

    // MARK: Edits

    private mutating func alignByEdits(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
        var (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
        while oldStart < oldRange.upperBound, newStart < newRange.upperBound, !Task.isCancelled {
            let (found, end) = edits(oldStart..<oldRange.upperBound, newStart..<newRange.upperBound)
            for run in found { add(run) }
            (oldStart, newStart) = end
        }
    }

    /// The equal runs of a shortest edit, up to the end or, after ``maxEditCount`` edits, to the furthest position.
    private func edits(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> (runs: [Run], end: (old: Int, new: Int)) {
        var front = EditFront(oldCount: oldRange.count, newCount: newRange.count)
        for _ in 0...min(Self.maxEditCount, oldRange.count + newRange.count) {
            let isAtEnd = front.advance { old[oldRange.lowerBound + $0] == new[newRange.lowerBound + $1] }
            if isAtEnd { break }
        }
        let (runs, end) = front.trace()
        return (
            runs.map { Run(old: $0.old + oldRange.lowerBound, new: $0.new + newRange.lowerBound, count: $0.count) },
            (end.old + oldRange.lowerBound, end.new + newRange.lowerBound)
        )
    }
}

/// The furthest positions for each number of edits. Diagonal `k` contains the positions with `old - new == k`.
private struct EditFront {
    let oldCount: Int
    let newCount: Int
    /// The furthest position in the old sequence by number of edits and diagonal; the index of diagonal `k` is `k + editCount`, -1 means
    /// none.
    private var furthest: [[Int]] = []

    init(oldCount: Int, newCount: Int) {
        self.oldCount = oldCount
        self.newCount = newCount
    }

    /// Adds one edit; true if the end of both sequences is reached.
    mutating func advance(isEqual: (Int, Int) -> Bool) -> Bool {
        let editCount = furthest.count
        var places = [Int](repeating: -1, count: 2 * editCount + 1)
        defer { furthest.append(places) }
        for diagonal in stride(from: -editCount, through: editCount, by: 2) {
            var place = start(of: diagonal, after: editCount).place
            guard place >= 0 else { continue }
            while place < oldCount, place - diagonal < newCount, isEqual(place, place - diagonal) { place += 1 }
            places[diagonal + editCount] = place
            if place == oldCount, place - diagonal == newCount { return true }
        }
        return false
    }

    /// The position at which a diagonal is entered, and the step back to the previous diagonal.
    private func start(of diagonal: Int, after editCount: Int) -> (place: Int, step: Int) {
        guard editCount > 0 else { return (0, 0) }
        let before = furthest[editCount - 1]
        var (removed, added) = (-1, -1)
        if diagonal > -editCount, before[diagonal + editCount - 2] >= 0 { removed = before[diagonal + editCount - 2] + 1 }
        if diagonal < editCount { added = before[diagonal + editCount] }
        if removed > oldCount { removed = -1 }
        if added >= 0, added - diagonal > newCount { added = -1 }
        return removed > added ? (removed, -1) : (added, 1)
    }

    /// Follows the edits back from the furthest position.
    func trace() -> (runs: [SequenceAlignment.Run], end: (old: Int, new: Int)) {
        var editCount = furthest.count - 1
        let last = furthest[editCount]
        // `2 * old - diagonal` is the sum of both positions.
        let best = last.indices.filter { last[$0] >= 0 }.max { 2 * last[$0] - $0 < 2 * last[$1] - $1 }
        guard let best else { return ([], (oldCount, newCount)) }
        var diagonal = best - editCount
        let end = (old: last[best], new: last[best] - diagonal)
        var runs: [SequenceAlignment.Run] = []
        while editCount >= 0 {
            let place = furthest[editCount][diagonal + editCount]
            let (start, step) = start(of: diagonal, after: editCount)
            if place > start { runs.append(.init(old: start, new: start - diagonal, count: place - start)) }
            diagonal += step
            editCount -= 1
        }
        return (runs.reversed(), end)
    }
}
