import Platform

/// A private cache (RFC 9111; part 17 of “HTTP in Swift”).
///
/// Its place is outside ``Retry`` and ``Redirect``, so that a fresh response needs none of them. A response is used only for requests with
/// the same credentials (``HTTPCacheIdentity``), because the links that add them are after the cache. Only GET is cached, without a body, a range
/// or a condition of its own. Redirected responses are not, since they belong to another URL.
public struct CacheResponses: HTTPLoaderLink {
    private let shelf: CacheShelf
    private let policy: HTTPCachePolicy
    private let maxBodyBytes: Int
    private let clock: HTTPClock

    /// Creates a cache.
    /// - Parameters:
    ///   - store: the store of the responses; in memory by default.
    ///   - policy: the policy for requests without one.
    ///   - maxBodyBytes: the maximum size of a stored body.
    ///   - clock: used to compute the age of a response.
    public init(
        _ store: HTTPCacheStore = HTTPCacheStore(), policy: HTTPCachePolicy = .useProtocol, maxBodyBytes: Int = 8 << 20,
        clock: HTTPClock = .system
    ) {
        shelf = CacheShelf(store)
        self.policy = policy
        self.maxBodyBytes = maxBodyBytes
        self.clock = clock
    }

    /// Returns a stored response with its `Age` if the policy allows it, otherwise that of the next loader.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let policy = request.cachePolicy ?? policy
        guard policy != .ignore, request.method == .get, request.body.isEmpty, !request.hasConditions else {
            return try await passBy(request, task, nextLoader)
        }
        let shelf = shelf.current
        let entry = shelf.entry(for: request)
        let decision = entry.map { CacheDecision(for: request, entry: $0, policy: policy, now: clock.now()) } ?? .miss
        if let entry, case .use(let reason) = decision { return storedResponse(request, entry, task, reason: reason) }
        // The server is not contacted, not even to validate a stale response (RFC 9111 section 5.2.1.7).
        if policy == .onlyStored || CacheControl(request.headers).has("only-if-cached") {
            return HTTPResponse(request: request, status: .gatewayTimeout, message: "Not in the cache")
        }
        guard let entry, case .validate(let validators) = decision else { return try await ask(request, shelf, task, nextLoader) }
        return try await validate(request, entry, validators, shelf, task, nextLoader)
    }

    /// Removes all stored responses.
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
        guard response.status == .notModified else { return storeWhenRead(response, for: request, in: shelf, requestTime: requestTime) }
        await response.body.discard()
        // The tag was compared with that of another resource.
        if response.isRedirected(from: request) { return try await nextLoader.load(request, task: task) }
        let fresh = entry.freshened(by: response.head, requestTime: requestTime, responseTime: clock.now())
        shelf.insert(fresh, for: request)
        return storedResponse(request, fresh, task, reason: "validated")
    }

    private func ask(
        _ request: HTTPRequest, _ shelf: CacheShelf.Period, _ task: HTTPTask, _ nextLoader: any HTTPLoader
    ) async throws(HTTPError) -> HTTPResponse {
        let requestTime = clock.now()
        return storeWhenRead(try await nextLoader.load(request, task: task), for: request, in: shelf, requestTime: requestTime)
    }

    /// Stores the response when its whole body has been read.
    private func storeWhenRead(_ response: HTTPResponse, for request: HTTPRequest, in shelf: CacheShelf.Period, requestTime: Date)
        -> HTTPResponse
    {
        guard !response.isRedirected(from: request), CacheDecision.isStorable(response.head, for: request) else { return response }
        let sink = MemorySink(limit: maxBodyBytes)
        let responseTime = clock.now()
        var copy = response
        copy.body = response.body.observed { chunk in
            sink.write(chunk)
        } end: { ending in
            guard case .complete = ending, case .memory(let bytes) = sink.finish().storage, sink.finish().isComplete else { return }
            let entry = HTTPCacheEntry(
                requestHeaders: request.headers, identity: request.cacheIdentity, head: response.head, body: bytes,
                requestTime: requestTime, responseTime: responseTime)
            shelf.insert(entry, for: request)
        }
        return copy
    }

    private func storedResponse(_ request: HTTPRequest, _ entry: HTTPCacheEntry, _ task: HTTPTask, reason: String) -> HTTPResponse {
        task.report(.answeredFromStore(reason: reason))
        var headers = entry.head.headers
        headers["Age"] = entry.ageField(at: clock.now())
        return HTTPResponse(
            request: request, status: entry.head.status, message: entry.head.message, headers: headers,
            body: HTTPResponseBody(entry.body, for: request), version: entry.head.version)
    }

    /// Passes a request on. An unsafe one invalidates the stored responses of its resource (RFC 9111 section 4.4).
    private func passBy(_ request: HTTPRequest, _ task: HTTPTask, _ nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let response = try await nextLoader.load(request, task: task)
        guard !request.method.isSafe, (200..<400).contains(response.status.rawValue) else { return response }
        let others = ["Location", "Content-Location"].compactMap { response.headers[$0] }
            .compactMap { WebURL($0, base: WebURL(request.url)).map { HTTPRequest(url: $0.href) } }
            .filter { $0.origin == request.origin }
        for resource in [request] + others { shelf.forget(resource) }
        return response
    }
}

extension HTTPResponse {
    /// True if ``Redirect`` followed a redirect.
    fileprivate func isRedirected(from original: HTTPRequest) -> Bool { request.redirectedFrom != original.redirectedFrom }
}

