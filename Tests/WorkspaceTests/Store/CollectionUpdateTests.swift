import Foundation
import JSON
import Testing
import Workspace

/// Importing a source again.
struct CollectionUpdateTests {
    private static func request(_ name: String, _ url: String, method: String = "GET") -> RequestDraft {
        RequestDraft(name: name, method: method, url: url, headers: [Row("A", "1"), Row("B", "2")])
    }

    /// The source at the first import.
    private static let first = CollectionTree(
        .init(
            FolderDraft(name: "Shop", variables: [Row("base", "http://h")]),
            items: [
                .request(.init(request("List", "http://h/list"), examples: [SavedResponse(name: "ok", body: Array("1".utf8))])),
                .folder(
                    .init(
                        FolderDraft(name: "Users"),
                        items: [
                            .request(.init(request("Get", "http://h/users"))),
                            .request(.init(request("Add", "http://h/users", method: "POST"))),
                        ])),
            ]),
        environments: [.init(EnvironmentDraft(name: "Local", host: "h", variables: [Row("a", "1")]))])

    private static let collection = "collections/shop"
    private static let list = "collections/shop/list.request.json"
    private static let get = "collections/shop/users/get.request.json"

    /// A workspace with the first import.
    private func imported(_ tree: CollectionTree = first) throws -> TemporaryWorkspace {
        let workspace = try TemporaryWorkspace()
        _ = try workspace.store.createCollection(tree, record: ImportRecord(source: "shop.json", formats: ["X"], name: "Shop"))
        return workspace
    }

    @Test func `leftovers of a killed import are removed by the next one, but nothing in a linked folder`() throws {
        let elsewhere = try TemporaryWorkspace(["kept/a.json": "{}"])
        let workspace = try TemporaryWorkspace(["collections/.apus-left.tmp/users/get.request.json": "{}", "collections/.own/a.json": "{}"])
        let collections = workspace.url.path + "/collections"
        for link in ["/.apus-link.tmp", "/.apus-left.tmp/link"] {
            try FileManager.default.createSymbolicLink(atPath: collections + link, withDestinationPath: elsewhere.url.path + "/kept")
        }
        _ = try workspace.store.createCollection(Self.first)
        let names = try FileManager.default.contentsOfDirectory(atPath: collections)
        #expect(names.sorted() == [".apus-link.tmp", ".gitignore", ".own", "shop"])
        #expect(FileManager.default.fileExists(atPath: elsewhere.url.path + "/kept/a.json"))
    }

    /// Imports a tree again, and gives the changes.
    @discardableResult
    private func importAgain(_ workspace: TemporaryWorkspace, _ tree: CollectionTree) throws -> [String] {
        let record = try #require(try workspace.store.importRecords().records.first?.record)
        let update = try workspace.store.update(
            of: Self.collection, to: tree, since: record, record: ImportRecord(source: "shop.json", formats: ["X"], name: "Shop"))
        try workspace.store.apply(update)
        return update.changes.map(\.text)
    }

    /// The first tree with a change of its requests by name; nil leaves one out.
    private func changed(_ change: (inout CollectionTree.Request) -> Bool) -> CollectionTree {
        func visit(_ items: [CollectionTree.Item]) -> [CollectionTree.Item] {
            items.compactMap { item in
                switch item {
                case .folder(var folder):
                    folder.items = visit(folder.items)
                    return .folder(folder)
                case .request(var request): return change(&request) ? .request(request) : nil
                }
            }
        }
        var tree = Self.first
        tree.root.items = visit(tree.root.items)
        return tree
    }

    private func change(_ workspace: TemporaryWorkspace, _ path: String, _ change: (inout RequestDraft) -> Void) throws {
        let loaded = try workspace.store.request(at: path)
        var draft = loaded.draft
        change(&draft)
        _ = try workspace.store.save(draft, over: loaded)
    }

    @Test func importingTheSameContentChangesNothing() throws {
        let workspace = try imported()
        let before = workspace.files.map { workspace.text($0) }
        #expect(try importAgain(workspace, Self.first).isEmpty)
        #expect(workspace.files.map { workspace.text($0) } == before)
        #expect(try workspace.store.tree().requests.count == 3)
    }

    @Test func takesChangesOfTheSource() throws {
        let workspace = try imported()
        let changes = try importAgain(
            workspace,
            changed { request in
                if request.draft.name == "List" {
                    request.draft.url = "http://h/all"
                    request.examples[0].body = Array("2".utf8)
                }
                return true
            })
        #expect(changes == ["changed: List: url, examples"])
        #expect(try workspace.store.request(at: Self.list).draft.url == "http://h/all")
        #expect(try workspace.store.savedResponses(of: Self.list).content.examples[0].body == Array("2".utf8))
    }

