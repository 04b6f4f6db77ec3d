import Engine
import HTTP
import Interchange
import JSON
import Platform
import Workspace

/// The environment and the variables in the options of `send` and `run`.
struct SendVariables: Sendable {
    /// The values by name.
    let values: [String: String]
    /// The names of secret values, which are masked in the streams, in reports and in the history: those from sources, and those that sound like
    /// credentials.
    let secretNames: Set<String>

    /// Reads the options.
    ///
    /// - Throws: a `UsageError` for a value without `=`, and a `CommandError` with code 3 for a source without a value.
    init(_ words: CommandWords, _ context: CommandContext) throws {
        var values: [String: String] = [:]
        for word in words.values("variable") {
            let (name, value) = try Self.pair(word, "--variable")
            values[name] = value
        }
        // As in rows of data.
        var secrets = Set(values.keys.filter(SecretName.soundsSecret))
        for word in words.values("secret-from") {
            let (name, source) = try Self.pair(word, "--secret-from")
            values[name] = try Self.secret(source, name, context)
            secrets.insert(name)
        }
        self.values = values
        secretNames = secrets
        context.streams.conceal(Set(secrets.compactMap { values[$0] }))
    }

    fileprivate static func pair(_ word: String, _ option: String) throws -> (String, String) {
        guard case (let name, let value?) = word.splitOnce(at: "="), !name.isEmpty else {
            throw UsageError("\(option) \(word): expected NAME=VALUE")
        }
        return (name, value)
    }

    private static func secret(_ source: String, _ name: String, _ context: CommandContext) throws -> String {
        if source == "-" { return try line(try context.streams.readAll(), name, "standard input") }
        if source.hasPrefix("env:") {
            let variable = String(source.dropFirst(4))
            if let value = context.environment[variable] { return try line(Array(value.utf8), name, variable) }
            throw CommandError("the secret \(name) comes from \(variable), which is not set in the process environment", code: 3)
        }
        guard source.hasPrefix("file:") else {
            throw UsageError("--secret-from \(name)=\(source): expected env:VARIABLE, file:PATH or -")
        }
        let path = String(source.dropFirst(5))
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Descriptor(opening: path, O_RDONLY).readWhole(limit: 1 << 20)
        } catch {
            let reason = error.number == EFBIG ? "its file is larger than 1 MB" : "\(error)"
            throw CommandError("the secret \(name) cannot be read: \(reason)", code: 3)
        }
        return try line(bytes, name, path)
    }

    /// The text without its final line break. An empty one comes from a program that failed, or from input that was read already.
    private static func line(_ bytes: [UInt8], _ name: String, _ source: String) throws(CommandError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError("the secret \(name) comes from \(source), which is not UTF-8 text", code: 3)
        }
        // A line break of Windows is one character.
        let line = ["\n", "\r\n"].contains(text.last) ? String(text.dropLast()) : text
        guard !line.isEmpty else { throw CommandError("the secret \(name) comes from \(source), which is empty", code: 3) }
        return line
    }
}

extension RequestDraft {
    /// The request with the options of the words.
    ///
    /// - Throws: a ``UsageError`` that names a similar option, or the expected form of the value.
    func settingOptions(_ words: CommandWords) throws -> RequestDraft {
        var draft = self
        for word in words.values("option") {
            let (name, value) = try SendVariables.pair(word, "--option")
            guard let option = RequestOption.named(name) else {
                let near = NearestName.of(name, among: RequestOption.all.map(\.name)).map { "did you mean \($0)?" }
                throw UsageError(
                    "--option \(word): there is no option “\(name)”; \(near ?? "the options are \(ListText.of(RequestOption.all.map(\.name)))")"
                )
            }
            let typed = option.isPath ? value.path(in: currentFolder() ?? "/") : value
            if let expected = option.setText(typed, in: &draft.options) { throw UsageError("--option \(word): expected \(expected)") }
        }
        return draft
    }
}

extension SendJob {
    /// Marks the settings in the words of the command as the user's own: those of the whole draft if it is in no file, else the options.
    mutating func noteOwnSettings(_ options: RequestDraft) {
        ownWords = isTyped && path == nil ? draft : options
    }
}

extension ResolutionPlace {
    /// A message with its settings in the words of the command line.
    static func namingWords(_ message: String) -> String { naming(message) { $0.word ?? $0.settingName } }

    /// The option in the words of the command line; nil for other places.
    fileprivate var word: String? { option.map { "--option \($0.name)" } }
}

extension CommandWords {
    /// True if a secret is read from standard input.
    var takesSecretFromInput: Bool { values("secret-from").contains { $0.hasSuffix("=-") } }

    /// The names of the variables that ``OptionSpec/supplied`` takes as defined.
    func suppliedNames() throws -> Set<String> {
        let typed = (values("variable") + values("secret-from")).map { $0.splitOnce(at: "=").0 }
        let rows = try value("data").map(RunPlan.rows(ofFile:)) ?? []
        return Set(typed).union(rows.flatMap(\.keys))
    }
}

