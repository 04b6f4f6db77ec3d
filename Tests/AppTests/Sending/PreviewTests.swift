import Foundation
import HTTP
import HTTPTesting
import Testing

@testable import App
@testable import Engine
@testable import Workspace

/// The request preview (`F7`).
@Suite struct PreviewTests {
    private static let token = "tok-123456"
    private static let secret = "sec;a=ret; b"

    private static func jar() throws -> CookieJar {
        let jar = CookieJar(clock: ManualClock().clock)
        let cookie = StoredCookie(name: "session", value: "abc123", domain: "h", isHostOnly: true, creation: .distantPast)
        try jar.apply(CookieChange(from: [], to: [cookie]), to: "")
        return jar
    }

    private func preview(_ request: HTTPRequest, showsSecrets: Bool = false) async throws -> SendPreview {
        let jar = try Self.jar()
        let builder = PreviewBuilder(
            makeLoader: { LiveChain.previewLoader(cookies: jar, transport: $0) },
            transportHeaders: { request throws(HTTPError) in
                HTTPHeaders([HTTPHeaderField(name: "Host", value: "h")] + (try request.prepared()).headers.fields)
            },
            resolved: ResolvedSend(request: request, mask: SecretMask([Self.token, Self.secret]), origin: Exchange.Origin(name: "x")),
            showsSecrets: showsSecrets)
        return await builder.preview()
    }

    private static func request() -> HTTPRequest {
        var request = HTTPRequest(method: .post, url: "http://h/x", headers: ["X-Own": "1", "Cookie": "mine=1"])
        request.body = DataBody(Array("hello".utf8), contentType: "text/plain")
        request.authenticate(with: .bearer(HTTPSecret(token)))
        return request
    }

