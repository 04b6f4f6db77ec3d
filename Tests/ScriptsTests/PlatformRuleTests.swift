import Foundation
import Testing

/// The rule of docs/decisions/0013-platform.md: the calls that `Platform` wraps are made there alone.
@Suite struct PlatformRuleTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// Every target but `Platform` itself and those of C alone.
    private static let targets: [String] = {
        let folder = root.appending(path: "Sources").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0 != "Platform" }.sorted()
    }()

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
        (#"(?<![\w.])strerror\("#, "SystemError"),
        (#"(?<![\w.])realpath\("#, "resolvedPath"),
    ]

    @Test func `all targets are read`() { #expect(Self.targets.count > 10) }

    @Test(arguments: targets) func `only Platform makes the calls that it wraps`(target: String) throws {
        let folder = Self.root.appending(path: "Sources/\(target)").path
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for (pattern, instead) in Self.calls {
                let isUsed = text.range(of: pattern, options: .regularExpression) != nil
                #expect(!isUsed, "Sources/\(target)/\(file): \(pattern). Use \(instead).")
            }
        }
    }
}
