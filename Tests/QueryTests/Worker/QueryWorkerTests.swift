import Hashing
import JSON
import Platform
import TestFixtures
@testable import Query
import ScreenTesting
import Testing

/// Queries in the child process, with the program that was just built.
@Suite struct QueryWorkerTests {
    private let worker = QueryWorker(program: BuiltProgram.path("apus"))

    private func text(_ kind: Query.Kind, _ expression: String, _ body: String, _ limits: QueryLimits = QueryLimits()) async throws
        -> String
    {
        let results = try worker.results(of: Query(kind, expression), in: .bytes(Array(body.utf8)), limits: limits)
        return String(decoding: try await results.collect(), as: UTF8.self)
    }

    /// Captures and assertions need each node whole.
    @Test(arguments: [
        ("//b/text()", ["one\ntwo"]), ("//@x", ["p\nq", ""]), ("//b", ["<b>one\ntwo</b>"]), ("string(//b)", ["one\ntwo"]), ("//none", []),
        ("string(//none)", []), ("count(//b)", ["1"]),
    ])
    func `a node of several lines is one value`(expression: String, values: [String]) async throws {
        let body = Array("<a x='p&#10;q'><b>one\ntwo</b><c x=''/></a>".utf8)
        #expect(try await worker.values(of: Query(.xpath, expression), in: .bytes(body)).compactMap(\.string) == values)
    }

