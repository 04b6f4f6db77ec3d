import Foundation
import HTTP
import Screen
import Testing
import Workspace

@testable import App

/// Several requests of one tab, and resending the last request.
@Suite struct SendingAgainTests {
    @Test func resendsTheLastRequestFromEveryTab() {
        var store = TestStore.withTree()
        let owner = store.state.response.owner
        var (first, second) = (Sample.exchange("first"), Sample.exchange("second"))
        first.startedAt = Date(timeIntervalSince1970: 1)
        second.startedAt = Date(timeIntervalSince1970: 2)
        store.start("first", owner: owner)
        store.start("second", owner: owner + 1)
        store.send(.sending(.flight(.finished(second))))
        store.send(.sending(.flight(.finished(first))))
        #expect(store.state.response.exchange?.id == "first")
        #expect(store.press(.character(".")) == [.sending(.replay(ReplayJob("second", owner: owner)))])
    }

    @Test func cancellingEndsAllThatTheTabHasSent() {
        var store = TestStore.withTree()
        let owner = store.state.response.owner
        for id in ["one", "two"] {
            store.start(id, owner: owner)
        }
        store.start("other", owner: owner + 1)
        #expect(store.press(.control("c")) == [.cancel(.send("one")), .cancel(.send("two"))])
    }

    @Test func reportsThatAResponseHasNoBody() {
        var store = TestStore.withTree()
        var exchange = Sample.exchange("one", status: 204)
        exchange.response?.body = ExchangeBody()
        store.send(.history(.store(.opened(exchange, owner: store.state.response.owner))))
        #expect(store.canvas.contains("The response has no body"))
        #expect(!store.canvas.contains("| query"))
        store.press(Key(.function(3)))
        #expect(store.state.toasts.last?.kind == .warning)
    }
}
