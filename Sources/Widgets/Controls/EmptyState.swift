public import Screen

/// The content of an empty pane, centred: one line that says what belongs there, and the keys to begin with.
public struct EmptyState: Hashable, Sendable {
    /// A key and its meaning.
    public struct Hint: Hashable, Sendable {
        /// The key as displayed.
        public var key: String
        /// The title of its command.
        public var title: String

        /// Creates a hint.
        public init(_ key: String, _ title: String) {
            self.key = key
            self.title = title
        }
    }

    /// The line, such as `No response yet`.
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
        let shown = hints.prefix(max(0, rect.height - 2))
        let height = 1 + (shown.isEmpty ? 0 : shown.count + 1)
        let top = (rect.height - height) / 2
        canvas.write(text, in: rect.row(top), style: CellStyle(.textMuted), alignment: .center)
        draw(shown, in: rect, top: rect.minY + top + 2, on: &canvas)
    }

    private func draw(_ hints: ArraySlice<Hint>, in rect: Rect, top: Int, on canvas: inout Canvas) {
        let keys = hints.map { TextWidth.columns(of: $0.key) }.max() ?? 0
        let titles = hints.map { TextWidth.columns(of: $0.title) }.max() ?? 0
        let left = rect.minX + max(0, (rect.width - keys - 2 - titles) / 2)
        for (index, hint) in hints.enumerated() {
            let row = Rect(x: left, y: top + index, width: max(0, rect.maxX - left), height: 1)
            canvas.write(hint.key, in: row.splitLeft(keys).left, style: CellStyle(.footerKey), alignment: .trailing)
            canvas.write(hint.title, in: row.splitLeft(keys + 2).rest, style: CellStyle(.textMuted))
        }
    }
}
