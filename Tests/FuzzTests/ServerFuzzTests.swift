import Foundation
import Platform
import Testing

/// Gives the embedded server of the built program requests that are nearly right, over the network. A few thousand in every run; `make fuzz`
/// gives 100,000.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ServerFuzzTests {
    private static let count = ProcessInfo.processInfo.environment["FUZZ_COUNT"].flatMap { Int($0) }.map { $0 * 5 } ?? 4000
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

    @Test func `malformed requests neither terminate the server nor fill the memory`() async throws {
        let server = try await FuzzedServer.start()
        // The sockets block, and other tests need the threads of tasks.
        let (grown, files) = try await onOwnThread { Result { try Self.attack(server) } }.get()
        #expect(grown < Self.growth)
        // Connections that the client has closed are closed.
        #expect(files < 100)
        let response = try Self.send(
            Array("GET /get HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8), to: server.port, waiting: 10)
        #expect(response.hasPrefix("HTTP/1.1 200"))
    }

    /// Sends malformed requests.
    ///
    /// - Returns: the growth of the server's memory after the first requests, in bytes, and the number of its open files.
    private static func attack(_ server: FuzzedServer) throws -> (grown: Int, files: Int) {
        var mutator = Mutator(seeds: seeds, tokens: tokens, seed: seed)
        // Memory that is allocated once is not growth.
        for _ in 0..<1000 { try send(mutator.next(), to: server.port) }
        let before = server.residentByteCount
        for _ in 0..<count { try send(mutator.next(), to: server.port) }
        return (server.residentByteCount - before, server.openFileCount)
    }

    /// Sends the bytes and half-closes the connection, so that the server waits for nothing more.
    ///
    /// - Returns: the beginning of the response.
    @discardableResult private static func send(_ bytes: [UInt8], to port: Int, waiting seconds: Int? = nil) throws -> String {
        let socket = openSocket(family: AF_INET)
        try #require(socket >= 0)
        defer { close(socket) }
        var timeout = timeval(tv_sec: seconds ?? 0, tv_usec: seconds == nil ? 5_000 : 0)
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
}

/// The embedded server in a separate process, which ends with the last reference.
private final class FuzzedServer: Sendable {
    let port: Int
    private let number: Int
    private let child: ChildProcess

    private init(port: Int, number: Int, child: ChildProcess) {
        (self.port, self.number, self.child) = (port, number, child)
    }

    static func start() async throws -> FuzzedServer {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let program = ProcessInfo.processInfo.environment["APUS_BINARY"] ?? root.appending(path: ".build/debug/apus").path
        var command = ChildProcess.Command(["/bin/sh", "-c", #"echo $$; exec "$@""#, "sh", program, "serve"])
        command.output = .pipe
        let child = try ChildProcess(command)
        // The number of the process, and the address with its port.
        nonisolated(unsafe) let address = /^([0-9]+)\n.*127\.0\.0\.1:([0-9]+)\D/
        let words = await onOwnThread {
            var text = ""
            while (try? address.firstMatch(in: text)) == nil, let piece = child.next() { text += String(decoding: piece, as: UTF8.self) }
            return text
        }
        let found = try #require(try address.firstMatch(in: words), "\(words)")
        return FuzzedServer(port: try #require(Int(found.2)), number: try #require(Int(found.1)), child: child)
    }

    /// The memory of the process (proc(5), `statm`); 0 where the system does not say.
    var residentByteCount: Int {
        guard let text = try? String(contentsOfFile: "/proc/\(number)/statm", encoding: .utf8) else { return 0 }
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The number of open files of the process; 0 where the system does not say.
    var openFileCount: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd").count) ?? 0 }
}
