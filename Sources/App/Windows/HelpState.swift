import Screen
import Widgets

/// The help: all commands with their keys, the most used first, then those of the focused pane; Enter runs the chosen one.
struct HelpState: Sendable, Equatable {
    /// A command in the help.
    struct Entry: Sendable, Equatable {
        let id: String
        let keys: String
        let title: String
        /// The reason why it is not available now; nil if it is.
        let disabledReason: String?
    }

    /// The commands of a scope, or the most used ones.
    struct Section: Sendable, Equatable {
        let title: String
        let entries: [Entry]
    }

    enum Line: Equatable {
        case heading(String)
        /// A line about the element with the cursor.
        case about(String)
        case command(id: String, keys: String, title: String, disabledReason: String?)
        /// A continuation of the line of a command.
        case more(id: String, keys: String, text: String, role: StyleRole)
        case gap

        fileprivate var command: String? {
            switch self {
            case .command(let id, _, _, _), .more(let id, _, _, _): id
            case .heading, .about, .gap: nil
            }
        }

        fileprivate var isCommand: Bool { if case .command = self { true } else { false } }
    }

    /// Sentences about the element with the cursor.
    let about: [String]
    /// The commands, the most used first, then the commands of the focused pane.
    let sections: [Section]
    /// The line under the cursor and the first visible line.
    var list = ListState()
    /// The filter; nil shows all commands.
    var filter: TextFieldState?
    /// True while the filter is edited.
    var isTyping = false

    // MARK: Lines

    private static let keysColumns = 20
    private static let maxTyped = 1000
    private static func suffix(_ reason: String) -> String { "  — " + reason }

    private struct Columns {
        /// The whole line, without the scrollbar and the space before it.
        let all: Int
        /// The columns of the keys, with the space before and after them.
        let keys: Int
        var title: Int { all - keys }

        init(of content: Rect) {
            all = content.width - 2
            keys = min(HelpState.keysColumns, all / 3)
        }
    }

    /// The words that keys and title must contain. A text longer than any title is not split in each frame.
    private var words: [Substring] {
        guard let text = filter?.text else { return [] }
        return text.utf8.count > Self.maxTyped ? [text[...]] : text.lowercased().split(separator: " ")
    }

    private func lines(_ columns: Columns) -> [Line] {
        let words = words
        let commands = sections.flatMap { section -> [Line] in
            let entries = section.entries.filter { entry in
                let text = (entry.keys + " " + entry.title).lowercased()
                return words.allSatisfy { text.has($0) }
            }
            return entries.isEmpty ? [] : [.heading(section.title)] + entries.flatMap { Self.lines($0, columns) } + [.gap]
        }
        if words.isEmpty {
            let about = about.flatMap { TextWrap.lines($0, columns: columns.all) }
            return (about.isEmpty ? [] : about.map { Line.about($0) } + [.gap]) + commands
        }
        return commands.isEmpty ? [.about("No match. Esc shows everything.")] : commands
    }

    /// A command with its keys, its title and the reason why it is disabled, on as many lines as they need.
    private static func lines(_ entry: Entry, _ columns: Columns) -> [Line] {
        let reason = entry.disabledReason
        let keys = TextWrap.lines(entry.keys, columns: columns.keys - 3)
        let isWhole = TextWidth.fits(entry.title + (reason.map(suffix) ?? ""), columns: columns.title)
        let titles = isWhole ? [entry.title] : TextWrap.lines(entry.title, columns: columns.title)
        let reasons = isWhole ? [] : reason.map { TextWrap.lines("— " + $0, columns: columns.title) } ?? []
        let first = Line.command(
            id: entry.id, keys: keys.first ?? "", title: titles.first ?? "", disabledReason: isWhole || reason == nil ? reason : "")
        let rows = titles.map { ($0, reason == nil ? StyleRole.text : .textDisabled) } + reasons.map { ($0, .textMuted) }
        return [first]
            + (1..<max(keys.count, rows.count, 1)).map { index in
                let (text, role) = index < rows.count ? rows[index] : ("", .text)
                return .more(id: entry.id, keys: index < keys.count ? keys[index] : "", text: text, role: role)
            }
    }
}

