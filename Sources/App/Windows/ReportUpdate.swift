import Screen
import Widgets

/// Changes a window of lines.
enum ReportUpdate {
    static func press(_ state: inout AppState, _ report: Report, _ key: Key) -> [Effect] {
        if [Key(.escape), .character("q"), .function(7), Key(.enter)].contains(key) { return close(report) }
        var report = report
        if key == .function(5) { return close(report) + [.next(.request(.send))] }
        let frame = ReportView.frame(in: state.screenLayout)
        let count = report.wrapped(columns: ReportView.columns(in: frame)).count
        _ = report.list.handle(key, count: count, height: ReportView.list(in: frame).height)
        state.windows.append(.report(report))
        if key == .character("y"), let text = report.copied { return [.copy(text, name: "the request as curl")] }
        if key == .character("Y"), report.copied != nil { return [.next(.request(.submit(.copy(withSecrets: true))))] }
        return []
    }

    /// Closes the report, and cancels what it waits for.
    static func close(_ report: Report) -> [Effect] { report.isWaiting ? [.cancel(.preview)] : [] }

    static func mouse(_ state: inout AppState, _ report: Report, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        var report = report
        _ = state.windows.popLast()
        _ = report.list.handle(event, in: ReportView.list(in: frame), count: report.wrapped(columns: ReportView.columns(in: frame)).count)
        state.windows.append(.report(report))
        return []
    }
}