    @Test func `every sent header is listed with its source`() async throws {
        let lines = try await preview(Self.request()).lines
        let head = lines.dropFirst().prefix { $0.text.contains(": ") }
        #expect(
            head.map { [$0.text, $0.note] } == [
                ["Host: h", "added automatically"], ["X-Own: 1", ""],
                ["Cookie: mine=1; session=\(SecretMask.sign)", "added by cookie jar"],
                ["Authorization: Bearer \(SecretMask.sign)", "added by authentication"],
                ["User-Agent: apus/\(Version.number)", "added automatically"], ["Accept: */*", "added automatically"],
                ["Content-Type: text/plain", "added by body"],
            ])
    }

    @Test func `cookies of the jar are shown by name, and copied as they are only with the secrets`() async throws {
        let preview = try await preview(Self.request())
        #expect(!preview.lines.contains { $0.text.contains("abc123") })
        #expect(preview.curl?.contains("session=\(SecretMask.sign)") == true)
        #expect(try await self.preview(Self.request(), showsSecrets: true).curl?.contains("session=abc123") == true)
    }

    @Test func `cookies of the jar are secrets of the command`() async throws {
        let withCookie = try await preview(HTTPRequest(url: "http://h/x"), showsSecrets: true)
        #expect(withCookie.hasSecrets && withCookie.curl?.contains("session=abc123") == true)
        #expect(try await preview(HTTPRequest(url: "http://other/x"), showsSecrets: true).hasSecrets == false)
        #expect(try await preview(HTTPRequest(url: "http://other/\(Self.token)"), showsSecrets: true).hasSecrets)
        #expect(try await preview(Self.request()).hasSecrets == false)
    }

    @Test func `a secret that looks like several cookies is masked completely`() async throws {
        var request = Self.request()
        request.headers["Cookie"] = "mine=\(Self.secret)"
        let lines = try await preview(request).lines.map(\.text)
        #expect(lines.contains("Cookie: mine=\(SecretMask.sign); session=\(SecretMask.sign)"))
    }

    @Test func `the curl command names a file, and contains a long text completely`() async throws {
        var request = HTTPRequest(method: .post, url: "http://h/x")
        request.body = FileBody(path: "/not/there.bin", contentType: "a/b")
        #expect(try await preview(request).curl?.contains("--data-binary @/not/there.bin") == true)
        request.body = TextBody(String(repeating: "x", count: 100_000), contentType: "text/plain")
        let long = try await preview(request)
        #expect(long.curl?.utf8.count ?? 0 > 100_000)
        #expect(long.lines.contains { $0.text.contains("not shown above 64 KB") })
        request.body = DataBody([0, 1], contentType: "a/b")
        #expect(try await preview(request).curl == nil)
        #expect(try await preview(request).curlProblem?.contains("not text") == true)
    }

    @Test func `the length of a body that is not there is the transport's`() async throws {
        let request = HTTPRequest(method: .post, url: "http://h/x")
        let headers = PreviewHeaders(own: request.headers, changes: [])
        #expect(headers.adder(of: HTTPHeaderField(name: "Content-Length", value: "0"), final: request) == PreviewHeaders.automatic)
    }

    @Test func `options are shown with their source, and copied`() async throws {
        var folder = FolderDraft(name: "C")
        folder.options.idleTimeout = 9
        folder.options.proxy = "http://me:\(Self.token)@{{p}}:1"
        folder.variables = [Row("label", "proxy")]
        var input = ResolutionInput(RequestDraft(url: "http://h/x", variables: [Row("p", "{{label}}.{{label}}.example")]))
        input.inherited = [Loaded(path: "collections/c/collection.json", content: folder)]
        let resolved = try RequestResolver.resolve(input)
        let builder = PreviewBuilder(
            makeLoader: { LiveChain.previewLoader(cookies: CookieJar(clock: ManualClock().clock), transport: $0) },
            transportHeaders: { request throws(HTTPError) in (try request.prepared()).headers },
            resolved: ResolvedSend(
                request: resolved.request, mask: resolved.mask, origin: Exchange.Origin(name: "x"), values: resolved.values,
                options: resolved.options))
        let preview = await builder.preview()
        let said = preview.lines.drop { $0.text != "Options" }.dropFirst().prefix { !$0.text.isEmpty }
        #expect(
            said.map { [$0.text, $0.note] } == [
                ["Idle timeout (s): 9", "inherited from collection C"],
                ["Proxy: http://me:\(SecretMask.sign)@proxy.proxy.example:1", "{{p}} from request, inherited from collection C"],
            ])
        #expect(preview.curl?.contains("--speed-time 9") == true)
        #expect(preview.curl?.contains("--proxy 'http://me:\(SecretMask.sign)@proxy.proxy.example:1'") == true)
    }

    @Test(arguments: [true, false]) func `permissions come before the request only if one is missing`(isMissing: Bool) async throws {
        let request = HTTPRequest(url: "http://h/x")
        var resolved = ResolvedSend(request: request, mask: SecretMask(), origin: Exchange.Origin(name: "x"))
        var input = ResolutionInput(RequestDraft(url: "http://h/{{s}}"))
        input.environment = EnvironmentDraft(name: "e", secrets: [SecretEntry("s", .command(["pass", "s"]))])
        let secrets = SecretReader(process: [:], environmentFile: nil)
        resolved.permissions = await RequestResolver.outline(input, asking: secrets, permitting: TrustGate { $0 }).missingPermissions
        if isMissing { resolved.missingPermissions = resolved.permissions }
        let builder = PreviewBuilder(
            makeLoader: { LiveChain.previewLoader(cookies: CookieJar(), transport: $0) },
            transportHeaders: { request throws(HTTPError) in try request.prepared().headers }, resolved: resolved)
        let lines = await builder.preview().lines
        let permissions = try #require(lines.firstIndex { $0.kind == .heading })
        let head = try #require(lines.firstIndex { $0.kind == .request })
        #expect((permissions < head) == isMissing && lines[head].text == "GET http://h/x")
    }

    @Test func `errors of the transport are shown`() async throws {
        let preview = try await preview(HTTPRequest(url: "http://h/x", headers: ["Bad name": "1"]))
        #expect(preview.lines.contains { $0.kind == .warning && $0.text.hasPrefix("Sending would fail:") })
    }

    private func outline(_ text: String, _ problems: [ResolutionIssue], faults: [String] = []) async -> [PreviewLine] {
        var resolver = VariableResolver(VariableScopes(), process: [:], functions: DynamicValues(now: .distantPast))
        resolver.insertsPlaceholders = true
        let request = HTTPRequest(url: "http://h/x", headers: ["X-One": resolver.resolve(text, at: .header("X-One")).text])
        var resolved = ResolvedSend(request: request, mask: SecretMask(), origin: Exchange.Origin(name: "x"))
        (resolved.problems, resolved.placeholders) = (problems, resolver.placeholders)
        let builder = PreviewBuilder(
            makeLoader: { LiveChain.previewLoader(cookies: CookieJar(), transport: $0) },
            transportHeaders: { request throws(HTTPError) in try request.prepared().headers }, resolved: resolved, faults: faults)
        let preview = await builder.preview()
        return preview.problems + preview.lines
    }

    @Test func `missing values are listed above the request and marked in their places`() async {
        let problem = ResolutionIssue(place: .header("X-One"), kind: .undefined, name: "gone", message: "{{gone}} is not defined")
        let lines = await outline("{{gone}}", [problem], faults: ["option timeout: expected seconds"])
        #expect(lines[0] == .init("Cannot be sent yet", kind: .heading))
        #expect(
            lines.filter { $0.kind == .warning } == [
                .init("option timeout: expected seconds", kind: .warning), .init("header X-One: {{gone}} is not defined", kind: .warning),
                .init("X-One: {{gone}}", note: "{{gone}} is not defined", kind: .warning),
            ])
    }

    @Test func `the advice below problems names the keys of the keymap`() {
        let preview = SendPreview(problems: [.init("{{gone}} is not defined", kind: .warning)], lines: [.init("GET")], curl: nil)
        let report = TextWindow<Message>(preview, KeyNames { $0 == "request.showProblem" ? "F9" : nil })
        #expect(report.lines[1].text.hasPrefix("F9 ") && report.lines.map(\.text).suffix(2) == ["", "GET"])
        let asked = TextWindow<Message>(SendPreview(problems: [.init("asked", kind: .note)], lines: [], curl: nil), KeyNames { _ in "F9" })
        #expect(asked.lines.map(\.text) == ["asked", ""])
    }

    @Test func `values asked for at sending do not block sending`() async {
        let problem = ResolutionIssue(
            place: .header("X-One"), kind: .prompt, name: "prompt:pin", message: "{{prompt:pin}} must be asked for")
        let lines = await outline("{{prompt:pin}}", [problem])
        #expect(lines[0] == .init("header X-One: {{prompt:pin}}", note: "asked for when it is sent", kind: .note))
        #expect(
            lines.contains(.init("X-One: {{prompt:pin}}", note: "{{prompt:pin}} is asked for when it is sent", kind: .header)))
        #expect(!lines.contains { $0.kind == .warning })
    }

    @Test func `the signature covers the body`() async throws {
        var request = HTTPRequest(method: .post, url: "http://h/x")
        request.body = DataBody(Array("<a/>".utf8), contentType: "application/xml")
        request.authenticate(
            with: .awsSignature(AWSCredentials(accessKeyID: "key", secretAccessKey: "secret", region: "us-east-1", service: "s3")))
        let lines = try await preview(request).lines
        #expect(lines.first { $0.text.hasPrefix("Content-Type") }?.note == "added by body")
        #expect(lines.first { $0.text.hasPrefix("Authorization") }?.note == "added by authentication")
    }
}
