import Foundation
import Testing

/// The rule of docs/decisions/0013-platform.md: the calls that `Platform` wraps are made there alone.
@Suite struct PlatformRuleTests {
    /// Every target but `Platform` itself.
    private static let targets = SourceText.targets.filter { $0 != "Platform" }

    /// The calls with the reason why a second place would be wrong.
    private static let calls = [
        (#"canImport\((Glibc|Musl)\)"#, "import Platform"),
        (#"(?<![\w.])pipe2?\("#, "PipeEnds: other children inherit a pipe that is not closed on exec from the start"),
        (#"posix_spawnp?\("#, "ChildProcess: other descriptors and blocked signals would be inherited"),
        (#"(?<![\w.])(mkstemp|mkdtemp|creat)\("#, "AtomicFile, Descriptor(temporaryIn:) or makeTemporaryFolder"),
        (
            #"(?<![\w.])(?<!func )rename\([\w"]+[^:()]*, [^:]*\)"#,
            "AtomicFile or moveFile: a name is lost in a crash unless the folder is synced"
        ),
        (#"(?<![\w.])fsync\("#, "AtomicFile or Descriptor"),
        (#"\.withoutOverwriting|\.write\(to: *(URL\(|url|file|path)"#, "AtomicFile: a crash would leave half a file"),
        (#"(?<![\w.])strerror\("#, "SystemError"),
        (#"(?<![\w.])realpath\("#, "resolvedPath"),
    ]

    @Test func `all targets are read`() { #expect(Self.targets.count > 10) }

    @Test(arguments: targets) func `only Platform makes the calls that it wraps`(target: String) throws {
        for (file, text) in try SourceText.files(of: target) {
            for (pattern, instead) in Self.calls {
                let isUsed = text.range(of: pattern, options: .regularExpression) != nil
                #expect(!isUsed, "Sources/\(file): \(pattern). Use \(instead).")
            }
        }
    }
}

/// The rule of docs/decisions/0002-foundation-essentials.md: Foundation as a whole would add 40 MB of data to the program.
@Suite struct FoundationRuleTests {
    private static let allowed: Set = ["Hashing", "HTTPURLSession", "Platform", "Requests"]

    @Test func `only libraries that offer URLSession import Foundation`() throws {
        let importing = try SourceText.targets.filter { !Self.allowed.contains($0) }.flatMap { try SourceText.files(of: $0) }
            .filter {
                $0.text.range(of: #"(?m)^\s*((@_exported|public|package|internal) )*import Foundation$"#, options: .regularExpression)
                    != nil
            }
        #expect(importing.map(\.file) == [])
    }
}

/// The rule of docs/architecture.md: a task without a parent is started only where work outlives the call that starts it.
@Suite struct TaskRuleTests {
    private static let allowed: Set = [
        // Effects, and the start of the program.
        "App/Runtime/EffectRunner.swift", "App/Runtime/Workbench.swift", "apus/Apus.swift", "apus/WorkbenchCommand.swift",
        // A request in flight, and the completion forms.
        "HTTP/Loading/HTTPLoader.swift", "HTTPTesting/MockLoader.swift", "Requests/Connection.swift", "Requests/URLSession+Perform.swift",
        // Work that several callers wait for.
        "HTTP/Authentication/BasicAuth.swift", "HTTP/Authentication/OAuth/OAuthSession.swift", "App/History/HistoryEffects.swift",
        "Workspace/Secrets/SecretReader.swift", "Engine/Recording/Replay.swift",
        // Batches of writes, and an alarm that is set for others.
        "Engine/Recording/RecordQueue.swift", "HistorySQLite/SQLiteHistoryStore.swift", "HTTP/Links/Throttle.swift",
        // What was sent is stored, although its command is cancelled.
        "CLI/Sending/SendCommand.swift", "Engine/Running/Runner.swift",
        "Engine/Recording/ExchangeRecorder.swift",
    ]

    @Test func `tasks without a parent are started only where work outlives its caller`() throws {
        let pattern = #"(?<![\w.])Task(\.detached)?(\([^)]*\))? *\{"#
        let starting = try SourceText.targets.flatMap { try SourceText.files(of: $0) }
            .filter { $0.text.range(of: pattern, options: .regularExpression) != nil }
        #expect(Set(starting.map(\.file)) == Self.allowed)
    }
}

/// The rule of CONTRIBUTING.md: one spelling for each header.
@Suite struct HeaderRuleTests {
    @Test func `names of headers are texts`() throws {
        let pattern = #"(?m)^(?!\s*///).*[hH]eaders\??\[\.[a-z]"#
        let others = try SourceText.targets.flatMap { try SourceText.files(of: $0) }
            .filter { $0.text.range(of: pattern, options: .regularExpression) != nil }
        #expect(others.map(\.file) == [])
    }
}

/// The Swift files of the targets.
private enum SourceText {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL.path

    static let targets: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

    /// The files of a target by their paths in `Sources`.
    static func files(of target: String) throws -> [(file: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(target)").filter { $0.hasSuffix(".swift") }.map {
            ("\(target)/\($0)", try String(contentsOfFile: "\(folder)/\(target)/\($0)", encoding: .utf8))
        }
    }
}
