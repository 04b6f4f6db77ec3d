import Foundation
import Testing

/// `scripts/package` on a program that only says what the real one says to it.
@Suite struct PackageTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    private static let program = """
        #!/bin/sh
        case $1 in
        --version) echo "apus 1.2.3" ;;
        --help) printf '  apus send   Send a request\\n' ;;
        manual) echo ".TH APUS 1" ;;
        completion) echo "# $2" ;;
        esac
        """

    /// The names in an archive of a package.
    private func names(_ words: [String]) async throws -> [String] {
        try await run(words).split(separator: "\n").map { line in
            String(line.split(separator: " ").last ?? "")
        }
    }

    private func run(_ words: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let (process, output) = (Process(), Pipe())
                        process.executableURL = URL(filePath: "/usr/bin/env")
                        process.arguments = words
                        process.standardOutput = output
                        process.standardError = FileHandle.nullDevice
                        try process.run()
                        let text = try output.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        return String(decoding: text, as: UTF8.self)
                    })
            }
        }
    }

    @Test func `packages contain the program, its data, manual pages and completion`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-package-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appending(path: "apus")
        try Data(Self.program.utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        _ = try await run([Self.root.appending(path: "scripts/package").path, program.path, folder.appending(path: "out").path])
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "out").path)
        let archive = try #require(made.first { $0.hasSuffix(".tar.gz") })
        let names = try await names(["tar", "-tzf", folder.appending(path: "out/\(archive)").path])
        let expected = [
            "bin/apus", "share/apus/schemas/request.schema.json", "share/man/man1/apus-send.1.gz", "share/zsh/site-functions/_apus",
            "share/applications/apus.desktop",
        ]
        for path in expected { #expect(names.contains { $0.hasSuffix("/" + path) }, "\(path)") }
        #expect(made.contains("apus.rb"))
        guard let package = made.first(where: { $0.hasSuffix(".deb") }) else { return }
        #expect(package.hasPrefix("apus_1.2.3_"))
        let files = try await self.names(["dpkg-deb", "-c", folder.appending(path: "out/\(package)").path])
        #expect(files.contains("./usr/bin/apus") && files.contains("./usr/share/zsh/vendor-completions/_apus"))
        #expect(try await run(["dpkg-deb", "-f", folder.appending(path: "out/\(package)").path, "Depends"]).contains("libcurl4"))
    }
}
