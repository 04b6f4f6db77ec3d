import Engine
import Screen
import Widgets
import Workspace

/// A window with the results of a run, a line each, during the run and after it.
struct RunWindow: Sendable, Equatable {
    private(set) var run: RunState
    /// True to list only failures.
    private(set) var showsFailures = false
    /// The cursor and the view.
    var list = ListState()
    /// True until the cursor is moved: the newest result is visible.
    private(set) var followsEnd = true

    /// The number of listed results.
    private var count: Int { showsFailures ? run.failures.count : run.rows.count }

    /// The result in a line of the list.
    private func row(_ line: Int) -> RunRow { run.rows[showsFailures ? run.failures[line] : line] }

    /// The result under the cursor.
    private var current: RunRow? { list.selected < count ? row(list.selected) : nil }

    mutating func toggleFailures(height: Int) {
        showsFailures.toggle()
        list.select(list.selected, count: count, height: height)
    }

    /// Moves the cursor to the result that was opened before.
    mutating func returnToOpened(height: Int) {
        guard let opened = run.opened, let row = (0..<count).first(where: { row($0).entry?.id == opened }) else { return }
        followsEnd = false
        list.select(row, count: count, height: height)
    }

    /// Updates the window with the current state of the run.
    mutating func update(_ run: RunState, height: Int) {
        self.run = run
        if followsEnd, !run.isOver { list.select(count - 1, count: count, height: height) }
    }

    /// Compares the visible content.
    static func == (left: Self, right: Self) -> Bool {
        left.run == right.run && left.showsFailures == right.showsFailures && left.list == right.list
    }
}

extension RunWindow: AskingWindow {
    var listsCommands: Bool { true }
    var scopes: [CommandScope] { [.runWindow, .textWindow, .window] }
    var acceptLabel: String? { "open response" }
    var closeLabel: String { run.isOver ? "close" : "hide" }

    func interrupted() -> [WindowStep] { run.isOver ? cancelled() : [.output(.run(.stop))] }

