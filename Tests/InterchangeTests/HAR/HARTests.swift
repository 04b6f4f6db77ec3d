import Interchange
import JSON
import Testing
import Workspace

@Suite struct HARTests {
    private func read(_ text: String) throws -> CollectionTree {
        try Importer().read(name: "a.har", bytes: Array(text.utf8)).collections[0]
    }

    @Test func readsALog() throws {
        let tree = try read(
            #"""
            {"log": {"version": "1.2", "creator": {}, "pages": [{"id": "1", "title": "P"}, {"id": "2", "title": "Q"}], "entries": [
              {"pageref": "2", "request": {"method": "POST", "url": "https://h/a?x=%20&y", "headers": [{"name": ":path", "value": "/a"},
                {"name": "Host", "value": "h"}, {"name": "Content-Type", "value": "application/json"}], "queryString": [{"name": "x", "value": " "}, {"name": "y", "value": ""}],
                "postData": {"mimeType": "application/json", "text": "{}"}},
               "response": {"status": 200, "statusText": "OK", "headers": [{"name": "A", "value": "b"}], "content": {"text": "aGk=", "encoding": "base64"}}},
              {"request": {"method": "GET", "url": "https://h/"}, "response": {"status": 0}}, {"response": {}}]}}
            """#)
        let (post, folders) = tree.requests[0]
        #expect(folders.map(\.draft.name) == ["a", "Q"])
        #expect(post.draft.name == "POST /a")
        #expect(post.draft.query == [Row("x", "%20"), Row("y", isBare: true)])
        #expect(post.draft.headers == [Row("Content-Type", "application/json")])
        #expect(post.draft.body == BodyDraft(kind: .json, json: "{}"))
        #expect(
            post.examples == [SavedResponse(name: "200 OK", status: 200, reason: "OK", headers: [Row("A", "b")], body: Array("hi".utf8))])
        #expect(tree.requests[1].request.examples.isEmpty)
    }

    @Test(arguments: [("WebInspector", #"{"t":"Dear \{{name}}"}"#), ("Apus", #"{"t":"Dear {{name}}"}"#)])
    func `braces in a recording are text, in an export variables`(_ creator: String, _ text: String) throws {
        let body = #"{\"t\":\"Dear {{name}}\"}"#
        let tree = try read(
            #"{"log": {"creator": {"name": "\#(creator)"}, "entries": [{"request": {"method": "POST", "url": "http://h/", "postData": {"mimeType": "application/json", "text": "\#(body)"}}}]}}"#
        )
        #expect(tree.requests[0].request.draft.body.json == text)
    }

    @Test func `an entry alone is read`() throws {
        let entry = #"{"startedDateTime": "", "request": {"method": "PUT", "url": "http://h/a"}, "response": {"status": 204}}"#
        let request = try #require(try read(entry).requests.first).request
        #expect(request.draft.method == "PUT" && request.draft.url == "http://h/a" && request.examples.map(\.status) == [204])
    }

    @Test func readsFormsAndParts() throws {
        let form = try read(
            #"{"method": "POST", "url": "h", "headers": [], "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "b c"}]}}"#
        )
        #expect(form.requests[0].request.draft.body == BodyDraft(kind: .form, form: [Row("a", "b c")]))
        let parts = try read(
            #"{"method": "POST", "url": "h", "headers": [], "postData": {"mimeType": "multipart/form-data", "params": [{"name": "a", "value": "x", "fileName": "n.txt"}, {"name": "f", "fileName": "p"}]}}"#
        )
        #expect(parts.requests[0].request.draft.body.parts == [.init("a", "x", fileName: "n.txt"), .init("f", "p", isFile: true)])
    }

    @Test func `a file as the body is read back`() throws {
        var draft = RequestDraft(name: "one", method: "POST", url: "http://h/")
        draft.body = BodyDraft(kind: .file, file: "a/b.txt", fileContentType: "text/plain")
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))]))
        let text = try #require(ExportFormat.named("har")).export(tree).files[0].text
        let result = try Importer().read(name: "a.har", bytes: Array(text.utf8))
        #expect(try #require(result.collections[0].requests.first).request.draft.body == draft.body)
    }

    @Test func `a log without the object around it is read as well`() throws {
        let text = #"{"version": "1.2", "entries": [{"request": {"method": "GET", "url": "https://h/a"}}, {"response": {}}]}"#
        let result = try Importer().read(name: "a.har", bytes: Array(text.utf8))
        #expect(result.collections[0].requests.map(\.request.draft.url) == ["https://h/a"])
        #expect(result.issues.map(\.place) == [.pointer(JSONPointer([.member("entries"), .element(1)]))])
        let entry = text.replacing("{\"request\"", with: "{\"startedDateTime\": \"2026-01-01T00:00:00Z\", \"request\"")
        #expect(try HistoryArchive.exchanges(named: "a.har", bytes: Array(entry.utf8)).exchanges.count == 1)
    }

    @Test(arguments: [
        ("https://h/p?WT.rv=0&imps%5B%5D=1", [Row("WT.rv", "0"), Row("imps%5B%5D", "1")]),
        ("https://h/p?a=1&&b", [Row("a", "1"), Row("", isBare: true), Row("b", isBare: true)]),
        ("https://h/p", [Row("WT_rv", "0"), Row("imps", "Array")]),
    ]) func `a recorded URL is complete`(_ url: String, _ query: [Row]) throws {
        let tree = try read(
            #"{"log": {"entries": [{"request": {"method": "GET", "url": "\#(url)", "queryString": [{"name": "WT_rv", "value": "0"}, {"name": "imps", "value": "Array"}]}}]}}"#
        )
        #expect(tree.requests[0].request.draft.query == query)
    }

    @Test func `parameters of a request alone add to its URL`() throws {
        let tree = try read(#"{"method": "GET", "url": "h/?a=1", "queryString": [{"name": "b", "value": "2"}]}"#)
        #expect(tree.requests[0].request.draft.query == [Row("a", "1"), Row("b", "2")])
    }

    @Test(arguments: [
        (#"[{"name": "type", "value": "x"}, {"name": "p", "value": {"a": 1}}]"#, #"{"type":"x","p":{"a":1}}"#),
        (#"[{"name": "0", "value": 1.50}, {"name": "1", "value": "b"}]"#, #"[1.50,"b"]"#),
    ]) func `a JSON body recorded as parameters`(_ params: String, _ json: String) throws {
        let tree = try read(
            #"{"method": "POST", "url": "h", "postData": {"mimeType": "application/json;charset=UTF-8", "params": \#(params)}}"#)
        #expect(tree.requests[0].request.draft.body == BodyDraft(kind: .json, json: json))
    }

    @Test func `parameters of another kind of body are reported`() throws {
        let text = #"{"method": "POST", "url": "h", "postData": {"mimeType": "text/csv", "params": [{"name": "a", "value": "1"}]}}"#
        let result = try Importer().read(name: "a.har", bytes: Array(text.utf8))
        #expect(result.issues.map(\.severity) == [.lost])
    }
}
