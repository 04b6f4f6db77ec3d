import Platform

/// Reads secrets from their sources. Stores nothing, unless it has a ``SecretMemory``.
public struct SecretReader: Sendable {
    /// The secrets that were read, by name, and the failures.
    public struct Result: Hashable, Sendable {
        /// The values.
        public var values: [String: String] = [:]
        /// The reasons for failures.
        public var failures: [String: SecretError] = [:]

        /// An empty result.
        public init() {}
    }

    /// Reports that a slow source is about to be read.
    public typealias Waiting = @Sendable (SecretEntry) -> Void

    private let process: [String: String]
    /// The file with the environment's local secrets.
    private let file: SecretFile?
    private let environmentFile: String?
    private let memory: SecretMemory
    private let timeLimit: Duration
    private let waiting: Waiting

    /// - Parameters:
    ///   - process: the process environment, for variables and commands.
    ///   - environmentFile: the absolute path of the environment's file; nil if it has none.
    ///   - workspace: the folder that must contain the file; nil for any.
    ///   - memory: the secrets read before; a new one reads each secret again.
    ///   - timeLimit: the time that each program has.
    ///   - waiting: called before each source that runs another program.
    public init(
        process: [String: String], environmentFile: String?, workspace: String? = nil, memory: SecretMemory = SecretMemory(),
        timeLimit: Duration = SecretReader.timeLimit, waiting: @escaping Waiting = { _ in }
    ) {
        self.process = process
        self.environmentFile = environmentFile
        self.memory = memory
        self.timeLimit = timeLimit
        self.waiting = waiting
        file = environmentFile.map { SecretFile(SecretFile.path(of: $0), in: workspace) }
    }

    /// Reads the sources one after the other, since some of them ask the user. Sources of kind `prompt` are skipped.
    ///
    /// Cancelling the task ends running commands.
    public func read(_ entries: [SecretEntry]) async -> Result {
        var result = Result()
        for entry in entries where entry.source != .prompt {
            switch await memory.outcome(of: entry, in: environmentFile, reading: { await self.outcome(of: entry) }) {
            case .success(let value): result.values[entry.name] = value
            case .failure(let error): result.failures[entry.name] = error
            }
        }
        return result
    }

    private func outcome(of entry: SecretEntry) async -> SecretMemory.Outcome {
        if entry.source.program != nil { waiting(entry) }
        do throws(SecretError) { return .success(try await value(of: entry)) } catch { return .failure(error) }
    }

    private func value(of entry: SecretEntry) async throws(SecretError) -> String {
        switch entry.source {
        case .environment(let name):
            guard let value = process[name] else { throw SecretError("comes from \(name), which is not set in the process environment") }
            return value
        case .command(let command): return try await output(of: command)
        case .secretService(let attributes): return try await secretService(attributes.filter(\.isEnabled))
        case .file:
            guard let file else { throw SecretError("comes from a file beside the environment, which has not been saved yet") }
            return try file.value(of: entry.name)
        case .prompt: throw SecretError("must be asked for")
        }
    }

    private func output(of command: [String]) async throws(SecretError) -> String {
        let output = try await run(command)
        guard let text = String(validating: output, as: UTF8.self) else {
            throw SecretError("comes from \(command[0]), whose output is not UTF-8")
        }
        let line = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
        guard !line.isEmpty else { throw SecretError("comes from \(command[0]), which printed nothing") }
        return line
    }

    /// The time that a program has, also to ask the user.
    public static let timeLimit = Duration.seconds(120)
    /// The maximum size of a command's output in bytes.
    private static let outputLimit = 64 << 10

    /// Runs a program found in `PATH`, without a shell, in a session of its own. A program that asks the user needs a window for that,
    /// since the terminal is in use.
    private func run(_ words: [String]) async throws(SecretError) -> [UInt8] {
        guard let name = words.first else { throw SecretError("comes from an empty command") }
        var command = ChildProcess.Command(words)
        // GPG's agent would prompt on the terminal that this variable names.
        command.environment = process.filter { $0.key != "GPG_TTY" }
        (command.output, command.errorOutput, command.group) = (.pipe, .pipe, .session)
        let result: ChildProcess.Result
        do throws(SystemError) {
            result = try await ChildProcess.run(command, outputLimit: Self.outputLimit, timeLimit: timeLimit)
        } catch {
            let hint = error.number == ENOENT ? "which is not installed" : "which cannot be started: \(error.reason)"
            throw SecretError("comes from \(name), \(hint)")
        }
        guard !Task.isCancelled else { throw SecretError("comes from \(name), which was cancelled") }
        guard !result.isLate else {
            throw SecretError("comes from \(name), which did not end within \(timeLimit.components.seconds) seconds")
        }
        guard !result.isCut else { throw SecretError("comes from \(name), which printed more than \(Self.outputLimit >> 10) KB") }
        guard result.status == 0 else {
            let line = String(decoding: result.errorText, as: UTF8.self).split(whereSeparator: \.isNewline).first
            throw SecretError("comes from \(name), which failed with status \(result.status)\(line.map { ": \($0)" } ?? "")")
        }
        return result.output
    }

    private func secretService(_ attributes: [Row]) async throws(SecretError) -> String {
        #if os(macOS)
            // The keychain identifies items by service and account.
            let flags = ["service": "-s", "account": "-a"]
            let words = attributes.flatMap { row in flags[row.name].map { [$0, row.value] } ?? [] }
            return try await output(of: ["security", "find-generic-password", "-w"] + words)
        #else
            return try await output(of: ["secret-tool", "lookup"] + attributes.flatMap { [$0.name, $0.value] })
        #endif
    }
}

/// The reason why a secret could not be read.
public struct SecretError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as the end of a sentence that begins with the secret's name.
    public let message: String
    /// The way to a value, if only that is missing; nil for other reasons.
    public let remedy: SecretRemedy?

    /// An error with this message.
    public init(_ message: String, remedy: SecretRemedy? = nil) { (self.message, self.remedy) = (message, remedy) }

    /// The message and the remedy.
    public var description: String { message + (remedy.map { ": \($0)" } ?? "") }
}

/// The way to the missing value of a secret that is stored beside its environment.
public struct SecretRemedy: Hashable, Sendable, CustomStringConvertible {
    /// The absolute path of a file with the value, whose environment is gone; nil for none.
    public let otherFile: String?

    /// The remedy in the words of the workbench.
    public var description: String { text("enter it in the environment's window, tab Secrets, with v") }

    /// The remedy with another way to give the value.
    public func text(_ entering: String) -> String {
        entering + (otherFile.map { "; \($0), whose environment is gone, has one: move it there if the environment was renamed" } ?? "")
    }
}

/// The secrets that a run has read, so that each source is read once, even by requests that are resolved concurrently.
public actor SecretMemory {
    /// A secret, or why it could not be read.
    typealias Outcome = Swift.Result<String, SecretError>

    private struct Key: Hashable {
        let entry: SecretEntry
        let environmentFile: String?
    }

    private var readings: [Key: Task<Outcome, Never>] = [:]

    /// An empty memory.
    public init() {}

    /// The outcome of the first read of a secret. Cancelling one waiting task ends the read for all.
    func outcome(
        of entry: SecretEntry, in environmentFile: String?, reading: @escaping @Sendable () async -> Outcome
    ) async -> Outcome {
        let key = Key(entry: entry, environmentFile: environmentFile)
        let task = readings[key] ?? Task { await reading() }
        readings[key] = task
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