    func disabledReason(of key: Key) -> String? {
        switch key {
        case .character("x"): run.isOver ? "the run is over" : nil
        case .character("r"): run.isOver ? nil : "the run is in progress"
        default: nil
        }
    }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let columns = context.columns(upTo: ReadingColumns.max)
        // The summary, the rows, some requests in flight and the problem; the height stays while it runs.
        let rows = max(10, (run.total ?? 0) + 6 + min(run.job.settings.jobs, 4))
        return WindowFrame(title).layout(content: Size(width: columns, height: min(context.body.height, rows)), in: context.body)
    }

    private var title: String {
        let name = "“\(run.job.name)”"
        if run.problem != nil { return "\(name) was not run" }
        if run.isOver { return run.isStopped ? "Run of \(name) stopped" : "Ran \(name)" }
        return "Running \(name)"
    }

    /// The summary, the results, the requests in flight right below them, and the problem of the result under the cursor.
    private func areas(in content: Rect) -> (summary: Rect, rows: Rect, inFlight: Rect, problem: Rect) {
        let (summary, rest) = content.splitTop(2)
        let (list, problem) = rest.splitBottom(min(3, rest.height / 3))
        // The height does not follow the number in flight, which changes with each response.
        let (rows, below) = list.splitBottom(run.isOver ? 0 : min(run.job.settings.jobs, list.height / 4))
        let inFlight = Rect(x: below.minX, y: rows.minY + min(max(count, 1), rows.height), width: below.width, height: below.height)
        return (summary, rows, inFlight, problem)
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        WindowFrame(title).draw(layout, on: &canvas) { rect, canvas in
            let areas = areas(in: rect)
            drawSummary(in: areas.summary, usesASCII: context.usesASCII, on: &canvas)
            defer { drawInFlight(in: areas.inFlight, usesASCII: context.usesASCII, on: &canvas) }
            if count == 0 {
                let text =
                    run.problem ?? (showsFailures ? "Nothing failed." : run.isOver ? "No results." : "Waiting for the first response…")
                let lines = TextWrap.lines(text, columns: areas.rows.width)
                return canvas.write(lines: lines, in: areas.rows, style: CellStyle(run.problem == nil ? .textMuted : .error))
            }
            list.draw(in: areas.rows, on: &canvas, count: count, isFocused: true) { line, cells, backdrop, canvas in
                draw(row(line), in: cells, backdrop: backdrop, usesASCII: context.usesASCII, on: &canvas)
            }
            let problems = current?.problems ?? []
            let lines = problems.flatMap { TextWrap.lines($0, columns: rect.width) }
            canvas.write(lines: lines, in: areas.problem, style: CellStyle(current?.isCancelled == true ? .textMuted : .error))
        }
    }

    private func drawSummary(in rect: Rect, usesASCII: Bool, on canvas: inout Canvas) {
        // A run that ended shows its result, one that did not send everything also how far it came.
        let isWhole = run.isOver && run.rows.count >= (run.total ?? 0)
        let progress = "\(run.rows.count)" + (run.total.map { " of \($0)" } ?? "")
        let passedCount = run.rows.count - run.failedCount - run.cancelledCount
        let all: [String?] = [
            isWhole ? nil : progress, run.failedCount == 0 ? nil : "\(run.failedCount) failed",
            run.cancelledCount == 0 ? nil : "\(run.cancelledCount) cancelled",
            isWhole && passedCount > 0 ? "\(passedCount) passed" : nil,
            run.unreadScripts == 0 ? nil : "tests in \(CountText.of(run.unreadScripts, "script")) not run",
            run.rate.flatMap { CountText.perSecond($0, of: run.rows.count) },
            run.job.environment.map { "environment \($0.name)" }, showsFailures ? "failures only" : nil,
        ]
        let facts = all.compactMap(\.self).joined(separator: " · ")
        // The bar is as wide as the facts leave room for.
        let columns = max(0, min(40, rect.width - TextWidth.columns(of: facts) - 2))
        func cells(_ count: Int) -> Int { run.total.map { $0 == 0 ? 0 : min(columns, (count * columns + $0 - 1) / $0) } ?? 0 }
        let failed = cells(run.failedCount)
        let passed = max(0, min(columns - failed, cells(run.rows.count - run.cancelledCount) - failed))
        var rest = rect.row(0).splitLeft(columns).left
        for (count, sign, ascii, role) in [
            (passed, "━", "#", StyleRole.progress), (failed, "━", "x", .error), (columns - passed - failed, "─", ".", .progressTrack),
        ] {
            let (part, others) = rest.splitLeft(count)
            canvas.write(String(repeating: usesASCII ? ascii : sign, count: count), in: part, style: CellStyle(role))
            rest = others
        }
        canvas.write((columns == 0 ? "" : "  ") + facts, in: rect.row(0).splitLeft(columns).rest, style: CellStyle(.text))
    }

    /// The requests that wait for their responses, the longest-waiting first.
    private func drawInFlight(in rect: Rect, usesASCII: Bool, on canvas: inout Canvas) {
        let hidden = max(0, run.inFlight.count - rect.height)
        for (index, (row, begin)) in run.inFlight.prefix(rect.height).enumerated() {
            let (sign, rest) = rect.row(index).splitLeft(6)
            canvas.write(usesASCII ? "..." : "…", in: sign, style: CellStyle(.textMuted))
            let (time, text) = rest.splitLeft(10)
            let seconds = Int((run.now - begin) / .seconds(1))
            canvas.write(
                seconds > 0 ? "\(seconds) s" : "", in: time.splitRight(2).rest, style: CellStyle(.textMuted), alignment: .trailing)
            let isLast = index == rect.height - 1 && hidden > 0
            canvas.write(row.title + (isLast ? "  and \(hidden) more" : ""), in: text, style: CellStyle(.textMuted))
        }
    }

    private func draw(_ row: RunRow, in cells: Rect, backdrop: StyleRole?, usesASCII: Bool, on canvas: inout Canvas) {
        let (sign, ascii, role): (String, String, StyleRole) =
            row.isCancelled ? ("–", "-", .textMuted) : row.isPassed ? ("✓", "+", .success) : ("✗", "x", .error)
        var (left, rest) = cells.splitLeft(2)
        canvas.write(usesASCII ? ascii : sign, in: left, style: CellStyle(role, on: backdrop))
        (left, rest) = rest.splitLeft(4)
        let status = row.entry.map { $0.status.map(String.init) ?? (row.isCancelled ? "-" : "ERR") } ?? "-"
        canvas.write(status, in: left, style: CellStyle(row.entry?.status.map(StatusStyle.role) ?? .textMuted, on: backdrop))
        (left, rest) = rest.splitLeft(10)
        let time = row.entry.map { TimeText.milliseconds($0.duration) } ?? ""
        canvas.write(time, in: left.splitRight(2).rest, style: CellStyle(.textMuted, on: backdrop), alignment: .trailing)
        let iteration = run.job.repetitions > 1 || !run.job.dataPath.isEmpty ? "  #\(row.iteration)" : ""
        let used = canvas.write(row.title, in: rest, style: CellStyle(.text, on: backdrop))
        (left, rest) = rest.splitLeft(used)
        let counted = canvas.write(iteration, in: rest, style: CellStyle(.textMuted, on: backdrop))
        guard rest.width - counted > 8, let problem = row.problems.first?.split(whereSeparator: \.isNewline).first else { return }
        let failure = row.entry?.failure.map { $0 + ": " } ?? ""
        let reason = TextWidth.fitted("  " + failure + problem, columns: rest.width - counted)
        let style = CellStyle(row.isCancelled ? .textMuted : .error, on: backdrop)
        canvas.write(reason, in: rest.splitLeft(counted).rest, style: style)
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
            _ = list.handle(key, count: count, height: height)
        }
        return []
    }

    private func open() -> [WindowStep] {
        guard let row = current else { return [] }
        if let entry = row.entry { return [.output(.run(.open(entry.id)))] }
        guard let file = row.file else { return [.notify(.warning, "Nothing was sent: there is no response")] }
        return [.output(.run(.openRequest(path: file)))]
    }

    func cancelled() -> [WindowStep] { [.output(.run(.hide))] }

    /// Handles the mouse; a double click opens the response.
    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        followsEnd = false
        if case .opened = list.handle(event, in: areas(in: layout.content).rows, count: count) { return open() }
        return []
    }

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { areas(in: layout.content).rows }
}

extension Window {
    static func run(_ content: RunWindow) -> Window { Window(content) }
}
