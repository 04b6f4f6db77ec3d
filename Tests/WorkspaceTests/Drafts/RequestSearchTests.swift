import JSON
import Testing
import Workspace

/// The search for a text in what requests contain.
struct RequestSearchTests {
    private static let draft = RequestDraft(
        name: "Create a pilot", url: "http://h/people/:team", pathParameters: [Row("team", "red")],
        query: [Row("page", "2", comment: "the second"), Row("api_key", "query-credential")],
        headers: [Row("Accept", "text/x-own"), Row("X-Off", "kept", isEnabled: false), Row("X-Token", "header-credential")],
        variables: [Row("size", "Größe")], auth: AuthDraft(.bearer, fields: ["token": "typed-credential"]),
        body: BodyDraft(kind: .json, json: "{\n  \"rank\": \"Captain\",\n  \"password\": \"body-credential\"\n}"),
        assertions: [Assertion(subject: "status", predicate: "equals", value: 201)], tags: ["smoke"],
        docs: "First line\nSays body-credential twice")

    private static func places(_ text: String, in draft: RequestDraft = draft) -> [String] {
        (RequestSearch(text)?.matches(in: draft, at: "a.request.json") ?? []).map { "\($0.member):\($0.line) \($0.excerpt)" }
    }

    @Test(
        arguments: [
            ("pilot", ["name:1 Create a pilot"]), ("get", ["method:1 GET"]), ("/PEOPLE", []), ("/people", ["url:1 http://h/people/:team"]),
            ("team=", ["pathParameters:1 team=red"]), ("second", ["query:1 page=2 the second"]),
            ("accept: text", ["headers:1 Accept: text/x-own"]),
            ("x-off", ["headers:2 X-Off: kept"]), ("größe", ["variables:1 size=Größe"]), ("GRÖSSE", []),
            ("Größe", ["variables:1 size=Größe"]),
            ("captain", [#"body.text:2 "rank": "Captain","#]), ("201", ["assertions:1 status 201"]), ("smoke", ["tags:1 smoke"]),
            ("first line", ["docs:1 First line"]), ("bearer", ["auth.type:1 bearer"]), ("nowhere", []),
        ] as [(String, [String])])
    func `a search covers every part of a request and ignores case without capital letters`(text: String, expected: [String]) {
        #expect(Self.places(text) == expected)
    }

    @Test(arguments: ["query-credential", "header-credential", "typed-credential", "body-credential", "credential"])
    func `values of credentials are neither found nor shown`(text: String) {
        #expect(Self.places(text).isEmpty)
    }

    @Test func `a line with a credential is shown without it`() {
        #expect(Self.places("password") == [#"body.text:3 "password": "••••""#])
        #expect(Self.places("x-token") == ["headers:3 X-Token: ••••"])
        #expect(Self.places("says") == ["docs:2 Says •••• twice"])
        #expect(Self.places("token}}").isEmpty, "a variable that stands for a credential is not in the file")
        #expect(Self.places("{{token}}", in: RequestDraft(headers: [Row("X-Token", "{{token}}")])) == ["headers:1 X-Token: {{token}}"])
    }

    @Test func `a long line is cut around the text`() {
        let line = String(repeating: "é", count: 5_000)
        let draft = RequestDraft(body: BodyDraft(kind: .text, text: line + "needle" + line))
        let found = Self.places("needle", in: draft)
        #expect(
            found.count == 1 && found.allSatisfy { $0.contains("…ééé") && $0.contains("éneedleé") && $0.hasSuffix("…") && $0.count < 200 })
        #expect(RequestSearch("") == nil)
        let lines = RequestDraft(docs: String(repeating: "a line\n", count: 500))
        #expect(RequestSearch("line")?.matches(in: lines, at: "", limit: 3).map(\.line) == [1, 2, 3])
        #expect(Self.places("anything", in: RequestDraft()).isEmpty)
    }
}
