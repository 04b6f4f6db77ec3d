import DemoServer
import Foundation
import Platform
import Testing

/// Gives the embedded server requests that are nearly right, over the network. A few hundred in every run; `make fuzz` gives many more.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ServerFuzzTests {
    /// The number of requests that was asked for; nil in an ordinary run.
    private static let wantedCount = ProcessInfo.processInfo.environment["FUZZ_COUNT"].flatMap { Int($0) }
    private static let count = wantedCount ?? 200
    private static let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    /// The memory that the server may need more after many requests than after a few, in bytes.
    private static let growth = 16 << 20

    private static let seeds = [
        "GET /get?a=1 HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n",
        "POST /post HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"a\": 1}\n",
        "POST /anything HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n",
        "POST /post HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 64\r\n\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n\r\n",
        "GET /cookies HTTP/1.1\r\nHost: localhost\r\nCookie: a=b; c=d\r\nConnection: close\r\n\r\n",
        "GET /basic-auth/u/p HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic dTpw\r\n\r\n",
        "GET /digest-auth/auth/u/p HTTP/1.1\r\nHost: localhost\r\nAuthorization: Digest username=\"u\", realm=\"r\", nonce=\"n\", uri=\"/\"\r\n\r\n",
        "PATCH /api/people/1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/merge-patch+json\r\nContent-Length: 12\r\n\r\n{\"name\":\"x\"}",
        "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 29\r\n\r\n"
            + "grant_type=client_credentials",
        "GET http://[::1]:80/bytes/100?seed=1 HTTP/1.1\r\nHost: [::1]\r\nRange: bytes=0-5,7-\r\nIf-None-Match: \"x\"\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", "HEAD /gzip HTTP/1.0\r\n\r\n",
    ]
    private static let tokens = [
        "HTTP/1.1", "HTTP/9.9", "Host:", "Content-Length: 99999999999", "Content-Length: -1", "Transfer-Encoding: chunked", "ffffffff\r\n",
        "Expect: 100-continue", "Connection: Upgrade", " ", "\t", ":", "/../", "%00", "//", "?", "multipart/form-data", "boundary=",
    ]

    @Test func `malformed requests neither end the server nor fill the memory`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let port = server.port
        // The sockets block, and other tests need the threads of tasks.
        let growth = await onOwnThread { Result { try Self.attack(port: port) } }
        let grown = try growth.get()
        // In an ordinary run the memory is that of all other tests too.
        if Self.wantedCount != nil { #expect(grown < Self.growth) }
        let answer = try Self.send(Array("GET /get HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8), to: server.port)
        #expect(answer.hasPrefix("HTTP/1.1 200"))
    }

    /// Sends malformed requests.
    ///
    /// - Returns: the growth of this process's memory after the first requests, in bytes.
    private static func attack(port: Int) throws -> Int {
        var mutator = Mutator(seeds: seeds, tokens: tokens, seed: seed)
        // What is allocated once is no growth.
        for _ in 0..<min(count, 2000) { try send(mutator.next(), to: port) }
        let before = residentBytes()
        for _ in 0..<count { try send(mutator.next(), to: port) }
        return residentBytes() - before
    }

    /// Sends the bytes and half-closes the connection, so that the server waits for nothing more.
    ///
    /// - Returns: the beginning of the response.
    @discardableResult private static func send(_ bytes: [UInt8], to port: Int) throws -> String {
        let socket = openSocket(family: AF_INET)
        try #require(socket >= 0)
        defer { close(socket) }
        var timeout = timeval(tv_sec: 0, tv_usec: 5_000)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        try #require(connected == 0, "the server is gone")
        _ = bytes.withUnsafeBytes { sendBytes($0, over: socket) }
        shutdown(socket, Int32(SHUT_WR))
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &piece, piece.count, 0)
        return String(decoding: piece.prefix(max(0, count)), as: UTF8.self)
    }

    /// The memory of this process (proc(5), `statm`); 0 where the system does not say.
    private static func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
