import Screen
import Widgets

/// A list with a filter, to choose an item from.
struct Picker<Sent: Sendable & Equatable>: Sendable {
    /// A line of the list.
    struct Item: Sendable {
        /// The text that is shown and searched.
        let title: String
        /// The text at the right end: a key, a folder, a mark.
        var detail = ""
        /// The key at the end of the detail, which has the style of keys; empty for none.
        var key = ""
        /// A URL by which it is found, besides its title.
        var url = ""
        /// The method of a request, by which it is found too; empty for other items.
        var method = ""
        /// The reason why it is disabled.
        var disabledReason: String?
        /// True for the current choice; it has a check mark.
        var isCurrent = false
        /// True for an item that another one replaces; it is shown muted.
        var isMuted = false
        /// The style of the title.
        var role = StyleRole.text
        /// False for an action beside the items to choose from.
        var isCounted = true
        /// Other words by which it is found: synonyms and the id of a command.
        var keywords: [String] = []
        /// Short names of the command, such as `w` in vim; when one is typed in full, the item comes first.
        var names: [String] = []
        /// The message sent when the cursor is on the item; nil for none.
        var preview: Sent?
        /// The message sent when the item is chosen.
        let message: Sent
    }

    /// The window's title.
    let title: String
    private(set) var items: [Item]
    /// The filter text.
    var field = TextFieldState()
    /// The filter text of `matches`.
    private var filteredText = ""
    /// The indices of the matching items.
    private(set) var matches: [Int]
    /// The matches of this filter and of its beginnings, so that removing a letter ranks nothing anew.
    private var ranked: [(text: String, matches: [Int])] = []
    /// The cursor and the view.
    var list: ListState
    /// Makes a message from a text that matches no item; nil if only items can be chosen.
    let other: (@Sendable (String) -> Sent)?
    /// The problem of such a text; nil if it is valid.
    let otherFault: (@Sendable (String) -> String?)?
    /// The columns of the longest item.
    private let widest: Int
    /// The message sent when the list is closed without a choice.
    let cancelMessage: Sent?
    /// The text shown when there is nothing to choose from.
    var emptyNote = "Nothing to choose"
    /// The text in the empty field.
    var placeholder = "Type to filter"
    /// The text shown when a typed text is used instead of an item.
    var otherNote = "Enter uses the typed text."
    /// The cell below which the list opens; nil for the middle of the screen.
    var anchor: Point?
    /// True if a typed text that is valid wins over the items.
    var prefersOther = false
    /// The groups in which the items are shown while nothing is typed.
    var groups = PickerGroups() { didSet { if field.text.isEmpty, !groups.order.isEmpty { matches = groups.order } } }
    /// Makes the message that asks for the items of a typed text; nil for a list that filters its own items.
    var searches: (@Sendable (String) -> Sent)?
    /// Makes the last items for a typed text that is no item's title, such as an item that creates an environment of this name.
    var creates: (@Sendable (String) -> [Item])?
    /// The number of these items.
    private var createdCount = 0

    /// The maximum number of filters whose matches are kept.
    private static var maxRanked: Int { 16 }

    /// Creates a list with the cursor on the current choice, or on the first line.
    init(
        _ title: String, _ items: [Item], selected: Int? = nil, cancelMessage: Sent? = nil,
        other: (@Sendable (String) -> Sent)? = nil, otherFault: (@Sendable (String) -> String?)? = nil
    ) {
        self.title = title
        self.items = items
        self.cancelMessage = cancelMessage
        self.other = other
        self.otherFault = otherFault
        matches = Array(items.indices)
        widest =
            items.map { item in
                let detail = item.disabledReason ?? item.detail
                return TextWidth.columns(of: item.title) + (item.isCurrent ? 2 : 0)
                    + (detail.isEmpty ? 0 : 3 + TextWidth.columns(of: detail))
            }.max() ?? 0
        list = ListState(selected: selected ?? items.firstIndex(where: \.isCurrent) ?? 0)
    }

    /// Finds the items that match the filter, the closest ones first (see ``Item/Closeness``), equally close ones by their titles, but
    /// those that can be chosen before the others.
    mutating func filter() {
        items.removeLast(createdCount)
        createdCount = 0
        let count = items.count
        matches.removeAll { $0 >= count }
        match()
        let text = field.text.trimmed
        guard let creates, !text.isEmpty, !items.contains(where: { $0.title.lowercased() == text.lowercased() }) else { return }
        let created = creates(text)
        createdCount = created.count
        matches += count..<count + createdCount
        items += created
    }

