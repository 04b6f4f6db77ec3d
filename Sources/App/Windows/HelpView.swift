import Screen
import Widgets

/// Draws the help.
enum HelpView {
    /// How wide the parts of its lines are.
    struct Columns: Equatable {
        /// The whole line, without the scrollbar and what is free before it.
        let all: Int
        /// The keys, with what is left free before and behind them.
        let keys: Int
        /// The columns of the titles.
        var title: Int { all - keys }
    }

    private static let keysWidth = 20

    static func frame(in layout: ScreenLayout) -> Rect {
        let body = layout.body
        return body.centered(Size(width: min(WindowView.mostReadWidth, body.width), height: body.height))
    }

    /// The first row, where the words stand that commands are looked for by.
    static func filter(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1).row(0) }

    static func list(of help: HelpState, in frame: Rect) -> Rect {
        frame.inset(columns: 2, rows: 1).splitTop(help.filter == nil ? 0 : 1).rest
    }

    static func columns(for help: HelpState, _ state: AppState) -> Columns {
        let width = list(of: help, in: frame(in: state.screenLayout)).width - 2
        return Columns(all: width, keys: min(keysWidth, width / 3))
    }

    static func behindTitle(_ reason: String) -> String { "  — " + reason }

    static func draw(_ help: HelpState, _ state: AppState, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow("All keys", in: frame, on: &canvas)
        if let filter = help.filter {
            FilterBar.draw(filter, in: self.filter(in: frame), isTyping: help.isTyping, backdrop: .modal, on: &canvas)
        }
        let lines = help.lines(for: state)
        let columns = columns(for: help, state)
        help.list.draw(in: list(of: help, in: frame), on: &canvas, count: lines.count, isFocused: true, backdrop: .modal) {
            index, rect, backdrop, canvas in
            draw(lines[index], columns, in: rect, backdrop: backdrop, on: &canvas)
        }
    }

    private static func draw(_ line: HelpState.Line, _ columns: Columns, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
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
            if let reason, !reason.isEmpty { _ = write(behindTitle(reason), .textMuted, in: right.splitLeft(used).rest) }
        case .more(_, let keys, let text, let role):
            _ = write("  " + keys, .footerKey, in: left.splitRight(1).rest)
            _ = write(text, role, in: right)
        }
    }
}
