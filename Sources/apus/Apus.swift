import App
import CLI
import DemoServer
import Dispatch
import Engine
import HTTP
import HTTPCurl
import Platform
import Query
import Screen
import Synchronization
import Workspace

/// The program: finds the command in its arguments and runs it.
@main
enum Apus {
    @MainActor
    static func main() {
        Descriptor.occupyStandardNumbers()
        setMissingHomeFolder()
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == Worker.argument { Worker.run(Worker.tasks) }
        // A core file could contain secrets. With a limit of one byte none is written, neither to a file nor to a program that collects
        // them (core(5)).
        ResourceLimit.coreFile.setForThisProcess(1)
        if CommandProcess.keepsWork(words.first ?? "") {
            if words.first == "send" { prepareVariables() }
            let opening = words.first == "serve" ? {} : CurlLoader.openLibrary
            CommandProcess.run(onOneThread: words.first == "send", meanwhile: opening) { await code(of: words) }
        }
        do {
            try run(arguments(words))
        } catch {
            exit(report(error))
        }
    }

    /// Runs a command that keeps its work; returns its exit code.
    private static func code(of words: [String]) async -> Int32 {
        do {
            switch try arguments(words) {
            case .command(let words): return await CommandProcess.code(of: words)
            case .text(let text): try CommandStreams().write(text + "\n")
            // The name of a command opens no workbench.
            case .workbench: break
            }
            return 0
        } catch {
            return report(error)
        }
    }

    /// Prints an error; returns its exit code.
    private static func report(_ error: any Error) -> Int32 {
        let (message, code): (String, Int32) =
            switch error {
            case is ClosedPipeError: ("", 141)
            case let problem as UsageError: ("\(problem)\n", 2)
            case let failure as CommandError: ("apus: \(failure.message)\n", failure.code)
            case let error as TerminalError: ("apus: \(error.description)\n", 2)
            default: ("apus: \(error)\n", 1)
            }
        CommandStreams().writeError(message)
        return code
    }

    private static func arguments(_ words: [String]) throws(UsageError) -> Arguments {
        try checkEncoding()
        return try Arguments.parse(words)
    }

    /// Refuses arguments that are not UTF-8: Swift would replace their bytes without a word.
    private static func checkEncoding() throws(UsageError) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
            throw UsageError("argument \(index) is not UTF-8; other bytes can be sent from a file: NAME@FILE or --form NAME@FILE")
        }
    }

    @MainActor
    private static func run(_ arguments: Arguments) throws {
        switch arguments {
        case .text(let text): try CommandStreams().write(text + "\n")
        case .workbench(let target):
            // The first request of a file is in front.
            let back: [TabMessage] = target.drafts.count > 1 ? [.step(1 - target.drafts.count)] : []
            let saved = target.path.map { TabMessage.open(path: $0) }
            let opening = target.drafts.map(TabMessage.composeForeign) + back + [saved].compactMap(\.self)
            try WorkbenchCommand.run(folder: target.folder, opening: opening)
        case .command(let words):
            if words.spec == .demo { try WorkbenchCommand.runDemo() }
            CommandProcess.run { await CommandProcess.code(of: words) }
        }
    }
}

/// Runs a command in this process: the main thread waits for signals, all other threads are for the command.
enum CommandProcess {
    /// The signal that cancelled the command.
    private static let signal = Atomic(SIGINT)
    /// The signals that end a command. With nohup(1) the end of the terminal does not.
    private static let endings = {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(number) { sigaddset(&signals, number) }
        return signals
    }()

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// True for a command that writes what it has when a signal ends it.
    static func keepsWork(_ name: String) -> Bool { CommandLineTable.standard.keepsWorkOnSignal(name) }

    /// Blocks the signals before other threads start, so that they go to `sigwait`.
    private static func blockEndings() {
        withUnsafePointer(to: endings) { _ = pthread_sigmask(SIG_BLOCK, $0, nil) }
    }

    /// Runs a command that a signal ends at once; ends the process with its exit code.
    static func run(_ code: @escaping @Sendable () async -> Int32) -> Never {
        _ = start(code, on: nil)
        while true { pause() }
    }

    /// Runs a command that keeps its work; ends the process with its exit code. The first signal only cancels it, so that it writes what it
    /// has.
    ///
    /// - Parameters:
    ///   - onOneThread: true for a command that sends one request, which waits for no pool of threads then.
    ///   - opening: opens a library on the main thread, while another one begins with the command.
    static func run(
        onOneThread: Bool, meanwhile opening: () -> Void, _ code: @escaping @Sendable () async -> Int32
    ) -> Never {
        blockEndings()
        let thread = onOneThread ? CommandThread() : nil
        let command = start(code, on: thread)
        opening()
        var (endings, received) = (endings, Int32(0))
        sigwait(&endings, &received)
        // Only the end of the process ends a read of standard input.
        if CommandStreams.isWaitingForInput { _exit(128 + received) }
        signal.store(received, ordering: .relaxed)
        command.cancel()
        sigwait(&endings, &received)
        _exit(128 + received)
    }

    private static func start(_ code: @escaping @Sendable () async -> Int32, on thread: CommandThread?) -> Task<Void, Never> {
        // A closed pipe is reported as an error of writing.
        Platform.signal(SIGPIPE, SIG_IGN)
        // Without any thread, the task would never begin, and no signal would end it.
        if thread == nil, (try? DetachedThread.start({})) == nil {
            CommandStreams().writeError("apus: the system has no thread left for this process. Raise the limit (ulimit -u).\n")
            _exit(3)
        }
        return Task.detached(executorPreference: thread) { end(await code()) }
    }

