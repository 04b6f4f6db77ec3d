/// The difference of two JSON values.
indirect enum JSONDifference: Sendable {
    /// One value replaces the other.
    case replaced(HashedNode, HashedNode)
    /// Both are arrays, or both are objects, and their children differ.
    case inside(HashedNode, HashedNode, [Step])

    /// A step through the children of two containers, in the order of the new one.
    enum Step: Sendable {
        /// Children that are equal and consecutive in both.
        case same(old: ArraySlice<HashedChild>, new: ArraySlice<HashedChild>)
        case removed(HashedChild, at: Int)
        case added(HashedChild, at: Int)
        case changed(HashedChild, from: Int, HashedChild, to: Int, JSONDifference)
        /// An element at another position, or a member with another name; it may have changed too.
        case moved(HashedChild, from: Int, HashedChild, to: Int, JSONDifference?)
    }
}

/// Compares two JSON texts by structure.
///
/// Subtrees with equal hashes are equal and are not read again. Members are paired by name. Elements are paired by content
/// (``SequenceAlignment`` over the hashes); remaining ones by an identifying member, and finally by their order.
struct JSONComparer {
    /// The members that identify an element, the best one first.
    private static let identities = ["id", "_id", "uuid", "guid", "key", "code", "slug", "name", "email", "url"]
    /// The maximum number of differences; beyond it, whole containers are replaced.
    private static let maxDifferenceCount = 100_000
    /// The minimum size in bytes of a value that is recognized at another position.
    private static let minMovedByteCount = 6

    private(set) var old: JSONScanner
    private(set) var new: JSONScanner
    private let identityKeys: [UInt64]
    private var room = Self.maxDifferenceCount

    init(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, rules: IgnoreRules) {
        let hash = ContentHash()
        self.old = JSONScanner(old, rules: rules, hash: hash)
        self.new = JSONScanner(new, rules: rules, hash: hash)
        identityKeys = Self.identities.map { hash($0) }
    }

    /// The difference between the whole texts; nil if there is none, apart from ignored ones.
    mutating func difference() throws(JSONScanError) -> JSONDifference? {
        let (left, right) = (try old.root(), try new.root())
        return try difference(left, right, old.rootPlace)
    }

    private mutating func difference(
        _ left: HashedNode, _ right: HashedNode, _ place: IgnoredPaths.Place
    ) throws(JSONScanError) -> JSONDifference? {
        guard left.hash != right.hash else { return nil }
        guard old.isContainer(left), old.kind(of: left) == new.kind(of: right), room > 0 else { return replaced(left, right) }
        let (before, after) = (try old.children(of: left, at: place), try new.children(of: right, at: place))
        let steps = try old.isObject(left) ? memberSteps(before, after) : elementSteps(before, after)
        let isEqual = steps.allSatisfy { if case .same = $0 { true } else { false } }
        return isEqual ? nil : .inside(left, right, steps)
    }

    private mutating func replaced(_ left: HashedNode, _ right: HashedNode) -> JSONDifference {
        room -= 1
        return .replaced(left, right)
    }

    /// Adds the step of two paired children that are in order.
    private mutating func add(
        _ source: Int, _ index: Int, _ before: [HashedChild], _ after: [HashedChild], to steps: inout [JSONDifference.Step]
    ) throws(JSONScanError) {
        if let change = try difference(before[source].node, after[index].node, after[index].place) {
            steps.append(.changed(before[source], from: source, after[index], to: index, change))
        } else if case .same(let olds, let news)? = steps.last, olds.endIndex == source, news.endIndex == index {
            steps[steps.count - 1] = .same(old: before[olds.startIndex...source], new: after[news.startIndex...index])
        } else {
            steps.append(.same(old: before[source...source], new: after[index...index]))
        }
    }

