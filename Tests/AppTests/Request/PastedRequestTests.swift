import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Commands typed or pasted into the URL, and the request that they replace.
@Suite struct PastedRequestTests {
    private static let command = "curl -X PUT 'http://127.0.0.1:9/put?z=1' -H 'A: b'"

    private func isTaken(_ store: TestStore) -> Bool {
        let draft = store.state.request.draft
        return draft.method == "PUT" && draft.url == "http://127.0.0.1:9/put" && draft.query == [Row("z", "1")]
            && draft.headers == [Row("A", "b")]
    }

    @Test(arguments: ["POST ", "POST :3000/a name=b", "https://h/a name==b X-Token:c"])
    func `words are announced as a request while they are typed`(text: String) {
        var store = TestStore.opened(RequestDraft())
        store.send(.request(.editURL))
        store.type(text)
        #expect(!store.canvas.contains("✗") && (store.state.request.lineProblem == nil || store.canvas.contains("Enter converts")))
    }

    @Test(arguments: [true, false])
    func `a command that is typed over a URL leaves the request with the URL that it had`(isTyped: Bool) {
        var store = TestStore.opened()
        store.press(.control("l"), .control("u"))
        if isTyped {
            store.type(Self.command)
            store.press(Key(.escape))
        } else {
            store.send(.input(.paste(Self.command)))
        }
        #expect(isTaken(store))
        #expect(store.state.request.path == nil)
        let left = store.state.openRequests.first { $0.path == Sample.draftPath }
        #expect(left?.draft == Sample.draft)
        #expect(left?.url.text == "people/:team?notify=true")
        #expect(left?.hasUnsavedChanges == false)
    }

    @Test(arguments: [[Key(.function(5))], [Key(.escape), .character("u")]])
    func `the message that offers to undo it goes when the request is sent or the change undone`(keys: [Key]) {
        var store = TestStore(size: Size(width: 120, height: 36))
        store.press(.control("l"))
        store.send(.input(.paste(Self.command)))
        #expect(store.state.toasts.count == 1)
        keys.forEach { store.press($0) }
        #expect(store.state.toasts.isEmpty)
    }

    @Test(arguments: [PaneID.tree, .request, .response, .history])
    func `a URL that is pasted while nothing is edited begins a new request`(pane: PaneID) {
        var store = TestStore.opened()
        store.send(.request(.kind(.setMethod("PATCH"))))
        store.send(.application(.focus(pane)))
        store.state.request.part = .url
        store.send(.input(.paste("http://127.0.0.1:9/new?z=1\n")))
        #expect(store.state.request.url.text == "http://127.0.0.1:9/new?z=1" && store.state.request.isTypingURL)
        #expect(store.state.request.path == nil && store.state.focus == .request)
        #expect(store.state.openRequests.first { $0.path == Sample.draftPath }?.url.text == "people/:team?notify=true")
    }

    @Test(arguments: [true, false])
    func `a URL that was wrapped is pasted as one line`(isTyping: Bool) {
        var store = TestStore()
        if isTyping { store.press(.control("l"), .control("u")) } else { store.send(.application(.focus(.tree))) }
        store.send(.input(.paste("http://127.0.0.1:9/new\n   ?z=1\r\n   &y=2\n")))
        #expect(store.state.request.url.text == "http://127.0.0.1:9/new?z=1&y=2")
    }

    @Test func `earlier edits in it stay, including its URL`() {
        var store = TestStore.opened()
        store.press(.control("l"), .control("u"))
        store.type("people/x?a=1")
        store.press(Key(.escape))
        store.send(.request(.kind(.setMethod("PATCH"))))
        store.press(.control("l"), .control("u"))
        store.type(Self.command)
        store.press(Key(.enter))
        #expect(isTaken(store))
        let left = store.state.openRequests.first { $0.path == Sample.draftPath }
        #expect(left?.url.text == "people/x?a=1")
        #expect(left?.base.method == "PATCH")
        #expect(left?.hasUnsavedChanges == true)
    }

