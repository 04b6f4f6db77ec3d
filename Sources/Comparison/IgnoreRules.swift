/// The differences between two documents to ignore.
public struct IgnoreRules: Hashable, Sendable {
    /// JSON Pointers (RFC 6901), in which `*` matches one step and `**` any number of steps; a name without a slash matches members with
    /// that name anywhere.
    public var paths: [String]
    /// True ignores members named `id`, `_id`, `uuid` or `guid`, and counts all UUIDs as equal.
    public var ids: Bool
    /// True counts all times in the notation of RFC 3339 as equal.
    public var times: Bool
    /// True ignores the order of the elements of arrays.
    public var order: Bool

    /// Rules; none by default.
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

    /// True if no difference is ignored.
    public var isEmpty: Bool { self == IgnoreRules() }

    static let idNames: Set<String> = ["id", "_id", "uuid", "guid"]

    /// True if differences between such texts are ignored.
    func ignores(_ text: UnsafeRawBufferPointer) -> Bool { ids && Self.isUUID(text) || times && Self.isTime(text) }

    /// Recognizes `123e4567-e89b-12d3-a456-426614174000`.
    private static func isUUID(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count == 36 else { return false }
        return text.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index) ? text[index] == UInt8(ascii: "-") : isDigit(text[index]) || isHexLetter(text[index])
        }
    }

    /// Recognizes `2026-11-23T06:00:00Z`, also with a fraction or an offset.
    private static func isTime(_ text: UnsafeRawBufferPointer) -> Bool {
        let pattern: StaticString = "0000-00-00T00:00"
        guard text.count >= pattern.utf8CodeUnitCount, text.count <= 40 else { return false }
        let begins = (0..<pattern.utf8CodeUnitCount).allSatisfy { index in
            // The index is below the count of the static string, which is ASCII.
            let expected = pattern.utf8Start[index]
            return switch expected {
            case UInt8(ascii: "0"): isDigit(text[index])
            case UInt8(ascii: "T"): [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(text[index])
            default: text[index] == expected
            }
        }
        return begins
            && text.dropFirst(pattern.utf8CodeUnitCount).allSatisfy { isDigit($0) || ":.+-Zz".utf8.contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHexLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) }
}

/// The ignored paths as an automaton: each bit of a ``Place`` is a step of a pattern that may come next.
struct IgnoredPaths: Sendable {
    /// The steps that may come next in the patterns.
    typealias Place = UInt64

    private enum Step: Hashable, Sendable {
        case name(String)
        case any
        case anyNumber
        case end
    }

    private var steps: [Step] = []
    /// The place of the root.
    private(set) var root: Place = 0

    /// The maximum number of steps of all patterns; further patterns are ignored.
    private static let maxStepCount = 64

    init(_ rules: IgnoreRules) {
        let names = rules.ids ? IgnoreRules.idNames.sorted() : []
        for pattern in names + rules.paths { add(pattern) }
    }

    var isEmpty: Bool { steps.isEmpty }

    private mutating func add(_ pattern: String) {
        let path = pattern.hasPrefix("/") ? String(pattern.dropFirst()) : "**/" + pattern
        let names = path.split(separator: "/" as Character, omittingEmptySubsequences: false)
        let added = names.map { name -> Step in
            switch String(name) {
            case "*": .any
            case "**": .anyNumber
            case let name: .name(name.replacing("~1", with: "/").replacing("~0", with: "~"))
            }
        }
        guard steps.count + added.count < Self.maxStepCount else { return }
        root |= reached(steps.count, added + [.end])
        steps += added + [.end]
    }

    /// The place at a step, and after the steps that may be skipped; `tail` contains the steps that are being added.
    private func reached(_ index: Int, _ tail: [Step] = []) -> Place {
        let all = steps + tail
        var (place, index) = (Place(1) << index, index)
        while index < all.count, all[index] == .anyNumber {
            index += 1
            place |= 1 << index
        }
        return place
    }

    /// The place of a member or element; its name, or its index as text.
    func place(of name: @autoclosure () -> String, in parent: Place) -> Place {
        guard parent != 0 else { return 0 }
        let name = name()
        var (result, rest) = (Place(0), parent)
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            switch steps[index] {
            case .name(let expected): if expected == name { result |= reached(index + 1) }
            case .any: result |= reached(index + 1)
            case .anyNumber: result |= reached(index)
            case .end: break
            }
        }
        return result
    }

    /// True if a pattern ends at the place.
    func isIgnored(_ place: Place) -> Bool {
        var rest = place
        while rest != 0 {
            if steps[rest.trailingZeroBitCount] == .end { return true }
            rest &= rest - 1
        }
        return false
    }
}
