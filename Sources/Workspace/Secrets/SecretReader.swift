/// Gets secrets from where they come from. Nothing is kept here.
public struct SecretReader: Sendable {
    /// What was got and what was not, by the secrets' names.
    public struct Result: Hashable, Sendable {
        /// The values.
        public var values: [String: String] = [:]
        /// Why there is no value, as the end of a sentence.
        public var failures: [String: String] = [:]

        /// Nothing yet.
        public init() {}
    }

    /// Hears of a source before it is asked that may take its time.
    public typealias Waiting = @Sendable (SecretEntry) -> Void

    private let process: [String: String]
    /// The absolute path of the file with the environment's local secrets.
    private let file: String?
    private let waiting: Waiting

    /// - Parameters:
    ///   - process: the process environment, for sources that are variables and for commands.
    ///   - environmentFile: the absolute path of the environment's file; nil where it has none.
    ///   - waiting: hears of each source that another program is asked for, before it is.
    public init(process: [String: String], environmentFile: String?, waiting: @escaping Waiting = { _ in }) {
        self.process = process
        self.waiting = waiting
        file = environmentFile.map { SecretFile.path(of: $0) }
    }

    /// Asks the sources one after the other, since some of them ask a person. What is asked for by this program itself is left out.
    ///
    /// Commands that run are ended when the task is cancelled.
    public func read(_ entries: [SecretEntry]) async -> Result {
        var result = Result()
        for entry in entries where entry.source != .prompt {
            if entry.source.program != nil { waiting(entry) }
            do throws(SecretFailure) {
                result.values[entry.name] = try await value(of: entry)
            } catch {
                result.failures[entry.name] = error.message
            }
        }
        return result
    }

    private func value(of entry: SecretEntry) async throws(SecretFailure) -> String {
        switch entry.source {
        case .environment(let name):
            guard let value = process[name] else { throw SecretFailure("comes from \(name), which is not set in the process environment") }
            return value
        case .command(let command): return try await output(of: command)
        case .secretService(let attributes): return try await secretService(attributes.filter(\.isEnabled))
        case .file:
            guard let file else { throw SecretFailure("comes from a file beside the environment, which has not been saved yet") }
            return try SecretFile(file).value(of: entry.name)
        case .prompt: throw SecretFailure("must be asked for")
        }
    }

    private func output(of command: [String]) async throws(SecretFailure) -> String {
        let output = try await CommandOutput.run(command, environment: process)
        guard let text = String(validating: output, as: UTF8.self) else {
            throw SecretFailure("comes from \(command[0]), which printed no UTF-8")
        }
        let line = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
        guard !line.isEmpty else { throw SecretFailure("comes from \(command[0]), which printed nothing") }
        return line
    }

    private func secretService(_ attributes: [Row]) async throws(SecretFailure) -> String {
        #if os(macOS)
            // The keychain knows a service and an account.
            let flags = ["service": "-s", "account": "-a"]
            let words = attributes.flatMap { row in flags[row.name].map { [$0, row.value] } ?? [] }
            return try await output(of: ["security", "find-generic-password", "-w"] + words)
        #else
            return try await output(of: ["secret-tool", "lookup"] + attributes.flatMap { [$0.name, $0.value] })
        #endif
    }
}
