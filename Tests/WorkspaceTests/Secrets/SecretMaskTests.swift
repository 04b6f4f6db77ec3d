import Foundation
import HTTP
import JSON
import TestFixtures
import Testing
import Workspace

/// Secrets in whatever form.
struct SecretMaskTests {
    @Test(arguments: [
        ("token=s3cr+t/ä", "token=••••"),
        ("a=s3cr%2Bt%2F%C3%A4&b", "a=••••&b"),
        ("/s3cr+t/%C3%A4/x", "/••••/x"),
        ("no secret", "no secret"),
        ("s3cr+t/äs3cr+t/ä", "••••••••"),
        ("Basic " + Data("s3cr+t/ä".utf8).base64EncodedString(), "Basic ••••"),
    ])
    func hidesEveryForm(text: String, masked: String) {
        #expect(SecretMask(["s3cr+t/ä"]).masked(text) == masked)
    }

    /// Signs in pairs, since each place escapes some and leaves others.
    @Test func `a secret is masked in every place, with any characters`() throws {
        let signs = (0x20..<0x7F).map { Character(Unicode.Scalar(UInt8($0))) }.filter { !$0.isLetter && !$0.isNumber } + ["é", "\n"]
        for first in signs {
            for second in signs {
                let secret = "k\(first)1\(second)z"
                var draft = RequestDraft(method: "POST", url: "http://h/:p/x", query: [Row("q", "{{s}}"), Row("{{s}}", isBare: true)])
                draft.pathParameters = [Row("p", "{{s}}")]
                draft.body = BodyDraft(kind: .form, form: [Row("f", "{{s}}")])
                var input = ResolutionInput(draft)
                input.workspaceVariables = [Row("s", secret)]
                let request = try RequestResolver.resolve(input).request
                draft.body = BodyDraft(kind: .multipart, parts: [.init("{{s}}", "{{s}}", fileName: "{{s}}")])
                input.draft = draft
                let form = try #require(RequestResolver.resolve(input).request.body as? MultipartBody)
                let parts = String(decoding: try MultipartBody(form.parts, boundary: "b").encode(), as: UTF8.self)
                let texts = [
                    request.url, String(decoding: try request.body.encode(), as: UTF8.self), parts.replacing("multipart", with: ""),
                    JSONValue.string(parts).compactText,
                ]
                let shown = SecretMask([secret]).masked(texts.joined(separator: "\n"))
                // No place may hold the secret's end.
                #expect(!shown.contains("z"), "\(secret.debugDescription): \(shown)")
            }
        }
    }

