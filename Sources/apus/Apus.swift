import App
import CLI
import Dispatch
import HTTPCurl
import Platform
import Query
import Screen
import Synchronization

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
        case .serve: CommandProcess.run(words, among: [ServeCommand.command])
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
    /// The signals that end a command.
    private static let endings = {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        return signals
    }()

    /// Starts the threads of a command that opens libcurl, so that they are there before it: while the C library opens a library it holds a lock
    /// that each new thread needs (`dl_load_tls_lock` of glibc). The words of the command are read meanwhile.
    static func prepare(_ name: String) {
        guard keepsWork(name, CLI.Command.all) else { return }
        blockEndings()
        // For the history's queue.
        DispatchQueue(label: "apus.threads").async {}
        // For the command and two more tasks.
        for _ in 0..<3 { Task.detached {} }
    }

    private static func keepsWork(_ name: String, _ commands: [CLI.Command]) -> Bool {
        commands.first { $0.name == name }?.keepsWorkOnSignal == true
    }

    /// Blocks the signals before other threads start, so that they go to `sigwait`.
    private static func blockEndings() {
        withUnsafePointer(to: endings) { _ = pthread_sigmask(SIG_BLOCK, $0, nil) }
    }

    /// Runs the command; ends the process with its exit code. A signal ends the process at once; for a command that keeps its work and
    /// has begun with it, the first signal only cancels it, so that it writes what it has.
    ///
    /// - Parameter loading: opens a library while a command that keeps its work reads its request.
    static func run(
        _ words: CommandWords, among commands: [CLI.Command] = CLI.Command.all, loading: @escaping @Sendable () -> Void = {}
    ) -> Never {
        let keepsWork = keepsWork(words.spec.name, commands)
        if keepsWork { blockEndings() }
        // A closed pipe is reported as an error of writing.
        Platform.signal(SIGPIPE, SIG_IGN)
        let context = CommandContext(environment: processEnvironment, live: .process(processEnvironment))
        let command = Task.detached {
            let code = await CLI.Command.run(words, in: context, among: commands)
            await context.live.finishHistory()
            // Without the exit handlers of libraries: they store nothing, and another thread may still use one of them.
            _exit(code == 130 ? 128 + signal.load(ordering: .relaxed) : code)
        }
        while !keepsWork { pause() }
        Task.detached { loading() }
        var (endings, received) = (endings, Int32(0))
        sigwait(&endings, &received)
        // Nothing can end its reading but the end of the process.
        if CommandStreams.isWaitingForInput { _exit(128 + received) }
        signal.store(received, ordering: .relaxed)
        command.cancel()
        sigwait(&endings, &received)
        _exit(128 + received)
    }
}