extension HTTPRequest {
    fileprivate var hasConditions: Bool {
        ["Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"].contains { headers.contains($0) }
    }
}

/// The use of stored responses for a request.
public enum HTTPCachePolicy: String, Hashable, Sendable, CaseIterable {
    /// Follows RFC 9111: uses fresh responses, validates stale ones, stores new ones.
    case useProtocol
    /// Neither uses nor stores responses.
    case ignore
    /// Contacts the server and stores the response.
    case reload
    /// Uses a stored response of any age; contacts the server only if there is none.
    case preferStored
    /// Uses a stored response of any age; 504 if there is none (RFC 9111 section 5.2.1.7).
    case onlyStored
}

private enum CachePolicyOption: HTTPRequestOption { static let defaultOptionValue: HTTPCachePolicy? = nil }

extension HTTPRequest {
    /// The cache policy of this request; nil for that of ``CacheResponses``.
    public var cachePolicy: HTTPCachePolicy? {
        get { self[option: CachePolicyOption.self] }
        set { self[option: CachePolicyOption.self] = newValue }
    }
}

/// The use of a stored response for a request (RFC 9111 section 4). Free of I/O.
enum CacheDecision: Equatable {
    /// Return the stored response.
    case use(reason: String)
    /// Validate the stored response with these fields.
    case validate(HTTPHeaders)
    /// Ignore the stored response.
    case miss

    init(for request: HTTPRequest, entry: HTTPCacheEntry, policy: HTTPCachePolicy, now: Date) {
        if policy == .preferStored || policy == .onlyStored {
            self = .use(reason: "stored")
        } else if policy != .reload, Self.isGoodEnough(entry, for: CacheControl(request.headers), now: now) {
            self = .use(reason: "fresh")
        } else {
            self = policy == .reload || entry.validators.isEmpty ? .miss : .validate(entry.validators)
        }
    }

    private static func isGoodEnough(_ entry: HTTPCacheEntry, for asked: CacheControl, now: Date) -> Bool {
        let given = CacheControl(entry.head.headers)
        if asked.has("no-cache") || given.has("no-cache") { return false }
        let age = entry.age(at: now)
        if let most = asked.seconds("max-age"), age > most { return false }
        let rest = entry.freshnessLifetime - age
        if rest > 0, rest >= asked.seconds("min-fresh") ?? 0 { return true }
        guard asked.has("max-stale"), !given.has("must-revalidate") else { return false }
        return -rest <= asked.seconds("max-stale") ?? .infinity
    }

    /// True if the response varies with values that cannot be compared: everything, or cookies that ``CookieJar`` adds after the cache.
    private static func variesUnseen(_ head: HTTPResponseHead, for request: HTTPRequest) -> Bool {
        HeaderList.split(head.headers.values(for: "Vary")).contains { name in
            name == "*" || (request.usesCookies && ASCII.equalIgnoringCase(name, "Cookie"))
        }
    }

    /// True if a private cache may store the response (RFC 9111 section 3).
    static func isStorable(_ head: HTTPResponseHead, for request: HTTPRequest) -> Bool {
        let given = CacheControl(head.headers)
        guard request.method == .get, head.status.rawValue >= 200, head.status != 206, head.status != 304, !given.has("no-store"),
            !CacheControl(request.headers).has("no-store"), !variesUnseen(head, for: request)
        else { return false }
        if given.has("max-age") || given.has("public") || given.has("private") || head.headers.contains("Expires") { return true }
        // A failure that has only a validator would be returned again with the next 304.
        return head.status.isHeuristicallyCacheable && (head.headers.contains("ETag") || head.headers.contains("Last-Modified"))
    }
}

/// The directives of `Cache-Control` (RFC 9111 section 5.2).
struct CacheControl: Equatable {
    private let directives: [String: String]

    /// Reads all fields of a message; the first of equal directives wins.
    init(_ headers: HTTPHeaders) {
        var directives: [String: String] = [:]
        for item in HeaderList.split(headers.values(for: "Cache-Control")) {
            let parts = item.split(separator: "=", maxSplits: 1).map { ASCII.trimmed($0) }
            guard let name = parts.first.map({ ASCII.lowercased($0) }), directives[name] == nil else { continue }
            let value = parts.count > 1 ? parts[1] : ""
            directives[name] = value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : value
        }
        // The form of old clients (section 5.4).
        if directives.isEmpty, headers["Pragma"].map({ ASCII.lowercased($0).contains("no-cache") }) == true { directives["no-cache"] = "" }
        self.directives = directives
    }

    func has(_ name: String) -> Bool { directives[name] != nil }

    /// The delta-seconds of a directive; an invalid value counts as 0, which is stale.
    func seconds(_ name: String) -> Double? {
        guard let value = directives[name], !value.isEmpty else { return nil }
        return Seconds(delta: value)?.value ?? 0
    }
}

/// Lists in header fields (RFC 9110 section 5.6.1), separated by commas outside quotes.
enum HeaderList {
    static func split(_ values: [String]) -> [String] {
        values.flatMap { value -> [String] in
            var items = [""]
            var isQuoted = false
            for character in value {
                if character == "\"" { isQuoted.toggle() }
                if character == ",", !isQuoted { items.append("") } else { items[items.count - 1].append(character) }
            }
            return items.map { ASCII.trimmed($0) }.filter { !$0.isEmpty }
        }
    }
}
