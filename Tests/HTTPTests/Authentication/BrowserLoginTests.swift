import Dispatch
import Foundation
import Platform
import Synchronization
import Testing

@testable import HTTP
@testable import HTTPConformance

#if canImport(FoundationNetworking)
    // For the browser: without it Foundation reads no URL of a server.
    import FoundationNetworking
#endif

@Suite struct BrowserLoginTests {
    let configuration = OAuthConfiguration(
        grant: .authorizationCode(redirectURL: "http://127.0.0.1:1/cb"), clientID: "me",
        endpoints: OAuthEndpoints(token: "https://as/token"))

    @Test func tokensAreKeptInPrivateFilesForEachConfiguration() async throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let login = BrowserLogin(store: FileCredentialStore(folder: folder)) { _ in nil }
        let credentials = OAuthCredentials(accessToken: "a", refreshToken: "r", expires: Date(timeIntervalSince1970: 9), scope: "s")
        await login.save(credentials, for: configuration)
        #expect(await login.savedCredentials(for: configuration) == credentials)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        #expect(try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int == 0o600)
        var other = configuration
        other.scopes = ["more"]
        #expect(await login.savedCredentials(for: other) == nil)
        await login.save(nil, for: configuration)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    /// A change of each thing that a token depends on.
    private static let changes: [@Sendable (inout OAuthConfiguration) -> Void] = [
        { $0.clientSecret = "new" }, { $0.clientSecret = nil }, { $0.clientID = "other" }, { $0.scopes = ["one"] },
        { $0.scopes = ["one two"] }, { $0.scopes = [] }, { $0.extraParameters["audience"] = ["b"] },
        { $0.extraParameters["audience"] = ["a", "b"] }, { $0.extraParameters = [:] },
        { $0.endpoints.token = "https://other/token" }, { $0.endpoints.authorization = "https://other/login" },
        { $0.issuer = "https://issuer" }, { $0.grant = .password(BasicCredentials(username: "ann", password: "new")) },
        { $0.grant = .password(BasicCredentials(username: "bob", password: "old")) }, { $0.grant = .clientCredentials },
        { $0.receiver = "https://other:443" },
    ]

