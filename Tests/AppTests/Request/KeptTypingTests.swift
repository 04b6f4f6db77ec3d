import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Typed text that is not a valid request yet is not lost.
@Suite struct KeptTypingTests {
    private func withBrokenText() -> TestStore {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, "GET h\nno header"))))
        return store
    }

    @Test func `invalid request text counts as unsaved, and saving does not overwrite it`() {
        var store = withBrokenText()
        #expect(store.state.request.documentProblem != nil)
        #expect(store.state.request.hasUnsavedChanges)
        #expect(store.press(.control("s")).allSatisfy { if case .workspace = $0 { false } else { true } })
        #expect(store.state.toasts.last?.topic == .saving(store.state.request.path))
        #expect(store.state.draftsToStore.map(\.request.unreadDocument) == ["GET h\nno header"])
    }

    @Test(arguments: [false, true])
    func `undo brings back an invalid text that was discarded, with the other changes`(hasOthers: Bool) {
        var store = TestStore.opened()
        if hasOthers { store.send(.request(.kind(.setMethod("PUT")))) }
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, "GET h\nno header"))))
        store.send(.tabs(.discardChanges(ofAll: false)))
        #expect(store.state.request.documentProblem == nil && !store.state.request.hasUnsavedChanges && store.state.request.canUndo)
        store.state.toasts = []
        store.send(.request(.undo))
        let request = store.state.request
        #expect(request.documentProblem != nil && request.document.text == "GET h\nno header" && request.hasUnsavedChanges)
        #expect((request.base.method == "PUT") == hasOthers)
    }

    @Test func `undo after a newer change leaves a discarded text`() {
        var store = withBrokenText()
        store.send(.tabs(.discardChanges(ofAll: false)))
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.request(.undo))
        #expect(store.state.request.documentProblem == nil && store.state.request.draft == Sample.draft)
        #expect(!store.state.request.canUndo)
    }

    @Test func `a text that is being typed counts as unsaved before it is read`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.text)))
        #expect(!store.state.request.hasUnsavedChanges)
        store.press(.character("e"))
        store.type("x")
        #expect(store.state.request.unreadDocument?.contains("x") == true)
        #expect(store.state.request.hasUnsavedChanges)
    }

    @Test func `typed text is restored after a restart`() {
        let text = withBrokenText().state.request.unreadDocument
        var store = TestStore.withTree()
        let kept = AutosavedDraft(path: Sample.draftPath, draft: Sample.draft, text: text)
        store.send(.session(.restored(kept, saved: Sample.draft)))
        #expect(store.state.request.tab == .text)
        #expect(store.state.request.document.text == text)
        #expect(store.state.request.documentProblem != nil)
        #expect(store.state.request.hasUnsavedChanges)
    }

    @Test func `a file changed by another program does not replace invalid text`() {
        var store = withBrokenText()
        var theirs = Sample.draft
        theirs.url = "pilots"
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.hasBanner)
        #expect(store.state.request.documentProblem != nil)
    }

    @Test func `reading the changed file can be undone`() {
        var store = TestStore.opened()
        store.send(.request(.kind(.setMethod("PATCH"))))
        var theirs = Sample.draft
        theirs.url = "pilots"
        store.send(.workspace(.requestRead(path: Sample.draftPath, theirs)))
        #expect(store.state.request.draft == theirs)
        #expect(!store.state.request.hasUnsavedChanges)
        store.send(.request(.undo))
        #expect(store.state.request.draft.method == "PATCH")
        #expect(store.state.request.hasUnsavedChanges)
    }

    @Test func `redo in an invalid text takes back the undo before it, not an older one of the request`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/a"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("X-Two")
        store.press(Key(.escape))
        if store.state.layer == .edit { store.press(Key(.escape)) }
        store.press(.character("u"))
        #expect(store.state.request.draft.headers == [])
        store.send(.request(.selectTab(.text)))
        store.press(.character("e"), Key(.end, .control))
        store.type("bad header line")
        store.press(Key(.escape))
        #expect(store.state.request.documentProblem != nil)
        let typed = store.state.request.document.text
        store.press(.character("u"))
        #expect(store.state.request.document.text != typed)
        store.press(.character("U"))
        #expect(store.state.request.document.text == typed && store.state.request.tab == .text)
        // The branch that was left by typing is gone.
        store.press(.character("U"))
        #expect(store.state.request.draft.headers == [] && store.state.request.tab == .text)
    }

    @Test func `undo in a cell goes on with the changes before it, and typing goes on`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.send(.input(.paste("X-A: 1\nX-B: 2\n")))
        /// The names of the rows, and none for the row that is edited.
        func names() -> [String] { store.state.request.headers.rows.map { $0[0] } }
        store.press(.control("_"))
        #expect(names() == [""] && store.state.request.isEditing)
        store.press(.control("y"))
        #expect(store.state.request.draft.headers == [Row("X-A", "1"), Row("X-B", "2")] && store.state.request.isEditing)
        store.press(.control("_"))
        store.type("X-Long")
        store.press(Key(.tab), .control("_"))
        #expect(names() == [""] && store.state.request.isEditing)
        store.type("Y")
        #expect(store.state.request.draft.headers == [Row("Y", "")])
    }

    @Test func `undo in a cell does not leave its table`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.kind(.setMethod("PUT"))))
        store.press(.control("l"), Key(.end))
        store.type("path")
        store.press(Key(.escape))
        if store.state.layer == .edit { store.press(Key(.escape)) }
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"), .control("_"))
        #expect(store.state.request.isEditing && store.state.request.tab == .headers)
        #expect(store.state.request.url.text == "http://h/path")
        store.press(Key(.escape), .character("u"))
        #expect(store.state.request.url.text == "http://h/")
    }

    @Test func `undo brings no empty row back`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.send(.input(.paste("X-A: 1\nX-B: 2\n")))
        store.press(Key(.escape), .character("u"))
        #expect(store.state.request.headers.rows.isEmpty)
        store.press(.character("U"))
        #expect(store.state.request.draft.headers == [Row("X-A", "1"), Row("X-B", "2")])
        // A row that was begun and left costs no step.
        store.press(.character("a"), Key(.escape), .character("u"))
        #expect(store.state.request.headers.rows.isEmpty)
    }

    @Test func `beginning a row keeps the redo`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("X-A:1")
        store.press(Key(.escape), .character("u"))
        store.press(.character("u"))
        store.press(.character("a"), Key(.escape))
        store.press(.character("U"), .character("U"))
        #expect(store.state.request.draft.headers == [Row("X-A", "1")])
    }
}

