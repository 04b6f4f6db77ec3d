import Testing
import Workspace

/// Changes made to a request as a text and to its parts.
@Suite struct DraftMergeTests {
    private let base = RequestDraft(
        method: "GET", url: "h", headers: [Row("A", "1")], auth: AuthDraft(.none, fields: ["token": "t"]), body: BodyDraft(text: "old"))

    /// What a text says of method, URL and headers; the rest is as in what it is read over.
    private func merge(_ parts: RequestDraft, _ change: (inout RequestDraft) -> Void) -> DraftMerge {
        var text = base
        change(&text)
        return DraftMerge(of: base, parts: parts) { over in
            var draft = over
            (draft.method, draft.url, draft.headers) = (text.method, text.url, text.headers)
            return draft
        }
    }

    @Test func `without other changes the text counts`() {
        let merge = merge(base) { $0.method = "PUT" }
        #expect(merge.draft.method == "PUT")
        #expect(merge.isText)
        #expect(merge.disputed == [])
    }

    @Test func `changes of different members are both there`() {
        var parts = base
        parts.headers.append(Row("X-New", "1"))
        let merge = merge(parts) { $0.method = "PUT" }
        #expect((merge.draft.method, merge.draft.headers) == ("PUT", parts.headers))
        #expect(!merge.isText)
        #expect(merge.disputed == [])
    }

    @Test func `where both changed one it is the text’s, and the other is at hand`() {
        var parts = base
        parts.headers = [Row("A", "mine")]
        let merge = merge(parts) { $0.headers = [Row("A", "text")] }
        #expect(merge.draft.headers == [Row("A", "text")])
        #expect(merge.alternative.headers == [Row("A", "mine")])
        #expect(merge.disputed == ["the headers"])
    }

    @Test func `the same change twice is one`() {
        var parts = base
        parts.url = "other"
        let merge = merge(parts) { $0.url = "other" }
        #expect(merge.draft.url == "other")
        #expect(merge.disputed == [])
    }

    @Test func `what no text says stays as the parts have it`() {
        var parts = base
        parts.body.text = "new"
        parts.auth["username"] = "u"
        let merge = merge(parts) { $0.method = "PUT" }
        #expect(merge.draft.body.text == "new")
        #expect(merge.draft.auth["username"] == "u")
        #expect(merge.disputed == [])
    }
}
