import HTTP
import Screen
import Synchronization
import Testing
import Workspace

@testable import App

/// The tabs of a response whose body still arrives.
@Suite struct ArrivingResponseTests {
    private var exchange: Exchange {
        var exchange = Sample.secureExchange()
        exchange.hops[0].metrics.requestHeaderBytes = Array("GET /people HTTP/1.1\r\nX-Sent: yes\r\n\r\n".utf8)
        exchange.hops[0].metrics.timings.firstByte = .milliseconds(7)
        exchange.trace = [Exchange.TraceLine(offset: 0, text: "Redirect 302 to GET https://api.example/people")]
        exchange.response?.body = ExchangeBody()
        return exchange
    }

    private func arriving() -> TestStore {
        var store = TestStore.withTree()
        store.start("one", url: "https://api.example/people")
        store.send(.sending(.flight(.arriving(exchange))))
        store.answer("one")
        store.send(.application(.focus(.response)))
        return store
    }

    @Test(arguments: [
        (ResponseTab.trace, "Redirect 302"), (.tls, "TLS_AES_256_GCM_SHA384"), (.sent, "X-Sent"), (.timing, "so far"),
    ])
    func `a tab shows the known parts of an arriving response`(tab: ResponseTab, text: String) {
        var store = arriving()
        store.send(.response(.selectTab(tab)))
        #expect(store.canvas.contains(text))
        #expect(store.state.response.exchange == nil && store.state.response.sending?.id == "one")
    }

    @Test func `the whole exchange replaces it`() {
        var store = arriving()
        store.send(.sending(.flight(.finished(Sample.secureExchange()))))
        #expect(store.state.response.arriving == nil && store.state.response.known == Sample.secureExchange())
    }

    @Test func `the next request forgets it`() {
        var store = arriving()
        store.start("two")
        #expect(store.state.response.arriving == nil)
        store.send(.sending(.flight(.arriving(exchange))))
        #expect(store.state.response.arriving == nil)
    }

    @Test func `the news of a request that has ended are ignored`() {
        var store = arriving()
        store.send(.sending(.flight(.finished(Sample.secureExchange()))))
        store.send(.sending(.flight(.arriving(exchange))))
        #expect(store.state.response.arriving == nil)
    }

    @Test func `a response that is complete at once does not wake the loop for its tabs`() {
        let queue = MessageQueue()
        queue.setShowsProgress(false)
        let wakes = Mutex(0)
        queue.listen { wakes.withLock { $0 += 1 } }
        queue.post(.sending(.flight(.arriving(exchange))))
        #expect(wakes.withLock { $0 } == 0)
    }
}
