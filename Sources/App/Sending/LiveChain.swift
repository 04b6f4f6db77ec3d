public import HTTP

/// The loaders that everything the workbench sends goes through: the core's standard chain, whose page says why each stands where it does.
public enum LiveChain {
    /// The chain before a transport.
    /// - Parameters:
    ///   - cookies: the jar; nil for one in memory only.
    ///   - oauth: keeps tokens and shows logins; nil for grants that need nobody.
    public static func loader(
        recorder: any HTTPRecorder, cookies: CookieJar? = nil, oauth: (any OAuthDelegate)? = nil, transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        chain.recorder = recorder
        chain.cookieJar = cookies
        chain.oauthDelegate = oauth
        return chain.loader(over: transport)
    }

    /// The same before a transport that sends nothing: it keeps no record, logs in nowhere, and takes cookies from the jar.
    static func previewLoader(cookies: CookieJar, transport: any HTTPLoader) -> any HTTPLoader {
        var chain = StandardChain()
        chain.cookieJar = cookies
        return chain.loader(over: transport)
    }
}
