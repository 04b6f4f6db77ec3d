import Foundation
import HTTP
import HTTPTesting
import Synchronization
import Testing
import Workspace

@testable import Engine

/// Entries of the history that are sent again together, and what is reported of them.
@Suite struct ReplayRunnerTests {
    private static func exchange(_ place: Int) -> Exchange {
        Exchange(id: "\(place)", startedAt: .distantPast, request: .init(method: "GET", url: "http://h/\(place)"))
    }

    /// A runner whose entries are refused once they may end.
    private func runner(_ gates: [OneShot<Void>]) -> ReplayRunner {
        ReplayRunner(
            reading: { $0 == 3 ? nil : Self.exchange($0) },
            sending: { exchange in
                await gates[Int(exchange.id) ?? 0].value
                throw RunError("refused \(exchange.id)")
            }, finishing: { _, _, _, _ in })
    }

    @Test func `entries start in order, as many as the speed allows, and none while it is paused`() async throws {
        let gates = (0..<5).map { _ in OneShot<Void>() }
        let (begun, begin) = AsyncStream.makeStream(of: Int.self)
        let speed = JobSpeed(.init(atOnce: 1))
        let log = Mutex<[String]>([])
        let runner = runner(gates)
        let run = Task {
            try await runner.run(
                0..<5, at: speed, from: { RunResult(title: "\($0)", iteration: 1) },
                beginning: { place in
                    log.withLock { $0.append("+\(place)") }
                    begin.yield(place)
                }
            ) { place, result in
                log.withLock { $0.append("\(place) \(result.refusal ?? "")") }
                // It is paused until then.
                if place == 2 { speed.change(.init(atOnce: 1)) }
            }
        }
        var places = begun.makeAsyncIterator()
        let first = await places.next()
        #expect(first == 0)
        speed.change(.init(atOnce: 3))
        let others = [await places.next(), await places.next()]
        #expect(Set(others) == [1, 2])
        speed.change(.init(atOnce: 3, isPaused: true))
        for gate in gates { gate.give(()) }
        try await run.value
        let lines = log.withLock(\.self)
        #expect(lines[0] == "+0" && Set(lines[1..<3]) == ["+1", "+2"])
        let ends = (0..<3).compactMap { lines.firstIndex(of: "\($0) refused \($0)") }
        #expect(ends.count == 3 && Array(lines.suffix(4)) == ["+3", "3 no longer in the history", "+4", "4 refused 4"])
    }

    @Test func `a run that is cancelled while it is paused ends`() async throws {
        let speed = JobSpeed(.init(atOnce: 1, isPaused: true))
        let runner = runner([OneShot<Void>(), OneShot<Void>()])
        let begun = Mutex(0)
        let run = Task {
            try await runner.run(
                0..<2, at: speed, from: { RunResult(title: "\($0)", iteration: 1) }, beginning: { _ in begun.withLock { $0 += 1 } }
            ) { _, _ in }
        }
        // The run has noticed a change before.
        for _ in 0..<3 {
            speed.change(.init(atOnce: 2, isPaused: true))
            await Task.yield()
        }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(begun.withLock(\.self) == 0)
    }

    @Test func `a pause between starts leaves out no entry`() async throws {
        let gates = (0..<3).map { _ in OneShot<Void>() }
        for gate in gates { gate.give(()) }
        let begun = Mutex<[Int]>([])
        var taken: [Int] = []
        let speed = JobSpeed(.init(atOnce: 4, interval: .milliseconds(1)), isFixed: true)
        try await runner(gates).run(
            0..<3, at: speed, from: { RunResult(title: "\($0)", iteration: 1) }, beginning: { place in begun.withLock { $0.append(place) } }
        ) { place, _ in taken.append(place) }
        #expect(begun.withLock(\.count) == 3 && taken.sorted() == [0, 1, 2])
    }

    @Test func `a cancelled replay stores sent requests and compares nothing`() async throws {
        let sender = LiveSender { LiveChain.loader(recorder: $0, cookies: nil, transport: MockLoader().then(200)) }
        let (sent, send) = AsyncStream.makeStream(of: Void.self)
        let finished = Mutex<[(place: Int, isCompared: Bool, repeats: Exchange.ID?)]>([])
        let runner = ReplayRunner(
            reading: { Self.exchange($0) },
            sending: { exchange in
                let request = ResolvedSend(
                    request: HTTPRequest(url: exchange.request.url), mask: SecretMask(), origin: Exchange.Origin(),
                    options: RequestOptions())
                let result = try await sender.send(request, draft: nil, repeats: exchange.id)
                send.finish()
                while !Task.isCancelled { await Task.yield() }
                return result
            },
            finishing: { sent, place, original, _ in
                finished.withLock { $0.append((place, original != nil, sent.exchange.repeats)) }
            })
        let run = Task {
            try await runner.run(
                0..<2, at: JobSpeed(.init(atOnce: 1), isFixed: true), from: { RunResult(title: "\($0)", iteration: 1) }, beginning: { _ in }
            ) { _, _ in }
        }
        for await _ in sent {}
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        let ended = finished.withLock(\.self)
        #expect(ended.map(\.place) == [0] && ended.map(\.isCompared) == [false] && ended.map(\.repeats) == ["0"])
    }
}
