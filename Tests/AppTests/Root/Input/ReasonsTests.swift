import Engine
import Foundation
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Reasons for disabled commands, and keys on a screen that is too small.
@Suite struct ReasonsTests {
    @Test func distinguishesNoMatchesFromAnEmptyHistory() {
        var store = TestStore.withTree()
        store.send(.application(.focus(.history)))
        store.press(.character("/"))
        store.type("zzz")
        store.press(Key(.enter), .character("R"))
        #expect(store.state.toasts.last?.text.contains("no matches") == true)
        store.press(Key(.escape), Key(.escape), .character("R"))
        #expect(store.state.toasts.last?.text.hasSuffix("the history is empty") == true)
    }

    @Test func ignoresKeysOnAScreenThatIsTooSmall() {
        var store = TestStore.opened()
        store.state.size = Size(width: 20, height: 5)
        let before = store.state
        #expect(store.press(Key(.function(5)), .character("m")).isEmpty && store.state == before)
        #expect(store.press(.control("q")).last == .quit)
        store.state = before
        #expect(store.press(Key(.function(5)), .character("D"), .control("c")).isEmpty)
        #expect(store.send(.input(.paste("curl http://h/"))).isEmpty && store.state == before)
        #expect(store.press(.control("z")) == [.suspend])
    }

    @Test func `a collection cannot be moved to a folder for another reason than that it has no order`() throws {
        var store = TestStore.withTree()
        store.state.tree.reveal("collections/star-wars", height: 30)
        func reason(_ id: String) throws -> String? { try #require(CommandTable.command(id)).disabledReason(store.state) }
        #expect(try reason("tree.moveTo") == "a collection lies in no folder")
        #expect(try reason("tree.moveUp") == "collections are sorted by name")
        store.state.tree.reveal(Sample.draftPath, height: 30)
        #expect(try reason("tree.moveTo") == nil && reason("tree.moveUp") == nil)
    }

    @Test func `the cancelling key offers to quit while nothing runs`() throws {
        var store = TestStore.opened()
        let cancel = try #require(CommandTable.command("application.cancel"))
        #expect(cancel.disabledReason(store.state) != nil)
        store.send(.application(.run(cancel.id)))
        #expect(store.state.windows.isEmpty && store.state.toasts.count == 1)
        store.press(.control("c"))
        #expect(store.question != nil)
        store.press(Key(.escape))
        store.start("one")
        #expect(cancel.disabledReason(store.state) == nil)
        #expect(store.send(.application(.run(cancel.id))) == [.cancel(.send("one"))])
    }

    @Test func `the suspend key works in a window`() {
        var store = TestStore.opened()
        store.press(.control("p"))
        #expect(store.press(.control("z")) == [.suspend])
    }

    @Test func `undo and redo without a change and moving without a table say why they are disabled`() throws {
        var store = TestStore.opened(RequestDraft(url: "http://h/a"))
        store.send(.application(.focus(.request)))
        func reason(_ id: String) throws -> String? { try #require(CommandTable.command(id)).disabledReason(store.state) }
        #expect(try reason("request.undo") != nil && reason("request.redo") != nil)
        store.press(.control("l"))
        store.type("b")
        store.press(Key(.escape))
        #expect(try reason("request.undo") == nil && reason("request.redo") != nil)
        store.press(.character("u"))
        #expect(try reason("request.undo") != nil && reason("request.redo") == nil)
        store.send(.request(.selectTab(.body)))
        #expect(try reason("request.moveRowUp") != nil && reason("request.moveRowUp") == reason("request.moveRowDown"))
    }

    @Test func `the footer shows a key for which a window has no use, until the next key`() {
        var store = TestStore.withTree()
        let draft = EnvironmentDraft(name: "local", scheme: "http", host: "h")
        store.send(.workspace(.settings(.environmentRead(path: "collections/star-wars/environments/local.json", draft))))
        func unused() -> String? { store.state.unusedKey.map { KeyNotation.show([$0]) } }
        store.press(.character("Y"))
        #expect(unused() == "Y" && store.state.footer.layer.contains("Y") && store.state.toasts.isEmpty)
        store.press(.character("k"))
        #expect(unused() == nil, "the cursor is at the first row already, which is no fault")
        store.press(.character("e"), .character("Y"))
        #expect(unused() == nil, "the letter is text")
    }

    @Test func `the titles of pin, mark and delete fit the selected entry`() {
        var store = TestStore.withTree()
        let rows = (0..<3).map { Sample.exchange("id\($0)").summary }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        let titles = { (store: TestStore) in
            ["history.pin", "history.mark", "history.delete", "history.replay", "history.export"].compactMap(CommandTable.command)
                .map { $0.presentTitle(store.state) ?? "" }
        }
        #expect(titles(store) == ["Pin", "Mark", "Delete entry", "Replay unchanged", "Export as HAR"])
        store.press(.character("P"))
        #expect(titles(store) == ["Unpin", "Mark", "", "Replay unchanged", "Export as HAR"])
        store.press(.character(" "), .character(" "), .character(" "))
        #expect(
            titles(store) == [
                "Pin 3 marked entries", "Unmark", "Delete 2 marked entries", "Replay 3 marked entries", "Export 3 marked entries",
            ])
        store.rightClick(on: "200 GET")
        #expect(store.canvas.contains("Delete 2 marked entries"))
    }

    @Test func `the menu of a response says whether it is pinned`() {
        var store = TestStore.withResponse("{}", type: "application/json")
        let title = { (store: TestStore) in CommandTable.command("response.pin")?.presentTitle(store.state) }
        #expect(title(store) == "Pin in history")
        store.press(.character("P"))
        #expect(title(store) == "Unpin in history")
    }

    @Test func `entries deleted together are restored together`() {
        var store = TestStore.withTree()
        let rows = (0..<3).map { Sample.exchange("id\($0)").summary }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character(" "), .character("j"), .character("j"), .character(" "), .character("d"))
        #expect(store.state.history.rows.count == 3, "it asks first")
        store.press(.character("d"))
        #expect(store.state.history.rows.map(\.id) == ["id1"])
        let effects = store.press(.character("u"))
        #expect(effects.first == .cancel(.deleteExchange("id0")))
        #expect(store.state.history.deletions.isEmpty)
    }

