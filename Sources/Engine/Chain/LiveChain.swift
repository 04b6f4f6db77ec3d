public import HTTP
package import Platform
import Synchronization
import Workspace

/// The loaders that everything the workbench sends goes through: the core's standard chain, whose page says why each stands where it does.
public enum LiveChain {
    /// The chain before a transport.
    /// - Parameters:
    ///   - cookies: the jar; nil for one in memory only.
    ///   - oauth: gets tokens; nil for grants that need nobody, with nothing kept.
    ///   - settings: the limits and the use of stored responses that the user has set.
    ///   - offline: gives stored responses in place of the network; nil for none.
    public static func loader(
        recorder: any HTTPRecorder, cookies: CookieJar? = nil, oauth: OAuth? = nil, settings: ChainSettings = ChainSettings(),
        offline: OfflineResponses? = nil, transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        if let offline { chain.ownLinks = [offline] }
        chain.cachePolicy = settings.usesCache ? .useProtocol : .ignore
        chain.maximumNumberOfRequests = settings.requestsAtOnce
        chain.recorder = recorder
        chain.cookieJar = cookies
        if let oauth { chain.authenticationLinks[.oauth] = oauth }
        let transport = completing(transport, settings)
        guard let limit = settings.responseByteCount else { return chain.loader(over: transport) }
        let limited = ModifyRequest { request in
            var request = request
            // What the request says itself is nearer.
            if request.responseLimits.bodyByteCount == nil { request.responseLimits.bodyByteCount = limit }
            return request
        }
        return chain.loader(over: limited --> transport)
    }

    /// The same before a transport that sends nothing: it keeps no record, logs in nowhere, and takes cookies from the jar.
    public static func previewLoader(
        cookies: CookieJar, settings: ChainSettings = ChainSettings(), transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        chain.cookieJar = cookies
        return chain.loader(over: completing(transport, settings))
    }

    /// The transport behind what every request gets.
    private static func completing(_ transport: any HTTPLoader, _ settings: ChainSettings) -> any HTTPLoader {
        settings.addsAutomaticHeaders ? AutomaticHeaders() --> transport : transport
    }
}

/// The parts of the chain that the user's settings decide.
public struct ChainSettings: Sendable, Equatable {
    /// The most bytes of a response's body; nil for any number, since bodies go to files.
    public var responseByteCount: Int64?
    /// The most requests on their way; others wait for their turn. Nil for any number.
    public var requestsAtOnce: Int?
    /// The most connections that the transport opens.
    public var connectionLimits = HTTPConnectionLimits()
    /// True to store and reuse responses as HTTP allows (RFC 9111).
    public var usesCache = false
    /// Adds `User-Agent` and `Accept` to requests that say nothing of them.
    public var addsAutomaticHeaders = true

    /// Settings of a user who has set nothing.
    public init() {}

    /// The same with room for so many requests at once, also to a single host.
    package func sending(atOnce count: Int) -> ChainSettings {
        var settings = self
        settings.requestsAtOnce = requestsAtOnce.map { max(count, $0) }
        settings.connectionLimits = HTTPConnectionLimits(
            perHost: connectionLimits.perHost.map { max(count, $0) }, total: connectionLimits.total.map { max(count, $0) })
        return settings
    }
}

/// A loader that is made when it is first needed: opening the transport's libraries must not hold up the first frame.
package final class LazyLoader: HTTPLoader {
    private let make: @Sendable () -> any HTTPLoader
    // Guards the loader, so that it is made once.
    private let made = Mutex<(any HTTPLoader)?>(nil)

    package init(_ make: @escaping @Sendable () -> any HTTPLoader) { self.make = make }

    package func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        try await loader().load(request, task: task)
    }

    package func reset() async { await loader().reset() }

    private func loader() -> any HTTPLoader {
        made.withLock { loader in
            if let loader { return loader }
            let new = make()
            loader = new
            return new
        }
    }
}

/// The desktop's browser, for the pages of a login.
public struct DesktopBrowser: Sendable {
    /// Opens pages with `xdg-open`, or `open` on macOS.
    public init() {}

    /// Opens a page and does not wait for it.
    ///
    /// - Returns: false if there is no tool, or the text is no http or https URL: a server could start other programs with it.
    @discardableResult
    public func open(_ url: String) -> Bool {
        guard let page = WebURL(url), page.protocol == "https:" || page.protocol == "http:" else { return false }
        guard let child = try? ChildProcess(.desktopOpener(page.href)) else { return false }
        child.detach()
        return true
    }
}

extension ChildProcess.Command {
    /// Opens a file or a page in the desktop's program for it, which has no part in this terminal.
    package static func desktopOpener(_ target: String) -> ChildProcess.Command {
        #if os(macOS)
            var command = ChildProcess.Command(["/usr/bin/open", target])
        #else
            var command = ChildProcess.Command(["xdg-open", target])
        #endif
        command.group = .session
        return command
    }
}
