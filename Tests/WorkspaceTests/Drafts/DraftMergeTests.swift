import Testing
import Workspace

/// Changes made to a request as a text and to its parts.
@Suite struct DraftMergeTests {
    private let base = RequestDraft(
        method: "GET", url: "h", headers: [Row("A", "1")], auth: AuthDraft(.none, fields: ["token": "t"]), body: BodyDraft(text: "old"))

    /// Merges a text with method, URL and headers; it leaves the other parts of a draft unchanged.
    private func merge(_ parts: RequestDraft, _ change: (inout RequestDraft) -> Void) -> DraftMerge {
        var text = base
        change(&text)
        return DraftMerge(of: base, parts: parts) { over in
            var draft = over
            (draft.method, draft.url, draft.headers) = (text.method, text.url, text.headers)
            return draft
        }
    }

    @Test func `the text wins if nothing else changed`() {
        let merge = merge(base) { $0.method = "PUT" }
        #expect(merge.draft.method == "PUT")
        #expect(merge.isText)
        #expect(merge.disputed == [])
    }

    @Test func `changes of different members are merged`() {
        var parts = base
        parts.headers.append(Row("X-New", "1"))
        let merge = merge(parts) { $0.method = "PUT" }
        #expect((merge.draft.method, merge.draft.headers) == ("PUT", parts.headers))
        #expect(!merge.isText)
        #expect(merge.disputed == [])
    }

    @Test func `the text wins a conflict, and the other value is available`() {
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

    @Test func `values without a text form are kept from the parts`() {
        var parts = base
        parts.body.text = "new"
        parts.auth["username"] = "u"
        let merge = merge(parts) { $0.method = "PUT" }
        #expect(merge.draft.body.text == "new")
        #expect(merge.draft.auth["username"] == "u")
        #expect(merge.disputed == [])
    }

    @Test(
        arguments: [
            // Another row is changed, comes, goes.
            (["A:1", "B:2"], ["A:x", "B:2"], ["A:1", "B:y"], ["A:x", "B:y"]), (["A:1"], ["A:x"], ["A:1", "B:2"], ["A:x", "B:2"]),
            (["A:1", "B:2"], ["B:x"], ["A:1", "B:2", "C:3"], ["B:x", "C:3"]),
            (["A:1"], ["Z:0", "A:1"], ["A:1", "B:2"], ["Z:0", "A:1", "B:2"]),
            ([], ["A:1"], ["B:2"], ["A:1", "B:2"]), ([], ["A:1"], ["A:1", "B:2"], ["A:1", "B:2"]),
            (["A:1", "B:2"], [], ["A:1", "B:2"], []),
            (["A:1", "A:2"], ["A:1", "A:x"], ["A:y", "A:2"], ["A:y", "A:x"]), (["A:1"], ["A:x"], ["A:x"], ["A:x"]),
            (["A:1", "B:2", "C:3"], ["C:3", "A:1", "B:2"], ["A:1", "B:y", "C:3"], ["C:3", "A:1", "B:y"]),
            // The same row.
            (["A:1"], ["A:x"], ["A:y"], nil), (["A:1"], [], ["A:y"], nil), ([], ["A:1"], ["A:2"], nil), (["A:1"], ["B:1"], ["A:y"], nil),
        ] as [([String], [String], [String], [String]?)])
    func `changes of different rows of a table are merged`(_ old: [String], _ text: [String], _ parts: [String], _ merged: [String]?) {
        func rows(_ texts: [String]) -> [Row] { texts.map { Row(String($0.prefix(1)), String($0.dropFirst(2))) } }
        var (base, changed) = (base, base)
        (base.headers, changed.headers) = (rows(old), rows(parts))
        let merge = DraftMerge(of: base, parts: changed) { over in
            var draft = over
            draft.headers = rows(text)
            return draft
        }
        #expect(merge.draft.headers == rows(merged ?? text))
        #expect(merge.alternative.headers == rows(merged ?? parts))
        #expect(merge.disputed == (merged == nil ? ["the headers"] : []))
    }

    @Test func `options and values of body kinds are merged individually`() {
        var (parts, text) = (base, base)
        (parts.options.timeout, parts.body.form) = (3, [Row("a", "1")])
        (text.options.connectTimeout, text.body.text) = (4, "new")
        let merge = DraftMerge(of: base, parts: parts) { over in
            var draft = over
            (draft.options, draft.body) = (text.options, text.body)
            return draft
        }
        #expect((merge.draft.options.timeout, merge.draft.options.connectTimeout) == (3, 4))
        #expect((merge.draft.body.text, merge.draft.body.form) == ("new", [Row("a", "1")]))
        #expect(merge.disputed == [])
    }
}
