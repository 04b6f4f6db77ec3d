import Engine
import Foundation
import HTTP
import Synchronization
import TestFixtures
import Testing
import Workspace

@testable import App

/// Credentials that a save keeps on this machine.
@Suite struct KeptCredentialTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    private static let environment = "collections/c/environments/local.json"
    private static let draft = RequestDraft(name: "A", url: "http://h/{{token}}", headers: [Row("X-T", "{{token}}")])

    private func write(_ text: String, to path: String) throws { try temporary.write(text, to: path) }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) }

    private func run(_ effect: WorkspaceEffect, in workspace: any WorkspaceAccess) async -> [WorkspaceMessage] {
        // Guards the messages; effects post from any thread.
        let messages = Mutex<[WorkspaceMessage]>([])
        await WorkspaceEffects(workspace: workspace) { message in messages.withLock { $0.append(message) } }.run(effect)
        return messages.withLock(\.self)
    }

    @Test(arguments: [Self.environment, nil])
    func `the value is stored in a private file and used for sending`(environment: String?) async throws {
        try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
        try write(#"{ "name": "local", "variables": [{ "name": "a", "value": "1" }] }"#, to: Self.environment)
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        let create = WorkspaceEffect.createRequest(folder: "collections/c", draft: Self.draft, of: 1)
        let messages = await run(.storeSecrets(["token": "s3cr3t"], environmentPath: environment, then: create), in: workspace)
        guard case .saved(1, let path, Self.draft, false)? = messages.last else { return #expect(Bool(false), "\(messages)") }
        #expect(messages.first == .settings(.secretsStored(names: ["token"], environment: environment ?? "collections/c")))
        let file = environment == nil ? "collections/c/collection.secrets.json" : "collections/c/environments/local.secrets.json"
        #expect(try text(file).contains("s3cr3t"))
        #expect(try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")[.posixPermissions] as? Int == 0o600)
        #expect(try text("collections/.gitignore").contains("*.secrets.json"))
        for shared in [path, Self.environment, "collections/c/collection.json"] { #expect(try !text(shared).contains("s3cr3t")) }
        #expect(try text(Self.environment).contains(#""token""#) == (environment != nil))
        let job = SendJob(draft: Self.draft, path: path, environmentPath: environment)
        let resolved = try await workspace.resolve(job) { _ in }
        #expect(resolved.request.headers["X-T"] == "s3cr3t")
        #expect(!resolved.mask.masked(resolved.request.url).contains("s3cr3t"))
        let known = try await workspace.variables(environmentPath: environment, requestPath: path).first { $0.name == "token" }
        #expect(known?.isStored == true)
        #expect(known?.value == nil && known?.origin == (environment == nil ? "secret of collection c" : "secret of environment local"))
    }

    /// The effects of both answers to the question that saving settings asks.
    private func asked(_ effect: WorkspaceEffect, in workspace: any WorkspaceAccess) async -> (
        places: [SeparatedCredentials.Place], keep: WorkspaceEffect, write: WorkspaceEffect
    )? {
        let messages = await run(effect, in: workspace)
        for case .settings(.credentialsTyped(_, let places, let keep, let write)) in messages { return (places, keep, write) }
        Issue.record("\(messages)")
        return nil
    }

    @Test func `settings of a collection are saved with a credential only if the user agrees`() async throws {
        try write(#"{ "name": "c", "variables": [{"name": "password", "value": "demo"}] }"#, to: "collections/c/collection.json")
        try write(#"{ "name": "local", "secrets": [{"name": "token2", "from": "prompt"}] }"#, to: Self.environment)
        let workspace: any WorkspaceAccess = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        try await workspace.storeSecrets(["token": "other"], for: "collections/c")
        var draft = try await workspace.folder(at: "collections/c")
        draft.auth = AuthDraft(.bearer, fields: ["token": "s3cr3t"])
        draft.variables += [Row("apiKey", "k3y"), Row("page", "1")]
        let asked = try #require(await asked(.settings(.saveFolder(path: "collections/c", draft)), in: workspace))
        #expect(asked.places.map(\.text) == ["variable “apiKey”: {{apiKey}}", "Authentication, “Token”: {{token3}}"])
        #expect(try !text("collections/c/collection.json").contains("s3cr3t"), "nothing is written yet")
        #expect(await run(asked.keep, in: workspace).last == .settings(.folderSaved(path: "collections/c")))
        let saved = try await workspace.folder(at: "collections/c")
        #expect(saved.auth["token"] == "{{token3}}" && saved.variables == [Row("password", "demo"), Row("page", "1")], "old ones stay")
        let secrets = try text("collections/c/collection.secrets.json")
        for value in ["other", "s3cr3t", "k3y"] { #expect(secrets.contains(value)) }
        #expect(await run(asked.write, in: workspace).last == .settings(.folderSaved(path: "collections/c")))
        #expect(try text("collections/c/collection.json").contains("s3cr3t"))
        draft.docs = "Docs"
        let again = await run(.settings(.saveFolder(path: "collections/c", draft)), in: workspace)
        #expect(again.last == .settings(.folderSaved(path: "collections/c")), "the file contains the credentials already")
    }

    @Test func `variables of the workspace are written to its file, and never over another program's change`() async throws {
        try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
        let workspace: any WorkspaceAccess = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        #expect(try await workspace.folder(at: "") == FolderDraft())
        let draft = FolderDraft(variables: [Row("page", "1")])
        #expect(await run(.settings(.saveFolder(path: "", draft)), in: workspace).last == .settings(.folderSaved(path: "")))
        #expect(try text("workspace.json").contains(#""page""#))
        let known = try await workspace.variables(environmentPath: nil, requestPath: "collections/c/a.request.json")
        #expect(known.first { $0.name == "page" }?.place == .workspace)
        var secret = draft
        secret.variables.append(Row("apiKey", "k3y"))
        let asked = try #require(await asked(.settings(.saveFolder(path: "", secret)), in: workspace))
        #expect(try !text("workspace.json").contains("k3y"), "nothing is written yet")
        #expect(await run(asked.write, in: workspace).last == .settings(.folderSaved(path: "")))
        #expect(try text("workspace.json").contains("k3y"))
        try write(#"{ "variables": [{ "name": "page", "value": "2" }], "x-other": 1 }"#, to: "workspace.json")
        secret.docs = "Docs"
        let theirs = FolderDraft(variables: [Row("page", "2")])
        #expect(await run(.settings(.saveFolder(path: "", secret)), in: workspace) == [.settings(.folderRead(path: "", theirs, []))])
        let next = FolderDraft(variables: [Row("page", "3")])
        #expect(await run(.settings(.saveFolder(path: "", next)), in: workspace).last == .settings(.folderSaved(path: "")))
        #expect(try text("workspace.json").contains(#""x-other": 1"#), "what is unknown stays")
        try FileManager.default.removeItem(atPath: "\(folder)/workspace.json")
        #expect(try await workspace.variables(environmentPath: nil, requestPath: nil).isEmpty)
    }

    @Test func `credentials in the settings of an inner folder become secrets of its collection`() async throws {
        try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
        try write(#"{ "name": "f" }"#, to: "collections/c/f/folder.json")
        let workspace: any WorkspaceAccess = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        var draft = try await workspace.folder(at: "collections/c/f")
        draft.headers = [Row("X-Api-Key", "k3y")]
        let asked = try #require(await asked(.settings(.saveFolder(path: "collections/c/f", draft)), in: workspace))
        _ = await run(asked.keep, in: workspace)
        #expect(try await workspace.folder(at: "collections/c/f").headers == [Row("X-Api-Key", "{{apiKey}}")])
        #expect(try text("collections/c/collection.secrets.json").contains("k3y"))
    }

    @Test func `variables of an environment that are credentials become its secrets if the user agrees`() async throws {
        try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
        try write(#"{ "name": "local" }"#, to: Self.environment)
        let workspace: any WorkspaceAccess = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        var draft = try await workspace.environment(at: Self.environment)
        draft.variables = [Row("password", "hunter2"), Row("page", "1")]
        draft.secrets = [SecretEntry("key", .file)]
        let save = WorkspaceEffect.settings(.saveEnvironment(path: Self.environment, draft, oldName: "local", secrets: ["key": "k3y"]))
        let asked = try #require(await asked(save, in: workspace))
        #expect(asked.places.map(\.variable) == ["password"])
        #expect(await run(asked.keep, in: workspace).last == .settings(.environmentSaved(path: Self.environment)))
        let saved = try await workspace.environment(at: Self.environment)
        #expect(saved.variables == [Row("page", "1")])
        #expect(saved.secrets == [SecretEntry("key", .file), SecretEntry("password", .file)])
        #expect(try text("collections/c/environments/local.secrets.json").contains("hunter2"))
        #expect(await run(asked.write, in: workspace).last == .settings(.environmentSaved(path: Self.environment)))
        #expect(try text(Self.environment).contains("hunter2"))
    }

    @Test func `settings whose file another program changed are read again, and can then be saved`() async throws {
        try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
        try write(#"{ "name": "local" }"#, to: Self.environment)
        let workspace: any WorkspaceAccess = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        var draft = try await workspace.environment(at: Self.environment)
        try write(#"{ "name": "local", "variables": [{ "name": "theirs", "value": "1" }] }"#, to: Self.environment)
        draft.secrets = [SecretEntry("key", .file)]
        let save = { WorkspaceEffect.settings(.saveEnvironment(path: Self.environment, $0, oldName: "local", secrets: ["key": "k3y"])) }
        guard case .settings(.environmentRead(Self.environment, var theirs, _))? = await run(save(draft), in: workspace).last else {
            throw CancellationError()
        }
        #expect(theirs.variables.map(\.name) == ["theirs"])
        theirs.secrets = draft.secrets
        #expect(await run(save(theirs), in: workspace).last == .settings(.environmentSaved(path: Self.environment)))
        #expect(try text(Self.environment).contains("theirs"))
    }

    @Test func `if the secret of a folder cannot be stored, its window reports it`() async throws {
        try write("{", to: "collections/c/collection.secrets.json")
        try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
        let messages = await run(
            .settings(.saveFolder(path: "collections/c", FolderDraft(name: "c"), keeping: ["token": "x"], asks: false)),
            in: FileWorkspace(folder: folder, environment: [:], trust: .everything))
        guard case .changeFailed? = messages.last else { return #expect(Bool(false), "\(messages)") }
    }

    @Test func `a move to another collection names the variables and secrets left behind`() async throws {
        for name in ["c", "d"] { try write(#"{ "name": "\#(name)" }"#, to: "collections/\(name)/collection.json") }
        try write(
            #"""
            {"name": "local", "variables": [{"name": "a", "value": "1"}, {"name": "b", "value": "1"}],
             "secrets": [{"name": "token", "from": "file"}]}
            """#,
            to: Self.environment)
        try write(#"{ "name": "local", "variables": [{ "name": "b", "value": "2" }] }"#, to: "collections/d/environments/local.json")
        try write(#"{ "name": "A", "url": "{{a}}/{{b}}/{{token}}/{{never}}" }"#, to: "collections/c/f/a.request.json")
        let workspace = FileWorkspace(folder: folder, environment: [:], trust: .everything)
        func lost(_ path: String, to target: String) async -> [String]? {
            let messages = await run(.change(.move(path: path, folder: target, before: nil), .new), in: workspace)
            for case .changed(.moved(_, _, _, let lost), _) in messages { return lost }
            Issue.record("\(messages)")
            return nil
        }
        #expect(await lost("collections/c/f/a.request.json", to: "collections/c") == [])
        #expect(await lost("collections/c/a.request.json", to: "collections/c/f") == [])
        #expect(await lost("collections/c/f", to: "collections/d") == ["a", "token"])
        #expect(await lost("collections/d/f/a.request.json", to: "collections/c") == [])
    }

    @Test func `the first request of a workspace stores its secret in the new collection`() async throws {
        let create = WorkspaceEffect.createRequest(folder: "", draft: Self.draft, of: 1)
        let messages = await run(
            .storeSecrets(["token": "s3cr3t"], environmentPath: nil, then: create),
            in: FileWorkspace(folder: folder, environment: [:], trust: .everything))
        guard case .saved(1, let path, Self.draft, false)? = messages.last else { return #expect(Bool(false), "\(messages)") }
        #expect(path == "collections/my-requests/a.request.json")
        #expect(try text("collections/my-requests/collection.secrets.json").contains("s3cr3t"))
    }

    @Test func `if the secret cannot be stored, nothing is written`() async throws {
        try write("{", to: "collections/c/collection.secrets.json")
        try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
        let create = WorkspaceEffect.createRequest(folder: "collections/c", draft: Self.draft, of: 1)
        let messages = await run(
            .storeSecrets(["token": "x"], environmentPath: nil, then: create),
            in: FileWorkspace(folder: folder, environment: [:], trust: .everything))
        guard case .failed(_, about: .saving(nil)?)? = messages.last else { return #expect(Bool(false), "\(messages)") }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/collections/c/a.request.json"))
    }
}
