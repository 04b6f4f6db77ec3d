import Foundation
import Testing
import Workspace

/// Creating, renaming, moving, copying and deleting.
struct EditingTests {
    static let collection = "collections/c"

    static func workspace(order: String = "[]") throws -> TemporaryWorkspace {
        try TemporaryWorkspace([
            "collections/c/collection.json": #"{"name": "C", "order": \#(order)}"#,
            "collections/c/a.request.json": #"{"name": "A"}"#,
            "collections/c/b.request.json": #"{"name": "B", "x": 1}"#,
            "collections/c/b.examples.json": "[]",
            "collections/c/f/folder.json": #"{"name": "F"}"#,
            "collections/c/f/a.request.json": #"{"name": "A in F"}"#,
        ])
    }

    static func names(_ workspace: TemporaryWorkspace, _ path: String = collection) throws -> [String] {
        try workspace.store.tree().node(at: path)?.children.map(\.name) ?? []
    }

    @Test func createsRequestsOfTheSameName() throws {
        let workspace = try Self.workspace()
        let first = try workspace.store.create(RequestDraft(name: "Über uns: Ä/Ö!"), in: Self.collection)
        let second = try workspace.store.create(RequestDraft(name: "Über uns: Ä/Ö!", method: "POST"), in: Self.collection, after: first)
        #expect(first == "collections/c/über-uns-ä-ö.request.json")
        #expect(second == "collections/c/über-uns-ä-ö-2.request.json")
        #expect(workspace.text(second) == "{\n  \"name\": \"Über uns: Ä/Ö!\",\n  \"method\": \"POST\"\n}\n")
        #expect(try Self.names(workspace).suffix(2) == ["Über uns: Ä/Ö!", "Über uns: Ä/Ö!"])
    }

    @Test func `nothing is created in a workspace that is gone, and the error names it`() throws {
        let workspace = try Self.workspace()
        let store = workspace.store
        try FileManager.default.removeItem(atPath: store.root)
        let changes: [() throws -> String] = [
            { try store.createCollection(FolderDraft(name: "N")) }, { try store.create(RequestDraft(name: "N"), in: Self.collection) },
            { try store.create(EnvironmentDraft(name: "N"), in: "") },
        ]
        for change in changes {
            let error = #expect(throws: WorkspaceError.self) { try change() }
            #expect(error?.path == "" && error?.message.contains(store.root) == true, "\(error?.message ?? "")")
        }
        #expect(!FileManager.default.fileExists(atPath: store.root))
    }

    @Test func createsAfterASibling() throws {
        let workspace = try Self.workspace()
        _ = try workspace.store.create(RequestDraft(name: "Z"), in: Self.collection, after: "collections/c/a.request.json")
        _ = try workspace.store.create(FolderDraft(name: "Y"), in: Self.collection, after: "collections/c/a.request.json")
        #expect(try Self.names(workspace) == ["A", "Y", "Z", "B", "F"])
    }

