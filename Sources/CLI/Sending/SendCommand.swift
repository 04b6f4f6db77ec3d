import Engine
import HTTP
import Interchange
import JSON
import Platform
import Query
import Screen
import Workspace

/// `apus send`: sends one request and prints its response.
public struct SendCommand: Sendable {
    /// The declaration.
    public static let spec = CommandSpec(
        "send", "Send a request and print the response",
        operands: [
            OperandSpec(
                "REQUEST", "a saved request by its path or a part of its name, [METHOD] URL with HTTPie's items, or FILE.http[#NAME]", .any,
                .request)
        ],
        options: OptionSpec.sending + [
            OptionSpec("form", "Send items such as name=value as a form, or as parts if one is a file, instead of JSON"),
            OptionSpec("multipart", "Send items as the parts of a multipart body"),
            OptionSpec(
                "print", "p", value: "PARTS",
                "Print these: H request headers, B request body, h response headers, b response body; or headers, body, both, all"),
            OptionSpec("output", "o", value: "FILE", "Write the body to a file", .file),
            OptionSpec(
                "download", "d",
                "Save the body under the server's file name, or NAME-1 if that exists, or in the file of --output; continue an incomplete download"
            ),
            OptionSpec("stream", "S", "Print the body unchanged as it arrives"),
            OptionSpec("json", "j", "Print the whole exchange as JSON, secrets masked"),
            OptionSpec("query", "q", value: "QUERY", "Print the result of a jq, JSONPath ($…) or XPath (/…) query on the body"),
            OptionSpec("offline", "Send nothing; print the request"),
            OptionSpec("format", value: "FORMAT", "Print the request of --offline in this format", .choice(["http", "curl", "json"])),
            OptionSpec("check", "c", "Run the request's assertions; exit code 1 if one fails"),
            OptionSpec("fail", "f", "Exit with code 4 for a 4xx or 5xx response, and leave the file of --output as it is"),
            OptionSpec("ignore-stdin", "I", "Read no body from standard input, for example in a loop that reads its own"),
            OptionSpec("no-history", "Do not store the exchange in the history"),
            .requestOption, .confirmation, .trust,
        ],
        rest: "curl …",
        details: [
            "On a terminal, the response is shown with its head, JSON is formatted, and values of --secret-from are masked. "
                + "In a pipe, the body is unchanged. Standard input that is a pipe or a file becomes the body of a request in words without one, "
                + "unchanged, and a URL without a method is then sent with POST; --ignore-stdin prevents this. A saved request, also one of a "
                + "file, has its own body; the word @- after it sends standard input in its place.",
            "A command of curl, wget or HTTPie after -- is read with its own options, those of its output too, such as curl's -o, -i, -f and -w; "
                + "the options of apus send come first, and what would be lost is refused. A command of curl or wget in one quoted word "
                + "needs no --.",
            "{{name}} is a variable in the words before --. In a file of an item (m=@FILE), on standard input and in the words after -- it is "
                + "text, sent as it is.",
            "In a command of --offline --format curl, variables of the shell such as SECRET_TOKEN stand for secrets; standard error names them.",
            "If variables have no value, all of them are listed with exit code 3, and nothing is sent.",
        ],
        examples: [
            .init("apus send api/users/list -e local -v page=2", "send a saved request"),
            .init("apus send POST :3000/people name=Lea age:=3", "send a request in HTTPie's notation"),
            .init("apus send -- curl -d a=1 https://example.org", "send a curl command"),
            .init("apus send api.http#login --query '.token'", "send a request of a file and print a value of the response"),
        ])

    private let words: CommandWords
    private let context: CommandContext
    private let files = WrittenFiles()

    init(_ words: CommandWords, _ context: CommandContext) {
        self.words = words
        self.context = context
    }

    /// Refuses options of which one would be ignored.
    private func checkOptions() throws(UsageError) {
        try words.refuse("format", without: "offline")
        for other in ["output", "download"] { try words.refuseCombining(other, "query") }
        if words.has("download"), words.value("output") == "-" {
            throw UsageError("--download needs a file, and --output - is standard output")
        }
        for other in ["json", "stream"] { try words.refuseCombining(other, "query") }
        try words.refuseCombining("json", "stream")
        if !words.rest.isEmpty, let option = ["variable", "secret-from"].first(where: words.has) {
            throw UsageError("--\(option) sets a variable, and words after -- have none: braces in them are text")
        }
        let unused = ["output", "download", "stream", "json", "query", "check"].first(where: words.has)
        if words.has("offline"), let unused { throw UsageError("--\(unused) needs a response, and --offline sends nothing") }
        if words.operands.contains(RequestSource.standardInput), words.has("ignore-stdin") || words.takesSecretFromInput {
            throw UsageError("@- is the body on standard input, which --ignore-stdin and a secret from - exclude")
        }
    }

