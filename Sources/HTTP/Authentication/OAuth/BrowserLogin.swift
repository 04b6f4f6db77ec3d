/// What a person is to be shown during a login.
public enum OAuthPrompt: Sendable {
    /// A page to open in a browser.
    case openURL(String)
    /// A code to type in elsewhere.
    case enterCode(OAuthDeviceCode)
    /// The browser cannot come back by itself, as the redirect URL is not on this machine or its port is taken: the person pastes the URL
    /// that the login ended at.
    case pasteURL(loginURL: String)
}

/// Logs in with the browser of this machine: shows the page, catches the redirect on a loopback port, keeps the tokens in a store.
public final class BrowserLogin: OAuthDelegate {
    private let store: (any OAuthCredentialStore)?
    private let prompt: @Sendable (OAuthPrompt) async -> String?

    /// - Parameters:
    ///   - store: nil keeps nothing.
    ///   - prompt: shows what a person is to do. Its answer counts for ``OAuthPrompt/pasteURL(loginURL:)`` only: the URL, or nil to give up.
    public init(store: (any OAuthCredentialStore)?, prompt: @escaping @Sendable (OAuthPrompt) async -> String?) {
        self.store = store
        self.prompt = prompt
    }

    /// The store's.
    public func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? { store?.load(for: configuration) }

    /// Into the store.
    public func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async {
        store?.save(credentials, for: configuration)
    }

    /// Listens first and then shows the page, so that no redirect is missed.
    public func logIn(at url: String, redirectURL: String) async -> String? {
        guard let listener = LoopbackListener(redirectURL: redirectURL) else { return await prompt(.pasteURL(loginURL: url)) }
        return await withTaskCancellationHandler {
            async let redirected = listener.redirectedURL(for: redirectURL)
            _ = await prompt(.openURL(url))
            return await redirected
        } onCancel: {
            listener.stop()
        }
    }

    /// Shows the code.
    public func show(_ code: OAuthDeviceCode) async { _ = await prompt(.enterCode(code)) }
}
