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
        CommandProcess.prepare(words.first ?? "")
        do {
            try checkEncoding()
            try run(Arguments.parse(words))
        } catch is ClosedPipeError {
            exit(141)
        } catch let problem as UsageError {
            fail("\(problem)", code: 2)
        } catch let failure as CommandError {
            fail("apus: \(failure.message)", code: failure.code)
        } catch let error as TerminalError {
            fail("apus: \(error.description)", code: 2)
        } catch {
            fail("apus: \(error)", code: 1)
        }
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
        case .command(let words): try run(words)
        }
    }

    @MainActor
    private static func run(_ words: CommandWords) throws {
        switch words.spec {
        case .demo: try WorkbenchCommand.runDemo()
        case .serve: CommandProcess.run(words, by: ServeCommand.run)
        default: CommandProcess.run(words, loading: CurlLoader.openLibrary)
        }
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        CommandStreams().writeError("\(message)\n")
        exit(code)
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

    /// Starts the threads of a command that uses libcurl before that library is opened: while it is opened, the C library holds a lock that
    /// each new thread needs (`dl_load_tls_lock` of glibc). The words of the command are parsed at the same time.
    static func prepare(_ name: String) {
        guard keepsWork(name) else { return }
        blockEndings()
        // For the history's queue.
        DispatchQueue(label: "apus.threads").async {}
        // For the command and two more tasks.
        for _ in 0..<3 { Task.detached {} }
    }

    private static func keepsWork(_ name: String) -> Bool { CLI.Command.all.first { $0.name == name }?.keepsWorkOnSignal == true }

    /// Blocks the signals before other threads start, so that they go to `sigwait`.
    private static func blockEndings() {
        withUnsafePointer(to: endings) { _ = pthread_sigmask(SIG_BLOCK, $0, nil) }
    }

    /// Runs the command; ends the process with its exit code. A signal ends the process at once; for a command that keeps its work and
    /// has begun with it, the first signal only cancels it, so that it writes what it has.
    ///
    /// - Parameters:
    ///   - run: the function of a command that is not in the table.
    ///   - loading: opens a library while a command that keeps its work reads its request.
    static func run(_ words: CommandWords, by run: CLI.Command.Run? = nil, loading: @escaping @Sendable () -> Void = {}) -> Never {
        let keepsWork = keepsWork(words.spec.name)
        if keepsWork { blockEndings() }
        // A closed pipe is reported as an error of writing.
        Platform.signal(SIGPIPE, SIG_IGN)
        let context = CommandContext(environment: processEnvironment, live: .process(processEnvironment))
        let command = Task.detached {
            let code = await CLI.Command.run(words, in: context, by: run)
            await context.live.finishHistory()
            // Without the exit handlers of libraries: they store nothing, and another thread may still use one of them.
            _exit(code == 130 ? 128 + signal.load(ordering: .relaxed) : code)
        }
        while !keepsWork { pause() }
        Task.detached { loading() }
        var (endings, received) = (endings, Int32(0))
        sigwait(&endings, &received)
        // Only the end of the process ends a read of standard input.
        if CommandStreams.isWaitingForInput { _exit(128 + received) }
        signal.store(received, ordering: .relaxed)
        command.cancel()
        sigwait(&endings, &received)
        _exit(128 + received)
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
