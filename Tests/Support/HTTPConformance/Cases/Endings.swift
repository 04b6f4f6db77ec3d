internal import HTTP

extension ConformanceCase {
    /// Cancellation, unread bodies, time limits, resets, refusals.
    static let endings: [ConformanceCase] = [
        ConformanceCase("cancelling while waiting for the head closes the connection") { loader in
            let server = try FaultServer(thatHangsAfter: "")
            let task = loader.start(server.request())
            await server.sees { if case .request = $0 { true } else { false } }
            task.cancel()
            try expect("error", await task.result.failure?.code, is: .cancelled)
            await server.sees { if case .clientClosed = $0 { true } else { false } }
        },
        ConformanceCase("cancelling the reader's Swift task closes the connection") { loader in
            let server = try FaultServer(thatHangsAfter: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            let request = server.request()
            let isReading = AsyncStream<Void>.makeStream()
            let error = await withTaskGroup(of: HTTPError?.self) { group in
                group.addTask {
                    do throws(HTTPError) {
                        let response = try await loader.load(request)
                        for try await _ in response.body { isReading.continuation.yield() }
                        return nil
                    } catch {
                        return error
                    }
                }
                for await _ in isReading.stream { break }
                group.cancelAll()
                return await group.next() ?? nil
            }
            try expect("code", error?.code, is: .cancelled)
            try expect("head in the error", error?.response?.status, is: 200)
            await server.sees { if case .clientClosed = $0 { true } else { false } }
        },
        ConformanceCase("cancelling the HTTP task while nobody reads closes the connection") { loader in
            let server = try FaultServer(thatHangsAfter: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            let task = loader.start(server.request())
            let response = try await task.value
            task.cancel()
            await server.sees { if case .clientClosed = $0 { true } else { false } }
            do {
                _ = try await response.body.collect(upTo: 100)
                throw ConformanceFailure("a cancelled body was read to its end")
            } catch let error as HTTPError {
                try expect("code", error.code, is: .cancelled)
            }
        },
        ConformanceCase("cancelling after the end changes nothing") { loader in
            let server = try FaultServer { connection in
                while try connection.readRequest() != nil { try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") }
            }
            for _ in 0..<2 {
                let task = loader.start(server.request())
                let response = try await task.value
                try expect("body", try await response.body.text(), is: "hello")
                task.cancel()
                response.body.cancel()
                task.cancel()
                try expect("status", try await task.value.status, is: 200)
            }
            try expect("connections", server.connectionCount, is: 1)
        },
        ConformanceCase("releasing an unread body closes the connection") { loader in
            let server = try FaultServer(thatHangsAfter: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            _ = try await loader.load(server.request()).status
            await server.sees { if case .clientClosed = $0 { true } else { false } }
        },
        ConformanceCase("a task that is cancelled before it starts sends nothing") { loader in
            let server = try FaultServer(answering: noContent)
            let task = HTTPTask()
            task.cancel()
            do {
                _ = try await loader.load(server.request(), task: task)
                throw ConformanceFailure("a cancelled task was answered")
            } catch let error as HTTPError {
                try expect("code", error.code, is: .cancelled)
            }
            try expect("requests", server.requests.count, is: 0)
        },
        ConformanceCase("a slow reader holds the server back, and gets every byte") { loader in
            let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 / 1000) }
            let server = try FaultServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
                try connection.send(bytes)
            }
            let response = try await loader.load(server.request())
            var received: [UInt8] = []
            for try await chunk in response.body {
                try expect("a chunk within the high-water mark", chunk.count <= 262_144)
                received += chunk
                await Task.yield()
            }
            try expect("every byte in order", received == bytes)
        },
        ConformanceCase("a time limit ends a transfer that gets no answer") { loader in
            try await expectTimeout(on: loader, response: "") { $0.timeouts.total = .milliseconds(60) }
        },
        ConformanceCase("a time limit ends a body that does not end") { loader in
            try await expectTimeout(on: loader, response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello") {
                $0.timeouts.total = .milliseconds(60)
            }
        },
        ConformanceCase("an idle limit ends a transfer on which nothing moves") { loader in
            try await expectTimeout(on: loader, response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello") {
                $0.timeouts.idle = .milliseconds(60)
            }
        },
        ConformanceCase("an idle limit ends a head that comes a line at a time") { loader in
            // There is always a line within the limit.
            let server = try FaultServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\n")
                repeat { try connection.send("X: y\r\n") } while !connection.isClosed(withinMilliseconds: 20)
            }
            var request = server.request()
            request.timeouts.idle = .milliseconds(200)
            let error = try need("an error", await Exchange.of(request, on: loader).error)
            try expect("code", error.code, is: .timedOut)
            try expect("the limit is named: \(error.message)", error.message.contains("idle"))
        },
        ConformanceCase("a limit to connect ends TLS that is not answered") { loader in
            try await expectTimeout(on: loader, response: nil) {
                $0.scheme = "https"
                $0.timeouts.connect = .milliseconds(60)
            }
        },
        ConformanceCase("a reset ends what is under way and the loader serves again") { loader in
            let server = try FaultServer(thatHangsAfter: "")
            let task = loader.start(server.request())
            await server.sees { if case .request = $0 { true } else { false } }
            await loader.reset()
            try expect("error", await task.result.failure?.code, is: .cancelled)
            let other = try FaultServer(answering: noContent)
            try expect("status", try await loader.load(other.request()).status, is: 204)
        },
        ConformanceCase("a port where nobody listens cannot be connected to") { loader in
            let server = try FaultServer(answering: noContent)
            let request = server.request()
            server.stop()
            let error = try need("an error", await Exchange.of(request, on: loader).error)
            try expect("code", error.code, is: .cannotConnect)
            try expect("the message names the port", error.message.contains("\(server.port)"))
        },
        ConformanceCase("a host that does not exist cannot be resolved") { loader in
            // The resolver refuses an empty label without a DNS query.
            var request = HTTPRequest(url: "http://no..such.invalid/")
            request.proxy = .none
            let error = try need("an error", await Exchange.of(request, on: loader).error)
            try expect("code", error.code, is: .cannotResolveHost)
            try expect("the message names the host", error.message.contains("no..such.invalid"))
        },
        ConformanceCase("an invalid request is refused before anything is sent") { loader in
            let server = try FaultServer(answering: noContent)
            for mistake in RequestMistake.inMessages + RequestMistake.inTransport {
                var request = server.request()
                mistake.change(&request)
                let error = await Exchange.of(request, on: loader).error
                try expect("code for \(mistake.what)", error?.code, is: .invalidRequest)
                try expect("\(mistake.what) is named: \(error?.message ?? "")", error?.message.contains(mistake.words) == true)
            }
            try expect("connections", server.connectionCount, is: 0)
        },
    ]

    private static func expectTimeout(on loader: any HTTPLoader, response: String?, _ change: (inout HTTPRequest) -> Void) async throws {
        let server = try response.map { try FaultServer(thatHangsAfter: $0) } ?? FaultServer { $0.waitForClose() }
        var request = server.request()
        change(&request)
        let error = try need("an error", await Exchange.of(request, on: loader).error)
        try expect("code", error.code, is: .timedOut)
        try expect("the message names the limit: \(error.message)", error.message.contains("0.06"))
    }
}

extension FaultServer {
    /// Starts a server that reads one request, sends this, and then waits for the client to close.
    convenience init(thatHangsAfter response: String) throws {
        try self.init { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.send(response)
            connection.waitForClose()
        }
    }

    /// Waits for an event.
    func sees(_ matches: (FaultServerEvent) -> Bool) async {
        for await event in events where matches(event) { return }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
