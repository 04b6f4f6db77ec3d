import Platform

// A program for tests of the terminal: shows its input, and performs the action of its argument.
import Screen
import TerminalNCurses

let terminal = NCursesTerminal(environment: ProcessInfo.processInfo.environment)
let probe = Probe(terminal: terminal, arguments: Array(CommandLine.arguments.dropFirst()))
do {
    try probe.run()
} catch {
    let message = "\(error)\n"
    write(STDERR_FILENO, message, message.utf8.count)
    exit(2)
}
MainLoop.run()
