import Foundation
import HTTP
import Testing

@testable import CLI

@Suite struct CommandWordsTests {
    @Test func `a permission names the option by its word`() async throws {
        let program = try Program(files: [
            "collections/a/b.request.json": #"{"url": "https://127.0.0.1:1/", "options": {"tls": {"verify": false}}}"#
        ])
        let outcome = try await program.run(["send", "a/b"])
        #expect(outcome.code == 3 && outcome.error.contains("--option tls.verify"), "\(outcome)")
    }

    @Test(.timeLimit(.minutes(5))) func `the input of a terminal ends once`() throws {
        var (terminal, shell): (Int32, Int32) = (-1, -1)
        try #require(openpty(&terminal, &shell, nil, nil, nil) == 0)
        defer { for number in [terminal, shell] { close(number) } }
        let typed = Array("one\n\u{4}two\n\u{4}".utf8)
        #expect(write(terminal, typed, typed.count) == typed.count)
        #expect(try CommandStreams(input: shell).readAll() == Array("one\n".utf8))
    }

    /// The progress has no line break.
    @Test func `a line for the person at the terminal replaces the progress`() throws {
        var (terminal, shell): (Int32, Int32) = (-1, -1)
        try #require(openpty(&terminal, &shell, nil, nil, nil) == 0)
        defer { for number in [terminal, shell] { close(number) } }
        let streams = CommandStreams(input: -1, output: -1, error: shell)
        streams.showProgress("3 of 9")
        #expect(streams.show(line: "log in\u{1B}[31m"))
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n") {
            var more = [UInt8](repeating: 0, count: 256)
            let count = read(terminal, &more, more.count)
            try #require(count > 0)
            bytes += more[..<count]
        }
        let shown = String(decoding: bytes, as: UTF8.self)
        #expect(shown.contains("3 of 9\r\u{1B}[Klog in") && !shown.contains("\u{1B}[31m"), "\(shown)")
        #expect(!CommandStreams(input: -1, output: -1, error: -1).show(line: "log in"))
    }

    /// A folder: what cannot be read must not be taken for an empty text.
    @Test(.timeLimit(.minutes(5))) func `standard input that cannot be read is an error`() async throws {
        let outcome = try await Program(files: ["a": ""]).run(["diff", "-", "/dev/null"], shell: #""$@" < /"#)
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("standard input cannot be read: it is a folder"), "\(outcome.error)")
    }

    private static let spec = CommandSpec(
        "try", "Try words", operands: [OperandSpec("WHAT", "a word"), OperandSpec("MORE", "more words", .any)],
        options: [
            OptionSpec("flag", "f", "Be a flag"), OptionSpec("name", "n", value: "NAME", "Take a name", repeats: true),
            OptionSpec("jobs", value: "N", "Take a number", .number(0...9)), OptionSpec("delay", value: "TIME", "Take a time", .duration),
            OptionSpec("kind", value: "KIND", "Take a choice", .choice(["a", "b"])),
        ], rest: "words")

    @Test(arguments: [
        ["x", "-f", "-n", "1", "--name=2"], ["-fn1", "x", "--name", "2"], ["--flag", "-n=1", "x", "-n2"],
    ])
    func `options are accepted in every form and position`(words: [String]) throws {
        let parsed = try CommandWords(words, of: Self.spec)
        #expect(parsed.operands == ["x"])
        #expect(parsed.has("flag"))
        #expect(parsed.values("name") == ["1", "2"])
    }

    @Test func `words after two dashes are unchanged`() throws {
        let parsed = try CommandWords(["x", "--", "curl", "-f", "--nope"], of: Self.spec)
        #expect(parsed.rest == ["curl", "-f", "--nope"])
        #expect(!parsed.has("flag"))
    }

    @Test(arguments: [
        (["x", "--flg"], "--flag"), (["x", "--jobs", "many"], "a whole number"), (["x", "--delay", "soon"], "250ms"),
        (["x", "--kind", "c"], "a, b"), (["x", "--name"], "NAME"), ([], "WHAT"), (["x", "-z"], "-z"), (["x", "--flag=1"], "no value"),
    ])
    func `a wrong word is named with the expected ones`(words: [String], expected: String) {
        let error = #expect(throws: UsageError.self) { try CommandWords(words, of: Self.spec) }
        #expect(error?.description.contains(expected) == true)
        #expect(error?.description.contains("usage: apus try") == true)
    }

    @Test(arguments: [("250ms", 0.25), ("1.5s", 1.5), ("2m", 120), ("3", 3)])
    func `times have units`(text: String, seconds: Double) {
        #expect(DurationText.duration(text) == .seconds(seconds))
    }

    @Test(arguments: [
        ["history", "--count", "--json"], ["history", "--ids", "--json"], ["history", "--count", "--limit", "2"], ["history", "--full"],
        ["replay", "a", "--same-bytes", "-v", "a=1"], ["replay", "a", "--limit", "2"], ["replay", "a", "--headers"],
        ["replay", "a", "--ignore", "/x"], ["replay", "a", "--compare", "--ignore-header", "ETag"],
        ["diff", "a", "b", "--ignore-header", "ETag"], ["diff", "a", "b", "--json", "--quiet"],
        ["diff", "/dev/null", "/dev/null", "--ignore", "$.a.b"], ["diff", "/dev/null", "/dev/null", "--ignore", "/a~2"],
    ])
    func `an option without an effect is refused`(words: [String]) async throws {
        let outcome = try await Program().run(words)
        let named = words.contains { $0.hasPrefix("--") && outcome.error.contains($0) }
        #expect(outcome.code == 2 && named, "\(outcome)")
    }

    @Test func `an argument that is not UTF-8 is refused`() async throws {
        let outcome = try await Program().run(["send", "http://127.0.0.1:1/", "--offline"], shell: #""$@" "X-A:$(printf '\377')""#)
        #expect(outcome.code == 2 && outcome.output.isEmpty && outcome.error.contains("argument 4"), "\(outcome)")
    }

    @Test func `an unknown environment in an option is refused`() async throws {
        let program = try Program(files: ["environments/here.json": #"{"name": "here", "variables": [{"name": "a", "value": "1"}]}"#])
        let words = ["send", "http://127.0.0.1:1/{{a}}", "--offline", "--option"]
        let unknown = try await program.run(words + ["environment=nowhere"])
        #expect(unknown.code == 2 && unknown.error.contains("“nowhere”"), "\(unknown)")
        let known = try await program.run(words + ["environment=here"])
        #expect(known.code == 0 && known.output.contains("/1"), "\(known)")
    }

    @Test(arguments: ["http://u:p@h/v1", "http://h/?q=1", "h/v1#f", "http://u@h"])
    func `a base URL with more parts than an environment has is refused`(url: String) async throws {
        let program = try Program()
        let outcome = try await program.run(["new", "environment", "api/x", "--url", url])
        #expect(outcome.code == 2 && !outcome.error.contains("u:p"), "\(outcome)")
        #expect(throws: (any Error).self) { try program.text(of: "collections/api/environments/x.json") }
    }

    @Test func `help works without required words`() throws {
        #expect(try CommandWords(["--help"], of: Self.spec).asksForHelp)
    }
}

@Suite struct CommandStreamsTests {
    @Test func `a search that takes long is reported on standard error`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let writing = try FileHandle(forWritingTo: file)
        let streams = CommandStreams(error: writing.fileDescriptor)
        let waits = HTTPClock(now: { Date() }, uptime: { .zero }) { try await Task.sleep(for: $0 * 1_000_000) }
        await streams.explaining("too early", clock: waits) {}
        #expect(try Data(contentsOf: file).isEmpty)
        let hurries = HTTPClock(now: { Date() }, uptime: { .zero }) { _ in }
        try await streams.explaining("searching", clock: hurries) {
            while try Data(contentsOf: file).isEmpty { await Task.yield() }
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "searching\n")
    }
}