    @Test func mergesLocalChangesRowByRow() throws {
        let workspace = try imported()
        try change(workspace, Self.list) { draft in
            draft.headers[0].value = "mine"
            draft.docs = "mine"
        }
        let source = changed { request in
            request.draft.headers[1].value = "theirs"
            return true
        }
        try importAgain(workspace, source)
        let draft = try workspace.store.request(at: Self.list).draft
        #expect(draft.headers == [Row("A", "mine"), Row("B", "theirs")] && draft.docs == "mine")
        #expect(try workspace.store.request(at: Self.get).draft.headers[1].value == "theirs")
        #expect(try importAgain(workspace, source).isEmpty)
    }

    @Test func keepsLocalChangesAndReportsConflicts() throws {
        let workspace = try imported()
        try change(workspace, Self.list) { $0.url = "http://mine" }
        let source = changed { request in
            if request.draft.name == "List" { request.draft.url = "http://theirs" }
            return true
        }
        #expect(try importAgain(workspace, source) == ["conflict: List: url"])
        #expect(try workspace.store.request(at: Self.list).draft.url == "http://mine")
        // The next import of the same content has nothing new to say.
        #expect(try importAgain(workspace, source).isEmpty)
    }

    @Test func newItemsFollowTheirSiblings() throws {
        let workspace = try imported()
        var source = Self.first
        source.root.items.insert(.request(.init(Self.request("Z", "http://h/z"))), at: 0)
        source.root.items.append(.folder(.init(FolderDraft(name: "A"), items: [.request(.init(Self.request("In", "http://h/in")))])))
        source.environments.append(.init(EnvironmentDraft(name: "Far", host: "f"), secretValues: [:]))
        #expect(try importAgain(workspace, source) == ["added: Z", "added: A", "added: A / In", "added: the environment Far"])
        let node = try #require(try workspace.store.tree().node(at: Self.collection))
        #expect(node.children.map(\.name) == ["Z", "List", "Users", "A"])
    }

