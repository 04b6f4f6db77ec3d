internal import HTTP

extension ConformanceCase {
    /// Connections that are used again, and those that are not.
    static let connections: [ConformanceCase] = [
        ConformanceCase("a connection is used again, and the metrics say so") { loader in
            let server = try FaultServer(keepingAlive: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            var (reuse, setUps): ([Bool?], [Bool]) = ([], [])
            for _ in 0..<3 {
                let task = loader.start(server.request())
                _ = try await task.value.body.collect(upTo: 10)
                let metrics = await task.finishedMetrics()
                reuse.append(metrics?.connection?.isReused)
                setUps.append(metrics?.timings.nameLookup != nil && metrics?.timings.connection != nil)
            }
            try expect("connections", server.connectionCount, is: 1)
            try expect("reuse", reuse, is: [false, true, true])
            try expect("times of a set-up", setUps, is: [true, false, false])
        },
        ConformanceCase("an HTTP/1.0 connection is used again only where it says so") { loader in
            let server = try FaultServer(keepingAlive: "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok")
            for _ in 0..<2 {
                var request = server.request(headers: ["Connection": "keep-alive"])
                request.versionPreference = .http10
                try expect("answer", await Exchange.of(request, on: loader).text, is: "ok")
            }
            try expect("version", server.requests.map(\.version), is: ["HTTP/1.0", "HTTP/1.0"])
            try expect("connections", server.connectionCount, is: 1)
        },
        ConformanceCase("Connection: close ends a connection") { loader in
            let server = try FaultServer(keepingAlive: "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
            for _ in 0..<2 { try expect("answer", await Exchange.of(server.request(), on: loader).text, is: "ok") }
            try expect("connections", server.connectionCount, is: 2)
        },
        ConformanceCase("a kept connection that the server has closed is replaced") { loader in
            let server = try FaultServer { connection in
                guard try connection.readRequest() != nil else { return }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            for _ in 0..<3 { try expect("answer", await Exchange.of(server.request(), on: loader).text, is: "ok") }
            try expect("connections", server.connectionCount, is: 3)
        },
        ConformanceCase("fifty requests at once are all answered") { loader in
            let server = try FaultServer { connection in
                while let request = try connection.readRequest() {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(request.target.utf8.count)\r\n\r\n\(request.target)")
                }
            }
            let answers = await withTaskGroup(of: (Int, String).self) { group in
                for number in 0..<50 {
                    let request = server.request("/\(number)")
                    group.addTask { (number, await Exchange.of(request, on: loader).text) }
                }
                return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
            }
            for number in 0..<50 { try expect("answer", answers[number], is: "/\(number)") }
        },
        ConformanceCase("metrics are complete") { loader in
            let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 5\r\n\r\nhello")
            let task = loader.start(server.request("/m", method: .post, body: DataBody(Array("content".utf8))))
            _ = try await task.value.body.collect(upTo: 10)
            let metrics = try await need("metrics", task.finishedMetrics())
            try expect("sent header", metrics.requestHeaderBytes, is: need("request", server.requests.first).head)
            try expect(
                "received header", metrics.responseHeaderBytes, is: Array("HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 5\r\n\r\n".utf8))
            let counts = metrics.byteCounts
            try expect("counts", [counts.sentBody, counts.receivedBody, counts.decodedBody], is: [7, 5, 5])
            let headerCounts = [metrics.requestHeaderBytes.count, metrics.responseHeaderBytes.count].map { Int64($0) }
            try expect("counts of headers", [counts.sentHeader, counts.receivedHeader], is: headerCounts)
            let timings = metrics.timings
            let times = [timings.nameLookup, timings.connection, timings.requestSent, timings.firstByte, timings.lastByte]
            try expect("every phase has a time", !times.contains(nil))
            try expect(
                "times are of microseconds", times.contains { ($0?.components.attoseconds ?? 0) % 1_000_000_000_000_000 != 0 })
            try expect(
                "a connection comes after its name", try need("a name", timings.nameLookup) < need("a connection", timings.connection))
            try expect("server's end", metrics.connection?.remote?.description, is: "127.0.0.1:\(server.port)")
            try expect("own end", metrics.connection?.local?.address, is: "127.0.0.1")
            try expect("version", metrics.connection?.version, is: .http11)
        },
    ]
}

extension FaultServer {
    /// A server that gives the same answer to each request on a connection, until the client closes it or the answer says it will.
    convenience init(keepingAlive answer: String) throws {
        let closes = answer.contains("Connection: close")
        try self.init { connection in
            while try connection.readRequest() != nil {
                try connection.send(answer)
                if closes { return }
            }
        }
    }
}
