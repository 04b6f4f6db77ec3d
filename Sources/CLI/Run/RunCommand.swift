import Engine
import Screen
import Workspace

/// `apus run`: sends many requests and checks their responses.
public enum RunCommand {
    /// The declaration.
    public static let spec = CommandSpec(
        "run", "Send many requests, check their responses and report",
        operands: [
            OperandSpec(
                "WHAT",
                "requests, folders or collections by their names or paths, or files of requests or FILE#NAME; outside a workspace also folders of such files",
                .any, .place)
        ],
        options: OptionSpec.sending + [
            OptionSpec("tag", "t", value: "TAG", "Run only the requests with this tag, and those in folders with it", .tag, repeats: true),
            .jobs,
            OptionSpec(
                "data", value: "FILE", "Run an iteration for each row of a .csv, .tsv, .json or .jsonl file, or of - (standard input)",
                .file),
            OptionSpec("repeat", "n", value: "N", "Run all iterations this many times", .number(1...1_000_000_000)),
            OptionSpec("retry", value: "N", "Retry a failed request at most this many times", .number(0...1000)),
            OptionSpec("retry-delay", value: "TIME", "Wait before each retry: 500ms, 2s; a number without a unit is seconds", .duration),
            OptionSpec("delay", value: "TIME", "Wait before each request: 500ms, 2s; a number without a unit is seconds", .duration),
            .rate,
            OptionSpec("bail", "b", "Start no other request after the first failure"),
            OptionSpec("fail", "f", "Count 4xx and 5xx responses as failures; exit code 4 if nothing else failed"),
            .report, .quiet,
            OptionSpec("history", "Store every exchange in the history"),
            .requestOption, .confirmation, .trust,
        ],
        details: [
            "Requests of a folder are sent in tree order, and later ones can use the captured values. "
                + "With --jobs, iterations run concurrently, each in order and with cookies of its own; in a single iteration, requests run concurrently.",
            "The first line of a .csv file names its columns, separated by commas or, without a comma there, by semicolons or else by tabs; those of a .tsv file are separated by tabs.",
            "FILE#NAME is a request or a folder of a file, such as a Postman collection; NAME may be its path, and a slash at the end is for a "
                + "folder that has the name of a request.",
            "Requests of several files, or of a folder of files, have the names that apus list prints: FILE#NAME.",
            "A response of any status passes unless --fail, an assertion or the OpenAPI description of its folder says otherwise.",
            "^C ends the run; reports contain the results up to then, and the number of planned requests. "
                + "Exit code 1: a check failed. 3: a request was not sent or got no response. A request file of a folder that cannot be read "
                + "counts as a request that was not sent.",
        ],
        examples: [
            .init("apus run api -e local", "run a collection"),
            .init("apus run api.postman_collection.json#Users", "run a folder of a Postman collection"),
            .init("apus run api --data users.csv --jobs 8 --report junit=report.xml", "run in CI, with an iteration for each row"),
            .init("apus run api/health --repeat 1000 --jobs 64 -q", "send one request a thousand times"),
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        try words.refuse("retry-delay", without: "retry")
        if words.value("data") == "-", words.takesSecretFromInput {
            throw UsageError("--data and --secret-from cannot both read standard input")
        }
        let store = try words.workspace()
        let plan = try RunPlan(words, in: store, environment: words.environmentName(context)) {
            context.streams.writeError(line: "apus run: \($0)")
        }
        let output = try RunOutput(words, context, total: plan.requestCount)
        let recording = words.has("history") ? RecordQueue(try await context.live.openHistory()) : nil
        words.raiseDescriptorLimit()
        let runner = try await Runner(words, context, plan, in: store, keeping: recording)
        return try await output.carryOut { take in try await RecordQueue.finish(recording) { try await runner.run(take) } }
    }
}

/// Prints the progress of a run, and passes results to its reports.
final class RunOutput {
    private let streams: CommandStreams
    private let reports: [RunReport]
    private let isQuiet: Bool
    private let printsText: Bool
    private(set) var totals: RunTotals

    /// Opens the reports of the words.
    init(_ words: CommandWords, _ context: CommandContext, total: Int) throws {
        streams = context.streams
        totals = RunTotals(planned: total)
        reports = try RunReport.opened(words, context)
        isQuiet = words.has("quiet")
        // Annotations are found between other lines of a log.
        printsText = reports.allSatisfy { !$0.isOnOutput || $0.format == .github }
    }

    /// Executes a run, handles its results, and prints the totals, even if it was cancelled or failed.
    ///
    /// - Returns: the exit code.
    func carryOut(_ run: (_ take: (RunResult) throws -> Void) async throws -> Void) async throws -> Int32 {
        for report in reports { try report.begin() }
        let start = ContinuousClock.now
        var failure: (any Error)?
        do { try await run { try self.take($0) } } catch { failure = error }
        totals.isCancelled = totals.isCut && (failure != nil || Task.isCancelled)
        try finish(seconds: start.duration(to: .now).seconds)
        if let failure, !(failure is CancellationError) { throw failure }
        if failure != nil || Task.isCancelled { return 130 }
        if totals.unanswered > 0 { return 3 }
        return totals.failed == 0 ? 0 : totals.failed == totals.failedByStatusAlone ? 4 : 1
    }

    private func take(_ result: RunResult) throws {
        var result = result
        if let error = result.exchange?.error { result.exchange?.error?.template = ResolutionPlace.namingWords(error.template) }
        totals.add(result)
        for report in reports { try report.add(result) }
        if !result.isPassed || !isQuiet { try write(line(result)) }
        if isQuiet, totals.count % 64 == 0 || totals.count == totals.planned, streams.isErrorTerminal {
            streams.showProgress("\(totals.count) of \(totals.planned)")
        }
    }

    private func finish(seconds: Double) throws {
        totals.seconds = seconds
        if isQuiet { streams.showProgress() }
        // A report that cannot be written leaves the others and the totals.
        var failure: (any Error)?
        for report in reports {
            do { try report.finish(totals) } catch { failure = failure ?? error }
        }
        let rate = seconds > 0 ? ", \(CountText.number(Int(Double(totals.count) / seconds))) per second" : ""
        let requests =
            (totals.isCut ? "\(CountText.number(totals.count)) of " : "") + CountText.of(max(totals.count, totals.planned), "request")
        try write(
            "\(requests), \(CountText.number(totals.failed)) failed, \(CountText.of(totals.checks, "assertion")), "
                + "\(TimeText.milliseconds(seconds))\(rate)\n")
        if totals.unreadScripts > 0 {
            let scripts = CountText.of(totals.unreadScripts, "request has a script", "requests have scripts")
            streams.writeError(line: "apus run: \(scripts) with tests that Apus does not run")
        }
        if let failure { throw failure }
    }

    private func line(_ result: RunResult) -> String {
        let status = result.exchange.map { " \($0.summary.outcome)" } ?? ""
        let attempt = result.attempts > 1 ? ", attempt \(result.attempts)" : ""
        let time = result.exchange == nil ? attempt : " \(TimeText.milliseconds(result.seconds))\(attempt)"
        let problems = result.problemLines.map { "    \($0)\n" }.joined()
        return "\(result.isPassed ? "✓" : "✗") \(VisibleText.escaping(result.label))\(status)\(time)\n" + problems
    }

    private func write(_ text: String) throws {
        if printsText { try streams.write(text) }
    }
}
