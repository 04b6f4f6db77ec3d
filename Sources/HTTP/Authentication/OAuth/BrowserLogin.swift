import Hashing
import Platform
import Synchronization

/// An instruction for the user during a login.
public enum OAuthPrompt: Sendable {
    /// Open this page in a browser.
    case openURL(String)
    /// Enter this code on another device.
    case enterCode(OAuthDeviceCode)
    /// Paste the URL at which the login ended: the browser cannot return by itself, because the redirect URL is not on this machine, or
    /// another program uses its port.
    case pasteURL(loginURL: String, busyPort: Int? = nil)
}

/// Logs in with a browser on this machine: presents the page, receives the redirect on a loopback port, and keeps the tokens in a store.
public final class BrowserLogin: OAuthDelegate {
    private let store: (any OAuthCredentialStore)?
    private let prompt: @Sendable (OAuthPrompt) async throws(OAuthLoginError) -> String?
    /// The listeners of the logins in progress, by host and port.
    private let listeners = Mutex<[String: WeakListener]>([:])

    private struct WeakListener {
        weak var listener: LoopbackListener?
    }

    /// Creates a login.
    /// - Parameters:
    ///   - store: keeps the tokens; nil for none.
    ///   - prompt: presents an instruction, and returns the URL that the user pasted, if any. Throwing ends the login for that reason. Nil ends the login
    ///     for ``OAuthPrompt/pasteURL(loginURL:busyPort:)``; for ``OAuthPrompt/openURL(_:)`` the browser and for ``OAuthPrompt/enterCode(_:)`` the
    ///     other device may still complete it. Its task is cancelled when the login is over.
    public init(
        store: (any OAuthCredentialStore)?, prompt: @escaping @Sendable (OAuthPrompt) async throws(OAuthLoginError) -> String?
    ) {
        self.store = store
        self.prompt = prompt
    }

    /// Reads the tokens from the store.
    public func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? { store?.load(for: configuration) }

    /// Writes the tokens to the store.
    public func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async {
        store?.save(credentials, for: configuration)
    }

    /// The file of the store.
    public func lockPath(for configuration: OAuthConfiguration) async -> String? { store?.lockPath(for: configuration) }

    /// Removes all tokens of the store.
    public func removeAllCredentials() async { store?.removeAll() }

    /// Listens before it presents the page, so that no redirect is missed.
    public func logIn(at login: OAuthLogin) async throws(OAuthLoginError) -> OAuthRedirect? {
        let joined = join(login.redirectURL)
        let redirectURL = joined?.redirectURL ?? login.redirectURL
        let page = login.url(redirectURL: redirectURL)
        let url: String? =
            if let joined {
                try await first(of: joined.listener, joined.number, redirectURL, page)
            } else {
                try await prompt(.pasteURL(loginURL: page, busyPort: LoopbackListener.busyPort(of: login.redirectURL)))
            }
        return url.map { OAuthRedirect(url: $0, redirectURL: redirectURL) }
    }

    /// The listener for a redirect URL, which a login in progress may use already, with this login's number; nil if none is possible.
    private func join(_ redirectURL: String) -> (listener: LoopbackListener, number: Int, redirectURL: String)? {
        let request = HTTPRequest(url: redirectURL)
        let place = "\(ASCII.lowercased(request.host ?? "")):\(request.port ?? 0)"
        let isShared = request.scheme == "http" && request.port ?? 0 > 0
        return listeners.withLock { listeners in
            if isShared, let known = listeners[place]?.listener, let number = known.join() { return (known, number, redirectURL) }
            guard let listener = LoopbackListener(redirectURL: redirectURL), let number = listener.join() else { return nil }
            if isShared { listeners[place] = WeakListener(listener: listener) }
            return (listener, number, listener.redirectURL)
        }
    }

    /// The URL of the redirect or the pasted one, whichever is first; nil if the task was cancelled.
    private func first(
        of listener: LoopbackListener, _ number: Int, _ redirectURL: String, _ page: String
    ) async throws(OAuthLoginError) -> String? {
        let outcome = await withTaskGroup(of: Result<String?, OAuthLoginError>.self) { group -> Result<String?, OAuthLoginError> in
            group.addTask {
                .success(await listener.redirectedURL(of: number, to: redirectURL) { OAuthRedirect.isAnswer($0, to: page) })
            }
            group.addTask { [prompt] in
                do throws(OAuthLoginError) { return .success(try await prompt(.openURL(page))) } catch { return .failure(error) }
            }
            for await found in group {
                if case .success(nil) = found { continue }
                group.cancelAll()
                return found
            }
            return .success(nil)
        }
        return try outcome.get()
    }

    /// Presents the code.
    public func show(_ code: OAuthDeviceCode) async throws(OAuthLoginError) { _ = try await prompt(.enterCode(code)) }
}

/// A login page (RFC 6749 section 4.1.1).
public struct OAuthLogin: Hashable, Sendable {
    /// The configured redirect URL. For a loopback host without a port, or with port 0, any free port is used (RFC 8252 section 7.3):
    /// listen first, and pass the actual URL to ``url(redirectURL:)``.
    public let redirectURL: String
    private let endpoint: String
    private let parameters: [String: String]
    private let extraParameters: [String: [String]]

    init(redirectURL: String, endpoint: String, parameters: [String: String], extraParameters: [String: [String]] = [:]) {
        self.redirectURL = redirectURL
        self.endpoint = endpoint
        self.parameters = parameters
        self.extraParameters = extraParameters
    }

