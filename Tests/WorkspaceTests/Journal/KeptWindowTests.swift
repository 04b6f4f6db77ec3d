import Testing
import Workspace

@Suite struct KeptWindowTests {
    private static func content(_ rows: [[String]], _ text: String? = nil) -> KeptWindow.Content {
        KeptWindow.Content(rows: rows.map { KeptWindow.Row($0) }, text: text)
    }

    private static let base = content([["a", "1"], ["b", "2"]])

    @Test(arguments: [
        ("nobody changed it", base, content([["a", "1"], ["b", "2"], ["c", "3"]])),
        ("another row", content([["a", "9"], ["b", "2"]]), content([["a", "9"], ["b", "2"], ["c", "3"]])),
        ("another row is gone", content([["b", "2"]]), content([["b", "2"], ["c", "3"]])),
        ("the same", content([["a", "1"], ["b", "2"], ["c", "3"]]), content([["a", "1"], ["b", "2"], ["c", "3"]])),
        ("another value in its place", content([["a", "1"], ["b", "2"], ["c", "4"]]), nil),
    ])
    func `what was typed stands beside what others changed`(
        _ name: String, _ now: KeptWindow.Content, _ merged: KeptWindow.Content?
    ) {
        let typed = Self.content([["a", "1"], ["b", "2"], ["c", "3"]])
        #expect(KeptWindow.Page(0, typed: typed, base: Self.base).merged(over: now) == merged)
    }

    @Test func `of texts one was changed, or it is not known what counts`() {
        let page = KeptWindow.Page(0, typed: Self.content([], "mine"), base: Self.content([], "base"))
        #expect(page.merged(over: Self.content([], "base"))?.text == "mine")
        #expect(page.merged(over: Self.content([], "mine"))?.text == "mine")
        #expect(page.merged(over: Self.content([], "theirs")) == nil)
    }
}