    private mutating func match() {
        if prefersOther, otherFault?(field.text.trimmed) == nil { return (matches, filteredText, list) = ([], "", ListState()) }
        // The items stay until those of the new text are found.
        guard searches == nil else { return }
        if field.text.isEmpty, !groups.order.isEmpty { return (matches, filteredText, list) = (groups.order, "", ListState()) }
        if let known = ranked.last(where: { $0.text == field.text }) {
            return (matches, filteredText, list) = (known.matches, field.text, ListState())
        }
        // A longer filter can only match what its beginning matched. A single letter is not searched in keywords.
        let narrows = filteredText.utf8.count > 1 && field.text.hasPrefix(filteredText)
        let candidates = narrows ? matches.sorted() : Array(items.indices)
        filteredText = field.text
        let byTitle = FuzzyMatcher(field.text).ranked(candidates) { items[$0].title }
        let named = items.indices.filter { items[$0].names.contains(field.text) }
        let ordered = named + (field.text.utf8.count > 1 ? byCloseness(byTitle, of: candidates) : byTitle)
        matches =
            named.isEmpty ? ordered : ordered.enumerated().filter { $0.offset < named.count || !named.contains($0.element) }.map(\.element)
        ranked = ranked.filter { field.text.hasPrefix($0.text) }.suffix(Self.maxRanked - 1) + [(text: field.text, matches: matches)]
        list = ListState()
    }

    /// The matches of titles, keywords and URLs, the closest ones first.
    private func byCloseness(_ byTitle: [Int], of candidates: [Int]) -> [Int] {
        // A slash stands between folders and the name of a request; names are written with a space, a hyphen or an underscore.
        let words = field.text.lowercased().split { " /-_".contains($0) }.map(String.init)
        var groups = [[Int]](repeating: [], count: Item.Closeness.allCases.count)
        for index in byTitle { groups[(items[index].closeness(to: words, hasLetters: true) ?? .letters).rawValue].append(index) }
        let titleMatches = byTitle.count < candidates.count ? Set(byTitle) : []
        for index in candidates where byTitle.count < candidates.count && !titleMatches.contains(index) {
            if let closeness = items[index].closeness(to: words, hasLetters: false) { groups[closeness.rawValue].append(index) }
        }
        return groups.flatMap { group in
            group.filter { items[$0].disabledReason == nil } + group.filter { items[$0].disabledReason != nil }
        }
    }

    /// Sets the filter and selects it, so that typing replaces it.
    mutating func filter(by text: String) {
        field = TextFieldState(text: text)
        field.selectAll()
        filter()
    }

    /// Takes the items of a new list and keeps the filter.
    mutating func update(to new: Picker) {
        let chosen = current?.title
        (items, groups, createdCount) = (new.items, new.groups, new.createdCount)
        filteredText = ""
        ranked = []
        filter()
        if let row = matches.firstIndex(where: { items[$0].title == chosen }) { list = ListState(selected: row) }
    }

    /// Shows the items found for a text, unless another text has been typed since; the cursor stays on its row.
    mutating func show(_ found: [Item], for text: String, note: String) {
        guard text == field.text else { return }
        let row = filteredText == text ? list.selected : 0
        (items, filteredText, emptyNote) = (found, text, note)
        (matches, list) = (Array(found.indices), ListState(selected: min(row, max(0, found.count - 1))))
    }

    /// True if the items belong to another text than the typed one.
    private var isStale: Bool { searches != nil && filteredText != field.text }

    /// Asks for the items of the typed text, also of one that was typed before: its search may have been cancelled halfway.
    private func search() -> [WindowStep] { searches == nil ? [] : [.choose(.typed(field.text))] }

    /// True if moving the cursor applies the item under it, as for themes.
    private var previews: Bool { items.first?.preview != nil }

    /// The text shown when nothing matches.
    var note: String {
        if isStale, !field.text.isEmpty { return "Searching…" }
        guard other != nil, !prefersOther || otherFault?(field.text.trimmed) == nil else {
            return items.isEmpty ? emptyNote : "No match for “\(field.text)”"
        }
        return otherFault?(field.text.trimmed).map { "✗ \($0)" } ?? otherNote
    }

    /// The item under the cursor.
    var current: Item? { matches.indices.contains(list.selected) ? items[matches[list.selected]] : nil }

