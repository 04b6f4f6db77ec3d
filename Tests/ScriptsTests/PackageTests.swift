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
            "share/applications/apus.desktop", "share/doc/apus/SECURITY.md", "share/doc/apus/CONTRIBUTING.md",
        ]
        for path in expected { #expect(names.contains { $0.hasSuffix("/" + path) }, "\(path)") }
        let schemas = "share/doc/apus/schemas/request.schema.json"
        _ = try await run(["tar", "-xzf", folder.appending(path: "out/\(archive)").path, "-C", folder.path])
        let unpacked = folder.appending(path: archive.dropLast(".tar.gz".count))
        #expect(FileManager.default.fileExists(atPath: unpacked.appending(path: schemas).path), "the pages link to it")
        #expect(made.contains("apus.rb"))
        guard let package = made.first(where: { $0.hasSuffix(".deb") }) else { return }
        #expect(package.hasPrefix("apus_1.2.3_"))
        let files = try await self.names(["dpkg-deb", "-c", folder.appending(path: "out/\(package)").path])
        #expect(files.contains("./usr/bin/apus") && files.contains("./usr/share/zsh/vendor-completions/_apus"))
        let fields = try await run(["dpkg-deb", "-f", folder.appending(path: "out/\(package)").path, "Depends", "Recommends"])
        let lines = fields.split(separator: "\n")
        for library in try Self.libraries() {
            let (name, isNeeded) = try #require(Self.packages[library], "\(library) has no package here")
            #expect(lines.contains { $0.hasPrefix(isNeeded ? "Depends:" : "Recommends:") && $0.contains(name) }, "\(library)")
        }
    }

    /// Runs `scripts/try-package` where only `dirname` is on PATH; returns its messages and its exit code.
    private func tryPackage(_ path: String) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-path-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.appending(path: "dirname").path, withDestinationPath: "/usr/bin/dirname")
        let script = Self.root.appending(path: "scripts/try-package").path
        return try await run(["env", "PATH=\(folder.path)", "/bin/sh", "-c", "'\(script)' '\(path)' 2>&1; echo $?"])
    }

    @Test func `trying a package says why it is skipped, and fails without a package`() async throws {
        #expect(try await tryPackage("/nowhere/apus.deb").hasSuffix("run 'make package' first\n1\n"))
        let skipped = try await tryPackage(#filePath)
        #expect(skipped.hasPrefix("try-package: skipped, ") && skipped.hasSuffix("\n0\n"))
    }

    /// The packages of the libraries that the program opens, and whether it is of little use without them.
    private static let packages: [String: (name: String, isNeeded: Bool)] = [
        "libcurl.so.4": ("libcurl4", true), "libcurl-gnutls.so.4": ("libcurl4", true), "libsqlite3.so.0": ("libsqlite3-0", true),
        "libz.so.1": ("zlib1g", true), "libbrotlidec.so.1": ("libbrotli1", true), "libbrotlienc.so.1": ("libbrotli1", true),
        "libzstd.so.1": ("libzstd1", true), "libjq.so.1": ("libjq1", false), "libxml2.so.2": ("libxml2", false),
        "libxml2.so.16": ("libxml2-16", false), "libpcre2-8.so.0": ("libpcre2-8-0", false), "libgd.so.3": ("libgd3", false),
        "libpsl.so.5": ("libpsl5", false), "libmicrohttpd.so.12": ("libmicrohttpd12", false),
    ]

    /// The libraries of Linux that sources name.
    private static func libraries() throws -> Set<String> {
        let sources = root.appending(path: "Sources")
        var found: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /"(lib[a-z0-9-]+\.so\.[0-9]+)"/) { found.insert(String(match.output.1)) }
        }
        return found
    }
}
