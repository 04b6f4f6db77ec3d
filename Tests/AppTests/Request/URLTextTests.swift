import Interchange
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct URLTextTests {
    @Test(arguments: [
        ("https://h.example/a", "https://=urlDimmed"), ("h.example/a", ""), ("localhost:80/a?b", "?b=urlDimmed"),
        (
            "http://h/?a=1&b=&c=x=y#top",
            "http://=urlDimmed ?a==urlDimmed 1=codeString &b==urlDimmed &c==urlDimmed x=y=codeString #top=urlDimmed"
        ),
        ("curl 'http://h/?a'", "?a'=urlDimmed"), ("{{base?x}}/a?ü=é", "?ü==urlDimmed é=codeString"), ("", ""),
    ])
    func `the parts of a URL have styles of their own`(url: String, parts: String) {
        let bytes = Array(url.utf8)
        let shown = URLSpans.find(in: url).map { "\(String(decoding: bytes[$0.range], as: UTF8.self))=\($0.role)" }
        #expect(shown.joined(separator: " ") == parts)
    }

    @Test(arguments: [("http://h/a?b#x", "/a"), ("http://h/a#x", "/a"), ("http://h#x", "h"), ("{{base}}/a", "/a"), ("?x", "?x")])
    func shortensAURLToItsPath(text: String, title: String) {
        #expect(URLText.shortened(text) == title)
    }

    @Test(arguments: [
        ("http://h/p?a=1&b=2", "http://h/p"), ("http://h/p?a=1#f", "http://h/p#f"), ("{{base}}/p?x", "{{base}}/p"),
        ("{{a?b}}/p", "{{a?b}}/p"), ("http://h/p#f?no", "http://h/p#f?no"), ("", ""),
    ])
    func cutsTheQuery(text: String, rest: String) {
        #expect(URLText.withoutQuery(text) == rest)
    }

    @Test func writesEnabledRows() {
        let rows = [
            Row("a", "1"), Row("off", "x", isEnabled: false), Row("b&", "c#d"), Row("flag", isBare: true), Row("e", ""), Row("", ""),
        ]
        #expect(URLText.write(url: "http://h/p#f", query: rows) == "http://h/p?a=1&b%26=c%23d&flag&e=#f")
    }

    /// In the URL bar, `name=value` after a space stands for a field of the body.
    @Test(arguments: ["two words=x", "a X-Token:b", "a b&c=d", "x http://i/"])
    func `a value with a space is not taken for words of a request`(value: String) {
        let request = RequestState(RequestDraft(url: "http://h/", query: [Row("q", value), Row("s", "1")]))
        #expect(!HTTPieLine.isLine(request.url.text))
        #expect(HTTPieLine.secondURL(in: request.url.text) == nil)
        #expect(URLText.rows(for: request.url.text, keeping: request.params.rows) == request.params.rows)
        #expect(request.draft.query.first?.value == value)
    }

    @Test func `spaces of a value stay as typed where they have one meaning`() {
        #expect(URLText.write(url: "http://h/", query: [Row("q", "two words")]) == "http://h/?q=two words")
    }

    @Test(arguments: ["http://h/?flag", "http://h/?flag=", "http://h/?a&b=&c=1&d"])
    func distinguishesANameFromAnEmptyValue(text: String) {
        var request = RequestState(RequestDraft(url: "http://h/"))
        request.params.rows = URLText.rows(for: text, keeping: URLText.rows(for: "http://h/?a=9&b=9&c=9&d=9", keeping: []))
        let query = request.draft.query
        #expect(query.map(\.isBare) == URLText.query(of: text).map(\.isBare))
        #expect(URLText.write(url: "http://h/", query: query) == text)
    }

    @Test(arguments: ["http://h/?a=1&", "http://h/?a=1&&b=2", "http://h/?&a"]) func `empty items of a query stay`(url: String) {
        let request = RequestState(RequestDraft(url: url, query: [Row("z", "3")]))
        #expect(request.url.text == url + "&z=3")
        #expect(URLText.write(url: request.draft.url, query: request.draft.query) == url + "&z=3")
        #expect(URLText.rows(for: request.url.text, keeping: request.params.rows) == request.params.rows)
    }

    @Test func aQueryInTheDraftsURLBecomesRows() {
        let draft = RequestState(RequestDraft(url: "http://h/?flag&a=1#f", query: [Row("b", "2")])).draft
        #expect(draft.url == "http://h/#f")
        #expect(draft.query == [Row("flag", isBare: true), Row("a", "1"), Row("b", "2")])
    }

    @Test func editingTheTextKeepsDisabledRows() {
        let old = [TableRow(["a", "1"]), TableRow(["off", "x"], isEnabled: false), TableRow(["b", "2"])]
        let rows = URLText.rows(for: "http://h/?a=9&b=2&c=3", keeping: old)
        #expect(rows.map(\.cells) == [["a", "9"], ["off", "x"], ["b", "2"], ["c", "3"]])
        #expect(rows.map(\.isEnabled) == [true, false, true, true])
    }

    @Test func keepsARowThatNeedsEscaping() {
        let old = [TableRow(["q", "a&b"])]
        let text = URLText.write(url: "http://h/", query: [Row("q", "a&b")])
        #expect(URLText.rows(for: text, keeping: old).map(\.cells) == [["q", "a&b"]])
    }

    @Test(arguments: [
        ("people/:team/:id", [":team", ":id"]), ("http://h:8080/:x", [":x"]), ("http://h/a:b", []), (":3000/p", []), ("/:a/:a", [":a"]),
        ("/:a.b", [":a"]), ("/:é", []),
    ])
    func findsPathParameters(text: String, names: [String]) {
        #expect(URLText.pathParameterNames(in: text) == names)
    }
}
