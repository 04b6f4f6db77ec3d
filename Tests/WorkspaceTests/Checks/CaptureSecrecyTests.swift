import HTTP
import Testing

@testable import Workspace

/// Captured values that are masked.
@Suite struct CaptureSecrecyTests {
    @Test(arguments: [
        (Capture(variable: "id", from: "body", query: ".id"), false), (Capture(variable: "id", from: "cookie", query: "sid"), true),
        (Capture(variable: "id", from: "header", query: "Set-Cookie"), true),
        (Capture(variable: "id", from: "header", query: "ETag"), false),
        (Capture(variable: "id", from: "header", query: "X-Functions-Key"), true),
        (Capture(variable: "id", from: "header", query: "WWW-Authenticate"), true),
        (Capture(variable: "id", from: "header", query: "Authentication-Info"), true),
        (Capture(variable: "accessToken", from: "body", query: ".x"), true),
        (Capture(variable: "t", from: "body", query: ".data.access_token"), true),
        (Capture(variable: "t", from: "body", query: "$.auth['api-key']"), true),
        (Capture(variable: "t", from: "body", query: ".token_type"), false), (Capture(variable: "tokenCount", query: ".n"), false),
        (Capture(variable: "token", query: ".token", isSecret: false), false), (Capture(variable: "n", query: ".n", isSecret: true), true),
        (Capture(variable: "", from: "header", query: "X-CSRF-Token"), true), (Capture(), false),
    ])
    func `a capture is secret by content, source or name`(_ capture: Capture, _ isSecret: Bool) {
        #expect(capture.holdsSecret == isSecret)
    }

    @Test func `a secret capture is masked everywhere, and is plain text`() throws {
        var input = ResolutionInput(RequestDraft(url: "http://h/{{t}}", headers: [Row("A", "Bearer {{t}}"), Row("B", "{{n}}")]))
        input.captured.merge(["t": CapturedValue("hush{{x}}", isSecret: true), "n": CapturedValue("open")], of: nil)
        let resolved = try RequestResolver.resolve(input)
        #expect(resolved.values.map(\.text.masked).contains("Bearer ••••"))
        #expect(resolved.values.map(\.text.masked).contains("open"))
        #expect(resolved.mask.masked("-hush{{x}}-open") == "-••••-open")
    }

    @Test func `a captured value overrides its own environment and is unknown in another`() throws {
        var input = ResolutionInput(RequestDraft(url: "http://h/{{n}}"))
        input.captured.merge(["n": CapturedValue("taken")], of: "dev")
        for (environment, url) in [("dev", "http://h/taken"), ("prod", "http://h/own")] {
            input.environment = EnvironmentDraft(name: environment, variables: [Row("n", "own")])
            #expect(try RequestResolver.resolve(input).request.url == url)
        }
        input.captured.rename("dev", to: "prod")
        #expect(input.captured["prod"]["n"]?.text == "taken")
        #expect(input.captured["dev"].isEmpty)
    }
}