/// HTTPie's words, on every way out of the URL bar.
@Suite struct TypedWordsTests {
    private func typed(_ words: String) -> TestStore {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type(words)
        return store
    }

    @Test func `sending accepts the words`() {
        var store = typed("PUT h/anything q==1")
        guard case .sending(.send(let job))? = store.press(.function(5)).last else { return #expect(Bool(false), "nothing was sent") }
        #expect((job.draft.method, job.draft.url) == ("PUT", "h/anything"))
        #expect(job.draft.query == [Row("q", "1")])
    }

    @Test(arguments: [Key(.escape), Key(.tab)])
    func `leaving accepts the words, and undo restores the text`(_ key: Key) {
        var store = typed("PUT h/anything q==1")
        store.press(key)
        #expect((store.state.request.draft.method, store.state.request.url.text) == ("PUT", "h/anything?q=1"))
        store.send(.request(.undo))
        #expect(store.state.request.url.text == "PUT h/anything q==1")
    }

    @Test func `a URL with a space is one URL, and a message reports that words became a body`() {
        var store = typed("http://h/get?q=a b&z=1")
        guard case .sending(.send(let job))? = store.press(.function(5)).last else { return #expect(Bool(false), "nothing was sent") }
        #expect((job.draft.method, job.draft.url, job.draft.query) == ("GET", "http://h/get", [Row("q", "a b"), Row("z", "1")]))
        store = typed("http://h/get a=b")
        store.press(Key(.escape))
        #expect(store.state.request.base.method == "POST")
        #expect(store.state.toasts.last?.topic == .draft)
    }

    @Test func `words that need a file wait until they are sent`() {
        var store = typed("POST h/ note=@a.txt")
        #expect(store.press(Key(.escape)).isEmpty)
        #expect(store.state.request.url.text == "POST h/ note=@a.txt")
        #expect(store.press(.function(5)) == [.workspace(.readTexts(["a.txt"], for: "POST h/ note=@a.txt", .send))])
    }
}

/// The path's parameters, in the URL and in their table.
@Suite struct PathParameterTests {
    private func opened() -> TestStore {
        var store = TestStore.opened(RequestDraft(url: "http://h/:kind/x/:id?a=1#f"))
        store.send(.request(.selectTab(.params)))
        return store
    }

    @Test func `deleting the row removes the parameter from the URL`() {
        var store = opened()
        store.press(.character("d"))
        #expect(store.state.request.url.text == "http://h/x/:id?a=1#f")
        store.send(.request(.undo))
        #expect(store.state.request.url.text == "http://h/:kind/x/:id?a=1#f")
        #expect(store.state.request.params.rows.map { $0[0] } == [":kind", ":id", "a"])
    }

    @Test func `renaming a row renames it in the URL`() {
        var store = opened()
        store.press(.character("e"), Key(.tab, .shift), Key(.end))
        store.type("zoo")
        store.press(Key(.escape))
        #expect(store.state.request.url.text == "http://h/:kindzoo/x/:id?a=1#f")
        #expect(store.state.request.params.rows.map { $0[0] } == [":kindzoo", ":id", "a"])
    }

    @Test func `a path parameter cannot be switched off`() {
        var store = opened()
        store.press(.character(" "))
        #expect(store.state.request.params.rows[0].isEnabled)
        #expect(store.state.toasts.last?.kind == .warning)
    }
}
