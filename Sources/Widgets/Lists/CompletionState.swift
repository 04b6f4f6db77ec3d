public import Screen

/// The list of completions for the word being typed.
public struct CompletionState: Equatable, Sendable {
    /// The result of a key or mouse event.
    public enum Outcome: Hashable, Sendable {
        /// The selection moved.
        case moved
        /// Replace the range with this completion and close the list.
        case accepted(CompletionItem)
        /// Close the list.
        case closed
    }

    /// The UTF-8 offsets in the edited line that a completion replaces.
    public let range: Range<Int>
    /// The matching completions, best first; at least one.
    public let items: [CompletionItem]
    /// The typed text, whose letters are highlighted in the items.
    private let typed: String
    private let ignoresCase: Bool
    /// The heading on the border above the items, such as `Keys of .items`; empty for none.
    public var heading = ""
    private var list = ListState()
    /// True if Tab accepts the selected item.
    private var isOffered: Bool
    /// True if Enter accepts the selected item too.
    private var isChosen: Bool
    /// True if the selected item is highlighted.
    private var isMarked: Bool

    private static let maxRows = 8
    /// The maximum width that a heading gives to the list.
    private static let mostTitleColumns = 40

    private var isTypedInFull: Bool { isTyped(current) }
    /// The item that Tab accepts.
    public var current: CompletionItem { items[list.selected] }
    /// The keys that accept the selected item: Tab, Tab and Enter, or none if the typed text is meant as it is.
    public var acceptKeys: [Key] { isTypedInFull ? [] : (isOffered ? [Key(.tab)] : []) + (isChosen ? [Key(.enter)] : []) }

