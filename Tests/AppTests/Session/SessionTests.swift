import JSON
import Screen
import Testing
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
        session.theme = "nord"
        session.open = ["collections/star-wars/planets.request.json"]
        session.current = "collections/star-wars/planets.request.json"
        session.expanded = ["collections/star-wars", "collections/star-wars/people"]
        session.selected = "collections/star-wars/people/list.request.json"
        session.favorites = ["collections/star-wars/people"]
        session.environments = ["collections/star-wars": "collections/star-wars/environments/swapi.json"]
        session.queries = [".total", "$.items[*]"]
        return session
    }

    @Test func queriesComeBackButForWhatMayHoldSecrets() {
        var state = AppState(workspaceName: "space", themes: [], session: sample())
        #expect(state.queries == [".total", "$.items[*]"])
        state.queries += ["!curl -u me:secret http://h/", " .private", String(repeating: "x", count: 3000), ".new"]
        #expect(Session(of: state).queries == [".total", "$.items[*]", ".new"])
        state.queries = (0..<300).map { ".[\($0)]" }
        #expect(Session(of: state).queries.count == 100)
        #expect(Session(of: state).queries.last == ".[299]")
    }

    @Test func isReadAsItWasWritten() {
        #expect(Session(json: sample().json) == sample())
    }

    @Test func aSessionWithOneShareForBothArrangementsIsRead() throws {
        let layout = Session(json: try JSONValue(parsing: #"{"layout": {"request": 0.3}}"#)).layout
        #expect(layout.requestShare == 0.3 && layout.requestShareBeside == 0.3)
    }

    @Test(arguments: ["[]", "{}", #"{"layout": {"sidebar": "wide", "zoomed": 9}, "open": [1], "environments": {"a": 1}, "focus": "x"}"#])
    func whatIsWrongIsAsAtAFirstStart(text: String) throws {
        #expect(Session(json: try JSONValue(parsing: text)) == Session())
    }

    @Test func comesBackAtTheNextStart() {
        var state = AppState(workspaceName: "space", themes: [Theme(name: "plain", appearance: .dark, styles: [:])], session: sample())
        state.size = Size(width: 120, height: 40)
        #expect(state.layout == sample().layout)
        #expect(state.startEffects().contains(.keep(.openRequests(sample().open, current: sample().current))))
        _ = Reducer.reduce(&state, .workspace(.opened(Sample.tree, isWhole: true)))
        #expect(state.tree.current?.node.name == "List people")
        #expect(state.environment?.name == "swapi")
        let path = sample().open[0]
        let opened = Reducer.reduce(&state, .session(.opened(path: path, RequestDraft(name: "Planets"), isCurrent: true)))
        #expect(state.request.path == path)
        #expect(opened == [.workspace(.readVariables(environmentPath: state.environment?.path, requestPath: path))])
        #expect(Session(of: state).open == sample().open)
    }

    @Test func unsavedEditsAreKeptAMomentAfterTheLastKey() {
        var store = TestStore.withTree()
        #expect(SessionUpdate.schedule(&store.state, after: [.application(.dismissToast(0))]).isEmpty)
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.request(.setMethod("PUT")))
        #expect(
            SessionUpdate.schedule(&store.state, after: [.application(.dismissToast(0))]) == [.after(.seconds(1), .keep, .session(.keep))])
        #expect(SessionUpdate.schedule(&store.state, after: [.application(.dismissToast(0))]).isEmpty)
        let effects = store.send(.session(.keep))
        #expect(effects.first == .keep(.drafts(of: [store.state.request], offered: [], tabs: [0])))
        #expect(SessionUpdate.schedule(&store.state, after: [.session(.keep)]).isEmpty, "nobody touched it since: the program sleeps")
        store.send(.workspace(.saved(oldPath: Sample.draftPath, path: Sample.draftPath, store.state.request.draft)))
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.dismissToast(0))]).isEmpty)
        #expect(store.send(.session(.keep)).first == .keep(.drafts(of: [], offered: [])))
        #expect(SessionUpdate.schedule(&store.state, after: [.application(.dismissToast(0))]).isEmpty)
    }

    @Test func whatACrashLeftIsOfferedAndComesBackUnsaved() {
        var store = TestStore.withTree()
        var edited = Sample.draft
        edited.method = "PUT"
        let kept = KeptDraft(path: Sample.draftPath, draft: edited)
        store.send(.session(.found([kept])))
        #expect(store.canvas.contains("Bring unsaved edits back?"))
        #expect(store.press(.character("r")) == [.keep(.restore([kept]))])
        store.send(.session(.restored(kept, saved: Sample.draft)))
        #expect(store.state.request.hasUnsavedChanges)
        #expect(store.state.request.path == Sample.draftPath)
    }

    @Test func whatWasNotDecidedOnIsOfferedAgain() {
        var store = TestStore.withTree()
        let kept = KeptDraft(path: nil, draft: Sample.draft)
        store.send(.session(.found([kept])))
        store.press(.character("l"))
        #expect(store.send(.application(.quitNow)).contains(.keep(.drafts(of: [], offered: [kept]))))
        store.send(.session(.found([kept])))
        #expect(store.press(.character("d")).contains(.keep(.drafts(of: [], offered: []))))
    }

    @Test func quittingMayKeepEditsForTheNextStart() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.request(.setMethod("PUT")))
        store.press(.control("q"))
        let effects = store.press(.character("k"))
        #expect(effects.contains(.keep(.drafts(of: [store.state.request], offered: [], tabs: [0]))))
        #expect(effects.last == .quit)
    }

    @Test func tabsComeBackInTheirOrder() {
        var store = TestStore.withTree()
        for name in ["a", "b", "c"] {
            let draft = RequestDraft(name: name)
            store.send(.session(.opened(path: "collections/x/\(name).request.json", draft, isCurrent: name == "c")))
        }
        #expect(store.state.openRequests.map(\.name) == ["a", "b", "c"])
        #expect(store.state.request.name == "c")
        // They were the second and the fourth, and are in no file; the last one was open over its file.
        for (name, tab) in [("new", 1), ("newer", 3)] {
            store.send(.session(.restored(KeptDraft(path: nil, draft: RequestDraft(name: name), tab: tab), saved: nil)))
        }
        let edited = KeptDraft(path: "collections/x/b.request.json", draft: RequestDraft(name: "b", method: "PUT"), tab: 2)
        store.send(.session(.restored(edited, saved: RequestDraft(name: "b"))))
        #expect(store.state.openRequests.map(\.name) == ["a", "new", "b", "newer", "c"])
        #expect(store.state.request.base.method == "PUT")
    }
}
