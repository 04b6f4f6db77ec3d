import HTTP
import HTTPTesting
import Synchronization

@testable import DemoServer

/// A user with a browser who allows everything, and the store of the tokens.
final class TestUser: OAuthDelegate {
    private let server: TestServer
    /// Opens when a code was entered.
    private let hasUsedCode = Gate()
    /// Guards the saved credentials.
    private let credentials = Mutex<OAuthCredentials?>(nil)

    init(server: TestServer) {
        self.server = server
    }

    var saved: OAuthCredentials? { credentials.withLock { $0 } }

    func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? { saved }

    func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async {
        self.credentials.withLock { $0 = credentials }
    }

    func logIn(at login: OAuthLogin) async -> OAuthRedirect? {
        let page = login.url(redirectURL: login.redirectURL)
        let url = try? server.get(page + "&decision=allow")["Location"]
        return url.map { OAuthRedirect(url: $0, redirectURL: login.redirectURL) }
    }

    func show(_ code: OAuthDeviceCode) async {
        // The waits end even if the code cannot be entered.
        defer { hasUsedCode.open() }
        guard let url = code.completeVerificationURL else { return }
        _ = try? server.get(url + "&decision=allow")
    }

    /// A clock whose waits end when this user has entered the code, so that no login ends before.
    func clock(at clock: HTTPClock) -> HTTPClock {
        HTTPClock(
            now: clock.now, uptime: clock.uptime,
            sleep: { [hasUsedCode] duration in
                await hasUsedCode.enter()
                try await clock.sleep(duration)
            })
    }
}