    /// The URL of the page that redirects to this redirect URL.
    public func url(redirectURL: String) -> String {
        var request = HTTPRequest(url: endpoint)
        let loginParameters = parameters.merging(["redirect_uri": redirectURL]) { $1 }
        request.appendQueryItems(extraParameters.merging(loginParameters.mapValues { [$0] }) { $1 }.queryItems)
        return request.url
    }
}

/// The result of a login (RFC 6749 section 4.1.2).
public struct OAuthRedirect: Hashable, Sendable {
    /// The URL of the redirect, with a code or an error in its query.
    public let url: String
    /// The redirect URL of the login page; the token request must repeat it (section 4.1.3).
    public let redirectURL: String

    /// Creates a result.
    public init(url: String, redirectURL: String) {
        self.url = url
        self.redirectURL = redirectURL
    }

    /// True if a URL has the state of the login page (RFC 6749 section 10.12). Any URL matches a page without a state.
    public static func isAnswer(_ url: String, to page: String) -> Bool {
        guard let state = items(of: page)["state"] else { return true }
        return items(of: url)["state"] == state
    }

    /// The query items of a URL by name; the first of a name wins.
    static func items(of url: String) -> [String: String] {
        var redirect = HTTPRequest(url: url)
        // The query is form-encoded (RFC 6749 appendix B), where a plus is a space.
        redirect.percentEncodedQuery = redirect.percentEncodedQuery?.replacing("+", with: "%20")
        return Dictionary(redirect.queryItems.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}

/// Keeps tokens between runs.
public protocol OAuthCredentialStore: Sendable {
    /// The tokens for a configuration; nil if there are none.
    func load(for configuration: OAuthConfiguration) -> OAuthCredentials?

    /// Stores tokens; removes them for nil.
    /// - Returns: the reason why they were not stored, as a sentence; nil if they were.
    @discardableResult func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String?

    /// Removes the tokens of all configurations, including those of earlier runs.
    func removeAll()

    /// The path of a file that programs lock while they renew the tokens of a configuration; nil, as by default, if no other program shares
    /// them.
    func lockPath(for configuration: OAuthConfiguration) -> String?
}

extension OAuthCredentialStore {
    /// Nil: no other program shares the tokens.
    public func lockPath(for configuration: OAuthConfiguration) -> String? { nil }
}

/// Stores the tokens of each client and server in a JSON file with mode 0600.
public struct FileCredentialStore: OAuthCredentialStore {
    private struct Record: Codable {
        var accessToken: String
        var tokenType: String
        var refreshToken: String?
        var expires: Date?
        var lifetime: Double?
        var scope: String?
    }

    private let folder: String

    /// - Parameter folder: a private folder, which is created if it is missing.
    public init(folder: String) { self.folder = folder }

    /// Reads the file of a configuration.
    public func load(for configuration: OAuthConfiguration) -> OAuthCredentials? {
        guard let bytes = try? FileBody(path: path(for: configuration)).encode(),
            let record = try? JSONDecoder().decode(Record.self, from: Data(bytes))
        else { return nil }
        return OAuthCredentials(
            accessToken: HTTPSecret(record.accessToken), tokenType: record.tokenType,
            refreshToken: record.refreshToken.map { HTTPSecret($0) },
            expires: record.expires, lifetime: record.lifetime, scope: record.scope)
    }

    /// Replaces the file atomically. A token that cannot be stored is still used in this run.
    @discardableResult public func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String? {
        let path = path(for: configuration)
        guard let credentials else {
            unlink(path)
            return nil
        }
        let record = Record(
            accessToken: credentials.accessToken.value, tokenType: credentials.tokenType, refreshToken: credentials.refreshToken?.value,
            expires: credentials.expires, lifetime: credentials.lifetime, scope: credentials.scope)
        return AtomicFile.write(json: record, to: path)
    }

    /// A file beside that of the tokens, which is replaced when they change. It exists only while the tokens are renewed.
    public func lockPath(for configuration: OAuthConfiguration) -> String? { path(for: configuration) + ".lock" }

    /// Removes the files of all configurations.
    public func removeAll() {
        for name in namesInFolder(folder) where name.hasSuffix(Self.ending) { unlink("\(folder)/\(name)") }
    }

    private static let ending = ".token.json"

    /// The path of a file, named by everything that a token depends on, so that another secret, password, scope or audience gets another
    /// token. Secrets are hashed separately first.
    private func path(for configuration: OAuthConfiguration) -> String {
        let endpoints = configuration.endpoints
        let grant: [String?] =
            switch configuration.grant {
            case .authorizationCode: ["code"]
            case .clientCredentials: ["client"]
            case .password(let credentials): ["password", credentials.username, Self.hash(of: credentials.password)]
            case .deviceCode: ["device"]
            }
        let parameters = configuration.extraParameters.queryItems.flatMap { [$0.name, $0.value] }
        let server = [configuration.issuer, endpoints.authorization, endpoints.token, endpoints.deviceAuthorization]
        let client = [configuration.clientID, configuration.clientSecret.map(Self.hash(of:))]
        // Each part is preceded by its length and each list by its count, so that different configurations differ.
        let receiver = configuration.receiver.map { [[$0]] } ?? []
        let identity = ([grant, client, server, configuration.scopes.map { $0 }, parameters] + receiver).map { parts in
            "\(parts.count)" + parts.map { part in part.map { " \($0.utf8.count):\($0)" } ?? " -" }.joined()
        }
        return "\(folder)/\(HashAlgorithm.sha256.hexDigest(of: identity.joined(separator: "\n")).prefix(32))\(Self.ending)"
    }

    private static func hash(of secret: HTTPSecret) -> String { HashAlgorithm.sha256.hexDigest(of: secret.value) }
}