    @Test func `typing and leaving the URL counts as an edit when a command is pasted elsewhere`() {
        var store = TestStore.opened()
        store.press(.control("l"), .control("u"))
        store.type("people/y")
        store.press(Key(.escape))
        store.send(.input(.paste(Self.command)))
        #expect(isTaken(store))
        #expect(store.state.openRequests.first { $0.path == Sample.draftPath }?.url.text == "people/y")
    }

    private static let secret = RequestDraft(
        name: "A", url: "https://api.example/get", headers: [Row("X-Key", "{{token}}")], auth: .bearer("{{token}}"))

    @Test(arguments: [Key(.enter), Key(.escape), Key(.tab), Key(.function(5))])
    func `words with a body become a request of their own, and the open one stays`(key: Key) {
        var store = TestStore.opened(Self.secret)
        store.press(.control("l"), .control("u"))
        store.type("POST http://127.0.0.1:9/x a=1")
        let effects = store.press(key)
        let made = store.state.request.draft
        #expect((made.method, made.url) == ("POST", "http://127.0.0.1:9/x"))
        #expect(made.headers.isEmpty && made.auth == AuthDraft() && made.body.json.contains("\"a\""))
        #expect(store.state.request.path == nil)
        let left = store.state.openRequests.first { $0.path == Sample.draftPath }
        #expect(left?.draft == Self.secret && left?.hasUnsavedChanges == false)
        let isSent = effects.contains { if case .sending(.send(let job)) = $0 { job.draft.url == made.url } else { false } }
        #expect(isSent == (key == Key(.function(5))))
    }

    @Test(arguments: ["PUT http://127.0.0.1:9/x", "PUT http://127.0.0.1:9/x q==1"])
    func `words with a method, a URL and a query change the open request`(words: String) {
        var store = TestStore.opened(Self.secret)
        store.press(.control("l"), .control("u"))
        store.type(words)
        store.press(Key(.enter))
        let draft = store.state.request.draft
        #expect((draft.method, draft.url, draft.headers) == ("PUT", "http://127.0.0.1:9/x", Self.secret.headers))
        #expect(store.state.request.path == Sample.draftPath)
    }

    @Test func `a pasted command whose files were read becomes a new request`() {
        var store = TestStore.opened(Self.secret)
        store.press(.control("l"), .control("u"))
        store.type("POST h/ note=@a.txt")
        store.press(Key(.escape))
        store.send(.request(.wordsRead("POST h/ note=@a.txt", files: ["a.txt": "hi"], nil)))
        #expect(store.state.request.path == nil && store.state.request.draft.body.json.contains("hi"))
        #expect(store.state.openRequests.first { $0.path == Sample.draftPath }?.draft == Self.secret)
    }

    @Test func `a pasted command that is the whole request is replaced by the parsed request`() {
        var store = TestStore.withTree()
        store.send(.tabs(.compose(RequestDraft(url: "POST h/x a=1"))))
        let count = store.state.tabs.count
        store.press(.function(5))
        #expect(store.state.tabs.count == count && store.state.request.url.text == "h/x")
    }

    @Test(arguments: [Key(.escape), Key(.enter), Key(.tab)])
    func `an empty new request is reused`(key: Key) {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type(Self.command)
        #expect(!store.state.request.params.rows.isEmpty)
        store.press(key)
        #expect(isTaken(store))
        #expect(store.state.tabs.count == 1)
        if key != Key(.escape) { store.press(Key(.escape)) }
        store.press(.character("u"))
        #expect(store.state.request.draft == RequestDraft())
        #expect(store.state.request.url.text.isEmpty && store.state.request.params.rows.isEmpty)
    }

