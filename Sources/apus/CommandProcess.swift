import CLI
import Platform
import Synchronization

/// Runs a command in this process: the main thread waits for signals, all other threads are for the command.
enum CommandProcess {
    /// Runs the command; ends the process with its exit code. A signal ends the process at once; for a command that keeps its work, the
    /// first signal only cancels it, so that it writes what it has.
    static func run(_ words: CommandWords, among commands: [Command] = Command.all) -> Never {
        let keepsWork = commands.first { $0.name == words.spec.name }?.keepsWorkOnSignal == true
        // Blocked before other threads start, so that the signals go to `sigwait`. A closed pipe is reported as an error of writing.
        var endings = sigset_t()
        sigemptyset(&endings)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&endings, number) }
        if keepsWork { pthread_sigmask(SIG_BLOCK, &endings, nil) }
        signal(SIGPIPE, SIG_IGN)
        let context = CommandContext(environment: processEnvironment, live: .process(processEnvironment))
        let command = Task.detached {
            let code = await Command.run(words, in: context, among: commands)
            await context.live.closeHistory()
            // Without the exit handlers of libraries: they store nothing, and another thread may still use one of them.
            _exit(code)
        }
        while !keepsWork { pause() }
        var received: Int32 = 0
        sigwait(&endings, &received)
        command.cancel()
        sigwait(&endings, &received)
        _exit(128 + received)
    }
}
