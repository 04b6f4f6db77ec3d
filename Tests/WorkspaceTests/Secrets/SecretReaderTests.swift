import Foundation
import JSON
import Testing
import Workspace

/// Secrets from their sources.
struct SecretReaderTests {
    private static func read(_ source: SecretSource, process: [String: String] = [:], file: String? = nil) async -> SecretReader.Result {
        await SecretReader(process: process, environmentFile: file).read([SecretEntry("s", source)])
    }

    @Test func readsTheProcessEnvironment() async {
        #expect(await Self.read(.environment("T"), process: ["T": "x"]).values == ["s": "x"])
        let failures = await Self.read(.environment("T")).failures
        #expect(failures == ["s": SecretError("comes from T, which is not set in the process environment")])
    }

    @Test(arguments: [
        (["printf", "a b"], "a b"), (["echo", "two words"], "two words"), (["printf", "x\\r\\n"], "x"),
        (["sh", "-c", "printf %s \"$VALUE\""], "from outside"),
    ])
    func readsTheOutputOfACommand(command: [String], value: String) async {
        let process = ["VALUE": "from outside", "PATH": "/usr/bin:/bin"]
        #expect(await Self.read(.command(command), process: process).values == ["s": value])
    }

    @Test(arguments: [
        (["sh", "-c", "echo locked >&2; exit 3"], "comes from sh, which failed with status 3: locked"),
        (["no-such-program-here"], "comes from no-such-program-here, which is not installed"),
        (["true"], "comes from true, which printed nothing"),
        (["sh", "-c", "head -c 100000 /dev/zero"], "comes from sh, which printed more than 64 KB"),
        (["printf", "\\377"], "comes from printf, whose output is not UTF-8"),
    ])
    func saysWhyACommandGivesNone(command: [String], failure: String) async {
        #expect(await Self.read(.command(command)).failures == ["s": SecretError(failure)])
    }

    @Test(.timeLimit(.minutes(5))) func endsACommandThatIsCancelled() async {
        let task = Task { await Self.read(.command(["sleep", "1000"])) }
        task.cancel()
        #expect(await task.value.failures == ["s": SecretError("comes from sleep, which was cancelled")])
    }

    /// A child of the shell keeps its outputs open; the read would wait for it.
    @Test(.timeLimit(.minutes(5))) func endsTheProcessesOfACancelledCommand() async {
        let (lines, begun) = AsyncStream<Void>.makeStream()
        let reader = SecretReader(process: ["PATH": "/usr/bin:/bin"], environmentFile: nil) { _ in begun.yield() }
        let task = Task { await reader.read([SecretEntry("s", .command(["sh", "-c", "sleep 1000; echo x"]))]) }
        for await _ in lines { break }
        task.cancel()
        #expect(await task.value.failures == ["s": SecretError("comes from sh, which was cancelled")])
    }

