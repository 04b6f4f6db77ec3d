public import HTTP
import Workspace

/// The loaders that everything the workbench sends goes through: the core's standard chain, whose page says why each stands where it does.
public enum LiveChain {
    /// The chain before a transport.
    /// - Parameters:
    ///   - cookies: the jar; nil for one in memory only.
    ///   - oauth: gets tokens; nil for grants that need nobody, with nothing kept.
    ///   - settings: the limits and the use of stored answers that the user has set.
    public static func loader(
        recorder: any HTTPRecorder, cookies: CookieJar? = nil, oauth: OAuth? = nil, settings: Settings = Settings(),
        transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        chain.cachePolicy = settings.usesCache ? .useProtocol : .ignore
        chain.maximumNumberOfRequests = settings.limits.requestsAtOnce
        chain.recorder = recorder
        chain.cookieJar = cookies
        if let oauth { chain.authenticationLinks[.oauth] = oauth }
        let transport = completing(transport, settings)
        guard let limit = settings.limits.responseByteCount else { return chain.loader(over: transport) }
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
        cookies: CookieJar, settings: Settings = Settings(), transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        chain.cookieJar = cookies
        return chain.loader(over: completing(transport, settings))
    }

    /// The transport behind what every request gets.
    private static func completing(_ transport: any HTTPLoader, _ settings: Settings) -> any HTTPLoader {
        settings.addsAutomaticHeaders ? AutomaticHeaders() --> transport : transport
    }
}
