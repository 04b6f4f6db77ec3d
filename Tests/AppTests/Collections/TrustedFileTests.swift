import Engine
import Foundation
import TestFixtures
import Testing
import Workspace

@testable import App

/// Files made by the user are allowed; files that came with the workspace need permission.
@Suite struct TrustedFileTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    private static let path = "collections/c/ask.request.json"
    private static let environment = "collections/c/environments/e.json"
    private static let command = SecretEntry("token", .command(["printf", "hunter2"]))

    private func workspace(_ files: [String: String] = [:]) throws -> any WorkspaceAccess {
        for (path, text) in files.merging(["collections/c/collection.json": #"{ "name": "C" }"#], uniquingKeysWith: { own, _ in own }) {
            try temporary.write(text, to: "space/\(path)")
        }
        let store = TrustStore(state: "\(folder)/state", workspace: "\(folder)/space")
        return FileWorkspace(
            folder: "\(folder)/space", environment: ["PATH": "/usr/bin:/bin", "WORD": "hello"], trust: WorkspaceTrust(store))
    }

    /// The words that need permission; nil if the request is resolved.
    private func asked(_ workspace: any WorkspaceAccess, _ job: SendJob) async throws -> [String]? {
        do throws(SendError) {
            _ = try await workspace.resolve(job, waiting: { _ in })
            return nil
        } catch {
            guard case .permissions(let permissions, _) = error else { throw error }
            return permissions.map(\.words)
        }
    }

    private func job(_ draft: RequestDraft, path: String? = Self.path, environment: String? = nil) -> SendJob {
        SendJob(draft: draft, path: path, environmentPath: environment)
    }

    private static let hostile = RequestDraft(name: "Ask", url: "http://h/", headers: [Row("X", "{{env:WORD}}")])
    private static let files = [path: #"{ "name": "Ask", "url": "http://h/", "headers": [{ "name": "X", "value": "{{env:WORD}}" }] }"#]

    @Test func `a file that cannot be recorded as the user's own asks, with the reason`() async throws {
        let workspace = try workspace()
        // A file in the place of the folder of grantedPermissions.
        try FileManager.default.createDirectory(atPath: "\(folder)/state", withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(folder)/state/trust"))
        let path = try await workspace.create(Self.hostile, in: "collections/c")
        let job = job(try await workspace.request(at: path), path: path)
        let refusal = await #expect(throws: SendError.self) { try await workspace.resolve(job) { _ in } }
        guard case .permissions(let missing, let problem)? = refusal else { return #expect(Bool(false), "nothing is asked about") }
        #expect(missing.map(\.words) == ["WORD"])
        #expect(problem?.isEmpty == false)
        #expect(try await asked(workspace, job.permitting(missing, forGood: false)) == nil)
    }

    @Test func `the content of a file needs permission until it is allowed`() async throws {
        let workspace = try workspace(Self.files)
        let job = job(try await workspace.request(at: Self.path))
        #expect(try await asked(workspace, job) == ["WORD"])
        guard
            case .permissions(let missing, nil)? = await #expect(
                throws: SendError.self, performing: { try await workspace.resolve(job) { _ in } })
        else { return #expect(Bool(false), "nothing is asked about") }
        #expect(try await asked(workspace, job.permitting(missing, forGood: false)) == nil)
        #expect(try await asked(workspace, job) == ["WORD"])
        #expect(try await asked(workspace, job.permitting(missing, forGood: true)) == nil)
        #expect(try await asked(workspace, job) == nil)
        let permission = try #require(await workspace.grantedPermissions().first)
        try await workspace.revoke(permission)
        #expect(try await asked(workspace, job) == ["WORD"])
    }

    @Test func `text typed by the user needs no permission, before and after saving`() async throws {
        let workspace = try workspace([Self.path: #"{ "name": "Ask", "url": "http://h/" }"#])
        var draft = try await workspace.request(at: Self.path)
        draft.headers = [Row("X", "{{env:WORD}}")]
        #expect(try await asked(workspace, job(draft)) == nil)
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false) != nil)
        #expect(try await asked(workspace, job(draft)) == nil)
        // For the server that it was sent to first.
        var moved = draft
        moved.url = "http://other/"
        #expect(try await workspace.save(moved, at: Self.path, overwrites: false) != nil)
        #expect(try await asked(workspace, job(moved)) == ["WORD"])
    }

    @Test func `changes to a hostile file do not allow the rest`() async throws {
        let workspace = try workspace(Self.files)
        var draft = try await workspace.request(at: Self.path)
        draft.options.proxy = "http://p:1"
        #expect(try await asked(workspace, job(draft)) == ["WORD"])
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false) != nil)
        #expect(try await asked(workspace, job(draft)) == ["WORD"])
    }

    @Test func `a copy of a hostile request is not the user's own`() async throws {
        let workspace = try workspace(Self.files)
        let draft = try await workspace.request(at: Self.path)
        let copy = try await workspace.create(draft, in: "collections/c")
        #expect(try await asked(workspace, job(draft, path: copy)) == ["WORD"])
        #expect(try await asked(workspace, job(draft, path: try await workspace.duplicate(Self.path))) == ["WORD"])
        #expect(try await asked(workspace, job(draft, path: nil)) == ["WORD"])
    }

    /// Unsaved edits are restored at the next start, when the file may have changed.
    @Test(arguments: [nil, #"{ "name": "Ask", "url": "http://h/" }"#])
    func `the content of a file stays foreign when the file is removed or changed`(later: String?) async throws {
        let first = try workspace(Self.files)
        var draft = try await first.request(at: Self.path)
        draft.method = "POST"
        let file = "\(folder)/space/\(Self.path)"
        if let later {
            try later.write(toFile: file, atomically: true, encoding: .utf8)
        } else {
            try FileManager.default.removeItem(atPath: file)
        }
        let second = FileWorkspace(
            folder: "\(folder)/space", environment: ["WORD": "hello"],
            trust: WorkspaceTrust(TrustStore(state: "\(folder)/state", workspace: "\(folder)/space")))
        for workspace in [first, second] {
            _ = try? await workspace.request(at: Self.path)
            #expect(try await asked(workspace, job(draft)) == ["WORD"])
            #expect(try await asked(workspace, job(draft, path: nil)) == ["WORD"])
        }
        #expect(try await second.save(draft, at: Self.path, overwrites: true) != nil)
        #expect(try await asked(second, job(draft)) == ["WORD"])
    }

    @Test func `a foreign draft is not the user's own, before and after saving`() async throws {
        let workspace = try workspace()
        await workspace.noteForeign(Self.hostile)
        #expect(try await asked(workspace, job(Self.hostile, path: nil)) == ["WORD"])
        let path = try await workspace.create(Self.hostile, in: "collections/c")
        #expect(try await asked(workspace, job(Self.hostile, path: path)) == ["WORD"])
    }

    /// A permission for another server, or a file that came with the workspace, takes nothing away from the user's own words.
    @Test(arguments: [nil, path] as [String?]) func `the words of a command are the user's own`(path: String?) async throws {
        let file = #"{ "name": "Ask", "url": "http://h/", "options": { "tls": { "authorities": "/ca.pem" } } }"#
        let workspace = try workspace([Self.path: file])
        let draft = try await workspace.request(at: Self.path)
        var job = job(draft, path: path)
        #expect(try await asked(workspace, job) == ["/ca.pem"])
        job.ownWords = draft
        #expect(try await asked(workspace, job) == nil)
        job.isTyped = false
        #expect(try await asked(workspace, job) == nil)
        job.ownWords = nil
        #expect(try await asked(workspace, job) == ["/ca.pem"])
    }

    @Test func `a draft of the history is not typed here`() async throws {
        let workspace = try workspace([Self.path: #"{ "name": "Ask", "url": "http://h/" }"#])
        var job = job(Self.hostile)
        job.isTyped = false
        #expect(try await asked(workspace, job) == ["WORD"])
    }

    @Test func `a request whose file was removed before it was read is not the user's own`() async throws {
        let workspace = try workspace()
        #expect(try await asked(workspace, job(Self.hostile)) == ["WORD"])
    }

    @Test func `an environment made by the user runs its command, a pulled one does not`() async throws {
        let workspace = try workspace([Self.path: #"{ "name": "Ask" }"#])
        let draft = RequestDraft(name: "Ask", url: "http://h/{{token}}")
        let path = try await workspace.create(EnvironmentDraft(name: "e", secrets: [Self.command]), in: "collections/c")
        #expect(try await asked(workspace, job(draft, environment: path)) == nil)
        let theirs = EnvironmentDraft(name: "e", secrets: [SecretEntry("token", .command(["printf", "other"]))])
        try #"{ "name": "e", "secrets": [{ "name": "token", "from": "command", "command": ["printf", "other"] }] }"#
            .write(toFile: "\(folder)/space/\(path)", atomically: true, encoding: .utf8)
        #expect(try await asked(workspace, job(draft, environment: path)) == ["printf other"])
        // Changing something else of it does not allow the rest.
        var changed = try await workspace.environment(at: path)
        #expect(changed.secrets == theirs.secrets)
        changed.variables = [Row("a", "b")]
        try await workspace.save(changed, at: path)
        #expect(try await asked(workspace, job(draft, environment: path)) == ["printf other"])
    }

    @Test func `a renamed file keeps the permissions for its typed text`() async throws {
        let workspace = try workspace([Self.path: #"{ "name": "Ask" }"#])
        let path = try await workspace.create(EnvironmentDraft(name: "e", secrets: [Self.command]), in: "collections/c")
        let renamed = try await workspace.rename(path, to: "other")
        #expect(try await asked(workspace, job(RequestDraft(url: "http://h/{{token}}"), environment: renamed)) == nil)
    }

    @Test func `viewing a request does not ask and reads no secret`() async throws {
        let environment = #"{ "name": "e", "secrets": [{ "name": "token", "from": "command", "command": ["touch", "\#(folder)/ran"] }] }"#
        let workspace = try workspace(Self.files.merging([Self.environment: environment]) { own, _ in own })
        var draft = try await workspace.request(at: Self.path)
        draft.url = "http://h/{{token}}"
        let outline = try await workspace.outline(job(draft, environment: Self.environment), waiting: { _ in })
        #expect(outline.missingPermissions.map(\.words) == ["touch \(folder)/ran", "WORD"])
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/ran"))
    }
}