    /// Refuses a query with a syntax error before anything is sent.
    private func checkQuery() async throws {
        guard let query = words.value("query"), let problem = await CheckLanguage(query).problem(query, in: QueryWorker()) else { return }
        throw CommandError("--query: \(problem)", code: 2)
    }

    func run() async throws -> Int32 {
        try checkOptions()
        try await checkQuery()
        let store = try words.workspace()
        let form = ["form", "multipart"].filter(words.has).map { "--\($0)" }
        let environment = try words.environmentName(context)
        let source = try RequestSource(words.operands, rest: words.rest, in: store, options: form, environment: environment) {
            try context.streams.readAll()
        }
        var sources = try ([source] + source.others).map(prepared)
        try await sources[0].readStandardInput(words, context.streams)
        for loss in source.losses { context.streams.writeError(line: "apus send: \(loss)") }
        guard sources.count == 1 || words.value("output") == nil else {
            throw CommandError("the command has \(sources.count) requests, which one file cannot hold; leave --output out", code: 2)
        }
        let variables = try SendVariables(words, context)
        // The exit code is that of the last failure, as in curl.
        var code: Int32 = 0
        for source in sources {
            let next = try await run(source, variables, store)
            if next != 0 { code = next }
        }
        return code
    }

    /// A source with the options of the words.
    private func prepared(_ source: RequestSource) throws -> RequestSource {
        var source = source
        source.output = source.output.applying(words, isTerminal: context.streams.isOutputTerminal)
        if !words.has("offline") { try source.output.check(words) }
        source.draft = try source.draft.settingOptions(words)
        return source
    }

    private func run(_ source: RequestSource, _ variables: SendVariables, _ store: WorkspaceStore?) async throws -> Int32 {
        let parts = try PrintedParts(words, source.output, isTerminal: context.streams.isOutputTerminal)
        let live = context.live
        var environment = ChosenEnvironment()
        if source.environmentSecrets == nil { environment = try words.environment(context, of: source.path, in: store) }
        if environment.path == nil, environment.outside == nil, source.path == nil, let name = source.draft.options.environment,
            !name.isEmpty
        {
            environment.path = try EnvironmentSummary.path(named: name, of: nil, in: store)
        }
        var job = SendJob(draft: source.draft, path: source.path, environmentPath: environment.path)
        job.prompted = variables.values
        job.promptedSecrets = variables.secretNames
        job.load(secrets: source.environmentSecrets ?? [:])
        job.load(environment: environment.outside)
        context.streams.conceal(Set(job.promptedSecrets.compactMap { job.prompted[$0] }))
        // Settings from a file were not typed by the user.
        job.isTyped = source.place == nil
        let file = words.operands.first { $0 != RequestSource.standardInput }
        job.isForeign = source.place != nil && RequestSource.isForeignFile(file, store)
        job.noteOwnSettings(try RequestDraft().settingOptions(words))
        let folder = store?.root ?? currentFolder() ?? "/"
        let workspace = live.workspace(folder, words.has("trust"))
        let resolved = try await Resolution.resolve(job, in: workspace).sending(source.body)
        if words.has("offline") { return try await offline(resolved, words.has("print") ? parts : .request, folder) }
        if let question = SendConfirmation(resolved), !words.has("yes") {
            throw CommandError(
                "not sent: the environment “\(question.environment)” is protected, and \(question.method) may change data; --yes sends it",
                code: 3)
        }
        return try await send(resolved, source, parts, folder)
    }

    // MARK: Sending

