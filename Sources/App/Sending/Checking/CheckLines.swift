import Screen
import Workspace

/// The results of captures and assertions as lines of the Tests tab.
enum CheckLines {
    /// Without the marks `✓` and `✗` the words say it too.
    static func lines(_ report: CheckReport?, isFromHistory: Bool) -> [ResponseLines.Line] {
        guard let report, !report.isEmpty else {
            let reason =
                isFromHistory
                ? "The history does not keep what came of checks: t in the request runs them on this answer."
                : "Nothing is checked: the request's Tests tab holds captures and assertions."
            return [ResponseLines.Line((reason, .textMuted))]
        }
        return report.assertions.map(line) + report.captures.map(line)
    }

    private static func line(_ check: CheckReport.Checked) -> ResponseLines.Line {
        guard let problem = check.problem else { return ResponseLines.Line(("✓ holds    ", .success), (check.sentence, .text)) }
        return ResponseLines.Line(("✗ fails    ", .error), (check.sentence, .text), (": " + problem, .warning))
    }

    private static func line(_ capture: CheckReport.Captured) -> ResponseLines.Line {
        guard let value = capture.value else {
            return ResponseLines.Line(
                ("✗ missing  ", .error), ("\(capture.variable) from \(capture.place)", .text), (": \(capture.problem ?? "")", .warning))
        }
        return ResponseLines.Line(
            ("✓ kept     ", .success), (capture.variable, .variable), (" = \(TextWidth.fitted(value.shown, columns: 80))", .text),
            ("  from \(capture.place)", .textMuted))
    }
}
