import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Going to what keeps a request from being sent.
@Suite struct RequestFaultTests {
    private static let draft = RequestDraft(
        name: "A", method: "POST", url: "http://{{nowhere}}/:id", headers: [Row("X-One", "{{team}}"), Row("X-Two", "{{gone}}")],
        variables: [Row("unused", "{{nothing}}")], auth: AuthDraft(.bearer, fields: ["token": "{{away}}"]),
        body: BodyDraft(kind: .json, json: "{\n  \"a\": {{lost}}\n}"),
        captures: [Capture(variable: "x", query: "{{later}}")])

    @Test func `the key moves from one to the next, and wraps around`() {
        var store = TestStore.opened(Self.draft)
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.docs)))
        let reasons = (0..<6).map { _ in
            store.press(.character("g"), .character("p"))
            return store.state.toasts.last?.text ?? ""
        }
        #expect(
            reasons == [
                "URL: {{nowhere}} is not defined", "“:id” has no value", "“X-Two”: {{gone}} is not defined", "{{lost}} is not defined",
                "“Token”: {{away}} is not defined", "URL: {{nowhere}} is not defined",
            ])
        #expect(store.state.request.part == .url)
    }

    @Test func `the cursor moves to the problem`() {
        var store = TestStore.opened(RequestDraft(url: "h/", headers: [Row("A", "1"), Row("B", "{{gone}}")]))
        store.send(.request(.showIssue))
        #expect((store.state.focus, store.state.request.section) == (.request, .headers))
        #expect((store.state.request.headers.table.selected, store.state.request.headers.table.column) == (1, 1))
        store = .opened(RequestDraft(url: "h/", body: BodyDraft(kind: .text, text: "one\ntwo {{gone}}")))
        store.send(.request(.showIssue))
        #expect(store.state.request.text.cursor == TextPosition(line: 1, offset: 4))
    }

    @Test func `going to a problem prefers a missing variable to a syntax error`() {
        let draft = RequestDraft(
            url: "h/", auth: AuthDraft(.bearer, fields: ["token": "{{away}}"]), body: BodyDraft(kind: .json, json: "{\"a\":1,}"))
        var store = TestStore.opened(draft)
        store.send(.request(.showIssue))
        #expect(store.state.request.section == .auth)
        store.send(.request(.showIssue))
        #expect(store.state.request.section == .json)
    }

    @Test func `an undefined variable and invalid syntax of one text are both visited`() {
        var store = TestStore.opened(RequestDraft(url: "h/", body: BodyDraft(kind: .json, json: "{\n\"a\": {{gone}},\n}")))
        let cursors = (0..<2).map { _ in
            store.send(.request(.showIssue))
            return store.state.request.json.cursor.line
        }
        #expect(cursors == [1, 2])
        #expect(store.state.toasts.last?.text.hasPrefix("JSON: line 3") == true)
    }

    @Test(arguments: [
        (RequestDraft(url: "h/", headers: [Row("a b", "1")]), RequestSection.headers),
        (RequestDraft(url: "h/{{first}}", variables: [Row("first", "{{second}}")]), nil),
    ])
    func `names that cannot be sent and references within values count`(_ draft: RequestDraft, _ section: RequestSection?) {
        var store = TestStore.opened(draft)
        store.send(.request(.showIssue))
        #expect(store.state.request.section == section)
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `going to a problem in a sound request shows a message`() {
        var store = TestStore.opened(RequestDraft(url: "h/{{team}}{{token}}{{$uuid}}{{prompt:x}}{{env:HOME}}"))
        store.send(.request(.showIssue))
        #expect(store.state.toasts.last?.kind == .done)
    }

    @Test func `a header with a value and no name is marked and shown`() {
        var draft = RequestDraft(url: "http://h/")
        draft.headers = [Row("X-Good", "1"), Row("", "xx"), Row("", "")]
        var store = TestStore.opened(draft)
        store.send(.request(.showIssue))
        #expect(store.state.toasts.last?.text.contains("a name for the value") == true)
        #expect(store.canvas.contains("✗ a name for the value"))
    }

    @Test func `a refusal names the key if there is a place to go to`() {
        var store = TestStore.opened(RequestDraft(url: "http://{{nowhere}}/"))
        store.send(.sending(.refused(["URL: {{nowhere}} is not defined"])))
        #expect(store.state.response.refusal == "URL: {{nowhere}} is not defined\n\ngp goes to the problem")
        // The key works in the pane that names it.
        store.send(.application(.focus(.response)))
        store.press(.character("g"), .character("p"))
        #expect(store.state.focus == .request && store.state.request.part == .url)
        store = .opened(RequestDraft(url: "h/"))
        store.send(.sending(.refused(["header X: {{away}} is not defined"])))
        #expect(store.state.pastToasts.last?.text == "Not sent: header X: {{away}} is not defined")
    }

    @Test(arguments: [("http://h:99999/a", "The port 99999 is not between 1 and 65535"), ("http://[::1/x", "has unmatched brackets")])
    func `an invalid URL shows the reason and is not sent`(_ url: String, _ reason: String) {
        var store = TestStore.opened(RequestDraft(url: url))
        store.send(.application(.focus(.tree)))
        #expect(store.canvas.lines.contains { $0.contains(url + " ") && $0.contains("✗") })
        store.press(.control("l"))
        #expect(store.canvas.contains("─ ✗ The"))
        store.press(Key(.escape))
        #expect(!store.send(.request(.send)).contains { if case .sending(.send) = $0 { true } else { false } })
        #expect(store.state.pastToasts.last?.text.hasPrefix("Not sent: The ") == true)
        #expect(store.state.pastToasts.last?.text.contains(reason) == true)
        store.send(.request(.showIssue))
        #expect(store.state.request.part == .url)
    }

    @Test func `an invalid login address and an invalid source are named`() {
        var draft = RequestDraft(url: "http://h/", auth: AuthDraft(.oauth2, fields: ["tokenURL": "not a url %%", "issuer": "{{issuer}}"]))
        draft.captures = [Capture(variable: "id", from: "foo")]
        var store = TestStore.opened(draft)
        store.send(.request(.selectTab(.auth)))
        #expect(store.canvas.lines.contains { $0.contains("not a url %%") && $0.contains("✗ /path or a URL such as https://host/path") })
        store.send(.request(.send))
        #expect(store.state.pastToasts.last?.text.contains(" (and 1 more)") == true)
        let text = store.state.response.refusal ?? ""
        #expect(text.contains("Authentication, Token URL: expected /path or a URL such as https://host/path"))
        #expect(text.contains("capture id: expected from status, header, cookie, body, time, url, version, not “foo”"))
        #expect(!text.contains("Issuer"))
    }

    @Test func `a copy that fails is reported as not copied`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/", headers: [Row("a b", "1")]))
        store.send(.request(.submit(.copy(withSecrets: false))))
        #expect(store.state.toasts.last?.text.hasPrefix("Not copied: header a b") == true)
        store.send(.sending(.refused(["header X: {{away}} is not defined"], .copy(withSecrets: true))))
        #expect(store.state.toasts.last?.text.hasPrefix("Not copied: header X: {{away}} is not defined") == true)
    }
}
