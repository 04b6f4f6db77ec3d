import Foundation
import HTTP
import HTTPTesting
import Platform
import Synchronization
import TestFixtures
import Testing

/// Refresh tokens that several programs share and a server accepts only once.
@Suite(.timeLimit(.minutes(5))) struct OAuthRenewalTests {
    /// The number of times that programs have read the stored tokens.
    private final class Reads: Sendable {
        let count = Mutex(0)
    }

    /// The delegate of one program.
    private final class Program: OAuthDelegate {
        let store: FileCredentialStore
        let reads: Reads
        let keeps: Bool

        init(_ store: FileCredentialStore, keeps: Bool = true, reads: Reads = Reads()) {
            (self.store, self.keeps, self.reads) = (store, keeps, reads)
        }

        func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? {
            defer { reads.count.withLock { $0 += 1 } }
            return store.load(for: configuration)
        }
        func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async {
            if keeps { store.save(credentials, for: configuration) }
        }
        func lockPath(for configuration: OAuthConfiguration) async -> String? { store.lockPath(for: configuration) }
        func logIn(at login: OAuthLogin) async -> OAuthRedirect? { nil }
        func show(_ code: OAuthDeviceCode) async {}
    }

    private let folder = TemporaryFolder()
    private let configuration = OAuthConfiguration(
        grant: .clientCredentials, clientID: "id", endpoints: OAuthEndpoints(token: "https://as.example/token"))

    private var request: HTTPRequest {
        var request = HTTPRequest(url: "https://api.example/")
        request.authenticate(with: .oauth(configuration))
        return request
    }

    /// Stores a token that has expired, with a refresh token.
    private func makeStore() -> FileCredentialStore {
        let store = FileCredentialStore(folder: folder.path)
        let expired = Date(timeIntervalSince1970: 0)
        store.save(OAuthCredentials(accessToken: "old", refreshToken: "RT1", expires: expired, lifetime: 60), for: configuration)
        return store
    }

    /// A server whose refresh tokens are valid once, or which has only one, and which waits before it answers.
    private func server(lifetime: Int = 3600, rotates: Bool = true, waits: @escaping @Sendable () async -> Void = {}) -> MockLoader {
        let number = Mutex(1)
        return MockLoader()
            .when({ $0.host == "as.example" }) { request throws(HTTPError) in
                await waits()
                let form = String(decoding: (try? request.body.encode()) ?? [], as: UTF8.self)
                let new = number.withLock { number -> Int? in
                    guard form.contains("refresh_token=RT\(rotates ? number : 1)") else { return nil }
                    number += 1
                    return number
                }
                guard let new else { return HTTPResponse(request: request, status: 400, bytes: Array(#"{"error":"invalid_grant"}"#.utf8)) }
                let body = #"{"access_token":"new\#(new)","refresh_token":"RT\#(rotates ? new : 1)","expires_in":\#(lifetime)}"#
                return HTTPResponse(request: request, status: 200, bytes: Array(body.utf8))
            }
            .when({ $0.host == "api.example" }) { request throws(HTTPError) in HTTPResponse(request: request, status: 200) }
    }

    @Test func `only one of several programs uses a refresh token`() async throws {
        let store = makeStore()
        let count = 4
        let reads = Reads()
        // All have read the expired token before the first one is answered, which has read it twice.
        let server = server { while reads.count.withLock({ $0 }) < count + 1 { await Task.yield() } }
        let programs = (0..<count).map { _ in OAuth(delegate: Program(store, reads: reads)) --> server }
        let tasks = programs.map { $0.start(request) }
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(server.requests.filter { $0.path == "/token" }.count == 1)
        #expect(server.requests.filter { $0.host == "api.example" }.allSatisfy { $0.headers["Authorization"] == "Bearer new2" })
        #expect(store.load(for: configuration)?.refreshToken == "RT2")
    }

    /// A login would follow otherwise, although the refresh token is good.
    @Test func `a refresh token that stays is used again if the token of another program has expired`() async throws {
        let (store, reads) = (makeStore(), Reads())
        let server = server(lifetime: 0, rotates: false) { while reads.count.withLock({ $0 }) < 3 { await Task.yield() } }
        let tasks = (0..<2).map { _ in (OAuth(delegate: Program(store, reads: reads)) --> server).start(request) }
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(server.requests.filter { $0.path == "/token" }.count == 2)
    }

    @Test func `a token that cannot be stored is renewed by its own refresh token`() async throws {
        let server = server(lifetime: 0)
        let loader = OAuth(delegate: Program(makeStore(), keeps: false)) --> server
        for _ in 0..<2 { #expect(try await loader.load(request).status == 200) }
        #expect(server.requests.last?.headers["Authorization"] == "Bearer new3")
        #expect(server.requests.filter { $0.path == "/token" }.count == 2)
    }

    @Test func `the lock is free again after a renewal`() async throws {
        let store = makeStore()
        let server = server(lifetime: 0)
        for _ in 0..<2 { #expect(try await (OAuth(delegate: Program(store)) --> server).load(request).status == 200) }
        #expect(store.load(for: configuration)?.refreshToken == "RT3")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { $0.hasSuffix(".token.json") })
    }

    /// A program that was stopped while it renewed a token must not stop the others from being cancelled.
    @Test func `the wait for another program can be cancelled`() async throws {
        let store = makeStore()
        let lock = try FileLock(file: try #require(store.lockPath(for: configuration)), within: .zero)
        let server = server()
        let task = (OAuth(delegate: Program(store)) --> server).start(request)
        for await event in task.events { if case .waiting(_, let reason) = event, reason.hasPrefix("another program") { break } }
        task.cancel()
        #expect(await task.result.failure?.code == .cancelled)
        #expect(server.requests.isEmpty)
        _ = consume lock
    }

    @Test func `a folder that cannot hold the lock does not prevent a renewal`() async throws {
        let store = makeStore()
        let path = try #require(store.lockPath(for: configuration))
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(try await (OAuth(delegate: Program(store)) --> server()).load(request).status == 200)
        #expect(FileStatus.isFolder(path))
    }
}
