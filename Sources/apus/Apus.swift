#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CLI
import Query
import Screen

/// The program: reads its arguments and does what they say.
@main
enum Apus {
    @MainActor
    static func main() {
        if CommandLine.arguments.dropFirst().first == Worker.argument { Worker.run(Worker.tasks) }
        do {
            try run(Arguments.parse(Array(CommandLine.arguments.dropFirst())))
        } catch let problem as Arguments.Problem {
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
        case .help: StandardStream.output.write(Arguments.usage + "\n")
        case .version: StandardStream.output.write("apus \(Version.number)\n")
        case .serve(let host, let port): try ServeCommand.run(host: host, port: port)
        case .workbench(let folder): try WorkbenchCommand.run(folder: folder ?? ".")
        case .demo: try WorkbenchCommand.runDemo()
        case .importing(let command): finish(command.run { StandardStream.readAll() })
        }
    }

    private static func finish(_ outcome: ImportCommand.Outcome) -> Never {
        StandardStream.output.write(outcome.output)
        StandardStream.error.write(outcome.error)
        exit(outcome.code)
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        StandardStream.error.write("apus: \(message)\n")
        exit(code)
    }
}