    /// The same list with other messages.
    func map<Other: Sendable>(_ change: @escaping @Sendable (Sent) -> Other) -> Picker<Other> {
        let items = items.dropLast(createdCount).map { $0.map(change) }
        var changedOther: (@Sendable (String) -> Other)?
        if let other { changedOther = { change(other($0)) } }
        var picker = Picker<Other>(
            title, items, cancelMessage: cancelMessage.map(change), other: changedOther, otherFault: otherFault)
        (picker.field, picker.anchor, picker.emptyNote, picker.groups) = (field, anchor, emptyNote, groups)
        (picker.placeholder, picker.otherNote, picker.prefersOther) = (placeholder, otherNote, prefersOther)
        if let searches { picker.searches = { change(searches($0)) } }
        if let creates { picker.creates = { text in creates(text).map { $0.map(change) } } }
        if !field.text.isEmpty { picker.filter() }
        picker.list = list
        return picker
    }
}

extension Picker: Equatable {
    /// Compares the content; the matches follow from it.
    static func == (left: Picker, right: Picker) -> Bool {
        left.title == right.title && left.items == right.items && left.field == right.field && left.list == right.list
    }
}

extension Picker.Item: Equatable {}

extension Picker: ChoosingWindow {
    var listsCommands: Bool { true }
    func messages(for choice: WindowChoice) -> [Sent] {
        switch choice {
        case .item(let index): [items[index].message]
        case .preview(let index): items[index].preview.map { [$0] } ?? []
        case .text(let text): other.map { [$0(text)] } ?? []
        case .typed(let text): searches.map { [$0(text)] } ?? []
        case .cancelled: cancelMessage.map { [$0] } ?? []
        case .submitted, .interrupted: []
        }
    }

    func sending<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> { Window(map(change)) }

    private static var minColumns: Int { 36 }
    private static var maxColumns: Int { 96 }
    private static var maxRows: Int { 16 }
    private static var noteRows: Int { 3 }

    var scopes: [CommandScope] { [.window] }
    var takesText: Bool { true }
    var acceptLabel: String? { "choose" }

    /// The matches with the lines between their groups.
    private var lines: GroupedRows { GroupedRows(matches.count, starts: field.text.isEmpty ? groups.starts : []) }

    private var window: WindowFrame { WindowFrame(title, facts: [WindowFrame.Fact("\(matches.count { items[$0].isCounted })")]) }

