import Engine
import Screen
import Widgets
import Workspace

/// A window with the results of a run, a line each, during the run and after it.
public struct RunWindow: Sendable, Equatable {
    /// The run.
    var run: RunState { didSet { if oldValue.rows.count != run.rows.count || oldValue.job != run.job { filter() } } }
    /// True to list only failures.
    private(set) var showsFailures = false
    /// The indices of the listed results.
    private var shown: [Int] = []
    /// The cursor and the view.
    var list = ListState()
    /// True until the cursor is moved: the newest result is visible.
    private(set) var followsEnd = true

    init(_ run: RunState) {
        self.run = run
        filter()
    }

    private mutating func filter() {
        shown = run.rows.indices.filter { !showsFailures || !run.rows[$0].isPassed }
    }

    /// The result under the cursor.
    private var current: RunRow? { shown.indices.contains(list.selected) ? run.rows[shown[list.selected]] : nil }

    mutating func toggleFailures(height: Int) {
        showsFailures.toggle()
        filter()
        list.select(min(list.selected, max(0, shown.count - 1)), count: shown.count, height: height)
    }

    /// Moves the cursor to the result that was opened before.
    mutating func returnToOpened(height: Int) {
        guard let opened = run.opened, let row = shown.firstIndex(where: { run.rows[$0].entry?.id == opened }) else { return }
        followsEnd = false
        list.select(row, count: shown.count, height: height)
    }

    /// Updates the window with the present state of the run.
    mutating func update(_ run: RunState, height: Int) {
        self.run = run
        if followsEnd, !run.isOver { list.select(max(0, shown.count - 1), count: shown.count, height: height) }
    }

    /// Compares the visible content.
    public static func == (left: Self, right: Self) -> Bool {
        left.run == right.run && left.showsFailures == right.showsFailures && left.list == right.list
    }
}

extension RunWindow: WindowContent {
    var scopes: [CommandScope] { [.runWindow, .textWindow, .window] }
    var acceptLabel: String? { "open response" }
    var closeLabel: String { run.isOver ? "close" : "hide" }

