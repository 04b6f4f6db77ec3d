import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Actions while a request is being opened.
@Suite struct OpeningTests {
    private let planets = "collections/star-wars/planets.request.json"

    private func opening() -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.tabs(.open(path: planets)))
        store.effects = []
        return store
    }

    @Test func `sending while a request opens sends the opened request`() {
        var store = opening()
        store.press(.function(5))
        #expect(store.effects.isEmpty)
        let effects = store.send(.workspace(.requestRead(path: planets, RequestDraft(name: "Planets", url: "planets"))))
        guard case .sending(.send(let job))? = effects.last else { return #expect(Bool(false), "nothing was sent") }
        #expect(job.path == planets)
    }

    @Test func `a request that was left before it opened is not shown`() {
        var store = opening()
        store.send(.tabs(.open(path: "collections/star-wars/people/list.request.json")))
        store.send(.workspace(.requestRead(path: planets, RequestDraft(name: "Planets"))))
        #expect(store.state.request.path == Sample.draftPath)
    }

    @Test func `an unreadable file keeps the previous body`() {
        var store = opening()
        store.send(.workspace(.failed("no such file")))
        store.press(.function(5))
        guard case .sending(.send(let job))? = store.effects.last else { return #expect(Bool(false), "nothing was sent") }
        #expect(job.path == Sample.draftPath)
    }

    @Test func `sending from the tree beside an empty request sends the request under the cursor`() {
        var store = TestStore.withTree()
        store.send(.application(.focus(.tree)))
        store.press(.character("G"), .character("k"))
        #expect(store.press(.function(5)) == [.workspace(.readRequest(path: planets))])
        let effects = store.send(.workspace(.requestRead(path: planets, RequestDraft(name: "Planets", url: "planets"))))
        guard case .sending(.send(let job))? = effects.last else { return #expect(Bool(false), "nothing was sent") }
        #expect(job.path == planets && store.state.request.path == planets && store.state.tabs.count == 1)
    }

    @Test func `sending from the tree sends an open request of another tab at once`() {
        var store = opening()
        store.send(.workspace(.requestRead(path: planets, RequestDraft(name: "Planets", url: "planets"))))
        store.send(.tabs(.new))
        store.press(Key(.escape))
        store.send(.application(.focus(.tree)))
        store.press(.character("G"), .character("k"))
        store.effects = []
        store.press(.function(5))
        guard case .sending(.send(let job))? = store.effects.last else { return #expect(Bool(false), "nothing was sent") }
        #expect(job.path == planets && !store.effects.contains(.workspace(.readRequest(path: planets))))
    }

    @Test(arguments: [true, false])
    func `sending from the tree keeps to the request in front, or to its missing URL`(isFolder: Bool) {
        var store = TestStore.withTree()
        if !isFolder {
            store.send(.request(.editURL))
            store.type("http://typed.example/")
        }
        store.press(Key(.escape))
        store.send(.application(.focus(.tree)))
        store.press(.character(isFolder ? "g" : "G"), .character(isFolder ? "g" : "k"))
        store.effects = []
        store.press(.function(5))
        #expect(store.state.request.path == nil && store.state.opening == nil)
        let sent: [String] = store.effects.compactMap { if case .sending(.send(let job)) = $0 { job.draft.url } else { nil } }
        #expect(sent == (isFolder ? [] : ["http://typed.example/"]))
    }

    @Test func `a new request starts with its URL`() {
        var store = TestStore.withTree()
        let list = "collections/star-wars/people/list.request.json"
        store.send(.workspace(.changed(.created(path: list))))
        store.send(.workspace(.requestRead(path: list, RequestDraft(name: "List people"))))
        #expect(store.state.layer == .edit)
        store.type("api/people")
        #expect(store.state.request.url.text == "api/people")
        store.press(Key(.escape))
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        #expect(store.state.layer == .nav)
    }
}
