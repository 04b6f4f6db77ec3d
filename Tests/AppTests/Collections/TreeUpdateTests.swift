import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct TreeUpdateTests {
    @Test func `a long name is cut with a sign`() {
        var store = TestStore(size: Size(width: 80, height: 24))
        let path = "collections/c"
        let request = WorkspaceNode(
            path: path + "/a.request.json", name: String(repeating: "long ", count: 30), kind: .request(method: "GET"))
        let nodes = [WorkspaceNode(path: path, name: "C", kind: .collection, children: [request])]
        store.send(.workspace(.opened(WorkspaceTree(nodes: nodes, environments: [:]), isWhole: true)))
        store.send(.application(.focus(.tree)))
        #expect(store.canvas.text.contains(/GET +long .*…/))
        store.state.tree.favorites = [request.path]
        #expect(store.canvas.text.contains(/long .*… ★/))
    }

    @Test func `an empty folder is labelled as empty, and a new request goes into it`() {
        var store = TestStore(size: Size(width: 80, height: 24))
        let path = "collections/c"
        let request = WorkspaceNode(path: path + "/a.request.json", name: "A", kind: .request(method: "GET"))
        let folder = WorkspaceNode(path: path + "/f", name: "Folder", kind: .folder)
        let nodes = [
            WorkspaceNode(path: path, name: "C", kind: .collection, children: [folder, request]),
            WorkspaceNode(path: "collections/none", name: "None", kind: .collection),
        ]
        store.send(.workspace(.opened(WorkspaceTree(nodes: nodes), isWhole: true)))
        store.send(.application(.focus(.tree)))
        #expect(["Folder  empty", "None  empty"].allSatisfy { store.canvas.contains($0) } && store.canvas.role(of: "empty") == .textMuted)
        #expect(store.canvas.lines.count { $0.contains("empty") } == 2)
        store.press(.character("j"), .character("a"))
        store.type("New")
        let effects = store.press(Key(.enter))
        #expect(effects.contains(.workspace(.change(.createRequest(RequestDraft(name: "New"), folder: folder.path, after: nil), .new))))
    }

    @Test func `the content of a revealed folder is visible`() {
        var store = TestStore(size: Size(width: 80, height: 24))
        func collection(_ index: Int) -> WorkspaceNode {
            let path = "collections/c\(index)"
            let requests = (0..<3).map {
                WorkspaceNode(path: path + "/\($0).request.json", name: "r\(index)-\($0)", kind: .request(method: "GET"))
            }
            return WorkspaceNode(path: path, name: "C\(index)", kind: .collection, children: requests)
        }
        store.send(.workspace(.opened(WorkspaceTree(nodes: (0..<40).map(collection), environments: [:]), isWhole: true)))
        store.send(.application(.focus(.tree)))
        store.send(.transfer(.written(paths: ["collections/c30"], isUpdate: false)))
        #expect(store.state.tree.current?.node.name == "C30")
        #expect(store.canvas.contains("r30-2"))
        store.click("[undo]")
        #expect(store.canvas.contains("Delete “C30”?"), "undo takes the import back")
    }

    @Test func `one question undoes an import of several collections`() {
        var store = TestStore(size: Size(width: 120, height: 40))
        let paths = ["collections/a", "collections/b"]
        store.send(.transfer(.written(paths: paths, isUpdate: false)))
        store.click("[undo]")
        #expect(paths.allSatisfy { store.canvas.contains($0) })
        let effects = store.press(.character("d"))
        #expect(
            effects == paths.map { .workspace(.change(.delete(path: $0, name: String($0.last!)), .new)) }, "\(effects)")
    }

    @Test func `the title bar has the whole name of a selected row that is cut`() {
        var store = TestStore(size: Size(width: 120, height: 40))
        let path = "collections/c"
        let (long, short) = ("A name of a request that is longer than the column", "Short")
        let requests = [long, short].map { WorkspaceNode(path: path + "/\($0).request.json", name: $0, kind: .request(method: "GET")) }
        let nodes = [WorkspaceNode(path: path, name: "C", kind: .collection, children: requests)]
        store.send(.workspace(.opened(WorkspaceTree(nodes: nodes, environments: [:]), isWhole: true)))
        store.send(.application(.focus(.tree)))
        func title() -> String { store.canvas.lines[store.state.screenLayout.titleBar.minY] }
        #expect(!title().contains("A name"))
        store.press(.character("j"))
        let panes = store.canvas.lines.dropFirst(1)
        #expect(title().contains("space › \(long)"), "\(title())")
        #expect(!panes.contains { $0.contains(long) } && panes.contains { $0.contains("A name") })
        store.press(.character("j"))
        #expect(title().contains("space") && !title().contains("›"), "\(title())")
        store.press(.character("k"))
        store.send(.application(.focus(.request)))
        #expect(!title().contains(long))
        store.send(.application(.focus(.tree)))
        store.state.size.width = 60
        #expect(title().contains("›") && title().contains("A name of"), "\(title())")
    }

    @Test func `an imported collection is selected and expanded`() {
        var store = TestStore(size: Size(width: 80, height: 24))
        let path = "collections/new"
        store.send(.transfer(.written(paths: [path], isUpdate: false)))
        let request = WorkspaceNode(path: path + "/a.request.json", name: "A", kind: .request(method: "GET"))
        let nodes = ["collections/aaa", path].map { WorkspaceNode(path: $0, name: $0, kind: .collection, children: [request]) }
        store.send(.workspace(.opened(WorkspaceTree(nodes: nodes, environments: [:]), isWhole: true)))
        #expect(store.state.tree.current?.node.path == path)
        #expect(store.state.tree.expanded.contains(path))
    }

    @Test func `reading the tree again keeps the position of the wheel`() throws {
        var store = TestStore(size: Size(width: 80, height: 24))
        func read(_ range: Range<Int>) {
            let nodes = range.map { WorkspaceNode(path: "collections/c\($0)", name: "C\($0)", kind: .collection) }
            store.send(.workspace(.opened(WorkspaceTree(nodes: nodes, environments: [:]), isWhole: true)))
        }
        read(100..<300)
        store.send(.application(.focus(.tree)))
        let area = try #require(store.state.screenLayout.rect(of: .tree))
        for _ in 0..<20 { store.mouse(.wheelDown, at: Point(x: area.minX + 3, y: area.minY + 3)) }
        func top() -> Int? { store.state.tree.list.rowToKeep(count: store.state.tree.rows.count, height: area.height) }
        #expect(top() == 60)
        read(90..<300)
        #expect(top() == 70 && store.state.tree.current?.node.name == "C100")
    }

    @Test func theFirstCollectionIsOpen() {
        let store = TestStore.withTree()
        #expect(store.state.tree.rows.map(\.node.name) == ["Star Wars", "People", "Planets", "bad"])
    }

    @Test func rightExpandsAndLeftReturnsToTheParent() {
        var store = TestStore.withTree()
        store.press(.character("j"), .character("l"))
        #expect(store.state.tree.rows.map(\.node.name) == ["Star Wars", "People", "List people", "Create a pilot", "Planets", "bad"])
        store.press(.character("l"), .character("h"))
        #expect(store.state.tree.current?.node.name == "People")
        store.press(.character("h"))
        #expect(store.state.tree.rows.count == 4)
    }

    @Test func enterReadsTheRequest() {
        var store = TestStore.withTree()
        store.press(.character("j"), .character("j"))
        #expect(store.press(Key(.enter)) == [.workspace(.readRequest(path: "collections/star-wars/planets.request.json"))])
    }

    @Test func aBrokenFileReportsThePositionAndTheProblem() {
        var store = TestStore.withTree()
        store.press(.character("G"), Key(.enter))
        #expect(store.state.toasts.last?.kind == .error)
        #expect(store.state.toasts.last?.text == "collections/star-wars/bad.request.json:3:7: expected a value")
    }

    @Test func aClickIntoTheFilterTypesThere() {
        var store = TestStore.withTree()
        store.press(.character("/"))
        store.type("planets")
        store.click("Planets")
        #expect(store.state.layer == .nav)
        store.click("anets")
        store.type("x")
        #expect(store.state.tree.filter?.text == "plxanets")
    }

    @Test func `an import is visible despite a filter`() {
        var store = TestStore.withTree()
        store.press(.character("/"))
        store.type("pilot")
        store.press(Key(.enter))
        store.send(.transfer(.written(paths: ["collections/star-wars/planets.request.json"], isUpdate: true)))
        #expect(store.state.tree.current?.node.path == "collections/star-wars/planets.request.json")
    }

    @Test func `a request that is opened is visible despite a filter, and a saved one leaves the filter`() {
        var store = TestStore.withTree()
        store.press(.character("/"))
        store.type("pilot")
        store.press(Key(.enter))
        store.send(.workspace(.saved(first: nil, path: "collections/star-wars/planets.request.json", RequestDraft(name: "Planets"))))
        #expect(store.state.tree.filter?.text == "pilot")
        store.send(.tabs(.open(path: "collections/star-wars/planets.request.json")))
        #expect(store.state.tree.current?.node.path == "collections/star-wars/planets.request.json")
    }

    @Test func `undo takes back the update of a collection before its import`() throws {
        var store = TestStore.withTree()
        store.send(.application(.focus(.tree)))
        store.send(.transfer(.written(paths: ["collections/star-wars"], isUpdate: false)))
        #expect(store.state.tree.history.undoable.count == 1)
        let edit = try #require(FileEdit("the update", at: "collections/star-wars", from: nil, to: nil))
        store.send(.transfer(.written(paths: ["collections/star-wars"], isUpdate: true, edit: edit)))
        #expect(store.state.tree.history.undoable.last == .takeBack(edit))
        let effects = store.press(.character("u"))
        #expect(effects.contains(.workspace(.change(.takeBack(edit), .undo))))
        store.send(.workspace(.changed(.edited(edit.reversed), .undo)))
        #expect(store.state.tree.history.undoable.count == 1 && store.state.tree.history.redoable == [.takeBack(edit.reversed)])
    }

    @Test func `undo removes the part that a failed import wrote`() throws {
        var store = TestStore.withTree()
        store.send(.application(.focus(.tree)))
        let edit = try #require(FileEdit("the import", at: "collections/star-wars", from: nil, to: nil))
        store.send(.transfer(.interrupted(reason: "no room", edit: edit)))
        let toast = try #require(store.state.toasts.last)
        #expect(toast.kind == .error && toast.text.contains("no room") && toast.action != nil)
        #expect(store.press(.character("u")).contains(.workspace(.change(.takeBack(edit), .undo))))
    }

    @Test func `an edit that cannot be taken back leaves the list, and the next one is named`() throws {
        var store = TestStore.withTree()
        store.send(.application(.focus(.tree)))
        let edit = try #require(FileEdit("the settings of a", at: "collections/a", from: nil, to: nil))
        store.send(.transfer(.written(paths: ["collections/star-wars"], isUpdate: false)))
        store.send(.workspace(.changed(.edited(edit))))
        store.press(.character("u"))
        store.send(.workspace(.notChanged(nil, .undo)))
        #expect(store.state.tree.history.undoable.count == 1)
        #expect(store.state.toasts.last?.text.contains("star-wars") == true && store.state.toasts.last?.kind == .warning)
    }

    @Test func filterShowsMatchesWithTheirFolders() {
        var store = TestStore.withTree()
        store.press(.character("/"))
        #expect(store.state.layer == .edit)
        store.type("pilot")
        #expect(store.state.tree.rows.map(\.node.name) == ["Star Wars", "People", "Create a pilot"])
        store.press(Key(.escape))
        #expect(store.state.layer == .nav)
        #expect(store.state.tree.rows.count >= 4)
    }

    @Test func cursorMovesToTheFirstMatch() {
        var store = TestStore.withTree()
        store.press(.character("/"))
        store.type("pilot")
        #expect(store.press(Key(.enter)) == [.workspace(.readRequest(path: "collections/star-wars/people/create.request.json"))])
        store.press(.character("/"), .control("u"))
        store.type("peo")
        #expect(store.state.tree.current?.node.name == "People")
        store.press(Key(.down))
        store.type("p")
        #expect(store.state.tree.current?.node.name == "People")
        store.press(.control("u"))
        store.type("list")
        #expect(store.state.tree.current?.node.name == "List people")
    }

    @Test func anExactNameIsSelectedBeforePartialMatches() {
        var store = TestStore()
        let names = ["opt redir2", "opt redir", "opt redir3"]
        let requests = names.map { WorkspaceNode(path: "collections/c/\($0).request.json", name: $0, kind: .request(method: "GET")) }
        let collection = WorkspaceNode(path: "collections/c", name: "C", kind: .collection, children: requests)
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: true)))
        store.press(.character("G"), .character("/"))
        store.type("opt redi")
        #expect(store.state.tree.current?.node.name == "opt redir2")
        store.type("r")
        #expect(store.state.tree.current?.node.name == "opt redir")
    }

    @Test func `a filter ignores case and accents`() {
        var store = TestStore()
        let requests = ["Été", "Ёлка", "x"].map {
            WorkspaceNode(path: "collections/c/\($0).request.json", name: $0, kind: .request(method: "GET"))
        }
        let collection = WorkspaceNode(path: "collections/c", name: "C", kind: .collection, children: requests)
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: true)))
        store.press(.character("/"))
        store.type("ete")
        #expect(store.state.tree.rows.map(\.node.name) == ["C", "Été"])
        store.press(.control("u"))
        store.type("ЕЛ")
        #expect(store.state.tree.rows.map(\.node.name) == ["C", "Ёлка"])
    }

    @Test func filterShowsTheContentOfAMatchingFolder() {
        var store = TestStore.withTree()
        store.press(.character("/"))
        store.type("people")
        #expect(store.state.tree.rows.map(\.node.name) == ["Star Wars", "People", "List people", "Create a pilot"])
        store.press(Key(.escape))
        #expect(store.state.tree.filter == nil)
    }

    @Test(arguments: [true, false]) func `a folder that was found is shown in the whole tree, with its content`(isTyping: Bool) {
        var store = TestStore.withTree()
        let count = store.state.tree.rows.count
        store.press(.character("/"))
        store.type("people")
        if isTyping { store.press(Key(.enter)) } else { store.send(.tree(.toggle)) }
        #expect(store.state.tree.filter == nil && store.state.layer == .nav)
        #expect(store.state.tree.current?.node.name == "People" && store.state.tree.rows.count > count)
        #expect(store.state.tree.rows.map(\.node.name).contains("Create a pilot"))
    }

    @Test func `a click opens a request and a double click edits its URL`() throws {
        var store = TestStore.withTree()
        let row = try #require(store.canvas.position(of: "Planets"))
        let path = "collections/star-wars/planets.request.json"
        #expect(store.click("Planets") == [.workspace(.readRequest(path: path))])
        #expect(store.state.tree.current?.node.name == "Planets")
        store.send(.workspace(.requestRead(path: path, RequestDraft(name: "Planets", url: "https://h/planets"))))
        #expect(store.state.layer == .nav)
        store.mouse(.press(.left, count: 2), at: row)
        store.mouse(.release(.left), at: row)
        #expect(store.state.layer == .edit)
        #expect(store.state.request.path == path)
        // It keeps its tab.
        store.send(.workspace(.requestRead(path: "collections/star-wars/x.request.json", RequestDraft(name: "X", url: "https://h/x"))))
        #expect(store.state.tabs.all.map(\.request.path).contains(path))
    }

    @Test func `a click expands and collapses a folder, and a drag does not`() {
        var store = TestStore.withTree()
        let people = "collections/star-wars/people"
        let wasOpen = store.state.tree.expanded.contains(people)
        store.click("People")
        #expect(store.state.tree.expanded.contains(people) != wasOpen)
        store.click("People", count: 2)
        #expect(store.state.tree.expanded.contains(people) != wasOpen)
        let before = store.state.tree.expanded
        _ = store.drag(from: "People", to: "Planets")
        #expect(store.state.tree.expanded == before)
    }

    @Test func reloadingTheTreeKeepsTheCursor() {
        var store = TestStore.withTree()
        store.press(.character("j"), .character("l"), .character("j"))
        let path = store.state.tree.current?.node.path
        var tree = Sample.tree
        tree.nodes.insert(WorkspaceNode(path: "collections/a", name: "A", kind: .collection), at: 0)
        store.send(.workspace(.opened(tree, isWhole: true)))
        #expect(store.state.tree.current?.node.path == path)
    }
}
