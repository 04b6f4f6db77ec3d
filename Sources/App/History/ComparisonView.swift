import Comparison
import Engine
import Platform
import Screen
import Widgets
import Workspace

extension ComparisonWindow: AskingWindow {
    var listsCommands: Bool { true }
    var scopes: [CommandScope] { [.comparisonWindow, .textWindow, .window] }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        // The rows in a fold count, so that the window keeps its height when it is opened.
        let rows = lines.count < context.body.height ? lines.reduce(0) { $0 + $1.unfoldedCount } : lines.count
        let size = Size(width: context.body.width - WindowFrame.sideColumns, height: min(context.body.height, 1 + rows))
        return WindowFrame(title).layout(content: size, in: context.body)
    }

    /// True if a window has room for the sides beside each other.
    static func hasRoomBeside(_ context: WindowContext) -> Bool { context.body.width - WindowFrame.sideColumns >= 70 }

    /// The rows of the difference, below the titles of both sides.
    private func rows(in content: Rect) -> Rect { content.splitTop(1).rest }

    /// The number of rows of the difference that are visible.
    func rowsHeight(_ context: WindowContext) -> Int { rows(in: layout(context).content).height }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        WindowFrame(title, note: place).draw(layout, on: &canvas) { rect, canvas in
            // The titles stand above the halves of the rows, which a scrollbar makes narrower.
            let head = rect.row(0).splitRight(lines.count > rows(in: rect).height ? 1 : 0).rest
            let halves = head.splitLeft(head.width / 2)
            for (row, cells, sign, role) in [
                (old, halves.left.splitRight(1).rest, "-", StyleRole.differenceRemoved), (new, halves.rest, "+", .differenceAdded),
            ] {
                canvas.fill(cells, style: CellStyle(role))
                canvas.write("\(sign) \(heading(of: row, columns: cells.width - 2))", in: cells, style: CellStyle(role))
            }
            let line = ComparisonLine(isSideBySide: isSideBySide, firstColumn: firstColumn, numberColumns: numberColumns)
            list.draw(in: rows(in: rect), on: &canvas, count: lines.count, isFocused: true) { index, cells, backdrop, canvas in
                line.draw(lines[index], in: cells, backdrop: backdrop, on: &canvas)
            }
        }
    }

    /// The time and the outcome of a side, with its request where that is another one.
    private func heading(of row: ExchangeSummary, columns: Int) -> String {
        let days = [old, new].map { TimeText.day($0.startedAt, in: timeZone) }
        let time = TimeText.second(row.startedAt, in: timeZone).split(separator: " ")
        let name = row.exampleName.map { "Example “\($0)”" } ?? time.dropFirst(days[0] == days[1] ? 1 : 0).joined(separator: " ")
        guard request == nil else { return TextWidth.fitted("\(row.outcome)  \(name)", columns: columns) }
        var start = "\(row.outcome)  \(name)  \(row.method) "
        // The address needs the room more than the words for what failed, which the first lines repeat.
        if row.status == nil, TextWidth.columns(of: start) > columns / 2 { start = "ERR  \(name)  \(row.method) " }
        return start + TextWidth.fitted(row.url, columns: columns - TextWidth.columns(of: start), cut: .middle)
    }

    /// The JSON Pointer of the difference under the cursor, with the old one of a value that moved; empty for other rows
    /// and for the whole document.
    private var place: String {
        guard let row = current?.row, let pointer = row.place?.pointer else { return "" }
        return VisibleText.escaping(row.move.map { "\($0.from) → \(pointer)" } ?? pointer)
    }

    private var title: String {
        let ignored = [rules.times ? "times" : nil, rules.ids ? "ids" : nil, rules.order ? "order" : nil].compactMap(\.self) + rules.paths
        let note = ignored.isEmpty ? "" : ", ignoring " + ignored.joined(separator: ", ")
        return (isEqual ? "No differences" + limit : "Differences") + note + (request.map { ": \($0)" } ?? "")
    }

    // MARK: Keys and mouse

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        let height = rowsHeight(context)
        switch key {
        case Key(.escape): return cancelled()
        case .character("n"), .character("N"):
            let isForward = key == .character("n")
            guard findDifference(forward: isForward, height: height) else {
                return [.notify(.warning, isForward ? "This is the last difference" : "This is the first difference")]
            }
        case Key(.enter): _ = unfold(height: height)
        case .character("t"): toggleSides(context)
        case Key(.left): scroll(by: -Self.scrollStep, columns: layout(context).content.width)
        case Key(.right): scroll(by: Self.scrollStep, columns: layout(context).content.width)
        case .character("i"):
            guard let rules = rulesIgnoringCurrent else {
                return [.notify(.warning, "Only values in a JSON body can be ignored by path")]
            }
            guard rules.unusedPaths.isEmpty else {
                return [.notify(.warning, "No more paths can be ignored: replace some by a name or by * in the request's file")]
            }
            return again(rules)
        case .character("I"): return again(rulesIgnoringMore)
        case .character("x"): return again(IgnoreRules())
        case .character("s"):
            guard let saved = [new, old].first(where: { $0.origin.requestPath != nil }) else {
                return [.notify(.warning, "Save the request first: ignore rules are stored in its file")]
            }
            return [.output(.compare(.saveRules(rules, of: saved.origin)))]
        case .character("R"): return [.output(.compare(.replay(new)))]
        case .character("y"): return [.output(.compare(.export(self, .jsonPatch)))]
        case .character("Y"): return [.output(.compare(.export(self, .unifiedDiff)))]
        default:
            let old = list.selected
            _ = list.handle(key, count: lines.count, height: height)
            // The cursor passes the blank rows between parts.
            if case .fact("")? = current { list.select(list.selected + (list.selected < old ? -1 : 1), count: lines.count, height: height) }
        }
        return []
    }

    private static let scrollStep = 20

    /// Scrolls the texts sideways, from where the row under the cursor begins.
    private mutating func scroll(by step: Int, columns: Int) {
        let line = ComparisonLine(isSideBySide: isSideBySide, firstColumn: firstColumn, numberColumns: numberColumns)
        let start = current?.row.map { line.start(of: $0, columns: isSideBySide ? columns / 2 : columns) }
        firstColumn = max(0, (start ?? firstColumn ?? 0) + step)
    }

    /// The next stricter rules: ignore times, then also ids, then also the order.
    private var rulesIgnoringMore: IgnoreRules {
        var rules = rules
        if !rules.times { rules.times = true } else if !rules.ids { rules.ids = true } else { rules.order = true }
        return rules
    }

    private func again(_ rules: IgnoreRules) -> [WindowStep] { [.output(.compare(.entries(old.id, new.id, rules)))] }

    /// Handles the mouse; a double click unfolds.
    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        let rows = rows(in: layout.content)
        if case .opened = list.handle(event, in: rows, count: lines.count) { _ = unfold(height: rows.height) }
        return []
    }

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { rows(in: layout.content) }
}

