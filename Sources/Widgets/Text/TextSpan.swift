public import Screen

/// A part of a line with its own style, such as a variable or a number.
public struct TextSpan: Hashable, Sendable {
    /// The range in UTF-8 offsets; parts outside the line are ignored.
    public var range: Range<Int>
    /// The style of the part.
    public var role: StyleRole

    /// Creates a span from UTF-8 offsets and a style.
    public init(_ range: Range<Int>, _ role: StyleRole) {
        self.range = range
        self.role = role
    }

    /// The spans in ascending order without overlaps; where two overlap, the later one in `spans` wins.
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
