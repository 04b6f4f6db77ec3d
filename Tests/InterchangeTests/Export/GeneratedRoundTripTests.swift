import Foundation
import HTTP
import HTTPConformance
import HTTPTesting
import Hashing
import JSON
import Testing
import Workspace

@testable import Interchange

/// Generated collections through each format and back: every request is sent as before, and the parts that the format has are there.
@Suite struct GeneratedRoundTripTests {
    @Test(arguments: ["postman", "bruno", "http", "hurl", "har", "openapi"])
    func `a generated collection survives a round trip`(_ id: String) async throws {
        let format = try #require(ExportFormat.named(id))
        var differences: [String] = []
        for seed in 0..<60 as Range<UInt64> {
            var generator = DraftGenerator(seed: seed, format: format)
            let tree = generator.tree()
            let result = format.export(tree, includingSecrets: true)
            let lost = Set(result.losses.map(\.what))
            let back = try ExportRoundTripTests.imported(result.files).withTexts(of: result.files)
            try #require(tree.requests.count == back.requests.count, "\(id) \(seed)")
            // Some formats have their requests in an order of their own.
            let isOrdered = format.id != "openapi"
            for (index, one) in tree.requests.enumerated() {
                let other = back.requests.first { !isOrdered && $0.request.draft.name == one.request.draft.name } ?? back.requests[index]
                let (before, after) = (try await Wire(one, tree.environments), try await Wire(other, back.environments))
                let parts = Self.differences(one.request, other.request, format) { lost.contains("capture “\($0)”") }
                differences += (before.differences(from: after) + parts).map { "\(seed) \(one.request.draft.name): \($0)" }
            }
        }
        // Not the whole list: it would be printed twice.
        let isSame = differences.isEmpty
        #expect(isSame, "\(differences.prefix(20).joined(separator: "\n"))")
    }

    @Test func `a generated request survives a round trip through curl`() async throws {
        var differences: [String] = []
        for seed in 0..<200 as Range<UInt64> {
            var generator = DraftGenerator(seed: seed, format: .har)
            for (request, folders) in generator.tree().requests {
                let before = try await Wire((request, folders), [])
                let command = try CurlWriter.write(before.request, options: request.draft.options) { $0 }
                let after = try await Wire((.init(try CurlCommand.read(command).draft), []), [])
                differences += before.differences(from: after).map { "\(seed) \(command): \($0)" }
            }
        }
        // Not the whole list: it would be printed twice.
        let isSame = differences.isEmpty
        #expect(isSame, "\(differences.prefix(20).joined(separator: "\n"))")
    }

    /// The parts of a request that the format has and that did not come back.
    private static func differences(
        _ one: CollectionTree.Request, _ other: CollectionTree.Request, _ format: ExportFormat, isLost: (String) -> Bool
    ) -> [String] {
        var differences: [String] = []
        func compare(_ feature: ExportFeature?, _ part: (RequestDraft) -> some Equatable) {
            guard feature.map(format.carries.contains) ?? true, part(one.draft) != part(other.draft) else { return }
            differences.append("\(part(one.draft)) → \(part(other.draft))")
        }
        // Hurl has comments alone, of which the name is one where there are no others.
        let hasNames = format.id != "hurl"
        if hasNames { compare(nil, \.name) }
        if hasNames || !one.draft.docs.isEmpty { compare(.documentation, \.docs) }
        compare(.tags, \.tags)
        compare(.scripts, \.scripts)
        compare(.captures) { $0.captures.filter { !isLost($0.variable) } }
        compare(.assertions, \.assertions)
        compare(.disabledRows) { ($0.query + $0.headers).filter { !$0.isEnabled }.map { "\($0.name): \($0.value)" } }
        compare(.comments) { ($0.query + $0.headers).map(\.comment).filter { !$0.isEmpty } }
        for option in RequestOption.all where format.options.contains(option.name) { compare(nil) { option.typed(in: $0.options) } }
        return differences
    }
}

/// A request as it would be sent.
private struct Wire {
    let request: HTTPRequest
    let facts: [String]

