import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct RequestUpdateTests {
    private func opened() -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.effects = []
        return store
    }

    @Test(arguments: [Character("a"), "B"]) func `rows are added while the cursor is in the URL`(key: Character) {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.application(.focus(.request)))
        store.state.request.part = .url
        store.press(.character(key))
        #expect(store.state.request.part == .content && store.state.request.isEditing)
    }

    @Test func showsTheRequestThatWasRead() {
        let store = opened()
        #expect(store.state.request.draft == Sample.draft)
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(store.state.request.url.text == "people/:team?notify=true")
        #expect(store.state.focus == .request)
    }

    @Test func typingInTheURLChangesTheParameters() {
        var store = opened()
        store.press(.control("l"), Key(.end))
        store.type("&page=2")
        #expect(store.state.request.draft.query == [Row("notify", "true"), Row("quiet", "1", isEnabled: false), Row("page", "2")])
        #expect(store.state.request.hasUnsavedChanges)
        #expect(store.state.request.draft.url == "people/:team")
    }

    @Test func disablingAParameterRemovesItFromTheURL() {
        var store = opened()
        store.send(.request(.selectTab(.params)))
        store.press(Key(.down), .character(" "))
        #expect(store.state.request.url.text == "people/:team")
        #expect(store.state.request.draft.query.first == Row("notify", "true", isEnabled: false))
    }

    @Test func `a colon after a header's name goes to its value`() {
        var store = opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("X-Token: a b:c")
        store.press(Key(.escape))
        #expect(store.state.request.draft.headers.last == Row("X-Token", "a b:c"))
    }

    @Test func `an automatic header is replaced or switched off where it stands`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("G"))
        let last = store.state.request.headers.table.selected
        func row(of name: String, _ store: TestStore) -> Int? {
            store.state.requestContext.shape(of: .headers, store.state.request).added.firstIndex { $0[0] == name }
        }
        for _ in 0..<last { store.press(.character("k")) }
        for _ in 0...(row(of: "Accept", store) ?? 0) { store.press(.character("j")) }
        store.press(Key(.enter))
        store.type("text/html")
        // What completes the word goes first.
        store.press(Key(.escape))
        if store.state.layer == .edit { store.press(Key(.escape)) }
        #expect(store.state.request.draft.headers == [Row("Accept", "text/html")])
        for _ in 0...((row(of: "User-Agent", store) ?? 0) + 1) { store.press(.character("j")) }
        store.press(.character(" "))
        #expect(store.state.request.draft.headers.last == Row("User-Agent", "", isEnabled: false))
        for _ in 0...((row(of: "Host", store) ?? 0) + 1) { store.press(.character("j")) }
        store.press(.character(" "))
        #expect(store.state.request.draft.headers.count == 2 && store.state.toasts.last?.kind == .warning)
    }

    @Test func `Enter on a path parameter edits its value`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/u/:id"))
        store.send(.request(.selectTab(.params)))
        store.press(.character("g"), .character("g"), Key(.enter))
        store.type("42")
        store.press(Key(.escape))
        #expect(store.state.request.url.text == "http://h/u/:id")
        #expect(store.state.request.params.rows[0].cells.prefix(2) == [":id", "42"])
    }

    @Test func `renaming a request can be undone in the tree`() {
        var store = opened()
        store.press(Key(.function(2)))
        store.type("beta")
        #expect(store.press(Key(.enter)).contains(.workspace(.change(.rename(path: Sample.draftPath, name: "beta"), .new))))
    }

    @Test func aHeaderIsAddedByTyping() {
        var store = opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("X-Token")
        store.press(Key(.tab))
        store.type("abc")
        store.press(Key(.escape))
        #expect(store.state.layer == .nav)
        #expect(store.state.request.draft.headers == [Row("Accept", "application/json"), Row("X-Token", "abc")])
    }

    @Test func theBodyIsEditedAndUndone() {
        var store = opened()
        store.send(.request(.selectTab(.body)))
        store.press(.character("e"))
        store.type("x")
        #expect(store.state.request.draft.body.json.hasPrefix("x{"))
        #expect(store.state.request.hasUnsavedChanges)
        store.press(Key(.escape), .character("u"))
        #expect(store.state.request.draft == Sample.draft)
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func changingTheBodyKindAndBackKeepsEverything() {
        var store = opened()
        for kind in BodyDraft.Kind.allCases + [.json] { store.send(.request(.kind(.setBody(kind)))) }
        #expect(store.state.request.draft == Sample.draft)
    }

    @Test func formattingAnInvalidBodySaysWhere() {
        var store = opened()
        store.write("{\"a\": }", as: .json, in: .json)
        store.format(.text(.format))
        #expect(store.state.toasts.last?.kind == .error)
        store.send(.request(.text(.edited(.json, "{\"a\":1}"))))
        store.format(.text(.format))
        #expect(store.state.request.draft.body.json == "{\n  \"a\": 1\n}\n")
    }

    @Test func sendsTheUnsavedDraft() {
        var store = opened()
        store.press(.function(5))
        var job = SendJob(
            draft: Sample.draft, path: Sample.draftPath, environmentPath: "collections/star-wars/environments/local.json")
        job.owner = store.state.response.owner
        #expect(store.effects.last == .sending(.send(job)))
    }

    @Test func enterInTheURLSends() {
        var store = opened()
        store.press(.control("l"))
        let effects = store.press(Key(.enter))
        guard case .sending(.send) = effects.last else { return #expect(Bool(false), "nothing was sent") }
    }

    @Test func openingAnotherRequestKeepsUnsavedChanges() {
        var store = opened()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.open(path: "collections/star-wars/planets.request.json")))
        store.send(.workspace(.requestRead(path: "collections/star-wars/planets.request.json", RequestDraft(name: "Planets"))))
        #expect(store.state.isUnsaved(Sample.draftPath))
        store.send(.tabs(.open(path: Sample.draftPath)))
        #expect(store.state.request.base.method == "PUT")
        #expect(store.state.openRequests.map(\.path) == [Sample.draftPath, "collections/star-wars/planets.request.json"])
    }

    @Test func savingANewRequestAsksForItsName() {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("http://h/")
        store.press(.control("s"))
        store.type("Mine")
        let effects = store.press(Key(.enter))
        let draft = RequestDraft(name: "Mine", url: "http://h/")
        #expect(
            effects == [.workspace(.createRequest(folder: "collections/star-wars", draft: draft, of: store.state.tabs.front.id))])
    }

    @Test func pastedNewlinesDoNotSend() {
        var store = opened()
        store.press(.control("l"))
        store.effects = []
        store.send(.input(.paste("http://h/\nx\n")))
        #expect(store.effects.isEmpty)
        #expect(store.state.request.url.text == "http://h/x")
    }

    @Test(arguments: [BodyDraft.Kind.json, .text])
    func `choosing a body kind starts editing, also if it was chosen before`(kind: BodyDraft.Kind) {
        var store = TestStore.opened()
        store.press(.character("b"))
        store.type(kind.rawValue)
        store.press(Key(.enter))
        #expect(store.state.request.bodyKind == kind && store.state.layer == .edit)
    }

    @Test(arguments: [(Size(width: 120, height: 40), "Multipart (1 part)"), (Size(width: 40, height: 12), "Multipart")])
    func `all content that is kept is named, with less detail where there is little room`(size: Size, end: String) {
        let body = BodyDraft(kind: .none, json: "{}", form: [Row("a", "1")], parts: [.init("a", "1")])
        var store = TestStore.opened(RequestDraft(body: body))
        store.state.size = size
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.body)))
        #expect(store.canvas.contains("Kept: JSON") && store.canvas.contains(end) && !store.canvas.contains(end + "…"))
    }

    @Test(arguments: [
        (BodyDraft(kind: .json, json: "{\n}"), "JSON (2 lines)"),
        (BodyDraft(kind: .graphql, graphql: .init(variables: "{}")), "GraphQL (1 line)"),
        (BodyDraft(kind: .form, form: [Row("a", "1"), Row("b", "2")]), "Form (2 fields)"),
        (BodyDraft(kind: .multipart, parts: [.init("a", "1")]), "Multipart (1 part)"),
        (BodyDraft(kind: .file, file: "photo.png"), "File (photo.png)"),
    ])
    func `a body that is switched off is named, and its type brings it back`(body: BodyDraft, kept: String) {
        var store = TestStore.opened(RequestDraft(body: body))
        store.send(.request(.kind(.setBody(.none))))
        #expect(store.canvas.contains("No body is sent. Kept: \(kept)"))
        #expect(store.canvas.contains("Choose its type to send it again"))
        store.press(.character("b"), Key(.enter))
        #expect(store.state.request.draft.body == body)
        store.press(Key(.escape))
        store.send(.request(.kind(.setBody(.xml))))
        store.send(.request(.kind(.pickBody)))
        #expect(store.canvas.contains("kept: "))
    }

    @Test(arguments: [("us:er", true), ("user", false), ("{{user}}", false)])
    func `a user name that Basic authentication cannot send is marked`(name: String, isMarked: Bool) {
        var store = TestStore.withTree()
        var draft = Sample.draft
        draft.auth = AuthDraft(.basic, fields: ["username": name, "password": "p"])
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        #expect((store.state.request.auth.rows.first?.problem != nil) == isMarked)
        #expect(store.state.request.fieldProblems.isEmpty != isMarked)
    }
}
