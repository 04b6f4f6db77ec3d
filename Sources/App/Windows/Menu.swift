import Screen
import Widgets

/// A menu of commands, opened beside the element to which they apply.
struct Menu<Sent: Sendable & Equatable>: Sendable {
    typealias Line = (item: MenuItem, message: Sent)

    /// The lines, with the cursor.
    var menu: MenuState
    /// The message of each line.
    let messages: [Sent]

    init(_ lines: [Line], at point: Point, selected: Int = 0, minimumColumns: Int = 0, groupStarts: [Int] = []) {
        messages = lines.map(\.message)
        menu = MenuState(lines.map(\.item), at: point, selected: selected, minimumColumns: minimumColumns, groupStarts: groupStarts)
    }

    /// Creates a menu of the choices of a table row below its cell, with the cursor on the current one.
    init(choicesOf row: TableRow, below cell: Rect, sends message: (String) -> Sent) {
        let current = row.cells.last
        let unset = row.placeholder.isEmpty ? "not set" : row.placeholder
        let lines = row.choices.map { choice in
            (MenuItem(choice.isEmpty ? unset : choice, keys: choice == current ? "✓" : ""), message(choice))
        }
        self.init(lines, below: cell, selected: row.choices.firstIndex { $0 == current } ?? 0)
    }

    /// Creates a menu below a cell, at least as wide as the cell, with the texts of the lines below the cell's text.
    init(_ lines: [Line], below cell: Rect, selected: Int) {
        self.init(lines, at: Point(x: cell.minX - 2, y: cell.minY), selected: selected, minimumColumns: cell.width + 2)
    }

    /// The same menu with other messages.
    func map<Other: Sendable>(_ change: (Sent) -> Other) -> Menu<Other> {
        Menu<Other>(menu: menu, messages: messages.map(change))
    }

    private init(menu: MenuState, messages: [Sent]) {
        self.menu = menu
        self.messages = messages
    }
}

extension Menu: Equatable {}

/// The groups of a list to choose from, each but the first below a line with its title.
struct PickerGroups: Sendable {
    /// The items in the order in which they are shown; empty without groups.
    let order: [Int]
    /// The places of the first items of the groups after the first.
    let starts: [Int]
    /// The titles of these groups; empty for a blank line.
    private let titles: [String]

    /// Creates groups of items, without empty groups.
    init(_ groups: [(title: String, items: [Int])] = []) {
        let groups = groups.filter { !$0.items.isEmpty }
        order = groups.flatMap(\.items)
        starts = groups.indices.dropFirst().map { index in groups[..<index].reduce(0) { $0 + $1.items.count } }
        titles = groups.dropFirst().map(\.title)
    }

    /// Draws the titles above the first items that are in sight in a list.
    func drawTitles(of list: ListState, in rows: Rect, on canvas: inout Canvas) {
        let lines = GroupedRows(order.count, starts: starts)
        for (start, title) in zip(starts, titles) {
            guard let row = list.rect(ofRow: start, in: rows, count: lines), row.minY > rows.minY else { continue }
            let place = Rect(x: row.minX + 1, y: row.minY - 1, width: row.width - 2, height: 1)
            canvas.write(TextWidth.fitted(title, columns: place.width), in: place, style: CellStyle(.textMuted))
        }
    }
}

extension Menu: ChoosingWindow {
    var isBoundToCells: Bool { true }

    func messages(for choice: WindowChoice) -> [Sent] {
        if case .item(let index) = choice { [messages[index]] } else { [] }
    }

    func sending<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> { Window(map(change)) }

    var scopes: [CommandScope] { [.window] }
    var acceptLabel: String? { "choose" }
    var dims: Bool { false }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let frame = menu.frame(in: context.body)
        return WindowFrame.Layout(frame: frame, content: frame.inset(columns: 1, rows: 1))
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) { menu.draw(in: context.body, on: &canvas) }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        let outcome = menu.handle(key, in: context.body)
        // A key that works everywhere closes the list and then does its work.
        if outcome == .closed, context.isGlobal(key) { return [.close, .output(.press(key))] }
        return steps(outcome)
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        steps(menu.handle(event, in: context.body))
    }

    private func steps(_ outcome: MenuState.Outcome) -> [WindowStep] {
        switch outcome {
        case .moved: []
        case .chosen(let index): [.close, .choose(.item(index))]
        case .closed: [.close]
        }
    }
}

extension Picker.Item {
    /// The closeness with which an item matches the words of a filter.
    enum Closeness: Int, CaseIterable {
        /// Each word begins a word of the title.
        case title
        /// Each word begins a word of the title or the method, or of the same keyword.
        case keyword
        /// Each word begins a word of the title, the method or the keywords, such as the folders.
        case keywords
        /// Each word begins a word of these or of the URL.
        case url
        /// The letters are in the title, in order.
        case letters
        /// Each word is anywhere in the title, the keywords or the URL.
        case contained
    }

    /// The closeness of the item to the words of a filter, whose letters may be in its title; nil if it does not match.
    func closeness(to words: [String], hasLetters: Bool) -> Closeness? {
        func all(_ isMatch: (String) -> Bool) -> Bool { words.allSatisfy(isMatch) }
        func isInTitle(_ word: String) -> Bool { title.contains(lowercased: word, atWord: true) }
        if hasLetters, all(isInTitle) { return .title }
        if all({ has($0, atWord: true, inURL: false) }) {
            // A hyphen in the filter may be a space in the title.
            if all(isInTitle) { return .title }
            let isNamed = all { isInTitle($0) || method.contains(lowercased: $0, atWord: true) }
            return isNamed || isInOneKeyword(words) ? .keyword : .keywords
        }
        if all({ has($0, atWord: true) }) { return .url }
        return hasLetters ? .letters : all { has($0, atWord: false) } ? .contained : nil
    }

    private func isInOneKeyword(_ words: [String]) -> Bool {
        func hasAll(_ text: String) -> Bool { words.allSatisfy { text.contains(lowercased: $0, atWord: true) } }
        return hasAll(method) || keywords.contains(where: hasAll)
    }

    private func has(_ word: String, atWord: Bool, inURL: Bool = true) -> Bool {
        title.contains(lowercased: word, atWord: atWord) || inURL && url.contains(lowercased: word, atWord: atWord)
            || method.contains(lowercased: word, atWord: atWord) || keywords.contains { $0.contains(lowercased: word, atWord: atWord) }
    }

    /// The same item with other messages.
    func map<Other: Sendable>(_ change: (Sent) -> Other) -> Picker<Other>.Item {
        Picker<Other>.Item(
            title: title, detail: detail, key: key, url: url, method: method, disabledReason: disabledReason, isCurrent: isCurrent,
            isMuted: isMuted, role: role, isCounted: isCounted, keywords: keywords, names: names, preview: preview.map(change),
            message: change(message))
    }
}

extension Window {
    static func menu(_ content: Menu<Sent>) -> Window { Window(content) }
}
