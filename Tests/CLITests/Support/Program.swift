import Foundation
import Platform

/// The built program in a temporary folder: a home and a workspace with one collection.
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

    /// Lets only the user read a file of the workspace folder.
    func makePrivate(_ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.appending(path: "space/\(path)").path)
    }

    /// Runs the program in the workspace and waits for its end.
    ///
    /// - Parameters:
    ///   - shell: a shell's words that run it as `"$@"`, such as those that limit it; nil to run it directly.
    ///   - place: the folder it runs in.
    func run(
        _ words: [String], input: String? = nil, environment: [String: String] = [:], shell: String? = nil, in place: String = "space"
    ) async throws -> Outcome {
        var command = command(words, environment, shell: shell, in: place)
        command.errorOutput = .pipe
        if input != nil { command.input = .pipe }
        let child = try ChildProcess(command)
        if let input { child.feed { descriptor throws(SystemError) in try descriptor.write(Array(input.utf8)) } }
        return await onOwnThread {
            var output: [UInt8] = []
            while let piece = child.next() { output += piece }
            let code = child.wait()
            return Outcome(
                output: String(decoding: output, as: UTF8.self), error: String(decoding: child.errorText, as: UTF8.self), code: code)
        }
    }

    /// Sends the program a signal once it reads its standard input, which must be longer than a pipe holds, and waits for its end.
    func codeAfterSignal(_ words: [String], onceItReads input: String) async throws -> Int32 {
        var command = command(words, [:])
        command.input = .pipe
        command.output = .null
        command.errorOutput = .null
        let child = try ChildProcess(command)
        child.feed { descriptor throws(SystemError) in
            try descriptor.write(Array(input.utf8))
            child.signal(SIGTERM)
        }
        return await child.end()
    }

    /// A server that the program runs; it ends with the last reference.
    final class Server: Sendable {
        let url: String
        private let child: ChildProcess

        fileprivate init(url: String, child: ChildProcess) {
            self.url = url
            self.child = child
        }

        deinit { child.signal(SIGTERM) }
    }

    /// Starts the program and waits until it has said its URL.
    func start(_ words: [String]) async throws -> Server {
        let child = try ChildProcess(command(words, [:]))
        let line = await onOwnThread { String(decoding: child.next() ?? [], as: UTF8.self) }
        guard let url = line.firstMatch(of: /http:\/\/[0-9.]+:[0-9]+/)?.output else { throw CocoaError(.fileReadUnknown) }
        return Server(url: String(url), child: child)
    }

    private func command(
        _ words: [String], _ environment: [String: String], shell: String? = nil, in place: String = "space"
    ) -> ChildProcess.Command {
        let enter = ["/bin/sh", "-c", #"cd "$1" && shift && "# + (shell ?? #"exec "$@""#), "sh", folder.appending(path: place).path]
        var command = ChildProcess.Command(enter + [program.path] + words)
        command.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC"].merging(environment) { $1 }
        command.output = .pipe
        return command
    }
}
