import HTTP
import HTTPTesting
import Testing
import Workspace

@testable import Engine

/// Cookies that a server repeats in its responses.
@Suite struct CookieSecretsTests {
    @Test func `the values of cookies are masked in stored bodies`() async throws {
        let mock = MockLoader()
            .then(302, headers: ["Set-Cookie": "first=def456secret; Path=/", "Location": "/next"])
            .then(200, headers: ["Set-Cookie": "sid=abc123secret; Path=/"], body: "set def456secret, abc123secret")
            .then(200, body: "Cookie: sid=abc123secret, lang: en")
        let jar = CookieJar()
        let sender = LiveSender { LiveChain.loader(recorder: $0, cookies: jar, transport: mock) }
        let bodies = [
            ("set def456secret, abc123secret", "set ••••, ••••"), ("Cookie: sid=abc123secret, lang: en", "Cookie: sid=••••, lang: en"),
        ]
        for (shown, stored) in bodies {
            let send = ResolvedSend(request: HTTPRequest(url: "http://h/"), mask: SecretMask(), origin: Exchange.Origin(name: "A"))
            let result = try await sender.send(send, draft: nil)
            #expect(result.exchange.response?.body.storage == .bytes(Array(shown.utf8)), "it is shown as it came")
            let masked = await CapturedSecrets().masked(result.exchange, result.mask)
            #expect(masked.response?.body.storage == .bytes(Array(stored.utf8)))
            var text = ""
            dump(masked, to: &text)
            #expect(!text.contains("abc123secret") && !text.contains("def456secret"))
        }
        #expect(mock.requests.last?.headers["Cookie"]?.contains("sid=abc123secret") == true)
    }
}
