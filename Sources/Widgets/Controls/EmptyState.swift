public import Screen

/// A thin line that shows the progress of a transfer.
public struct ProgressLine: Hashable, Sendable {
    /// The finished part from 0 to 1; nil if the total is unknown.
    public var fraction: Double?
    /// The elapsed time in tenths of a second, which moves the line while the total is unknown.
    public var ticks: Int

    /// Creates a line for a known part of the total.
    public init(fraction: Double) {
        self.fraction = min(1, max(0, fraction))
        ticks = 0
    }

    /// Creates a line for an unknown total.
    public init(ticks: Int) { self.ticks = ticks }

    /// Draws the line over the first row of `rect`.
    public func draw(in rect: Rect, on canvas: inout Canvas) {
        let row = rect.row(0)
        canvas.horizontalLine(at: row.origin, length: row.width, style: CellStyle(.progressTrack))
        let part = part(of: row.width)
        canvas.horizontalLine(
            at: Point(x: row.minX + part.lowerBound, y: row.minY), length: part.count, style: CellStyle(.progress), isHeavy: true)
    }

    /// The highlighted columns: the finished part, or a segment that moves from end to end and back.
    private func part(of width: Int) -> Range<Int> {
        guard width > 0 else { return 0..<0 }
        if let fraction { return 0..<Int((Double(width) * fraction).rounded()) }
        let length = max(1, width / 6)
        let way = width - length
        guard way > 0 else { return 0..<width }
        let step = ticks * max(1, width / 30) % (2 * way)
        let start = step <= way ? step : 2 * way - step
        return start..<start + length
    }
}

/// The content of an empty pane, centred: a line or a few that say what belongs there, and the keys to begin with.
public struct EmptyState: Hashable, Sendable {
    /// A key and its meaning.
    public struct Hint: Hashable, Sendable {
        /// The key as displayed.
        public var key: String
        /// The title of its command.
        public var title: String
        /// The id of the command that a click starts; nil if a click does nothing.
        public var command: String?

        /// Creates a hint.
        public init(_ key: String, _ title: String, command: String? = nil) {
            self.key = key
            self.title = title
            self.command = command
        }
    }

    /// The line, such as `No response yet`, or several with line breaks between them.
    public var text: String
    /// The keys, most useful first.
    public var hints: [Hint]

    /// Creates an empty state.
    public init(_ text: String, hints: [Hint] = []) {
        self.text = text
        self.hints = hints
    }

    /// Draws the line and as many keys as have room.
    public func draw(in rect: Rect, on canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        canvas.write(lines: lines, in: rect.splitTop(top(in: rect)).rest, style: CellStyle(.textMuted), alignment: .center)
        for (hint, key, title) in places(in: rect) {
            canvas.write(hint.key, in: key, style: CellStyle(.footerKey), alignment: .trailing)
            canvas.write(hint.title, in: title, style: CellStyle(.textMuted))
        }
    }

    /// The hint at a point; nil if there is none.
    public func hint(at point: Point, in rect: Rect) -> Hint? {
        places(in: rect).first { hint, key, title in
            key.contains(point) || title.splitLeft(TextWidth.columns(of: hint.title)).left.contains(point)
        }?.hint
    }

    private var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// The number of hints with room below the lines and a blank row.
    private func shownCount(in rect: Rect) -> Int { min(hints.count, max(0, rect.height - lines.count - 1)) }

    /// The row of the first line, from the top of `rect`.
    private func top(in rect: Rect) -> Int {
        let shown = shownCount(in: rect)
        return max(0, rect.height - lines.count - (shown == 0 ? 0 : shown + 1)) / 2
    }

    /// The hints with room, with the cells of their keys and titles.
    private func places(in rect: Rect) -> [(hint: Hint, key: Rect, title: Rect)] {
        let shown = hints.prefix(shownCount(in: rect))
        let keys = shown.map { TextWidth.columns(of: $0.key) }.max() ?? 0
        let titles = shown.map { TextWidth.columns(of: $0.title) }.max() ?? 0
        let left = rect.minX + max(0, (rect.width - keys - 2 - titles) / 2)
        return shown.enumerated().map { index, hint in
            let row = Rect(x: left, y: rect.minY + top(in: rect) + lines.count + 1 + index, width: max(0, rect.maxX - left), height: 1)
            return (hint, row.splitLeft(keys).left, row.splitLeft(keys + 2).rest)
        }
    }
}
