import HTTP
import Testing

@testable import Workspace

/// Requests that are put together as far as they can be, to be looked at.
struct RequestOutlineTests {
    private static func outline(_ draft: RequestDraft, _ environment: EnvironmentDraft? = nil) async -> RequestOutline {
        let input = RequestResolverTests.input(draft, environment: environment)
        return await RequestResolver.outline(input, asking: SecretReader(process: [:], environmentFile: nil), permitting: .open)
    }

    @Test func `a variable may be named like a mark`() async throws {
        let outline = await Self.outline(RequestDraft(url: "http://{{apusmissing0value}}/{{apusmissing1value}}"))
        #expect(Set(outline.problems.map(\.name)) == ["apusmissing0value", "apusmissing1value"])
        #expect(outline.placeholders.shown(outline.resolved.request.url).hasPrefix("http://{{"))
    }

    @Test func `missing values are marked in their places`() async throws {
        let draft = RequestDraft(
            method: "POST", url: "http://{{host}}/{{path}}", query: [Row("q", "{{term}}")], headers: [Row("X", "a {{gone}} b")],
            auth: AuthDraft(.bearer, fields: ["token": "{{away}}"]), body: BodyDraft(kind: .json, json: #"{"a": {{gone}}}"#))
        let outline = await Self.outline(draft)
        let request = outline.resolved.request
        #expect(outline.placeholders.shown(request.url) == "http://{{host}}/{{path}}?q={{term}}")
        #expect(request.headers["X"].map(outline.placeholders.shown) == "a {{gone}} b")
        #expect(outline.placeholders.names(in: request.headers["X"] ?? "") == ["gone"])
        #expect(outline.placeholders.shown(String(decoding: try request.body.encode(), as: UTF8.self)) == #"{"a": {{gone}}}"#)
        #expect(Set(outline.problems.map(\.name)) == ["host", "path", "term", "gone", "away"])
        // A token that is not there is no secret.
        #expect(outline.resolved.mask.isEmpty)
    }

    @Test func `the known part of a secret is masked next to the missing one`() async {
        let outline = await Self.outline(RequestDraft(url: "http://h/", auth: AuthDraft(.bearer, fields: ["token": "hush-{{gone}}"])))
        #expect(outline.resolved.mask.masked("hush-1") == SecretMask.sign + "1")
    }

    @Test func `an environment's host that is missing is marked`() async {
        let outline = await Self.outline(
            RequestDraft(url: "people/{{id}}"), EnvironmentDraft(name: "local", scheme: "http", host: "{{host}}", port: "80"))
        let request = outline.resolved.request
        #expect(outline.placeholders.names(in: request.url) == ["id"])
        #expect(
            outline.problems.map(\.description) == ["environment base URL host: {{host}} is not defined", "URL: {{id}} is not defined"])
    }

    @Test func `secrets are distinguished from prompts and undefined variables`() async {
        let environment = EnvironmentDraft(
            name: "local",
            secrets: [SecretEntry("key", .environment("APUS_NO_SUCH")), SecretEntry("pin", .prompt)])
        let draft = RequestDraft(url: "http://h/", headers: [Row("A", "{{key}}"), Row("B", "{{pin}}"), Row("C", "{{gone}}")])
        let problems = await Self.outline(draft, environment).problems
        #expect(problems.map(\.kind) == [.secret, .prompt, .undefined])
        #expect(
            ResolutionError(problems).reasons.map(\.description) == [
                "header A: the secret {{key}} comes from APUS_NO_SUCH, which is not set in the process environment",
                "header C: {{gone}} is not defined",
                "header B: {{pin}} will be asked for when everything else is resolved",
            ])
    }

    @Test func `variables of GraphQL that miss values are not called broken`() async {
        var body = BodyDraft(kind: .graphql)
        body.graphql.variables = #"{"id": {{id}}}"#
        #expect(await Self.outline(RequestDraft(url: "http://h/", body: body)).problems.map(\.name) == ["id"])
    }
}
