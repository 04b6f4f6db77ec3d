public import HTTP
import Synchronization
import Workspace

/// The loaders for every request of the workbench: the standard chain of HTTP, whose documentation explains the order.
public enum LiveChain {
    /// The chain in front of a transport.
    /// - Parameters:
    ///   - cookies: the jar; nil for one in memory only.
    ///   - oauth: gets tokens; nil allows only grants without a login and stores no tokens.
    ///   - settings: the user's settings for limits and caching.
    ///   - offline: gives stored responses instead of the network; nil for none.
    public static func loader(
        recorder: any HTTPRecorder, cookies: CookieJar? = nil, oauth: OAuth? = nil, settings: ChainSettings = ChainSettings(),
        offline: OfflineResponses? = nil, transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        chain.defaultHeaders = [:]
        if let offline { chain.ownLinks = [offline] }
        chain.cachePolicy = settings.usesCache ? .useProtocol : .ignore
        chain.maximumNumberOfRequests = settings.requestsAtOnce
        chain.recorder = recorder
        chain.cookieJar = cookies
        if let oauth { chain.authenticationLinks[.oauth] = oauth }
        let transport = withAutomaticHeaders(transport, settings)
        guard let limit = settings.responseByteCount else { return chain.loader(over: transport) }
        let limited = ModifyRequest { request in
            var request = request
            // The request's own values win.
            if request.responseLimits.bodyByteCount == nil { request.responseLimits.bodyByteCount = limit }
            return request
        }
        return chain.loader(over: limited --> transport)
    }

    /// A chain in front of a transport that sends nothing: it records nothing, logs in nowhere, and reads cookies from the jar.
    public static func previewLoader(
        cookies: CookieJar, settings: ChainSettings = ChainSettings(), transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        chain.defaultHeaders = [:]
        chain.cookieJar = cookies
        return chain.loader(over: withAutomaticHeaders(transport, settings))
    }

    /// The transport behind the link that adds automatic headers, unless the settings exclude it.
    private static func withAutomaticHeaders(_ transport: any HTTPLoader, _ settings: ChainSettings) -> any HTTPLoader {
        settings.addsAutomaticHeaders ? AutomaticHeaders() --> transport : transport
    }
}

/// The settings of the user that determine the chain.
public struct ChainSettings: Sendable, Equatable {
    /// The maximum size of a response body in bytes; nil for no limit, since long bodies are stored in files.
    public var responseByteCount: Int64?
    /// The maximum number of requests in flight; others wait. Nil for no limit.
    public var requestsAtOnce: Int?
    /// The maximum numbers of connections of the transport.
    public var connectionLimits = HTTPConnectionLimits()
    /// True to store and reuse responses as HTTP allows (RFC 9111).
    public var usesCache = false
    /// True to add `User-Agent` and `Accept` to requests that do not set them.
    public var addsAutomaticHeaders = true

    /// The default settings.
    public init() {}

    /// The same settings with room for `count` concurrent requests, also to a single host.
    package func sending(atOnce count: Int) -> ChainSettings {
        var settings = self
        settings.requestsAtOnce = requestsAtOnce.map { max(count, $0) }
        settings.connectionLimits = HTTPConnectionLimits(
            perHost: connectionLimits.perHost.map { max(count, $0) }, total: connectionLimits.total.map { max(count, $0) })
        return settings
    }
}

/// A part of the chain that the user can reset.
public enum ChainPart: Sendable, Equatable, CaseIterable {
    /// The connections, with the requests in flight.
    case connections
    /// The responses that the cache has stored.
    case responses
    /// The tokens, credentials and nonces of all schemes, stored ones included.
    case logins
    /// The cookies of every jar, stored ones included.
    case cookies
    /// All of these, and everything in flight.
    case everything
}

/// The pace at which requests begin.
public enum RequestPace: Sendable, Equatable {
    /// The pace of the settings.
    case full
    /// At most this number in each second.
    case perSecond(Int)
    /// No request begins.
    case paused
}

/// A loader that is created at first use, since opening the transport's libraries must not delay the first frame.
package final class LazyLoader: HTTPLoader {
    private let make: @Sendable () -> any HTTPLoader
    // Guards the loader, so that it is created once.
    private let made = Mutex<(any HTTPLoader)?>(nil)

    package init(_ make: @escaping @Sendable () -> any HTTPLoader) { self.make = make }

    package func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        try await loader().load(request, task: task)
    }

    package func reset() async { await loader().reset() }

    /// Resets a part of the chain, and returns when that is done.
    package func reset(_ part: ChainPart) async {
        let stages = stages
        switch part {
        case .connections: await (stages.last as? any HTTPLoader)?.reset()
        case .responses: for case let link as CacheResponses in stages { await link.reset() }
        case .logins: for case let link as Authenticate in stages { await link.reset() }
        case .cookies: for case let link as CookieJar in stages { await link.reset() }
        case .everything: await reset()
        }
    }

    /// Changes the pace of all requests, also of waiting ones.
    package func setPace(_ pace: RequestPace) {
        for case let throttle as Throttle in stages {
            throttle.requestsPerSecond = if case .perSecond(let count) = pace { Double(count) } else { nil }
            throttle.isPaused = pace == .paused
        }
    }

    private var stages: [any Sendable] {
        let loader = loader()
        return (loader as? HTTPChain)?.stages ?? [loader]
    }

    private func loader() -> any HTTPLoader {
        made.withLock { loader in
            if let loader { return loader }
            let new = make()
            loader = new
            return new
        }
    }
}
