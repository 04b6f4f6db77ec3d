import Dispatch
import Platform
import Synchronization

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

/// Why a secret could not be got from its source.
public struct SecretFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened and what to do, as the end of a sentence that begins with the secret's name.
    public let message: String

    /// Takes what happened.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}

/// What a command prints.
enum CommandOutput {
    /// The most bytes that a command may print.
    private static let limit = 64 << 10

    /// Runs a program that is found in `PATH`, without a shell, without the terminal, and waits for its end.
    ///
    /// The program is in a session of its own: one that wants to ask a person must have a window for it, since the terminal is in use.
    /// - Throws: what went wrong, with the first line of what it complained. The program is ended when the task is cancelled.
    static func run(_ command: [String], environment: [String: String]) async throws(SecretFailure) -> [UInt8] {
        guard let name = command.first else { throw SecretFailure("comes from a command that is empty") }
        let child: ChildCommand
        do throws(SecretFailure) { child = try ChildCommand(command, environment: environment) } catch { throw error }
        let ended = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A queue of its own: the shared ones have as many threads as there are processors, and a command may wait for a person.
                DispatchQueue(label: "secret.command").async { continuation.resume(returning: child.collect(limit: limit)) }
            }
        } onCancel: {
            child.end()
        }
        guard !Task.isCancelled else { throw SecretFailure("comes from \(name), which was cancelled") }
        guard ended.output.count <= limit else { throw SecretFailure("comes from \(name), which printed more than \(limit >> 10) KB") }
        guard ended.status == 0 else {
            let complaint =
                String(decoding: ended.complaint, as: UTF8.self).split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
            throw SecretFailure("comes from \(name), which failed with status \(ended.status)\(complaint)")
        }
        return ended.output
    }
}

/// A running command with its two outputs.
private final class ChildCommand: Sendable {
    struct Ended {
        var output: [UInt8] = []
        var complaint: [UInt8] = []
        var status: Int32 = 0
    }

    private let output: Int32
    private let complaint: Int32
    /// Guards the process id, which is the system's again once the child has been waited for: then it must not be signalled.
    private let process: Mutex<pid_t?>

    init(_ command: [String], environment: [String: String]) throws(SecretFailure) {
        let (output, outputEnd) = try Self.pipe()
        let (complaint, complaintEnd) = try Self.pipe()
        defer {
            close(outputEnd)
            close(complaintEnd)
        }
        (self.output, self.complaint) = (output, complaint)
        var child: pid_t = 0
        let result = Self.spawn(&child, command, environment, outputEnd, complaintEnd)
        process = Mutex(child)
        guard result == 0 else {
            let hint = result == ENOENT ? "which is not installed" : "which cannot be started: \(String(cString: strerror(result)))"
            throw SecretFailure("comes from \(command[0]), \(hint)")
        }
    }

    deinit {
        close(output)
        close(complaint)
    }

    /// Ends the command and all that it began, which is in a session of its own: a shell's child would hold the outputs open.
    func end() {
        process.withLock { if let child = $0 { kill(-child, SIGTERM) } }
    }

    /// Reads both outputs to their ends, or to the limit, and waits for the child.
    func collect(limit: Int) -> Ended {
        var ended = Ended()
        var open = [output: \Ended.output, complaint: \Ended.complaint]
        while !open.isEmpty {
            var waits = open.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waits, nfds_t(waits.count), -1) >= 0 || errno == EINTR else { break }
            for wait in waits where wait.revents != 0 {
                guard let target = open[wait.fd] else { continue }
                let isOpen = Self.read(wait.fd, into: &ended[keyPath: target])
                if !isOpen || ended[keyPath: target].count > limit { open[wait.fd] = nil }
            }
            if ended.output.count > limit { end() }
        }
        ended.status = wait()
        return ended
    }

    private func wait() -> Int32 {
        let child = process.withLock { $0 } ?? 0
        var information = siginfo_t()
        // Waits without taking the child away, so that its number cannot be anybody else's when it is signalled meanwhile.
        while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return process.withLock { process in
            process = nil
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        }
    }

    private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = systemRead(descriptor, &buffer, buffer.count)
        if count > 0 { bytes += buffer.prefix(count) }
        return count > 0 || (count < 0 && errno == EINTR)
    }

    private static func pipe() throws(SecretFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard systemPipe(&ends) == 0 else { throw SecretFailure("cannot be asked for: \(String(cString: strerror(errno)))") }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ child: inout pid_t, _ command: [String], _ environment: [String: String], _ output: Int32, _ complaint: Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, complaint, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        // The threads of dispatch block signals, which a child would inherit: it could not be ended.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        // GPG's agent would draw its question on the terminal that this names.
        let variables = environment.filter { $0.key != "GPG_TTY" }.map { "\($0.key)=\($0.value)" }
        var words = command.map { strdup($0) } + [nil]
        var lines = variables.map { strdup($0) } + [nil]
        defer { for text in words + lines { free(text) } }
        return posix_spawnp(&child, command[0], &actions, &attributes, &words, &lines)
    }

    #if os(Linux)
        /// POSIX_SPAWN_SETSID of glibc's spawn.h (2.26), which its module leaves out.
        private static let newSession: Int16 = 0x80
    #else
        /// POSIX_SPAWN_SETSID of Darwin's spawn.h.
        private static let newSession: Int16 = 0x0400
    #endif
}

/// The system's calls, which methods of the same name hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(descriptor, buffer, count) }

/// A pipe that other children do not get: one that did would keep it open.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    #if os(Linux)
        // pipe2(2) is missing from glibc's module; a pair of sockets can be made closed to others in one step as well.
        return socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, ends)
    #else
        let result = pipe(ends)
        for end in 0..<2 where result == 0 { _ = fcntl(ends[end], F_SETFD, FD_CLOEXEC) }
        return result
    #endif
}