    @Test func pinnedEntriesAreNotDeleted() {
        var store = TestStore.withTree()
        var row = Sample.exchange("one").summary
        row.isPinned = true
        store.send(.history(.store(.listed([row], after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("d"))
        #expect(store.state.history.rows.count == 1 && store.state.history.leaving.isEmpty)
        #expect(store.state.toasts.last?.text.contains("P unpins it") == true)
    }

    @Test func theLineOfAMenuWithTheCursorSaysItsWholeReason() {
        let items = [
            MenuItem("Go on"), MenuItem("A title of many words that take their room", disabledReason: "a reason that is the point"),
        ]
        var menu = MenuState(items, at: Point(x: 0, y: 0), selected: 1)
        var canvas = Canvas(size: Size(width: 50, height: 10))
        menu.draw(in: canvas.bounds, on: &canvas)
        #expect(canvas.contains("a reason that is the point"))
        _ = menu.handle(Key(.up), in: canvas.bounds)
        menu.draw(in: canvas.bounds, on: &canvas)
        #expect(canvas.contains("A title of many words that take their room"))
    }

    @Test func aMenuStandsOverMessages() {
        var store = TestStore.withTree(size: Size(width: 80, height: 24))
        _ = store.state.notify(.error, String(repeating: "covered ", count: 40))
        store.send(.application(.show(.menu)))
        let point = Point(x: 79, y: 20)
        store.state.windows = []
        store.send(.application(.focus(.tree)))
        PaneMenu.show(&store.state, .request, at: point)
        let line = store.canvas.lines.first { $0.contains("Choose method") }
        #expect(line?.contains("covered") == false)
        store.click("Choose method")
        #expect(store.state.toasts.count == 1)
    }

    @Test func anExpandedMessageReplacesItsToast() {
        var store = TestStore.withTree(size: Size(width: 80, height: 24))
        _ = store.state.notify(.error, String(repeating: "word ", count: 200))
        store.send(.application(.toast(.read(nil))))
        #expect(store.state.toasts.isEmpty && store.canvas.contains("word word"))
    }

    @Test func theNewestCopyToastReplacesTheLast() {
        var store = TestStore.withTree()
        for count in 1...3 {
            store.send(.application(.report(.copied(name: "the selection", characterCount: count, byTerminal: .sent, byTool: nil))))
        }
        #expect(store.state.toasts.count == 1)
    }

    @Test func emptyTreeOffersToCreateItems() {
        var store = TestStore()
        store.send(.workspace(.opened(WorkspaceTree(nodes: [], environments: [:]), isWhole: true)))
        let text = TreeView.emptyState(store.state.collections, store.state.collectionsContext)?.text ?? ""
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 2 && lines.allSatisfy(store.canvas.contains), "what belongs there is said, too")
        store.click("No collections yet")
        #expect(store.canvas.contains("New collection") && store.canvas.contains("New request"))
    }

    @Test func `an empty table of parameters names the key that adds one`() throws {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.params)))
        let below = try #require(store.canvas.position(of: "Edit as text"))
        let point = Point(x: below.x, y: below.y - 1)
        #expect(RequestView.hint(store.state.request, store.state.requestContext, at: point)?.command == "request.addRow")
        store.mouse(.press(.left, count: 1), at: point)
        #expect(store.state.request.isEditingCell)
    }

    @Test func `an empty tree names keys that work where the focus is`() {
        var store = TestStore()
        store.send(.workspace(.opened(WorkspaceTree(nodes: [], environments: [:]), isWhole: true)))
        func text() -> String {
            let pane = store.state.screenLayout.rect(of: .tree) ?? .empty
            return store.canvas.lines.dropFirst(pane.minY + 1).prefix(pane.height - 2)
                .map { $0.dropFirst(pane.minX + 1).prefix(pane.width - 2).trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        }
        store.send(.request(.editURL))
        #expect(text().contains("No collections yet") && text().contains("^N") && !text().contains("New collection"), "\(text())")
        store.press(.control("n"))
        #expect(store.state.request.part == .url && store.state.layer == .edit)
        store.press(Key(.escape))
        #expect(!text().contains("New collection"), "\(text())")
        store.send(.application(.focus(.tree)))
        #expect(text().contains("N  New collection"), "\(text())")
    }

    @Test func refusalsNameFieldsAsTheFormDoes() {
        var store = TestStore.withTree()
        let issue = ResolutionIssue(place: .auth("clientID"), kind: .invalid, message: "a value is required")
        let job = SendJob(draft: RequestDraft(), path: nil, environmentPath: nil)
        store.send(.sending(.unresolved(SendProblems([issue], of: job))))
        #expect(store.state.pastToasts.last?.text == "Not sent: Authentication, “Client ID”: a value is required")
    }

    @Test func methodMenuListsACustomMethod() {
        var store = TestStore.opened(RequestDraft(method: "FROB", url: "http://h/"))
        store.send(.request(.kind(.pickMethod)))
        #expect(store.canvas.contains("FROB ✓"))
    }
}