    private func send(_ resolved: ResolvedSend, _ source: RequestSource, _ parts: PrintedParts, _ folder: String) async throws -> Int32 {
        // The main thread opens the transport's library meanwhile.
        if !words.has("no-history") { context.live.openHistoryHere() }
        let printer = ResponsePrinter(streams: context.streams, parts: parts, colors: source.output.hasColors ?? context.hasColors)
        let keepsBody = !words.has("no-history") || words.has("check") || words.has("json")
        let sender = LiveSender(makeBodyPath: { keepsBody ? context.live.makeBodyPath() : nil }) {
            context.live.makeLoader($0, folder, context.live.chain)
        }
        if parts.printsRequest { try await printRequest(of: resolved, folder, printer) }
        let delivery = BodyDelivery(words, printer, context, source.output, files)
        let part = try delivery.part(of: resolved)
        defer { part?.release() }
        let (result, unprinted) = try await exchange(resolved, source, part, by: sender, printer, delivery)
        var (exitCode, failure) = (Int32(130), unprinted)
        do {
            if let unprinted { throw unprinted }
            try Task.checkCancellation()
            exitCode = try await report(result, source, part)
        } catch {
            failure = error
        }
        // Also if the command has been cancelled: the request was sent.
        let isRecorded = await record(result)
        // The file contains the secrets of the response until the history masks it.
        if !isRecorded { result.exchange.removeBodyFile() }
        if Task.isCancelled { writeContinuation(of: part) }
        if let failure { throw failure }
        return exitCode
    }

    /// Sends the request and prints its response; the error is the reason why it could not be printed.
    private func exchange(
        _ resolved: ResolvedSend, _ source: RequestSource, _ part: PartialFile?, by sender: LiveSender, _ printer: ResponsePrinter,
        _ delivery: BodyDelivery
    ) async throws -> (LiveSender.Result, (any Error)?) {
        var failure: (any Error)?
        func sending() async throws -> LiveSender.Result {
            let sent = delivery.downloading(resolved.request, part).map(resolved.replacing) ?? resolved
            let (line, task) = (SendingLine(context.streams), HTTPTask(recordsEvents: context.streams.isErrorTerminal))
            // Nobody sees the line elsewhere, and another task would cost a short request its time.
            if context.streams.isErrorTerminal { Task { await line.follow(task) } }
            let redirects = source.output.showsRedirects ? RedirectHeads(of: task) : nil
            defer { line.end() }
            // A draft without the body would be replayed without it.
            return try await sender.send(sent, draft: source.body == nil ? source.draft : nil, task: task) { response in
                line.end()
                do {
                    let heads = redirects?.before(response) ?? [response.head]
                    for head in heads { try printer.printHead(head) }
                    try delivery.write(heads)
                    try await delivery.deliver(response, into: part)
                } catch  where !(error is HTTPError || error is StalePartError) {
                    failure = error
                    response.body.cancel()
                }
            }
        }
        do {
            return (try await sending(), failure)
        } catch is StalePartError {
            try part?.discard()
            return (try await sending(), failure)
        }
    }

    /// Prints everything that follows the body, and returns the exit code.
    private func report(_ result: LiveSender.Result, _ source: RequestSource, _ part: PartialFile?) async throws -> Int32 {
        writeError(about: result.exchange, part)
        let report = try await finish(result, source)
        if words.has("json") { try await writeJSON(of: result, report) }
        let code = code(of: result.exchange, source.output, report)
        if code == 3, result.exchange.error == nil, let response = result.exchange.response {
            context.streams.writeError(line: "apus send: \(response.status) \(response.reason), which is not followed")
        }
        try WriteOutText(result, source.output, code, download: files.takeDownload()).write(to: context.streams)
        return code
    }

    private func writeJSON(of result: LiveSender.Result, _ report: CheckReport?) async throws {
        let mask = await CapturedSecrets().mask(of: result.exchange, result.mask)
        let value = ExchangeJSON.value(of: result.exchange.concealingCookies(), checks: report, mask: mask)
        try context.streams.write(mask.masked(value.prettyText))
    }

    private func writeError(about exchange: Exchange, _ part: PartialFile?) {
        if let offline = exchange.offline {
            context.streams.writeError(line: "apus send: offline, with \(ResolutionPlace.namingWords(offline))")
        }
        guard let error = exchange.error else { return }
        context.streams.writeError(line: "apus send: \(ResolutionPlace.namingWords(error.template))")
        writeContinuation(of: part)
    }

    /// Says how an incomplete download is continued.
    private func writeContinuation(of part: PartialFile?) {
        guard let part, part.canBeContinued else { return }
        context.streams.writeError(line: "\(part.path): \(ByteText.count(part.byteCount)); the same command continues the download")
    }