    /// Creates a list of the `candidates` that match `typed`; nil if none does, or if the only match is already typed in full.
    ///
    /// - Parameters:
    ///   - range: The UTF-8 offsets that a completion replaces.
    ///   - enterAccepts: True if Enter accepts the first item as Tab does; false where Enter submits the field.
    ///   - onlyContinuations: True if the first item is accepted only if it, or a part of it as the subtype of `application/json`, begins with
    ///     the typed text: other texts may be meant as typed. The candidates are then in the order of their use.
    ///   - ignoringCase: True if an item is typed in full in other letters too, as the name of a header.
    public init?(
        _ candidates: [CompletionItem], typed: String, replacing range: Range<Int>, enterAccepts: Bool = false,
        onlyContinuations: Bool = false, ignoringCase: Bool = false
    ) {
        let matches = Self.matches(of: typed, in: candidates, keepingOrder: onlyContinuations).map { candidates[$0] }
        items = matches.enumerated().sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }.map(\.element)
        self.range = range
        self.typed = typed
        ignoresCase = ignoringCase
        let continues = items.first.map { Self.continues(typed, with: $0) } ?? false
        isOffered = !onlyContinuations || !typed.isEmpty && continues
        isChosen = isOffered && enterAccepts
        isMarked = onlyContinuations ? isOffered : isChosen
        guard let first = items.first, items.count > 1 || !isTyped(first) else { return nil }
    }

    /// True if the item begins with the typed text, at one of its slashes or after it: `/users` and `example.com/us` begin parts of
    /// `https://example.com/users`.
    private static func continues(_ typed: String, with item: CompletionItem) -> Bool {
        let text = item.text.lowercased()
        let slashes = text.indices.filter { text[$0] == "/" }
        let starts = [text[...]] + slashes.flatMap { [text[$0...], text[text.index(after: $0)...]] }
        return (starts + item.otherNames.map { $0.lowercased()[...] }).contains { $0.hasPrefix(typed.lowercased()) }
    }

    private func isTyped(_ item: CompletionItem) -> Bool {
        item.text == typed || ignoresCase && item.text.lowercased() == typed.lowercased()
    }

    /// The candidates whose texts match, best first, then the candidates with another name that matches.
    private static func matches(of typed: String, in candidates: [CompletionItem], keepingOrder: Bool) -> [Int] {
        let textMatches = FuzzyMatcher.matches(of: typed, in: candidates.map(\.text), keepingOrder: keepingOrder)
        guard !typed.isEmpty, candidates.contains(where: { !$0.otherNames.isEmpty }) else { return textMatches }
        let rest = Set(candidates.indices).subtracting(textMatches).sorted()
        return textMatches
            + FuzzyMatcher.matches(of: typed, in: rest.map { candidates[$0].otherNames.joined(separator: " ") }).map { rest[$0] }
    }

    /// The same list with the cursor that the arrows have moved in an older one, if its item is still here.
    public func withCursor(of old: CompletionState) -> CompletionState {
        guard old.list.selected > 0, let index = items.firstIndex(where: { $0.text == old.current.text }) else { return self }
        var list = self
        list.list.select(index, count: items.count, height: Self.maxRows)
        (list.isOffered, list.isChosen, list.isMarked) = (old.isOffered, old.isChosen, old.isMarked)
        return list
    }

    /// The frame of the list with its border: below `cursor`, or above it if there is more room. The items stand below the typed text.
    ///
    /// - Parameter columns: the least width, such as that of the field.
    public func frame(below cursor: Point, in bounds: Rect, atLeast columns: Int = 0) -> Rect {
        let text = items.prefix(100).map { TextWidth.columns(of: $0.shown) }.max() ?? 0
        let detail = items.prefix(100).map { TextWidth.columns(of: $0.detail) }.max() ?? 0
        let bar = items.count > Self.maxRows ? 1 : 0
        let title = heading.isEmpty ? 0 : TextWidth.columns(of: heading) + 6
        let width = max(columns, text + min(detail, 40) + (detail > 0 ? 2 : 0) + 4 + bar, min(title, Self.mostTitleColumns))
        let size = Size(width: width, height: min(items.count, Self.maxRows) + 2)
        return PopupFrame.frame(size, at: Point(x: cursor.x - 2, y: cursor.y), in: bounds)
    }

    /// Handles a key before the field does; nil for keys that belong to the field.
    ///
    /// The arrows select. Tab and Enter accept the selected item as far as the list was created so, and any item selected with the arrows;
    /// an item that is typed in full already leaves them to the field. Escape closes the list.
    public mutating func handle(_ key: Key) -> Outcome? {
        switch key {
        case Key(.down), Key(.up):
            let step = key.code == .up ? -1 : isMarked ? 1 : 0
            list.select((list.selected + step + items.count) % items.count, count: items.count, height: Self.maxRows)
            (isOffered, isChosen, isMarked) = (true, true, true)
            return .moved
        case _ where acceptKeys.contains(key): return .accepted(current)
        case Key(.escape): return .closed
        default: return nil
        }
    }

    /// Handles the mouse for the list in `frame`; nil for events outside it.
    public mutating func handle(_ event: MouseEvent, in frame: Rect) -> Outcome? {
        switch list.handle(event, in: frame.inset(columns: 1, rows: 1), count: items.count) {
        case .selected(let index), .opened(let index): .accepted(items[index])
        case .menu, .scrolled: .moved
        case nil: frame.contains(event.position) ? .moved : nil
        }
    }

    /// Draws the list in `frame`, over the existing cells.
    public func draw(in frame: Rect, on canvas: inout Canvas) {
        let matcher = FuzzyMatcher(typed)
        canvas.draw(on: .surfaceOverlay, in: frame) { canvas in
            let inside = canvas.box(frame, style: CellStyle(.tabRule))
            if !heading.isEmpty, frame.width > 6 {
                let title = " " + TextWidth.fitted(heading, columns: frame.width - 6, cut: .middle) + " "
                canvas.write(title, in: frame.row(0).inset(columns: 2), style: CellStyle(.textMuted))
            }
            list.draw(
                in: inside, on: &canvas, count: items.count, isFocused: isMarked, showsSelection: isMarked, selection: .suggestionSelected
            ) {
                draw(items[$0], matched: matcher.ranges(in: items[$0].shown) ?? [], in: $1.inset(columns: 1), on: $2, &$3)
            }
        }
    }

    private func draw(_ item: CompletionItem, matched: [Range<Int>], in row: Rect, on backdrop: StyleRole?, _ canvas: inout Canvas) {
        let line = TextLine(TextWidth.fitted(item.shown, columns: row.width))
        LinePainter(line: line, rect: row, style: CellStyle(.text, on: backdrop))
            .draw(spans: matched.map { TextSpan($0, .suggestionMatch) }, on: &canvas)
        let free = row.splitLeft(line.columns + 2).rest
        // A detail begins with a value and ends with its origin.
        let detail = TextWidth.fitted(item.detail, columns: free.width, cut: .middle)
        canvas.write(detail, in: free, style: CellStyle(.textMuted, on: backdrop), alignment: .trailing)
    }
}

/// A completion.
public struct CompletionItem: Hashable, Sendable {
    /// The inserted text.
    public var text: String
    /// The text in the list, such as the name of a variable without the braces after it.
    public var shown: String
    /// An explanation shown beside the text, such as a variable's value.
    public var detail: String

    /// Other texts by which it is found; empty for none.
    public var otherNames: [String]
    /// The number of its group: lists have the groups in the order of their numbers, and in each the best match first.
    public var group: Int

    /// Creates a completion, shown as its text unless another one is given.
    public init(_ text: String, shown: String? = nil, detail: String = "", otherNames: [String] = [], group: Int = 0) {
        self.text = text
        self.shown = shown ?? text
        self.detail = detail
        self.otherNames = otherNames
        self.group = group
    }
}
