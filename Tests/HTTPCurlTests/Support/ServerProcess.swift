import Foundation
import HTTPConformance

/// A server program for a test: started, ready when it prints that it listens, and ended with the last reference.
final class ServerProcess: Sendable {
    private let process: Process
    /// The standard input of the program.
    let input: FileHandle
    /// The line that reports that the program listens.
    let readyLine: String
    /// The number at the end of that line.
    var readyPort: Int { readyLine.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// Where a program is, if it is installed.
    static func path(of program: String) -> String? {
        ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/usr/sbin"].map { "\($0)/\(program)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// - Parameter ready: a part of the line that reports that the program listens.
    /// - Parameter read: gets what the program writes afterwards, on another thread; a program whose output is not read stops when the
    ///   pipe is full.
    static func start(
        _ program: String, _ arguments: [String], readyWhenItSays ready: String,
        reading read: @escaping @Sendable (FileHandle) -> Void = { output in while !output.availableData.isEmpty {} }
    ) async throws -> ServerProcess {
        try await blocking { try ServerProcess(program, arguments, ready, read) }
    }

    private init(_ program: String, _ arguments: [String], _ ready: String, _ read: @escaping @Sendable (FileHandle) -> Void) throws {
        let (process, output, inputPipe) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: try required(program))
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        // Programs that serve their standard input end with it.
        process.standardInput = inputPipe
        try process.run()
        self.process = process
        input = inputPipe.fileHandleForWriting
        let handle = output.fileHandleForReading
        var text = ""
        while !text.contains(ready) || !text.hasSuffix("\n") {
            let more = handle.availableData
            guard !more.isEmpty else { throw ServerProcessError(description: "\(program) ended before it listened: \(text)") }
            text += String(decoding: more, as: UTF8.self)
        }
        readyLine = text.split(separator: "\n").first { $0.contains(ready) }.map(String.init) ?? ""
        BlockingThread.start { read(handle) }
    }

    /// Not with SIGTERM: dispatch's threads block it, and a child inherits that.
    deinit { kill(process.processIdentifier, SIGKILL) }

    /// Runs a program to its end and returns what it wrote to standard output. Blocks.
    @discardableResult
    static func run(_ program: String, _ arguments: [String], input: Data = Data()) throws -> Data {
        let process = Process()
        let (output, inputPipe) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: try required(program))
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = inputPipe
        try process.run()
        try inputPipe.fileHandleForWriting.write(contentsOf: input)
        try inputPipe.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ServerProcessError(description: "\(program) \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
        return data
    }
}

struct ServerProcessError: Error, CustomStringConvertible {
    let description: String
}

private func required(_ program: String) throws -> String {
    guard let path = ServerProcess.path(of: program) else { throw ServerProcessError(description: "\(program) is not installed") }
    return path
}