extension HelpState: AskingWindow {
    var listsCommands: Bool { true }
    var scopes: [CommandScope] { [.helpWindow, .textWindow, .window] }
    var takesText: Bool { isTyping }
    var acceptLabel: String? { "run" }
    var closeLabel: String { filter == nil ? "close" : "show all" }
    var showsOwnKeys: Bool { true }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let columns = context.columns(upTo: ReadingColumns.max)
        return WindowFrame("All keys").layout(content: Size(width: columns, height: context.body.height), in: context.body)
    }

    /// The first row, which shows the filter.
    private func filterRow(in content: Rect) -> Rect { content.row(0) }
    private func rows(in content: Rect) -> Rect { content.splitTop(filter == nil ? 0 : 1).rest }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        WindowFrame("All keys").draw(layout, on: &canvas) { rect, canvas in
            if let filter { FilterBar.draw(filter, in: filterRow(in: rect), isTyping: isTyping, on: &canvas) }
            let columns = Columns(of: rect)
            let lines = lines(columns)
            list.draw(in: rows(in: rect), on: &canvas, count: lines.count, isFocused: true) { index, row, backdrop, canvas in
                Self.draw(lines[index], columns, in: row, backdrop: backdrop, on: &canvas)
            }
        }
    }

    private static func draw(_ line: Line, _ columns: Columns, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        func write(_ text: String, _ role: StyleRole, in rect: Rect) -> Int {
            canvas.write(text, at: rect.origin, style: CellStyle(role, on: backdrop), columns: max(0, rect.width))
        }
        let (left, right) = rect.splitLeft(columns.keys)
        switch line {
        case .gap: break
        case .about(let text): _ = write(text, .text, in: rect)
        case .heading(let title): _ = write(title, .modalTitle, in: rect)
        case .command(_, let keys, let title, let reason):
            _ = write("  " + keys, .footerKey, in: left.splitRight(1).rest)
            let used = write(title, reason == nil ? .text : .textDisabled, in: right)
            if let reason, !reason.isEmpty { _ = write(suffix(reason), .textMuted, in: right.splitLeft(used).rest) }
        case .more(_, let keys, let text, let role):
            _ = write("  " + keys, .footerKey, in: left.splitRight(1).rest)
            _ = write(text, role, in: right)
        }
    }

    // MARK: Keys and mouse

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        if isTyping { return type(key, context) }
        switch key {
        case .character("/"), .control("f"): startFilter()
        case Key(.escape) where filter != nil: clearFilter()
        case Key(.escape), .character("?"), .function(1): return [.close]
        case Key(.enter): return run(context)
        default: ListMotion(key).map { move($0, context) }
        }
        return []
    }

    mutating func paste(_ text: String, _ context: WindowContext) -> [WindowStep] {
        if filter == nil { startFilter() }
        _ = filter?.paste(text)
        showFirst(context)
        return []
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        let row = filterRow(in: layout.content)
        if FilterBar.isClosed(filter, by: event, in: row) {
            clearFilter()
            return []
        }
        if let outcome = FilterBar.outcome(&filter, isTyping: &isTyping, event, in: row) { return WindowStep.clipboard(outcome) }
        let count = lines(Columns(of: layout.content)).count
        guard case .opened = list.handle(event, in: rows(in: layout.content), count: count) else { return [] }
        return run(context)
    }

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { rows(in: layout.content) }
    func typed(_ layout: WindowFrame.Layout) -> [Rect] { isTyping ? [filterRow(in: layout.content)] : [] }

    private mutating func type(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        if let motion = ListMotion(besideText: key) {
            move(motion, context)
            return []
        }
        let outcome = filter?.handle(key)
        switch outcome {
        case .submitted: return run(context)
        case .cancelled: clearFilter()
        case .changed, .cut: showFirst(context)
        case .copied, .wantsPaste, .pasted, .moved, nil: break
        }
        return WindowStep.clipboard(outcome)
    }

    private mutating func startFilter() {
        filter = filter ?? TextFieldState()
        isTyping = true
    }

    private mutating func clearFilter() { self = HelpState(about: about, sections: sections) }

    /// Runs the command under the cursor.
    private func run(_ context: WindowContext) -> [WindowStep] {
        let lines = lines(Columns(of: layout(context).content))
        guard lines.indices.contains(list.selected), let id = lines[list.selected].command else { return [] }
        return [.close, .output(.command(id))]
    }

    /// Moves the cursor to the first matching command.
    private mutating func showFirst(_ context: WindowContext) {
        list = ListState()
        move(.top, context)
    }

    /// Moves the cursor; skips headings and continuation lines.
    private mutating func move(_ motion: ListMotion, _ context: WindowContext) {
        let content = layout(context).content
        let lines = lines(Columns(of: content))
        let height = rows(in: content).height
        list.move(motion, count: lines.count, height: height)
        let step = motion.distance(height: height) < 0 && motion != .top ? -1 : 1
        var row = list.selected
        while lines.indices.contains(row), !lines[row].isCommand { row += step }
        if lines.indices.contains(row) { list.select(row, count: lines.count, height: height) }
    }
}

extension Window {
    static func help(_ content: HelpState) -> Window { Window(content) }
}
