import Foundation
import HTTP
import Testing

@testable import CLI

@Suite struct CommandWordsTests {
    @Test(.timeLimit(.minutes(5))) func `the input of a terminal ends once`() throws {
        var (terminal, shell): (Int32, Int32) = (-1, -1)
        try #require(openpty(&terminal, &shell, nil, nil, nil) == 0)
        defer { for number in [terminal, shell] { close(number) } }
        let typed = Array("one\n\u{4}two\n\u{4}".utf8)
        #expect(write(terminal, typed, typed.count) == typed.count)
        #expect(try CommandStreams(input: shell).readAll() == Array("one\n".utf8))
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
