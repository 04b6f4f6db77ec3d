import Foundation
import JSON
import JSONSchema
import Testing

@testable import Workspace

/// The schemas say what the program reads and writes.
struct SchemaTests {
    private let schemas: [String: JSONValue]

    init() throws { schemas = try Repository.schemas() }

    private func names(_ schema: String) -> Set<String> {
        Set(schemas["\(schema).schema.json"]?["properties"]?.memberNames ?? []).subtracting(["$schema"])
    }

    @Test func everyFieldStandsInItsSchema() {
        #expect(names("request") == Set(RequestDraft.fields.map(\.name)))
        #expect(names("folder") == Set(FolderDraft.fields.map(\.name)))
        #expect(names("collection") == Set(FolderDraft.fields.map(\.name)))
        #expect(names("environment") == Set(EnvironmentDraft.fields.map(\.name)))
    }

    /// The shared definitions equal the tables. `UPDATE_SNAPSHOTS=1` writes them.
    @Test func theSharedDefinitionsAreThoseOfTheTables() throws {
        let url = URL(filePath: Repository.root + "/schemas/common.schema.json")
        let source = try JSONSource(parsing: Array(Data(contentsOf: url)))
        let expected = SharedDefinitions.updated(source.value)
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" { try Data(source.bytes(changedTo: expected)).write(to: url) }
        #expect(try Repository.json("schemas/common.schema.json") == expected, "run `make docs`, then scripts/shipped-schemas")
        #expect(!expected.compactText.contains("\"description\":\"\""), "a member has no description")
    }

    private static let large = 1 << 50

    private static let values: [JSONValue] = [
        true, false, -1, 0, 1, 2, 99, 100, 101, 1000, 1001, 1_000_000, 1_000_001, .number(large), .number(large + 1), 0.5, 1.0, "", "{{v}}",
        ["{{v}}"], [], [99], [100], [301, 303], [304], [999], [1000], [0.5], [true], [:],
    ]

    @Test func theSchemaAcceptsTheNumbersAndSwitchesThatAreSent() throws {
        let schema = try Repository.schema("request.schema.json")
        for option in RequestOption.all {
            // The notation of texts is checked by the program alone.
            for value in Self.values where value.string?.isEmpty != true || option.choices.isEmpty {
                var options = RequestOptions()
                let isRead = (try? option.access.decode(value, JSONPointer(), &options)) != nil
                let isSent = isRead && option.setText(option.text(in: options), in: &options) == nil
                let member = option.name.split(separator: ".").reversed().reduce(value) { .object([(String($1), $0)]) }
                let violations = schema.result(for: ["options": member]).violations
                #expect(violations.isEmpty == isSent, "\(option.name): \(value.compactText)")
            }
        }
    }

    @Test(arguments: BodyDraft.Kind.allCases) func everyBodyIsWrittenAsItsSchemaSays(kind: BodyDraft.Kind) throws {
        let body = BodyDraft(
            kind: kind, text: "a\nb", contentType: "a/b", json: "{}", xml: "<a/>",
            graphql: .init(query: "{ a }", variables: "{}", operation: "a"), form: [Row("a", "b", isEnabled: false, comment: "c")],
            parts: [.init("a", "b", isFile: true, contentType: "a/b", fileName: "f", headers: "X: 1", isEnabled: false, comment: "c")],
            file: "f",
            fileContentType: "a/b")
        let document = RequestDraft(name: "a", body: body).document
        #expect(try Repository.faults(of: document, by: "request.schema.json") == [])
    }

    @Test func aRequestWithEverythingIsWrittenAsItsSchemaSays() throws {
        var draft = RequestDraft(
            name: "n", method: "PUT", url: "u", pathParameters: [Row("a")], query: [Row("a")], headers: [Row("a")], variables: [Row("a")],
            captures: [Capture(variable: "v", from: "header", query: "q", isSecret: true, isEnabled: false)],
            assertions: [Assertion(subject: "status", predicate: "lessThan", value: 400, isEnabled: false)],
            scripts: Scripts(before: "a", after: "b"), tags: ["t"], docs: "d")
        draft.options.timeout = 1.5
        draft.options.redirects = .init(follow: false, limit: 3)
        draft.options.retry = .init(attempts: 2, backoff: "constant", statuses: [503])
        draft.options.tls.verify = false
        draft.options.httpVersion = "2"
        draft.options.proxy = ""
        #expect(try Repository.faults(of: draft.document, by: "request.schema.json") == [])
    }

