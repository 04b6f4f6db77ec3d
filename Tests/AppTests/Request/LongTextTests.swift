import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Megabytes in fields that are meant for a line: each key must cost little more than in a short one.
@Suite struct LongTextTests {
    private static let megabyte = String(repeating: "x", count: 1_000_000)

    @Test(arguments: ["", "https://h/", "https://h/?a=", "https://h/{{a}}?b&"]) func `a megabyte in the URL bar takes keys`(start: String) {
        var store = TestStore.withTree()
        store.send(.tabs(.new))
        store.send(.input(.paste(start + Self.megabyte)))
        for _ in 0..<3 {
            store.type("y")
            _ = store.canvas
        }
        #expect(store.state.request.url.text == start + Self.megabyte + "yyy")
        #expect(store.canvas.contains("xyyy"))
        store.press(Key(.escape), .character("u"))
        #expect(store.state.request.url.text.isEmpty)
    }

    @Test func `many parameters and segments are found in one pass`() {
        let path = (0..<20_000).map { "/:n\($0)" }.joined()
        #expect(URLText.rows(for: "https://h" + path, keeping: []).count == 20_000)
        #expect(URLText.query(of: "?" + String(repeating: "a&", count: 50_000)).count == 50_001)
    }

    @Test func `a megabyte in a header takes keys`() {
        var store = TestStore.withTree()
        store.send(.tabs(.new))
        store.press(Key(.escape))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("Accept")
        store.press(Key(.escape), Key(.tab))
        store.send(.input(.paste("{{a}}" + Self.megabyte)))
        for _ in 0..<5 {
            store.type("y")
            _ = store.canvas
        }
        #expect(store.state.request.draft.headers.last?.value == "{{a}}" + Self.megabyte + "yyyyy")
    }

    @Test func `a megabyte in a filter takes keys`() {
        let filters: [(inout TestStore) -> Void] = [
            { $0.press(.character("?"), .character("/")) }, { $0.press(.character("/")) },
            { store in
                let variables = (0..<2000).map { Row("variable-\($0)", "value") }
                store.send(.workspace(.settings(.environmentRead(path: "e", EnvironmentDraft(name: "local", variables: variables)))))
                store.press(.character("]"), .character("/"))
            },
        ]
        for open in filters {
            var store = TestStore.withTree()
            open(&store)
            store.send(.input(.paste(Self.megabyte)))
            for _ in 0..<3 {
                store.type("y")
                _ = store.canvas
            }
            #expect(store.canvas.contains("xyyy"))
        }
    }

    @Test func `the question about unsaved edits names each on a line, as many as fit`() throws {
        var store = TestStore.withTree(size: Size(width: 80, height: 16))
        let urls = (0..<13).map { "https://h.example/p/\($0)/" + Self.megabyte }
        for url in urls {
            store.send(.session(.restored(AutosavedDraft(path: nil, draft: RequestDraft(method: "PUT", url: url)), saved: nil)))
        }
        store.state.settings.confirmsQuit = true
        store.press(.control("q"))
        #expect(store.canvas.contains("· PUT /p/0/xxx"))
        #expect(store.canvas.lines.contains { $0.contains("and ") && $0.contains(" more") })
        #expect(store.canvas.contains("Quit (q)"))
    }

    @Test(arguments: [
        ("", "New request"), ("https://h.example/people/1?a=1", "GET /people/1"), ("https://h.example", "GET h.example"),
        ("https://h.example/", "GET h.example/"), ("{{base}}/p", "GET /p"), ("people", "GET people"),
        ("https://h.example/%E6%98%9F%2F1", "GET /星%2F1"),
    ])
    func `a request without a name is called after its URL`(url: String, name: String) {
        #expect(RequestState(RequestDraft(url: url)).name == name)
    }

    @Test func `a command that cannot be read stays where it was pasted`() {
        var store = TestStore.withTree()
        store.send(.input(.paste("curl https://h/ -H 'a: b")))
        #expect(store.state.request.url.text == "curl https://h/ -H 'a: b")
        #expect(store.state.request.isEditing)
        #expect(store.state.toasts.last?.text.hasSuffix("It opens here: 'a: b") == true)
    }
}