/// Draws lines of the comparison window. A text begins where its row's first difference is visible.
private struct ComparisonLine {
    let isSideBySide: Bool
    let firstColumn: Int?
    /// The widths of the line numbers.
    let numberColumns: (old: Int, new: Int)

    func draw(_ line: ComparisonWindow.Line, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        switch line {
        case .heading(let text): canvas.write(text, at: cells.origin, style: CellStyle(.modalTitle, on: backdrop), columns: cells.width)
        case .fact(let text): canvas.write("  " + text, at: cells.origin, style: CellStyle(.textMuted, on: backdrop), columns: cells.width)
        case .row(let row): draw(row, in: cells, backdrop: backdrop, on: &canvas)
        case .side(let row, let isOld):
            draw(row, isOld: isOld, isOld ? "-" : "+", in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    private func draw(_ row: ComparisonRow, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        if case .fold(let fold) = row.kind {
            let text = "  ⋯ \(CountText.number(fold.count)) equal"
            canvas.write(text, at: cells.origin, style: CellStyle(.codeFold, on: backdrop), columns: cells.width)
            return
        }
        let halves = cells.splitLeft(cells.width / 2)
        guard isSideBySide else {
            let isAdded = row.left == nil
            return draw(
                row, isOld: !isAdded, isAdded ? "+" : row.isDifference ? "-" : " ", in: cells, backdrop: backdrop, on: &canvas)
        }
        let isMoved = row.kind == .moved
        draw(
            row, isOld: true, row.isDifference && row.left != nil ? isMoved ? "⇢" : "-" : " ", in: halves.left.splitRight(1).rest,
            backdrop: backdrop, on: &canvas)
        draw(
            row, isOld: false, row.isDifference && row.right != nil ? isMoved ? "⇠" : "+" : " ", in: halves.rest, backdrop: backdrop,
            on: &canvas)
    }

    private func draw(
        _ row: ComparisonRow, isOld: Bool, _ sign: String, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas
    ) {
        guard let cell = isOld ? row.left : row.right else { return }
        let role: StyleRole =
            switch sign {
            case "-": .differenceRemoved
            case "+": .differenceAdded
            case " ": .textMuted
            default: .differenceChanged
            }
        if sign != " ", backdrop == nil { canvas.fill(cells, style: CellStyle(role)) }
        var x = cells.minX
        func write(_ text: String, _ style: CellStyle) {
            x += canvas.write(text, at: Point(x: x, y: cells.minY), style: style, columns: max(0, cells.maxX - x))
        }
        write(sign + " ", CellStyle(role, on: backdrop))
        if let number = cell.number {
            let gap = String(repeating: " ", count: max(0, (isOld ? numberColumns.old : numberColumns.new) - String(number).count))
            let isPlain = sign == " "
            write("\(gap)\(number)  ", CellStyle(isPlain ? .codeLineNumber : .textMuted, on: backdrop ?? (isPlain ? nil : role)))
        }
        var start = start(of: row, columns: max(0, cells.maxX - x))
        if start > 0, firstColumn == nil, let name = Self.name(in: cell, of: row) {
            write(name, CellStyle(role, on: backdrop))
            start = max(start, TextWidth.columns(of: name))
        }
        for piece in Self.visible(cell.pieces, from: start, columns: max(0, cells.maxX - x)) {
            write(piece.text, CellStyle(role, on: piece.isMarked && cell.pieces.count > 1 ? .match : backdrop))
        }
    }

    /// The indentation and the name of a member, or the name of a header, which stay in view; nil for other rows and for a long name.
    private static func name(in cell: ComparisonRow.Cell, of row: ComparisonRow) -> String? {
        let (text, isMember) = (cell.text, row.place != nil)
        guard isMember || cell.number == nil, let end = text.utf8.prefix(longestName).firstRange(of: (isMember ? "\": " : ": ").utf8)
        else { return nil }
        let name = text[..<end.upperBound]
        return !isMember || name.drop { $0 == " " }.hasPrefix("\"") ? String(name) : nil
    }

    private static let longestName = 40

    /// The maximum number of bytes in which the first difference of a row is looked for, since this runs at each frame.
    private static let searchedBytes = 256 << 10

    /// The first column of a row's texts that is drawn: both sides begin at the same one.
    func start(of row: ComparisonRow, columns: Int) -> Int {
        if let firstColumn { return firstColumn }
        // The value shows what moved.
        if row.kind == .moved { return 0 }
        guard let left = row.left?.text, let right = row.right?.text, row.isDifference,
            ![left, right].allSatisfy({ TextWidth.fits($0, columns: columns) })
        else { return 0 }
        let equal = zip(left.utf8, right.utf8).prefix(Self.searchedBytes).prefix { $0 == $1 }.count
        guard equal < Self.searchedBytes else { return 0 }
        let before = TextWidth.columns(of: left[..<left.utf8.index(left.startIndex, offsetBy: equal)])
        return before > columns * 3 / 4 ? before - columns / 3 : 0
    }

    /// The visible part of the pieces, with `…` in place of the left-out parts.
    private static func visible(_ pieces: [ComparisonRow.Piece], from start: Int, columns: Int) -> [(text: String, isMarked: Bool)] {
        var result: [(text: String, isMarked: Bool)] = []
        // The sign takes the place of the first column.
        var (skipped, room) = (start > 0 ? start + 1 : 0, columns)
        for (index, piece) in pieces.enumerated() {
            var rest = piece.text[...]
            if skipped > 0 {
                let begin = TextWidth.index(in: rest, atColumn: skipped)
                skipped -= TextWidth.columns(of: rest[..<begin])
                rest = rest[begin...]
                guard !rest.isEmpty else { continue }
                skipped = 0
            }
            if result.isEmpty, start > 0 {
                result.append(("…", false))
                room -= 1
            }
            // A piece that fills the room is cut too if others follow.
            let isCut = index + 1 < pieces.count && !TextWidth.fits(rest, columns: room - 1)
            let shown = TextWidth.fitted(isCut ? rest + "…" : rest, columns: room)
            result.append((shown, piece.isMarked))
            room -= TextWidth.columns(of: shown)
            if room <= 0 { break }
        }
        // A text that is scrolled out of view whole still shows that there is one.
        return result.isEmpty && start > 0 && columns > 0 ? [("…", false)] : result
    }
}

extension Window {
    static func comparison(_ content: ComparisonWindow) -> Window { Window(content) }
}
