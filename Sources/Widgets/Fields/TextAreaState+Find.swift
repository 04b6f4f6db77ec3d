public import Screen

extension TextAreaState {
    /// True if the find bar is open and receives the keys.
    public var isFinding: Bool { find != nil }
    /// True if the find bar has a replacement field.
    public var isReplacing: Bool { find?.replacement != nil }

    /// True if the replacement field has the cursor.
    public var isTypingReplacement: Bool { find?.isInReplacement == true }

    /// Closes the find bar and leaves the cursor where it is.
    public mutating func endFind() { find = nil }

    /// Opens the find bar with the selected text of one line, or with the last pattern.
    ///
    /// - Parameters:
    ///   - replacing: True to show a replacement field.
    ///   - backward: True to search towards the start.
    ///   - closesOnEnter: True if Enter closes the bar and keeps the match selected, in every key preset.
    public mutating func openFind(replacing: Bool = false, backward: Bool = false, closesOnEnter: Bool = false) {
        let selected = selectedText.flatMap { $0.contains("\n") ? nil : $0 }
        let start = content.selection.range?.lowerBound ?? cursor
        find = FindState(
            pattern: selected ?? (keys.closesFindOnEnter ? "" : search?.pattern ?? ""), replacing: replacing, isBackward: backward,
            closesOnEnter: keys.closesFindOnEnter || closesOnEnter, origin: start)
        look(from: start)
        keys.forgetRemark()
    }

    /// Goes to a match of the last pattern: this number of matches further in the same direction, or in the opposite one if it is negative.
    public mutating func findAgain(_ steps: Int) {
        guard let search else { return }
        let forward = (steps > 0) != lookedBackward
        var first: Range<TextPosition>?
        var (done, remaining) = (0, abs(steps))
        while remaining > 0 {
            let from = content.selection.range?.lowerBound ?? cursor
            let match =
                forward
                ? search.next(in: content.lines, from: content.selection.range?.upperBound ?? content.after(cursor))
                : search.previous(in: content.lines, from: from)
            guard let match else { break }
            // All matches were passed: only the rest of a round is left.
            if match == first { remaining = (remaining - 1) % done + 1 }
            first = first ?? match
            show(match)
            (done, remaining) = (done + 1, remaining - 1)
        }
        recount()
    }

    /// Replaces the matches in these lines, or in all, with `new` in one undo step and returns their number.
    @discardableResult
    mutating func replaceEverywhere(with new: String, lines: Range<Int>? = nil, firstOnly: Bool = false) -> Int {
        guard let search else { return 0 }
        var count = 0
        content.asOneStep { text in
            for number in text.lines.indices.clamped(to: lines ?? text.lines.indices) {
                let line = text.lines[number]
                let matches = Array(search.matches(in: line).prefix(firstOnly ? 1 : .max))
                guard !matches.isEmpty else { continue }
                let start = TextPosition(line: number, offset: 0)
                text.replace(start..<TextPosition(line: number, offset: line.count), with: line.replacing(matches, with: new))
                count += matches.count
            }
        }
        recount()
        return count
    }

    mutating func findWord(_ word: String, backward: Bool, count: Int) {
        search = TextSearch(word, wholeWord: true)
        lookedBackward = backward
        findAgain(count)
    }

    /// Handles a key while the find bar is open: Enter and the arrows go to matches, Tab switches fields, Enter in the replacement field
    /// replaces one match, Alt+R all, Escape closes the bar.
    mutating func handleFind(_ key: Key) -> TextInputOutcome? {
        switch keys.preset {
        case .standard: return handleStandardFindKey(key)
        case .emacs: return handleEmacsFindKey(key)
        // In vim's search line `^R` would insert a register, which the bar does not have.
        case .vim: return key == .control("r") ? .moved : handleStandardFindKey(key)
        }
    }

    /// True if the open find bar handles `key`.
    func findHandles(_ key: Key) -> Bool {
        let barKeys = [Key(.escape), Key(.up), Key(.down), .control("f"), .control("s"), .alt("r")]
        if barKeys.contains(key) || keys.preset != .standard && key == .control("r") { return true }
        return StandardKeymap.command(for: key) != nil || keys.preset == .emacs && EmacsFieldKeymap.keys(for: key) != nil
    }

