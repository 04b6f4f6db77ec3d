import Engine
import Screen
import Testing
import Workspace

@testable import App

/// Changes to files and folders in the tree.
@Suite struct TreeChangesTests {
    private static let people = "collections/star-wars/people"
    private static let planets = "collections/star-wars/planets.request.json"
    private static let list = "collections/star-wars/people/list.request.json"
    private static let create = "collections/star-wars/people/create.request.json"

    /// A new request in a folder gets its first file.
    private func saveNew(in folder: String, _ path: String, _ store: inout TestStore) {
        store.press(.control("n"))
        store.state.request.folder = folder
        store.send(.workspace(.saved(first: store.state.tabs.front.id, path: path, store.state.request.draft)))
    }

    /// A store with the cursor on a path, its folder open.
    private func store(on path: String) -> TestStore {
        var store = TestStore.withTree()
        store.state.tree.reveal(path, height: 30)
        return store
    }

    @Test func aNewRequestFollowsTheSelectedOne() {
        var store = store(on: Self.list)
        store.press(.character("a"))
        store.type("Ewoks")
        #expect(
            store.press(Key(.enter)) == [
                .workspace(.change(.createRequest(RequestDraft(name: "Ewoks"), folder: Self.people, after: Self.list)))
            ])
    }

    @Test(arguments: [
        ("A", Self.list, WorkspaceChange.createFolder(name: "New", folder: people)),
        ("A", Self.people, .createFolder(name: "New", folder: people)),
        ("N", Self.list, .createFolder(name: "New", folder: "")),
        ("r", Self.people, .rename(path: people, name: "New")),
    ])
    func asksForAName(key: String, path: String, effect: WorkspaceChange) {
        var store = store(on: path)
        store.press(.character(Character(key)))
        store.press(.control("u"))
        store.type("New")
        #expect(store.press(Key(.enter)) == [.workspace(.change(effect))])
    }

    /// Before and after siblings, into open folders, and out of them.
    @Test(arguments: [
        (Self.list, "J", Self.people, nil as String?), (Self.create, "K", Self.people, Self.list),
        (Self.list, "K", "collections/star-wars", Self.people), (Self.create, "J", "collections/star-wars", Self.planets),
        (Self.planets, "K", Self.people, nil), (Self.planets, "J", "collections/star-wars", nil),
    ])
    func keysMoveAcrossFolders(path: String, key: String, folder: String, before: String?) {
        var store = store(on: path)
        store.state.tree.setExpanded(Self.people, true, height: 30)
        store.state.tree.reveal(path, height: 30)
        #expect(store.press(.character(Character(key))) == [.workspace(.change(.move(path: path, folder: folder, before: before)))])
    }

    @Test func collectionsAreSortedByName() {
        var store = TestStore.withTree()
        #expect(!store.press(.character("J")).contains { if case .workspace = $0 { true } else { false } })
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func draggingMovesARequestIntoAFolderOrBeforeAnother() {
        var store = store(on: Self.planets)
        guard let from = store.canvas.position(of: "Planets"), let folder = store.canvas.position(of: "People") else {
            return #expect(Bool(false), "the rows are not on the screen")
        }
        store.mouse(.press(.left, count: 1), at: from)
        store.mouse(.drag(.left), at: folder)
        #expect(store.canvas.contains("← into"))
        #expect(
            store.mouse(.release(.left), at: folder)
                == [.cancel(.unfold), .workspace(.change(.move(path: Self.planets, folder: Self.people, before: nil)))])
    }

    @Test func deletesARequestAtOnceAndAsksForAFolder() {
        var store = store(on: Self.planets)
        #expect(store.press(.character("d")) == [.workspace(.change(.delete(path: Self.planets, name: "Planets")))])
        store.state.tree.reveal(Self.people, height: 30)
        #expect(store.press(.character("d")).isEmpty)
        #expect(store.canvas.contains("2 requests are deleted with it"))
        #expect(store.press(.character("d")) == [.workspace(.change(.delete(path: Self.people, name: "People")))])
    }

    @Test func restoresADeletedItemByKeyOrToast() {
        var store = store(on: Self.planets)
        store.send(.workspace(.changed(.deleted(path: Self.planets, name: "Planets", deletion: 3))))
        #expect(store.click("[undo]") == [.workspace(.change(.restore(3), .undo))])
        store.send(.workspace(.changed(.deleted(path: Self.planets, name: "Planets", deletion: 4))))
        #expect(store.press(.character("u")) == [.workspace(.change(.restore(4), .undo))])
    }

    @Test func redoesAnUndoneChangeByKeyOrToast() {
        var store = store(on: Self.planets)
        let delete = WorkspaceChange.delete(path: Self.planets, name: "Planets")
        store.send(.workspace(.changed(.deleted(path: Self.planets, name: "Planets", deletion: 3))))
        store.click("[undo]")
        store.send(.workspace(.changed(.restored(path: Self.planets, deletion: 0), .undo)))
        #expect(store.press(.character("U")) == [.workspace(.change(delete, .redo))])
        store.send(.workspace(.changed(.deleted(path: Self.planets, name: "Planets", deletion: 4), .redo)))
        #expect(store.press(.character("u")) == [.workspace(.change(.restore(4), .undo))])
        store.send(.workspace(.changed(.restored(path: Self.planets, deletion: 0), .undo)))
        #expect(store.click("[redo]") == [.workspace(.change(delete, .redo))])
    }

    @Test func undoAndRedoGoThroughManyChanges() {
        var store = store(on: Self.planets)
        let (first, second) = (WorkspaceChange.rename(path: "b", name: "a"), WorkspaceChange.move(path: "c", folder: "f", before: nil))
        store.send(.workspace(.changed(.moved(from: "a", to: "b", back: first))))
        store.send(.workspace(.changed(.moved(from: "b", to: "c", back: second))))
        #expect(store.press(.character("u")) == [.workspace(.change(second, .undo))])
        store.send(.workspace(.changed(.moved(from: "c", to: "b", back: .rename(path: "b", name: "c")), .undo)))
        #expect(store.press(.character("u")) == [.workspace(.change(first, .undo))])
        store.send(.workspace(.changed(.moved(from: "b", to: "a", back: .rename(path: "a", name: "b")), .undo)))
        #expect(!store.press(.character("u")).contains { if case .workspace = $0 { true } else { false } })
        #expect(store.press(.character("U")) == [.workspace(.change(.rename(path: "a", name: "b"), .redo))])
        store.send(.workspace(.changed(.moved(from: "a", to: "b", back: first), .redo)))
        // A new change ends what could be brought again.
        store.send(.workspace(.changed(.moved(from: "x", to: "y", back: second))))
        #expect(store.state.tree.history.redoable.isEmpty)
    }

    @Test func `a move names the variables that its new place does not define, and can be undone`() throws {
        var store = store(on: Self.planets)
        let back = WorkspaceChange.move(path: Self.list, folder: "collections/star-wars", before: nil)
        store.send(.workspace(.changed(.moved(from: Self.planets, to: Self.list, back: back, lost: ["a", "b", "c", "token"]))))
        let toast = try #require(store.state.toasts.last)
        #expect(toast.kind == .warning && toast.action?.message == .tree(.change(.undo)))
        #expect(toast.text.contains("{{a}}, {{b}}, {{c}} and 1 more"))
    }

    @Test func undoWaitsForThePreviousUndo() {
        var store = store(on: Self.planets)
        let move = WorkspaceChange.move(path: Self.list, folder: "collections/star-wars", before: nil)
        store.send(.workspace(.requestRead(path: Self.list, RequestDraft(name: "List people"))))
        store.send(.application(.focus(.tree)))
        store.send(.workspace(.changed(.moved(from: Self.planets, to: Self.list, back: move))))
        store.send(.workspace(.changed(.deleted(path: Self.list, name: "List people", deletion: 3))))
        #expect(store.press(.character("u")) == [.workspace(.change(.restore(3), .undo))])
        #expect(store.press(.character("u")).isEmpty)
        let effects = store.send(.workspace(.changed(.restored(path: Self.list, deletion: 3), .undo)))
        // The tab comes back without reading the file, which is moved now.
        let read: [Effect] = [.workspace(.readRequest(path: Self.list)), .workspace(.noteRequest(path: Self.list))]
        #expect(effects.contains(.workspace(.change(move, .undo))) && !effects.contains(where: read.contains))
        #expect(store.state.request.path == Self.list)
        store.press(.character("u"))
        store.send(.workspace(.notChanged(move, .undo)))
        #expect(store.press(.character("u")) == [.workspace(.change(move, .undo))])
    }

    @Test func anUndoThatFailsCanBeTriedAgain() {
        var store = store(on: Self.planets)
        store.send(.workspace(.changed(.deleted(path: Self.planets, name: "Planets", deletion: 3))))
        store.press(.character("u"))
        store.send(.workspace(.notChanged(.restore(3), .undo)))
        store.send(.workspace(.changeFailed("It is there again: rename it, then undo.")))
        #expect(store.press(.character("u")) == [.workspace(.change(.restore(3), .undo))])
    }

    @Test func `an undo whose file is gone leaves the list`() {
        var store = store(on: Self.planets)
        store.send(.workspace(.changed(.deleted(path: Self.list, name: "List people", deletion: 3))))
        let back = WorkspaceChange.rename(path: Self.planets, name: "Old")
        store.send(.workspace(.changed(.moved(from: Self.planets, to: Self.planets, back: back))))
        store.press(.character("u"))
        store.send(.workspace(.notChanged(nil, .undo)))
        #expect(store.press(.character("u")) == [.workspace(.change(.restore(3), .undo))])
    }

    @Test func deletingAnOpenRequestWithEditsKeepsThem() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Self.planets, RequestDraft(name: "Planets"))))
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.workspace(.changed(.deleted(path: Self.planets, name: "Planets", deletion: 0))))
        #expect(store.state.request.path == nil)
        #expect(store.state.request.hasUnsavedChanges)
    }

    @Test func openRequestsFollowAFolderThatIsRenamed() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Self.list, RequestDraft(name: "List people"))))
        let back = WorkspaceChange.rename(path: "collections/star-wars/folk", name: "People")
        store.send(.workspace(.changed(.moved(from: Self.people, to: "collections/star-wars/folk", back: back))))
        #expect(store.state.request.path == "collections/star-wars/folk/list.request.json")
        #expect(store.press(.character("1"), .character("u")).last == .workspace(.change(back, .undo)))
    }

    @Test func anOpenRequestFollowsTheRenameOfItsFile() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Self.list, RequestDraft(name: "People before"))))
        store.send(.request(.kind(.setMethod("PUT"))))
        let back = WorkspaceChange.rename(path: Self.list, name: "People before")
        store.send(.workspace(.changed(.moved(from: "collections/star-wars/people/old.request.json", to: Self.list, back: back))))
        #expect(store.state.request.name == "List people")
        #expect(store.state.request.saved.name == "List people")
        store.send(.request(.undo))
        #expect(store.state.request.name == "List people")
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func favouritesAreShownAlone() {
        var store = store(on: Self.create)
        store.press(.character("f"), .character("*"))
        #expect(store.state.tree.rows.map(\.node.name) == ["Star Wars", "People", "Create a pilot"])
        store.press(.character("*"))
        #expect(store.state.tree.rows.count > 3)
        #expect(store.canvas.contains("Create a pilot ★"))
    }

    @Test func allFoldersOpenAndClose() {
        var store = TestStore.withTree()
        store.press(.character("E"))
        #expect(store.state.tree.rows.count == 6)
        store.press(.character("C"))
        #expect(store.state.tree.rows.count == 1)
    }

    @Test func theRightButtonOpensTheRowsMenu() {
        var store = TestStore.withTree()
        guard let point = store.canvas.position(of: "Planets") else { return #expect(Bool(false), "the row is not on the screen") }
        store.mouse(.press(.right, count: 1), at: point)
        #expect(store.state.tree.current?.node.name == "Planets")
        store.click("Rename")
        #expect(store.canvas.contains("Rename “Planets”"))
    }

    @Test func `the menu of a row has no commands that never apply to it`() {
        let moves: Set = ["tree.moveTo", "tree.moveUp", "tree.moveDown"]
        for (kind, left) in [
            (WorkspaceNode.Kind.collection, moves.union(["tree.openInNewTab"])), (.folder, ["tree.openInNewTab"]),
            (.request(method: "GET"), []),
        ] {
            let name = kind == .collection ? "collections/c" : kind == .folder ? "collections/c/f" : "collections/c/a.request.json"
            let shown = TreeCommands.menu(of: WorkspaceNode(path: name, name: "x", kind: kind))
            #expect(Set(TreeCommands.menu(of: nil)).subtracting(shown) == left)
        }
    }

    @Test func showsInheritanceOutermostFirst() {
        var store = store(on: Self.list)
        #expect(store.press(.character("i")) == [.workspace(.settings(.readInheritance(path: Self.list)))])
        let layers = [
            InheritedLayer(path: "collections/star-wars", settings: FolderDraft(name: "Star Wars", headers: [Row("X-Team", "red")])),
            InheritedLayer(path: Self.people, settings: nil, problem: "folder.json:1:2: expected a value"),
        ]
        store.send(.workspace(.settings(.inheritanceRead(path: Self.list, layers))))
        #expect(store.canvas.contains("header X-Team: red"))
        #expect(store.canvas.contains("folder.json:1:2"))
    }

    @Test func duplicatingKeepsTheFocusInTheTree() {
        var store = store(on: Self.list)
        #expect(store.press(.character("D")) == [.workspace(.change(.duplicate(path: Self.list)))])
        let effects = store.send(.workspace(.changed(.duplicated(path: Self.create))))
        #expect(store.state.focus == .tree)
        #expect(store.state.tree.current?.node.path == Self.create)
        #expect(!effects.contains { if case .workspace = $0 { true } else { false } })
    }

    @Test func undoesACreatedItem() {
        var store = store(on: Self.list)
        store.send(.workspace(.changed(.duplicated(path: Self.create))))
        #expect(store.state.toasts.last?.action?.label == "undo")
        let delete = WorkspaceChange.delete(path: Self.create, name: "Create a pilot")
        #expect(store.press(.character("u")) == [.workspace(.change(delete, .undo))])
        store.send(.workspace(.changed(.created(path: Self.list))))
        #expect(store.press(.character("u")) == [.workspace(.change(.delete(path: Self.list, name: "List people"), .undo))])
    }

    private static let local = "collections/star-wars/environments/local.json"
    private static let swapi = "collections/star-wars/environments/swapi.json"

    @Test(arguments: [WorkspaceMessage.settings(.environmentCreated(path: swapi)), .changed(.duplicated(path: swapi))])
    func anEnvironmentThatWasMadeIsUndone(made: WorkspaceMessage) {
        var store = store(on: Self.list)
        store.state.workspace.chosenEnvironments["collections/star-wars"] = Self.local
        #expect(store.send(.workspace(made)).first == .workspace(.settings(.readEnvironment(path: Self.swapi))))
        #expect(store.state.toasts.last?.action?.label == "undo")
        #expect(store.state.workspace.environment(for: Self.list)?.name == "swapi")
        #expect(store.send(.tree(.change(.undo))) == [.workspace(.change(.delete(path: Self.swapi, name: "swapi"), .undo))])
        store.send(.workspace(.changed(.deleted(path: Self.swapi, name: "swapi", deletion: 1), .undo)))
        #expect(store.state.workspace.environment(for: Self.list)?.name == "local")
        store.send(.workspace(.changed(.restored(path: Self.swapi, deletion: 0), .redo)))
        #expect(store.state.workspace.environment(for: Self.list)?.name == "swapi")
        #expect(store.state.tree.history.undoable == [.delete(path: Self.swapi, name: "swapi")])
    }

    @Test func anEnvironmentThatWasDeletedIsChosenAgainWhenItComesBack() {
        var store = store(on: Self.list)
        store.state.workspace.chosenEnvironments["collections/star-wars"] = Self.swapi
        store.send(.workspace(.changed(.deleted(path: Self.swapi, name: "swapi", deletion: 1))))
        // The next request is not sent to an environment that was not chosen.
        #expect(store.state.workspace.environment(for: Self.list) == nil)
        #expect(store.canvas.contains("Deleted “swapi”; no environment is chosen now"))
        #expect(store.click("[undo]") == [.workspace(.change(.restore(1), .undo))])
        store.send(.workspace(.changed(.restored(path: Self.swapi, deletion: 0), .undo)))
        #expect(store.state.workspace.environment(for: Self.list)?.name == "swapi")
        #expect(store.state.tree.current?.node.path == Self.list)
    }

    @Test func deletingTheDefaultEnvironmentClearsItAndUndoRestoresIt() {
        var store = store(on: Self.list)
        #expect(store.send(.environments(.delete)).isEmpty, "it asks first")
        #expect(store.press(.character("d")) == [.workspace(.change(.delete(path: Self.local, name: "local")))])
        store.send(.workspace(.changed(.deleted(path: Self.local, name: "local", deletion: 1))))
        #expect(store.state.workspace.environment(for: Self.list) == nil)
        store.send(.workspace(.changed(.restored(path: Self.local, deletion: 0), .undo)))
        #expect(store.state.workspace.environment(for: Self.list)?.name == "local")
    }

    @Test(arguments: [nil, "", Self.local])
    func theEnvironmentOfAnUnsavedRequestComesAlong(chosen: String?) {
        var store = TestStore.withTree()
        store.state.workspace.chosenEnvironments = ["collections/other": Self.swapi]
        store.state.workspace.chosenEnvironments["collections/star-wars"] = chosen
        saveNew(in: "collections/other", "collections/star-wars/new.request.json", &store)
        // A choice for the collection comes first.
        #expect(store.state.workspace.chosenEnvironments["collections/star-wars"] == chosen ?? Self.swapi)
    }

    @Test func anEnvironmentOfAnotherCollectionIsNotLostWithoutAWord() {
        var store = TestStore.withTree()
        store.state.workspace.chosenEnvironments = ["collections/star-wars": Self.local]
        saveNew(in: "collections/star-wars", "collections/other/new.request.json", &store)
        #expect(store.state.environment == nil)
        #expect(store.state.toasts.contains { $0.kind == .warning && $0.text.contains("“local”") })
    }

    @Test func chosenEnvironmentsFollowTheirNewNames() {
        var store = store(on: Self.list)
        let (new, renamed) = ("collections/star-wars/environments/new.json", "collections/star-wars/environments/crew.json")
        store.state.workspace.chosenEnvironments["collections/star-wars"] = Self.swapi
        store.send(.workspace(.settings(.environmentCreated(path: new))))
        store.send(.workspace(.changed(.moved(from: new, to: renamed, back: .rename(path: renamed, name: "New")))))
        #expect(store.state.workspace.chosenEnvironments["collections/star-wars"] == renamed)
        store.send(.workspace(.changed(.deleted(path: renamed, name: "crew", deletion: 1), .undo)))
        #expect(store.state.workspace.environment(for: Self.list)?.name == "swapi")
    }

    @Test func asksBeforeUndoingAFolderThatIsNoLongerEmpty() {
        var store = store(on: Self.list)
        store.send(.workspace(.changed(.created(path: Self.people))))
        #expect(store.press(.character("u")).isEmpty)
        #expect(store.canvas.contains("2 requests are deleted with it"))
        store.press(Key(.escape))
        #expect(store.state.tree.history.undoable == [.delete(path: Self.people, name: "People")])
        store.press(.character("u"))
        #expect(store.press(.character("d")) == [.workspace(.change(.delete(path: Self.people, name: "People"), .undo))])
    }

    @Test func `no environment is selected before the user selects one`() {
        var store = TestStore()
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        #expect(store.state.environment == nil)
        #expect(store.canvas.contains("No environment"))
        #expect(store.press(.control("e")).isEmpty)
    }

    @Test func `undoing that a collection was deleted brings the choice of its environment back`() {
        var store = store(on: Self.list)
        let collection = "collections/star-wars"
        store.state.workspace.chosenEnvironments[collection] = Self.swapi
        store.send(.workspace(.changed(.deleted(path: collection, name: "Star Wars", deletion: 1))))
        #expect(store.state.workspace.environment(for: Self.list) == nil)
        store.send(.workspace(.changed(.restored(path: collection, deletion: 0), .undo)))
        #expect(store.state.workspace.environment(for: Self.list)?.name == "swapi")
    }

    @Test func `a new request uses the environment of its own collection`() {
        var tree = Sample.tree
        let node = WorkspaceNode(path: "collections/zoo/ape.request.json", name: "Ape", kind: .request(method: "GET"))
        tree.nodes.append(WorkspaceNode(path: "collections/zoo", name: "Zoo", kind: .collection, children: [node]))
        var store = TestStore.withTree()
        store.send(.workspace(.opened(tree, isWhole: true)))
        store.state.workspace.chosenEnvironments["collections/star-wars"] = Self.swapi
        store.send(.workspace(.requestRead(path: node.path, RequestDraft(name: "Ape", url: "/ape"))))
        store.press(.control("n"))
        #expect(store.state.request.path == nil)
        #expect(store.state.environment == nil)
        store.press(Key(.escape))
        store.send(.workspace(.requestRead(path: Self.list, Sample.draft)))
        store.press(.control("n"))
        #expect(store.state.environment?.name == "swapi")
    }
}
