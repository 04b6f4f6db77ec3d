import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct SessionTests {
    private func sample() -> Session {
        var session = Session()
        session.layout.set(.sidebar, to: 0.4)
        session.layout.set(.request, to: 0.2)
        session.layout.set(.requestBeside, to: 0.6)
        session.layout.arrangement = .stacked
        session.layout.zoomed = .tree
        session.layout.wrapsBody = true
        session.focus = .history
        session.open = ["collections/star-wars/planets.request.json"]
        session.current = "collections/star-wars/planets.request.json"
        session.front = 0
        session.responses = ["entry"]
        session.sections = ["auth"]
        session.expanded = ["collections/star-wars", "collections/star-wars/people"]
        session.selected = "collections/star-wars/people/list.request.json"
        session.favorites = ["collections/star-wars/people"]
        session.environments = ["collections/star-wars": "collections/star-wars/environments/swapi.json"]
        session.queries = [".total", "$.items[*]"]
        return session
    }

    @Test func restoresQueriesExceptThoseThatMayHoldSecrets() {
        var state = AppState(workspaceFolder: "space", themes: [], session: sample())
        #expect(state.queries == [".total", "$.items[*]"])
        state.queries += ["!curl -u me:secret http://h/", " .private", String(repeating: "x", count: 3000), ".new"]
        #expect(Session(of: state).queries == [".total", "$.items[*]", ".new"])
        state.queries = (0..<300).map { ".[\($0)]" }
        #expect(Session(of: state).queries.count == 100)
        #expect(Session(of: state).queries.last == ".[299]")
    }

    @Test func `the setting arranges the panes unless another arrangement was chosen`() throws {
        var settings = Settings()
        settings.arrangement = .sideBySide
        func restored(_ json: String) throws -> AppState {
            AppState(workspaceFolder: "space", themes: [], settings: settings, session: Session(json: try JSONValue(parsing: json)))
        }
        #expect(try restored(#"{"version": 1, "layout": {"arrangement": "automatic"}}"#).layout.arrangement == .sideBySide)
        var state = try restored(Session(of: AppState(workspaceFolder: "space", themes: [])).json.compactText)
        #expect(state.layout.arrangement == .sideBySide)
        #expect(Session(of: state).json["layout"]?["arrangement"] == nil)
        state.layout.arrangement = .automatic
        #expect(try restored(Session(of: state).json.compactText).layout.arrangement == .automatic)
    }

    @Test func sessionRoundTrips() {
        #expect(Session(json: sample().json) == sample())
    }

    @Test(arguments: ["[]", "{}", #"{"layout": {"sidebar": "wide", "zoomed": 9}, "open": [1], "environments": {"a": 1}, "focus": "x"}"#])
    func anInvalidSessionIsReadAsAnEmptyOne(text: String) throws {
        #expect(Session(json: try JSONValue(parsing: text)) == Session())
    }

    @Test func restoresTheRequestAtTheNextStart() {
        var state = AppState(workspaceFolder: "space", themes: [Theme(name: "plain", appearance: .dark, styles: [:])], session: sample())
        state.size = Size(width: 120, height: 40)
        #expect(state.layout == sample().layout)
        #expect(state.startEffects().contains(.autosave(.resume(sample().open, current: sample().current))))
        _ = Reducer.reduce(&state, .workspace(.opened(Sample.tree, isWhole: true)))
        #expect(state.tree.current?.node.name == "List people")
        #expect(state.environment?.name == "swapi")
        let path = sample().open[0]
        let opened = Reducer.reduce(&state, .session(.opened(path: path, RequestDraft(name: "Planets"), isCurrent: true)))
        #expect(state.request.path == path)
        #expect(opened == [.workspace(.readVariables(environmentPath: state.environment?.path, requestPath: path))])
        #expect(Session(of: state).open == sample().open)
    }

    @Test func autosavesAfterTheLastKey() {
        var store = TestStore.withTree()
        store.send(.session(.storeDrafts))
        #expect(SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.request(.kind(.setMethod("PUT"))))
        #expect(
            SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]) == [
                .after(.seconds(1), .autosaveDelay, .session(.storeDrafts))
            ])
        #expect(SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        let effects = store.send(.session(.storeDrafts))
        #expect(effects.first == .autosave(.drafts(of: [store.state.request], tabs: [0])))
        #expect(
            SessionUpdate.schedule(&store.state, after: [.session(.storeDrafts)]).isEmpty, "nobody touched it since: the program sleeps")
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, store.state.request.draft)))
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        #expect(store.send(.session(.storeDrafts)).first == .autosave(.drafts(of: [])))
        #expect(SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
    }

    @Test(arguments: [Key.control("q"), .character("q")])
    func `quitting does not ask and keeps the drafts`(key: Key) {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.request(.kind(.setMethod("PUT"))))
        let effects = store.press(key)
        #expect(effects.contains(.autosave(.drafts(of: [store.state.request], tabs: [0]))))
        #expect(effects.last == .quit)
    }

    @Test func `quitting asks while unsaved edits cannot be stored`() {
        var store = TestStore.opened()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.session(.autosaved(isFailing: true)))
        store.press(.control("q"))
        #expect(!store.state.isQuitting && store.canvas.contains("Unsaved, and not restored: Create a pilot."))
        #expect(!store.canvas.contains("restored at the next start"))
        store.press(Key(.escape))
        store.send(.session(.autosaved(isFailing: false)))
        #expect(store.press(.control("q")).last == .quit)
    }

    @Test func `quitting asks if the setting requires it`() {
        var store = TestStore.opened()
        store.state.settings.confirmsQuit = true
        store.send(.request(.kind(.setMethod("PUT"))))
        store.press(.control("q"))
        #expect(!store.state.isQuitting)
        #expect(store.canvas.contains("Unsaved, restored at the next start:") && store.canvas.contains("· Create a pilot"))
        #expect(store.press(.character("q")).contains(.autosave(.drafts(of: [store.state.request], tabs: [0]))))
    }

    @Test func `quitting before everything is restored adds to the stored edits, and keeps the session`() {
        var store = TestStore.opened()
        store.state.isResuming = true
        store.send(.request(.kind(.setMethod("PUT"))))
        #expect(store.send(.session(.storeDrafts)).isEmpty)
        let effects = store.press(.control("q"))
        #expect(effects == [.autosave(.drafts(of: [store.state.request], tabs: [0], isAdded: true)), .quit])
    }

    @Test func `drafts are restored to their tabs, with the same tab in front`() {
        var session = Session()
        (session.front, session.focus) = (1, .request)
        var state = AppState(workspaceFolder: "space", themes: [Theme(name: "plain", appearance: .dark, styles: [:])], session: session)
        state.size = Size(width: 120, height: 40)
        var store = TestStore(state: state)
        store.send(.session(.opened(path: Sample.draftPath, Sample.draft, isCurrent: false)))
        store.send(.session(.restored(AutosavedDraft(path: nil, draft: RequestDraft(name: "Scratch"), tab: 1), saved: nil)))
        var edited = Sample.draft
        edited.method = "PUT"
        store.send(.session(.restored(AutosavedDraft(path: Sample.draftPath, draft: edited, tab: 0), saved: Sample.draft)))
        store.send(.session(.resumed))
        #expect(store.state.windows.isEmpty)
        #expect(store.state.openRequests.map(\.name) == ["Create a pilot", "Scratch"])
        #expect(store.state.openRequests.allSatisfy { $0.hasUnsavedChanges })
        #expect(store.state.request.name == "Scratch" && store.state.focus == .request && store.state.layer == .nav)
        #expect(store.canvas.contains("●"))
    }

    @Test func `a merge after a restart starts from the draft's original file`() {
        var session = Session()
        (session.front, session.focus) = (0, .request)
        var state = AppState(workspaceFolder: "space", themes: [Theme(name: "plain", appearance: .dark, styles: [:])], session: session)
        state.size = Size(width: 120, height: 40)
        var store = TestStore(state: state)
        var (edit, theirs) = (AutosavedDraft(path: Sample.draftPath, draft: Sample.draft, tab: 0), Sample.draft)
        (edit.draft.url, edit.file, theirs.method) = ("mine", Sample.draft, "PATCH")
        store.send(.session(.restored(edit, saved: theirs)))
        store.send(.session(.resumed))
        store.press(.control("s"))
        var both = theirs
        both.url = "mine"
        #expect(store.press(.character("m")).contains(.workspace(.overwriteRequest(path: Sample.draftPath, draft: both))))
    }

    @Test func `the tab in front is found by its file if another tab is gone`() {
        var session = Session()
        (session.front, session.current) = (1, "collections/x/b.request.json")
        var state = AppState(workspaceFolder: "space", themes: [Theme(name: "plain", appearance: .dark, styles: [:])], session: session)
        state.size = Size(width: 120, height: 40)
        var store = TestStore(state: state)
        for name in ["b", "c"] {
            let path = "collections/x/\(name).request.json"
            store.send(.session(.opened(path: path, RequestDraft(name: name), isCurrent: name == "b")))
        }
        store.send(.session(.resumed))
        #expect(store.state.request.name == "b")
    }

    @Test func `if the selected tab cannot be restored, its neighbour is selected`() {
        var store = TestStore.withTree()
        for name in ["a", "b", "c"] {
            let path = "collections/x/\(name).request.json"
            store.send(.session(.opened(path: path, RequestDraft(name: name), isCurrent: name == "b")))
        }
        #expect(Session(of: store.state).front == 1)
        store.press(.control("n"))
        #expect(store.state.request.isBlank && store.state.tabs.index == 2)
        #expect(Session(of: store.state).front == 1)
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        store.send(.session(.storeDrafts))
        #expect(SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
    }

    @Test func `drafts of two windows over the same file both come back`() throws {
        var store = TestStore.withTree()
        store.send(.session(.opened(path: Sample.draftPath, Sample.draft, isCurrent: true)))
        let drafts = ["PUT", "PATCH", "PATCH"].map { method in
            var kept = AutosavedDraft(path: Sample.draftPath, draft: Sample.draft, tab: 0)
            (kept.draft.method, kept.file) = (method, Sample.draft)
            return kept
        }
        for kept in drafts { store.send(.session(.restored(kept, saved: Sample.draft))) }
        store.send(.session(.resumed))
        #expect(store.state.openRequests.map(\.draft.method) == ["PUT", "PATCH"], "equal drafts are one")
        #expect(store.state.openRequests.map(\.path) == [Sample.draftPath, nil])
        #expect(store.state.openRequests[1].folder == "collections/star-wars/people")
        #expect(store.state.draftsToStore.map(\.request.draft.method) == ["PUT", "PATCH"])
        #expect(store.state.openRequests[1].name == "Create a pilot (other draft)")
        #expect(store.canvas.contains("Create a pilot (other draft)"), "a message names it")
    }

    @Test func `invalid text is restored to its own tab`() {
        var store = TestStore.withTree()
        for text in ["GET one", "GET two", "GET two"] {
            let kept = AutosavedDraft(path: Sample.draftPath, draft: Sample.draft, text: text + "\nno header", textBase: Sample.draft)
            store.send(.session(.restored(kept, saved: Sample.draft)))
        }
        #expect(store.state.openRequests.map(\.unreadDocument) == ["GET one\nno header", "GET two\nno header"])
    }

    @Test func `the response of a tab comes back once the tab is in front`() {
        var session = sample()
        session.open = ["collections/a.request.json", "collections/b.request.json"]
        (session.front, session.current, session.responses) = (0, session.open[0], ["one", "two"])
        var store = TestStore(state: AppState(workspaceFolder: "space", themes: [], session: session))
        for path in session.open {
            store.send(.session(.opened(path: path, RequestDraft(name: path, url: "http://h/"), isCurrent: path == session.current)))
        }
        let first = store.state.tabs.front.id
        #expect(store.send(.session(.resumed)).contains(.history(.reopen("one", owner: first))))
        #expect(Session(of: store.state).responses == ["", "two"])
        let focus = store.state.focus
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: first, as: .restored))))
        #expect(store.state.response.exchange?.id == "one" && store.state.focus == focus)
        #expect(Session(of: store.state).responses == ["one", "two"])
        let effects = store.send(.tabs(.select(1)))
        #expect(effects.contains(.history(.reopen("two", owner: store.state.tabs.front.id))))
        // Text that is already visible stays.
        store.send(.history(.store(.opened(Sample.exchange("three"), owner: store.state.tabs.front.id))))
        store.send(.history(.store(.opened(Sample.exchange("two"), owner: store.state.tabs.front.id, as: .restored))))
        #expect(store.state.response.exchange?.id == "three")
    }

    @Test func `a draft reports that its file has changed`() {
        var kept = AutosavedDraft(path: Sample.draftPath, draft: Sample.draft)
        kept.draft.method = "PUT"
        for url in [Sample.draft.url, "pilots"] {
            kept.file = Sample.draft
            var now = Sample.draft
            now.url = url
            var store = TestStore.withTree()
            store.send(.session(.restored(kept, saved: now)))
            #expect(store.hasBanner == (url == "pilots"))
        }
    }

    @Test(arguments: [false, true])
    func `a draft whose file is gone waits for it, and without edits it is saved then`(isEdited: Bool) {
        var kept = AutosavedDraft(path: Sample.draftPath, draft: Sample.draft, tab: 0)
        kept.file = Sample.draft
        if isEdited { kept.draft.method = "PUT" }
        var store = TestStore.withTree()
        store.send(.session(.restored(kept, saved: nil)))
        #expect(store.state.request.path == Sample.draftPath && store.state.request.isFileGone && store.state.request.hasUnsavedChanges)
        var next = TestStore.withTree()
        next.send(.session(.restored(store.state.request.typedText(tab: 0), saved: Sample.draft)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, Sample.draft)))
        for request in [next.state.request, store.state.request] {
            #expect(request.path == Sample.draftPath && !request.isFileGone && request.hasUnsavedChanges == isEdited)
        }
    }

    @Test func `a draft without edits takes the content of its returned file`() {
        var kept = AutosavedDraft(path: Sample.draftPath, draft: Sample.draft, tab: 0)
        kept.file = Sample.draft
        var now = Sample.draft
        now.url = "pilots"
        var (later, next) = (TestStore.withTree(), TestStore.withTree())
        later.send(.session(.restored(kept, saved: nil)))
        later.send(.workspace(.changedOutside(path: Sample.draftPath, now)))
        next.send(.session(.restored(kept, saved: now)))
        for request in [later.state.request, next.state.request] {
            #expect(request.draft == now && request.path == Sample.draftPath)
            #expect(!request.hasUnsavedChanges && !request.isFileGone && request.diskChange == nil)
        }
    }

    @Test func `a sent request without a file needs no draft`() {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("http://h/")
        for (isEdited, count) in [(false, 0), (true, 1)] {
            store.press(.control("r"))
            store.respond("1")
            store.send(.application(.focus(.request)))
            if isEdited { store.send(.request(.kind(.setMethod("PUT")))) }
            #expect(store.state.draftsToStore.count == count)
        }
        // The history keeps no credentials.
        store.state.request.headers.show([TableRow(["Authorization", "Bearer abc"])])
        store.send(.request(.kind(.setMethod("GET"))))
        store.press(.control("r"))
        store.respond("1")
        #expect(store.state.draftsToStore.count == 1)
    }

    @Test func `a sent request needs a draft once its entry is deleted`() throws {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("http://h/")
        store.press(.control("r"))
        store.respond("1")
        let summary = try #require(store.state.response.exchange?.summary)
        store.send(.history(.store(.listed([summary], after: nil, query: HistoryFilter()))))
        store.send(.history(.delete))
        #expect(store.state.draftsToStore.count == 1)
    }

    @Test func `an address typed at the first start appears in the URL`() {
        var state = AppState(workspaceFolder: "space", themes: [Theme(name: "plain", appearance: .dark, styles: [:])])
        state.size = Size(width: 120, height: 40)
        var store = TestStore(state: state)
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        store.send(.session(.resumed))
        store.type("https://q.example/d")
        #expect(store.state.request.url.text == "https://q.example/d")
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [(PaneID.request, Layer.edit), (.response, .edit), (.tree, .nav), (.history, .nav)])
    func `a session without requests restores the focus`(focus: PaneID, layer: Layer) {
        var session = Session()
        session.focus = focus
        var state = AppState(workspaceFolder: "space", themes: [], session: session)
        _ = Reducer.reduce(&state, .session(.resumed))
        #expect(state.layer == layer && state.focus == (focus == .response ? .request : focus))
    }

    @Test func `keys that come before all is back wait for it`() {
        var state = AppState(workspaceFolder: "space", themes: [], session: sample())
        state.focus = .tree
        var early = EarlyKeys()
        func holds(_ message: Message) -> Bool { early.hold(message, state) }
        func released() -> [Message] { early.release(state) }
        let (first, second) = (Message.input(.key(.character("j"))), Message.input(.paste("x")))
        #expect(holds(first))
        #expect(!holds(.input(.key(.control("q")))), "it ends the program in any case")
        #expect(!holds(.session(.resumed)))
        _ = Reducer.reduce(&state, .session(.resumed))
        #expect(released().isEmpty, "the tree is still read")
        _ = Reducer.reduce(&state, .workspace(.opened(Sample.tree, isWhole: true)))
        #expect(holds(second), "it stays behind what came before it")
        #expect(released() == [first, second])
        #expect(!holds(first))
        #expect(released().isEmpty)
    }

    @Test func restoresTabsInOrder() {
        var store = TestStore.withTree()
        for name in ["a", "b", "c"] {
            let draft = RequestDraft(name: name)
            store.send(.session(.opened(path: "collections/x/\(name).request.json", draft, isCurrent: name == "c")))
        }
        #expect(store.state.openRequests.map(\.name) == ["a", "b", "c"])
        #expect(store.state.request.name == "c")
        // They were the second and the fourth, and are in no file; the last one was open over its file.
        for (name, tab) in [("new", 1), ("newer", 3)] {
            store.send(.session(.restored(AutosavedDraft(path: nil, draft: RequestDraft(name: name), tab: tab), saved: nil)))
        }
        let edited = AutosavedDraft(path: "collections/x/b.request.json", draft: RequestDraft(name: "b", method: "PUT"), tab: 2)
        store.send(.session(.restored(edited, saved: RequestDraft(name: "b"))))
        #expect(store.state.openRequests.map(\.name) == ["a", "new", "b", "newer", "c"])
        #expect(store.state.openRequests[2].base.method == "PUT")
        #expect(store.state.request.name == "c")
    }
}
