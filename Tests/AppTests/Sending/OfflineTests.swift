import Engine
import Screen
import Testing
import Workspace

@testable import App

/// Stored responses instead of the network, on the screen.
@Suite struct OfflineTests {
    @Test func `one key switches all requests offline and back`() {
        var store = TestStore.opened()
        #expect(store.press(.character("g"), .character("n")).contains(.sending(.workOffline(true))))
        #expect(store.state.sending.isOffline)
        // The title bar and the request's border.
        #expect(store.canvas.lines.count { $0.contains(" offline ") } == 2)
        #expect(store.canvas.contains("go online"))
        #expect(store.click(" offline ").contains(.sending(.workOffline(false))))
        store.state.toasts = []
        #expect(!store.state.sending.isOffline && !store.canvas.contains("ffline"))
    }

    @Test func `parts of the loaders are reset, and requests paused, by choice`() throws {
        var store = TestStore.opened()
        store.send(.sending(.chain(.chooseReset)))
        #expect(store.canvas.contains("Cookies of all environments"))
        #expect(store.press(Key(.down), Key(.enter)).contains(.sending(.reset(.responses))))
        store.send(.sending(.chain(.wasReset(.responses))))
        #expect(store.canvas.contains("The cache is empty"))
        store.send(.sending(.chain(.choosePace)))
        #expect(store.press(Key(.down), Key(.enter)).contains(.sending(.setPace(.paused))))
        #expect(store.canvas.contains("Requests are paused"))
    }

    @Test func `a request that its option or folder sets offline is marked`() {
        var draft = Sample.draft
        draft.options.offline.from = "examples"
        var store = TestStore.opened(draft)
        #expect(store.canvas.lines.count { $0.contains(" offline ") } == 2)
        store.click(" offline ")
        #expect(store.state.request.tab == .options)
        draft.options.offline.from = "no"
        #expect(!TestStore.opened(draft).canvas.contains(" offline "))
        #expect(!TestStore.opened().canvas.contains(" offline "))
    }

    @Test func `a response that is not from the network shows its source`() {
        var store = TestStore.withTree(size: Size(width: 80, height: 24))
        let owner = store.state.response.owner
        var exchange = Sample.exchange("one")
        exchange.offline = "the example “full”"
        store.send(.history(.store(.opened(exchange, owner: owner))))
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains(" offline "))
        #expect(store.canvas.contains("the example “full”"))
    }
}