    @Test func `a reset removes tokens of earlier runs`() async throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = FileCredentialStore(folder: folder)
        let configuration = OAuthConfiguration(
            grant: .clientCredentials, clientID: "me", endpoints: OAuthEndpoints(token: "https://as/token"))
        store.save(OAuthCredentials(accessToken: "t", refreshToken: nil, expires: nil, scope: nil), for: configuration)
        try Data().write(to: URL(filePath: folder + "/other.json"))
        await OAuth(delegate: BrowserLogin(store: store) { _ in nil }).reset()
        #expect(store.load(for: configuration) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["other.json"])
    }

    @Test(arguments: Self.changes.indices)
    func usesATokenOnlyForItsConfiguration(_ change: Int) throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = FileCredentialStore(folder: folder)
        let configuration = OAuthConfiguration(
            grant: .password(BasicCredentials(username: "ann", password: "old")), clientID: "me", clientSecret: "hunter2",
            endpoints: OAuthEndpoints(token: "https://as/token"), scopes: ["one", "two"], extraParameters: ["audience": ["a"]])
        store.save(OAuthCredentials(accessToken: "t", refreshToken: nil, expires: nil, scope: nil), for: configuration)
        #expect(store.load(for: configuration)?.accessToken == "t")
        var other = configuration
        Self.changes[change](&other)
        #expect(store.load(for: other) == nil)
        var elsewhere = configuration
        elsewhere.clientAuthentication = .body
        #expect(store.load(for: elsewhere)?.accessToken == "t")
    }

    @Test func repeatsAParameterOfTheLoginPageAndKeepsItsOwn() {
        let login = OAuthLogin(
            redirectURL: "http://127.0.0.1/", endpoint: "https://as/login", parameters: ["state": "mine"],
            extraParameters: ["resource": ["b", "a"], "state": ["other"], "redirect_uri": ["http://evil/"]])
        #expect(login.url(redirectURL: "r") == "https://as/login?redirect_uri=r&resource=b&resource=a&state=mine")
    }

    /// A browser: asks for its icon first, then for the page it was sent to. Runs on another thread: the login needs those of Swift's pool.
    static func browse(_ page: String) async {
        let redirectURL = HTTPRequest(url: page).queryItems.first { $0.name == "redirect_uri" }?.value ?? ""
        let base = redirectURL.hasSuffix("/cb") ? String(redirectURL.dropLast(3)) : redirectURL
        let urls = ["/favicon.ico", "/cb?code=c&state=s"].compactMap { URL(string: base + $0) }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "browser").async {
                for url in urls { _ = try? String(contentsOf: url, encoding: .utf8) }
                continuation.resume()
            }
        }
    }

    private static func login(_ redirectURL: String) -> OAuthLogin {
        OAuthLogin(redirectURL: redirectURL, endpoint: "https://as/login", parameters: [:])
    }

    /// The redirect that a browser returns which follows every request.
    private func caught(_ redirectURL: String) async -> OAuthRedirect? {
        let login = BrowserLogin(store: nil) { prompt in
            if case .openURL(let page) = prompt { await Self.browse(page) }
            return nil
        }
        return try? await login.logIn(at: Self.login(redirectURL))
    }

    @Test(arguments: ["127.0.0.1", "localhost", "LOCALHOST"])
    func receivesTheRedirectOnLoopback(host: String) async throws {
        let port = try FreePort.find()
        let redirect = await caught("http://\(host):\(port)/cb")
        #expect(redirect == OAuthRedirect(url: "http://\(host):\(port)/cb?code=c&state=s", redirectURL: "http://\(host):\(port)/cb"))
    }

    /// Browsers open connections ahead of requests, and never use some of them.
    @Test(.timeLimit(.minutes(5))) func `connections without a request do not delay the redirect`() async throws {
        let port = try FreePort.find()
        let idle = Mutex<[LoopbackSocket]>([])
        let login = BrowserLogin(store: nil) { prompt in
            if case .openURL(let page) = prompt {
                let connections = await onOwnThread { (0..<40).compactMap { _ in try? LoopbackSocket.connected(to: UInt16(port)) } }
                idle.withLock { $0 = connections }
                await Self.browse(page)
            }
            return nil
        }
        let redirect = try await login.logIn(at: Self.login("http://127.0.0.1:\(port)/cb"))
        #expect(redirect?.url == "http://127.0.0.1:\(port)/cb?code=c&state=s")
        #expect(idle.withLock(\.count) == 40)
        for connection in idle.withLock({ $0 }) { connection.closeDescriptor() }
    }

    /// RFC 8252 section 7.3: the port is chosen when the login begins, and sent to the server.
    @Test(arguments: ["127.0.0.1", "localhost"], ["", ":", ":0"])
    func anyFreePortIsTaken(host: String, port: String) async throws {
        let redirect = try #require(await caught("http://\(host)\(port)/cb"))
        let taken = try #require(HTTPRequest(url: redirect.redirectURL).port)
        #expect(taken > 0)
        #expect(redirect == OAuthRedirect(url: "http://\(host):\(taken)/cb?code=c&state=s", redirectURL: "http://\(host):\(taken)/cb"))
    }

    @Test(arguments: [
        "https://127.0.0.1:0/cb", "http://127.0.0.2:0/cb", "http://localhost.example:0/cb", "http://127.0.0.1:70000/cb", "app:/cb",
    ])
    func listensOnlyOnLoopbackRedirects(redirectURL: String) {
        #expect(LoopbackListener(redirectURL: redirectURL) == nil)
    }

    /// The login page's responses to the paths in turn, requested on a separate thread.
    private static func pages(_ page: String, _ targets: [String]) async -> [String] {
        let redirectURL = HTTPRequest(url: page).queryItems.first { $0.name == "redirect_uri" }?.value ?? ""
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "browser").async {
                continuation.resume(
                    returning: targets.map { target in
                        let data = URL(string: redirectURL + target).flatMap { Self.answer(to: $0) }
                        return data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
                    })
            }
        }
    }

    /// Whatever the status.
    private static func answer(to url: URL) -> Data? {
        let done = DispatchSemaphore(value: 0)
        let found = Mutex<Data?>(nil)
        URLSession.shared.dataTask(with: url) { data, _, _ in
            found.withLock { $0 = data }
            done.signal()
        }.resume()
        done.wait()
        return found.withLock { $0 }
    }

    /// A mark that joins a sign makes one character of both.
    @Test func escapesMarkupFromTheServer() {
        let page = LoopbackPage(of: "http://127.0.0.1/cb?error=no&error_description=%3C%CC%81b%3E%CC%81%26%CC%81")
        #expect(page.message.contains("&lt;\u{301}b&gt;\u{301}&amp;\u{301}"))
    }

    /// A redirect without the state of this login comes from another tab or an attacker: the login continues.
    @Test(arguments: [
        ("?code=c&state=mine", "The login continues"),
        ("?error=access_denied&error_description=%3Cb%3Eno%3C/b%3E&state=mine", "The login failed."),
        ("?state=mine", "the redirect has no code"),
    ])
    func thePageShowsTheResultOfTheLogin(target: String, text: String) async throws {
        let port = try FreePort.find()
        let pages = Mutex<[String]>([])
        let login = BrowserLogin(store: nil) { prompt in
            if case .openURL(let page) = prompt {
                let shown = await Self.pages(page, ["?code=c&state=other", "?code=c", target])
                pages.withLock { $0 = shown }
            }
            return nil
        }
        let url = "http://127.0.0.1:\(port)/cb"
        let redirect = try await login.logIn(at: OAuthLogin(redirectURL: url, endpoint: "https://as/login", parameters: ["state": "mine"]))
        #expect(redirect?.url == url + target)
        let shown = pages.withLock { $0 }
        #expect(shown.count == 3)
        #expect(shown.prefix(2).allSatisfy { $0.contains("a login that is waiting") }, "\(shown)")
        #expect(shown.last?.contains(text) == true && shown.last?.contains("<b>") == false, "\(shown)")
    }

    /// Servers know one redirect URL, so a forgotten login must not keep its port from the next one.
    @Test func `two logins with one redirect URL get their own answers`() async throws {
        let url = "http://127.0.0.1:\(try FreePort.find())/cb"
        let (shown, continuation) = AsyncStream.makeStream(of: String.self)
        let login = BrowserLogin(store: nil) { prompt in
            if case .openURL(let page) = prompt { continuation.yield(page) }
            return nil
        }
        func logIn(_ state: String) async -> String? {
            try? await login.logIn(at: OAuthLogin(redirectURL: url, endpoint: "https://as/login", parameters: ["state": state]))?.url
        }
        async let first = logIn("one")
        async let second = logIn("two")
        var pages = shown.makeAsyncIterator()
        let page = try #require(await pages.next())
        _ = await pages.next()
        let answers = await Self.pages(page, ["?code=a&state=three", "?code=b&state=two", "?code=c&state=one"])
        #expect(await first == url + "?code=c&state=one")
        #expect(await second == url + "?code=b&state=two")
        #expect(answers.map { $0.contains("The login continues") } == [false, true, true])
        // The port is free again.
        async let third = logIn("four")
        _ = await pages.next()
        _ = await Self.pages(page, ["?code=d&state=four"])
        #expect(await third == url + "?code=d&state=four")
    }

    @Test func `a port of another program is named`() async throws {
        let port = try FreePort.find()
        let url = "http://127.0.0.1:\(port)/cb"
        let other = try #require(LoopbackListener(redirectURL: url))
        let login = BrowserLogin(store: nil) { prompt in
            if case .pasteURL(_, let busyPort) = prompt { busyPort.map { "busy \($0)" } } else { nil }
        }
        #expect(try await login.logIn(at: Self.login(url))?.url == "busy \(port)")
        #expect(other.redirectURL == url)
    }

    @Test func asksForARedirectToAnotherHost() async throws {
        let login = BrowserLogin(store: nil) { prompt in
            if case .pasteURL(let loginURL, nil) = prompt { "pasted after \(loginURL)" } else { nil }
        }
        let redirect = try await login.logIn(at: Self.login("https://app.example/cb"))
        let page = "https://as/login?redirect_uri=https://app.example/cb"
        #expect(redirect == OAuthRedirect(url: "pasted after \(page)", redirectURL: "https://app.example/cb"))
    }

    @Test(arguments: ["http://localhost:0/cb", "https://app.example/cb"])
    func refusingThePromptEndsTheLoginForThatReason(redirectURL: String) async throws {
        let redirectURL = redirectURL.replacing(":0", with: ":\(try FreePort.find())")
        let refusal = OAuthLoginError("Nobody is here.")
        let login = BrowserLogin(store: nil) { _ throws(OAuthLoginError) in throw refusal }
        await #expect(throws: refusal) { try await login.logIn(at: Self.login(redirectURL)) }
        let (authorization, token) = ("https://as.example/login", "https://as.example/token")
        var request = HTTPRequest(url: "https://api.example/")
        request.authenticate(
            with: .oauth(
                OAuthConfiguration(
                    grant: .authorizationCode(redirectURL: redirectURL), clientID: "c",
                    endpoints: OAuthEndpoints(authorization: authorization, token: token))))
        let server = StubLoader { request, _ throws(HTTPError) in throw HTTPError(.unknown, request: request) }
        let error = await (OAuth(delegate: login) --> server).start(request).result.failure
        #expect(error?.code == .cannotAuthenticate && error?.message == refusal.message)
    }

    @Test func cancellingEndsTheWait() async throws {
        let port = try FreePort.find()
        let (shown, continuation) = AsyncStream.makeStream(of: Void.self)
        let login = BrowserLogin(store: nil) { _ in
            continuation.yield()
            return nil
        }
        let task = Task { try? await login.logIn(at: Self.login("http://localhost:\(port)/cb")) }
        for await _ in shown { break }
        task.cancel()
        #expect(await task.value == nil)
    }
}
