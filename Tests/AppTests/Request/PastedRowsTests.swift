import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Text from elsewhere that becomes rows of a table.
@Suite struct PastedRowsTests {
    private static func written(_ rows: [TableRow]?) -> [String]? {
        rows.map { $0.map { ($0.isEnabled ? "" : "-") + $0.cells.prefix(2).joined(separator: "|") } }
    }

    @Test(arguments: [
        ("a=1&b=2", RequestSection.params, ["a|1", "b|2"] as [String]?),
        ("?a=1&b", .params, ["a|1", "b|"]),
        ("http://h/x?a=1%202&b=x+y#f", .params, ["a|1%202", "b|x+y"]),
        ("a=1%202&b=x+y", .form, ["a|1 2", "b|x y"]),
        ("a=1\nb=2", .form, ["a|1", "b|2"]),
        ("k\tv\r\nk2\tv 2\r\n", .params, ["k|v", "k2|v 2"]), ("k\tv", .form, ["k|v"]),
        ("X-A\tb: c\nX-B\t", .headers, ["X-A|b: c", "X-B|"]),
        ("Accept:\t*/*", .headers, ["Accept|*/*"]), ("k\tv\nword", .params, nil), ("\tv", .form, nil), ("a\tb\tc", .variables, ["a|b\tc"]),
        ("Accept: */*\nX-A: b:c", .params, ["Accept|*/*", "X-A|b:c"]),
        ("Accept: */*", .headers, ["Accept|*/*"]),
        ("GET /x HTTP/1.1\r\nHost: h\r\nX-A: 1\r\n\r\n", .headers, ["Host|h", "X-A|1"]),
        ("HTTP/2 200\nserver: x\n# x-off: 1", .headers, ["server|x", "-x-off|1"]),
        ("word", .params, nil), ("word", .headers, nil), ("http://h/x", .headers, nil), ("http://h/x", .params, nil),
        ("two words\nmore", .headers, nil), ("", .params, nil), ("a=1", .captures, nil),
    ])
    func `rows are read from pasted text`(_ text: String, _ section: RequestSection, _ rows: [String]?) {
        #expect(Self.written(PastedRows.rows(text, for: section)) == rows)
    }

    @Test func `a query pasted into an empty row creates rows, and typing continues`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.params)))
        store.press(.character("a"))
        store.send(.input(.paste("?a=1&b=2")))
        #expect(store.state.request.url.text == "http://h/?a=1&b=2")
        #expect(store.state.layer == .edit)
        store.type("3")
        store.press(Key(.escape))
        #expect(store.state.request.url.text == "http://h/?a=1&b=23")
        store.send(.request(.undo))
        store.send(.request(.undo))
        #expect(store.state.request.params.rows.count <= 1)
    }

    @Test func `all cells pasted into a table with one column are kept`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.docs)))
        store.press(Key(.down), .character("a"))
        store.send(.input(.paste("one\ttwo")))
        store.press(Key(.escape))
        #expect(store.state.request.draft.tags.joined().contains("two"))
    }

    @Test func `text pasted into a word is inserted unchanged`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/", headers: [Row("A", "x")]))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("l"), .character("e"))
        store.send(.input(.paste("B: c")))
        #expect(store.state.request.draft.headers == [Row("A", "xB: c")])
        store.press(Key(.escape))
        store.send(.input(.paste("B: c\nD: e")))
        #expect(store.state.request.draft.headers.map(\.name) == ["A", "B", "D"])
    }
}
