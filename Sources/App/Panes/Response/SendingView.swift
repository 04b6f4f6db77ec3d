import Screen
import Workspace

/// Draws a request on its way: what it is doing, how much went out and came in, how to cancel it.
enum SendingView {
    static func draw(_ sending: Sending, _ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        let progress = sending.progress
        var lines = ["\(sending.method) \(sending.url)", "\(progress.phase)…"]
        if progress.sentByteCount > 0 { lines.append("sent \(ByteText.count(progress.sentByteCount))") }
        if progress.receivedByteCount > 0 {
            let all = progress.expectedByteCount.map { " of \(ByteText.count($0))" } ?? ""
            lines.append("received \(ByteText.count(progress.receivedByteCount))\(all)")
        }
        lines.append("")
        lines.append("\(state.keymap.shownKey(of: "application.cancel") ?? "^C") cancels")
        for (index, line) in lines.prefix(rect.height).enumerated() {
            let role: StyleRole = index == 1 ? .information : .textMuted
            canvas.write(line, at: Point(x: rect.minX + 1, y: rect.minY + index), style: CellStyle(role), columns: rect.width - 1)
        }
    }
}
