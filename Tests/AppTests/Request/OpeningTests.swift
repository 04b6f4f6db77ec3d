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

    @Test func `sending at once sends the opened request, not the one still shown`() {
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
