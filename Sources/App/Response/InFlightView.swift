import Engine
import Screen
import Workspace

/// Draws a request in flight: its phase, the time, the bytes sent and received, and how to cancel it.
enum InFlightView {
    static func draw(_ sending: InFlightRequest, _ context: ResponseContext, in rect: Rect, on canvas: inout Canvas) {
        let all = lines(sending, context)
        let buttons = (hasLogin(sending, context) ? [all.count - 3] : []) + [all.count - 1]
        for (index, line) in all.prefix(rect.height).enumerated() {
            let role: StyleRole = index == 1 ? .information : buttons.contains(index) ? .button : .textMuted
            canvas.write(line, at: Point(x: rect.minX + 1, y: rect.minY + index), style: CellStyle(role), columns: rect.width - 1)
        }
    }

    /// The cells of the text that names the key to cancel; a click on it cancels.
    static func cancel(_ sending: InFlightRequest, _ context: ResponseContext, in rect: Rect) -> Rect {
        button(fromEnd: 1, sending, context, in: rect)
    }

    /// The cells of the text that names the key for the pending login; empty if there is none.
    static func login(_ sending: InFlightRequest, _ context: ResponseContext, in rect: Rect) -> Rect {
        hasLogin(sending, context) ? button(fromEnd: 3, sending, context, in: rect) : .empty
    }

    private static func button(fromEnd end: Int, _ sending: InFlightRequest, _ context: ResponseContext, in rect: Rect) -> Rect {
        let all = lines(sending, context)
        let width = TextWidth.columns(of: all[all.count - end])
        return Rect(x: rect.minX + 1, y: rect.minY + all.count - end, width: width, height: 1).intersection(rect)
    }

    /// True if the login window of the request was closed without an answer.
    private static func hasLogin(_ sending: InFlightRequest, _ context: ResponseContext) -> Bool {
        context.loginsAside.contains(sending.id)
    }

    private static func count(_ count: Int64, of all: Int64?) -> String {
        ByteText.count(count) + (all.map { " of \(ByteText.count($0))" } ?? "")
    }

    private static func lines(_ sending: InFlightRequest, _ context: ResponseContext) -> [String] {
        let progress = sending.progress
        var lines = ["\(sending.method) \(sending.url)", "\(progress.phase)…" + (sending.waited.map { "  \($0)" } ?? "")]
        if progress.sentByteCount > 0 { lines.append("sent " + count(progress.sentByteCount, of: progress.byteCountToSend)) }
        if progress.receivedByteCount > 0 { lines.append("received " + count(progress.receivedByteCount, of: progress.expectedByteCount)) }
        if hasLogin(sending, context) { lines += ["", " \(context.keys.shown("login.show") ?? "A click") shows the login "] }
        return lines + ["", " \(context.keys.shown("application.cancel") ?? "^C") cancels "]
    }
}
