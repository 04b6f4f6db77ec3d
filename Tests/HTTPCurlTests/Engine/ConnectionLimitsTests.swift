import HTTP
import HTTPConformance
import HTTPCurl
import Platform
import Synchronization
import Testing

/// The limits on connections, with servers that hold requests back.
@Suite(.timeLimit(.minutes(5))) struct ConnectionLimitsTests {
    /// A server that responds when `count` requests have arrived, and counts the concurrent ones.
    private final class Holder: Sendable {
        private let counts = Mutex<(held: Int, most: Int)>((0, 0))
        let gate = FaultGate()

        var most: Int { counts.withLock { $0.most } }

        func server() throws -> FaultServer {
            try FaultServer { [self] connection in
                while try connection.readRequest() != nil {
                    counts.withLock { $0 = ($0.held + 1, max($0.most, $0.held + 1)) }
                    gate.wait()
                    counts.withLock { $0.held -= 1 }
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
        }
    }

    /// Sends this number of concurrent requests to each server; returns the number of successes.
    private func send(_ count: Int, to servers: [FaultServer], on loader: CurlLoader) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for server in servers {
                for _ in 0..<count {
                    let request = server.request()
                    group.addTask { (try? await loader.load(request).body.collect(upTo: 10)) == Array("ok".utf8) }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test(arguments: [
        (HTTPConnectionLimits(), 20, 1, 6), (HTTPConnectionLimits(perHost: 2, total: 3), 6, 2, 3),
        (HTTPConnectionLimits(perHost: 1), 5, 2, 2),
    ])
    func limitsConcurrentRequests(limits: HTTPConnectionLimits, count: Int, serverCount: Int, most: Int) async throws {
        let holder = Holder()
        let servers = try (0..<serverCount).map { _ in try holder.server() }
        for _ in 0..<(count * serverCount) { holder.gate.open() }
        #expect(await send(count, to: servers, on: CurlLoader(connectionLimits: limits)) == count * serverCount)
        #expect(holder.most <= most)
    }

    /// Deadlocks with fewer connections: no response is sent before all requests have arrived.
    @Test func withoutLimitsEachRequestHasItsConnection() async throws {
        let holder = Holder()
        let server = try holder.server()
        let loader = CurlLoader(connectionLimits: HTTPConnectionLimits(perHost: nil, total: nil))
        async let count = send(20, to: [server], on: loader)
        var held = 0
        for await event in server.events {
            if case .request = event { held += 1 }
            if held == 20 { break }
        }
        for _ in 0..<20 { holder.gate.open() }
        #expect(await count == 20)
        #expect(server.connectionCount == 20)
    }

    // MARK: - Waiting requests

    /// A loader with one connection, which a request holds that is never answered.
    private func busyLoader(_ body: (CurlLoader, FaultServer, HTTPTask) async throws -> Void) async throws {
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            connection.waitForClose()
        }
        let loader = CurlLoader(connectionLimits: HTTPConnectionLimits(perHost: 1))
        let first = loader.start(server.request("/first"))
        for await event in server.events { if case .request = event { break } }
        try await body(loader, server, first)
        first.cancel()
    }

    /// Starts a request and returns when it waits for a connection.
    private func startWaiting(_ request: HTTPRequest, on loader: CurlLoader) async -> HTTPTask {
        let task = loader.start(request)
        for await event in task.events { if case .queued = event { break } }
        return task
    }

    private func error(of task: HTTPTask) async -> HTTPError? {
        if case .failure(let error) = await task.result { error } else { nil }
    }

    @Test func theTimeLimitIncludesTheWait() async throws {
        try await busyLoader { loader, server, _ in
            var request = server.request("/second")
            request.timeouts.total = .milliseconds(60)
            let error = await error(of: loader.start(request))
            #expect(error?.code == .timedOut)
            #expect(error?.message.contains("connectionLimits") == true)
        }
    }

    @Test func aWaitEndsWithACancel() async throws {
        try await busyLoader { loader, server, _ in
            let task = await startWaiting(server.request("/second"), on: loader)
            task.cancel()
            #expect(await error(of: task)?.code == .cancelled)
        }
    }

    @Test func aWaitEndsWithAReset() async throws {
        try await busyLoader { loader, server, _ in
            let task = await startWaiting(server.request("/second"), on: loader)
            await loader.reset()
            #expect(await error(of: task)?.code == .cancelled)
            #expect(server.requests.map(\.target) == ["/first"])
        }
    }

    @Test func startsTheNextRequestAfterACancel() async throws {
        try await busyLoader { loader, server, first in
            let second = await startWaiting(server.request("/second"), on: loader)
            let third = await startWaiting(server.request("/third"), on: loader)
            second.cancel()
            first.cancel()
            for await event in server.events { if case .request = event { break } }
            #expect(server.requests.map(\.target) == ["/first", "/third"])
            third.cancel()
        }
    }

    // MARK: - Descriptors

    /// In a separate process, since the limit applies to the whole process.
    @Test func saysThatNoDescriptorIsLeft() async {
        await #expect(processExitsWith: .success) {
            // A kept connection: nothing is closed while the descriptors are taken.
            let holder = Holder()
            let (kept, server) = (try holder.server(), try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n"))
            holder.gate.open()
            let loader = CurlLoader()
            _ = try await loader.load(kept.request()).body.collect(upTo: 10)
            var limit = rlimit(rlim_cur: 128, rlim_max: 128)
            #if canImport(Glibc)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #else
                setrlimit(RLIMIT_NOFILE, &limit)
            #endif
            while open("/dev/null", O_RDONLY) >= 0 {}
            for host in ["127.0.0.1", "localhost"] {
                var request = server.request()
                request.host = host
                let error = await #expect(throws: HTTPError.self) { _ = try await loader.load(request) }
                #expect(error?.code == .cannotConnect)
                #expect(error?.message.contains("file descriptor") == true)
            }
            // A loader that has opened nothing yet.
            let error = await #expect(throws: HTTPError.self) { _ = try await CurlLoader().load(server.request()) }
            #expect(error?.message.contains("ulimit") == true)
            withExtendedLifetime(kept) {}
        }
    }
}
