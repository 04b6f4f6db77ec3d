import Foundation
import HTTP
import HTTPTesting
import Testing

@Suite struct FileCacheStoreTests {
    private let folder = NSTemporaryDirectory() + UUID().uuidString
    private let clock = ManualClock()

    private func files() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" } }

    private func loader(_ mock: MockLoader, limit: Int64 = 1 << 20) -> any HTTPLoader {
        CacheResponses(FileCacheStore(folder: folder, limit: limit), clock: clock.clock) --> mock
    }

    @Test func responsesSurviveTheStore() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=60", "Vary": "Accept", "X": "1"], body: "a")
        let request = HTTPRequest(url: "https://host/", headers: ["Accept": "b", "X-Other": "c"])
        _ = try await loader(mock).load(request).body.data()
        let stored = try await loader(mock).load(request)
        #expect(stored.status == 200)
        #expect(stored.headers["X"] == "1")
        #expect(try await stored.body.text() == "a")
        #expect(mock.requests.count == 1)
        let content = try files().map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        #expect(!content.contains("X-Other"))
        for file in files() { #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600) }
    }

    @Test func responsesForCredentialsStayInMemory() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=60"], body: "a")
        let loader = loader(mock)
        let request = HTTPRequest(url: "https://host/", headers: ["Authorization": "Bearer t"])
        _ = try await loader.load(request).body.data()
        _ = try await loader.load(request).body.data()
        #expect(mock.requests.count == 1)
        #expect(files().isEmpty)
    }

    /// Over http a proxy answers what it wants.
    @Test func `a response through a proxy is for requests through it alone, and stays in memory`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=60"], body: "proxy")
            .then(200, headers: ["Cache-Control": "max-age=60"], body: "server")
        let loader = loader(mock)
        var proxied = HTTPRequest(url: "http://host/")
        proxied.proxy = .through(HTTPProxy(host: "proxy", port: 80))
        for _ in 1...2 { #expect(try await loader.load(proxied).body.text() == "proxy") }
        #expect(mock.requests.count == 1 && files().isEmpty)
        #expect(try await loader.load(HTTPRequest(url: "http://host/")).body.text() == "server")
    }

    @Test func theLimitIsKept() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let body = String(repeating: "x", count: 1_000)
        let mock = MockLoader().when({ _ in true }) { request throws(HTTPError) in
            HTTPResponse(request: request, status: .ok, headers: ["Cache-Control": "max-age=60"], bytes: Array(body.utf8))
        }
        let loader = loader(mock, limit: 4_000)
        for number in 1...5 { _ = try await loader.load(HTTPRequest(url: "https://host/\(number)")).body.data() }
        #expect((1...2).contains(files().count))
    }

    /// Otherwise each response that is stored in a full folder would search for the oldest one again.
    @Test func aFullFolderIsReducedBelowItsLimit() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = FileCacheStore(folder: folder, limit: 40_000)
        let head = HTTPResponseHead(status: 200)
        let entry = HTTPCacheEntry(
            requestHeaders: [:], head: head, body: Array(repeating: 0, count: 1_000), requestTime: clock.now, responseTime: clock.now)
        var number = 0
        repeat {
            number += 1
            store.setEntries([entry], for: "https://host/\(number)")
        } while files().count == number
        #expect(try files().map { try Data(contentsOf: URL(fileURLWithPath: $0)).count }.reduce(0, +) <= 36_000)
    }

    @Test func aResetRemovesTheFiles() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=60"], body: "a")
        let loader = loader(mock)
        _ = try await loader.load(HTTPRequest(url: "https://host/")).body.data()
        #expect(files().count == 1)
        await loader.reset()
        #expect(files().isEmpty)
    }

    @Test func ignoresInvalidFiles() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=60"], body: "a").then(200, body: "b")
        let request = HTTPRequest(url: "https://host/")
        _ = try await loader(mock).load(request).body.data()
        for file in files() { try Data("{".utf8).write(to: URL(fileURLWithPath: file)) }
        #expect(try await loader(mock).load(request).body.text() == "b")
    }
}
