import JSON

/// The differences between two documents to ignore.
public struct IgnoreRules: Hashable, Sendable {
    /// JSON Pointers (RFC 6901), in which `*` matches one step and `**` any number of steps; a name without a slash matches members with
    /// that name anywhere.
    public var paths: [String]
    /// True to ignore members named `id`, `_id`, `uuid` or `guid`, and to treat all UUIDs as equal.
    public var ids: Bool
    /// True to treat all times as equal: those in the notation of RFC 3339, and the dates of HTTP headers.
    public var times: Bool
    /// True to ignore the order of array elements.
    public var order: Bool

    /// Creates rules; by default nothing is ignored.
    public init(paths: [String] = [], ids: Bool = false, times: Bool = false, order: Bool = false) {
        self.paths = paths
        self.ids = ids
        self.times = times
        self.order = order
    }

    /// The union of these rules and others.
    public func adding(_ other: IgnoreRules) -> IgnoreRules {
        IgnoreRules(
            paths: paths + other.paths.filter { !paths.contains($0) }, ids: ids || other.ids, times: times || other.times,
            order: order || other.order)
    }

    /// The paths that exceed the limit: all paths together can have 125 different steps. Names without a slash use no steps.
    public var unusedPaths: [String] { IgnoredPaths(self).unused }

    static let idNames: Set<String> = ["id", "_id", "uuid", "guid"]

    /// True if the difference between two texts is ignored.
    func ignores(_ old: String, _ new: String) -> Bool {
        guard ids || times else { return false }
        var (old, new) = (old, new)
        return old.withUTF8 { old in new.withUTF8 { ignores(UnsafeRawBufferPointer(old)) && ignores(UnsafeRawBufferPointer($0)) } }
    }

    /// True if differences between such texts are ignored.
    func ignores(_ text: UnsafeRawBufferPointer) -> Bool { ids && Self.isUUID(text) || times && Self.isTime(text) }

    /// Recognizes `123e4567-e89b-12d3-a456-426614174000`.
    private static func isUUID(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count == 36 else { return false }
        return text.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index) ? text[index] == UInt8(ascii: "-") : isDigit(text[index]) || isHexLetter(text[index])
        }
    }

    /// Recognizes `2026-11-23T06:00:00Z`, also with a fraction or an offset, and `Mon, 23 Nov 2026 06:00:00 GMT`.
    private static func isTime(_ text: UnsafeRawBufferPointer) -> Bool {
        let pattern: StaticString = "0000-00-00T00:00"
        guard text.count >= pattern.utf8CodeUnitCount, text.count <= 40 else { return false }
        if text.count == 29, begins(text, like: "AAA, 00 AAA 0000 00:00:00 AAA") { return true }
        return begins(text, like: pattern)
            && text.dropFirst(pattern.utf8CodeUnitCount).allSatisfy { isDigit($0) || ":.+-Zz".utf8.contains($0) }
    }

    /// True if the text, which is at least as long as the pattern, has a digit where the pattern has `0`, a letter for `A`, `T` or a space for
    /// `T`, and else the same character.
    private static func begins(_ text: UnsafeRawBufferPointer, like pattern: StaticString) -> Bool {
        (0..<pattern.utf8CodeUnitCount).allSatisfy { index in
            // The index is below the count of the static string, which is ASCII.
            let expected = pattern.utf8Start[index]
            return switch expected {
            case UInt8(ascii: "0"): isDigit(text[index])
            case UInt8(ascii: "A"): (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[index] | 0x20)
            case UInt8(ascii: "T"): [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(text[index])
            default: text[index] == expected
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHexLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) }
}

/// The ignored paths as an automaton: its nodes are the steps of all patterns, shared where patterns begin alike, and a ``Place`` is the set
/// of nodes that a path has reached. Names that are ignored anywhere need no nodes.
struct IgnoredPaths: Sendable {
    /// The reached nodes; 0 if no pattern can match any more.
    typealias Place = UInt128

    private struct Node: Sendable {
        /// True for `**`, which matches any number of steps.
        let repeats: Bool
        /// The next nodes by their names.
        var names: [String: Int] = [:]
        /// The next node for `*`.
        var any: Int?
        /// The next node for `**`.
        var rest: Int?
    }

    private var nodes = [Node(repeats: false)]
    /// The nodes at which a pattern ends, and ``named``.
    private var ends = Self.named
    /// The names that are ignored anywhere.
    private var anywhere: Set<String> = []
    /// The patterns that exceed the limit of nodes.
    private(set) var unused: [String] = []

    /// The bit that every place has if names are ignored anywhere.
    private static let looksForNames = Place(1) << 126
    /// The bit of a place whose name is ignored anywhere.
    private static let named = Place(1) << 127
    private static let maxNodeCount = 126

    init(_ rules: IgnoreRules) {
        if rules.ids { anywhere = IgnoreRules.idNames }
        for pattern in rules.paths { add(pattern) }
    }

    var root: Place { (nodes.count > 1 ? reached(0) : 0) | (anywhere.isEmpty ? 0 : Self.looksForNames) }

    private mutating func add(_ pattern: String) {
        guard pattern.contains("/") || pattern == "*" || pattern == "**" else {
            anywhere.insert(JSONPointer.unescaped(pattern))
            return
        }
        let path = pattern.hasPrefix("/") ? String(pattern.dropFirst()) : "**/" + pattern
        let before = nodes
        var node = 0
        for step in path.split(separator: "/" as Character, omittingEmptySubsequences: false) { node = next(after: node, String(step)) }
        guard nodes.count <= Self.maxNodeCount else {
            nodes = before
            return unused.append(pattern)
        }
        ends |= 1 << node
    }

    /// The node of a step, which is created if no other pattern has it.
    private mutating func next(after node: Int, _ step: String) -> Int {
        let known =
            switch step {
            case "*": nodes[node].any
            case "**": nodes[node].rest
            default: nodes[node].names[JSONPointer.unescaped(step)]
            }
        if let known { return known }
        switch step {
        case "*": nodes[node].any = nodes.count
        case "**": nodes[node].rest = nodes.count
        default: nodes[node].names[JSONPointer.unescaped(step)] = nodes.count
        }
        nodes.append(Node(repeats: step == "**"))
        return nodes.count - 1
    }

    /// The place at a node, with the nodes after it that `**` may skip.
    private func reached(_ node: Int) -> Place {
        var (place, node) = (Place(1) << node, node)
        while let rest = nodes[node].rest {
            place |= 1 << rest
            node = rest
        }
        return place
    }

    /// The place of a member or element; its name, or its index as text.
    func place(of name: @autoclosure () -> String, in parent: Place) -> Place {
        guard parent != 0 else { return 0 }
        let name = name()
        var (result, left) = (Place(0), parent & ~(Self.looksForNames | Self.named))
        if parent & Self.looksForNames != 0 { result = Self.looksForNames | (anywhere.contains(name) ? Self.named : 0) }
        while left != 0 {
            let node = nodes[left.trailingZeroBitCount]
            if node.repeats { result |= 1 << left.trailingZeroBitCount }
            if let next = node.names[name] { result |= reached(next) }
            if let next = node.any { result |= reached(next) }
            left &= left - 1
        }
        return result
    }

    /// True if a pattern ends at the place.
    func isIgnored(_ place: Place) -> Bool { place & ends != 0 }
}
