public import Screen

/// A recording of screens that an SVG plays in a loop. A row that stays the same over several frames is drawn once.
public struct ScreenTour {
    private let appearance: Theme.Appearance
    private var frames: [(screen: RobotScreen, milliseconds: Int)] = []

    /// Makes an empty recording on a dark or light terminal.
    public init(appearance: Theme.Appearance = .dark) { self.appearance = appearance }

    /// Adds a screen of the same size as those before, shown for a time.
    public mutating func add(_ screen: RobotScreen, milliseconds: Int) { frames.append((screen, milliseconds)) }

    /// The document; empty if nothing was recorded.
    public var svg: String {
        guard let first = frames.first else { return "" }
        let pictures = frames.map { ScreenPicture($0.screen, appearance: appearance) }
        let rows = (0..<first.screen.size.height).flatMap { y in spans(pictures.map { $0.row(y) }).map(draw) }
        return pictures[0].document(of: rows.joined(separator: "\n"))
    }

    /// The elements of a row during adjacent frames.
    private struct Span {
        let content: String
        let frames: Range<Int>
    }

    private func spans(_ contents: [String]) -> [Span] {
        var spans: [Span] = []
        for (frame, content) in contents.enumerated() {
            if let last = spans.last, last.content == content {
                spans[spans.count - 1] = Span(content: content, frames: last.frames.lowerBound..<frame + 1)
            } else {
                spans.append(Span(content: content, frames: frame..<frame + 1))
            }
        }
        return spans.filter { !$0.content.isEmpty }
    }

    private func draw(_ span: Span) -> String {
        guard span.frames.count < frames.count else { return span.content }
        let all = frames.reduce(0) { $0 + $1.milliseconds }
        let times = [span.frames.lowerBound, span.frames.upperBound].map { end in
            Double(frames[..<end].reduce(0) { $0 + $1.milliseconds }) / Double(all)
        }
        var steps = [(0.0, "hidden"), (times[0], "visible"), (times[1], "hidden")]
        if times[0] == 0 { steps.removeFirst() }
        if times[1] == 1 { steps.removeLast() }
        let (values, keyTimes) = (steps.map(\.1).joined(separator: ";"), steps.map { String($0.0) }.joined(separator: ";"))
        return """
            <g visibility="hidden"><animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" dur="\(all)ms" \
            values="\(values)" keyTimes="\(keyTimes)"/>
            \(span.content)
            </g>
            """
    }
}
