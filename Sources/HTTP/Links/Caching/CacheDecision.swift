#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a stored answer is worth for a request (RFC 9111 section 4). Pure.
enum CacheDecision: Equatable {
    /// Answer with it.
    case use(reason: String)
    /// Ask whether it is still good, with these fields.
    case validate(HTTPHeaders)
    /// Ask as if it was not there.
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
        if rest > (asked.seconds("min-fresh") ?? 0) { return true }
        guard asked.has("max-stale"), !given.has("must-revalidate") else { return false }
        return -rest <= asked.seconds("max-stale") ?? .infinity
    }

    /// Whether the answer depends on what cannot be compared: on anything, or on cookies that ``CookieJar`` adds further in.
    private static func variesUnseen(_ head: HTTPResponseHead, for request: HTTPRequest) -> Bool {
        HeaderList.split(head.headers.values(for: "Vary")).contains { name in
            name == "*" || (request.usesCookies && ASCII.equalIgnoringCase(name, "Cookie"))
        }
    }

    /// Whether an answer may be kept by a private cache (RFC 9111 section 3).
    static func isStorable(_ head: HTTPResponseHead, for request: HTTPRequest) -> Bool {
        let given = CacheControl(head.headers)
        guard request.method == .get, head.status.rawValue >= 200, head.status != 206, head.status != 304, !given.has("no-store"),
            !CacheControl(request.headers).has("no-store"), !variesUnseen(head, for: request)
        else { return false }
        if given.has("max-age") || given.has("public") || given.has("private") || head.headers.contains("Expires") { return true }
        // A failure that only has a validator would come back with the next 304.
        return head.status.isHeuristicallyCacheable && (head.headers.contains("ETag") || head.headers.contains("Last-Modified"))
    }
}
