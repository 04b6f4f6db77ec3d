public import HTTP

/// The loaders that everything the workbench sends goes through: the core's standard chain, whose page says why each stands where it does.
public enum LiveChain {
    /// The chain before a transport.
    /// - Parameter cookies: keeps cookies between runs; nil for memory only.
    public static func loader(
        recorder: any HTTPRecorder, cookies: (any CookieStorage)? = nil, transport: any HTTPLoader
    ) -> any HTTPLoader {
        var chain = StandardChain()
        chain.recorder = recorder
        chain.cookieStorage = cookies
        return chain.loader(over: transport)
    }
}
