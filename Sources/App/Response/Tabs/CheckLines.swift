import Screen
import Workspace

/// The results of captures and assertions as lines of the Tests tab.
enum CheckLines {
    /// Without the marks `✓` and `✗` the words say it too.
    static func lines(_ report: CheckReport?, isFromHistory: Bool) -> [ResponseLines.Line] {
        guard let report, !report.isEmpty else {
            let reason =
                isFromHistory
                ? "The history keeps no test results. t in the request runs the tests on this response."
                : "No tests. Add some in the request's Tests tab."
            return [ResponseLines.Line((reason, .textMuted))]
        }
        return report.assertions.map(line) + report.captures.map(line)
    }

    private static func line(_ check: CheckReport.Checked) -> ResponseLines.Line {
        guard let problem = check.problem else { return ResponseLines.Line(("✓ passed   ", .success), (check.sentence, .text)) }
        return ResponseLines.Line(("✗ failed   ", .error), (check.sentence, .text), (": " + problem, .warning))
    }

    private static func line(_ capture: CheckReport.Captured) -> ResponseLines.Line {
        guard let value = capture.value else {
            return ResponseLines.Line(
                ("✗ missing  ", .error), ("\(capture.variable) from \(capture.place)", .text), (": \(capture.problem ?? "")", .warning))
        }
        return ResponseLines.Line(
            ("✓ captured ", .success), (capture.variable, .variable), (" = \(TextWidth.fitted(value.shown, columns: 80))", .text),
            ("  from \(capture.place)", .textMuted))
    }
}
