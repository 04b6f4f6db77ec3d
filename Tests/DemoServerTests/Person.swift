import HTTP
import HTTPTesting
import Synchronization

@testable import DemoServer

/// Somebody with a browser who allows everything, and a program's memory for the tokens that come of it.
final class Person: OAuthDelegate {
    private let server: TestServer
    /// Opens once a code was typed in.
    private let hasUsedCode = Gate()
    /// Guards what was saved.
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
        // The waits end also where it cannot be typed in.
        defer { hasUsedCode.open() }
        guard let url = code.completeVerificationURL else { return }
        _ = try? server.get(url + "&decision=allow")
    }

    /// A clock whose waits are over as soon as this person has typed the code in, so that no login ends meanwhile.
    func clock(at clock: HTTPClock) -> HTTPClock {
        HTTPClock(
            now: clock.now, uptime: clock.uptime,
            sleep: { [hasUsedCode] duration in
                await hasUsedCode.enter()
                try await clock.sleep(duration)
            })
    }
}
