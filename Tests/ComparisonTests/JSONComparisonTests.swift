import Comparison
import Foundation
import JSON
import Testing

@Suite struct JSONComparisonTests {
    @Test(arguments: 0..<10) func applyingThePatchToTheOneGivesTheOther(part: Int) throws {
        for seed in part * 1000..<(part + 1) * 1000 {
            var mutator = JSONMutator(seed: UInt64(seed))
            let old = mutator.value()
            let new = mutator.mutated(old)
            let comparison = try Comparison(ComparedBytes(old.bytes(.pretty)), ComparedBytes(new.compactBytes))
            let patch = try #require(try comparison.patch())
            #expect(comparison.isEqual == (old.sorted == new.sorted))
            let result = try patch.applied(to: old)
            #expect(result.sorted == new.sorted, "seed \(seed): \(old) → \(new) by \(patch.document)")
        }
    }

    /// Documents that people wrote or programs sent: those of the repository, and real files where `APUS_CORPORA` names a folder of them.
    private static func documents() throws -> [JSONValue] {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        var folders = ["collections", "schemas", "themes"].map { root.appending(path: $0) }
        if let corpora = ProcessInfo.processInfo.environment["APUS_CORPORA"] {
            folders += ["postman/real", "openapi/real", "insomnia/real"].map { URL(filePath: corpora).appending(path: $0) }
        }
        return try folders.flatMap { folder -> [JSONValue] in
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            return try names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
                let data = try Data(contentsOf: folder.appending(path: name))
                // Larger ones are few, and take minutes in a debug build.
                return data.count > 60_000 ? nil : try? JSONValue(parsing: Array(data))
            }
        }
    }

    @Test func `the patch between real documents, and to changes of them, gives the other`() throws {
        let documents = try Self.documents()
        #expect(documents.count > 100)
        for (index, old) in documents.enumerated() {
            var mutator = JSONMutator(seed: UInt64(index))
            for new in [documents[(index + 1) % documents.count], mutator.mutated(old), mutator.mutated(old)] {
                let comparison = try Comparison(ComparedBytes(old.bytes(.pretty)), ComparedBytes(new.compactBytes))
                let result = try #require(try comparison.patch()).applied(to: old)
                #expect(result.sorted == new.sorted, "document \(index)")
            }
        }
    }

    /// Old, new, and the operations of the patch as `op path`.
    private static let cases: [(String, String, [String])] = [
        (#"{"a":1,"b":2}"#, #"{ "b": 2, "a": 1.0 }"#, []),
        (#"{"a":1}"#, #"{"a":2}"#, ["replace /a"]),
        (#"{"a":1}"#, #"{"a":1,"b":null}"#, ["add /b"]),
        (#"{"a":1,"b":2}"#, #"{"b":2}"#, ["remove /a"]),
        (#"{"old name":"Skywalker"}"#, #"{"new name":"Skywalker"}"#, ["move /new name"]),
        (#"{"a/b":1,"m~n":1}"#, #"{"a/b":2,"m~n":2}"#, ["replace /a~1b", "replace /m~0n"]),
        (#"{"A":1}"#, #"{"A":1}"#, []),
        ("[1,2,3,4]", "[1,3,4]", ["remove /1"]),
        ("[1,2,3,4]", "[1,2,9,3,4]", ["add /2"]),
        (#"["first","second","third"]"#, #"["third","first","second"]"#, ["move /0"]),
        (#"[{"id":1,"v":1},{"id":2,"v":2}]"#, #"[{"id":2,"v":2},{"id":1,"v":9}]"#, ["move /0", "replace /1/v"]),
        (
            #"[{"id":1,"v":1},{"id":2,"v":2},{"id":3,"v":3}]"#, #"[{"id":3,"v":0},{"id":1,"v":1}]"#,
            ["remove /1", "move /0", "replace /0/v"]
        ),
        (#"[1,2]"#, #"{"a":[1,2]}"#, ["replace "]),
        (#""a""#, #""b""#, ["replace "]),
        (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, ["replace /a"]), (#"{"a":1,"a":2}"#, #"{"a":2}"#, []),
        (#"[{"a":1,"a":{"a":2}}]"#, #"[{"a":{"a":2},"a":1}]"#, ["replace /0/a"]),
        ("1e2", "100", []),
        ("-0", "0", []),
        ("12345678901234567890", "12345678901234567891", ["replace "]),
    ]

    @Test(arguments: cases) func findsTheShortestPatch(old: String, new: String, expected: [String]) throws {
        let comparison = try Self.compare(old, new)
        #expect(comparison.kind == .json)
        #expect(comparison.isEqual == expected.isEmpty)
        let operations = try #require(try comparison.patch()?.document.array)
        let found = operations.map { "\($0["op"]?.string ?? "") \($0["path"]?.string ?? "")" }
        #expect(found.sorted() == expected.sorted())
    }

    @Test func ofManyMembersWithOneNameTheLastCounts() throws {
        let members = (0..<100).map { "\"n\($0)\": 0" }.joined(separator: ",")
        let comparison = try Self.compare("{\(members), \"n7\": 1}", "{\"n7\": 1, \(members)}")
        #expect(comparison.rows.filter(\.isDifference).map(\.place?.pointer) == ["/n7"])
        #expect(try Self.compare("{\(members), \"n7\": 0}", "{\"n7\": 1, \(members)}").isEqual)
    }

    /// Rules, old, new: documents that are equal under the rules, and differ without them.
    private static let ignored: [(IgnoreRules, String, String)] = [
        (IgnoreRules(paths: ["/meta/took"]), #"{"meta":{"took":1}}"#, #"{"meta":{"took":2}}"#),
        (IgnoreRules(paths: ["/items/*/etag"]), #"{"items":[{"etag":"a"}]}"#, #"{"items":[{"etag":"b"}]}"#),
        (IgnoreRules(paths: ["etag"]), #"[{"a":{"etag":1}}]"#, #"[{"a":{"etag":2}}]"#),
        (IgnoreRules(paths: ["/**/b"]), #"{"a":{"c":{"b":1}}}"#, #"{"a":{"c":{"b":2}}}"#),
        (IgnoreRules(paths: ["/a~1b"]), #"{"a/b":1}"#, #"{"a/b":2}"#),
        (
            IgnoreRules(paths: ["/a/**/b/*", "c/d"]), #"{"a":{"x":{"b":[1]}},"e":{"c":{"d":1}}}"#,
            #"{"a":{"x":{"b":[2]}},"e":{"c":{"d":2}}}"#
        ),
        (IgnoreRules(paths: ["/**"]), #"{"a":1}"#, #"{"a":2}"#), (IgnoreRules(paths: ["/a", "/a/b"]), #"{"a":{"b":1}}"#, #"{"a":2}"#),
        (IgnoreRules(paths: (0..<100).map { "/data/*/n\($0)" }), #"{"data":[{"n99":1}]}"#, #"{"data":[{"n99":2}]}"#),
        (IgnoreRules(paths: (0..<1_000).map { "n\($0)" }), #"{"n999":1}"#, #"{"n999":2}"#),
        (IgnoreRules(paths: ["extra"]), #"{"a":1}"#, #"{"a":1,"extra":2}"#),
        (
            IgnoreRules(ids: true), #"{"id":1,"x":"123e4567-e89b-12d3-a456-426614174000"}"#,
            #"{"id":2,"x":"00000000-e89b-12d3-a456-426614174000"}"#
        ),
        (IgnoreRules(times: true), #"["2026-11-23T06:00:00Z"]"#, #"["2025-01-02T07:08:09.123+01:00"]"#),
        (IgnoreRules(order: true), "[1,[2,3]]", "[[3,2],1]"),
    ]

    @Test(arguments: ignored) func ignoresTheRulesPaths(rules: IgnoreRules, old: String, new: String) throws {
        #expect(try Self.compare(old, new, rules).isEqual)
        #expect(try !Self.compare(old, new).isEqual)
    }

    @Test func ignoredElementsKeepTheirPositions() throws {
        let rules = IgnoreRules(paths: ["/items/0"])
        let comparison = try Self.compare(#"{"items":[{"x":1},{"x":2}]}"#, #"{"items":[{"x":9},{"x":3}]}"#, rules)
        #expect(comparison.rows.filter(\.isDifference).map(\.place?.pointer) == ["/items/1/x"])
        #expect(try comparison.patch()?.operations == [.replace(path: "/items/1/x", 3)])
        #expect(try Self.compare("[]", "[1]", IgnoreRules(paths: ["/0"])).isEqual)
        let longer = try Self.compare("[1,2]", "[1,9,3]", IgnoreRules(paths: ["/2"]))
        #expect(longer.counts.total == 1)
        #expect(longer.rows.first(where: \.isDifference)?.place?.pointer == "/1")
    }

    /// Two arrays of the same elements but one, in another order: the elements at another position are no differences.
    @Test func ignoringTheOrderLeavesTheElementsThatDiffer() throws {
        let rules = IgnoreRules(order: true)
        let numbers = try Self.compare("[1,2,3]", "[3,2,4]", rules)
        #expect(numbers.rows.filter(\.isDifference).map { ($0.left ?? $0.right)?.text } == ["  1", "  4"])
        let objects = try Self.compare(
            #"[{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"}]"#, #"[{"id":2,"v":"d"},{"id":1,"v":"a"},{"id":3,"v":"c"}]"#, rules)
        #expect(objects.counts.total == 1)
        #expect(objects.rows.filter(\.isDifference).map(\.place?.pointer) == ["/0/v"])
    }

    @Test func halfSurrogatesDiffer() throws {
        #expect(try !Self.compare(#""\ud800""#, #""\ud801""#).isEqual)
        #expect(try Self.compare(#""\ud83d\ude80""#, #""🚀""#).isEqual)
    }

    @Test(arguments: ["/a", "/a/*", "/**/a/b", "b/c"]) func `a path that no rule matches is compared`(path: String) throws {
        #expect(try !Self.compare(#"{"x":{"c":1}}"#, #"{"x":{"c":2}}"#, IgnoreRules(paths: [path])).isEqual)
    }

    @Test func `paths over the limit are named`() {
        #expect(IgnoreRules(paths: (0..<100).map { "/data/n\($0)" }).unusedPaths.isEmpty)
        #expect(IgnoreRules(paths: (0..<200).map { "/n\($0)" }).unusedPaths == (125..<200).map { "/n\($0)" })
    }

    @Test func showsDifferencesAndFoldsTheRest() throws {
        let old = "[" + (0..<100).map(String.init).joined(separator: ",") + "]"
        let comparison = try Self.compare(old, old.replacing("50", with: "500"))
        #expect(comparison.counts.changed == 1)
        let change = try #require(comparison.rows.first { $0.isDifference })
        #expect(change.place?.pointer == "/50")
        #expect(change.left?.text == "  50")
        #expect(change.right?.text == "  500")
        let folds = comparison.rows.compactMap { row -> ComparisonFold? in if case .fold(let fold) = row.kind { fold } else { nil } }
        #expect(folds.map(\.count) == [47, 46])
        #expect(comparison.rows(of: folds[0]).map { $0.left?.text ?? "" } == (0..<47).map { "  \($0)" })
    }

    @Test func unfoldsLongRunsInParts() throws {
        let old = "[" + (0..<1000).map(String.init).joined(separator: ",")
        let comparison = try Self.compare(old + "]", old + ",true]")
        guard case .fold(let fold)? = comparison.rows.dropFirst().first?.kind else { throw PatchError(path: "") }
        let rows = comparison.rows(of: fold)
        #expect(rows.count == 201)
        guard case .fold(let rest)? = rows.last?.kind else { throw PatchError(path: "") }
        #expect(rest.count == fold.count - 200)
    }

    @Test(arguments: ["[1", "{\"a\"}", "[1,]", "01", "\"\\x\"", "[\u{1}]", "nul", "1 2", "", String(repeating: "[", count: 2000)])
    func comparesInvalidJSONAsText(text: String) throws {
        let comparison = try Self.compare(text, text + " ")
        #expect(comparison.kind == .text)
        #expect(try comparison.patch() == nil)
    }

    @Test func comparesCompletelyDifferentLists() throws {
        let old = "[" + (0..<5000).map { "\"a\($0)\"" }.joined(separator: ",") + "]"
        let new = "[" + (0..<5000).map { "\"b\($0)\"" }.joined(separator: ",") + "]"
        #expect(try Self.compare(old, new).counts.changed == 5000)
    }

    private static func compare(_ old: String, _ new: String, _ rules: IgnoreRules = IgnoreRules()) throws -> Comparison {
        try Comparison(ComparedBytes(Array(old.utf8)), ComparedBytes(Array(new.utf8)), rules: rules)
    }
}
