import Foundation
import HTTP
import HTTPConformance
import HTTPTesting
import TestFixtures
import Testing

/// Behaviour not visible on the wire; RFC 9111 is tested by ``ExchangeScript``.
@Suite struct CacheResponsesTests {
    let request = HTTPRequest(url: "https://host/x")
    let clock = ManualClock()

    /// Loads, reads the body, and says what came.
    func get(_ loader: HTTPChain, _ request: HTTPRequest? = nil) async throws -> String {
        let response = try await loader.load(request ?? self.request)
        return "\(response.status) \(try await response.text())"
    }

    func cache(_ mock: MockLoader) -> HTTPChain { CacheResponses(clock: clock.clock) --> mock }

    @Test(arguments: [("min-fresh=10", "200 1"), ("min-fresh=11", "200 2"), ("max-age=0", "200 1")])
    func aResponseIsFreshForExactlyItsTime(asked: String, response: String) async throws {
        let loader = cache(MockLoader().then(200, headers: ["Cache-Control": "max-age=10"], body: "1").then(200, body: "2"))
        _ = try await get(loader)
        #expect(try await get(loader, HTTPRequest(url: "https://host/x", headers: ["Cache-Control": asked])) == response)
    }

    @Test func ageIncludesTheTransferTime() async throws {
        let clock = clock
        let mock = MockLoader().then { request throws(HTTPError) in
            clock.advance(by: .seconds(3))
            let headers: HTTPHeaders = ["Cache-Control": "max-age=10", "Age": "5"]
            return HTTPResponse(request: request, status: 200, headers: headers, bytes: Array("1".utf8))
        }
        .then(200, body: "2")
        let loader = cache(mock)
        var responses: [String] = []
        for _ in 1...3 {
            responses.append(try await get(loader))
            clock.advance(by: .seconds(1))
        }
        #expect(responses == ["200 1", "200 1", "200 2"])
    }

    @Test func aValidatedResponseIsAsYoungAsItsValidation() async throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=10", "Age": "9", "ETag": "\"1\""]
        let mock = MockLoader().then(200, headers: headers, body: "1").then(304, headers: ["ETag": "\"1\""])
        let loader = cache(mock)
        _ = try await get(loader)
        clock.advance(by: .seconds(1))
        #expect(try await get(loader) == "200 1")
        clock.advance(by: .seconds(5))
        #expect(try await get(loader) == "200 1")
        #expect(mock.requests.count == 2)
    }

    @Test func limitsTheAgeHeader() async throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=9999999999999", "Age": "99999999999999999999"]
        let loader = CacheResponses(policy: .preferStored, clock: clock.clock) --> MockLoader().then(200, headers: headers, body: "1")
        _ = try await get(loader)
        #expect(try await loader.load(request).headers["Age"] == "2147483648")
    }

    @Test(arguments: [
        ("https://HOST/x", "https://host:443/x"), ("http://127.1/", "http://127.0.0.1"),
        ("https://bücher.de/", "https://xn--bcher-kva.de./"),
    ])
    func anotherSpellingOfTheHostGetsTheStoredResponse(first: String, second: String) async throws {
        let loader = cache(MockLoader().then(200, headers: ["Cache-Control": "max-age=9"], body: "1"))
        _ = try await get(loader, HTTPRequest(url: first))
        #expect(try await get(loader, HTTPRequest(url: second)) == "200 1")
    }

    /// A GET with a body, as search APIs have it, is another question for each body.
    @Test func doesNotCacheARequestWithABody() async throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=9"]
        let mock = MockLoader().then(200, headers: headers, body: "1").then(200, headers: headers, body: "2").then(200, body: "3")
        let loader = cache(mock)
        var asking = request
        for (body, response) in [("a", "200 1"), ("b", "200 2")] {
            asking.body = TextBody(body)
            #expect(try await get(loader, asking) == response)
        }
        #expect(try await get(loader) == "200 3")
    }

    @Test func reportsAResponseFromTheStore() async throws {
        let loader = cache(MockLoader().then(200, headers: ["Cache-Control": "max-age=9"], body: "1"))
        _ = try await get(loader)
        let events = await loader.start(request).allEvents()
        #expect(events.compactMap { if case .answeredFromStore(let reason) = $0 { reason } else { nil } } == ["fresh"])
    }

    @Test func storesCookieDependentResponsesOnlyWithoutAJar() async throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=9", "Vary": "Accept, cookie"]
        for (usesCookies, second) in [(true, "200 2"), (false, "200 1")] {
            let loader = cache(MockLoader().then(200, headers: headers, body: "1").then(200, body: "2"))
            var asking = request
            asking.usesCookies = usesCookies
            _ = try await get(loader, asking)
            #expect(try await get(loader, asking) == second)
        }
    }

    @Test func aBodyThatWasNotReadToItsEndIsNotStored() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=9"], body: "1").then(200, body: "2")
        let loader = cache(mock)
        try await loader.load(request).body.cancel()
        #expect(try await get(loader) == "200 2")
    }

    /// Over http a proxy answers what it wants.
    @Test func `a response through a proxy is for requests through it alone`() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=60"], body: "proxy")
            .then(200, headers: ["Cache-Control": "max-age=60"], body: "server")
        let loader = cache(mock)
        var proxied = HTTPRequest(url: "http://host/")
        proxied.proxy = .through(HTTPProxy(host: "proxy", port: 80))
        for _ in 1...2 { #expect(try await get(loader, proxied) == "200 proxy") }
        #expect(mock.requests.count == 1)
        #expect(try await get(loader, HTTPRequest(url: "http://host/")) == "200 server")
    }

    @Test func evictsTheLeastRecentlyUsedEntry() {
        let store = HTTPCacheStore(limit: 4_000)
        let entry = HTTPCacheEntry(
            requestHeaders: [:], head: HTTPResponseHead(status: 200), body: Array(repeating: 0, count: 500), requestTime: .now,
            responseTime: .now)
        for name in ["a", "b"] { store.setEntries([entry], for: name) }
        _ = store.entries(for: "a")
        store.setEntries([entry], for: "c")
        #expect(["a", "b", "c"].map { store.entries(for: $0).count } == [1, 0, 1])
    }

    /// All other requests wait meanwhile. A search through all records for each response would take minutes.
    @Test func `a full store makes room in a time that does not depend on its size`() {
        let count = 20_000
        let store = HTTPCacheStore(limit: count * 1_024)
        let entry = HTTPCacheEntry(
            requestHeaders: [:], head: HTTPResponseHead(status: 200), body: [], requestTime: .now, responseTime: .now)
        let (isKept, time) = ProcessorTime.measured {
            for number in 0..<count { store.setEntries([entry], for: "old \(number)") }
            for number in stride(from: 0, to: count, by: 2) { for _ in 1...3 { _ = store.entries(for: "old \(number)") } }
            for number in 0..<count / 2 { store.setEntries([entry], for: "new \(number)") }
            let isKept = (0..<count).map { !store.entries(for: "old \($0)").isEmpty }
            for number in 0..<count { store.setEntries([entry], for: "newest \(number)") }
            return isKept
        }
        #expect(isKept == (0..<count).map { $0.isMultiple(of: 2) } && time < .seconds(20))
        #expect((0..<count).allSatisfy { store.entries(for: "old \($0)").isEmpty })
    }

    @Test func aResetForgetsEverything() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=9"], body: "1").then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        await loader.reset()
        #expect(try await get(loader) == "200 2")
    }
}