    func disabledReason(of key: Key) -> String? {
        switch key {
        case .character("x"): run.isOver ? "the run is over" : nil
        case .character("r"): run.isOver ? nil : "the run is in progress"
        default: nil
        }
    }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let columns = min(ReadingColumns.most, max(1, context.body.width - WindowFrame.sideColumns))
        return WindowFrame(title).layout(content: Size(width: columns, height: context.body.height), in: context.body)
    }

    private var title: String {
        let name = "“\(run.job.name)”"
        if run.problem != nil { return "\(name) was not run" }
        if run.isOver { return run.isStopped ? "Run of \(name) stopped" : "Ran \(name)" }
        return "Running \(name)"
    }

    /// The results, between the summary and the problem of the one under the cursor.
    private func areas(in content: Rect) -> (summary: Rect, rows: Rect, problem: Rect) {
        let (summary, rest) = content.splitTop(2)
        let (rows, problem) = rest.splitBottom(min(3, rest.height / 3))
        return (summary, rows, problem)
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        WindowFrame(title).draw(layout, on: &canvas) { rect, canvas in
            let areas = areas(in: rect)
            drawSummary(in: areas.summary, usesASCII: context.usesASCII, on: &canvas)
            if shown.isEmpty {
                let text =
                    run.problem ?? (showsFailures ? "Nothing failed." : run.isOver ? "No results." : "Waiting for the first response…")
                for (index, line) in TextWrap.lines(text, columns: areas.rows.width).prefix(areas.rows.height).enumerated() {
                    canvas.write(line, in: areas.rows.row(index), style: CellStyle(run.problem == nil ? .textMuted : .error))
                }
                return
            }
            list.draw(in: areas.rows, on: &canvas, count: shown.count, isFocused: true) { index, row, backdrop, canvas in
                Self.draw(run.rows[shown[index]], of: run, in: row, backdrop: backdrop, usesASCII: context.usesASCII, on: &canvas)
            }
            let problems = current?.problems ?? []
            let lines = problems.flatMap { TextWrap.lines($0, columns: rect.width) }
            for (index, line) in lines.prefix(areas.problem.height).enumerated() {
                let isCut = index == areas.problem.height - 1 && lines.count > areas.problem.height
                canvas.write(isCut ? line + " …" : line, in: areas.problem.row(index), style: CellStyle(.error))
            }
        }
    }

    private func drawSummary(in rect: Rect, usesASCII: Bool, on canvas: inout Canvas) {
        let facts = [
            "\(run.rows.count)" + (run.total.map { " of \($0)" } ?? ""), run.failedCount == 0 ? nil : "\(run.failedCount) failed",
            run.rate.map { $0 < 10 ? "\(($0 * 10).rounded() / 10)/s" : "\(Int($0))/s" },
            run.job.environment.map { "in “\($0.name)”" }, showsFailures ? "failures only" : nil,
        ].compactMap(\.self).joined(separator: " · ")
        let columns = min(40, rect.width)
        func cells(_ count: Int) -> Int { run.total.map { $0 == 0 ? 0 : min(columns, (count * columns + $0 - 1) / $0) } ?? 0 }
        let failed = cells(run.failedCount)
        let passed = max(0, min(columns - failed, cells(run.rows.count) - failed))
        var rest = rect.row(0).splitLeft(columns).left
        for (count, sign, ascii, role) in [
            (passed, "━", "#", StyleRole.progress), (failed, "━", "x", .error), (columns - passed - failed, "─", ".", .progressTrack),
        ] {
            let (part, others) = rest.splitLeft(count)
            canvas.write(String(repeating: usesASCII ? ascii : sign, count: count), in: part, style: CellStyle(role))
            rest = others
        }
        canvas.write("  " + facts, in: rect.row(0).splitLeft(columns).rest, style: CellStyle(.text))
    }

    private static func draw(
        _ row: RunRow, of run: RunState, in cells: Rect, backdrop: StyleRole?, usesASCII: Bool, on canvas: inout Canvas
    ) {
        let sign = row.isPassed ? (usesASCII ? "+" : "✓") : (usesASCII ? "x" : "✗")
        var (left, rest) = cells.splitLeft(2)
        canvas.write(sign, in: left, style: CellStyle(row.isPassed ? .success : .error, on: backdrop))
        (left, rest) = rest.splitLeft(4)
        let status = row.entry.map { $0.status.map(String.init) ?? "ERR" } ?? "-"
        canvas.write(status, in: left, style: CellStyle(row.entry?.status.map(StatusStyle.role) ?? .textMuted, on: backdrop))
        (left, rest) = rest.splitLeft(10)
        let time = row.entry.map { TimeText.milliseconds($0.duration) } ?? ""
        canvas.write(time, in: left.splitRight(2).rest, style: CellStyle(.textMuted, on: backdrop), alignment: .trailing)
        let iteration = run.total.map { $0 > 1 } == true && row.iteration > 1 || run.job.repetitions > 1 ? "  #\(row.iteration)" : ""
        let used = canvas.write(row.title, in: rest, style: CellStyle(.text, on: backdrop))
        canvas.write(iteration, in: rest.splitLeft(used).rest, style: CellStyle(.textMuted, on: backdrop))
    }

    /// The number of visible results.
    func listHeight(_ context: WindowContext) -> Int { areas(in: layout(context).content).rows.height }

    // MARK: Keys and mouse

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        let height = listHeight(context)
        switch key {
        case Key(.escape): return cancelled()
        case Key(.enter): return open()
        case .character("x"): return run.isOver ? [] : [.output(.run(.stop))]
        case .character("r"): return run.isOver ? [.output(.run(.hide)), .output(.run(.again))] : []
        case .character("f"): toggleFailures(height: height)
        default:
            followsEnd = false
            _ = list.handle(key, count: shown.count, height: height)
        }
        return []
    }

    private func open() -> [WindowStep] {
        guard let row = current else { return [] }
        guard let entry = row.entry else { return [.say(.warning, "Nothing was sent: there is no response")] }
        return [.output(.run(.open(entry.id)))]
    }

    func cancelled() -> [WindowStep] { [.output(.run(.hide))] }

    /// A double click opens the response.
    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        followsEnd = false
        if case .opened = list.handle(event, in: areas(in: layout.content).rows, count: shown.count) { return open() }
        return []
    }

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { areas(in: layout.content).rows }
}