    init(_ item: (request: CollectionTree.Request, folders: [CollectionTree.Folder]), _ environments: [CollectionTree.Environment])
        async throws
    {
        var input = ResolutionInput(item.request.draft, root: "/")
        input.inherited = item.folders.map { Loaded(path: "collections/c/folder.json", content: $0.draft) }
        input.environment = environments.first?.draft
        let resolved = try RequestResolver.resolve(input)
        let end = MockLoader().then(.noContent)
        _ = try await StandardChain(defaultHeaders: [:]).loader(over: end).load(resolved.request)
        request = try #require(end.requests.last)
        let multipart = request.body as? MultipartBody
        func plain(_ text: String) -> String { multipart.map { text.replacing($0.boundary, with: "BOUNDARY") } ?? text }
        let body = plain(String(decoding: try request.body.encode(), as: UTF8.self))
        let target = request.percentEncodedPath + (request.percentEncodedQuery.map { "?" + $0 } ?? "")
        let headers = try request.prepared().headers.fields.map { "\($0.name.lowercased()): \(plain($0.value))" }.sorted()
        facts = ["\(request.method) \(request.url.prefix { $0 != "?" }) \(target)", "\(resolved.auth.kind == .digest)", body] + headers
    }

    /// The facts that are not those of the other request.
    func differences(from other: Wire) -> [String] {
        guard facts != other.facts else { return [] }
        return ["\(facts.filter { !other.facts.contains($0) }) → \(other.facts.filter { !facts.contains($0) })"]
    }
}

/// Generates collections within the limits of a format.
private struct DraftGenerator {
    private var numbers: SplitMix64
    private let format: ExportFormat
    private var count = 0

    /// The same collections for the same seed.
    init(seed: UInt64, format: ExportFormat) {
        numbers = SplitMix64(seed: seed)
        self.format = format
    }

