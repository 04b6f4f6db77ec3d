import Testing
import Workspace

@Suite struct AutosavedWindowTests {
    private static func content(_ rows: [[String]], _ text: String? = nil) -> AutosavedWindow.Content {
        AutosavedWindow.Content(rows: rows.map { AutosavedWindow.Row($0) }, text: text)
    }

    private static let base = content([["a", "1"], ["b", "2"]])

    @Test(arguments: [
        ("nobody changed it", base, content([["a", "1"], ["b", "2"], ["c", "3"]])),
        ("another row", content([["a", "9"], ["b", "2"]]), content([["a", "9"], ["b", "2"], ["c", "3"]])),
        ("another row is gone", content([["b", "2"]]), content([["b", "2"], ["c", "3"]])),
        ("the same", content([["a", "1"], ["b", "2"], ["c", "3"]]), content([["a", "1"], ["b", "2"], ["c", "3"]])),
        ("another value in its place", content([["a", "1"], ["b", "2"], ["c", "4"]]), nil),
    ])
    func `typed text and changes by others are merged`(_ name: String, _ now: AutosavedWindow.Content, _ merged: AutosavedWindow.Content?) {
        let typed = Self.content([["a", "1"], ["b", "2"], ["c", "3"]])
        let page = AutosavedWindow.Page(0, typed: typed, base: Self.base)
        #expect(page.merged(over: now) == merged)
        guard let merged else { return }
        for isTyped in [true, false] {
            #expect(Set(page.merged(over: now, preferringTyped: isTyped).rows) == Set(merged.rows), "nothing is to be preferred")
        }
    }

    @Test func `conflicting changes take one side, all others are merged`() {
        let page = AutosavedWindow.Page(0, typed: Self.content([["a", "mine"], ["b", "2"], ["c", "mine"]]), base: Self.base)
        let now = Self.content([["a", "theirs"], ["b", "9"], ["c", "theirs"], ["d", "4"]])
        #expect(page.merged(over: now) == nil)
        #expect(page.disputedNames(over: now) == ["a", "c"])
        #expect(page.disputedNames(over: Self.content([["b", "9"], ["c", "mine"]])) == ["a"], "one that was removed")
        #expect(page.disputedNames(over: Self.base).isEmpty)
        let mine = page.merged(over: now, preferringTyped: true)
        #expect(mine == Self.content([["a", "mine"], ["b", "9"], ["c", "mine"], ["d", "4"]]))
        #expect(page.merged(over: now, preferringTyped: false) == now)
    }

    @Test func `merged content keeps the typed changes over its new base`() throws {
        let typed = Self.content([["a", "mine"], ["b", "2"], ["c", "mine"]], "mine")
        let page = AutosavedWindow.Page(0, typed: typed, base: Self.content([["a", "1"], ["b", "2"]], "old"))
        let now = Self.content([["a", "theirs"], ["b", "9"], ["d", "4"]], "theirs")
        let mine = page.merged(over: now, preferringTyped: true)
        let base = try #require(page.base(under: mine))
        #expect(base == Self.content([["a", "1"], ["b", "9"], ["d", "4"]], "old"))
        let again = AutosavedWindow.Page(0, typed: mine, base: base)
        #expect(again.merged(over: now) == nil, "it is disputed still")
        #expect(Set(again.merged(over: now, preferringTyped: true).rows) == Set(mine.rows))
        let less = Self.content([["a", "1"], ["b", "9"]], "old")
        #expect(again.merged(over: less) == Self.content([["a", "mine"], ["b", "9"], ["c", "mine"]], "mine"))
    }

    @Test func `merging conflicting texts keeps one of them`() {
        let page = AutosavedWindow.Page(0, typed: Self.content([], "mine"), base: Self.content([], "base"))
        #expect(page.merged(over: Self.content([], "base"))?.text == "mine")
        #expect(page.merged(over: Self.content([], "mine"))?.text == "mine")
        #expect(page.merged(over: Self.content([], "theirs")) == nil)
        #expect(page.merged(over: Self.content([], "theirs"), preferringTyped: true).text == "mine")
        #expect(page.merged(over: Self.content([], "theirs"), preferringTyped: false).text == "theirs")
    }
}