    @Test func schemasAreShippedAndFollowTheirMetaSchema() throws {
        let metaSchema = try JSONSchema(["$ref": "https://json-schema.org/draft/2020-12/schema"])
        for (name, schema) in schemas {
            #expect(ShippedSchemas.document(name) == schema, "run scripts/shipped-schemas: \(name) is not fresh")
            #expect(metaSchema.result(for: schema).violations == [], "\(name)")
        }
    }

    static let wrong: [(String, String)] = [
        ("request", #"{"nam": "a"}"#), ("request", #"{"query": {}}"#), ("request", #"{"query": [{"name": 1}]}"#),
        ("request", #"{"auth": {"type": "basic", "token": "a"}}"#), ("request", #"{"auth": {}}"#),
        ("request", #"{"auth": {"type": "oauth2", "grant": "implicit"}}"#),
        ("request", #"{"auth": {"type": "oauth2", "clientAuthentication": "query"}}"#),
        ("request", #"{"body": {"type": "file", "path": "a", "lineBreaks": "remove"}}"#),
        ("request", #"{"body": {"type": "json", "rows": []}}"#), ("request", #"{"body": {"type": "yaml"}}"#),
        ("request", #"{"body": {"type": "json", "text": ["a\nb"]}}"#), ("request", #"{"options": {"timeout": -1}}"#),
        ("request", #"{"options": {"retry": {"attempts": 0}}}"#), ("request", #"{"options": {"retry": {"attempts": 1001}}}"#),
        ("request", #"{"body": {"type": "file", "path": "a", "lineBreaks": "{{v}}"}}"#), ("request", "[]"),
        ("environment", #"{"port": 65536}"#), ("environment", #"{"secrets": [{"name": "a", "from": "command", "command": []}]}"#),
        ("environment", #"{"secrets": [{"name": "a", "from": "file", "value": "hunter2"}]}"#),
        ("theme", #"{"name": "a", "appearance": "dim", "styles": {}}"#),
        ("theme", #"{"name": "a", "appearance": "dark", "styles": {"txt": {}}}"#),
        ("theme", ##"{"name": "a", "appearance": "dark", "styles": {"text": {"foreground": "#12"}}}"##),
        ("theme", #"{"name": "a", "styles": {}}"#), ("keymap", #"{"request.send": 5}"#), ("keymap", #"{"request send": "f5"}"#),
        ("config", #"{"history": {"count": -1}}"#), ("config", #"{"editor": []}"#), ("config", #"{"editor": ""}"#),
        ("examples", #"{"examples": [{"bodyBase64": "?"}]}"#), ("examples", #"{"examples": [{"status": 99}]}"#),
        ("examples", #"{"examples": [{"request": {"nam": ""}}]}"#),
        ("secrets", #"{"token": 1}"#),
    ]

    @Test(arguments: wrong) func refusesInvalidDocuments(schema: String, document: String) throws {
        #expect(try !Repository.faults(of: JSONValue(parsing: document), by: "\(schema).schema.json").isEmpty)
    }

    static let right: [(String, String)] = [
        ("request", #"{"$schema": "…", "x-mine": 1, "docs": "one line"}"#), ("environment", #"{"port": "{{port}}"}"#),
        ("environment", #"{"secrets": [{"name": "a", "from": "command", "command": ["pass", "show", "a"]}]}"#),
        ("request", #"{"auth": {"type": "oauth2", "grant": "{{grant}}", "clientAuthentication": "body"}}"#),
        ("request", #"{"auth": {"type": "apiKey", "key": "K", "in": "{{place}}"}}"#),
        (
            "theme",
            ##"{"name": "a", "appearance": "dark", "palette": {"ink": "#00ff99"}, "styles": {"text": {"bold": true}}}"##
        ),
        ("keymap", #"{"request.send": ["f5", "g g"], "quit": "ctrl+q", "help": []}"#),
        ("config", #"{"theme": "dark", "editor": ["code", "--wait"], "history": {"count": null, "days": 30}}"#),
        ("examples", #"{"examples": [{"name": "a", "status": 404, "headers": [{"name": "A"}], "body": ["a"]}]}"#),
        ("secrets", #"{"token": "a"}"#),
    ]

    @Test(arguments: right) func acceptsValidDocuments(schema: String, document: String) throws {
        #expect(try Repository.faults(of: JSONValue(parsing: document), by: "\(schema).schema.json") == [])
    }
}
