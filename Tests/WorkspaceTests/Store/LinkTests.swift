import Foundation
import JSON
import Testing
import Workspace

/// Writing replaces a link and never writes to what it leads to.
@Suite struct LinkTests {
    private let workspace: TemporaryWorkspace
    private let elsewhere: TemporaryWorkspace

    init() throws {
        workspace = try TemporaryWorkspace(["collections/demo/environments/local.json": "{}"])
        elsewhere = try TemporaryWorkspace(["file.json": #"{ "name": "elsewhere" }"#])
        // As everybody may read it, so that a mode that is taken away is seen.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target)
    }

    private var target: String { elsewhere.url.appending(path: "file.json").path }

    private func link(_ path: String) throws {
        try FileManager.default.createSymbolicLink(atPath: workspace.url.appending(path: path).path, withDestinationPath: target)
    }

    private func attribute(_ key: FileAttributeKey, of path: String) throws -> Any? {
        try FileManager.default.attributesOfItem(atPath: path)[key]
    }

    private func expectUntouched(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(elsewhere.text("file.json") == #"{ "name": "elsewhere" }"#, sourceLocation: sourceLocation)
        #expect(elsewhere.files == ["file.json"], sourceLocation: sourceLocation)
        #expect(try attribute(.posixPermissions, of: target) as? Int == 0o644, sourceLocation: sourceLocation)
    }

    /// Reading follows links, since a request may be shared among workspaces. Saving replaces the link with a file.
    @Test func aRequestThatIsALinkBecomesAFileWhenItIsSaved() throws {
        let path = "collections/demo/get.request.json"
        try link(path)
        let request = try workspace.store.request(at: path)
        #expect(request.draft.name == "elsewhere")
        var draft = request.draft
        draft.name = "here"
        _ = try workspace.store.save(draft, over: request)
        try expectUntouched()
        #expect(workspace.text(path)?.contains("here") == true)
        #expect(try attribute(.type, of: workspace.url.appending(path: path).path) as? FileAttributeType == .typeRegular)
    }

    @Test func deletingALinkKeepsItsTarget() throws {
        let path = "collections/demo/get.request.json"
        try link(path)
        _ = try workspace.store.delete(path)
        try expectUntouched()
        #expect(workspace.text(path) == nil)
    }

    /// A link to a folder, and one that leads nowhere, are deleted, restored and copied as links.
    @Test func `links in a folder are kept as links`() throws {
        try link("collections/demo/get.request.json")
        try linkFolder("collections/demo/shared")
        let dangling = workspace.url.appending(path: "collections/demo/none.json").path
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: "../nowhere.json")
        func links(in folder: String) throws -> [String?] {
            try ["get.request.json", "shared", "none.json"].map { name in
                let path = workspace.url.appending(path: "\(folder)/\(name)").path
                return try FileManager.default.destinationOfSymbolicLink(atPath: path)
            }
        }
        let expected = [target, elsewhere.url.path, "../nowhere.json"]
        let copy = try workspace.store.duplicate("collections/demo")
        #expect(try links(in: copy) == expected)
        let deleted = try workspace.store.delete("collections/demo")
        try expectUntouched()
        #expect(!FileManager.default.fileExists(atPath: workspace.url.appending(path: "collections/demo").path))
        try workspace.store.restore(deleted)
        #expect(try links(in: "collections/demo") == expected)
        _ = try workspace.store.delete("collections/demo/shared")
        try expectUntouched()
    }

    @Test func secretsAreNotWrittenThroughLinks() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
        try link("collections/demo/environments/local.secrets.json")
        try link("collections/.gitignore")
        try workspace.store.setSecret("token", to: "hunter2", ofEnvironmentAt: "collections/demo/environments/local.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target)
        try expectUntouched()
        let file = workspace.url.appending(path: "collections/demo/environments/local.secrets.json").path
        #expect(workspace.text("collections/demo/environments/local.secrets.json")?.contains("hunter2") == true)
        #expect(try attribute(.type, of: file) as? FileAttributeType == .typeRegular)
        #expect(try attribute(.posixPermissions, of: file) as? Int == 0o600)
        #expect(workspace.text("collections/.gitignore")?.contains("*.secrets.json") == true)
    }

    private func linkFolder(_ path: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: workspace.url.appending(path: path).path, withDestinationPath: elsewhere.url.path)
    }

    /// The author of a workspace could otherwise read secrets from any file of this machine.
    @Test func `a file of secrets that is a link is not read`() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
        try link("collections/demo/environments/local.secrets.json")
        let file = workspace.url.appending(path: "collections/demo/environments/local.json").path
        let result = await SecretReader(process: [:], environmentFile: file).read([SecretEntry("name", .file)])
        #expect(result.values.isEmpty && result.failures["name"]?.message.contains("which is a link") == true)
    }

    @Test func `secrets in a linked folder are neither read nor written`() async throws {
        try elsewhere.write(#"{"token": "hunter2"}"#, to: "far.secrets.json")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: elsewhere.url.appending(path: "far.secrets.json").path)
        try linkFolder("collections/demo/far")
        let path = "collections/demo/far/far.json"
        let result = await SecretReader(
            process: [:], environmentFile: workspace.url.appending(path: path).path, workspace: workspace.url.path
        ).read([SecretEntry("token", .file)])
        #expect(result.values.isEmpty && result.failures["token"] != nil)
        #expect(throws: WorkspaceError.self) { try workspace.store.setSecret("token", to: "mine", ofEnvironmentAt: path) }
        #expect(elsewhere.text("far.secrets.json") == #"{"token": "hunter2"}"#)
    }

    @Test func `nothing is written, moved or removed in a linked folder`() throws {
        try elsewhere.write(#"{ "name": "there" }"#, to: "there.request.json")
        try linkFolder("collections/demo/far")
        let (store, path) = (workspace.store, "collections/demo/far/there.request.json")
        let request = try store.request(at: path)
        var draft = request.draft
        draft.name = "changed"
        #expect(throws: WorkspaceError.self) { try store.save(draft, over: request) }
        #expect(throws: WorkspaceError.self) { try store.create(draft, in: "collections/demo/far") }
        #expect(throws: WorkspaceError.self) { try store.rename(path, to: "other") }
        #expect(throws: WorkspaceError.self) { try store.delete(path) }
        #expect(elsewhere.files == ["file.json", "there.request.json"])
        #expect(elsewhere.text("there.request.json") == #"{ "name": "there" }"#)
    }

    @Test func sessionIsNotWrittenThroughALink() async throws {
        try link("s.json")
        await StateFile(folder: workspace.url.path, name: "s.json").write("session")
        try expectUntouched()
        #expect(workspace.text("s.json")?.contains("session") == true)
    }

    /// The journal's files have unpredictable names; existing files with such names are treated as those of a process that died.
    @Test(arguments: [".json", ".lock"]) func journalDoesNotFollowLinks(ending: String) async throws {
        let stem = DraftJournal.name(of: "/w") + "-x"
        try link(stem + ending)
        if ending == ".lock" { try workspace.write("{}", to: stem + ".json") }
        let journal = DraftJournal(folder: workspace.url.path, workspace: "/w")
        _ = try await journal.takeOver()
        try await journal.store([AutosavedDraft(path: nil, draft: RequestDraft(name: "edited"))])
        try expectUntouched()
    }
}