    /// The layout: as wide as the longest item, and as high as the matches; below the anchor, or where all items are in the middle.
    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        var layout = layoutOfAll(context)
        let used = searches != nil ? Self.maxRows : matches.isEmpty ? Self.noteRows : lines.lineCount
        let unused = max(0, rows(in: layout.content).height - used)
        let isAbove = anchor.map { layout.frame.minY < $0.y } ?? false
        for part in [\WindowFrame.Layout.frame, \.content] {
            layout[keyPath: part] = isAbove ? layout[keyPath: part].splitTop(unused).rest : layout[keyPath: part].splitBottom(unused).rest
        }
        return layout
    }

    private func layoutOfAll(_ context: WindowContext) -> WindowFrame.Layout {
        if let anchor { return layout(below: anchor, widest: widest, in: context.body) }
        let texts = [placeholder, other == nil ? "" : otherNote, items.isEmpty ? emptyNote : ""]
        let widest = max(widest + 5, texts.map { TextWidth.columns(of: $0) + 4 }.max() ?? 0)
        // The items that are found do not change the size.
        let columns = searches != nil ? Self.maxColumns : min(Self.maxColumns, max(Self.minColumns, widest))
        let rows = searches != nil ? Self.maxRows : min(Self.maxRows, max(1, items.count - createdCount + groups.starts.count))
        return window.layout(content: Size(width: columns, height: rows + 2), in: context.body)
    }

    private func layout(below anchor: Point, widest: Int, in bounds: Rect) -> WindowFrame.Layout {
        let rows = min(Self.maxRows, max(1, items.count - createdCount))
        // A typed text instead of an item needs room for its problem.
        let columns = max(widest + 8, other == nil ? TextWidth.columns(of: title) + 8 : 44)
        let frame = PopupFrame.frame(Size(width: columns, height: rows + 3), at: anchor, in: bounds)
        return WindowFrame.Layout(frame: frame, content: frame.inset(columns: 2, rows: 1))
    }

    /// The rows of the list: below the field, after a blank row if there is room.
    private func rows(in content: Rect) -> Rect { content.splitTop(anchor == nil && content.height > 2 ? 2 : 1).rest }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        window.draw(layout, on: &canvas) { rect, canvas in
            FieldBox(isFocused: true).draw(field, placeholder: placeholder, in: rect.row(0), on: &canvas)
            let rows = rows(in: rect)
            guard !matches.isEmpty else { return drawNote(in: rows, on: &canvas) }
            list.draw(in: rows, on: &canvas, count: lines, isFocused: true, selection: .suggestionSelected) {
                index, cells, backdrop, canvas in
                draw(items[matches[index]], in: cells, backdrop: backdrop, on: &canvas)
            }
            if field.text.isEmpty { groups.drawTitles(of: list, in: rows, on: &canvas) }
        }
    }

    private func drawNote(in rows: Rect, on canvas: inout Canvas) {
        let lines = TextWrap.lines(note, columns: rows.width)
        let place = rows.splitTop(max(0, (rows.height - lines.count) / 2)).rest
        canvas.write(lines: lines, in: place, style: CellStyle(.textMuted), alignment: .center)
    }

    private func draw(_ item: Item, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        let rect = rect.inset(columns: 1)
        let mark = item.isCurrent ? " ✓" : ""
        let detail = item.disabledReason ?? item.detail
        // The title keeps two thirds if title and detail do not fit.
        let free = rect.width - TextWidth.columns(of: detail) - 2
        let title = TextWidth.fitted(item.title, columns: max(free, rect.width * 2 / 3) - mark.count) + mark
        let (place, rest) = rect.splitLeft(TextWidth.columns(of: title) + 1)
        let role: StyleRole = item.disabledReason != nil ? .textDisabled : item.isMuted ? .textMuted : item.role
        canvas.write(title, in: place, style: CellStyle(role, on: backdrop))
        let room = rest.splitRight(1).rest
        let shown = TextWidth.fitted(detail, columns: room.width)
        canvas.write(shown, in: room, style: CellStyle(.textMuted, on: backdrop), alignment: .trailing)
        guard item.disabledReason == nil, shown == detail else { return }
        canvas.write(item.key, in: room.splitRight(TextWidth.columns(of: item.key)).right, style: CellStyle(.footerKey, on: backdrop))
    }

    // MARK: Keys and mouse

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        // As in emacs, beside the arrows.
        if let motion = ListMotion(besideText: key) ?? (key == .control("n") ? .down : key == .control("p") ? .up : nil) {
            list.move(motion, count: lines, height: rows(in: layout(context).content).height)
            return preview()
        }
        let outcome = field.handle(key)
        switch outcome {
        case .submitted: return choose()
        case .cancelled: return cancelled()
        case .changed, .cut:
            filter()
            return WindowStep.clipboard(outcome) + preview() + search()
        case .wantsPaste, .copied, .moved, .pasted, nil: return WindowStep.clipboard(outcome)
        }
    }

    mutating func paste(_ text: String, _ context: WindowContext) -> [WindowStep] {
        _ = field.paste(text)
        filter()
        return preview() + search()
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        let rows = rows(in: layout.content)
        if previews { return look(event, in: rows) }
        // In place of the rows, a text says that the typed text can be used.
        if matches.isEmpty, case .press(.left, _) = event.action, rows.contains(event.position) { return choose() }
        guard case .selected = list.handle(event, in: rows, count: lines) else { return [] }
        return choose()
    }

    /// The mouse in a list with previews: the first click and the wheel preview, a click on the previewed item chooses it.
    private mutating func look(_ event: MouseEvent, in rows: Rect) -> [WindowStep] {
        let before = list.selected
        switch event.action {
        case .wheelUp where rows.contains(event.position): list.move(.up, count: lines, height: rows.height)
        case .wheelDown where rows.contains(event.position): list.move(.down, count: lines, height: rows.height)
        default:
            switch list.handle(event, in: rows, count: lines) {
            case .opened: return choose()
            case .selected(let row) where row == before: return choose()
            default: break
            }
        }
        return list.selected == before ? [] : preview()
    }

    private func choose() -> [WindowStep] {
        guard !isStale else { return [] }
        guard let item = current else {
            let text = field.text.trimmed
            guard other != nil, !text.isEmpty, otherFault?(text) == nil else { return [] }
            return [.close, .choose(.text(text))]
        }
        guard let reason = item.disabledReason else { return [.close, .choose(.item(matches[list.selected]))] }
        // A command typed by its name closes the list even if it is disabled.
        return (item.names.contains(field.text) ? [.close] : []) + [.notify(.warning, "\(item.title): \(reason)")]
    }

    /// Applies the item under the cursor as a preview.
    private func preview() -> [WindowStep] { current?.preview == nil ? [] : [.choose(.preview(matches[list.selected]))] }

    func typed(_ layout: WindowFrame.Layout) -> [Rect] { [layout.content.row(0)] }
}

extension Window {
    static func picker(_ content: Picker<Sent>) -> Window { Window(content) }
}
