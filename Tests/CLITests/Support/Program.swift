import Foundation

/// The built program in a folder of its own: a home and a workspace with one collection.
final class Program: Sendable {
    /// The end of a call.
    struct Outcome: Sendable {
        let output: String
        let error: String
        let code: Int32
    }

    let folder: URL
    private let program: URL

    /// Makes the folders; `files` are written below the workspace.
    init(files: [String: String] = [:]) throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        let named = ProcessInfo.processInfo.environment["APUS_BINARY"]
        program = named.map { URL(filePath: $0) } ?? root.appending(path: ".build/debug/apus")
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(path: "apus-program-\(UUID().uuidString)")
        for (path, text) in files.merging(["collections/api/collection.json": #"{"name": "API"}"#], uniquingKeysWith: { own, _ in own }) {
            let url = folder.appending(path: "space/\(path)")
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A file of the workspace folder.
    func text(of path: String) throws -> String { try String(contentsOf: folder.appending(path: "space/\(path)"), encoding: .utf8) }

    /// Runs the program in the workspace and waits for its end, on a thread of its own.
    ///
    /// - Parameter shell: a shell's words that run it as `"$@"`, such as those that limit it; nil to run it directly.
    func run(
        _ words: [String], input: String? = nil, environment: [String: String] = [:], shell: String? = nil
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(with: Result { try wait(words, input, environment, shell) }) }
        }
    }

    /// A server that the program runs; it ends with the last reference.
    final class Server: Sendable {
        let url: String
        private let end: @Sendable () -> Void

        fileprivate init(url: String, end: @escaping @Sendable () -> Void) {
            self.url = url
            self.end = end
        }

        deinit { end() }
    }

    /// Starts the program and waits until it has said its URL.
    func start(_ words: [String]) async throws -> Server {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(with: Result { try serve(words) }) }
        }
    }

    private func serve(_ words: [String]) throws -> Server {
        let (process, output) = (process(words, [:], nil), Pipe())
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let url = line.firstMatch(of: /http:\/\/[0-9.]+:[0-9]+/)?.output else { throw CocoaError(.fileReadUnknown) }
        let number = process.processIdentifier
        return Server(url: String(url)) { kill(number, SIGTERM) }
    }

    private func wait(_ words: [String], _ input: String?, _ environment: [String: String], _ shell: String?) throws -> Outcome {
        let process = process(words, environment, shell)
        let (output, error, pipe) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        process.standardInput = input == nil ? FileHandle.nullDevice : pipe
        try process.run()
        if let input {
            try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try pipe.fileHandleForWriting.close()
        }
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let errorText = try error.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            output: String(decoding: text, as: UTF8.self), error: String(decoding: errorText, as: UTF8.self),
            code: process.terminationStatus)
    }

    private func process(_ words: [String], _ environment: [String: String], _ shell: String?) -> Process {
        let process = Process()
        process.executableURL = shell == nil ? program : URL(filePath: "/bin/sh")
        process.arguments = shell.map { ["-c", $0, "sh", program.path] + words } ?? words
        process.currentDirectoryURL = folder.appending(path: "space")
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC"].merging(environment) { $1 }
        return process
    }
}