    @Test(arguments: ["http://{{s}}.invalid/x", "http://a.{{s}}:80/?q={{s}}"])
    func `a secret that splits a URL is masked, whatever its host`(url: String) throws {
        var input = ResolutionInput(RequestDraft(url: url))
        input.environment = EnvironmentDraft(name: "e", secrets: [SecretEntry("s", .prompt)])
        input.secrets = ["s": #"ZQSEC"r/q1q2+ \x?a=y1y2z"#]
        let resolved = try RequestResolver.resolve(input)
        var message = ""
        do { _ = try resolved.request.prepared() } catch { message = error.message }
        #expect(!message.isEmpty)
        let host = resolved.request.host ?? ""
        for text in [message, resolved.request.url, host, host.lowercased()] {
            #expect(!resolved.mask.masked(text).lowercased().contains(/zqsec|q1q2|y1y2/), "\(resolved.mask.masked(text))")
        }
    }

    /// The connection may end within a secret.
    @Test(arguments: [("a: s3cret-tok", "a: ••••"), ("a: s3c", "a: s3c"), ("s3cret-token s3cr", "•••• ••••"), ("token", "token")])
    func `the beginning of a secret at the end of a body that was cut off is masked`(body: String, masked: String) throws {
        func exchange(_ body: ExchangeBody) -> Exchange {
            var exchange = Exchange(startedAt: .now, request: Exchange.Request(method: "GET", url: "http://h/"))
            exchange.response = Exchange.Response(status: 200, body: body)
            return exchange.masked(by: SecretMask(["s3cret-token"]))
        }
        let bytes = Array(body.utf8)
        let cut = exchange(ExchangeBody(storage: .bytes(bytes), byteCount: Int64(bytes.count), isComplete: false))
        #expect(cut.response?.body.storage == .bytes(Array(masked.utf8)))
        let temporary = TemporaryFolder()
        try temporary.write(body, to: "body")
        let file = exchange(ExchangeBody(storage: .file(temporary.path + "/body"), byteCount: Int64(bytes.count), isComplete: false))
        #expect((file.response?.body.storage == .file(temporary.path + "/body")) == (body == masked))
    }

    @Test func hidesTheJSONFormOfASecret() {
        #expect(SecretMask([#"a"b\c"#]).masked(#"{"p": "a\"b\\c"}"#) == #"{"p": "••••"}"#)
    }

    /// As PHP, Python, Go, Ruby, Gson and .NET write JSON, and as servers write pages and addresses.
    @Test(arguments: [
        (#"p/q<ö>&'+="😀z"#, #"p\/q<ö>&'+=\"😀z"#), (#"p/q<ö>&'+="😀z"#, #"p\/q<\u00f6>&'+=\"\ud83d\ude00z"#),
        (#"p/q<ö>&'+="😀z"#, #"p/q<\u00F6>&'+=\"\uD83D\uDE00z"#), (#"p/q<ö>&'+="😀z"#, #"p/q\u003cö\u003e\u0026'+=\"😀z"#),
        (#"p/q<ö>&'+="😀z"#, #"p/q\u003cö\u003e\u0026\u0027+\u003d\"😀z"#),
        (#"p/q<ö>&'+="😀z"#, #"p/q\u003C\u00F6\u003E\u0026\u0027\u002B=\u0022\uD83D\uDE00z"#),
        (#"p/q<ö>&'+="😀z"#, "p/q&lt;ö&gt;&amp;&#39;+=&#34;😀z"), (#"p/q<ö>&'+="😀z"#, "p/q&lt;ö&gt;&amp;&#039;+=&quot;😀z"),
        (#"p/q<ö>&'+="😀z"#, "p/q&lt;ö&gt;&amp;&#x27;+=&quot;😀z"), (#"p/q<ö>&'+="😀z"#, #"p/q&lt;ö&gt;&amp;'+="😀z"#),
        ("a/b+öz", "a%2fb%2b%c3%b6z"),
    ])
    func `a secret is masked as other programs escape it`(secret: String, echoed: String) {
        #expect(SecretMask([secret]).masked("<\(echoed)>") == "<••••>")
    }

    /// The path is escaped for an address first, which keeps quotes and backslashes, and then for JSON.
    @Test func `a secret in a path is masked in JSON that repeats the path`() {
        let echoed = #"{"path": "/echo/se%20cr\"et\\x/y"}"#
        #expect(SecretMask([#"se cr"et\x/y"#]).masked(echoed) == #"{"path": "/echo/••••"}"#)
    }

    @Test func hidesAddedSecretsToo() {
        let mask = SecretMask(["nine"]).adding(["nine and more"]).adding([])
        #expect(mask.masked("nine, nine and more") == "\(SecretMask.sign), \(SecretMask.sign)")
    }

    @Test func hidesTheLongerOneFirst() {
        #expect(SecretMask(["abcd", "abcdef"]).masked("abcdef abcd") == "•••• ••••")
    }

    @Test(arguments: ["", "a", "ab", "aba"])
    func doesNotMaskShortSecrets(secret: String) { #expect(SecretMask([secret]).masked("aababab") == "aababab") }

    @Test(arguments: [
        ("http://host/digest-auth/auth/user/auth", "http://host/digest-auth/••••/user/••••"),
        ("http://auth@host/?auth=auth&a=authentic#auth", "http://••••@host/?••••=••••&a=authentic#••••"),
        ("http://host/auth.txt/a/b", "http://host/auth.txt/a/b"),
    ])
    func masksShortSecretsAsWholeSegmentsOfAURL(url: String, masked: String) {
        #expect(Self.exchange(url).masked(by: SecretMask(["auth"])).request.url == masked)
    }

    @Test func masksLongSecretsInsideOfSegments() {
        #expect(Self.exchange("http://h/bot12345678/send").masked(by: SecretMask(["12345678"])).request.url == "http://h/bot••••/send")
    }

    @Test(arguments: ["http://h/bot{{s}}/send?a=b", "http://h/a?q=x{{s}}", "http://h/a/{{s}}x/{{s}}?y={{s}}z"])
    func masksSegmentsThatContainAShortSecret(url: String) throws {
        var input = ResolutionInput(RequestDraft(url: url))
        input.environment = EnvironmentDraft(name: "e", secrets: [SecretEntry("s", .prompt)])
        input.secrets = ["s": "k1n9"]
        let resolved = try RequestResolver.resolve(input)
        #expect(!Self.exchange(resolved.request.url).masked(by: resolved.mask).request.url.contains("k1n9"))
    }

    private static func exchange(_ url: String) -> Exchange {
        Exchange(startedAt: .distantPast, duration: 0, origin: .init(), request: .init(method: "GET", url: url))
    }

    @Test func hidesInBytesThatAreNoText() {
        let bytes: [UInt8] = [0xFF, 0x00] + Array("hunter2".utf8) + [0xFE]
        #expect(SecretMask(["hunter2"]).masked(bytes) == [0xFF, 0x00] + Array("••••".utf8) + [0xFE])
    }

    /// Secrets with two signs, each pair once, in each place with its own notation.
    @Test func hidesEveryPairOfSignsInEveryPlace() throws {
        let signs = (0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }.filter { !$0.allSatisfy { $0.isLetter || $0.isNumber } }
        for first in signs {
            for second in signs {
                let secret = "t\(first)k\(second)9Q"
                var input = ResolutionInput(
                    RequestDraft(
                        url: "http://h/x", query: [Row("q", "{{s}}")], headers: [Row("A", "{{s}}")],
                        body: BodyDraft(kind: .form, form: [Row("f", "{{s}}")])))
                input.environment = EnvironmentDraft(name: "e", secrets: [SecretEntry("s", .prompt)])
                input.secrets = ["s": secret]
                let resolved = try RequestResolver.resolve(input)
                let query = try resolved.request.prepared().url
                let form = String(decoding: try resolved.request.body.encode(), as: UTF8.self)
                #expect(resolved.mask.masked(query) == "http://h/x?q=••••", "\(secret)")
                #expect(resolved.mask.masked(form) == "f=••••", "\(secret)")
            }
        }
    }
}
