import Foundation
import HTTP
import HTTPConformance
import HTTPCurl
import Testing

/// Against `nghttpd` (Debian: nghttp2-server). Skipped where it is missing.
@Suite(.enabled(if: ServerProcess.path(of: "nghttpd") != nil, "nghttpd is not installed (Debian: nghttp2-server)"), .timeLimit(.minutes(5)))
final class CurlHTTP2Tests {
    private let loader = CurlLoader()
    private let folder: URL

    deinit { try? FileManager.default.removeItem(at: folder) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-h2-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(repeating: 0x61, count: 100_000).write(to: folder.appending(path: "file"))
        try Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 / 777) }).write(to: folder.appending(path: "large"))
    }

    private func server(tls: TestAuthority? = nil) async throws -> (process: ServerProcess, port: Int) {
        // nghttpd does not tell which free port it took: one is taken and given back.
        let port = Int(try FaultServer { _ in }.port)
        let common = ["-v", "-a", "127.0.0.1", "-d", folder.path()]
        let arguments = tls.map { [String(port), $0.path("good.key"), $0.path("good.pem")] } ?? ["--no-tls", String(port)]
        return (try await ServerProcess.start("nghttpd", common + arguments, readyWhenItSays: "listen"), port)
    }

    private static func metrics(of task: HTTPTask) async throws -> HTTPMetrics {
        _ = try await task.value.body.collect(upTo: 1_000_000)
        for await event in task.events { if case .finished(let metrics) = event { return metrics } }
        throw CancellationError()
    }

    @Test func speaksHTTP2WithPriorKnowledge() async throws {
        let server = try await server()
        var request = HTTPRequest(method: .post, url: "http://127.0.0.1:\(server.port)/file", body: DataBody(Array("content".utf8)))
        request.proxy = .none
        request.versionPreference = .http2PriorKnowledge
        request.headers["X-Own"] = "1"
        let response = try await loader.load(request)
        #expect(response.status == 200)
        #expect(response.version == .http2)
        #expect(response.message == "")
        #expect(try await response.body.collect(upTo: 1_000_000).count == 100_000)
    }

    @Test func speaksHTTP2WithPriorKnowledgeAgain() async throws {
        let server = try await server()
        for _ in 0..<3 {
            var request = HTTPRequest(url: "http://127.0.0.1:\(server.port)/file")
            request.proxy = .none
            request.versionPreference = .http2PriorKnowledge
            #expect(try await Self.metrics(of: loader.start(request)).connection?.version == .http2)
        }
    }

    private func secureRequest(to port: Int, _ authority: TestAuthority) -> HTTPRequest {
        var request = HTTPRequest(url: "https://127.0.0.1:\(port)/file")
        request.proxy = .none
        request.certificateAuthoritiesPath = authority.path("ca.pem")
        return request
    }

    @Test func sharesOneTLSConnectionAmongRequests() async throws {
        let authority = try await TestAuthority.shared
        let server = try await server(tls: authority)
        let (loader, request) = (loader, secureRequest(to: server.port, authority))
        var all: [HTTPMetrics] = []
        // Several times: what one stream leaves unread for another depends on how the records fall.
        for _ in 0..<5 {
            all += try await withThrowingTaskGroup(of: HTTPMetrics.self) { group in
                for _ in 0..<20 { group.addTask { try await Self.metrics(of: loader.start(request)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        let connections = all.compactMap(\.connection)
        #expect(connections.count == 100)
        #expect(Set(connections.map(\.local)).count == 1)
        #expect(connections.filter { !$0.isReused }.count == 1)
        #expect(connections.allSatisfy { $0.version == .http2 })
        #expect(connections.allSatisfy { $0.tls?.certificates.first?.names.contains("localhost") == true })
    }

    @Test func cancelsOneStreamAndKeepsTheConnection() async throws {
        let authority = try await TestAuthority.shared
        let server = try await server(tls: authority)
        let request = secureRequest(to: server.port, authority)
        let first = try await Self.metrics(of: loader.start(request))
        let response = try await loader.load(request)
        response.body.cancel()
        let last = try await Self.metrics(of: loader.start(request))
        #expect(last.connection?.local == first.connection?.local)
    }

    @Test func appliesBackPressureToAStream() async throws {
        let authority = try await TestAuthority.shared
        let server = try await server(tls: authority)
        var request = secureRequest(to: server.port, authority)
        request.percentEncodedPath = "/large"
        var received: [UInt8] = []
        for try await chunk in try await loader.load(request).body {
            received += chunk
            await Task.yield()
        }
        #expect(received == (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 / 777) })
    }
}
