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
    ///   - prompt: shows what a person is to do, and gives the URL that the login ended at where the person pastes it. Nil gives up for
    ///     ``OAuthPrompt/pasteURL(loginURL:)``, and leaves it to the browser for ``OAuthPrompt/openURL(_:)``. Cancelled once the browser came
    ///     back. For ``OAuthPrompt/enterCode(_:)`` it returns at once: the server is asked only after that.
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
            await first(of: listener, url, redirectURL)
        } onCancel: {
            listener.stop()
        }
    }

    /// The URL that the browser came back to or that was pasted, whichever is there first.
    private func first(of listener: LoopbackListener, _ url: String, _ redirectURL: String) async -> String? {
        await withTaskGroup(of: String?.self) { group in
            group.addTask { await listener.redirectedURL(for: redirectURL) }
            group.addTask { [prompt] in await prompt(.openURL(url)) }
            for await found in group {
                guard let found else { continue }
                group.cancelAll()
                listener.stop()
                return found
            }
            return nil
        }
    }

    /// Shows the code.
    public func show(_ code: OAuthDeviceCode) async { _ = await prompt(.enterCode(code)) }
}
