import Foundation
import HTTP
import HTTPTesting
import Testing

@Suite struct CacheTests {
    let request = HTTPRequest(url: "https://host/x")
    let clock = ManualClock()

    /// Loads, reads the body, and says what came.
    func get(_ loader: HTTPChain, _ request: HTTPRequest? = nil) async throws -> String {
        let response = try await loader.load(request ?? self.request)
        return "\(response.status) \(try await response.text())"
    }

    func cache(_ mock: MockLoader) -> HTTPChain { Cache(clock: clock.clock) --> mock }

    @Test(arguments: [
        ("max-age=10", 9, true), ("max-age=10", 10, false), ("max-age=0", 0, false), ("no-store", 0, false),
        ("no-cache, max-age=10", 0, false),
        ("MAX-AGE=\"10\"", 5, true), ("max-age=x", 0, false), ("private, max-age=10", 5, true), ("s-maxage=99", 0, false),
    ])
    func freshnessFollowsCacheControl(value: String, age: Int, isUsed: Bool) async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": value], body: "1").then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        clock.advance(by: .seconds(age))
        #expect(try await get(loader) == (isUsed ? "200 1" : "200 2"))
    }

    static let dated: [(HTTPHeaders, Int, Bool)] = [
        (["Expires": "Thu, 01 Jan 2026 00:00:10 GMT"], 9, true), (["Expires": "Thu, 01 Jan 2026 00:00:10 GMT"], 11, false),
        (["Expires": "0"], 0, false), (["Last-Modified": "Wed, 31 Dec 2025 23:58:20 GMT"], 9, true),
        (["Last-Modified": "Wed, 31 Dec 2025 23:58:20 GMT"], 11, false), (["Cache-Control": "max-age=10", "Age": "8"], 1, true),
        (["Cache-Control": "max-age=10", "Age": "8"], 3, false),
        (["Cache-Control": "max-age=10", "Age": "inf"], 9, true), (["Cache-Control": "max-age=10", "Age": "nan"], 9, true),
        (["Cache-Control": "max-age=10", "Age": "1e300"], 9, true), (["Cache-Control": "max-age=10", "Age": "-1e300"], 11, false),
        (["Cache-Control": "max-age=10", "Age": "99999999999999999999"], 0, false),
        (["Cache-Control": "max-age=10", "Date": "Wed, 31 Dec 2025 23:59:55 GMT"], 4, true),
        (["Cache-Control": "max-age=10", "Date": "Wed, 31 Dec 2025 23:59:55 GMT"], 6, false),
    ]

    @Test(arguments: dated)
    func freshnessFollowsDatesAndAge(headers: HTTPHeaders, age: Int, isUsed: Bool) async throws {
        let mock = MockLoader().then(200, headers: headers, body: "1").then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        clock.advance(by: .seconds(age))
        #expect(try await get(loader) == (isUsed ? "200 1" : "200 2"))
    }

    @Test func theAgeOfAnAnswerIsAlwaysANumber() async throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=9999999999999", "Age": "99999999999999999999"]
        let loader = Cache(policy: .preferStored, clock: clock.clock) --> MockLoader().then(200, headers: headers, body: "1")
        _ = try await get(loader)
        #expect(try await loader.load(request).headers["Age"] == "2147483648")
    }

    @Test func aStaleAnswerIsValidated() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=1", "ETag": "\"v1\"", "X": "old"], body: "1")
            .then(304, headers: ["Cache-Control": "max-age=100", "X": "new"])
        let loader = cache(mock)
        _ = try await get(loader)
        clock.advance(by: .seconds(2))
        let response = try await loader.load(request)
        #expect(mock.requests.last?.headers["If-None-Match"] == "\"v1\"")
        #expect(response.status == 200)
        #expect(response.headers.values(for: "X") == ["new"])
        #expect(response.headers["Age"] == "0")
        #expect(try await response.text() == "1")
        clock.advance(by: .seconds(50))
        #expect(try await get(loader) == "200 1")
        #expect(mock.requests.count == 2)
    }

    @Test func onlyIfCachedAsksNobody() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=1", "ETag": "\"v1\""], body: "1").then(304)
        let loader = cache(mock)
        _ = try await get(loader)
        var asking = request
        asking.headers["Cache-Control"] = "only-if-cached"
        #expect(try await get(loader, asking) == "200 1")
        clock.advance(by: .seconds(2))
        #expect(try await get(loader, asking) == "504 ")
        #expect(mock.requests.count == 1)
    }

    @Test func nobodyGetsTheAnswerOfAnother() async throws {
        let changes: [@Sendable (inout HTTPRequest) -> Void] = [
            { _ in }, { $0.authenticate(with: .bearer("leia")) }, { $0.authenticate(with: .bearer("luke")) },
            { $0.authenticate(with: .basic(BasicCredentials(user: "a", password: "b"))) }, { $0.headers["Authorization"] = "Basic x" },
            { $0.headers["Cookie"] = "a=b" },
        ]
        var mock = MockLoader()
        for number in changes.indices { mock = mock.then(200, headers: ["Cache-Control": "max-age=9"], body: "\(number)") }
        let loader = cache(mock)
        for _ in 1...2 {
            for (number, change) in changes.enumerated() {
                var asking = request
                change(&asking)
                #expect(try await get(loader, asking) == "200 \(number)")
            }
        }
        #expect(mock.requests.count == changes.count)
    }

    @Test func whatDependsOnCookiesIsStoredOnlyWithoutAJar() async throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=9", "Vary": "Accept, cookie"]
        for (usesCookies, second) in [(true, "200 2"), (false, "200 1")] {
            let loader = cache(MockLoader().then(200, headers: headers, body: "1").then(200, body: "2"))
            var asking = request
            asking.usesCookies = usesCookies
            _ = try await get(loader, asking)
            #expect(try await get(loader, asking) == second)
        }
    }

    @Test func variantsAreKeptApart() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=9", "Vary": "Accept"], body: "json")
            .then(200, headers: ["Cache-Control": "max-age=9", "Vary": "Accept"], body: "html")
        let loader = cache(mock)
        var json = request
        json.headers["Accept"] = "json"
        var html = request
        html.headers["accept"] = "html"
        _ = try await get(loader, json)
        _ = try await get(loader, html)
        #expect(try await get(loader, json) == "200 json")
        #expect(try await get(loader, html) == "200 html")
        #expect(mock.requests.count == 2)
    }

    @Test(arguments: ["Vary": "*", "Cache-Control": "no-store"] as HTTPHeaders)
    func whatMustNotBeStoredIsNot(field: HTTPHeaderField) async throws {
        let mock = MockLoader().then(200, headers: ["Expires": "Thu, 01 Jan 2027 00:00:10 GMT", field.name: field.value], body: "1").then(
            200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        #expect(try await get(loader) == "200 2")
    }

    @Test func aBodyThatWasNotReadToItsEndIsNotStored() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=9"], body: "1").then(200, body: "2")
        let loader = cache(mock)
        try await loader.load(request).body.cancel()
        #expect(try await get(loader) == "200 2")
    }

    @Test func changingTheResourceForgetsIt() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=9"], body: "1").then(204).then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        _ = try await get(loader, HTTPRequest(method: .put, url: request.url))
        #expect(try await get(loader) == "200 2")
    }

    @Test(arguments: [
        ("max-age=5", false), ("no-cache", false), ("min-fresh=5", false), ("min-fresh=1", true), ("max-stale=100", true),
    ])
    func theRequestCanAskForMore(value: String, isUsed: Bool) async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=10"], body: "1").then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        clock.advance(by: .seconds(7))
        var asking = request
        asking.headers["Cache-Control"] = value
        #expect(try await get(loader, asking) == (isUsed ? "200 1" : "200 2"))
    }

    @Test(arguments: [
        (HTTPCachePolicy.ignore, "200 2"), (.reload, "200 2"), (.preferStored, "200 1"), (.onlyStored, "200 1"), (.useProtocol, "200 2"),
    ])
    func thePolicyDecidesAboutAStaleAnswer(policy: HTTPCachePolicy, expected: String) async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=1"], body: "1").then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        clock.advance(by: .seconds(5))
        var asking = request
        asking.cachePolicy = policy
        #expect(try await get(loader, asking) == expected)
    }

    @Test func onlyStoredWithoutAnythingIsAGatewayTimeout() async throws {
        var asking = request
        asking.cachePolicy = .onlyStored
        #expect(try await get(cache(MockLoader()), asking) == "504 ")
    }

    @Test func theStoreForgetsWhatWasNotUsedForLongest() {
        let store = MemoryCacheStore(limit: 4_000)
        let entry = HTTPCacheEntry(
            requestHeaders: [:], head: HTTPResponseHead(status: 200), body: Array(repeating: 0, count: 500), requestTime: .now,
            responseTime: .now)
        for name in ["a", "b"] { store.setEntries([entry], for: name) }
        _ = store.entries(for: "a")
        store.setEntries([entry], for: "c")
        #expect(["a", "b", "c"].map { store.entries(for: $0).count } == [1, 0, 1])
    }

    @Test func aResetForgetsEverything() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=9"], body: "1").then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        await loader.reset()
        #expect(try await get(loader) == "200 2")
    }
}
