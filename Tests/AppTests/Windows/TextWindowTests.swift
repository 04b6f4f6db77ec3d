import Document
import Engine
import Foundation
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// A window of lines that are longer than it is wide.
@Suite struct TextWindowTests {
    @Test func `a long line continues below, with all its text`() {
        let lines = [
            PreviewLine("Authorization: AWS4 Credential=AKID  Signature=0123456789abcdef", note: "added: awsSignature"),
            PreviewLine("  {\"a\": 1}"),
        ]
        let window = TextWindow<Message>(SendPreview(lines: lines, curl: nil), KeyNames { _ in nil })
        #expect(
            window.rows(columns: 30).map(\.text) == [
                "Authorization: AWS4 ", "  Credential=AKID  ", "  Signature=0123456789abcdef", "  added: awsSignature", "  {\"a\": 1}",
            ])
        #expect(window.rows(columns: 100).map(\.text) == lines.map(\.text))
    }

    @Test func `a preview copies the command with its secrets by the small letter, and masked by the capital one`() {
        for (curl, name) in [
            ("curl h", "the request as curl"), ("curl -u \(SecretMask.sign) h", "the request as curl, without its secrets"),
        ] {
            var store = TestStore.opened()
            let window = TextWindow<Message>(SendPreview(lines: [], curl: curl), KeyNames { _ in nil })
            store.send(.window(.show(.text(window))))
            #expect(store.press(.character("Y")) == [.copy(curl, name: name)])
            let effects = store.press(.character("y"))
            #expect(effects.contains { if case .sending(.preview(_, .copy(withSecrets: true))) = $0 { true } else { false } })
        }
    }

    @Test func `the code of a request is copied with its secrets by the small letter, and masked by the capital one`() {
        var store = TestStore.opened()
        store.send(.window(.show(.text(TextWindow("Code", [], .code("httpie"), copies: CopiedText(masked: "http h", name: "code"))))))
        #expect(store.press(.character("Y")) == [.copy("http h", name: "code")])
        let effects = store.press(.character("y"))
        #expect(effects.contains { if case .sending(.preview(_, .code("httpie", withSecrets: true))) = $0 { true } else { false } })
    }

    /// The list of `SECURITY.md` is complete only with the keys of the windows that copy secrets.
    @Test func `the commands that reveal secrets are documented`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../SECURITY.md").standardized
        let points = try String(contentsOf: url, encoding: .utf8).replacing("\n  ", with: " ").split(separator: "\n")
        let point = try #require(points.first { $0.contains("reveal secrets") })
        for key in ["yc", "yC", "y", "Y", "F7", "ya"] { #expect(point.contains("`\(key)`")) }
        let titles = Set(CommandTable.all.map(\.title))
        for quoted in point.split(separator: "“").dropFirst() { #expect(titles.contains(String(quoted.prefix { $0 != "”" }))) }
    }

    @Test func `the parts of a wrapped line keep its indentation`() {
        let window = TextWindow<Message>("Notifications", [StyledLine("! • one", .text), StyledLine("  • two words and more", .text)])
        #expect(window.rows(columns: 14).map(\.text) == ["! • one", "  • two words ", "  and more"])
    }

    @Test func `a body has the colours of its syntax, also where its lines are wrapped`() throws {
        var store = TestStore(size: Size(width: 60, height: 20))
        let text = "{\"name\": \"" + String(repeating: "word ", count: 14) + "end\", \"age\": 42}"
        store.send(.window(.show(.text(TextWindow("R", [StyledLine(text, syntax: .json)])))))
        let canvas = store.canvas
        for (piece, role) in [("name", StyleRole.codeKey), ("end\"", .codeString), ("42", .codeNumber)] {
            let place = try #require(canvas.position(of: piece))
            #expect(canvas[place].style.role == role, "\(piece)")
        }
    }

    @Test(arguments: [120, 40]) func `the URL of a preview has the colours of its field`(columns: Int) throws {
        var store = TestStore(size: Size(width: columns, height: 20))
        let request = PreviewLine("PURGE https://h.example/{{gone}}?page=2", kind: .request)
        let preview = SendPreview(lines: [request], curl: nil)
        let window = TextWindow<Message>(preview, KeyNames { _ in nil }, spansOfRequest: URLSpans.ofRequest)
        store.send(.window(.show(.text(window))))
        let canvas = store.canvas
        let roles: [(String, StyleRole)] = [
            ("PURGE", .modalTitle), ("https", .urlDimmed), ("h.example", .text), ("{{gone", .variableUndefined), ("page", .urlDimmed),
        ]
        for (piece, role) in roles {
            let place = try #require(canvas.position(of: piece))
            #expect(canvas[place].style.role == role, "\(piece)")
        }
    }

    @Test func `the last piece is reached on a small screen`() {
        var store = TestStore(size: Size(width: 40, height: 12))
        let text = String(repeating: "word ", count: 100) + "finish"
        store.send(.window(.show(.text(TextWindow("R", [StyledLine(text)])))))
        #expect(!store.canvas.contains("finish"))
        store.press(.character("G"))
        #expect(store.canvas.contains("finish"))
    }
}
