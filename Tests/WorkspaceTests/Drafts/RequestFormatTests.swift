import Comparison
import JSON
import Testing

@testable import Workspace

/// Drafts as JSON and back.
struct RequestFormatTests {
    static let golden = """
        {
          "name": "Create a pilot",
          "method": "POST",
          "url": "people/:team",
          "pathParameters": [
            { "name": "team", "value": "{{team}}" }
          ],
          "query": [
            { "name": "notify", "value": "true", "enabled": false }
          ],
          "headers": [
            { "name": "Accept", "value": "application/json" }
          ],
          "auth": { "type": "bearer", "token": "{{token}}" },
          "body": {
            "type": "json",
            "text": [
              "{",
              "  \\"name\\": \\"{{name}}\\"",
              "}"
            ]
          },
          "options": {
            "timeout": 30,
            "redirects": { "follow": true, "limit": 10 },
            "retry": { "attempts": 3, "backoff": "exponential", "statuses": [429, 503] },
            "httpVersion": "2",
            "environment": "wookieepedia"
          },
          "captures": [
            { "variable": "pilot", "query": ".id" }
          ],
          "assertions": [
            { "subject": "status", "value": 201 }
          ],
          "comparison": {
            "ignore": [
              "/*/updated"
            ],
            "ignoreTimes": true
          },
          "docs": [
            "Markdown, line by line."
          ]
        }
        """

    @Test func readsEveryField() throws {
        let draft = try RequestDraft(json: JSONValue(parsing: Self.golden))
        #expect(draft.method == "POST")
        #expect(draft.pathParameters == [Row("team", "{{team}}")])
        #expect(draft.query == [Row("notify", "true", isEnabled: false)])
        #expect(draft.auth == AuthDraft(.bearer, fields: ["token": "{{token}}"]))
        #expect(draft.body == BodyDraft(kind: .json, json: "{\n  \"name\": \"{{name}}\"\n}"))
        #expect(draft.options.retry == RequestOptions.Retry(attempts: 3, backoff: "exponential", statuses: [429, 503]))
        #expect(draft.options.timeout == 30)
        #expect(draft.assertions == [Assertion(subject: "status", predicate: "equals", value: 201)])
        #expect(draft.comparison == IgnoreRules(paths: ["/*/updated"], times: true))
        #expect(draft.docs == "Markdown, line by line.")
    }

    @Test func writesTheGoldenText() throws {
        let draft = try RequestDraft(json: JSONValue(parsing: Self.golden))
        #expect(String(decoding: draft.json.bytes(.rows), as: UTF8.self) == Self.golden)
    }

    @Test func writesNoDefaults() { #expect(RequestDraft().json == [:]) }

    @Test(arguments: BodyDraft.Kind.allCases)
    func writesTheContentOfTheBodysKindOnly(kind: BodyDraft.Kind) throws {
        let full = BodyDraft(
            kind: kind, text: "t\nu", contentType: "text/csv", json: "{}", xml: "<a/>",
            graphql: .init(query: "{a}", variables: "{}", operation: "o"), form: [Row("f", "1")],
            parts: [.init("p", "v"), .init("q", "/f", isFile: true, fileName: "n", headers: "X: 1")], file: "a.bin", fileContentType: "a/b")
        let draft = RequestDraft(body: full)
        let back = try RequestDraft(json: draft.json)
        #expect(back.body.kind == kind)
        #expect(back.json == draft.json)
        #expect(draft.json["body"]?.memberNames.count == Self.memberCounts[kind])
    }

    private static let memberCounts: [BodyDraft.Kind: Int] = [
        .text: 3, .json: 2, .xml: 2, .graphql: 4, .form: 2, .multipart: 2, .file: 3,
    ]

    @Test(arguments: AuthDraft.Kind.allCases)
    func keepsTheFieldsOfEveryAuthentication(kind: AuthDraft.Kind) throws {
        let fields = Dictionary(uniqueKeysWithValues: kind.fieldNames.map { ($0, "x-\($0)") })
        let draft = RequestDraft(auth: AuthDraft(kind, fields: fields))
        #expect(try RequestDraft(json: draft.json) == draft)
        #expect(kind.secretFieldNames.isSubset(of: kind.fieldNames))
    }

    @Test(arguments: [
        (#"[]"#, "", "Expected an object, found an array."),
        (#"{"name": 1}"#, "/name", "Expected a string, found a number."),
        (#"{"query": {}}"#, "/query", "Expected an array, found an object."),
        (#"{"query": [{"name": "a"}, {"enabled": "yes"}]}"#, "/query/1/enabled", "Expected true or false, found a string."),
        (#"{"options": {"timeout": -1}}"#, "/options/timeout", "Expected a number of seconds up to 1000000, found a number."),
        (#"{"options": {"timeout": 1e22}}"#, "/options/timeout", "Expected a number of seconds up to 1000000, found a number."),
        (
            #"{"options": {"connectTimeout": 1e999}}"#, "/options/connectTimeout",
            "Expected a number of seconds up to 1000000, found a number."
        ),
        (#"{"options": {"retry": {"statuses": [1.5]}}}"#, "/options/retry/statuses/0", "Expected a whole number, found a number."),
        (#"{"body": {"type": "json", "text": ["a", 1]}}"#, "/body/text", "Expected a string or an array of strings, found an array."),
        (#"{"docs": 5}"#, "/docs", "Expected a string or an array of strings, found a number."),
    ])
    func namesThePlaceOfAFault(text: String, pointer: String, message: String) throws {
        let value = try JSONValue(parsing: text)
        let error = try #require(throws: FormatError.self) { try RequestDraft(json: value) }
        #expect(error.pointer.description == pointer)
        #expect(error.message == message)
    }

    @Test(arguments: ["", "one", "a\nb", "a\n", "\n\n", "a\r\nb", "é\n𝄞"])
    func keepsEveryLine(text: String) throws {
        let draft = RequestDraft(body: BodyDraft(kind: .text, text: text), docs: text)
        let back = try RequestDraft(json: draft.json)
        #expect(back.docs == text && back.body.text == text)
    }

    @Test func isIdenticalOnlyWithTheSameBytes() {
        for path in [\RequestDraft.name, \.body.json, \.body.xml, \.docs] {
            var (composed, decomposed) = (RequestDraft(body: BodyDraft(kind: .json)), RequestDraft(body: BodyDraft(kind: .json)))
            (composed[keyPath: path], decomposed[keyPath: path]) = ("\u{E9}", "e\u{301}")
            #expect(composed == decomposed)
            #expect(composed.isIdentical(to: composed) && !composed.isIdentical(to: decomposed))
        }
    }
}
