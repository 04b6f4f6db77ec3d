import HTTP
@testable import HTTPConformance
import HTTPCurl
import Testing

/// Requests on a kept connection that ends without a response. libcurl sends each of them again.
@Suite(.timeLimit(.minutes(5))) struct CurlRepetitionTests {
    private let loader = CurlLoader()

    /// A server that answers the first request of its first connection, and ends that connection after the second; it answers all others.
    private func server(resets: Bool = true) throws -> FaultServer {
        try FaultServer { connection in
            var count = 0
            while try connection.readRequest() != nil {
                count += 1
                if count == 2, connection.index == 0 { return resets ? connection.resetAtEnd() : () }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
    }

    private func startCount(_ task: HTTPTask) async -> Int {
        var count = 0
        for await event in task.events { if case .started = event { count += 1 } }
        return count
    }

    @Test(arguments: [HTTPMethod.post, .patch, "PURGE"], [true, false])
    func `a request with another effect the second time is sent once`(method: HTTPMethod, resets: Bool) async throws {
        for content in ["", "text", String(repeating: "x", count: 300_000)] {
            let server = try server(resets: resets)
            _ = try await loader.load(server.request()).body.collect(upTo: 10)
            let body: any HTTPBody = content.isEmpty ? EmptyBody() : DataBody(Array(content.utf8))
            let task = loader.start(server.request(method: method, body: body))
            let error = try #require(await task.result.failure)
            #expect(error.code == .invalidResponse)
            #expect(server.requests.count == 2)
            #expect(await startCount(task) == 1)
        }
    }

    /// A retry that takes the failure for a server that was not reached would send the request again.
    @Test func `a server that ends while it handles a request counts as reached`() async throws {
        let server = try FaultServer { connection in
            while let request = try connection.readRequest() {
                if request.method == "GET" { try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
            }
        }
        _ = try await loader.load(server.request()).body.collect(upTo: 10)
        let task = (Retry(.immediate(maxAttempts: 3)) --> loader).start(server.request(method: .post, body: DataBody([1])))
        for await event in server.events {
            if case .request(let request) = event, request.method == "POST" { break }
        }
        server.stop()
        let error = try #require(await task.result.failure)
        #expect(error.code == .invalidResponse)
        #expect(await startCount(task) == 1)
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete])
    func `a repetition without another effect is reported as a transfer`(method: HTTPMethod) async throws {
        let server = try server()
        _ = try await loader.load(server.request()).body.collect(upTo: 10)
        let task = loader.start(server.request(method: method))
        let response = try await task.value
        #expect(response.status == .ok)
        _ = try await response.body.collect(upTo: 10)
        #expect(server.requests.count == 3)
        var (starts, failures, reuse, head) = (0, [HTTPError.Code](), [Bool](), [UInt8]())
        for await event in task.events {
            switch event {
            case .started: starts += 1
            case .failed(let error): failures.append(error.code)
            case .connected(let details): reuse.append(details.isReused)
            case .finished(let metrics): head = metrics.requestHeaderBytes
            default: break
            }
        }
        #expect(starts == 2)
        #expect(failures == [.invalidResponse])
        #expect(reuse == [true, false])
        #expect(head == server.requests.last?.head)
    }
}
