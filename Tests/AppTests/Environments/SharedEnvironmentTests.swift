import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Environments of the whole workspace in the program.
@Suite struct SharedEnvironmentTests {
    private static let shared = EnvironmentSummary(name: "staging", path: "environments/staging.json")

    private func store() -> TestStore {
        var store = TestStore.opened()
        var tree = Sample.tree
        tree.environments[""] = [Self.shared]
        store.send(.workspace(.opened(tree, isWhole: true)))
        return store
    }

    @Test func `secrets from before a rename are offered, and taken over when that is chosen`() {
        var store = TestStore.withTree()
        for _ in 1...2 {
            store.send(
                .workspace(
                    .settings(
                        .secretsLeft(file: "collections/star-wars/environments/old.secrets.json", environment: EnvironmentWindowTests.path))
                ))
        }
        #expect(store.state.toasts.count == 1 && store.canvas.contains("old.secrets.json"))
        #expect(store.click("[move secrets]") == [.workspace(.settings(.takeOverSecrets(environment: EnvironmentWindowTests.path)))])
        #expect(store.state.toasts.isEmpty)
    }

    @Test func `the list of a workspace without environments offers to create one first`() {
        var store = TestStore()
        store.press(.control("e"))
        guard let picker = store.state.windows.last?.content as? Picker<Message> else { return #expect(Bool(false), "no list is shown") }
        #expect(picker.items.count == 3 && picker.items.allSatisfy { $0.disabledReason == nil })
        store.press(Key(.enter))
        guard store.state.windows.last?.content is Prompt<Message> else { return #expect(Bool(false), "Enter does not create") }
    }

    @Test func `the list has the shared environments and the collection's own`() {
        var store = store()
        store.press(.control("e"))
        guard let picker = store.state.windows.last?.content as? Picker<Message> else { return #expect(Bool(false), "no list") }
        #expect(picker.items.prefix(3).map(\.title) == ["local", "swapi", "staging"])
        #expect(picker.items[2].detail == "workspace")
        store.type("staging")
        store.press(Key(.enter))
        #expect(store.state.environment == Self.shared)
    }

    @Test func `the variables of the workspace are edited in a window and saved to its file`() {
        var store = store()
        #expect(store.press(.character("g"), .character("V")) == [.workspace(.settings(.readFolder(path: "")))])
        let file = FolderDraft(name: "Space", variables: [Row("a", "1"), Row("b", "2", comment: "kept")], docs: "Docs")
        store.send(.workspace(.settings(.folderRead(path: "", file))))
        guard let tableWindow = store.state.windows.last?.content as? TableWindow else { return #expect(Bool(false), "no window") }
        #expect(tableWindow.pages.map(\.rows.count) == [2, 0] && tableWindow.file?.isEmpty == true)
        store.press(.character("d"), .character("a"))
        store.type("new")
        store.press(Key(.tab))
        store.type("3")
        store.press(Key(.escape))
        var expected = file
        expected.variables = [Row("b", "2", comment: "kept"), Row("new", "3")]
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveFolder(path: "", expected)))])
        store.state.collections.tree.history.record(.delete(path: "collections/x", name: "x"), of: .new)
        let undo = store.state.collections.tree.history
        store.send(.workspace(.settings(.folderSaved(path: ""))))
        #expect(store.state.windows.isEmpty && store.state.toasts.last?.text.contains("workspace.json") == true)
        #expect(store.state.collections.tree.history == undo, "nothing in the tree was edited")
    }

