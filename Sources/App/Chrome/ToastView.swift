import Screen

/// The messages over the lower right corner, the newest at the bottom.
enum ToastView {
    private static let mostWidth = 64

    /// A message with its place.
    struct Placed: Equatable {
        let toast: Toast<Message>
        let frame: Rect
        let lines: [String]
        /// True if the text is too long to be shown whole.
        let isCut: Bool
    }

    static func draw(_ state: AppState, on canvas: inout Canvas) {
        for placed in placed(state) {
            let style = CellStyle(role(of: placed.toast.kind))
            canvas.fill(placed.frame, style: style)
            for (index, line) in placed.lines.enumerated() {
                let origin = Point(x: placed.frame.minX + 1, y: placed.frame.minY + index)
                canvas.write(line, at: origin, style: style, columns: placed.frame.width - 2)
            }
        }
    }

    /// The cells of each toast, the newest first.
    static func placed(_ state: AppState) -> [Placed] {
        let room = state.screenLayout.toasts
        guard !state.toasts.isEmpty else { return [] }
        let typed = TypedCells.rects(state)
        var placed: [Placed] = []
        for toast in state.toasts.suffix(AppState.mostToasts).reversed() {
            let border = placed.isEmpty ? onBorder(toast, state) : nil
            let next = border.flatMap { border in typed.contains { $0.meets(border.frame) } ? nil : border }
            guard let next = next ?? above(placed.last?.frame.minY, toast, state, besides: typed), next.frame.minY > room.minY else {
                break
            }
            placed.append(next)
        }
        return placed
    }

    /// The newest message on the lower border of the panes, where it covers nothing; nil where it is too long for that. The view of the
    /// answer stays free.
    private static func onBorder(_ toast: Toast<Message>, _ state: AppState) -> Placed? {
        let room = state.screenLayout.body
        let end = BodyFormSign.place(state.response, state.responseContext)?.rect.minX ?? room.maxX - 1
        let width = TextWidth.columns(of: text(of: toast)) + 2
        guard width <= min(mostWidth, end - room.minX - 1), !toast.text.contains("\n") else { return nil }
        let frame = Rect(x: end - width, y: room.maxY - 1, width: width, height: 1)
        return Placed(toast: toast, frame: frame, lines: [text(of: toast)], isCut: false)
    }

    /// A message over the panes, the next one above others, and above what is typed where that would be covered. The scrollbar stays free.
    private static func above(_ top: Int?, _ toast: Toast<Message>, _ state: AppState, besides typed: [Rect]) -> Placed? {
        let room = state.screenLayout.toasts
        let most = min(mostWidth, room.width - 3)
        guard most > 4 else { return nil }
        let all = TextWrap.lines(text(of: toast), columns: most - 2)
        let count = mostLines(ofNewest: top == nil, in: room)
        let lines = all.count > count ? all.prefix(count - 1) + [rest(all.count - count + 1, state)] : all
        let width = min(most, (lines.map { TextWidth.columns(of: $0) }.max() ?? 0) + 2)
        func frame(_ bottom: Int) -> Rect {
            Rect(x: room.maxX - width - 2, y: bottom - lines.count, width: width, height: lines.count)
        }
        let bottom = frame(top ?? room.maxY)
        var free = bottom
        while let covered = typed.filter({ $0.meets(free) }).map(\.minY).min() { free = frame(covered) }
        // Where there is no room above it either, it is better seen than not.
        return Placed(toast: toast, frame: free.minY > room.minY ? free : bottom, lines: Array(lines), isCut: all.count > count)
    }

    /// Lines of one message, fewer where there is little room for what it stands over, and for one that is not the newest.
    private static func mostLines(ofNewest isNewest: Bool, in room: Rect) -> Int {
        isNewest ? min(6, max(2, room.height / 5)) : min(3, max(2, room.height / 10))
    }

    private static func text(of toast: Toast<Message>) -> String {
        let tail = toast.kind == .error ? "  (Esc)" : toast.action.map { "  [\($0.label)]" } ?? ""
        return sign(of: toast.kind) + " " + toast.text + tail
    }

    private static func rest(_ count: Int, _ state: AppState) -> String {
        let key = state.keymap.shownKey(of: "application.readMessage").map { " or \($0)" } ?? ""
        return "… \(count) more lines: a click\(key) shows all"
    }

    /// A sign for the severity, so that it shows without colours.
    static func sign(of kind: ToastKind) -> String {
        switch kind {
        case .done: "✓"
        case .warning: "!"
        case .error: "✗"
        }
    }

    private static func role(of kind: ToastKind) -> StyleRole {
        switch kind {
        case .done: .toast
        case .warning: .toastWarning
        case .error: .toastError
        }
    }
}

extension Rect {
    fileprivate func meets(_ other: Rect) -> Bool { !intersection(other).isEmpty }
}