    /// Ends the process without the exit handlers of libraries: they store nothing, and another thread may still use one of them.
    private static func end(_ code: Int32) -> Never { _exit(code == 130 ? 128 + signal.load(ordering: .relaxed) : code) }

    /// Runs a command in this process; returns its exit code.
    static func code(of words: CommandWords) async -> Int32 {
        let context = CommandContext(environment: processEnvironment, live: .process(processEnvironment))
        let code = await CommandLineTable.standard.run(words, in: context, by: words.spec == .serve ? ServeCommand.run : nil)
        await context.live.finishHistory()
        // The history stays open: closing it takes longer than many commands.
        end(code)
    }
}

/// One thread that runs the parts of a command. It starts sooner than those of the pool, of which the first one starts a second one: that
/// needs a lock that the opening of a library holds. Tasks without a parent run in the pool.
private final class CommandThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// Starts the thread; nil if the system cannot.
    init?() {
        guard (try? DetachedThread.start({ self.run() })) != nil else { return nil }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.signal()
    }

    private func run() -> Never {
        while true {
            arrivals.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

/// The parsed command line.
enum Arguments: Hashable {
    /// Open the workbench on a target.
    case workbench(WorkbenchTarget)
    /// A command with its words.
    case command(CommandWords)
    /// A text to print: help or version.
    case text(String)

    /// Parses the words after the program's name.
    ///
    /// - Throws: a ``UsageError`` with the wrong word.
    static func parse(_ words: [String]) throws(UsageError) -> Arguments {
        // The table of commands is made only for a word that can be one: it would cost the start of the workbench a millisecond.
        guard let first = words.first else { return .workbench(try WorkbenchTarget(nil)) }
        if words.count == 1, first.utf8.contains(UInt8(ascii: "/")) { return .workbench(try WorkbenchTarget(first)) }
        let table = CommandLineTable.standard
        switch first {
        case "--help", "-h": return .text(CommandHelp(table).text)
        case "--version", "-V": return .text("apus \(Version.number)")
        case "help": return .text(try help(words.dropFirst().first, table))
        default: break
        }
        if let spec = table.command(first) {
            let parsed = try CommandWords(Array(words.dropFirst()), of: spec)
            return parsed.asksForHelp ? .text(CommandHelp(table).text(of: spec)) : .command(parsed)
        }
        guard !first.hasPrefix("-") else { throw UsageError("unknown option \(first); apus --help lists the options") }
        return try workbench(first, rest: words.dropFirst(), table)
    }

    private static func help(_ name: String?, _ table: CommandLineTable) throws(UsageError) -> String {
        guard let name else { return CommandHelp(table).text }
        guard let spec = table.command(name) else { throw UsageError(unknown(name, table)) }
        return CommandHelp(table).text(of: spec)
    }

    /// A word that is not a command names the target to open. If it is not a valid target either but similar to a command, the error
    /// suggests the command.
    private static func workbench(_ word: String, rest: ArraySlice<String>, _ table: CommandLineTable) throws(UsageError) -> Arguments {
        let isName = FileStatus(of: word) == nil && !word.contains("/") && !word.contains(":")
        if isName, !rest.isEmpty || table.nearest(to: word) != nil { throw UsageError(unknown(word, table)) }
        guard let extra = rest.first else { return .workbench(try WorkbenchTarget(word)) }
        throw UsageError("unexpected \(extra) after \(word); see apus --help")
    }

    private static func unknown(_ word: String, _ table: CommandLineTable) -> String {
        let near = table.nearest(to: word).map { "; did you mean “\($0)”?" } ?? "; apus --help lists the commands"
        return "unknown command “\(word)”" + near
    }
}

/// `apus serve`: runs the embedded server, or serves stored responses, until a signal ends it.
enum ServeCommand {
    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        let configuration = DemoServerConfiguration(
            host: words.value("host") ?? "127.0.0.1", port: words.number("port") ?? 0, names: words.values("allow-host"))
        let faults = try words.values("fault").map(fault)
        let server: DemoServer
        if let served = try await ServedResponses(words, context) {
            let stored = StoredResponses(served.all.map(\.stored), delay: words.duration("delay") ?? .zero, faults: faults)
            server = try DemoServer.start(configuration: configuration, responding: stored)
            try context.streams.write("serving \(server.url) with \(CountText.of(served.count, "stored response")) (press ^C to stop)\n")
        } else {
            guard faults.isEmpty, words.operands.isEmpty, words.value("delay") == nil else {
                throw UsageError("WHAT, --delay and --fault need --from-history or --from-examples")
            }
            server = try DemoServer.start(configuration: configuration)
            try context.streams.write("serving \(server.url) (press ^C to stop)\n")
        }
        defer { server.stop() }
        let end = OneShot<Void>()
        await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            end.give(())
        }
        return 0
    }

    /// Parses `503=20`, `reset=5%` or `timeout`.
    private static func fault(_ word: String) throws(UsageError) -> ResponseFault {
        guard let fault = ResponseFault(word) else {
            throw UsageError("--fault \(word): expected \(ResponseFault.form)")
        }
        return fault
    }
}

extension ServedResponse {
    /// The response for the server.
    fileprivate var stored: StoredResponse {
        let content: StoredResponse.Body =
            switch body.storage {
            case .bytes(let bytes): .bytes(bytes)
            case .file(let path): .file(path)
            }
        return StoredResponse(
            name: name, method: method, path: path, query: query, status: status, headers: headers.map { ($0.name, $0.value) },
            body: content)
    }
}
