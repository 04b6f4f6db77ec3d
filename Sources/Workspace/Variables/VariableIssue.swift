/// Validates the rows of a table of variables.
public enum VariableIssue {
    /// Longer values are not searched for references at each key.
    private static let maxByteCount = 4096

    /// The expected form of each invalid row, to follow the word “expected”; nil for valid rows.
    public static func reasons(of rows: [Row]) -> [String?] {
        var references: [String: [String]] = [:]
        for row in rows where row.isEnabled && row.value.contains("{{") && row.value.utf8.count <= maxByteCount {
            references[row.name] = Template(row.value).names
        }
        let circles = ReferenceCycles(references)
        return rows.map { row in
            guard row.isEnabled, !(row.name.isEmpty && row.value.isEmpty) else { return nil }
            if let expected = expectedName(insteadOf: row.name) { return expected }
            return circles.cycle(through: row.name).map { "a value that does not refer to itself: \($0.joined(separator: " → "))" }
        }
    }

    /// The expected form of a name if this text is invalid; nil if `{{name}}` can refer to it.
    public static func expectedName(insteadOf text: String) -> String? {
        let parts = Template("{{\(text)}}").parts
        if parts.count == 1, case .reference(text, _) = parts[0] { return nil }
        return text.allSatisfy(\.isWhitespace)
            ? "a name" : "a name without braces, quotes, line breaks and spaces at its ends"
    }
}

/// Finds names that refer to themselves, directly or through others, in one walk over the references.
struct ReferenceCycles {
    /// The maximum number of references that are followed to find the way from a name back to itself.
    private static let maxStepCount = 32

    private let names: [String]
    private let numbers: [String: Int]
    /// The numbers of the names that each name refers to.
    private let references: [[Int]]
    /// The strongly connected component of each name.
    private var groups: [Int]
    private var groupCount = 0

    /// Takes the names that each name refers to.
    init(_ references: [String: [String]]) {
        names = Array(references.keys)
        let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        self.numbers = numbers
        self.references = names.map { (references[$0] ?? []).compactMap { numbers[$0] } }
        groups = Array(repeating: -1, count: names.count)
        group()
    }

    /// A path from a name back to itself, with the name at both ends; nil if there is none. Of a long path, only the beginning and the end.
    func cycle(through name: String) -> [String]? {
        guard let start = numbers[name], let next = references[start].first(where: { groups[$0] == groups[start] }) else { return nil }
        var origins: [Int: Int] = [:]
        var queue = [start]
        var stepCount = 0
        var index = 0
        while index < queue.count, stepCount < Self.maxStepCount {
            let place = queue[index]
            index += 1
            for number in references[place] where groups[number] == groups[start] {
                if number == start { return way(from: start, to: place, origins) + [name] }
                stepCount += 1
                guard origins[number] == nil else { continue }
                origins[number] = place
                queue.append(number)
            }
        }
        return [name, names[next], "…", name]
    }

    private func way(from start: Int, to end: Int, _ origins: [Int: Int]) -> [String] {
        var way = [end]
        while let last = way.last, last != start, let origin = origins[last] { way.append(origin) }
        return way.reversed().map { names[$0] }
    }

    /// Finds the strongly connected components by Tarjan's algorithm (“Depth-first search and linear graph algorithms”, 1972), with an
    /// explicit stack, since a file may hold chains of any length.
    private mutating func group() {
        var order = Array(repeating: 0, count: names.count)
        var lowest = order
        var next = Array(repeating: 0, count: names.count)
        var (count, open) = (0, [Int]())
        for root in names.indices where order[root] == 0 {
            var walk = [root]
            while let place = walk.last {
                if order[place] == 0 {
                    count += 1
                    (order[place], lowest[place]) = (count, count)
                    open.append(place)
                }
                if next[place] < references[place].count {
                    let number = references[place][next[place]]
                    next[place] += 1
                    if order[number] == 0 {
                        walk.append(number)
                    } else if groups[number] < 0 {
                        lowest[place] = min(lowest[place], order[number])
                    }
                    continue
                }
                walk.removeLast()
                if let before = walk.last { lowest[before] = min(lowest[before], lowest[place]) }
                if lowest[place] == order[place] { close(place, &open) }
            }
        }
    }

    /// Completes the component of a name.
    private mutating func close(_ place: Int, _ open: inout [Int]) {
        while let member = open.popLast() {
            groups[member] = groupCount
            if member == place { break }
        }
        groupCount += 1
    }
}
