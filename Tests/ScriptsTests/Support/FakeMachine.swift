import Foundation

/// A simulated machine: package managers that record their calls, and the few real tools that a script of the project uses. Its PATH contains
/// nothing else, and it does not use the network.
final class FakeMachine: Sendable {
    /// A package manager, with the programs that belong to it.
    enum Manager: String, CaseIterable, Sendable {
        case apt, dnf, pacman, brew
    }

    /// The result of a script.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
        /// The command lines of the programs that change a system, in their order.
        let calls: [String]
    }

    private let folder: String
    private let environment: [String: String]

    /// - Parameter missing: the packages that are not installed, until a manager installs something; the package of a manager among them means
    ///   that another manager is that of the system.
    /// - Parameter swift: what `swift --version` runs, as a shell script; nil if there is no `swift`.
    init(
        _ managers: [Manager], missing: [String] = [], user: Int = 0, hasSudo: Bool = true, swift: String? = FakeMachine.swift("6.3.1"),
        environment: [String: String] = [:]
    ) throws {
        folder = NSTemporaryDirectory() + "/apus-setup-\(UUID().uuidString)"
        self.environment = environment.merging(["PATH": "\(folder)/bin", "STATE": folder]) { $1 }
        for name in ["bin", "programs"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try missing.map { "\($0)\n" }.joined().write(toFile: "\(folder)/missing", atomically: true, encoding: .utf8)
        try "".write(toFile: "\(folder)/calls", atomically: true, encoding: .utf8)
        for tool in ["cat", "env", "grep", "head", "make", "mktemp", "rm", "sed", "sh"] { try link(tool) }
        try add("id", "echo \(user)")
        if let swift { try add("swift", swift) }
        if hasSudo { try add("sudo", #"note; exec "$@""#) }
        if managers.contains(.brew) { try brew(besides: missing) }
        for manager in managers {
            for (name, script) in Self.programs(of: manager) { try add(name, script) }
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A `swift` that reports this version.
    static func swift(_ version: String) -> String { "echo 'Swift version \(version) (swift-\(version)-RELEASE)'" }

    /// Adds a program with this script, which may call `note`, which records the command line, and `here NAME`, which succeeds if a package is
    /// installed.
    func add(_ name: String, _ script: String) throws {
        let text = """
            #!/bin/sh
            note() { echo "${DEBIAN_FRONTEND:+DEBIAN_FRONTEND=$DEBIAN_FRONTEND }\(name) $arguments" >>"$STATE/calls"; }
            here() { ! grep -qxF "$1" "$STATE/missing"; }
            arguments=$*
            for last in "$@"; do :; done
            \(script)

            """
        try text.write(toFile: "\(folder)/programs/\(name)", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/programs/\(name)")
    }

    private func link(_ tool: String) throws {
        guard let path = ["/usr/bin", "/bin"].map({ "\($0)/\(tool)" }).first(where: FileManager.default.isExecutableFile) else { return }
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/bin/\(tool)", withDestinationPath: path)
    }

    private static func programs(of manager: Manager) -> [String: String] {
        let install = #"note; : >"$STATE/missing""#
        return switch manager {
        case .apt:
            ["apt-get": "case $1 in install) \(install) ;; *) note ;; esac", "dpkg-query": #"here "$last" && echo 'install ok installed'"#]
        case .dnf: ["dnf": install, "rpm": #"here "$last""#]
        // -T fails for missing packages, -Si without package lists.
        case .pacman: ["pacman": #"case $1 in -T) here "$last" ;; -Si) here lists ;; *) \#(install) ;; esac"#]
        case .brew: ["brew": #"case $1 in --prefix) echo "$STATE" ;; *) \#(install) ;; esac"#]
        }
    }

    /// Adds the folder of the packages that Homebrew has installed.
    private func brew(besides missing: [String]) throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/opt", withIntermediateDirectories: true)
        for name in Self.formulas where !missing.contains(name) {
            try "".write(toFile: "\(folder)/opt/\(name)", atomically: true, encoding: .utf8)
        }
    }

    private static let formulas = [
        "brotli", "curl", "fish", "gd", "jq", "less", "libmicrohttpd", "libvterm", "libxml2", "libyaml", "ncurses", "nettle", "nghttp2",
        "openssl",
        "pcre2", "python3", "sqlite", "vim", "zstd",
    ]

    // MARK: - Running

    /// Runs a command of the project's folder to its end.
    ///
    /// Another process copies the programs into the PATH: a file written by this process might still be open in a child that another test has
    /// started, and the system runs no file that is open for writing.
    func run(_ command: String, _ arguments: [String] = []) async throws -> Outcome {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", #"/bin/cp "$STATE"/programs/* "$STATE/bin" && exec "$0" "$@""#, command] + arguments
        process.currentDirectoryURL = URL(filePath: root)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try file("output")
        process.standardError = try file("errors")
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let calls = try text("calls").split(separator: "\n").map(String.init)
        return Outcome(status: process.terminationStatus, output: try text("output"), errors: try text("errors"), calls: calls)
    }

    private func file(_ name: String) throws -> FileHandle {
        try "".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        return try FileHandle(forWritingTo: URL(filePath: "\(folder)/\(name)"))
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
}
