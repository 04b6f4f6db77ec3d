#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers requests from what earlier ones brought, as a private cache (RFC 9111; part 17 of the series).
///
/// Stands outside ``Retry`` and ``Redirect``: a fresh answer costs nothing behind it. What was brought with some credentials answers only
/// requests with the same (``HTTPCacheIdentity``), since the links that put them on stand behind it. Requests with a range or a condition of their own
/// pass by, and what a redirect led to is not stored: it is another URL's.
public struct Cache: HTTPLoaderLink {
    private let shelf: CacheShelf
    private let policy: HTTPCachePolicy
    private let mostBodyBytes: Int
    private let clock: HTTPClock

    /// - Parameters:
    ///   - policy: for requests that say nothing themselves.
    ///   - mostBodyBytes: longer bodies are not stored.
    public init(
        _ store: any HTTPCacheStore = MemoryCacheStore(), policy: HTTPCachePolicy = .useProtocol, mostBodyBytes: Int = 8 << 20,
        clock: HTTPClock = .system
    ) {
        shelf = CacheShelf(store)
        self.policy = policy
        self.mostBodyBytes = mostBodyBytes
        self.clock = clock
    }

    /// A stored answer where that is allowed, with its `Age`; else the next loader's.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let policy = request.cachePolicy ?? policy
        guard policy != .ignore, request.method == .get, !request.hasConditions else {
            return try await passBy(request, task, nextLoader)
        }
        let shelf = shelf.current
        let entry = shelf.entry(for: request)
        let decision = entry.map { CacheDecision(for: request, entry: $0, policy: policy, now: clock.now()) } ?? .miss
        if let entry, case .use(let reason) = decision { return answer(request, entry, task, reason: reason) }
        // Nobody is asked then, not even whether a stale answer is still good (RFC 9111 section 5.2.1.7).
        if policy == .onlyStored || CacheControl(request.headers).has("only-if-cached") {
            return HTTPResponse(request: request, status: .gatewayTimeout, message: "Not in the cache")
        }
        guard let entry, case .validate(let validators) = decision else { return try await ask(request, shelf, task, nextLoader) }
        return try await validate(request, entry, validators, shelf, task, nextLoader)
    }

    /// Forgets everything.
    public func reset() async { shelf.removeAll() }

    private func validate(
        _ request: HTTPRequest, _ entry: HTTPCacheEntry, _ validators: HTTPHeaders, _ shelf: CacheShelf.Period, _ task: HTTPTask,
        _ nextLoader: any HTTPLoader
    ) async throws(HTTPError) -> HTTPResponse {
        var conditional = request
        conditional.headers.fields += validators.fields
        task.reportChange(by: self, from: request, to: conditional)
        let requestTime = clock.now()
        let response = try await nextLoader.load(conditional, task: task)
        guard response.status == .notModified else { return keep(response, for: request, in: shelf, requestTime: requestTime) }
        await response.body.discard()
        // The tag was compared with another resource's.
        if response.isRedirected(from: request) { return try await nextLoader.load(request, task: task) }
        let fresh = entry.freshened(by: response.head, requestTime: requestTime, responseTime: clock.now())
        shelf.put(fresh, for: request)
        return answer(request, fresh, task, reason: "validated")
    }

    private func ask(
        _ request: HTTPRequest, _ shelf: CacheShelf.Period, _ task: HTTPTask, _ nextLoader: any HTTPLoader
    ) async throws(HTTPError) -> HTTPResponse {
        let requestTime = clock.now()
        return keep(try await nextLoader.load(request, task: task), for: request, in: shelf, requestTime: requestTime)
    }

    /// Stores the answer once its body has passed whole.
    private func keep(_ response: HTTPResponse, for request: HTTPRequest, in shelf: CacheShelf.Period, requestTime: Date) -> HTTPResponse {
        guard !response.isRedirected(from: request), CacheDecision.isStorable(response.head, for: request) else { return response }
        let sink = MemorySink(limit: mostBodyBytes)
        let responseTime = clock.now()
        var copy = response
        copy.body = response.body.observed { chunk in
            sink.write(chunk)
        } end: { ending in
            guard case .complete = ending, case .memory(let bytes) = sink.finish().storage, sink.finish().isComplete else { return }
            let entry = HTTPCacheEntry(
                requestHeaders: request.headers, identity: request.cacheIdentity, head: response.head, body: bytes,
                requestTime: requestTime, responseTime: responseTime)
            shelf.put(entry, for: request)
        }
        return copy
    }

    private func answer(_ request: HTTPRequest, _ entry: HTTPCacheEntry, _ task: HTTPTask, reason: String) -> HTTPResponse {
        task.report(.answeredFromStore(reason: reason))
        var headers = entry.head.headers
        headers["Age"] = entry.ageField(at: clock.now())
        return HTTPResponse(
            request: request, status: entry.head.status, message: entry.head.message, headers: headers,
            body: HTTPResponseBody(entry.body, for: request), version: entry.head.version)
    }

    /// What changes a resource makes its stored answers invalid (RFC 9111 section 4.4).
    private func passBy(_ request: HTTPRequest, _ task: HTTPTask, _ nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let response = try await nextLoader.load(request, task: task)
        guard !request.method.isSafe, (200..<400).contains(response.status.rawValue) else { return response }
        let others = ["Location", "Content-Location"].compactMap { response.headers[$0] }
            .compactMap { WebURL($0, base: WebURL(request.url))?.href }
            .filter { HTTPRequest(url: $0).origin == request.origin }
        for url in [request.url] + others { shelf.forget(url) }
        return response
    }
}

extension HTTPResponse {
    /// Whether ``Redirect`` went on to another URL than was asked for.
    fileprivate func isRedirected(from original: HTTPRequest) -> Bool { request.redirectedFrom != original.redirectedFrom }
}

extension HTTPRequest {
    fileprivate var hasConditions: Bool {
        ["Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"].contains { headers.contains($0) }
    }
}