    @Test(arguments: [
        (Query.Kind.jq, ".a[] | {b: .}", #"{"a":[1,2]}"#, "{\"b\":1}\n{\"b\":2}\n"),
        (.jq, "., input", "1 2", "1\n2\n"), (.jq, "., halt", "1 2", "1\n"),
        (.jq, "debug", "1", "1\n"),
        (.jsonPath, "$.a[*]", #"{"a":[1.50, "x\u00e9"]}"#, "1.50\n\"x\\u00e9\"\n"),
        (.xpath, "//b/@c | //b", "<a><b c='1'>x<d/></b></a>", "<b c=\"1\">x<d/></b>\n1\n"),
        (.xpath, "count(//_:b)", "<a xmlns='urn:x'><b/><b/></a>", "2\n"),
        (.xpathHTML, "//p/text()", "<p>a<p>b", "a\nb\n"),
        (.shell, "tr a-z A-Z", "abc", "ABC"),
    ])
    func evaluatesExpressions(kind: Query.Kind, expression: String, body: String, expected: String) async throws {
        #expect(try await text(kind, expression, body) == expected)
    }

    @Test(arguments: [
        (".", #"{"big":12345678901234567890,"f":1.10}"#, #"{"big":12345678901234567890,"f":1.10}"#),
        (".big", #"{"big":12345678901234567890}"#, "12345678901234567890"), (#".a["b"][-1]"#, #"{"a":{"b":[1,1e400]}}"#, "1e400"),
        (#" ."a b"."c" "#, #"{"a b":{"c":-0.0}}"#, "-0.0"), (".[1]", "[1] [1,20000000000000000001]", "null\n20000000000000000001"),
    ])
    func `a plain path of jq keeps the digits of numbers`(path: String, body: String, result: String) async throws {
        #expect(try await text(.jq, path, body) == result + "\n")
    }

    /// `path | .` is no plain path, and is therefore evaluated by libjq.
    @Test func `a plain path has the results and errors of libjq`() async throws {
        var random = SplitMix64(seed: 20)
        let names = ["a", "b", "_c1", "a b", "é", "e\u{301}"]
        func value(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
            case 0: "null"
            case 1: ["true", "false"].randomElement(using: &random) ?? ""
            case 2: "\(Int.random(in: -999...999, using: &random))"
            case 3: ["0.5", "1.25", "-3.75"].randomElement(using: &random) ?? ""
            case 4, 5: [#""a\u0041\/\n""#, #""é\u007f\u0001😀""#, #""\ud83d\ude00""#, #""""#].randomElement(using: &random) ?? ""
            case 6: "[" + (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth - 1) }.joined(separator: " , ") + "]"
            default:
                "{"
                    + (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        "\"\(names.randomElement(using: &random) ?? "")\" : \(value(depth - 1))"
                    }.joined(separator: ",") + "}"
            }
        }
        func path() -> String {
            let steps = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let name = names.randomElement(using: &random) ?? ""
                return [
                    name.utf8.allSatisfy { $0 != 0x20 && $0 < 0x80 } ? ".\(name)" : ".\"\(name)\"", ".\"\(name)\"", "[\"\(name)\"]",
                    "[\(Int.random(in: -3...3, using: &random))]",
                ]
                .randomElement(using: &random) ?? ""
            }
            let path = steps.joined()
            return path.hasPrefix(".") ? path : "." + path
        }
        func outcome(_ filter: String, _ body: String) async -> String {
            var text: [UInt8] = []
            do throws(QueryError) {
                var pieces = try worker.results(of: Query(.jq, filter), in: .bytes(Array(body.utf8))).makeAsyncIterator()
                while let piece = try await pieces.next(isolation: nil) { text += piece }
                return String(decoding: text, as: UTF8.self)
            } catch {
                return String(decoding: text, as: UTF8.self) + "\(error.code) \(error)"
            }
        }
        for _ in 0..<150 {
            let (filter, body) = (path(), (0..<3).map { _ in value(3) }.joined(separator: "\n"))
            #expect(JQPath(filter) != nil, "\(filter)")
            let plain = await outcome(filter, body)
            #expect(await plain == outcome(filter + " | .", body), "\(filter) \(body)")
        }
    }

    @Test(arguments: ["", "a", "..", ".a.", ".[]", ".a?", ".[1:2]", ".a[", #"."\(1)""#, ".a .b", ".1", ".[1.5]", ".[--1]", "$.a", ".a, .b"])
    func `a filter of jq beyond plain paths is not a plain path`(filter: String) { #expect(JQPath(filter) == nil) }

    /// libjq gets 16 MiB of a body at once, which must not be the end of its values.
    @Test func inputsGoOnBehindAPieceOfTheBody() async throws {
        let body = String(repeating: "\"\(String(repeating: "x", count: 1_000_000))\"\n", count: 20)
        #expect(try await text(.jq, "[., inputs] | length", body) == "20\n")
        #expect(try await text(.jq, "[., input] | length", body) == String(repeating: "2\n", count: 10))
    }

    @Test(arguments: [
        (Query.Kind.jq, ".a |", "{}", QueryError.Code.syntax, 5 as Int?), (.jq, ".a | foo(1)", "{}", .syntax, 6),
        (.jq, ".a[", "{}", .syntax, 4),
        (.jq, "import \"a\" as a; .", "{}", .syntax, 1), (.jq, "# b\n include \"a\"; .", "{}", .syntax, 1),
        (.jq, "importance", "{}", .syntax, 1),
        (.jq, ".a.b", #"{"a":1}"#, .evaluation, nil), (.jq, "halt_error", #""why""#, .evaluation, nil), (.jq, ".", "{", .input, nil),
        (.jsonPath, "$[", "{}", .syntax, 3),
        (.xpath, "//b[@c == 2]", "<a/>", .syntax, 9), (.xpath, "//b", "<a>", .input, nil),
        (.xpath, "//p:b", "<a/>", .undeclaredPrefix, 6), (.xpath, "//prefix[", "<a/>", .syntax, 10),
        (.shell, "echo no >&2; exit 3", "", .evaluation, nil),
    ])
    func reportsInvalidExpressions(kind: Query.Kind, expression: String, body: String, code: QueryError.Code, place: Int?) async {
        let error = await #expect(throws: QueryError.self) { try await text(kind, expression, body) }
        #expect(error?.code == code)
        #expect(error?.place == place)
    }

    @Test(arguments: [
        (Query.Kind.jq, ".a | nosuch", "jq" as String?), (.jq, "error(\"x\")", "jq"), (.xpath, "//b[", "XPath"), (.jsonPath, "$[", nil),
    ])
    func `an error of a library has the name of its language apart`(kind: Query.Kind, expression: String, language: String?) async {
        let error = await #expect(throws: QueryError.self) { try await text(kind, expression, kind == .xpath ? "<a/>" : "{}") }
        #expect(error?.language == language && error?.text.contains(": ") == false, "\(String(describing: error))")
        #expect(error?.message.hasPrefix(language.map { "\($0): " } ?? "") == true)
    }

    /// A query can come from another person's request, and its result can be captured and sent.
    @Test(arguments: ["$ENV | keys[]", "env | keys[]", "$ENV.HOME, env.HOME, $ENV.APUS_MARKER"])
    func `a query sees no variables of the user`(query: String) async {
        // In a separate process: other tests read the environment, which must not change meanwhile.
        await #expect(processExitsWith: .success) { [query = query as String] in
            setenv("APUS_MARKER", "hunter2", 1)
            let result = try await QueryWorkerTests().text(.jq, query, "0")
            for name in ["HOME", "USER", "PATH", "LANG", "LC_", "hunter2", "APUS_MARKER"] { #expect(!result.contains(name)) }
            #expect(!result.contains(getenv("HOME").map { String(cString: $0) } ?? "/"))
        }
    }

    @Test(arguments: [
        #"import "data" as $d {search: "FOLDER"}; $d"#, #"import "code" as c {search: "FOLDER"}; c::f"#,
        #"include "code" {search: "FOLDER"}; f"#, #""code" | modulemeta"#, #"import "data" as $d {search: "./"}; $d"#,
    ])
    func `a query reads no files`(query: String) async throws {
        let temporary = TemporaryFolder(["data.json": #"["hunter2"]"#, "code.jq": #"def f: "hunter2";"#])
        let folder = temporary.path
        let error = await #expect(throws: QueryError.self) { try await text(.jq, query.replacing("FOLDER", with: folder), "0") }
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test func `an entity of XML reads no file`() async throws {
        let temporary = TemporaryFolder(["data": "hunter2"])
        let folder = temporary.path
        let body = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file://\(folder)/data'>]><a>&x;</a>"
        let result = try? await text(.xpath, "string(/a) | /a", body)
        #expect(result?.contains("hunter2") != true)
    }

    @Test func endsALongComputation() async {
        let error = await #expect(throws: QueryError.self) { try await text(.jq, "last(repeat(1))", "0", QueryLimits(cpuSeconds: 1)) }
        #expect(error?.code == .limit)
    }

    @Test func endsACommandThatWritesWithoutEnd() async {
        let limits = QueryLimits(outputByteCount: 1 << 20)
        let error = await #expect(throws: QueryError.self) { try await text(.shell, "yes", "", limits) }
        #expect(error?.code == .limit)
        #expect(error?.message.contains("1 MB") == true)
    }

    /// A sanitizer's addresses leave no room for a limit.
    private static var isBounded: Bool { addressByteCount() < 1 << 40 }

    @Test(.enabled(if: isBounded, "a sanitizer is at work")) func endsAQueryThatNeedsTooMuchMemory() async {
        let limits = QueryLimits(memoryByteCount: 512 << 20)
        let error = await #expect(throws: QueryError.self) { try await text(.jq, "[range(1e8)] | length", "0", limits) }
        #expect(error?.code == .limit)
        // That much was not used for certain.
        #expect(error?.message.contains("used") == false)
    }

    /// The address space that the process uses before the query does not count towards the limit and does not disable it.
    @Test(.enabled(if: isBounded, "a sanitizer is at work")) func enforcesASmallLimit() async {
        let limits = QueryLimits(memoryByteCount: 4 << 20)
        let error = await #expect(throws: QueryError.self) { try await text(.jq, "[range(2e7)] | length", "0", limits) }
        #expect(error?.message.contains("4 MB") == true)
    }

    @Test func endsAQueryThatWritesTooMuch() async {
        let limits = QueryLimits(outputByteCount: 1000)
        let error = await #expect(throws: QueryError.self) { try await text(.jq, "range(1000)", "0", limits) }
        #expect(error?.code == .limit)
    }

    @Test(arguments: [
        (".[] | if . > 2 then error(\"no\") else . end", QueryError.Code.evaluation, "1\n2\n"), ("range(10)", .limit, "0\n1\n2\n3\n4"),
    ])
    func keepsTheResultsBeforeAnError(filter: String, code: QueryError.Code, expected: String) async throws {
        let results = try worker.results(of: Query(.jq, filter), in: .bytes(Array("[1,2,3]".utf8)), limits: QueryLimits(outputByteCount: 9))
        var iterator = results.makeAsyncIterator()
        var text: [UInt8] = []
        let error = await #expect(throws: QueryError.self) {
            while let piece = try await iterator.next(isolation: nil) { text += piece }
        }
        #expect(error?.code == code)
        #expect(String(decoding: text, as: UTF8.self) == expected)
    }

    /// `repeat` never ends, so only the cancellation ends this test.
    @Test func endsWithTheTask() async throws {
        let results = try worker.results(of: Query(.jq, "repeat(1)"), in: .bytes(Array("0".utf8)))
        let reading = Task {
            var count = 0
            for try await piece in results {
                count += piece.count
                if count > 1 << 20 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return count
        }
        #expect(try await reading.value > 1 << 20)
    }

    @Test func aCancelledQueryHasNoValues() async {
        let reading = Task { [worker] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await worker.values(of: Query(.jq, "repeat(1)"), in: .bytes(Array("0".utf8)))
        }
        await #expect { try await reading.value } throws: { ($0 as? QueryError)?.code == .cancelled }
    }

    #if os(Linux)
        /// The command has ended, and a process that no signal reaches would hold its output for minutes.
        @Test func endsWithTheTaskWhileAnotherProcessHoldsTheOutput() async throws {
            let results = try worker.results(of: Query(.shell, "setsid sh -c 'echo $$; exec sleep 300' &"), in: .bytes([]))
            let reading = Task {
                var text = ""
                for try await piece in results {
                    text += String(decoding: piece, as: UTF8.self)
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                return text
            }
            let other = try #require(pid_t(try await reading.value.dropLast()))
            #expect(kill(other, SIGKILL) == 0)
        }
    #endif

    @Test func readsABodyFromAFile() async throws {
        var template = Array("/tmp/apus-query.XXXXXX".utf8CString)
        let file = mkstemp(&template)
        unlink(template)
        defer { close(file) }
        #expect(write(file, "[1,2]tail", 9) == 9)
        let values = try await worker.values(of: Query(.jsonPath, "$[*]"), in: .file(descriptor: file, byteCount: 5))
        #expect(values == [1, 2])
        let shown = try worker.results(of: Query(.shell, "cat"), in: .file(descriptor: file, byteCount: 5))
        #expect(try await shown.collect() == Array("[1,2]".utf8))
    }

    @Test func `a query that does not fit into a job is refused`() async throws {
        #expect(try await text(.jq, "." + String(repeating: " ", count: 1_000_000), "1") == "1\n")
        for kind in [Query.Kind.jq, .jsonPath, .xpath] {
            let error = await #expect(throws: QueryError.self) { try await text(kind, String(repeating: " ", count: 1 << 20), "1") }
            #expect(error?.code == .syntax && error?.message.contains("1 MB") == true)
        }
    }

    @Test func reportsAProgramThatCannotBeStarted() {
        let error = #expect(throws: QueryError.self) {
            try QueryWorker(program: "/nonexistent/apus").results(of: Query(.jq, "."), in: .bytes([]))
        }
        #expect(error?.code == .process)
    }

    @Test func acceptsACommandThatIgnoresTheBody() async throws {
        let body = String(repeating: "x", count: 4 << 20)
        #expect(try await text(.shell, "echo done", body) == "done\n")
    }
}
