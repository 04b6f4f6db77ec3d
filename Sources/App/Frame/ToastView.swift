import Screen

/// The messages over the lower right corner, the newest at the bottom.
enum ToastView {
    private static let mostWidth = 64
    private static let mostToasts = 3
    /// Lines of one message, fewer where there is little room for what it stands over.
    private static func mostLines(in rect: Rect) -> Int { min(6, max(2, rect.height / 4)) }

    static func draw(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        for (toast, frame) in placed(state.toasts, in: rect) {
            let role = role(of: toast.kind)
            canvas.fill(frame, style: CellStyle(role))
            for (index, line) in lines(of: toast, width: frame.width - 2, most: mostLines(in: rect)).enumerated() {
                canvas.write(line, at: Point(x: frame.minX + 1, y: frame.minY + index), style: CellStyle(role), columns: frame.width - 2)
            }
        }
    }

    /// Where each message stands, for the click that dismisses it.
    static func placed(_ toasts: [Toast], in rect: Rect) -> [(Toast, Rect)] {
        var bottom = rect.maxY
        var placed: [(Toast, Rect)] = []
        for toast in toasts.suffix(mostToasts).reversed() {
            let most = min(mostWidth, rect.width - 2)
            guard most > 4 else { break }
            let lines = lines(of: toast, width: most - 2, most: mostLines(in: rect))
            let width = (lines.map { TextWidth.columns(of: $0) }.max() ?? 0) + 2
            guard bottom - lines.count > rect.minY else { break }
            bottom -= lines.count
            placed.append((toast, Rect(x: rect.maxX - width - 1, y: bottom, width: width, height: lines.count)))
        }
        return placed
    }

    private static func lines(of toast: Toast, width: Int, most: Int) -> [String] {
        let mark =
            switch toast.kind {
            case .done: "✓ "
            case .warning: "! "
            case .error: "✗ "
            }
        let tail = toast.kind == .error ? "  (Esc)" : toast.action.map { "  [\($0.label)]" } ?? ""
        let lines = TextWrap.lines(mark + toast.text + tail, columns: width)
        guard lines.count > most else { return lines }
        return lines.prefix(most - 1) + ["… \(lines.count - most + 1) more lines: a click shows all"]
    }

    /// Whether the message is too long to be shown whole over the corner.
    static func isCut(_ toast: Toast, in rect: Rect) -> Bool {
        TextWrap.lines(toast.text, columns: min(mostWidth, rect.width - 2) - 4).count > mostLines(in: rect)
    }

    private static func role(of kind: Toast.Kind) -> StyleRole {
        switch kind {
        case .done: .toast
        case .warning: .toastWarning
        case .error: .toastError
        }
    }
}
