import CLI
import Platform
import Query
import Screen
import Workspace

/// The program: parses its arguments and runs a command.
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

/// The program's version.
enum Version {
    static let number = "0.1.0"
}

/// The standard streams, unbuffered.
enum StandardStream: Int32 {
    case input, output, error

    /// Writes the text, as far as the reader takes it.
    func write(_ text: String) { try? Descriptor(duplicating: rawValue).write(Array(text.utf8)) }

    /// All bytes of standard input, up to a size that no import accepts.
    static func readAll() -> [UInt8] {
        let stream = try? Descriptor(duplicating: input.rawValue)
        var bytes: [UInt8] = []
        while let more = try? stream?.read(1 << 20), !more.isEmpty, bytes.count <= 1 << 30 { bytes += more }
        return bytes
    }
}