    /// Pairs remaining children with the same content, if it is large enough and occurs once on each side.
    private func moves(_ before: [HashedChild], _ olds: [Int], _ after: [HashedChild], _ news: [Int]) -> [Int: Int] {
        func single(_ children: [HashedChild], _ indices: [Int]) -> [UInt64: Int] {
            let large = indices.filter { children[$0].node.range.count >= Self.minMovedByteCount }
            return Dictionary(large.map { (children[$0].node.hash, $0) }, uniquingKeysWith: { _, _ in -1 })
        }
        let (left, right) = (single(before, olds), single(after, news))
        var sources: [Int: Int] = [:]
        for (hash, index) in right where index >= 0 {
            if let source = left[hash], source >= 0 { sources[index] = source }
        }
        return sources
    }

    /// Pairs remaining children with the same content.
    private func equals(_ before: [HashedChild], _ olds: [Int], _ after: [HashedChild], _ news: [Int]) -> [Int: Int] {
        var places = Dictionary(grouping: olds) { before[$0].node.hash }
        let pairs = news.compactMap { index in places[after[index].node.hash]?.popLast().map { (index, $0) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    // MARK: Members

    /// Pairs members by name, in any order, and remaining ones by their value. Of duplicate names the last one counts, as in ECMAScript.
    private mutating func memberSteps(_ before: [HashedChild], _ after: [HashedChild]) throws(JSONScanError) -> [JSONDifference.Step] {
        let places = Dictionary(before.indices.map { (before[$0].key, $0) }, uniquingKeysWith: { $1 })
        let newPlaces = Dictionary(after.indices.map { (after[$0].key, $0) }, uniquingKeysWith: { $1 })
        let removed = before.indices.filter { places[before[$0].key] == $0 && newPlaces[before[$0].key] == nil }
        let added = after.indices.filter { newPlaces[after[$0].key] == $0 && places[after[$0].key] == nil }
        let renamed = moves(before, removed, after, added)
        let renamedSources = Set(renamed.values)
        var pending = removed.filter { !renamedSources.contains($0) }[...]
        room -= pending.count
        var steps: [JSONDifference.Step] = []
        for index in after.indices where newPlaces[after[index].key] == index {
            guard let source = places[after[index].key] else {
                room -= 1
                let source = renamed[index]
                steps.append(source.map { .moved(before[$0], from: $0, after[index], to: index, nil) } ?? .added(after[index], at: index))
                continue
            }
            while let first = pending.first, first < source { steps.append(.removed(before[pending.removeFirst()], at: first)) }
            try add(source, index, before, after, to: &steps)
        }
        return steps + pending.map { .removed(before[$0], at: $0) }
    }

    // MARK: Elements

    /// Pairs elements by content, by an identifying member, and by their order, and determines which pairs are out of order.
    private mutating func elementSteps(_ before: [HashedChild], _ after: [HashedChild]) throws(JSONScanError) -> [JSONDifference.Step] {
        var sources = [Int?](repeating: nil, count: after.count)
        var isUsed = [Bool](repeating: false, count: before.count)
        for run in SequenceAlignment.runs(before.map(\.node.hash), after.map(\.node.hash)) {
            for offset in 0..<run.count {
                sources[run.new + offset] = run.old + offset
                isUsed[run.old + offset] = true
            }
        }
        func take(_ pairs: [Int: Int]) {
            for (index, source) in pairs {
                sources[index] = source
                isUsed[source] = true
            }
        }
        let olds = before.indices.filter { !isUsed[$0] && !before[$0].isIgnored }
        let news = after.indices.filter { sources[$0] == nil && !after[$0].isIgnored }
        take(old.rules.order ? equals(before, olds, after, news) : moves(before, olds, after, news))
        take(try identified(before, olds.filter { !isUsed[$0] }, after, news.filter { sources[$0] == nil }))
        let paired = after.indices.filter { sources[$0] != nil }
        let kept = SequenceAlignment.longestIncreasingSubsequence(paired.compactMap { sources[$0] })
        var stays = [Bool](repeating: false, count: after.count)
        for index in kept { stays[paired[index]] = true }
        pairByOrder(before, after, &sources, &isUsed, &stays)
        return try elementSteps(before, after, sources, isUsed: isUsed, stays: stays)
    }

    /// Pairs elements by the first member that identifies all remaining ones.
    private mutating func identified(
        _ before: [HashedChild], _ olds: [Int], _ after: [HashedChild], _ news: [Int]
    ) throws(JSONScanError) -> [Int: Int] {
        guard !olds.isEmpty, !news.isEmpty else { return [:] }
        guard olds.allSatisfy({ old.isObject(before[$0].node) }), news.allSatisfy({ new.isObject(after[$0].node) }) else { return [:] }
        var members: ([[UInt64: UInt64]], [[UInt64: UInt64]]) = ([], [])
        for index in olds {
            members.0.append(Self.scalars(try old.children(of: before[index].node, at: before[index].place), old, identityKeys))
        }
        for index in news {
            members.1.append(Self.scalars(try new.children(of: after[index].node, at: after[index].place), new, identityKeys))
        }
        for key in identityKeys {
            let (left, right) = (members.0.compactMap { $0[key] }, members.1.compactMap { $0[key] })
            guard left.count == olds.count, right.count == news.count else { continue }
            guard Set(left).count == left.count, Set(right).count == right.count else { continue }
            let places = Dictionary(uniqueKeysWithValues: zip(left, olds))
            let pairs = zip(right, news).compactMap { value, index in places[value].map { (index, $0) } }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
        return [:]
    }

    /// The values of the members with these keys that are not containers.
    private static func scalars(_ children: [HashedChild], _ scanner: JSONScanner, _ keys: [UInt64]) -> [UInt64: UInt64] {
        let chosen = children.filter { keys.contains($0.key) && !scanner.isContainer($0.node) }
        return Dictionary(chosen.map { ($0.key, $0.node.hash) }, uniquingKeysWith: { $1 })
    }

    /// Pairs remaining elements between two fixed elements, in order, if they are of one kind.
    private func pairByOrder(
        _ before: [HashedChild], _ after: [HashedChild], _ sources: inout [Int?], _ isUsed: inout [Bool], _ stays: inout [Bool]
    ) {
        var next = 0
        // The end of each gap: the old position of the next fixed element.
        var ends = [Int](repeating: before.count, count: after.count + 1)
        for index in after.indices.reversed() { ends[index] = stays[index] ? sources[index] ?? ends[index + 1] : ends[index + 1] }
        for index in after.indices {
            if stays[index], let source = sources[index] {
                next = source + 1
            } else if sources[index] == nil {
                while next < ends[index], isUsed[next] || !isAlike(before[next].node, after[index].node) { next += 1 }
                guard next < ends[index] else { continue }
                (sources[index], isUsed[next], stays[index]) = (next, true, true)
                next += 1
            }
        }
    }

    /// True if both values are containers of one kind, or both are scalars.
    private func isAlike(_ left: HashedNode, _ right: HashedNode) -> Bool {
        guard left.hash != HashedNode.ignoredHash, right.hash != HashedNode.ignoredHash else { return false }
        return old.isContainer(left) || new.isContainer(right) ? old.kind(of: left) == new.kind(of: right) : true
    }

    private mutating func elementSteps(
        _ before: [HashedChild], _ after: [HashedChild], _ sources: [Int?], isUsed: [Bool], stays: [Bool]
    ) throws(JSONScanError) -> [JSONDifference.Step] {
        var staysInOld = [Bool](repeating: false, count: before.count)
        for (source, stays) in zip(sources, stays) where stays { if let source { staysInOld[source] = true } }
        var steps: [JSONDifference.Step] = []
        var next = 0
        func addRemoved() {
            while next < before.count, !staysInOld[next] {
                if !isUsed[next] {
                    steps.append(.removed(before[next], at: next))
                    room -= 1
                }
                next += 1
            }
        }
        for (index, source) in sources.enumerated() {
            addRemoved()
            if let source, stays[index] {
                try add(source, index, before, after, to: &steps)
                next = source + 1
            } else if let source {
                let change = try difference(before[source].node, after[index].node, after[index].place)
                steps.append(.moved(before[source], from: source, after[index], to: index, change))
                room -= 1
            } else {
                steps.append(.added(after[index], at: index))
                room -= 1
            }
        }
        addRemoved()
        return steps
    }
}
