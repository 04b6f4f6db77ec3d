public import Screen

/// A piece of a line that is drawn in a role of its own, such as a variable or a number.
public struct TextSpan: Hashable, Sendable {
    /// UTF-8 offsets in the line; what lies outside the line is ignored.
    public var range: Range<Int>
    /// How the piece looks.
    public var role: StyleRole

    /// Takes UTF-8 offsets in the line and the role.
    public init(_ range: Range<Int>, _ role: StyleRole) {
        self.range = range
        self.role = role
    }

    /// The spans in order and without overlaps: where two do, the later in `spans` has it.
    static func flattened(_ spans: [TextSpan]) -> [TextSpan] {
        let isFlat = zip(spans, spans.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
        guard !isFlat else { return spans }
        var result: [TextSpan] = []
        for span in spans {
            result = result.flatMap { $0.without(span.range) }
            result.append(span)
        }
        return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func without(_ hole: Range<Int>) -> [TextSpan] {
        guard range.overlaps(hole) else { return [self] }
        let left = range.lowerBound..<max(range.lowerBound, hole.lowerBound)
        let right = min(range.upperBound, hole.upperBound)..<range.upperBound
        return [left, right].filter { !$0.isEmpty }.map { TextSpan($0, role) }
    }
}
