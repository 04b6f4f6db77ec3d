public import Screen

/// What a word that is being typed can be completed to, shown below it.
public struct CompletionState: Equatable, Sendable {
    /// What came of a key or of the mouse.
    public enum Outcome: Hashable, Sendable {
        /// Another line has the cursor.
        case moved
        /// This goes in the place of the range; the window is to be closed.
        case accepted(CompletionItem)
        /// The window is to be closed.
        case closed
    }

    /// The UTF-8 offsets, in the line that is typed in, of what a completion replaces.
    public let range: Range<Int>
    /// What fits what is typed, the best first; at least one.
    public let items: [CompletionItem]
    private var list = ListState()
    /// Whether a line was chosen with the arrows, so that Enter takes it.
    private var isChosen = false

    private static let mostRows = 8

    /// What Tab takes.
    public var current: CompletionItem { items[list.selected] }
    /// Whether a line was chosen, not only offered.
    public var hasChoice: Bool { isChosen }

    /// What of `candidates` fits `typed`; nil when nothing does, or when it is already typed in whole.
    ///
    /// - Parameter range: the UTF-8 offsets of what a completion replaces.
    public init?(_ candidates: [CompletionItem], typed: String, replacing range: Range<Int>) {
        items = FuzzyMatcher.matches(of: typed, in: candidates.map(\.text)).map { candidates[$0] }
        self.range = range
        guard let first = items.first, items.count > 1 || first.text != typed else { return nil }
    }

    /// The window below `cursor`, or above it where there is more room.
    public func frame(below cursor: Point, in bounds: Rect) -> Rect {
        let text = items.prefix(100).map { TextWidth.columns(of: $0.text) }.max() ?? 0
        let detail = items.prefix(100).map { TextWidth.columns(of: $0.detail) }.max() ?? 0
        let width = min(bounds.width, text + min(detail, 40) + (detail > 0 ? 2 : 0) + 3)
        return PopupFrame.frame(Size(width: width, height: min(items.count, Self.mostRows)), at: cursor, in: bounds)
    }

    /// Handles a key before the field does; nil for keys that are the field's.
    ///
    /// The arrows choose, Tab takes the chosen or the first, which a caller may keep from it, Escape closes. Enter takes only what was chosen
    /// with the arrows, so that it still sends what was typed.
    public mutating func handle(_ key: Key) -> Outcome? {
        switch key {
        case Key(.down), Key(.up):
            let step = key.code == .up ? -1 : isChosen ? 1 : 0
            list.select((list.selected + step + items.count) % items.count, count: items.count, height: Self.mostRows)
            isChosen = true
            return .moved
        case Key(.tab): return .accepted(items[list.selected])
        case Key(.enter) where isChosen: return .accepted(items[list.selected])
        case Key(.escape): return .closed
        default: return nil
        }
    }

    /// Handles the mouse over the window that stands in `frame`; nil for what is not in it.
    public mutating func handle(_ event: MouseEvent, in frame: Rect) -> Outcome? {
        switch list.handle(event, in: frame, count: items.count) {
        case .selected(let index), .opened(let index): .accepted(items[index])
        case .menu, .scrolled: .moved
        case nil: nil
        }
    }

    /// Draws the window in `frame`, over what is there.
    public func draw(in frame: Rect, on canvas: inout Canvas) {
        canvas.fill(frame, style: CellStyle(.modal))
        list.draw(in: frame, on: &canvas, count: items.count, isFocused: isChosen, backdrop: .modal) { index, rect, backdrop, canvas in
            let row = rect.inset(columns: 1)
            let used = canvas.write(items[index].text, in: row, style: CellStyle(.text, on: backdrop))
            let free = row.splitLeft(used + 1).rest
            canvas.write(items[index].detail, in: free, style: CellStyle(.textMuted, on: backdrop), alignment: .trailing)
        }
    }
}

/// Something that a word can be completed to.
public struct CompletionItem: Hashable, Sendable {
    /// What is put in.
    public var text: String
    /// What a person may want to know of it, such as a variable's value.
    public var detail: String

    /// Takes what is put in and what there is to know of it.
    public init(_ text: String, detail: String = "") {
        self.text = text
        self.detail = detail
    }
}
