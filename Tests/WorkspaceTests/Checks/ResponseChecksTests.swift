import Foundation
import HTTP
import JSON
import Testing
import Workspace

@Suite struct ResponseChecksTests {
    @Test(arguments: [("integer", false), ("Number", false), ("number", true), ("null", true), ("{{type}}", true)])
    func `only the types of JSON can be compared`(type: String, isKnown: Bool) {
        #expect((Assertion(subject: "body .id", predicate: "isType", value: .string(type)).fault == nil) == isKnown)
    }

    private static let facts = ResponseFacts(
        status: 201, headers: ["Content-Type": "application/json", "Set-Cookie": "sid=a b; Path=/", "X-Count": "5"], url: "http://h/x",
        milliseconds: 42.5, body: Array(#"{"id": 7}"#.utf8))

    /// The result of the query `object`, with its members in another order.
    private static let object: JSONValue = ["a": ["x": 1, "y": [1]], "b": 2]

    /// A language in which every query finds itself, and `none` nothing.
    private static let queries = BodyQueries(
        values: { query, _, _ throws(CheckError) in
            if query == "bad" { throw CheckError("cannot be read") }
            if query.hasSuffix("null") { return [.null] }
            if query == "object" { return [["b": 2, "a": ["y": [1.0], "x": 1]]] }
            if query == "lines" { return [.string("a\r\nb")] }
            if query == "accent" { return [.string("Cafe\u{301} x")] }
            if query == "long" { return [.number(1_234_567_890_123_456_789)] }
            return query == "none" ? [] : query == "list" ? [.number(1), .string("two")] : [.string(query)]
        }, matches: { pattern, text throws(CheckError) in text.contains(pattern) },
        findsNull: { $0.hasPrefix("$") })

    @Test(arguments: [(HTTPVersion.http11, "1.1"), (.http2, "2")]) func `the version of HTTP is tested`(version: HTTPVersion, text: String)
        async
    {
        var facts = Self.facts
        facts.version = version
        let report = await ResponseChecks.run([], [Assertion(subject: "version", value: .string(text))], on: facts, Self.queries)
        #expect(report.failureCount == 0)
    }

    @Test(arguments: [(10, true, 2), (12, true, 0), (10, false, 2), (12, false, 2)])
    func `an incomplete body is not checked`(limit: Int, isComplete: Bool, failures: Int) async throws {
        var exchange = Exchange(startedAt: .now, request: Exchange.Request(method: "GET", url: "http://h"))
        let body = ExchangeBody(storage: .bytes(Array("twelve bytes".utf8)), byteCount: 12, isComplete: isComplete)
        exchange.response = Exchange.Response(status: 200, body: body)
        let facts = try #require(ResponseFacts(exchange, bodyLimit: limit))
        let captures = [Capture(variable: "a", from: "body", query: "x"), Capture(variable: "b", from: "status")]
        let assertions = [
            Assertion(subject: "body", predicate: "notContains", value: .string("!")), Assertion(subject: "status", value: .number(200)),
        ]
        #expect(await ResponseChecks.run(captures, assertions, on: facts, Self.queries).failureCount == failures)
    }

    private func holds(_ subject: String, _ predicate: String, _ value: JSONValue = .null) async -> Bool {
        let assertion = Assertion(subject: subject, predicate: predicate, value: value)
        return await ResponseChecks.run([], [assertion], on: Self.facts, Self.queries).failureCount == 0
    }

    @Test(arguments: [
        ("status", "equals", JSONValue.number(201), true), ("status", "equals", .string("201"), true),
        ("status", "notEquals", .number(200), true),
        ("status", "lessThan", .number(300), true), ("status", "greaterOrEqual", .number(202), false),
        ("header content-type", "contains", .string("json"), true), ("header X-Count", "equals", .number(5), true),
        ("header X-None", "exists", .null, false), ("header X-None", "notExists", .null, true),
        ("cookie sid", "equals", .string("a b"), true),
        ("time", "lessThan", .number(100), true), ("url", "endsWith", .string("/x"), true), ("body list", "contains", .string("two"), true),
        ("body list", "notContains", .number(3), true), ("body none", "isEmpty", .null, true), ("body abc", "hasLength", .number(3), true),
        ("body abc", "isType", .string("string"), true), ("body abc", "startsWith", .string("ab"), true),
        ("body abc", "matches", .string("b"), true), ("body", "contains", .string("7"), true), ("body bad", "exists", .null, false),
        ("body abc", "lessThan", .number(1), false), ("status", "lessThan", .string("x"), false), ("nonsense", "exists", .null, false),
        ("status", "frobs", .null, false),
        ("body null", "exists", .null, false), ("body null", "notExists", .null, true), ("body $null", "exists", .null, true),
        ("body null", "equals", .null, true), ("body null", "equals", "null", false), ("body null", "isType", .string("null"), true),
        ("body long", "equals", .number(1_234_567_890_123_456_789), true),
        ("body long", "equals", .number(1_234_567_890_123_456_788), false),
        ("body object", "equals", Self.object, true), ("body object", "notEquals", .number(2), true),
        ("body lines", "contains", .string("\nb"), true), ("body lines", "endsWith", .string("\nb"), true),
        ("body lines", "hasLength", .number(4), true),
        ("status", "hasLength", .null, false), ("status", "hasLength", .string("abc"), false), ("status", "hasLength", .number(3), false),
        ("body accent", "contains", .string("Cafe"), true),
        ("body accent", "startsWith", .string("Cafe"), true), ("body accent", "equals", .string("Caf\u{E9} x"), false),
    ])
    func `an assertion passes or fails`(_ subject: String, _ predicate: String, _ value: JSONValue, _ expected: Bool) async {
        #expect(await holds(subject, predicate, value) == expected)
    }

    @Test(arguments: [
        ("{{s}}", [JSONValue](), true), ("2{{ s }}", [], false), ("{{other}}", [], false), ("{{other}}", [.string("201")], true),
        ("{{other}}", [.string("{{s}}")], true), ("201", [.string("1")], false), ("201", [.string("1"), .string("1")], true),
    ])
    func `an expected value uses captured variables after all others`(text: String, resolved: [JSONValue], holds: Bool) async {
        let assertion = Assertion(subject: "status", value: .string(text))
        let report = await ResponseChecks.run(
            [Capture(variable: "s", from: "status")], [assertion], expecting: resolved, on: Self.facts, Self.queries)
        #expect((report.failedAssertionCount == 0) == holds)
        // The sentence says what is written, not values that may be secret.
        #expect(report.assertions.first?.sentence.contains(text) == true)
    }

    @Test func `the reason of a failed check is the variable without a value`() async {
        let assertion = Assertion(subject: "status", value: .string("{{gone}}"))
        let report = await ResponseChecks.run([], [assertion], on: Self.facts, Self.queries)
        #expect(report.assertions.map(\.problem) == ["{{gone}} has no value"])
    }

    @Test func `captures use the first value, and report why there is none`() async {
        let captures = [
            Capture(variable: "s", from: "status"), Capture(variable: "l", query: "list"), Capture(variable: "n", query: "none"),
            Capture(variable: "b", query: "bad"), Capture(variable: "off", from: "status", isEnabled: false), Capture(from: "status"),
            Capture(variable: "w", from: "weather"),
        ]
        let report = await ResponseChecks.run(captures, [], on: Self.facts, Self.queries)
        #expect(report.values == ["s": CapturedValue("201"), "l": CapturedValue("1")])
        #expect(report.captures.map(\.problem).count == 5)
        #expect(report.captures[2].problem == "nothing was found")
        #expect(report.captures[3].problem == "cannot be read")
        #expect(report.failureCount == 3)
    }

    @Test(arguments: ["null", "$null"])
    func `null is captured by no language`(query: String) async {
        let report = await ResponseChecks.run([Capture(variable: "n", query: query)], [], on: Self.facts, Self.queries)
        #expect(report.values.isEmpty)
        #expect(report.captures.first?.problem == "only null was found")
    }

    @Test(arguments: [("status", "hasLength", "many"), ("body abc", "hasLength", "many"), ("status", "lessThan", "many")])
    func `an expected value that is not a number is the reason`(subject: String, predicate: String, value: String) async {
        let assertion = Assertion(subject: subject, predicate: predicate, value: .string(value))
        let report = await ResponseChecks.run([], [assertion], on: Self.facts, Self.queries)
        #expect(report.assertions.map(\.problem) == ["expects a number, not many"])
    }

    @Test func `a failed assertion reports the actual value`() async {
        let report = await ResponseChecks.run([], [Assertion(subject: "status", value: .number(200))], on: Self.facts, Self.queries)
        #expect(report.assertions.first?.problem == "found 201")
        #expect(report.assertions.first?.sentence == "status equals 200")
    }

    @Test func `a report has each assertion as a sentence and in the words of files`() async throws {
        let assertion = Assertion(subject: "status", predicate: "lessThan", value: .number(200))
        let report = await ResponseChecks.run([], [assertion], on: Self.facts, Self.queries)
        let check = try #require(report.assertions.first)
        #expect(check.written == "status lessThan 200" && check.sentence == "status \(AssertionPredicate.lessThan.words) 200")
        #expect(Set(AssertionPredicate.allCases.map(\.words)).count == AssertionPredicate.allCases.count)
    }

    @Test func `a failed assertion with variables reports the expected value, but no secret`() async {
        let facts = ResponseFacts(status: 201, headers: ["X-Token": "long-secret"])
        let capture = Capture(variable: "token", from: "header", query: "X-Token", isSecret: true)
        let assertion = Assertion(subject: "header X-Token", value: "{{e}}{{token}}")
        let report = await ResponseChecks.run([capture], [assertion], expecting: ["9{{token}}"], on: facts, Self.queries)
        #expect(report.assertions.first?.problem == "found \"••••\", expected \"9••••\"")
    }

    /// A field of the head comes first: the fields after the body are from the same server, but less is known of them.
    @Test func `a header that the head lacks is looked up in the trailers`() async {
        var facts = Self.facts
        facts.headerBytes = Array("HTTP/1.1 201 Created\r\nX-Count: 5\r\n\r\nX-Sum: 9\r\nX-Count: 6\r\n".utf8)
        let assertions = [
            Assertion(subject: "header x-sum", value: .string("9")), Assertion(subject: "header X-Count", value: .string("5")),
        ]
        let captures = [Capture(variable: "sum", from: "header", query: "X-Sum")]
        let report = await ResponseChecks.run(captures, assertions, on: facts, Self.queries)
        #expect(report.failureCount == 0 && report.values["sum"]?.text == "9")
    }
}
