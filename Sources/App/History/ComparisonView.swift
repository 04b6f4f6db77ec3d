import Comparison
import Engine
import Platform
import Screen
import Widgets
import Workspace

extension ComparisonWindow: WindowContent {
    var scopes: [CommandScope] { [.comparisonWindow, .textWindow, .window] }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let size = Size(width: context.body.width - WindowFrame.sideColumns, height: context.body.height)
        return WindowFrame(title).layout(content: size, in: context.body)
    }

    /// The rows of the difference, below the titles of both sides.
    private func rows(in content: Rect) -> Rect { content.splitTop(1).rest }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        WindowFrame(title).draw(layout, on: &canvas) { rect, canvas in
            let halves = rect.row(0).splitLeft(rect.width / 2)
            for (row, cells, sign, role) in [
                (old, halves.left, "−", StyleRole.differenceRemoved), (new, halves.rest, "+", .differenceAdded),
            ] {
                let text = "\(sign) \(heading(of: row))"
                canvas.write(TextWidth.fitted(text, columns: max(0, cells.width - 1)), at: cells.origin, style: CellStyle(role))
            }
            list.draw(in: rows(in: rect), on: &canvas, count: lines.count, isFocused: true) { index, cells, backdrop, canvas in
                ComparisonLine.draw(lines[index], in: cells, backdrop: backdrop, on: &canvas)
            }
        }
    }

    /// The time and the outcome of a side, with its request where that is another one.
    private func heading(of row: ExchangeSummary) -> String {
        let time = TimeText.second(row.startedAt, in: timeZone)
        return "\(time)  \(row.status.map(String.init) ?? "ERR")" + (request == nil ? " \(row.method) \(row.url)" : "")
    }

    private var title: String {
        let ignored = [rules.times ? "times" : nil, rules.ids ? "ids" : nil, rules.order ? "order" : nil].compactMap(\.self) + rules.paths
        let note = ignored.isEmpty ? "" : ", ignoring " + ignored.joined(separator: ", ")
        return (isEqual ? "No differences" : "Differences") + note + (request.map { ": \($0)" } ?? "")
    }

    // MARK: Keys and mouse

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        let height = rows(in: layout(context).content).height
        switch key {
        case Key(.escape): return cancelled()
        case .character("n"), .character("N"):
            let isForward = key == .character("n")
            guard findDifference(forward: isForward, height: height) else {
                return [.say(.warning, isForward ? "This is the last difference." : "This is the first difference.")]
            }
        case Key(.enter): _ = unfold(height: height)
        case .character("t"): toggleSides(height: height)
        case .character("i"):
            guard let rules = rulesIgnoringCurrent else {
                return [.say(.warning, "Only values in a JSON body can be ignored by path.")]
            }
            guard rules.unusedPaths.isEmpty else {
                return [.say(.warning, "No more paths can be ignored: replace some by a name or by * in the request's file.")]
            }
            return again(rules)
        case .character("I"): return again(rulesIgnoringMore)
        case .character("x"): return again(IgnoreRules())
        case .character("s"):
            guard let path = new.origin.requestPath ?? old.origin.requestPath else {
                return [.say(.warning, "Save the request first: ignore rules are stored in its file.")]
            }
            return [.output(.compare(.saveRules(rules, path: path)))]
        case .character("R"): return [.output(.compare(.replay(new)))]
        case .character("y"): return [.output(.compare(.export(self, .jsonPatch)))]
        case .character("Y"): return [.output(.compare(.export(self, .unifiedDiff)))]
        default: _ = list.handle(key, count: lines.count, height: height)
        }
        return []
    }

    /// The next stricter rules: ignore times, then also ids, then also the order.
    private var rulesIgnoringMore: IgnoreRules {
        var rules = rules
        if !rules.times { rules.times = true } else if !rules.ids { rules.ids = true } else { rules.order = true }
        return rules
    }

    private func again(_ rules: IgnoreRules) -> [WindowStep] { [.output(.compare(.entries(old.id, new.id, rules)))] }

    /// A double click unfolds.
    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        let rows = rows(in: layout.content)
        if case .opened = list.handle(event, in: rows, count: lines.count) { _ = unfold(height: rows.height) }
        return []
    }

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { rows(in: layout.content) }
}

/// Draws lines of the comparison window.
private enum ComparisonLine {
    /// The minimum width for sides beside each other; narrower windows show them one below the other.
    private static let sidesColumns = 70

    static func draw(_ line: ComparisonWindow.Line, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        switch line {
        case .heading(let text): canvas.write(text, at: cells.origin, style: CellStyle(.modalTitle, on: backdrop), columns: cells.width)
        case .fact(let text): canvas.write("  " + text, at: cells.origin, style: CellStyle(.textMuted, on: backdrop), columns: cells.width)
        case .row(let row): draw(row, in: cells, backdrop: backdrop, on: &canvas)
        case .side(let row, let isOld): draw(isOld ? row.left : row.right, isOld ? "-" : "+", in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    private static func draw(_ row: ComparisonRow, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        if case .fold(let fold) = row.kind {
            let text = "  ⋯ \(fold.count) equal"
            canvas.write(text, at: cells.origin, style: CellStyle(.codeFold, on: backdrop), columns: cells.width)
            return
        }
        let halves = cells.splitLeft(cells.width / 2)
        guard cells.width >= sidesColumns, row.left != nil || row.right != nil else {
            let isAdded = row.left == nil
            return draw(
                isAdded ? row.right : row.left, isAdded ? "+" : row.isDifference ? "-" : " ", in: cells, backdrop: backdrop, on: &canvas)
        }
        let isMoved = row.kind == .moved
        draw(
            row.left, row.isDifference && row.left != nil ? isMoved ? "⇢" : "-" : " ", in: halves.left.splitRight(1).rest,
            backdrop: backdrop, on: &canvas)
        draw(row.right, row.isDifference && row.right != nil ? isMoved ? "⇠" : "+" : " ", in: halves.rest, backdrop: backdrop, on: &canvas)
    }

    private static func draw(_ cell: ComparisonRow.Cell?, _ sign: String, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        guard let cell else { return }
        let role: StyleRole =
            switch sign {
            case "-": .differenceRemoved
            case "+": .differenceAdded
            case " ": .textMuted
            default: .differenceChanged
            }
        var x = cells.minX
        func write(_ text: String, _ style: CellStyle) {
            x += canvas.write(text, at: Point(x: x, y: cells.minY), style: style, columns: max(0, cells.maxX - x))
        }
        write(sign + " ", CellStyle(role, on: backdrop))
        if let number = cell.number { write("\(number)  ", CellStyle(.codeLineNumber, on: backdrop)) }
        for piece in cell.pieces { write(piece.text, CellStyle(role, on: piece.isMarked && cell.pieces.count > 1 ? .match : backdrop)) }
    }
}
