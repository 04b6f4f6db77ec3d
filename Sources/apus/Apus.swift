import App
import CLI
import Platform
import Query
import Screen

/// The program: finds the command in its arguments and runs it.
@main
enum Apus {
    @MainActor
    static func main() {
        if CommandLine.arguments.dropFirst().first == Worker.argument { Worker.run(Worker.tasks) }
        // A core file could contain secrets. With a limit of one byte none is written, neither to a file nor to a program that collects
        // them (core(5)).
        ResourceLimit.coreFile.setForThisProcess(1)
        do {
            try run(Arguments.parse(Array(CommandLine.arguments.dropFirst())))
        } catch let problem as UsageError {
            fail("\(problem)", code: 2)
        } catch let error as TerminalError {
            fail(error.description, code: 2)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    @MainActor
    private static func run(_ arguments: Arguments) throws {
        switch arguments {
        case .text(let text): try? CommandStreams().write(text + "\n")
        case .workbench(let target):
            let opening = target.drafts.map(TabMessage.composeForeign) + [target.path.map { TabMessage.open(path: $0) }].compactMap(\.self)
            try WorkbenchCommand.run(folder: target.folder, opening: opening)
        case .command(let words): try run(words)
        }
    }

    @MainActor
    private static func run(_ words: CommandWords) throws {
        switch words.spec {
        case .demo: try WorkbenchCommand.runDemo()
        case .serve: CommandProcess.run(words, among: [ServeCommand.command])
        default: CommandProcess.run(words)
        }
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        CommandStreams().complain("apus: \(message)\n")
        exit(code)
    }
}
