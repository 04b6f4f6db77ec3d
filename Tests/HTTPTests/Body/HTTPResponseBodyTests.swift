import Foundation
import Synchronization
import Testing

@testable import HTTP

@Suite struct HTTPResponseBodyTests {
    let request = HTTPRequest(url: "https://host/")

    /// Gives chunks and notes that it was cancelled.
    final class ScriptedSource: HTTPResponseBodySource {
        let chunks: Mutex<[[UInt8]]>
        let isCancelled = Mutex(false)

        init(_ chunks: [[UInt8]]) { self.chunks = Mutex(chunks) }
        func next() -> [UInt8]? { chunks.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        func cancel() { isCancelled.withLock { $0 = true } }
    }

    @Test func collectingJoinsTheChunks() async throws {
        let body = HTTPResponseBody(ScriptedSource([[1], [2, 3]]), for: request)
        #expect(try await body.collect(upTo: 3) == [1, 2, 3])
    }

    @Test func collectingStopsTheTransferAtTheLimit() async {
        let source = ScriptedSource([[1], [2, 3], [4]])
        let error = await #expect(throws: HTTPError.self) { try await HTTPResponseBody(source, for: request).collect(upTo: 2) }
        #expect(error?.code == .responseTooLarge)
        #expect(error?.message.contains("2 bytes") == true)
        #expect(source.isCancelled.withLock { $0 })
        #expect(source.chunks.withLock { $0.count } == 1)
    }

    @Test func cancellingWithAReasonTellsEveryObserver() {
        let messages = Mutex<[String]>([])
        let note: @Sendable (HTTPBodyEnding) -> Void = {
            if case .failed(let error) = $0 { messages.withLock { $0.append(error.message) } }
        }
        let source = ScriptedSource([[1]])
        let inner = HTTPResponseBody(source, for: request).observed(end: note)
        let outer = HTTPResponseBody(ObservedSource(inner.source, continuing: inner.source), expectedByteCount: nil).observed(end: note)
        outer.cancel(because: "no room")
        #expect(messages.withLock { $0 } == ["no room", "no room"])
        #expect(source.isCancelled.withLock { $0 })
    }

    private func response(_ source: any HTTPResponseBodySource) -> HTTPResponse {
        HTTPResponse(
            request: request, status: 200, message: "Fine", headers: ["X": "1"], body: HTTPResponseBody(source, for: request),
            version: .http11)
    }

    /// Expects that the error contains the received part of the response, whose body ends with the same error.
    private func check(_ error: HTTPError?, bytes: [UInt8]) async throws {
        let received = try #require(error?.response)
        #expect(received.status == 200)
        #expect(received.message == "Fine")
        #expect(received.headers == ["X": "1"])
        #expect(received.version == .http11)
        var reader = received.body.makeAsyncIterator()
        #expect(try await reader.next() == (bytes.isEmpty ? nil : bytes))
        let end = await #expect(throws: HTTPError.self) { try await reader.next() }
        #expect(end?.code == error?.code)
    }

    @Test func keepsTheReceivedBytesAtTheLimit() async throws {
        let body = response(ScriptedSource([[1], [2, 3], [4]])).body.observed(end: { _ in })
        try await check(await #expect(throws: HTTPError.self) { try await body.collect(upTo: 2) }, bytes: [1, 2])
    }

    @Test func keepsTheReceivedBytesAfterAFailure() async throws {
        let source = BytesSource([1, 2], for: request, failingWith: HTTPError(.timedOut, request: request))
        let error = await #expect(throws: HTTPError.self) { try await response(source).body.collect(upTo: 9) }
        #expect(error?.code == .timedOut)
        try await check(error, bytes: [1, 2])
    }

    @Test func savingCreatesOnePrivateFile() async throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let count = try await HTTPResponseBody(ScriptedSource([[65], [66]]), for: request).save(to: folder + "/out")
        #expect(count == 2)
        #expect(FileManager.default.contents(atPath: folder + "/out") == Data("AB".utf8))
        #expect(try FileManager.default.attributesOfItem(atPath: folder + "/out")[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out"])
    }

    @Test func savingWhereThatIsImpossibleFailsAndStopsTheTransfer() async {
        let source = ScriptedSource([[1]])
        let error = await #expect(throws: HTTPError.self) { try await HTTPResponseBody(source, for: request).save(to: "/nowhere/x") }
        #expect(error?.underlyingError is FileBodyError)
        #expect(source.isCancelled.withLock { $0 })
    }

    @Test func discardReadsAShortRestAndCancelsALongOne() async {
        let small = ScriptedSource([[1], [2]])
        await HTTPResponseBody(small, for: request).discard()
        #expect(small.chunks.withLock { $0.isEmpty })
        let large = ScriptedSource(Array(repeating: [1, 2], count: 10))
        await HTTPResponseBody(large, for: request).discard(readingUpTo: 3)
        #expect(large.chunks.withLock { $0.count } == 8)
        #expect(large.isCancelled.withLock { $0 })
    }

    /// There the wait for the limit of time ends at once.
    @Test(.timeLimit(.minutes(5))) func discardingEndsInACancelledTask() async {
        let source = StalledSource()
        let body = HTTPResponseBody(source, for: request)
        let (isEnded, end) = AsyncStream.makeStream(of: Bool.self)
        let work = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await body.discard(within: .seconds(3600))
            end.yield(true)
        }
        // The limit of this test ends the wait with nil.
        var ends = isEnded.makeAsyncIterator()
        #expect(await ends.next() == true)
        body.cancel()
        await work.value
    }

    @Test(arguments: [true, false]) func notifiesObserversOnceInnermostFirst(isRead: Bool) async throws {
        let events = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { text in events.withLock { $0.append(text) } }
        let body = HTTPResponseBody(ScriptedSource([[1], [2, 3]]), for: request)
            .observed(chunk: { note("inner \($0)") }, end: { note("inner \($0)") })
            .observed(end: { note("outer \($0)") })
        if isRead {
            #expect(try await body.collect(upTo: 9) == [1, 2, 3])
            #expect(events.withLock { $0 } == ["inner [1]", "inner [2, 3]", "inner complete", "outer complete"])
        } else {
            body.cancel()
            #expect(events.withLock { $0 } == ["inner abandoned", "outer abandoned"])
        }
        body.cancel()
        #expect(events.withLock { $0.count } == (isRead ? 4 : 2))
    }

    @Test func lateObserversAreNotified() async throws {
        let events = Mutex<[String]>([])
        let body = HTTPResponseBody(ScriptedSource([[1]]), for: request).observed(end: { _ in })
        _ = try await body.collect(upTo: 9)
        let late = body.observed(end: { ending in events.withLock { $0.append("\(ending)") } })
        let error = await #expect(throws: HTTPError.self) { try await late.collect(upTo: 9) }
        #expect(error?.code == .bodyAlreadyRead)
        #expect(events.withLock { $0 } == ["complete"])
    }
}
