import JSON
import Testing
import Workspace

@testable import Engine

@Suite struct LiveQueriesTests {
    /// The groups of lookarounds, of what only PCRE2 knows, of several lines, and of a group without a part in the match.
    @Test(arguments: [
        (#"regex:(?<=id=)(\d+)"#, "id=12 id=3", ["12", "3"]), (#"regex:id=\K(\d)"#, "id=1", ["1"]), ("regex:^b(.)$", "ax\nby", ["y"]),
        ("regex:(x)?y", "y", [JSONValue.null]), ("regex:[ab]+", "cabba", ["abba"]), ("regex:q", "a", []),
    ])
    func `a pattern returns its first group`(query: String, body: String, values: [JSONValue]) async throws {
        #expect(try await LiveQueries.all.values(query, Array(body.utf8), nil) == values)
    }

    @Test(arguments: [(".nope", false), ("$.nope", true), ("regex:(x)?y", false), ("//a", false)])
    func `null is a result only in JSONPath`(query: String, isFound: Bool) {
        #expect(LiveQueries.all.findsNull(query) == isFound)
    }

    @Test(arguments: [
        ("//a", CheckLanguage.xpath), ("(//a)[1]", .xpath), ("count(//a)", .xpath), ("normalize-space(string(//a))", .xpath),
        ("$.a", .jsonPath), ("$", .jsonPath), ("$[0]", .jsonPath), ("$ENV.A", .jq), ("$__loc__", .jq),
        (".a", .jq), ("length", .jq), ("test(\"(/\")", .jq), ("now/2", .jq), ("regex:/", .expression("/")),
    ])
    func `the first character determines the language`(query: String, language: CheckLanguage) {
        #expect(CheckLanguage(query) == language)
    }

    /// As the viewer shows the body.
    @Test(arguments: [("$.a", [JSONValue.string("é")]), ("regex:\"(é)\"", ["é"])])
    func `a body in UTF-16 is queried as text`(query: String, values: [JSONValue]) async throws {
        let body: [UInt8] = [0xFF, 0xFE] + Array(#"{"a":"é"}"#.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try await LiveQueries.all.values(query, body, "application/json") == values)
    }

    @Test func `a pattern that is too much work is an error`() async {
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: 60) + Array("b".utf8)
        let failure = await #expect(throws: CheckError.self) { try await LiveQueries.all.values("regex:(a|aa)+$", body, nil) }
        #expect(failure?.description.contains("too many steps") == true)
        #expect(throws: CheckError.self) { try LiveQueries.all.matches("(a|aa)+$", String(decoding: body, as: UTF8.self)) }
    }
}