    /// Adds the emacs keys: `^S` finds forward, `^R` backward, and editing keys work in the fields.
    private mutating func handleEmacsFindKey(_ key: Key) -> TextInputOutcome? {
        if key == .control("s") || key == .control("r") {
            find?.isBackward = key == .control("r")
            lookedBackward = key == .control("r")
            return step(1)
        }
        guard let plain = EmacsFieldKeymap.keys(for: key) else { return handleStandardFindKey(key) }
        let outcomes = plain.compactMap { handleStandardFindKey($0) }
        return outcomes.first { if case .copied = $0 { true } else { false } } ?? outcomes.last
    }

    private mutating func handleStandardFindKey(_ key: Key) -> TextInputOutcome? {
        switch key {
        case Key(.escape): return closeFind()
        case Key(.enter): return enterInFind()
        case Key(.enter, .shift), Key(.up): return step(-1)
        case Key(.down), .control("f"), .control("s"): return step(1)
        case Key(.tab), Key(.tab, .shift): return switchField()
        case .alt("r"): return replaceAllMatches()
        default: return typeIntoFind(key)
        }
    }

    mutating func pasteIntoFind(_ text: String) -> TextInputOutcome {
        if find?.isInReplacement == true {
            _ = find?.replacement?.paste(text)
        } else {
            _ = find?.pattern.paste(text)
            patternChanged()
        }
        return .moved
    }

    private mutating func typeIntoFind(_ key: Key) -> TextInputOutcome? {
        let isInReplacement = find?.isInReplacement == true
        let outcome = isInReplacement ? find?.replacement?.handle(key) : find?.pattern.handle(key)
        guard let outcome else { return nil }
        switch outcome {
        case .changed:
            if !isInReplacement { patternChanged() }
            return .moved
        case .cut(let text):
            if !isInReplacement { patternChanged() }
            return .copied(text)
        default: return outcome
        }
    }

    mutating func closeFind() -> TextInputOutcome {
        if let find, find.closesOnEnter { moveCursor(to: find.origin) }
        find = nil
        return .moved
    }

    private mutating func enterInFind() -> TextInputOutcome {
        guard let find else { return .moved }
        if find.isInReplacement { return replaceOne() }
        guard find.closesOnEnter else { return step(1) }
        let match = content.selection.range
        self.find = nil
        if let match, keys.closesFindOnEnter { moveCursor(to: keys.findsWithoutSelecting ? match.lowerBound : match.upperBound) }
        return .moved
    }

    mutating func step(_ direction: Int) -> TextInputOutcome {
        findAgain(direction)
        return .moved
    }

    private mutating func switchField() -> TextInputOutcome {
        if find?.replacement == nil { find?.replacement = TextFieldState() }
        find?.isInReplacement.toggle()
        return .moved
    }

    /// Replaces the selected match and goes to the next one; without a selected match only goes to the next one.
    public mutating func replaceOne() -> TextInputOutcome {
        guard let search, let new = find?.replacement?.text else { return .moved }
        guard let range = content.selection.range, range.lowerBound.line == range.upperBound.line,
            search.next(in: content.lines[range.lowerBound.line], from: range.lowerBound.offset)
                == range.lowerBound.offset..<range.upperBound.offset
        else { return step(1) }
        content.replace(range, with: new)
        if let match = search.next(in: content.lines, from: cursor) { show(match) }
        recount()
        return .changed
    }

    /// Replaces all matches with the typed replacement.
    public mutating func replaceAllMatches() -> TextInputOutcome {
        guard let new = find?.replacement?.text else { return switchField() }
        let count = replaceEverywhere(with: new)
        guard count > 0 else { return .moved }
        find?.replacedCount = count
        return .changed
    }

    private mutating func patternChanged() {
        guard let find else { return }
        look(from: find.origin)
    }

