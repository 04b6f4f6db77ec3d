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
    private let prompt: @Sendable (OAuthPrompt) async throws(CancellationError) -> String?

    /// - Parameters:
    ///   - store: nil keeps nothing.
    ///   - prompt: shows what a person is to do, and gives the URL that the login ended at where the person pastes it. Throws when the person
    ///     gives up, which ends the login. Nil gives up as well for ``OAuthPrompt/pasteURL(loginURL:)``, and leaves it to the browser for
    ///     ``OAuthPrompt/openURL(_:)``, and to the other device for ``OAuthPrompt/enterCode(_:)``. Cancelled once the login is over.
    public init(
        store: (any OAuthCredentialStore)?, prompt: @escaping @Sendable (OAuthPrompt) async throws(CancellationError) -> String?
    ) {
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
    public func logIn(at login: OAuthLogin) async -> OAuthRedirect? {
        let listener = LoopbackListener(redirectURL: login.redirectURL)
        let redirectURL = listener?.redirectURL ?? login.redirectURL
        let page = login.url(redirectURL: redirectURL)
        let url: String? =
            if let listener {
                await withTaskCancellationHandler {
                    await first(of: listener, page)
                } onCancel: {
                    listener.stop()
                }
            } else {
                try? await prompt(.pasteURL(loginURL: page))
            }
        return url.map { OAuthRedirect(url: $0, redirectURL: redirectURL) }
    }

    /// The URL that the browser came back to or that was pasted, whichever is there first; nil when the person gave up.
    private func first(of listener: LoopbackListener, _ page: String) async -> String? {
        await withTaskGroup(of: Result<String?, CancellationError>.self) { group in
            group.addTask { .success(await listener.redirectedURL { OAuthRedirect.isAnswer($0, to: page) }) }
            group.addTask { [prompt] in
                do throws(CancellationError) { return .success(try await prompt(.openURL(page))) } catch { return .failure(error) }
            }
            for await found in group {
                if case .success(nil) = found { continue }
                group.cancelAll()
                listener.stop()
                return try? found.get()
            }
            return nil
        }
    }

    /// Shows the code.
    public func show(_ code: OAuthDeviceCode) async throws(CancellationError) { _ = try await prompt(.enterCode(code)) }
}