    @Test func `a variable name that no reference can have is refused in a shared environment`() {
        var store = store()
        store.send(.workspace(.settings(.folderRead(path: "", FolderDraft()))))
        store.press(.character("a"))
        store.type("a}b")
        store.press(Key(.tab))
        store.type("1")
        store.press(Key(.escape))
        #expect(store.press(.control("s")).isEmpty)
        guard let tableWindow = store.state.windows.last?.content as? TableWindow else { return #expect(Bool(false), "no window") }
        #expect(tableWindow.problem != nil)
    }

    @Test func `credentials get into the file of the workspace only if the user agrees`() {
        var store = store()
        let draft = FolderDraft(variables: [Row("apiKey", "k3y")])
        let write = WorkspaceEffect.settings(.saveFolder(path: "", draft, asks: false))
        let place = SeparatedCredentials.Place(name: "variable “{{a}}: {{b}}”", variable: "b2")
        store.send(.workspace(.settings(.credentialsTyped(path: "", places: [place], keep: write, write: write))))
        guard let question = store.state.windows.last?.content as? Question<Message> else { return #expect(Bool(false), "no question") }
        #expect(question.choices.map(\.key) == ["c", "w"], "the workspace keeps no secrets")
        #expect(question.items == ["variable “{{a}}: {{b}}”"], "and no variable takes the place of one")
        #expect(!store.press(Key(.enter)).contains(.workspace(write)))
    }

    /// A store with two collections, and a new request outside both in front.
    private func storeWithRequestOutside() -> TestStore {
        var store = store()
        let tree = store.state.workspace.tree
        let other = WorkspaceNode(path: "collections/other", name: "Other", kind: .collection)
        store.send(
            .workspace(.opened(WorkspaceTree(nodes: tree.nodes + [other], environments: tree.environments), isWhole: true)))
        store.press(.control("n"))
        store.state.request.folder = nil
        return store
    }

    @Test func `a value captured in an environment of the workspace is used by all collections`() {
        var workspace = storeWithRequestOutside().state.workspace
        let (wars, other) = ("collections/star-wars", "collections/other")
        let value = ["token": CapturedValue("t", isSecret: true)]
        for name in ["staging", "local", nil] { workspace.addCaptured(value, of: name, in: wars) }
        #expect(workspace.captured(in: wars).count == 3 && workspace.captured(in: other).environments == ["staging"])
        #expect(workspace.captured(for: nil).environments == ["staging"])
        workspace.renameCaptured("staging", to: "qa", at: Self.shared.path)
        workspace.tree.environments = ["": [EnvironmentSummary(name: "qa", path: Self.shared.path)]]
        let all = workspace.captured(in: other)
        #expect(all.environments == ["qa"])
        workspace.forgetCaptured(in: other)
        #expect(workspace.captured(in: other).isEmpty && workspace.captured(in: wars).environments == [nil, "local"])
        workspace.addCaptured(["token": CapturedValue("newer", isSecret: true)], of: "qa", in: wars)
        workspace.restoreCaptured(all, in: other)
        #expect(workspace.captured(in: wars)["qa"]["token"]?.text == "newer")
        workspace.tree.environments[other] = [EnvironmentSummary(name: "qa", path: "\(other)/environments/qa.json")]
        #expect(workspace.captured(in: other).isEmpty, "the environment of the collection hides that of the workspace")
    }

    @Test func `a request outside all collections can use the environments of each`() {
        var store = storeWithRequestOutside()
        let saved = "collections/star-wars/planets.request.json"
        store.press(.control("e"))
        guard let picker = store.state.windows.last?.content as? Picker<Message> else { return #expect(Bool(false), "no list") }
        #expect(picker.items.prefix(3).map(\.title) == ["local", "swapi", "staging"])
        #expect(picker.items.prefix(3).map(\.detail) == ["Star Wars", "Star Wars, ▲ protected", "workspace"])
        store.type("swapi")
        store.press(Key(.enter))
        #expect(store.state.environment?.name == "swapi")
        #expect(store.state.workspace.environment(for: saved)?.name == "local")
    }

    @Test func `undo takes back the saved values of a new one before it deletes it`() throws {
        var store = store()
        store.send(.workspace(.settings(.environmentCreated(path: Self.shared.path))))
        let created = store.state.tree.history.undoable
        #expect(created.count == 1)
        let edit = try #require(FileEdit("the changes", at: Self.shared.path, from: nil, to: nil))
        store.send(.workspace(.changed(.edited(edit))))
        store.send(.workspace(.settings(.environmentSaved(path: Self.shared.path))))
        #expect(store.state.tree.history.undoable == created + [.takeBack(edit)])
        #expect(store.state.toasts.last?.action?.label == "undo")
    }

    @Test func `a new shared environment is chosen for the current collection, and deleting it leaves none chosen`() {
        var store = store()
        store.send(.environments(.addToWorkspace))
        store.type("stage")
        #expect(
            store.press(Key(.enter)).contains(.workspace(.settings(.createEnvironment(EnvironmentDraft(name: "stage"), collection: "")))))
        store.send(.workspace(.settings(.environmentCreated(path: Self.shared.path))))
        #expect(store.state.environment == Self.shared)
        store.send(.workspace(.changed(.deleted(path: Self.shared.path, name: "staging", deletion: 0))))
        #expect(store.state.environment == nil)
        store.send(.workspace(.changed(.restored(path: Self.shared.path, deletion: 0))))
        #expect(store.state.environment == Self.shared)
    }

    @Test func `a new one of a collection is also chosen for the request outside all, and undo brings it back`() {
        var store = storeWithRequestOutside()
        let path = "collections/star-wars/environments/swapi.json"
        let before = store.state.environment
        store.send(.workspace(.settings(.environmentCreated(path: path))))
        #expect(store.state.environment?.path == path)
        store.send(.workspace(.changed(.deleted(path: path, name: "swapi", deletion: 0))))
        #expect(store.state.environment == nil)
        store.send(.workspace(.changed(.restored(path: path, deletion: 0), .undo)))
        #expect(store.state.environment?.path == path)
        store.send(.workspace(.changed(.deleted(path: path, name: "swapi", deletion: 1), .undo)))
        #expect(store.state.environment == before)
    }

    @Test func `the first collection takes over the environment that was chosen before it`() {
        var store = TestStore()
        let (collection, environments) = (Sample.tree.nodes[0], ["": [Self.shared]])
        func open(_ nodes: [WorkspaceNode]) {
            store.send(.workspace(.opened(WorkspaceTree(nodes: nodes, environments: environments), isWhole: true)))
        }
        open([])
        store.send(.workspace(.pickEnvironment(Self.shared)))
        open([collection])
        #expect(store.state.environment == Self.shared)
        let tab = store.state.tabs.front.id
        store.send(.workspace(.saved(first: tab, path: "\(collection.path)/new.request.json", store.state.request.draft)))
        #expect(store.state.environment == Self.shared)
        store.press(.control("n"))
        store.state.request.folder = nil
        open([collection, WorkspaceNode(path: "collections/other", name: "Other", kind: .collection)])
        #expect(store.state.environment == Self.shared, "a second collection leaves the request outside")
    }

    @Test func `a shared environment applies to all collections without an own choice`() {
        var store = TestStore()
        let nodes = ["a", "b", "none", "own"].map { WorkspaceNode(path: "collections/\($0)", name: $0, kind: .collection) }
        store.send(.workspace(.opened(WorkspaceTree(nodes: nodes, environments: ["": [Self.shared]]), isWhole: true)))
        let own = "collections/own/environments/e.json"
        store.state.workspace.chosenEnvironments = [
            "collections/none": "", "collections/own": own, "collections/b": "environments/other.json",
        ]
        store.send(.workspace(.pickEnvironment(Self.shared)))
        let chosen = store.state.workspace.chosenEnvironments
        #expect(["a", "b"].allSatisfy { chosen["collections/\($0)"] == Self.shared.path })
        #expect(chosen["collections/none"] == "" && chosen["collections/own"] == own)
    }

    @Test(arguments: ["collections/star-wars/environments/swapi.json", "environments/shared.json", ""])
    func `the chosen environment follows its renamed collection`(chosen: String) {
        var store = TestStore.withTree()
        store.state.workspace.chosenEnvironments = ["collections/star-wars": chosen, "collections/x": "environments/shared.json"]
        store.send(
            .workspace(
                .changed(
                    .moved(
                        from: "collections/star-wars", to: "collections/wars", back: .rename(path: "collections/wars", name: "Star Wars"))
                )))
        let moved = ["collections/wars": chosen.replacing("star-wars", with: "wars"), "collections/x": "environments/shared.json"]
        #expect(store.state.workspace.chosenEnvironments == moved)
    }

    @Test func `a window takes no text while it is saved`() {
        var store = store()
        store.send(.workspace(.settings(.environmentRead(path: Self.shared.path, EnvironmentDraft(name: "staging", host: "h")))))
        store.press(.character("e"))
        store.type("x")
        store.press(Key(.enter), .control("s"))
        let saving = store.tableWindow?.page.rows
        store.press(.character("e"))
        store.type("y")
        store.press(Key(.enter), .control("s"))
        #expect(store.tableWindow?.page.rows == saving)
        store.press(Key(.escape), .character("c"), .character("e"))
        store.type("y")
        #expect(store.tableWindow?.page.rows != saving)
    }

    @Test func `a variable becomes a secret of this machine, in one step`() throws {
        let path = "collections/star-wars/environments/local.json"
        let draft = EnvironmentDraft(name: "local", host: "h", variables: [Row("team", "red"), Row("token", "t0p")])
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.environmentRead(path: path, draft))))
        store.press(.character("]"), .character("j"), .character("s"))
        var expected = draft
        expected.variables.removeLast()
        expected.secrets = [SecretEntry("token", .file)]
        let saving = WorkspaceEffect.settings(.saveEnvironment(path: path, expected, oldName: "local", secrets: ["token": "t0p"]))
        #expect(!store.canvas.contains("t0p"))
        var undone = store
        #expect(store.press(.control("s")) == [.workspace(saving)])
        undone.press(.character("u"))
        let tableWindow = try #require(undone.tableWindow)
        #expect(
            tableWindow.pages[1].rows.map { $0[0] } == ["team", "token"] && tableWindow.pages[2].rows.isEmpty && !tableWindow.hasChanges)
    }

    @Test(arguments: [nil, "collections/star-wars/environments/swapi.json"])
    func `choosing an environment outside all collections selects it for its collection`(earlier: String?) throws {
        var store = TestStore.withTree()
        store.state.workspace.tree.nodes.append(WorkspaceNode(path: "collections/other", name: "Other", kind: .collection))
        store.state.workspace.chosenEnvironments = earlier.map { ["collections/star-wars": $0] } ?? [:]
        let local = try #require(store.state.workspace.tree.environments["collections/star-wars"]?.first { $0.name == "local" })
        let list = "collections/star-wars/people.request.json"
        store.send(.workspace(.pickEnvironment(local)))
        #expect(store.state.workspace.environment(for: nil)?.path == local.path)
        #expect(store.state.workspace.environment(for: list)?.path == earlier ?? local.path)
    }
}
