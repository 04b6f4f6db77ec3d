public import HTTP

/// The loaders that everything the workbench sends goes through: the core's standard chain, whose page says why each stands where it does.
public enum LiveChain {
    /// The chain before a transport.
    /// - Parameters:
    ///   - cookies: keeps cookies between runs; nil for memory only.
    ///   - oauth: keeps tokens and shows logins; nil for grants that need nobody.
    public static func loader(
        recorder: any HTTPRecorder, cookies: (any CookieStorage)? = nil, oauth: (any OAuthDelegate)? = nil, transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        chain.recorder = recorder
        chain.cookieStorage = cookies
        chain.oauthDelegate = oauth
        return chain.loader(over: transport)
    }
}
