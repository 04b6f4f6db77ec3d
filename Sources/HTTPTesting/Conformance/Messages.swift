internal import HTTP

extension ConformanceCase {
    /// Heads in both directions.
    static let messages: [ConformanceCase] = [
        ConformanceCase("headers go out in the order and case written, nothing else but what HTTP needs") { loader in
            let server = try FaultServer(answering: noContent)
            var request = server.request(
                "/path?b=1&a", headers: ["x-two": "2", "X-One": "1", "X-One": "again", "X-Empty": "", "aCCept": "text/plain"])
            request.decompression = .none
            _ = try await loader.load(request)
            let expected =
                "GET /path?b=1&a HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nx-two: 2\r\nX-One: 1\r\nX-One: again\r\nX-Empty:\r\naCCept: text/plain\r\n\r\n"
            try expect("request head", server.requests.first.map { String(decoding: $0.head, as: UTF8.self) }, is: expected)
        },
        ConformanceCase("a Host header stands where it was written") { loader in
            let server = try FaultServer(answering: noContent)
            _ = try await loader.load(server.request(headers: ["X-First": "1", "host": "other.example"]))
            let names = server.requests.first?.headers.map(\.name)
            try expect("names", names?.filter { $0 != "Accept-Encoding" }, is: ["X-First", "host"])
            try expect("host", server.requests.first?["Host"], is: "other.example")
        },
        ConformanceCase("headers that curl treats specially are the user's own") { loader in
            let server = try FaultServer(answering: noContent)
            let own: HTTPHeaders = [
                "Accept-Encoding": "identity", "User-Agent": "mine/1", "Accept": "a/b", "Connection": "close", "Cookie": "a=b",
                "Range": "bytes=0-1", "TE": "trailers",
                "Authorization": "Bearer x", "Content-Type": "x/y", "Referer": "http://r/", "Expect": "", "Transfer-Encoding": "",
            ]
            _ = try await loader.load(server.request(headers: own))
            let received = server.requests.first?.headers.dropFirst().map { "\($0.name): \($0.value)" }
            try expect("headers", received.map { Array($0) }, is: own.map { "\($0.name): \($0.value)" })
        },
        ConformanceCase("the request target goes out as it was written") { loader in
            for target in [
                "/a/../b/./c", "/%7euser/%2F?q=%20&&x", "/a|b[c]^d`{e}", "//double//slash", "/?", "/a?b?c=d/../e", "/;p=1/'\"<>\\",
            ] {
                let server = try FaultServer(answering: noContent)
                _ = try await loader.load(server.request(target))
                try expect("target", server.requests.first?.target, is: target)
            }
        },
        ConformanceCase("any method goes out, with and without a body") { loader in
            for method: HTTPMethod in [
                "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY", "get", "M-SEARCH",
            ] {
                for body in ["", "content"] {
                    let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    let exchange = await Exchange.of(server.request(method: method, body: DataBody(Array(body.utf8))), on: loader)
                    try expect("\(method) error", exchange.error?.description, is: nil)
                    try expect("\(method) answer", exchange.text, is: "ok")
                    try expect("method", server.requests.first?.method, is: method.rawValue)
                    try expect("\(method) body", server.requests.first?.body, is: Array(body.utf8))
                    let length = body.isEmpty ? ([.post, .put, .patch].contains(method) ? "0" : nil) : "7"
                    try expect("\(method) length", server.requests.first?["Content-Length"], is: length)
                }
            }
        },
        ConformanceCase("a head is read as it came: order, case, duplicates, folds, Latin-1, phrase") { loader in
            let head =
                "HTTP/1.1 299 Quite  fine\r\nB: 1\r\na:2  \r\nB:\t3\r\nFold: one\r\n  two\r\n\tthree\r\nEmpty:\r\nContent-Length: 0\r\nLatin: "
            let server = try FaultServer(answering: Array(head.utf8) + [0xE9] + Array("\r\nUnicode: é\r\n\r\n".utf8))
            let response = try await loader.load(server.request())
            try expect("status", response.status, is: 299)
            try expect("phrase", response.message, is: "Quite  fine")
            try expect("version", response.version, is: .http11)
            let lines = response.headers.map { "\($0.name)=\($0.value)" }
            try expect(
                "fields", lines, is: ["B=1", "a=2", "B=3", "Fold=one two three", "Empty=", "Content-Length=0", "Latin=é", "Unicode=é"])
        },
        ConformanceCase("interim answers come before the final one and are not it") { loader in
            let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
            let server = try FaultServer(answering: interim + "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
            let response = try await loader.load(server.request())
            try expect("status", response.status, is: 201)
            try expect("headers", response.headers.map(\.name), is: ["Content-Length"])
        },
    ]

    static let noContent = "HTTP/1.1 204 No Content\r\n\r\n"
}