    @Test func createsCollectionsFoldersAndEnvironments() throws {
        let workspace = try TemporaryWorkspace()
        let collection = try workspace.store.createCollection(FolderDraft(name: "Star Wars"))
        let folder = try workspace.store.create(FolderDraft(name: "Errors"), in: collection)
        let environment = try workspace.store.create(EnvironmentDraft(name: "Local", host: "localhost", port: "80"), in: collection)
        #expect(
            workspace.files == [
                "collections/.gitignore", "\(collection)/collection.json", environment, "\(folder)/folder.json",
            ])
        #expect(workspace.text("collections/.gitignore") == "*.secrets.json\n")
        #expect(workspace.text(environment) == "{\n  \"name\": \"Local\",\n  \"host\": \"localhost\",\n  \"port\": 80\n}\n")
        #expect(try workspace.store.environment(at: environment).content.baseURL.port == "80")
    }

    @Test func newFilesNameTheSchemaOfTheirCollection() throws {
        let workspace = try TemporaryWorkspace([
            "collections/c/collection.json": #"{"$schema": "../../schemas/collection.schema.json", "name": "C"}"#
        ])
        let folder = try workspace.store.create(FolderDraft(name: "F"), in: Self.collection)
        let request = try workspace.store.create(RequestDraft(name: "R"), in: folder)
        #expect(workspace.text(request)?.contains(#""$schema": "../../../schemas/request.schema.json""#) == true)
        #expect(workspace.text("\(folder)/folder.json")?.contains(#""../../../schemas/folder.schema.json""#) == true)
    }

    @Test func renamesTheFileItsExamplesAndItsPlace() throws {
        let workspace = try Self.workspace(order: #"["b", "a"]"#)
        let path = try workspace.store.rename("collections/c/b.request.json", to: "New name")
        #expect(path == "collections/c/new-name.request.json")
        #expect(workspace.text(path) == #"{"name": "New name", "x": 1}"#)
        #expect(workspace.text("collections/c/new-name.examples.json") == "[]")
        #expect(workspace.text("collections/c/b.request.json") == nil)
        #expect(try Self.names(workspace) == ["New name", "A", "F"])
    }

    @Test(arguments: [("A!", "collections/c/a.request.json"), ("F", "collections/c/f-2.request.json")])
    func keepsOrAvoidsFileNames(name: String, path: String) throws {
        let workspace = try Self.workspace()
        #expect(try workspace.store.rename("collections/c/a.request.json", to: name) == path)
        #expect(try workspace.store.request(at: path).draft.name == name)
    }

    /// On a file system where names may differ by case only.
    @Test func renamingAvoidsANameThatDiffersByCase() throws {
        let workspace = try TemporaryWorkspace([
            "collections/c/collection.json": #"{"name": "C"}"#, "collections/c/list.request.json": #"{"name": "One"}"#,
        ])
        try workspace.write(#"{"name": "Two"}"#, to: "collections/c/List.request.json")
        guard workspace.text("collections/c/list.request.json") == #"{"name": "One"}"# else { return }
        let path = try workspace.store.rename("collections/c/List.request.json", to: "list")
        #expect(path == "collections/c/list-2.request.json")
        #expect(workspace.text(path) == #"{"name": "list"}"#)
        #expect(workspace.text("collections/c/list.request.json") == #"{"name": "One"}"#)
    }

    @Test func renamesFolders() throws {
        let workspace = try Self.workspace(order: #"["f"]"#)
        let path = try workspace.store.rename("collections/c/f", to: "Sub")
        #expect(path == "collections/c/sub")
        #expect(workspace.text("collections/c/sub/a.request.json") != nil)
        #expect(try Self.names(workspace) == ["Sub", "A", "B"])
    }

    @Test func movesBetweenFoldersAndWithinOne() throws {
        let workspace = try Self.workspace(order: #"["b", "a", "f"]"#)
        let path = try workspace.store.move("collections/c/a.request.json", to: "collections/c/f")
        #expect(path == "collections/c/f/a-2.request.json")
        #expect(try Self.names(workspace) == ["B", "F"])
        #expect(try Self.names(workspace, "collections/c/f") == ["A in F", "A"])
        _ = try workspace.store.move("collections/c/f", to: Self.collection, before: "collections/c/b.request.json")
        #expect(try Self.names(workspace) == ["F", "B"])
    }

    @Test func doesNotMoveAFolderIntoItself() throws {
        let workspace = try Self.workspace()
        #expect(throws: WorkspaceError.self) { try workspace.store.move("collections/c/f", to: "collections/c/f") }
        #expect(try Self.names(workspace, "collections/c/f") == ["A in F"])
    }

    @Test func duplicatesRequests() throws {
        let workspace = try Self.workspace(order: #"["b", "a"]"#)
        let path = try workspace.store.duplicate("collections/c/b.request.json")
        #expect(path == "collections/c/b-copy.request.json")
        #expect(workspace.text(path) == #"{"name": "B copy", "x": 1}"#)
        #expect(try Self.names(workspace) == ["B", "B copy", "A", "F"])
    }

    @Test func duplicatesFoldersWithoutSecrets() throws {
        let workspace = try Self.workspace()
        try workspace.write("{}", to: "collections/c/environments/e.secrets.json")
        try workspace.write("{}", to: "collections/c/environments/e.json")
        let path = try workspace.store.duplicate(Self.collection)
        #expect(path == "collections/c-copy")
        #expect(workspace.files.filter { $0.hasPrefix(path) && $0.contains("environments") } == ["\(path)/environments/e.json"])
        #expect(try Self.names(workspace, path) == ["A", "B", "F"])
    }

    @Test(arguments: ["collections/c/b.request.json", "collections/c/f", "collections/c"])
    func deletesAndRestores(path: String) throws {
        let workspace = try Self.workspace(order: #"["f", "b"]"#)
        let before = workspace.files.map { [$0, workspace.text($0)] }
        let item = try workspace.store.delete(path)
        #expect(!workspace.files.contains { $0.hasPrefix(path) })
        #expect(!(try workspace.store.tree().node(at: Self.collection)?.children.contains { $0.path == path } ?? false))
        try workspace.store.restore(item)
        #expect(workspace.files.map { [$0, workspace.text($0)] } == before)
    }

    @Test func restoringAllChildrenRestoresTheirOrder() throws {
        let workspace = try Self.workspace(order: #"["f", "b", "a"]"#)
        let items = try ["a.request.json", "b.request.json", "f"].map { try workspace.store.delete("\(Self.collection)/\($0)") }
        for item in items.reversed() { try workspace.store.restore(item) }
        #expect(try Self.names(workspace) == ["F", "B", "A"])
    }

    @Test(arguments: [(#"["a", "f"]"#, ["A", "F", "B"]), (#"["a"]"#, ["B", "A", "F"]), (#"["a", "b"]"#, ["A", "B", "F"])])
    func `restoring keeps the order that another program wrote since`(order: String, names: [String]) throws {
        let workspace = try Self.workspace(order: #"["f", "b", "a"]"#)
        let item = try workspace.store.delete("collections/c/b.request.json")
        try workspace.write(#"{"name": "C", "order": \#(order)}"#, to: "collections/c/collection.json")
        try workspace.store.restore(item)
        #expect(try Self.names(workspace) == names)
    }

    @Test func doesNotRestoreOverSomethingNew() throws {
        let workspace = try Self.workspace()
        let item = try workspace.store.delete("collections/c/b.request.json")
        _ = try workspace.store.create(RequestDraft(name: "B"), in: Self.collection)
        #expect(throws: WorkspaceError.self) { try workspace.store.restore(item) }
        #expect(workspace.text("collections/c/b.request.json") == "{\n  \"name\": \"B\"\n}\n")
    }
}
