import Document
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
            report.wrapped(columns: 30).map(\.line) == [
                .init("Authorization: AWS4 "), .init("  Credential=AKID  "), .init("  Signature=0123456789abcdef"),
                .init("  added: awsSignature", kind: .note), .init("  {\"a\": 1}"),
            ])
        #expect(report.wrapped(columns: 100).map(\.line) == report.lines)
    }

    @Test func `the parts of a wrapped line keep its indentation`() {
        let window = TextWindow<Message>("Notifications", [TextLine("! • one", .text), TextLine("  • two words and more", .text)])
        #expect(window.wrapped(columns: 14).map(\.text) == ["! • one", "  • two words", "  and more"])
    }

    @Test func `a body has the colours of its syntax, also where its lines are wrapped`() throws {
        var store = TestStore(size: Size(width: 60, height: 20))
        let text = "{\"name\": \"" + String(repeating: "word ", count: 14) + "end\", \"age\": 42}"
        store.send(.window(.show(.report(Report(title: "R", lines: [.init(text, kind: .body(.json))])))))
        let canvas = store.canvas
        for (piece, role) in [("name", StyleRole.codeKey), ("end\"", .codeString), ("42", .codeNumber)] {
            let place = try #require(canvas.position(of: piece))
            #expect(canvas[place].style.role == role, "\(piece)")
        }
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