    @Test(arguments: ["http://127.0.0.1:9/a http://b", "example.org/see https://other.org/x", "POST h/ a=b HTTPS://other.org/"])
    func `words with another URL stay, with the reason, and are not sent`(words: String) {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type(words)
        store.press(Key(.escape))
        #expect(store.state.request.url.text == words)
        #expect(store.state.request.headers.rows.isEmpty)
        #expect(store.canvas.contains("is a second URL; a request has only one"))
        store.press(.function(5))
        #expect(!store.effects.contains { if case .sending(.send) = $0 { true } else { false } })
        #expect(store.state.request.url.text == words)
    }

    @Test func `two pasted lines with URLs stay in the URL bar, with the reason`() {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.send(.input(.paste("http://127.0.0.1:9/a\nhttp://b\n")))
        store.press(Key(.escape))
        #expect(store.state.request.url.text == "http://127.0.0.1:9/a http://b")
        #expect(store.canvas.contains("“http://b” is a second URL"))
    }

    @Test func `an invalid method shows its reason while it is typed`() {
        var store = TestStore.opened()
        store.press(.character("m"))
        store.type("a b")
        #expect(store.canvas.contains("✗ The method \"a b\" is not a token"))
        store.press(Key(.enter))
        #expect(!store.state.windows.isEmpty)
        #expect(store.state.request.base.method == Sample.draft.method)
        store.press(.control("u"))
        store.type("purge-x")
        store.press(Key(.enter))
        #expect(store.state.request.base.method == "purge-x")
    }

    @Test func `an invalid method in a file is named, and nothing is sent`() {
        var store = TestStore.opened(RequestDraft(method: "a b", url: "http://h/"))
        #expect(store.canvas.contains("✗ The method \"a b\" is not a token"))
        store.press(.character("g"), .character("p"))
        #expect(store.state.toasts.last?.text.contains("is not a token") == true)
        store.press(.function(5))
        #expect(!store.effects.contains { if case .sending(.send) = $0 { true } else { false } })
        #expect(store.state.pastToasts.last?.text.hasPrefix("Not sent: The method \"a b\" is not a token") == true)
    }

    @Test(arguments: [RequestMessage.send, .submit(.preview)])
    func `the syntax error of the text is reported as the reason if the URL is in the text`(message: RequestMessage) {
        var store = TestStore.withTree()
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, "POST /post\nBad line"))))
        store.send(.request(.selectTab(.headers)))
        store.send(.request(message))
        #expect(store.state.pastToasts.last?.text.contains("Text tab: line 2") == true)
        #expect(store.state.layer == .nav)
        #expect(store.state.request.section == .document)
        #expect(store.state.request.document.cursor.line == 1)
    }

    @Test(arguments: RequestTab.allCases)
    func undoRevertsALoadedEntryInOneStep(tab: RequestTab) {
        var store = TestStore.opened()
        store.send(.request(.selectTab(tab)))
        store.send(.request(.kind(.setAuth(.basic))))
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.request(.selectTab(.auth)))
        store.press(Key(.enter))
        store.type("ann")
        store.press(Key(.escape))
        store.send(.request(.selectTab(.options)))
        store.press(Key(.enter))
        store.type("5")
        store.press(Key(.escape))
        store.send(.request(.selectTab(tab)))
        store.send(.application(.focus(.history)))
        let before = store.state.request.draft
        var old = Sample.draft
        old.auth.kind = .apiKey
        (old.auth["key"], old.auth["value"], old.auth["in"]) = ("X-Key", "{{token}}", "query")
        (old.docs, old.body.json, old.body.xml) = ("other", "[]", "<a/>")
        store.send(.tabs(.composeAgain(old, Exchange.Origin(workspace: "/somewhere/space", requestPath: Sample.draftPath))))
        #expect(store.state.request.draft.auth.kind == .apiKey)
        // Looking around changes nothing that there is to undo.
        for other in [RequestTab.auth, .text, .params, .options, tab] { store.send(.request(.selectTab(other))) }
        store.send(.request(.editURL))
        store.press(Key(.escape))
        store.send(.request(.undo))
        #expect(store.state.request.draft == before)
    }
}