    private func printRequest(of resolved: ResolvedSend, _ folder: String, _ printer: ResponsePrinter) async throws {
        let preview = preview(of: resolved, folder)
        try printer.printRequest(try await request(of: preview, resolved.mask), resolved, context.live.transportHeaders)
        writeError(aboutMissing: preview.missingAuthentication)
    }

    private func finish(_ result: LiveSender.Result, _ source: RequestSource) async throws -> CheckReport? {
        guard words.has("check"), let facts = result.facts(bodyLimit: 64 << 20) else { return nil }
        let report = await ResponseChecks.run(
            source.draft.captures, source.draft.assertions, expecting: result.exchange.origin.expected, on: facts, LiveQueries.all
        )
        .adding(source.failedChecks).adding(ResponseContracts().checks(of: result.exchange, facts))
        context.streams.writeError(result.mask.masked(report.lines))
        return report
    }

    /// Stores the exchange; returns false if it was not stored.
    private func record(_ result: LiveSender.Result) async -> Bool {
        if words.has("no-history") { return false }
        let masked = await CapturedSecrets().masked(result.exchange, result.mask)
        do throws(HistoryError) {
            try context.live.recordHere(masked)
            return true
        } catch  where error.leavesStoreOpen {
            // It is stored, and the history was opened for that only now.
            context.streams.writeError(line: "apus send: \(error)")
            return true
        } catch {
            masked.removeBodyFile()
            context.streams.writeError(line: "apus send: not stored in the history: \(error)")
            return false
        }
    }

    private func code(of exchange: Exchange, _ output: CommandOutput, _ report: CheckReport?) -> Int32 {
        guard let response = exchange.response, exchange.error == nil else { return 3 }
        if let report, report.failureCount > 0 { return 1 }
        if let code = output.failureCode(of: response.status) { return code }
        let isUnaskedPart = response.status == 206 && !exchange.request.headers.contains("Range")
        return output.place == .download && (!(200..<300).contains(response.status) || isUnaskedPart) ? 1 : 0
    }

    // MARK: Without sending

    private func offline(_ resolved: ResolvedSend, _ parts: PrintedParts, _ folder: String) async throws -> Int32 {
        let builder = preview(of: resolved, folder)
        let format = words.value("format") ?? "http"
        let request = try await request(of: builder, resolved.mask)
        writeError(aboutMissing: format == "curl" ? builder.authenticationMissingInCode : builder.missingAuthentication)
        if format == "curl" {
            let preview = await builder.preview()
            guard let command = preview.curl else {
                throw CommandError(resolved.mask.masked(preview.curlProblem ?? "curl cannot send this request"), code: 2)
            }
            let pasteable = PasteableCommand(command)
            try context.streams.write(pasteable.text + "\n")
            guard !pasteable.names.isEmpty else { return 0 }
            let basic = command.contains("Basic \(SecretMask.sign)") ? ", for Basic the Base64 of USER:PASSWORD" : ""
            context.streams.writeError(line: "apus send: secrets are masked: set \(ListText.of(pasteable.names)) in the shell\(basic)")
            return 0
        }
        let printer = ResponsePrinter(streams: context.streams, parts: parts, colors: context.hasColors)
        if format == "json" {
            let headers = try context.live.transportHeaders(request)
            try context.streams.write(ExchangeJSON.value(of: request, headers, mask: resolved.mask).prettyText)
        } else {
            try printer.printRequest(request, resolved, context.live.transportHeaders)
        }
        return 0
    }

    /// The request as it would be sent; throws if it cannot be sent, instead of leaving out the faulty parts.
    private func request(of preview: PreviewBuilder, _ mask: SecretMask) async throws -> HTTPRequest {
        do throws(HTTPError) {
            return try await preview.request()
        } catch {
            throw CommandError(mask.masked(ResolutionPlace.namingWords(error.message)), code: 3)
        }
    }

    private func preview(of resolved: ResolvedSend, _ folder: String) -> PreviewBuilder {
        PreviewBuilder(
            makeLoader: { context.live.makePreviewLoader($0, folder) }, transportHeaders: context.live.transportHeaders, resolved: resolved)
    }

    private func writeError(aboutMissing authentication: String?) {
        if let authentication { context.streams.writeError(line: "apus send: not shown: \(authentication)") }
    }
}
