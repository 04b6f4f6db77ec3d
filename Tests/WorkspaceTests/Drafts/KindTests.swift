import Foundation
import HTTP
import JSON
import Testing

@testable import Workspace

/// The tables of body kinds and authentication kinds: one entry serves files, schemas, forms, masking and documentation.
@Suite struct KindTests {
    private static func auth(_ kind: AuthKind) -> AuthDraft {
        AuthDraft(kind.id, fields: Dictionary(uniqueKeysWithValues: kind.fields.map { ($0.id, $0.choices.last ?? "{{\($0.id)}}") }))
    }

    private static func body(_ kind: BodyKind) -> BodyDraft {
        var body = BodyDraft(kind: kind.id)
        for field in kind.fields {
            switch field.content {
            case .line(let path), .text(let path, _): body[keyPath: path] = field.form.choices.last ?? field.form.id
            case .rows(let path): body[keyPath: path] = [Row("a", "b")]
            case .parts(let path): body[keyPath: path] = [BodyDraft.Part("a", "b")]
            }
        }
        return body
    }

    @Test func everyFieldHasAnIdALabelAndHelp() {
        for fields in AuthKind.all.map(\.fields) + BodyKind.all.map({ $0.fields.map(\.form) }) {
            #expect(Set(fields.map(\.id)).count == fields.count)
            #expect(Set(fields.map(\.label)).count == fields.count)
            #expect(fields.allSatisfy { !$0.label.isEmpty && !$0.help.isEmpty && $0.label.count <= 17 })
        }
        #expect(Set(BodyKind.all.flatMap(\.fields).map(\.id)).count == BodyKind.all.flatMap(\.fields).count)
        #expect(AuthKind.all.map(\.id) == AuthDraft.Kind.allCases)
        #expect(BodyKind.all.map(\.id) == BodyDraft.Kind.allCases)
    }

    @Test(arguments: AuthDraft.Kind.allCases) func anAuthenticationIsWrittenReadAndInTheSchema(kind: AuthDraft.Kind) throws {
        let draft = RequestDraft(url: "h", auth: Self.auth(kind.entry))
        #expect(try RequestDraft(document: draft.document) == draft)
        #expect(try Repository.faults(of: draft.document, by: "request.schema.json") == [])
        #expect(draft.withoutSecrets().auth == draft.auth, "variables are no secrets")
        let shown = kind.entry.fields(of: draft.auth).map(\.id)
        #expect(Set(shown).isSubset(of: kind.fieldNames) && Set(shown).count == shown.count)
    }

    @Test(arguments: BodyDraft.Kind.allCases) func aBodyIsWrittenReadAndInTheSchema(kind: BodyDraft.Kind) throws {
        let draft = RequestDraft(url: "h", body: Self.body(kind.entry))
        #expect(try RequestDraft(document: draft.document) == draft)
        #expect(try Repository.faults(of: draft.document, by: "request.schema.json") == [])
    }

    @Test(arguments: BodyDraft.Kind.allCases) func `the form of a body for exports holds its content`(kind: BodyDraft.Kind) {
        let (body, fields) = (Self.body(kind.entry), kind.entry.fields.map(\.form.id))
        let holdsContent =
            switch body.exportForm {
            case nil: fields.isEmpty
            case .text(let text, _, let contentType)?:
                text == "text" && contentType == (fields.contains("contentType") ? "contentType" : "")
            case .rows(let rows)?: rows == [Row("a", "b")]
            case .parts(let parts)?: parts == [BodyDraft.Part("a", "b")]
            case .file(let path, let contentType, let omitsLineBreaks)?:
                path == "path" && contentType == "contentType" && omitsLineBreaks
            case .query(let graphql)?:
                graphql == BodyDraft.GraphQL(query: "query", variables: "variables", operation: "operation")
            }
        #expect(holdsContent)
    }