    /// An API document describes parameters and bodies in its own form; requests are in folders.
    private var isDocument: Bool { format.id == "openapi" }
    private var hasVariables: Bool { format.carries.contains(.variables) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: 0..<elements.count, using: &numbers)] }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }
    private mutating func some<Element>(_ elements: [Element]) -> [Element] { elements.filter { _ in chance(35) } }

    mutating func tree() -> CollectionTree {
        let root = FolderDraft(
            name: "Generated", variables: hasVariables ? [Row("base", "https://v.example"), Row("word", "a b")] : [],
            auth: chance(30) ? auth() : AuthDraft())
        var items = (0..<3).map { _ in CollectionTree.Item.request(request()) }
        if isDocument || format.id != "hurl" && chance(60) {
            items.append(
                .folder(
                    .init(
                        FolderDraft(name: pick(["Inner", "a / b", "Ü"]), auth: chance(30) ? auth() : AuthDraft()),
                        items: [.request(request())])))
        }
        return CollectionTree(.init(root, items: items))
    }

    private mutating func request() -> CollectionTree.Request {
        count += 1
        let hasBody = chance(60)
        var draft = RequestDraft(
            name: pick(["List", "Get it", "Ä / Ö", "a: b # c", "\"quoted\"", "x {y} [z]"]) + " \(count)",
            method: hasBody ? pick(["POST", "PUT", "PATCH", "DELETE"]) : pick(["GET", "HEAD", "DELETE", "OPTIONS"]))
        draft.url =
            pick(hasVariables ? ["{{base}}", "https://h.example:8080"] : ["https://h.example:8080"]) + "/r\(count)"
            + pick(["", "/a%20b", "/a/b.c", "/ü"])
        draft.query = rows(
            isDocument ? ["q", "x[]", "ä"] : ["q", "q", "x[]", "ä", "a b"],
            isDocument ? ["1", "", "a b"] : ["1", "", "a%20b", "1 & 2 = 3", "ä+b", "c:d/e?f"])
        if !isDocument, chance(20) { draft.query.append(Row("bare", "", isBare: true)) }
        draft.headers = rows(
            isDocument ? ["X-One", "X-Two"] : ["Accept", "X-One", "X-Two", "X-One"],
            ["1", "a, b;q=0.5", "a \"b\" 'c'", "x: y # z", "\\ \\n"])
        draft.auth = chance(40) ? auth() : AuthDraft()
        if hasBody { draft.body = body() }
        if format.carries.contains(.documentation), chance(40) { draft.docs = pick(["One.", "One.\n\nThree: \"x\" # y", "* a\n* b"]) }
        if format.carries.contains(.tags), chance(40) { draft.tags = pick([["a"], ["smoke", "b c"]]) }
        if format.carries.contains(.scripts), chance(30) {
            draft.scripts = Scripts(before: pick(["", "a();\n\nb();\n"]), after: pick(["c(\"{}\");\n  d();", "e()\n", "f()"]))
        }
        if format.carries.contains(.captures), chance(30) {
            let queries = ["bruno": [".a[0]"], "hurl": ["$.a[0]"]][format.id] ?? [".a.b", "$.a[0]"]
            draft.captures = [Capture(variable: "t", from: "body", query: pick(queries))]
        }
        if format.carries.contains(.assertions), chance(30) { draft.assertions = [Assertion(subject: "status", value: 200)] }
        if format.checks != nil, chance(30) { draft.assertions.append(assertion()) }
        return .init(draft)
    }

    private mutating func assertion() -> Assertion {
        let predicate = pick(AssertionPredicate.allCases)
        let values: [JSONValue] = [.isEmpty, .exists, .notExists].contains(predicate) ? [.null] : [1, "a \"b\"", "\\d", true, "1"]
        return Assertion(
            subject: pick(["status", "header X-One", "body", "body .a[0].\"b c\"", "body $.a"]), predicate: predicate.rawValue,
            value: pick(values), isEnabled: chance(80))
    }

    private mutating func rows(_ names: [String], _ values: [String]) -> [Row] {
        some(names).map { name in
            var row = Row(name, hasVariables && chance(20) ? "x{{word}}" : pick(values))
            if format.carries.contains(.disabledRows), chance(20) { row.isEnabled = false }
            if format.carries.contains(.comments), chance(20) { row.comment = "why not" }
            return row
        }
    }

    private mutating func auth() -> AuthDraft {
        // The document of an API names schemes alone.
        let all: [AuthDraft.Kind] = isDocument ? [.none] : [.basic, .bearer, .apiKey, .digest, .none]
        let kinds = all.filter { $0 == .none || format.authentication.contains($0) }
        switch pick(kinds) {
        case .basic: return AuthDraft(.basic, fields: ["username": "me", "password": pick(["p w", "ä:ö", "\"q\""])])
        case .digest: return AuthDraft(.digest, fields: ["username": "me", "password": "p w"])
        case .bearer: return AuthDraft(.bearer, fields: ["token": "t.o-k_en/+="])
        case .apiKey: return AuthDraft(.apiKey, fields: ["key": "X-Key", "value": "a b", "in": pick(["header", "query"])])
        default: return AuthDraft(.none)
        }
    }

    private mutating func body() -> BodyDraft {
        switch pick(isDocument ? ["json", "text", "xml", "form", "parts"] : ["json", "text", "xml", "form", "parts", "graphql"]) {
        case "json":
            BodyDraft(
                kind: .json, json: pick(["{}", "{\n  \"a\": \"ä \\n\",\n  \"b\": true\n}", "\"x\""] + (isDocument ? [] : ["[1,\n\n2]"])))
        case "text":
            BodyDraft(
                kind: .text, text: pick(["plain", "a\nb", "# a\n#b", "{x", "a=b&c"] + (format.id == "http" ? [] : ["  x  ", "a\nb\n"])),
                contentType: pick(["", "text/csv"]))
        case "xml": BodyDraft(kind: .xml, xml: pick(["<a/>", "<a>\n  <b c=\"d\">&amp;</b>\n</a>"]))
        case "form":
            BodyDraft(
                kind: .form,
                form: rows(
                    isDocument ? ["a", "b c", "ü"] : ["a", "b c", "a", "ü"] + (format.id == "bruno" ? [] : ["\"q\" ", "HTTPx", "[z]"]),
                    ["1", "", "1 & 2=3", "a+b", "%20"] + (format.id == "bruno" ? [] : [" x\t"]))
                    + [Row("z", "1")] + (format.carries.contains(.bareRows) && chance(20) ? [Row("bare", "", isBare: true)] : []))
        case "parts": BodyDraft(kind: .multipart, parts: [.init("t", pick(["text", "a\nb", "1 & 2"])), .init("u", "x")])
        default: BodyDraft(kind: .graphql, graphql: .init(query: "query Q {\n  a(b: \"c\")\n}", variables: pick(["", "{\n  \"x\": 1\n}"])))
        }
    }
}

extension CollectionTree {
    /// The collection with the texts of exported files in place of the bodies that name them.
    fileprivate func withTexts(of files: [ExportedFile]) -> CollectionTree {
        mapping { request, _ in
            let path = request.draft.body.file.replacing("./", with: "")
            guard request.draft.body.kind == .file, let file = files.first(where: { $0.path == path }) else { return }
            request.draft.body = BodyDraft(kind: .text, text: file.text)
        }
    }
}