    /// Others renamed the environment; the values of this machine are beside the old name.
    @Test func `a missing value is found beside an environment that is gone`() async throws {
        let folder = "collections/c/environments"
        let workspace = try TemporaryWorkspace(["\(folder)/new.json": #"{"name": "new"}"#, "\(folder)/other.json": #"{"name": "other"}"#])
        for name in ["old", "other"] { try workspace.store.setSecret("s", to: "hunter2", ofEnvironmentAt: "\(folder)/\(name).json") }
        let file = workspace.url.appending(path: "\(folder)/new.json").path
        func failure(_ name: String) async throws -> SecretError {
            let reader = SecretReader(process: [:], environmentFile: file, workspace: workspace.url.path)
            return try #require(await reader.read([SecretEntry(name, .file)]).failures[name])
        }
        let found = try await failure("s")
        #expect(found.message.contains("new.secrets.json") && found.remedy?.otherFile?.hasSuffix("/old.secrets.json") == true, "\(found)")
        #expect("\(found)".contains("old.secrets.json") && !"\(found)".contains("hunter2"))
        let missing = try await failure("t")
        #expect(missing.message.contains("new.secrets.json") && missing.remedy != nil && missing.remedy?.otherFile == nil, "\(missing)")
    }

    /// A child of the shell keeps its outputs open.
    @Test(.timeLimit(.minutes(5))) func endsACommandThatHangs() async {
        let reader = SecretReader(process: ["PATH": "/usr/bin:/bin"], environmentFile: nil, timeLimit: .milliseconds(1500))
        let entries = [SecretEntry("s", .command(["sh", "-c", "sleep 1000; echo x"])), SecretEntry("t", .command(["printf", "x"]))]
        let result = await reader.read(entries)
        #expect(result.failures == ["s": SecretError("comes from sh, which did not end within 1 seconds")] && result.values == ["t": "x"])
    }

    @Test(arguments: [
        (SecretSource.command(["printf", "x"]), "printf"), (.secretService(attributes: [Row("no", "such")]), "the keyring"),
        (.environment("T"), ""), (.prompt, ""), (.file, ""),
    ])
    func tellsOfTheProgramsThatItAsks(source: SecretSource, program: String) async {
        let (names, asked) = AsyncStream<String>.makeStream()
        let reader = SecretReader(process: ["T": "x"], environmentFile: nil) { asked.yield($0.source.program ?? "nothing") }
        _ = await reader.read([SecretEntry("s", source)])
        asked.finish()
        var programs: [String] = []
        for await name in names { programs.append(name) }
        #expect(programs == (program.isEmpty ? [] : [program]))
    }

    @Test func asksASourceOnceWithAMemory() async throws {
        let workspace = try TemporaryWorkspace([:])
        let log = workspace.url.appending(path: "log")
        let entry = SecretEntry("s", .command(["sh", "-c", "echo asked >> '\(log.path)'; echo value"]))
        let memory = SecretMemory()
        let values = await withTaskGroup(of: [String: String].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let reader = SecretReader(process: ["PATH": "/usr/bin:/bin"], environmentFile: nil, memory: memory)
                    return await reader.read([entry]).values
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: ["s": "value"], count: 8))
        #expect(try String(contentsOf: log, encoding: .utf8) == "asked\n")
    }

    @Test func doesNotAskThePersonItself() async {
        #expect(await Self.read(.prompt) == SecretReader.Result())
    }

    @Test func saysHowALocalSecretWithoutAValueGetsOne() async throws {
        let path = "collections/c/environments/e.json"
        let workspace = try TemporaryWorkspace([path: "{}"])
        let environmentFile = workspace.url.appending(path: path).path
        #expect(await Self.read(.file, file: environmentFile).failures["s"]?.remedy != nil)
        try workspace.store.setSecret("other", to: "x", ofEnvironmentAt: path)
        #expect(await Self.read(.file, file: environmentFile).failures["s"]?.remedy != nil)
    }

    @Test func `secrets that several programs store at the same time are all kept`() async throws {
        let path = "collections/c/environments/e.json"
        let workspace = try TemporaryWorkspace([path: "{}"])
        let root = workspace.url.path
        let names = (0..<24).map { "s\($0)" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names { group.addTask { try WorkspaceStore(opening: root).setSecret(name, to: "x", ofEnvironmentAt: path) } }
            try await group.waitForAll()
        }
        let file = try JSONValue(parsing: workspace.text("collections/c/environments/e.secrets.json") ?? "")
        #expect(names.allSatisfy { file[$0] != nil })
    }

    /// A shared file alone would leave with the branch that has it, or not count in a submodule.
    @Test(arguments: ["collections/c/environments/e.json", "collections/c/collection.json", "environments/e.json"])
    func `a file with secrets has a file beside it that keeps both out of git`(path: String) throws {
        let workspace = try TemporaryWorkspace(["collections/.gitignore": "*.secrets.json\n", path: "{}"])
        let ignoring = path.split(separator: "/").dropLast().joined(separator: "/") + "/.gitignore"
        let both = "/.gitignore\n*.secrets.json\n"
        try workspace.store.setSecret("s", to: "hunter2", ofEnvironmentAt: path)
        #expect(workspace.text(ignoring) == both)
        // That of an earlier build is made private, unless git has it.
        try workspace.write("*.secrets.json\n", to: ignoring)
        try workspace.store.setSecret("s", to: "hunter3", ofEnvironmentAt: path)
        #expect(workspace.text(ignoring) == both)
        try workspace.write("*.secrets.json\n", to: ignoring)
        try workspace.write("DIRC\u{0}\(UnicodeScalar(UInt8(ignoring.utf8.count)))\(ignoring)\u{0}", to: ".git/index")
        try workspace.store.setSecret("s", to: "hunter4", ofEnvironmentAt: path)
        #expect(workspace.text(ignoring) == "*.secrets.json\n")
        // That of the user gets a line if nothing ignores the file.
        try workspace.write("mine\n", to: ignoring)
        try workspace.store.setSecret("s", to: "hunter5", ofEnvironmentAt: path)
        #expect(workspace.text(ignoring) == (path.hasPrefix("environments") ? "mine\n*.secrets.json\n" : "mine\n"))
    }

    @Test func `a file with secrets that a line includes again is excluded again`() throws {
        let path = "collections/c/environments/prod.json"
        let ignoring = "collections/c/environments/.gitignore"
        for lines in ["*.secrets.json\n!prod.secrets.json", "/.gitignore\n*.secrets.json\n!p*\n"] {
            let workspace = try TemporaryWorkspace([path: "{}", ignoring: lines])
            try workspace.store.setSecret("s", to: "hunter2", ofEnvironmentAt: path)
            #expect(workspace.text(ignoring)?.hasPrefix(lines) == true && workspace.text(ignoring)?.hasSuffix("\n*.secrets.json\n") == true)
            let written = workspace.text(ignoring)
            try workspace.store.setSecret("s", to: "hunter3", ofEnvironmentAt: path)
            #expect(workspace.text(ignoring) == written, "it is added once")
        }
        // Others may be shared.
        let other = try TemporaryWorkspace([path: "{}", ignoring: "*.secrets.json\n!other.secrets.json\n"])
        try other.store.setSecret("s", to: "hunter2", ofEnvironmentAt: path)
        #expect(other.text(ignoring) == "*.secrets.json\n!other.secrets.json\n")
    }

    @Test(arguments: ["environments", "collections/c/environments"])
    func `a renamed environment file takes over its secrets when they are surely its own`(folder: String) throws {
        let environment = #"{"name": "Local", "secrets": [{"name": "token", "from": "file"}]}"#
        let path = "\(folder)/renamed.json"
        func workspace(_ files: [String: String] = [:]) throws -> TemporaryWorkspace {
            let workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}", "\(folder)/local.json": environment])
            try workspace.store.setSecret("token", to: "hunter2", ofEnvironmentAt: "\(folder)/local.json")
            try FileManager.default.moveItem(
                at: workspace.url.appending(path: "\(folder)/local.json"), to: workspace.url.appending(path: path))
            for (name, text) in files { try workspace.write(text, to: "\(folder)/\(name)") }
            return workspace
        }
        let renamed = try workspace()
        #expect(renamed.store.secretsBeforeRename(ofEnvironmentAt: path) == "\(folder)/local.secrets.json")
        #expect(try renamed.store.takeOverSecrets(ofEnvironmentAt: path) == ["token"])
        #expect(renamed.text("\(folder)/renamed.secrets.json")?.contains("hunter2") == true)
        #expect(renamed.text("\(folder)/local.secrets.json") == nil)
        #expect(throws: WorkspaceError.self) { try renamed.store.takeOverSecrets(ofEnvironmentAt: path) }
        // Another name, another environment in the old place, two of the name, own values, no secret of the file.
        for files in [
            ["renamed.json": environment.replacing("Local", with: "Other")], ["local.json": environment], ["second.json": environment],
            ["renamed.secrets.json": "{}"], ["renamed.json": environment.replacing("token", with: "other")],
        ] {
            let unsure = try workspace(files)
            #expect(unsure.store.secretsBeforeRename(ofEnvironmentAt: path) == nil, "\(files)")
            #expect(throws: WorkspaceError.self) { try unsure.store.takeOverSecrets(ofEnvironmentAt: path) }
            #expect(unsure.text("\(folder)/local.secrets.json")?.contains("hunter2") == true)
        }
    }

    @Test func keepsLocalSecretsForThisUserOnly() async throws {
        let path = "collections/c/environments/e.json"
        let workspace = try TemporaryWorkspace([path: "{}"])
        try workspace.store.setSecret("s", to: "hunter2", ofEnvironmentAt: path)
        let file = workspace.url.appending(path: "collections/c/environments/e.secrets.json").path
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        #expect(workspace.text("collections/.gitignore") == "*.secrets.json\n")
        let environmentFile = workspace.url.appending(path: path).path
        #expect(await Self.read(.file, file: environmentFile).values == ["s": "hunter2"])

        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(
            await Self.read(.file, file: environmentFile).failures["s"]?.message.hasSuffix("which others can read: run chmod 600 on it")
                == true)
    }
}
