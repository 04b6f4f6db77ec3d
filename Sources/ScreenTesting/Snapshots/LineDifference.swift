/// What must change in one text to become another, line by line.
struct LineDifference: CustomStringConvertible {
    /// The lines that differ with two around them: `-` only in the first text, `+` only in the second, a space in both.
    let description: String

    /// Compares two texts.
    init(from old: String, to new: String) {
        let lines = Self.merged(Self.lines(old), Self.lines(new))
        let changed = lines.indices.filter { lines[$0].first != " " }
        var parts: [String] = []
        var last = -1
        for index in Set(changed.flatMap { max(0, $0 - 2)...min(lines.count - 1, $0 + 2) }).sorted() {
            if index != last + 1 { parts.append("…") }
            parts.append(lines[index])
            last = index
        }
        description = parts.joined(separator: "\n")
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func merged(_ old: [Substring], _ new: [Substring]) -> [String] {
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(\.offset))
        let inserted = Set(difference.insertions.map(\.offset))
        var result: [String] = []
        var (first, second) = (0, 0)
        while first < old.count || second < new.count {
            if first < old.count, removed.contains(first) {
                result.append("-\(old[first])")
                first += 1
            } else if second < new.count, inserted.contains(second) {
                result.append("+\(new[second])")
                second += 1
            } else {
                result.append(" \(old[first])")
                first += 1
                second += 1
            }
        }
        return result
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
