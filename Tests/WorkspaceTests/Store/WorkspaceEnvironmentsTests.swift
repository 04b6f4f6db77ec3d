import Foundation
import Testing

@testable import Workspace

/// Environments of the whole workspace.
@Suite struct WorkspaceEnvironmentsTests {
    private static let request = "collections/c/a.request.json"

    private static func workspace(naming name: String? = nil) throws -> TemporaryWorkspace {
        let options = name.map { #", "options": {"environment": "\#($0)"}"# } ?? ""
        return try TemporaryWorkspace([
            "workspace.json": #"{"variables": [{"name": "v", "value": "workspace"}, {"name": "w", "value": "workspace"}]}"#,
            "collections/c/collection.json": #"{"name": "C", "variables": [{"name": "v", "value": "collection"}]}"#,
            request: #"{"name": "A", "url": "http://h/"\#(options)}"#,
            "collections/c/environments/local.json": #"{"name": "local", "variables": [{"name": "v", "value": "own"}]}"#,
            "environments/local.json": #"{"name": "local", "variables": [{"name": "v", "value": "shared"}]}"#,
            "environments/staging.json": #"{"name": "staging", "variables": [{"name": "v", "value": "staging"}]}"#,
        ])
    }

    private static func input(_ workspace: TemporaryWorkspace, choosing path: String?) throws -> ResolutionInput {
        let draft = try workspace.store.request(at: request).draft
        return try workspace.store.resolutionInput(draft, requestPath: request, environmentPath: path)
    }

    @Test func `a collection is exported with the variables of the workspace`() throws {
        let workspace = try Self.workspace()
        let tree = try workspace.store.collection(at: "collections/c").tree
        #expect(tree.root.draft.variables == [Row("v", "collection"), Row("w", "workspace")])
    }

    @Test func `a collection is exported with the environments of the workspace after its own, without values of secrets`() throws {
        let workspace = try Self.workspace()
        try workspace.store.setSecrets(["token": "abc"], ofEnvironmentAt: "environments/staging.json")
        try workspace.write(
            #"{"name": "staging", "secrets": [{"name": "token", "from": "file"}]}"#, to: "environments/staging.json")
        let tree = try workspace.store.collection(at: "collections/c").tree
        #expect(tree.environments.map(\.draft.name) == ["local", "staging"])
        #expect(tree.environments.map(\.draft.variables) == [[Row("v", "own")], []])
        #expect(tree.environments.map(\.secretValues) == [[:], [:]])
        let whole = try workspace.store.collection(at: "collections/c", includingSecrets: true).tree
        #expect(whole.environments.map(\.secretValues) == [[:], ["token": "abc"]])
    }

    @Test func `a collection is exported although the file of the workspace cannot be read`() throws {
        let workspace = try Self.workspace()
        try workspace.write("{", to: "workspace.json")
        let (tree, problems) = try workspace.store.collection(at: "collections/c")
        #expect(tree.root.draft.variables == [Row("v", "collection")] && tree.requests.count == 1)
        #expect(problems.map(\.file) == ["workspace.json"])
    }

    @Test func `shared settings are read once for all requests`() throws {
        let workspace = try Self.workspace()
        let draft = try workspace.store.draft(at: Self.request)
        var reader = ResolutionReader(workspace.store)
        func variables() throws -> [Row] {
            let environment = "collections/c/environments/local.json"
            let input = try reader.input(draft, requestPath: Self.request, environmentPath: environment)
            return input.inherited.flatMap(\.content.variables) + input.workspaceVariables + (input.environment?.variables ?? [])
        }
        let before = try variables()
        for file in ["workspace.json", "collections/c/collection.json", "collections/c/environments/local.json"] {
            try workspace.write("{}", to: file)
        }
        #expect(try variables() == before && before.map(\.value) == ["collection", "workspace", "workspace", "own"])
    }

    @Test func `shared environments come after the collection's own`() throws {
        let workspace = try Self.workspace()
        let tree = try workspace.store.tree()
        #expect(
            tree.environments(for: "collections/c").map(\.path) == [
                "collections/c/environments/local.json", "environments/local.json", "environments/staging.json",
            ])
        #expect(tree.environments(for: "collections/other").map(\.name) == ["local", "staging"])
        let without = try TemporaryWorkspace(["collections/c/collection.json": "{}"])
        #expect(try without.store.tree().environments[""] == nil)
    }

    /// Chosen, one counts as one of the collection does: before the request, its folders, its collection and the workspace.
    @Test func `a chosen one is nearer than the collection and the workspace`() throws {
        let scopes = try Self.input(Self.workspace(), choosing: "environments/staging.json").scopes
        #expect(scopes["v"]?.value == "staging" && scopes["v"]?.origin == .environment("staging"))
        #expect(scopes["w"]?.value == "workspace")
    }

    @Test(arguments: [("local", "own"), ("staging", "staging")])
    func `a collection's environment precedes one of the workspace with the same name`(name: String, value: String) throws {
        #expect(try Self.input(Self.workspace(naming: name), choosing: nil).scopes["v"]?.value == value)
    }

    @Test func `a name that neither has is refused`() throws {
        #expect(throws: WorkspaceError.self) { try Self.input(Self.workspace(naming: "prod"), choosing: nil) }
    }

    @Test func `an environment is created, renamed, copied, deleted and restored`() throws {
        let workspace = try TemporaryWorkspace()
        let path = try workspace.store.create(EnvironmentDraft(name: "My stage"), in: "")
        #expect(path == "environments/my-stage.json")
        let renamed = try workspace.store.rename(path, to: "Stage")
        #expect(renamed == "environments/stage.json")
        #expect(try workspace.store.duplicate(renamed) == "environments/stage-copy.json")
        let deleted = try workspace.store.delete(renamed)
        #expect(workspace.text(renamed) == nil)
        try workspace.store.restore(deleted)
        #expect(workspace.text(renamed) != nil)
    }

    @Test func `a copy has the secrets that the environment keeps`() throws {
        let workspace = try TemporaryWorkspace()
        let path = try workspace.store.create(EnvironmentDraft(name: "stage", secrets: [SecretEntry("token", .file)]), in: "")
        try workspace.store.setSecrets(["token": "abc"], ofEnvironmentAt: path)
        let copy = try workspace.store.duplicate(path)
        #expect(workspace.store.namesOfStoredSecrets(ofEnvironmentAt: copy) == ["token"])
    }

    @Test func `secrets of a shared environment stay out of version control`() throws {
        let workspace = try TemporaryWorkspace()
        let path = try workspace.store.create(EnvironmentDraft(name: "stage"), in: "")
        try workspace.store.storeSecrets(["token": "abc"], for: path)
        #expect(workspace.text("environments/stage.secrets.json")?.contains("abc") == true)
        #expect(workspace.text("environments/.gitignore") == "/.gitignore\n*.secrets.json\n")
        #expect(workspace.text(path)?.contains("abc") == false)
        #expect(workspace.store.environments(of: "").map(\.name) == ["stage"])
    }

    @Test func `existing exclusions from version control stay unchanged, even if they are not UTF-8`() throws {
        let workspace = try TemporaryWorkspace(["environments/.gitignore": ""])
        let file = workspace.url.appending(path: "environments/.gitignore")
        try Data([0x23, 0xE9]).write(to: file)
        _ = try workspace.store.create(EnvironmentDraft(name: "stage"), in: "")
        #expect(try Array(Data(contentsOf: file)) == [0x23, 0xE9] + Array("\n*.secrets.json\n".utf8))
    }
}
