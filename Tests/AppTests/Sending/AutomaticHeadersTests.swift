import Engine
import HTTP
import HTTPTesting
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The headers that identify the client.
@Suite struct AutomaticHeadersTests {
    private func opened(_ draft: RequestDraft = RequestDraft(name: "a", url: "http://h/")) -> TestStore {
        var store = TestStore.opened(draft)
        store.send(.request(.selectTab(.headers)))
        return store
    }

    @Test func `automatic headers are listed below the request's own`() {
        let store = opened()
        #expect(store.canvas.contains("User-Agent") && store.canvas.contains("apus/\(Version.number)"))
        let names = [store.state.requestContext.shape(of: .headers, store.state.request).addedTitle, "Host", "User-Agent"]
        let rows = names.map { store.canvas.position(of: $0)?.y ?? -1 }
        #expect(rows[0] >= 0 && rows[0] < rows[1] && rows[1] < rows[2])
    }

    @Test func `headers of the request, even disabled ones, are not added`() {
        let rows = [Row("user-agent", "me"), Row("Accept", "text/csv", isEnabled: false)]
        #expect(!opened(RequestDraft(url: "http://h/", headers: rows)).canvas.contains("apus/"))
    }

    @Test func `options of request and folder and the settings switch automatic headers off`() {
        var store = opened()
        var folder = FolderDraft(name: "c")
        folder.options.automaticHeaders = false
        store.send(.workspace(.optionsKnown(InheritedOptions([InheritedLayer(path: "collections/c", settings: folder)]))))
        #expect(!store.canvas.contains("apus/"))
        var own = RequestDraft(url: "http://h/")
        own.options.automaticHeaders = false
        #expect(!opened(own).canvas.contains("apus/"))
        store = opened()
        store.state.settings.addsAutomaticHeaders = false
        #expect(!store.canvas.contains("apus/"))
    }

    private struct Nobody: HTTPRecorder {
        func record(_ exchange: HTTPExchange) {}
    }

    private func sent(_ request: HTTPRequest, _ settings: Settings = Settings()) async throws -> HTTPHeaders {
        let mock = MockLoader().then(200)
        _ = try await LiveChain.loader(recorder: Nobody(), settings: settings.chain, transport: mock).load(request)
        return try #require(mock.requests.first).headers
    }

    @Test func `automatic headers are added if the request lacks them`() async throws {
        #expect(try await sent(HTTPRequest(url: "http://h/")) == AutomaticHeaders.fields)
        let own = HTTPRequest(url: "http://h/", headers: ["accept": "text/csv"])
        #expect(try await sent(own) == ["accept": "text/csv", "User-Agent": "apus/\(Version.number)"])
    }

    @Test func `automatic headers are not sent if they are disabled`() async throws {
        var request = HTTPRequest(url: "http://h/")
        var settings = Settings()
        settings.addsAutomaticHeaders = false
        #expect(try await sent(request, settings).isEmpty)
        request.omitAutomaticHeaders()
        #expect(try await sent(request).isEmpty)
        let draft = RequestDraft(url: "http://h/", headers: [Row("Accept", "x", isEnabled: false)])
        let resolved = try RequestResolver.resolve(ResolutionInput(draft)).request
        #expect(try await sent(resolved) == ["User-Agent": "apus/\(Version.number)"])
    }

    @Test func `a replayed request gets no new automatic headers`() async throws {
        var exchange = Sample.exchange()
        exchange.request.headers = ["X-One": "1"]
        #expect(try await sent(exchange.requestAsSent) == ["X-One": "1"])
    }
}