/// Resolution of requests with the exit codes of the command line.
enum Resolution {
    /// The request to send.
    ///
    /// - Throws: a ``CommandError`` that names every missing value, with code 3, or 130 if the command was cancelled.
    static func resolve(_ job: SendJob, in workspace: FileWorkspace) async throws -> ResolvedSend {
        do throws(SendError) {
            return try await workspace.resolve(job) { _ in }
        } catch {
            var details = reasons(error).map { "  \($0)" }
            if case .issues(let issues) = error { details += advice(on: issues, job) }
            throw CommandError("not sent:", details: details, code: Task.isCancelled ? 130 : 3)
        }
    }

    /// The ways to mend the problems with words of the command, a line for each.
    private static func advice(on issues: [ResolutionIssue], _ job: SendJob) -> [String] {
        var advice: [String] = []
        let undefined = Set(issues.filter(\.lacksVariable).map(\.name)).sorted()
        if job.requestAsSent != nil {
            // It is sent without variables, but its secrets are not stored.
            advice = undefined.map { "--secret-from \($0)=SOURCE sets it" }
        } else if !undefined.isEmpty, job.path != nil, job.environmentPath == nil, job.environment == nil {
            advice = ["no environment is chosen: -e NAME chooses one"]
        }
        for case .pathParameter(let name) in issues.map(\.place) { advice.append("on the command line: --variable \(name)=VALUE") }
        return advice
    }

    private static func reasons(_ refusal: SendError) -> [String] {
        switch refusal {
        case .issues(let issues):
            issues.map { $0.description(entering: "--secret-from NAME=env:VARIABLE gives one for this run") }
        case .failed(let error): [error.message]
        case .permissions(let permissions, _):
            permissions.map { "needs permission: \($0.description(naming: $0.place.word ?? "\($0.place)"))" } + [
                "allow it in the workbench, or for this run with --trust"
            ]
        case .asks(let values): values.map { "\($0.note): {{\($0.name)}} has no value; --variable \($0.name)=… or --secret-from sets one" }
        }
    }
}

extension CommandOutput {
    /// The output with the options of `send`, which replace options of a command.
    func applying(_ words: CommandWords, isTerminal: Bool) -> CommandOutput {
        var output = self
        if ["json", "query"].contains(where: words.has) { (output.place, output.parts, output.format) = (.standardOutput, nil, "") }
        if place == .download, printsDownloadInPipe, !isTerminal { (output.place, output.parts) = (.standardOutput, "b") }
        if let file = words.value("output") { output.place = .file(file) }
        if words.has("download") { output.place = .download }
        if output.place != place { output.continues = false }
        if words.has("print") { (output.parts, output.showsRedirects) = (nil, false) }
        if words.has("stream") { output.isFormatted = false }
        if words.has("fail") { output.failingStatus = min(failingStatus ?? 400, 400) }
        return output
    }

    /// Refuses options that cannot be satisfied, and files that cannot be written, before anything is sent.
    func check(_ words: CommandWords) throws {
        if let refusal { throw CommandError(refusal, code: 2) }
        if let variable = WriteOutText.unavailable(in: format) {
            let advice = variable.hasPrefix("%{") ? "give --json to apus send itself" : "remove it"
            throw CommandError("--write-out \(variable) has no equivalent here: \(advice)", code: 2)
        }
        if words.value("output") == "" { throw UsageError("--output needs a file") }
        var files = headFiles + (headPlace.map { [$0] } ?? [])
        if case .file(let path) = place { files.append(path) }
        // It may name a download.
        if place == .download, let path = words.value("output") { files.append(path) }
        for path in files where path != "-" {
            do throws(SystemError) {
                if createsFolders { try makePrivateFolder(parentFolder(of: path)) }
            } catch {
                throw CommandError("\(error)", code: 2)
            }
            let problem = Self.problem(ofFile: path, isContinued: continues && place == .file(path))
            if let problem { throw CommandError("\(path) cannot be written: \(problem)", code: 2) }
        }
        if place == .download, words.value("output") == nil, let problem = Self.problem(ofNewFile: "download") {
            throw CommandError("--download cannot write to the current folder: \(problem)", code: 2)
        }
    }

    /// The reason why a file cannot be written; nil if it can.
    private static func problem(ofFile path: String, isContinued: Bool) -> String? {
        guard let kind = FileStatus(of: path)?.kind else { return problem(ofNewFile: path) }
        if kind == .folder { return "it is a folder" }
        if access(path, W_OK) != 0 { return SystemError().reason }
        // Devices, open files and the file of a download in parts are written in place, others are replaced by a new file.
        let isOpen = ["/dev/", "/proc/self/fd/"].contains(where: path.hasPrefix)
        return kind == .other || isOpen || isContinued ? nil : problem(ofNewFile: path)
    }

    /// The reason why no file can be created in the folder of a path; nil if one can.
    private static func problem(ofNewFile path: String) -> String? {
        do throws(SystemError) {
            _ = try AtomicFile(replacing: path)
            return nil
        } catch {
            return error.reason
        }
    }

    /// The exit code of a status that is a failure, as HTTPie has it for a redirect; nil for another status.
    func failureCode(of status: Int) -> Int32? {
        // A file that is complete has no rest.
        guard let failingStatus, status >= failingStatus, !continues || status != 416 else { return nil }
        return status < 400 ? 3 : 4
    }
}
