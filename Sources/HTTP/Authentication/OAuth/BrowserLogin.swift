#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

/// A page to log in at (RFC 6749 section 4.1.1).
public struct OAuthLogin: Hashable, Sendable {
    /// Where the browser is to come back to, as it was configured. On this machine, no port or port 0 stands for any that is free
    /// (RFC 8252 section 7.3): who shows the page listens first, and says where.
    public let redirectURL: String
    private let endpoint: String
    private let parameters: [String: String]

    init(redirectURL: String, endpoint: String, parameters: [String: String]) {
        self.redirectURL = redirectURL
        self.endpoint = endpoint
        self.parameters = parameters
    }

    /// The URL of the page, from which the browser comes back to this redirect URL.
    public func url(redirectURL: String) -> String {
        var request = HTTPRequest(url: endpoint)
        let all = parameters.merging(["redirect_uri": redirectURL]) { $1 }
        request.appendQueryItems(all.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) })
        return request.url
    }
}

/// How a login ended (RFC 6749 section 4.1.2).
public struct OAuthRedirect: Hashable, Sendable {
    /// Where the browser was sent, with a code or an error in the query.
    public let url: String
    /// The redirect URL that the page was asked with; the token is asked for with the same (section 4.1.3).
    public let redirectURL: String

    /// A URL that the browser was sent to, and the redirect URL that the page knew.
    public init(url: String, redirectURL: String) {
        self.url = url
        self.redirectURL = redirectURL
    }

    /// Whether a URL has the state that the login page was asked with (RFC 6749 section 10.12): what has another is of another login. A
    /// page that was asked without one takes every URL.
    public static func isAnswer(_ url: String, to page: String) -> Bool {
        guard let state = items(of: page)["state"] else { return true }
        return items(of: url)["state"] == state
    }

    /// What a URL says, by name; the first of a name counts.
    static func items(of url: String) -> [String: String] {
        var answer = HTTPRequest(url: url)
        // Written as a form (RFC 6749 appendix B): a plus is a space.
        answer.percentEncodedQuery = answer.percentEncodedQuery?.replacing("+", with: "%20")
        return Dictionary(answer.queryItems.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