    /// Goes to the first match from `origin`, or back to `origin` without a match.
    private mutating func look(from origin: TextPosition) {
        guard let find else { return }
        // The text may have become shorter since the bar was opened.
        let origin = content.clamped(origin)
        lookedBackward = find.isBackward
        search = find.pattern.text.isEmpty ? nil : TextSearch(find.pattern.text)
        let start = keys.findsWithoutSelecting ? content.after(origin) : origin
        let match =
            find.isBackward ? search?.previous(in: content.lines, from: origin) : search?.next(in: content.lines, from: start)
        if let match { show(match) } else { moveCursor(to: origin) }
        // The whole text has been searched already if there is no match.
        if match == nil, let search { self.find?.count(search, in: [], selected: nil) } else { recount() }
    }

    private mutating func show(_ match: Range<TextPosition>) {
        followsCursor = true
        if find == nil, keys.findsWithoutSelecting { return content.moveCursor(to: match.lowerBound) }
        content.select(match)
    }

    private mutating func recount() {
        guard find != nil, let search else { return }
        find?.count(search, in: content.lines, selected: content.selection.range)
    }

    // MARK: The find bar

    /// True if `point` is on the find bar.
    public func isFindBar(at point: Point, in rect: Rect) -> Bool { layout(rect).find.contains(point) }

    /// Handles the mouse on the find bar.
    mutating func handleFind(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        if case .press(.left, _) = event.action, let button = buttons(in: rect).first(where: { $0.cells.contains(event.position) })?.button
        {
            return press(button)
        }
        if case .press = event.action { find?.isInReplacement = event.position.y > rect.minY }
        let cells = split(rect.row(event.position.y - rect.minY)).field
        let outcome =
            find?.isInReplacement == true ? find?.replacement?.handle(event, in: cells) : find?.pattern.handle(event, in: cells)
        return outcome ?? .moved
    }

    private mutating func press(_ button: FindButton) -> TextInputOutcome {
        switch button {
        case .previous: step(-1)
        case .next: step(1)
        case .close: closeFind()
        case .replace: switchField()
        case .replaceOne: replaceOne()
        case .replaceAll: replaceAllMatches()
        }
    }

    func drawFind(in rect: Rect, on canvas: inout Canvas, isFocused: Bool) {
        guard let find, !rect.isEmpty else { return }
        let labels = [find.isBackward ? "Find ↑" : "Find", "Replace"]
        for (index, field) in [find.pattern, find.replacement].enumerated() {
            guard let field, index < rect.height else { continue }
            let cells = rect.row(index)
            canvas.write(labels[index], at: cells.origin, style: CellStyle(.fieldLabel))
            let hasKeys = isFocused && find.isInReplacement == (index == 1)
            field.draw(in: split(cells).field, on: &canvas, isFocused: hasKeys)
        }
        let isMissing = find.count == 0 && !find.pattern.text.isEmpty
        let side = split(rect.row(0)).side
        canvas.write(
            find.summary, at: side.origin, style: CellStyle(isMissing ? .error : .textMuted),
            columns: max(0, (buttons(in: rect.row(0)).map(\.cells.minX).min() ?? side.maxX) - side.minX - 1))
        for button in buttons(in: rect) { canvas.write(button.label, in: button.cells, style: CellStyle(.footerKey)) }
    }

    private static let labelColumns = 8
    private static let (sideColumns, sideColumnsToReplace) = (22, 29)
    private static let signColumns = 5
    /// The label of the button that opens the replacement field, and the width of a bar with room for it.
    private static let (replaceLabel, columnsForReplace) = ("Replace (Tab)", 60)

    private func offersReplace(in row: Rect) -> Bool { !isReplacing && row.width >= Self.columnsForReplace }

    /// The cells of the text field, and those of the count and buttons after it.
    private func split(_ row: Rect) -> (field: Rect, side: Rect) {
        let rest = row.splitLeft(Self.labelColumns).rest
        let columns =
            isReplacing ? Self.sideColumnsToReplace : Self.sideColumns + (offersReplace(in: row) ? Self.replaceLabel.count + 2 : 0)
        let (field, side) = rest.splitRight(min(columns, rest.width * 2 / 3))
        return (field, side.splitLeft(1).rest)
    }

