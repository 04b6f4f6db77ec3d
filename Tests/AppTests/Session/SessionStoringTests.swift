import Screen
import Testing
import Workspace

@testable import App

/// The moments at which the session is stored.
@Suite struct SessionStoringTests {
    @Test(arguments: [
        Message.application(.focus(.history)), .tree(.toggleFavorite), .request(.selectTab(.headers)), .tree(.move(.down)),
        .tree(.toggleFavoritesOnly), .tree(.collapseAll),
    ])
    func `each part of the session that changes is stored once, without other edits`(_ change: Message) {
        var store = TestStore.opened()
        let tick = Message.application(.toast(.dismiss(0)))
        store.send(.session(.storeDrafts))
        #expect(SessionUpdate.schedule(&store.state, after: [tick]).isEmpty)
        store.send(change)
        #expect(!SessionUpdate.schedule(&store.state, after: [change]).isEmpty)
        store.send(change)
        #expect(SessionUpdate.schedule(&store.state, after: [change]).isEmpty, "one write for several changes")
        #expect(store.send(.session(.storeDrafts)).last == .autosave(.session(Session(of: store.state))))
        #expect(SessionUpdate.schedule(&store.state, after: [tick]).isEmpty)
    }

    @Test func `a response and a chosen environment are stored soon`() {
        var store = TestStore.opened()
        store.send(.session(.storeDrafts))
        store.press(.control("r"))
        store.respond("1")
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        store.send(.session(.storeDrafts))
        store.state.workspace.chosenEnvironments["collections/star-wars"] = ""
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
    }

    @Test func `a session that could not be stored is stored again with the next message`() {
        var store = TestStore.opened()
        let tick = Message.application(.toast(.dismiss(0)))
        store.send(.session(.storeDrafts))
        store.send(.session(.sessionStored(isFailing: true)))
        #expect(!SessionUpdate.schedule(&store.state, after: [tick]).isEmpty)
        #expect(store.send(.session(.storeDrafts)).last == .autosave(.session(Session(of: store.state))))
        #expect(SessionUpdate.schedule(&store.state, after: [.session(.storeDrafts)]).isEmpty, "an idle program sleeps")
        store.send(.session(.sessionStored(isFailing: false)))
        #expect(SessionUpdate.schedule(&store.state, after: [tick]).isEmpty)
    }

    @Test func `a start stores nothing until all is back`() {
        var session = Session()
        session.selected = "collections/star-wars/people/list.request.json"
        var state = AppState(workspaceFolder: "space", themes: [], session: session)
        #expect(SessionUpdate.schedule(&state, after: [.workspace(.opened(Sample.tree, isWhole: false))]).isEmpty)
        #expect(Session(of: state).selected == session.selected, "the tree has not been read")
    }

    @Test func `while a request is in flight, the response before it is stored`() {
        var store = TestStore.opened()
        store.respond("1")
        for id in ["two", "three"] {
            store.start(id)
            #expect(Session(of: store.state).responses == ["one"])
            store.answer(id)
            #expect(Session(of: store.state).responses == ["one"], "the pane shows the new one already")
        }
        store.send(.sending(.flight(.finished(Sample.exchange("three")))))
        #expect(Session(of: store.state).responses == ["three"])
    }
}
