import HTTP
import JSON
import Query
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

    @Test func `a whole body is text in its character set`() async throws {
        var facts = ResponseFacts(status: 200, headers: ["Content-Type": "text/plain; charset=iso-8859-1"], body: [0x67, 0x72, 0xF6])
        #expect(try await facts.values(.body, "", LiveQueries.all) == ["grö"])
        facts.headers = [:]
        facts.body = Array("grö".utf8)
        #expect(try await facts.values(.body, "", LiveQueries.all) == ["grö"])
    }

    /// JSONPath on a short body begins in this process; the other one has limits, and ends with the task.
    @Test(.timeLimit(.minutes(5)), arguments: ["$..*..*..*..*..*", "$..[?count($..*..*..*..*..*)>1]"])
    func `an endless query goes on in a child process`(query: String) async throws {
        let body = Array((String(repeating: #"{"a":[1,2],"b":"#, count: 120) + "0" + String(repeating: "}", count: 120)).utf8)
        let queries = LiveQueries.queries(in: QueryWorker(program: "/nonexistent/apus"))
        let failure = await #expect(throws: CheckError.self) { try await queries.values(query, body, nil) }
        #expect(failure?.description.contains("could not be started") == true)
        #expect(try await queries.values("$.b.a[1]", body, nil) == [2])
    }

    @Test func `a pattern that is too much work is an error`() async {
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: 60) + Array("b".utf8)
        let failure = await #expect(throws: CheckError.self) { try await LiveQueries.all.values("regex:(a|aa)+$", body, nil) }
        #expect(failure?.description.contains("too many steps") == true)
        #expect(throws: CheckError.self) { try LiveQueries.all.matches("(a|aa)+$", String(decoding: body, as: UTF8.self)) }
    }
}
