import Engine
import Screen
import Testing
import Widgets

@testable import App

/// A window of lines that are longer than it is wide.
@Suite struct ReportTests {
    @Test func `a long line continues below, with all its text`() {
        let report = Report(
            title: "R",
            lines: [
                .init("Authorization: AWS4 Credential=AKID  Signature=0123456789abcdef", note: "added: awsSignature"),
                .init("  {\"a\": 1}"),
            ])
        #expect(
            report.wrapped(columns: 30) == [
                .init("Authorization: AWS4 "), .init("  Credential=AKID  "), .init("  Signature=0123456789abcdef"),
                .init("  added: awsSignature", kind: .note), .init("  {\"a\": 1}"),
            ])
        #expect(report.wrapped(columns: 100) == report.lines)
    }

    @Test func `the last piece is reached on a small screen`() {
        var store = TestStore(size: Size(width: 40, height: 12))
        let text = String(repeating: "word ", count: 100) + "finish"
        store.send(.window(.show(.report(Report(title: "R", lines: [.init(text)])))))
        #expect(!store.canvas.contains("finish"))
        store.press(.character("G"))
        #expect(store.canvas.contains("finish"))
    }
}