    @Test func removesItemsRemovedAtTheSourceUnlessChangedHere() throws {
        let workspace = try imported()
        try change(workspace, Self.get) { $0.docs = "mine" }
        var source = Self.first
        source.root.items = []
        source.environments = []
        #expect(
            try importAgain(workspace, source) == [
                "removed: the environment Local", "removed: Users / Add", "conflict: Users / Get: changed here, removed in the source",
                "removed: List",
            ])
        #expect(try workspace.store.tree().requests.map(\.path) == [Self.get])
        #expect(try importAgain(workspace, source).isEmpty)
    }

    @Test func removesAFolderWithoutContent() throws {
        let workspace = try imported()
        var source = Self.first
        source.root.items.removeLast()
        #expect(try importAgain(workspace, source) == ["removed: Users / Add", "removed: Users / Get", "removed: Users"])
        #expect(!workspace.files.contains { $0.contains("/users") })
    }

    @Test func itemsRemovedHereStayRemoved() throws {
        let workspace = try imported()
        _ = try workspace.store.delete(Self.list)
        #expect(try importAgain(workspace, Self.first).isEmpty)
        let source = changed { request in
            request.draft.docs = "new"
            return true
        }
        #expect(try importAgain(workspace, source).contains("conflict: List: removed here, changed in the source"))
        #expect(try workspace.store.tree().requests.count == 2)
    }

    @Test func aFolderThatWasRemovedHereIsMadeAgainForANewItem() throws {
        let workspace = try imported()
        _ = try workspace.store.delete("collections/shop/users")
        var source = Self.first
        guard case .folder(var users) = source.root.items[1] else { return #expect(Bool(false), "no folder") }
        users.items.append(.request(.init(Self.request("New", "http://h/new"))))
        source.root.items[1] = .folder(users)
        #expect(try importAgain(workspace, source) == ["added: Users", "added: Users / New"])
        #expect(try workspace.store.tree().node(at: "collections/shop/users")?.children.map(\.name) == ["New"])
        #expect(try importAgain(workspace, source).isEmpty)
    }

    @Test func findsItemsRenamedAndMovedHere() throws {
        let workspace = try imported()
        let path = try workspace.store.move(try workspace.store.rename(Self.list, to: "Everything"), to: "collections/shop/users")
        let source = changed { request in
            request.draft.docs = "new"
            return true
        }
        #expect(try importAgain(workspace, source) == ["changed: List: docs", "changed: Users / Get: docs", "changed: Users / Add: docs"])
        let draft = try workspace.store.request(at: path).draft
        #expect(draft.name == "Everything" && draft.docs == "new")
    }

    @Test func itemsThatWereRenamedAtTheSourceAreFoundByTheirURL() throws {
        let workspace = try imported()
        try change(workspace, Self.get) { $0.docs = "mine" }
        let source = changed { request in
            if request.draft.name == "Get" { request.draft.name = "Fetch" }
            return true
        }
        #expect(try importAgain(workspace, source) == ["changed: Users / Fetch: name"])
        let draft = try workspace.store.request(at: Self.get).draft
        #expect(draft.name == "Fetch" && draft.docs == "mine")
    }

    @Test func itemsThatWereMovedAtTheSourceAreMoved() throws {
        let workspace = try imported()
        var source = Self.first
        source.root.items[1] = .folder(
            .init(
                FolderDraft(name: "People"),
                items: [
                    .request(.init(Self.request("Get", "http://h/users"))),
                    .request(.init(Self.request("Add", "http://h/users", method: "POST"))),
                ]))
        let changes = try importAgain(workspace, source)
        #expect(changes == ["added: People", "moved: Users / Get: to People", "moved: Users / Add: to People", "removed: Users"])
        let node = try #require(try workspace.store.tree().node(at: "collections/shop/people"))
        #expect(node.children.map(\.name) == ["Get", "Add"])
        #expect(try importAgain(workspace, source).isEmpty)
    }

    @Test func settingsAndEnvironmentsAreMerged() throws {
        let workspace = try imported()
        var source = Self.first
        source.root.draft.variables[0].value = "http://new"
        source.environments[0].draft.variables.append(Row("b", "2"))
        source.environments[0].secretValues = ["token": "s3cret-value"]
        #expect(try importAgain(workspace, source) == ["changed: the collection: variables", "changed: the environment Local: variables"])
        #expect(try workspace.store.folder(at: Self.collection).content.variables == [Row("base", "http://new")])
        let environment = "collections/shop/environments/local.json"
        #expect(workspace.store.namesOfStoredSecrets(ofEnvironmentAt: environment) == ["token"])
        source.environments[0].secretValues = ["token": "another"]
        try importAgain(workspace, source)
        #expect(workspace.text("collections/shop/environments/local.secrets.json")?.contains("s3cret-value") == true)
    }

    @Test(arguments: [true, false]) func `an environment that the source only renames keeps its file and its secrets`(isSame: Bool) throws {
        let workspace = try imported()
        let environment = "collections/shop/environments/local.json"
        try workspace.store.setSecret("token", to: "s3cret-value", ofEnvironmentAt: environment)
        var source = Self.first
        source.environments[0].draft.name = "Far"
        // Environments of a collection have the same variables: with other values, it may be another one.
        if !isSame { source.environments[0].draft.variables[0].value = "2" }
        let changes = try importAgain(workspace, source)
        #expect((changes == ["changed: the environment Far: name"]) == isSame, "\(changes)")
        #expect(try workspace.store.environment(at: environment).content.name == (isSame ? "Far" : "Local"))
        #expect(workspace.store.namesOfStoredSecrets(ofEnvironmentAt: environment) == ["token"])
        #expect((workspace.text("collections/shop/environments/far.json") == nil) == isSame)
        if isSame { #expect(try importAgain(workspace, source).isEmpty) }
    }

    @Test func recordHoldsNoCredentialsAndLocalOnesStay() throws {
        var tree = Self.first
        var draft = Self.request("Login", "http://h/login?token=in-the-query")
        draft.auth = AuthDraft(.basic, fields: ["username": "me", "password": "in-the-auth"])
        draft.headers = [Row("X-Api-Key", "in-a-header")]
        draft.variables = [Row("password", "in-a-variable")]
        tree.root.items = [.request(.init(draft, extensions: ["x-postman": ["authKey": "in-an-extension"]]))]
        tree.environments[0].secretValues = ["a": "in-a-secret"]
        let workspace = try imported(tree)
        let record = try #require(workspace.text("collections/shop/.import.json"))
        #expect(record.contains("Login") && !record.contains("in-the-") && !record.contains("in-a"))
        try change(workspace, "collections/shop/login.request.json") { $0.auth["password"] = "{{password}}" }
        draft.docs = "new"
        draft.auth["password"] = "rotated"
        tree.root.items = [.request(.init(draft, extensions: ["x-postman": ["authKey": "another"]]))]
        let changes = try importAgain(workspace, tree)
        #expect(changes == ["changed: Login: x-postman, docs"])
        let text = try #require(workspace.text("collections/shop/login.request.json"))
        for part in ["{{password}}", "in-a-header", "token=in-the-query", "in-a-variable", "another"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func aCollectionWithoutARecordKeepsItsContent() throws {
        let workspace = try TemporaryWorkspace([
            "collections/shop/collection.json": #"{"name": "Shop"}"#,
            "collections/shop/list.request.json": #"{"name": "List", "url": "http://mine", "x": 1}"#,
        ])
        let update = try workspace.store.update(of: Self.collection, to: Self.first, since: nil, record: ImportRecord())
        try workspace.store.apply(update)
        #expect(
            update.changes.map(\.text).prefix(3) == [
                "changed: the collection: variables", "changed: List: headers, examples", "conflict: List: url",
            ])
        #expect(workspace.text(Self.list)?.contains(#""x": 1"#) == true)
        #expect(try workspace.store.request(at: Self.list).draft.url == "http://mine")
    }

    @Test(arguments: ["{", "[]", #"{"entries": 7}"#, ""]) func ignoresADamagedRecord(_ text: String) throws {
        let workspace = try imported()
        try Data(text.utf8).write(to: URL(filePath: "\(workspace.store.root)/collections/shop/.import.json"))
        let (records, problems) = try workspace.store.importRecords()
        #expect(records.isEmpty && problems.map(\.file) == ["collections/shop/.import.json"])
        #expect(try workspace.store.tree().requests.count == 3)
    }

    @Test func ignoresInvalidPathsOfARecord() throws {
        let workspace = try imported()
        let record: JSONValue = [
            "source": "shop.json", "formats": ["X"], "name": "Shop",
            "entries": [["path": "../../../etc/passwd", "content": ["name": "x"]], ["path": "../other.request.json", "content": 7]],
        ]
        try Data(record.compactBytes).write(to: URL(filePath: "\(workspace.store.root)/collections/shop/.import.json"))
        try importAgain(workspace, Self.first)
        #expect(workspace.files.allSatisfy { $0.hasPrefix("collections/") })
        #expect(try workspace.store.tree().requests.count == 3)
    }

    @Test func `a request whose examples cannot be read is kept, and the other changes are made`() throws {
        let workspace = try imported()
        let examples = Self.list.replacing(".request.json", with: ".examples.json")
        try Data("{".utf8).write(to: URL(filePath: "\(workspace.store.root)/\(examples)"))
        #expect(try importAgain(workspace, Self.first) == ["conflict: List: its file cannot be read"])
        #expect(workspace.text(examples) == "{")
    }

    @Test func aBrokenFileIsKept() throws {
        let workspace = try imported()
        try Data("{".utf8).write(to: URL(filePath: "\(workspace.store.root)/\(Self.list)"))
        #expect(try importAgain(workspace, Self.first) == ["conflict: List: its file cannot be read"])
        #expect(workspace.text(Self.list) == "{")
    }

    @Test func doesNotOverwriteAFileThatHasChanged() throws {
        let workspace = try imported()
        let record = try #require(try workspace.store.importRecords().records.first?.record)
        let source = changed { request in
            request.draft.docs = "new"
            return true
        }
        let update = try workspace.store.update(of: Self.collection, to: source, since: record, record: record)
        try change(workspace, Self.list) { $0.docs = "mine" }
        #expect(throws: WorkspaceError.self) { try workspace.store.apply(update) }
        #expect(try workspace.store.request(at: Self.list).draft.docs == "mine")
    }

    @Test func doesNotRemoveAFileThatHasChanged() throws {
        let workspace = try imported()
        let record = try #require(try workspace.store.importRecords().records.first?.record)
        var source = Self.first
        source.root.items = []
        let update = try workspace.store.update(of: Self.collection, to: source, since: record, record: record)
        try change(workspace, Self.list) { $0.docs = "mine" }
        #expect(throws: WorkspaceError.self) { try workspace.store.apply(update) }
        #expect(try workspace.store.request(at: Self.list).draft.docs == "mine")
    }

    @Test func doesNotOverwriteExamplesThatHaveChanged() throws {
        let workspace = try imported()
        let record = try #require(try workspace.store.importRecords().records.first?.record)
        let source = changed { request in
            request.examples = [SavedResponse(name: "new")]
            return true
        }
        let update = try workspace.store.update(of: Self.collection, to: source, since: record, record: record)
        _ = try workspace.store.save(
            SavedResponses([SavedResponse(name: "mine")]), over: workspace.store.savedResponses(of: Self.list))
        #expect(throws: WorkspaceError.self) { try workspace.store.apply(update) }
        #expect(try workspace.store.savedResponses(of: Self.list).content.examples.map(\.name) == ["mine"])
    }
}