    @Test(arguments: AuthKind.all.flatMap { kind in kind.fields.filter(\.isRequired).map { (kind.id, $0.id) } })
    func aRequiredFieldOfAnAuthenticationIsAskedFor(kind: AuthDraft.Kind, field: String) throws {
        var auth = AuthDraft(
            kind,
            fields: Dictionary(
                uniqueKeysWithValues: kind.fieldNames.map { ($0, $0.hasSuffix("URL") ? "/x" : $0 == "parameters" ? "x=1" : "x") }))
        auth["grant"] = ""
        auth[field] = ""
        let error = #expect(throws: ResolutionError.self) {
            try RequestResolver.resolve(ResolutionInput(RequestDraft(url: "http://h/", auth: auth)))
        }
        #expect(error?.problems.map(\.place) == [.auth(field)])
    }

    @Test(arguments: [
        (AuthDraft.Kind.oauth2, "issuer", "example.com", false), (.oauth2, "issuer", "https://example.com", true),
        (.oauth2, "tokenURL", "{{url}}", true),
        (.oauth2, "tokenURL", "/oauth/token", true), (.oauth2, "tokenURL", "oauth/token", false), (.oauth2, "tokenURL", "//", false),
        (.oauth2, "parameters", "a=1&b=", true), (.oauth2, "parameters", "a=1&b", false), (.oauth2, "parameters", "=1", false),
        (.oauth2, "parameters", "{{more}}&{{others}}", true), (.oauth2, "parameters", "a=1&%61={{v}}", true),
        (.oauth2, "parameters", "code_verifier=1&code%5Fverifier={{v}}", false),
        (.oauth2, "redirectURL", "my.app:/callback", true), (.oauth2, "redirectURL", "here", false),
        (.basic, "username", "anything", true),
    ])
    func aValueIsValidated(kind: AuthDraft.Kind, field: String, text: String, isValid: Bool) throws {
        #expect((try #require(kind.entry.field(field)).expected(text) == nil) == isValid)
    }

    @Test(
        arguments: [
            (BodyDraft(kind: .none), nil), (BodyDraft(kind: .json), "application/json"),
            (BodyDraft(kind: .text), "text/plain; charset=utf-8"),
            (BodyDraft(kind: .text, contentType: "text/csv"), "text/csv"), (BodyDraft(kind: .text, contentType: "none"), nil),
            (BodyDraft(kind: .file, file: "a.png"), "image/png"), (BodyDraft(kind: .multipart), "multipart/form-data"),
        ] as [(BodyDraft, String?)])
    func aBodyHasItsContentType(body: BodyDraft, type: String?) {
        #expect(body.kind.entry.contentType(body) == type)
    }

    /// A body of a kind with content for all kinds.
    private static func full(_ kind: BodyDraft.Kind) -> BodyDraft {
        BodyDraft(
            kind: kind, text: "t", json: "{}", xml: "<a/>", graphql: .init(query: "{ a }"), form: [Row("a", "b")],
            parts: [
                .init("a", "/part", isFile: true), .init("b", "/off", isFile: true, isEnabled: false), .init("c", "/text"),
            ], file: "/file")
    }

    @Test(arguments: BodyDraft.Kind.allCases) func everyKindListsTheFilesThatItReads(kind: BodyDraft.Kind) throws {
        let body = Self.full(kind)
        let draft = RequestDraft(url: "http://h/", body: body)
        // The files that a send reads are those that are listed and enabled, so that each is asked for.
        let permissions = try RequestResolver.resolve(ResolutionInput(draft, root: "/work")).permissions
        #expect(permissions.map(\.kind).allSatisfy { $0 == .file })
        #expect(permissions.map(\.words) == body.files.filter(\.isEnabled).map(\.path))
        let files = Set(draft.writtenPermissions.compactMap(\.file))
        #expect(files == (kind == .file ? ["/file"] : kind == .multipart ? ["/part", "/off"] : []))
    }

    @Test(arguments: BodyDraft.Kind.allCases) func filesOfKeptContentMoveWithTheOthers(kind: BodyDraft.Kind) {
        var body = Self.full(kind)
        body.mapFiles { "/moved" + $0 }
        #expect(body.parts.map(\.value) == ["/moved/part", "/moved/off", "/text"])
        #expect(body.file == "/moved/file")
        body.mapFiles { String($0.dropFirst(6)) }
        #expect(body == Self.full(kind))
    }

    /// `docs/kinds.md` equals the tables. `UPDATE_SNAPSHOTS=1` writes it.
    @Test func kindsPageIsUpToDate() throws {
        let url = URL(filePath: Repository.root + "/docs/kinds.md")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
            try KindsDocument.text.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == KindsDocument.text, "run `make docs`")
    }
}
