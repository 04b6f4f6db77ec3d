import Engine
import Workspace

/// `apus replay`: sends entries of the history again.
enum ReplayCommand {
    static let spec = CommandSpec(
        "replay", "Send entries of the history again",
        operands: [OperandSpec("ID", "the id of an entry or its beginning, as printed by apus history", .any)],
        options: [OptionSpec.environment] + OptionSpec.values + [
            OptionSpec("filter", value: "FILTER", "Replay the entries that match a history filter"),
            OptionSpec("limit", "n", value: "N", "Replay only the newest N of them (0: all)", .count),
            OptionSpec("same-bytes", "b", "Send the same bytes again, without today's variables; secrets and signatures are made again"),
            .jobs, .rate,
            OptionSpec("compare", "c", "Compare each response with that of its entry; exit code 1 if one differs"),
        ] + DifferenceOptions.rules + [
            OptionSpec("fail", "f", "Count 4xx and 5xx responses as failures; exit code 4 if nothing else failed"),
            .report, .quiet,
            OptionSpec("no-history", "Do not store the new exchanges in the history"),
            OptionSpec("yes", "y", "Send requests that may change data, also to protected environments"),
            .trust,
        ],
        details: [
            "IDs and --filter select together; an entry that both select is sent once. The oldest entry is sent first. Each request is resolved again with today's variables, in its workspace and the environment that it "
                + "was sent to. --environment chooses another one; --same-bytes sends it unchanged. An entry without a workspace is resolved in "
                + "that of the current folder.",
            "Methods other than GET, HEAD, OPTIONS and TRACE need a confirmation: --yes, or one question on a terminal.",
            "The new entries refer to the old ones. Exit code 1: a response differs. 3: a request was not sent or got no response.",
        ],
        examples: [
            .init("apus replay 3f2a9c1e", "send an entry again"),
            .init(
                "apus replay --filter 'collection:star-wars method:get' -e staging --compare",
                "compare another environment with the history"),
            .init(
                "apus replay --filter pinned --same-bytes -J 8 --rate 20 --compare --ignore-times", "check in CI that nothing has changed"),
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        for other in ["environment", "variable"] { try words.refuseCombining(other, "same-bytes") }
        try words.refuse("limit", without: "filter")
        for rule in DifferenceOptions.rules { try words.refuse(rule.name, without: "compare") }
        try words.refuse("ignore-header", without: "headers")
        let history = try await context.live.openHistory()
        let entries = try await entries(words, in: history, context.streams)
        words.raiseDescriptorLimit()
        let replayer = try Replayer(words, context, entries, history)
        let isConfirmed = try await replayer.confirm()
        let output = try RunOutput(words, context, total: entries.count)
        return try await output.carryOut { take in try await replayer.run(isConfirmed: isConfirmed, take) }
    }

    /// The entries to send, the oldest first.
    private static func entries(
        _ words: CommandWords, in history: any HistoryStore, _ streams: CommandStreams
    ) async throws -> [ExchangeSummary] {
        var found: [ExchangeSummary] = []
        for id in words.operands { found.append(try await history.entry(id).summary) }
        if let text = words.value("filter") {
            guard !text.allSatisfy(\.isWhitespace) else { throw UsageError("--filter needs a filter, such as host:example.org") }
            let filter = try HistoryFilter(text, of: words)
            try await HistoryCommand.pages(of: filter, in: history, limit: words.number("limit") ?? 0, streams) { found += $0 }
            if found.isEmpty { throw CommandError("no entry of the history matches \(text)", code: 2) }
        }
        guard !found.isEmpty else { throw UsageError("missing ID: an entry of apus history, or --filter FILTER") }
        var ids: Set<Exchange.ID> = []
        return found.filter { ids.insert($0.id).inserted }.sorted { $1.cursor.isBefore($0.cursor) }
    }
}
