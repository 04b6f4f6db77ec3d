import Document
import Synchronization
import Testing
import Workspace

@testable import App

@Suite struct BodyReaderTests {
    @Test func `a kept body that cannot be opened says so`() async throws {
        let handles = Mutex<[BodyHandle]>([])
        let reader = BodyReader(exchange: "one", owner: 0, mediaType: "text/plain") { handle in handles.withLock { $0.append(handle) } }
        await reader.read(ExchangeBody(storage: .file("/nonexistent/body"), byteCount: 5))
        let handle = try #require(handles.withLock { $0.last })
        guard case .cutOff(let reason)? = handle.document.ending else { return #expect(handle.document.ending == nil) }
        #expect(reason.contains("/nonexistent/body could not be opened"))
        var store = TestStore.withTree()
        store.send(.history(.opened(Sample.exchange("one"), owner: store.state.response.owner)))
        store.send(.exchange(.grew(handle)))
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains("✗ No body: what is kept of it cannot be read."))
    }

    @Test(arguments: [
        ("[1,", "✗ Cut off after 3 B: the history keeps no more of it."), ("", "✗ No body: the history keeps no more of it."),
    ])
    func `a body that was not kept whole says so, not that it is wrong`(kept: String, remark: String) async throws {
        let handles = Mutex<[BodyHandle]>([])
        let reader = BodyReader(exchange: "one", owner: 0, mediaType: "application/json") { handle in handles.withLock { $0.append(handle) }
        }
        await reader.read(ExchangeBody(storage: .bytes(Array(kept.utf8)), byteCount: 500, isComplete: false))
        var store = TestStore.withTree()
        store.send(.history(.opened(Sample.exchange("one"), owner: store.state.response.owner)))
        store.send(.exchange(.grew(try #require(handles.withLock { $0.last }))))
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains(remark))
    }
}