    private func buttons(in rect: Rect) -> [(button: FindButton, label: String, cells: Rect)] {
        let signs: [(FindButton, String)] = [(.previous, "↑"), (.next, "↓"), (.close, "×")]
        let side = split(rect.row(0)).side
        var placed = Self.placed(signs, gap: 1, in: side)
        if offersReplace(in: rect.row(0)) {
            placed += Self.placed([(.replace, Self.replaceLabel)], gap: 1, in: side.splitRight(Self.signColumns + 2).rest)
        }
        guard isReplacing, rect.height > 1 else { return placed }
        let second = split(rect.row(1)).side
        let isShort = second.width < Self.sideColumnsToReplace - 1
        placed += Self.placed(
            [(.replaceOne, isShort ? "Replace" : "Replace (Enter)"), (.replaceAll, isShort ? "All" : "All (Alt+R)")], gap: 2, in: second)
        return placed
    }

    /// Places labels side by side at the right end of `row`.
    private static func placed(
        _ labels: [(FindButton, String)], gap: Int, in row: Rect
    ) -> [(button: FindButton, label: String, cells: Rect)] {
        var x = row.maxX - labels.map(\.1.count).reduce(0, +) - gap * (labels.count - 1)
        return labels.map { button, label in
            defer { x += label.count + gap }
            return (button, label, Rect(x: x, y: row.minY, width: label.count, height: 1).intersection(row))
        }
    }
}

extension TextLine {
    /// The text with each of `ranges`, which are in ascending order, replaced by `new`.
    fileprivate func replacing(_ ranges: [Range<Int>], with new: String) -> String {
        var result = ""
        var offset = 0
        for range in ranges {
            result += slice(offset..<range.lowerBound) + new
            offset = range.upperBound
        }
        return result + slice(offset..<count)
    }
}

/// A button of the find bar.
private enum FindButton {
    case previous, next, close, replace, replaceOne, replaceAll
}

/// The find bar of a text area: its fields and the number of matches.
struct FindState: Equatable, Sendable {
    var pattern: TextFieldState
    /// The replacement field; nil if the bar only finds.
    var replacement: TextFieldState?
    /// True if the replacement field has the cursor.
    var isInReplacement = false
    /// True if the search goes towards the start.
    var isBackward: Bool
    /// True if Enter closes the bar, as in vim.
    var closesOnEnter: Bool
    /// The cursor position when the bar was opened.
    let origin: TextPosition
    /// The number of matches, at most ``countLimit``.
    private(set) var count = 0
    /// The number of the selected match, from 1; nil if none is selected.
    private(set) var current: Int?

    /// The number of matches replaced by the last command; nil after any other action.
    var replacedCount: Int?

    /// The largest number of matches that is counted.
    static let countLimit = 9_999

    init(pattern: String, replacing: Bool, isBackward: Bool, closesOnEnter: Bool, origin: TextPosition) {
        self.pattern = TextFieldState(text: pattern)
        self.pattern.selectAll()
        replacement = replacing ? TextFieldState() : nil
        self.isBackward = isBackward
        self.closesOnEnter = closesOnEnter
        self.origin = origin
    }

    /// The rows of the bar.
    var rows: Int { replacement == nil ? 1 : 2 }

    /// Counts the matches of `search` and finds the number of the selected one.
    mutating func count(_ search: TextSearch, in lines: [TextLine], selected: Range<TextPosition>?) {
        count = 0
        current = nil
        replacedCount = nil
        for (number, line) in lines.enumerated() {
            for match in search.matches(in: line) {
                count += 1
                if let selected, selected.lowerBound == TextPosition(line: number, offset: match.lowerBound) { current = count }
                if count >= Self.countLimit { return }
            }
        }
    }

    /// `3 of 17`, or the reason why there is no match.
    var summary: String {
        if pattern.text.isEmpty { return "" }
        if let replacedCount { return "\(replacedCount) replaced" }
        if count == 0 { return "not found" }
        let total = count >= Self.countLimit ? "\(count)+" : "\(count)"
        return current.map { "\($0) of \(total)" } ?? total
    }
}
