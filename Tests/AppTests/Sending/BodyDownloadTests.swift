import Document
import HTTP
import Screen
import Synchronization
import TestFixtures
import Testing
import Workspace

@testable import App

@Suite struct BodyDownloadTests {
    @Test func `a stored body that cannot be opened is reported`() async throws {
        let handles = Mutex<[BodyHandle]>([])
        let reader = BodyDownload(exchange: "one", owner: 0, mediaType: "text/plain") { handle in handles.withLock { $0.append(handle) } }
        await reader.read(ExchangeBody(storage: .file("/nonexistent/body"), byteCount: 5))
        let handle = try #require(handles.withLock { $0.last })
        guard case .cutOff(let reason)? = handle.document.ending else { return #expect(handle.document.ending == nil) }
        #expect(reason.contains("/nonexistent/body could not be opened"))
        var store = TestStore.withTree()
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: store.state.response.owner))))
        store.send(.sending(.flight(.grew(handle))))
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains("✗ No body"))
        #expect(store.canvas.contains("the stored body cannot be read."))
        #expect(!store.canvas.contains("The response has no body"))
    }

    @Test func `a short response is complete before its end is reported`() async throws {
        let story = Mutex<[String]>([])
        let source = TellingSource([Array("[1,2]".utf8)]) { story.withLock { $0.append("the end") } }
        let reader = BodyDownload(exchange: "one", owner: 0, mediaType: "application/json") { handle in
            story.withLock { $0.append(handle.document.isComplete ? "whole" : "a part") }
        }
        await reader.read(HTTPResponseBody(source, expectedByteCount: 5, for: HTTPRequest(url: "http://h/")))
        let events = story.withLock { $0 }
        #expect(events.last == "the end")
        #expect(events.dropLast().last == "whole")
    }

    @Test(arguments: [1, 5, 40]) func `a body in several pieces is read completely`(count: Int) async throws {
        let handles = Mutex<[BodyHandle]>([])
        let pieces = [[UInt8]](repeating: [UInt8](repeating: UInt8(ascii: "x"), count: 8_000), count: count)
        let reader = BodyDownload(exchange: "one", owner: 0, mediaType: "text/plain") { handle in handles.withLock { $0.append(handle) } }
        await reader.read(HTTPResponseBody(TellingSource(pieces) {}, for: HTTPRequest(url: "http://h/")))
        let all = handles.withLock { $0 }
        #expect(all.last?.document.isComplete == true)
        #expect(all.last?.document.text.count == 8_000 * count)
        #expect(all.map(\.revision) == Array(1...all.count))
    }

    @Test func `the reason for a cut-off body is shown completely`() async throws {
        let reason = "The answer ended too soon: " + String(repeating: "transfer closed ", count: 12) + "finally."
        let handles = Mutex<[BodyHandle]>([])
        var store = TestStore.opened()
        let owner = store.state.response.owner
        let reader = BodyDownload(exchange: "one", owner: owner, mediaType: "text/plain") { handle in handles.withLock { $0.append(handle) }
        }
        let request = HTTPRequest(url: "http://h/")
        await reader.read(HTTPResponseBody(BreakingSource(HTTPError(.invalidResponse, request: request, message: reason)), for: request))
        store.start("one", owner: owner)
        store.send(.sending(.flight(.responded("one", ResponseHead(status: 200, reason: "OK", version: nil, headers: [:])))))
        for handle in handles.withLock({ $0 }) { store.send(.sending(.flight(.grew(handle)))) }
        var exchange = Sample.exchange("one")
        exchange.error = Exchange.Failure(code: "invalidResponse", message: reason)
        store.send(.sending(.flight(.finished(exchange))))
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains("✗ Incomplete response, 2 B received: The answer") && store.canvas.contains("(gm: all)"))
        store.press(.character("g"), .character("m"))
        #expect(store.canvas.contains("finally."))
    }

    @Test func `a body that finds no room ends with the reason and is not cancelled`() async throws {
        await #expect(processExitsWith: .success) {
            let handles = Mutex<[BodyHandle]>([])
            let failures = Mutex<[HTTPError]>([])
            let reader = BodyDownload(exchange: "one", owner: 0, mediaType: "text/plain") { handle in handles.withLock { $0.append(handle) }
            }
            let pieces = [[UInt8]](repeating: [UInt8](repeating: UInt8(ascii: "x"), count: 100_000), count: 40)
            let body = HTTPResponseBody(TellingSource(pieces) {}, for: HTTPRequest(url: "http://h/")).observed(end: { ending in
                if case .failed(let error) = ending { failures.withLock { $0.append(error) } }
            })
            FullDisk.begin(after: 65_536)
            await reader.read(body)
            FullDisk.end()
            let failure = failures.withLock { $0.first }
            #expect(failure?.code == .unknown)
            #expect(failure?.message.contains("TMPDIR") == true)
            guard case .cutOff(let reason)? = handles.withLock({ $0.last })?.document.ending else { return #expect(Bool(false)) }
            #expect(reason.contains("TMPDIR"))
        }
    }

    @Test func `the line shows how much of a cancelled body was received`() async throws {
        let handles = Mutex<[BodyHandle]>([])
        let reader = BodyDownload(exchange: "one", owner: 0, mediaType: "text/plain") { handle in handles.withLock { $0.append(handle) } }
        await reader.read(ExchangeBody(storage: .bytes(Array("[1,".utf8)), byteCount: 500, isComplete: false))
        var store = TestStore.withTree(size: Size(width: 80, height: 24))
        var exchange = Sample.exchange("one")
        exchange.error = Exchange.Failure(code: "cancelled", message: "The request was cancelled while receiving the body of the response.")
        store.send(.history(.store(.opened(exchange, owner: store.state.response.owner))))
        store.send(.sending(.flight(.grew(try #require(handles.withLock { $0.last })))))
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains("✗ Incomplete response, 3 B received: cancelled "))
        #expect(store.canvas.role(of: "Cancelled") == .statusChipClientError)
    }

    @Test(arguments: [
        ("[1,", 500, "✗ Incomplete response, 3 B received: the history stores only this part."),
        ("", 500, "the history does not keep it, or its file is missing or was changed."),
        ("[1,", 3, "✗ Incomplete response, 3 B received: its end is missing."),
    ])
    func `an incompletely stored body is reported as such, not as wrong`(kept: String, byteCount: Int64, remark: String) async throws {
        let handles = Mutex<[BodyHandle]>([])
        let reader = BodyDownload(exchange: "one", owner: 0, mediaType: "application/json") { handle in
            handles.withLock { $0.append(handle) }
        }
        await reader.read(ExchangeBody(storage: .bytes(Array(kept.utf8)), byteCount: byteCount, isComplete: false))
        var store = TestStore.withTree()
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: store.state.response.owner))))
        store.send(.sending(.flight(.grew(try #require(handles.withLock { $0.last })))))
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains(remark))
    }
}

/// Returns pieces, and reports when another one is requested.
private final class TellingSource: HTTPResponseBodySource {
    private let pieces: Mutex<[[UInt8]]>
    private let whenOver: @Sendable () -> Void

    init(_ pieces: [[UInt8]], whenOver: @escaping @Sendable () -> Void) {
        self.pieces = Mutex(pieces)
        self.whenOver = whenOver
    }

    func next() async throws(HTTPError) -> [UInt8]? {
        let piece = pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if piece == nil { whenOver() }
        return piece
    }

    func cancel() {}
}

/// Gives two bytes, and then fails.
private final class BreakingSource: HTTPResponseBodySource {
    private let error: HTTPError
    private let isBegun = Mutex(false)

    init(_ error: HTTPError) { self.error = error }

    func next() async throws(HTTPError) -> [UInt8]? {
        let wasBegun = isBegun.withLock { isBegun in
            defer { isBegun = true }
            return isBegun
        }
        if wasBegun { throw error }
        return Array("ab".utf8)
    }

    func cancel() {}
}
