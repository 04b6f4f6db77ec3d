import CLI
import Platform
import Synchronization

/// Runs a command in this process: the main thread waits for signals, and the command has all others.
enum CommandProcess {
    /// Runs the command; ends the process with its exit code. The first signal cancels it, so that it writes what it has; another one ends
    /// the process at once.
    static func run(_ words: CommandWords, among commands: [Command] = Command.all) -> Never {
        // Blocked before other threads begin, so that they leave the signals to `sigwait`. A closed pipe is an error of writing.
        var endings = sigset_t()
        sigemptyset(&endings)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&endings, number) }
        pthread_sigmask(SIG_BLOCK, &endings, nil)
        signal(SIGPIPE, SIG_IGN)
        let context = CommandContext(environment: processEnvironment, live: .process(processEnvironment))
        // Libraries do not end by themselves: nothing of theirs is kept, and another thread may still be in one of them.
        let command = Task.detached { _exit(await Command.run(words, in: context, among: commands)) }
        var received: Int32 = 0
        sigwait(&endings, &received)
        command.cancel()
        sigwait(&endings, &received)
        _exit(128 + received)
    }
}
