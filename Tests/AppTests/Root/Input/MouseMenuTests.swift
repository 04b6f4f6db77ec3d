import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Menus, choices and the popup after a prefix, with the mouse alone.
@Suite struct MouseMenuTests {
    private func request(_ tab: RequestTab, _ change: (inout RequestDraft) -> Void = { _ in }) -> TestStore {
        var store = TestStore.withTree()
        var draft = Sample.draft
        change(&draft)
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.send(.request(.selectTab(tab)))
        return store
    }

    @Test func `the menu of an empty tree does not offer to open itself`() {
        var store = TestStore()
        store.send(.workspace(.opened(WorkspaceTree(nodes: []), isWhole: true)))
        store.rightClick(on: "No collections yet")
        let titles = store.menuItems.map(\.title)
        #expect(titles.first == "New collection")
        #expect(!titles.contains("Open context menu"))
    }

    @Test func `the menu beside the rows of the tree has no commands of a row`() throws {
        var store = TestStore.withTree()
        let pane = try #require(store.state.screenLayout.rect(of: .tree))
        store.mouse(.press(.right, count: 1), at: Point(x: pane.minX + 4, y: pane.maxY - 2))
        let titles = store.menuItems.map(\.title)
        #expect(titles.first == "New collection")
        #expect(!titles.contains("Delete"))
    }

    @Test func `the menu below the rows of a table changes none of them`() throws {
        var store = request(.headers) { $0.headers = [Row("A", "b")] }
        let pane = try #require(store.state.screenLayout.rect(of: .request))
        store.mouse(.press(.right, count: 1), at: Point(x: pane.minX + 8, y: pane.maxY - 3))
        let reasons = store.menuItems.filter { ["Delete row", "Duplicate row"].contains($0.title) }.map(\.disabledReason)
        #expect(reasons.count == 2 && reasons.allSatisfy { $0 != nil })
    }

    @Test func `the menu below the entries of the history has no commands of an entry`() throws {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([Sample.exchange("one").summary], after: nil, query: store.state.history.query))))
        let pane = try #require(store.state.screenLayout.rect(of: .history))
        store.mouse(.press(.right, count: 1), at: Point(x: pane.minX + 4, y: pane.maxY - 2))
        let titles = store.menuItems.map(\.title)
        #expect(titles.contains("Filter history") && !titles.contains("Delete entry"))
    }

    @Test func theMenuOfATextCopiesFindsAndFormats() {
        var store = request(.body)
        store.click("name\"", count: 2)
        store.rightClick(on: "name\"")
        let titles = store.menuItems.map(\.title)
        #expect(titles.prefix(3) == ["Cut", "Copy", "Paste"])
        #expect(["Find in text or table", "Format body", "Choose body type"].allSatisfy(titles.contains))
        #expect(!titles.contains { $0.hasPrefix("Show the") })
        #expect(store.click("Cut ") == [.copy("name", name: "the selection")])
        #expect(store.state.request.json.text.contains("  \"\": "))
    }

    @Test func tableAndFormMenusListTheCommandsOfTheirRows() {
        var store = request(.headers) { $0.headers = [] }
        store.rightClick(on: "+  Add")
        let reasons = Dictionary(store.menuItems.map { ($0.title, $0.disabledReason) }, uniquingKeysWith: { first, _ in first })
        #expect(reasons["Add row"] == .some(nil) && reasons["Edit rows as text"] == .some(nil))
        store = request(.auth) { $0.auth.kind = .oauth2 }
        store.rightClick(on: "Grant")
        #expect(store.menuItems.contains { $0.title == "Choose authentication" && $0.disabledReason == nil })
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60)])
    func aMenuThatIsTooLongScrolls(size: Size) {
        var store = TestStore.withTree(size: size)
        store.send(.application(.focus(.response)))
        store.rightClick(on: "No response")
        let last = store.menuItems.last?.title.prefix(12) ?? "?"
        for _ in 0..<40 { store.mouse(.wheelDown, at: middle(store)) }
        #expect(store.canvas.contains(String(last)))
    }

    private func middle(_ store: TestStore) -> Point {
        guard let menu = store.state.windows.last?.content as? Menu<Message> else { return Point(x: 0, y: 0) }
        let frame = menu.menu.frame(in: store.state.screenLayout.body)
        return Point(x: frame.minX + 2, y: frame.minY + 2)
    }

    @Test func clickingAnotherTableWhileTypingContinuesTyping() {
        var store = request(.tests) { draft in
            draft.captures = [Capture(variable: "shuttle", query: ".id")]
            draft.assertions = [Assertion(subject: "status", predicate: "equals", value: 201)]
        }
        store.click("shuttle", count: 2)
        store.type("X")
        #expect(store.state.layer == .edit)
        store.click("201")
        #expect(store.state.layer == .edit)
        store.press(Key(.end))
        store.type("9")
        store.press(Key(.escape))
        #expect(store.state.request.draft.assertions.first?.value == 2019)
        #expect(store.state.request.draft.captures.first?.variable.contains("X") == true)
        // Without typing a click only puts the cursor there.
        store.click("shuttle")
        #expect(store.state.layer == .nav)
    }

    @Test func choicesOpenAsAListAndAStrayClickChangesNothing() {
        var store = request(.auth) { $0.auth.kind = .oauth2 }
        let before = store.state.request.auth.rows
        store.click("Authorization code")
        #expect(store.state.request.auth.rows == before && !store.state.request.hasUnsavedChanges)
        #expect(store.menuItems.contains { $0.title == "Password" } && store.menuItems.contains { $0.keys == "✓" })
        store.press(Key(.escape))
        #expect(store.state.request.auth.rows == before)
        store.click("Authorization code", count: 1)
        store.click(" Password")
        #expect(store.state.request.auth.rows.contains { $0[1] == "Password" })
    }

    @Test func enterOpensTheListAndEscapeKeepsTheValue() {
        var store = request(.auth) { $0.auth.kind = .oauth2 }
        let before = store.state.request.auth.rows
        store.send(.request(.edit))
        #expect(store.menuItems.contains { $0.title == "Password" })
        store.press(Key(.escape))
        #expect(store.state.request.auth.rows == before && !store.state.request.hasUnsavedChanges)
        store.send(.request(.edit))
        store.press(Key(.down))
        store.press(Key(.enter))
        #expect(store.state.request.auth.rows.contains { $0[1] == "Client credentials" })
    }

    @Test func globalKeysCloseAListAndRunTheirCommand() {
        var store = request(.auth) { $0.auth.kind = .oauth2 }
        store.click("Authorization code")
        let effects = store.press(.function(5))
        #expect(store.menuItems.isEmpty)
        #expect(effects.contains { if case .sending(.send) = $0 { true } else { false } })
    }

    @Test func typingALetterSelectsAChoice() {
        var store = request(.auth) { $0.auth.kind = .oauth2 }
        store.click("Authorization code")
        store.type("dx")
        #expect(!store.menuItems.isEmpty)
        store.press(Key(.enter))
        #expect(store.state.request.auth.rows.contains { $0[1] == "Device code" })
    }

    @Test func theSecondPressOfADoubleClickLeavesTheChoicesOpen() throws {
        var store = request(.auth) { $0.auth.kind = .oauth2 }
        let point = try #require(store.canvas.position(of: "Authorization code"))
        for count in 1...2 { store.mouse(.press(.left, count: count), at: point) }
        #expect(!store.menuItems.isEmpty)
    }

    @Test func `a click on the box of a window's field switches it`() {
        var store = TestStore.withTree()
        let path = "collections/star-wars/environments/local.json"
        store.send(.workspace(.settings(.environmentRead(path: path, EnvironmentDraft(name: "local", host: "h.example")))))
        store.click("[ ]", after: "Protected")
        #expect(store.canvas.lines.contains { $0.contains("Protected") && $0.contains("[x]") && !$0.contains("yes") })
        store.press(Key(.enter))
        #expect(store.canvas.lines.contains { $0.contains("Protected") && $0.contains("[ ]") })
        store.rightClick(on: "h.example")
        #expect(store.menuItems.contains { $0.title == "Duplicate row" && $0.disabledReason != nil })
        store.press(Key(.escape))
        store.click("Secrets")
        store.click("+  Add a secret")
        store.type("token")
        store.press(Key(.escape))
        store.rightClick(on: "token")
        store.click("Set value of secret")
        #expect(store.canvas.contains("Value of token"))
    }

    @Test func theKeysAfterAPrefixAreClicked() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.application(.focus(.request)))
        store.press(.character("y"))
        let effects = store.click("Copy as curl, masked")
        #expect(!effects.isEmpty && store.state.pendingKeys.isEmpty)
        store.press(.character("y"))
        store.click("Headers 1")
        #expect(store.state.pendingKeys.isEmpty && store.state.request.tab == .headers)
    }

    @Test func theKeysAfterAPrefixScroll() {
        var store = TestStore.withTree(size: Size(width: 40, height: 12))
        store.send(.application(.focus(.response)))
        store.press(.character("g"))
        let lines = (store.state.keysPopup?.rows ?? [])
        let list = store.state.keysPopup?.list ?? .empty
        #expect(lines.count > list.height)
        for _ in 0..<20 { store.mouse(.wheelDown, at: list.origin) }
        #expect(store.canvas.contains(lines[lines.count - 1].text))
        #expect(!store.state.pendingKeys.isEmpty)
    }

    @Test func pendingKeysScrollAndAreCompletelyVisible() {
        var store = TestStore.withTree(size: Size(width: 40, height: 12))
        store.send(.application(.focus(.response)))
        store.press(.character("g"))
        let rows = (store.state.keysPopup?.rows ?? [])
        var seen = store.canvas.lines
        for _ in 0..<rows.count {
            store.press(Key(.down))
            seen += store.canvas.lines
        }
        for row in rows { #expect(seen.contains { $0.contains(row.text) }, "\(row.text)") }
        #expect(store.state.pendingKeys == [.character("g")])
        store.press(.character("?"))
        #expect(store.state.pendingKeys.isEmpty)
    }

    @Test func theLabelOfTheMessageOfADeletedRowBringsItBack() {
        var store = request(.headers)
        store.click("Accept")
        store.press(.character("d"))
        store.click("Deleted the row")
        #expect(store.state.request.headers.rows.isEmpty && store.state.toasts.isEmpty, "a click beside the label dismisses the message")
        store.press(.character("u"), .character("d"))
        #expect(store.state.request.headers.rows.isEmpty)
        store.click("[undo]")
        #expect(store.state.request.headers.rows.map { $0[0] } == ["Accept"])
    }

    @Test func clickingAValueCellStartsTyping() {
        var store = request(.params) { $0.query = [] }
        store.click("+  Add a parameter")
        store.type("foo")
        guard let name = store.canvas.position(of: "foo"), let value = store.canvas.position(of: "Value") else {
            return #expect(Bool(false), "the table is not on the screen")
        }
        let point = Point(x: value.x, y: name.y)
        store.mouse(.press(.left, count: 1), at: point)
        store.mouse(.release(.left), at: point)
        store.type("bar")
        #expect(store.state.request.url.text.hasSuffix("foo=bar"))
    }

    @Test func `a click on a field or its label starts typing in the field`() {
        var store = request(.auth) { $0.auth.kind = .basic }
        store.click("Password")
        store.type("s3cret")
        #expect(store.state.layer == .edit && store.state.request.draft.auth["password"] == "s3cret")
        store.click("User", columnsBehind: 30)
        store.type("mei")
        #expect(store.state.layer == .edit && store.state.request.draft.auth["username"] == "mei")
    }

    @Test(arguments: [("Body JSON", "Type"), ("Auth Basic", "Type"), ("Body JSON", "Body JSON")])
    func `a click on the type or on the selected tab opens the types`(tab: String, place: String) {
        var store = request(.params) { $0.auth.kind = .basic }
        store.send(.application(.focus(.request)))
        store.click(tab)
        #expect(store.state.windows.isEmpty)
        store.click(place)
        guard store.state.windows.last?.content is Picker<Message> else { return #expect(Bool(false), "the choices are not open") }
    }

    @Test func `the menu of the URL pastes once`() {
        var store = request(.params)
        store.send(.request(.editURL))
        store.rightClick(on: store.state.request.url.text)
        #expect(store.menuItems.filter { $0.title == "Paste" }.count == 1)
    }

    @Test(arguments: [RequestTab.tests, .docs])
    func tabsThatAreCutOffAreReached(tab: RequestTab) {
        var store = TestStore.withTree(size: Size(width: 40, height: 12))
        store.send(.application(.focus(.request)))
        let strip = store.state.requestLayout.tabs
        #expect(store.canvas.lines[strip.minY].contains("▸"))
        let first = store.state.request.tab
        store.mouse(.wheelDown, at: Point(x: strip.minX + 5, y: strip.minY))
        #expect(store.state.request.tab == first, "the wheel only scrolls")
        let sign = MouseEvent(.press(.left, count: 1), at: Point(x: strip.maxX - 1, y: strip.minY))
        for _ in 0..<10 where store.state.request.tab != tab { store.send(.input(.mouse(sign))) }
        #expect(store.state.request.tab == tab)
    }

    @Test func `the next press after a menu goes to the pane under the pointer`() {
        var store = TestStore.opened()
        store.send(.application(.focus(.request)))
        store.rightClick(on: "Params")
        #expect(store.canvas.contains("Choose method"))
        store.press(Key(.escape))
        store.rightClick(on: "Star Wars")
        #expect(store.menuItem("tree.addFolder") != nil)
    }

    @Test func `a right click outside a menu opens the menu at the pointer`() {
        var store = TestStore.opened()
        store.rightClick(on: "Star Wars")
        #expect(store.menuItem("tree.addFolder") != nil)
        store.rightClick(on: "No response yet")
        #expect(store.state.windows.count == 1 && store.state.focus == .response && store.menuItem("request.send") != nil)
        store.rightClick(on: "Star Wars")
        #expect(store.state.windows.count == 1 && store.state.focus == .tree && store.menuItem("tree.addFolder") != nil)
        // A left click outside only closes it.
        store.click("No response yet")
        #expect(store.state.windows.isEmpty && store.state.focus == .tree)
    }

    @Test func `a right click outside the menu of a window's row stays in the window`() {
        var store = TestStore.withTree()
        let path = "collections/star-wars/environments/local.json"
        let draft = EnvironmentDraft(name: "local", variables: [Row("first", "1"), Row("second", "2")])
        store.send(.workspace(.settings(.environmentRead(path: path, draft))))
        store.click("Variables")
        store.rightClick(on: "second")
        #expect(store.state.windows.count == 2)
        store.rightClick(on: "first")
        #expect(store.state.windows.count == 2 && store.menuItems.contains { $0.title == "Duplicate row" })
        guard let tableWindow = store.state.windows.first?.content as? TableWindow else { return #expect(Bool(false), "no window") }
        #expect(tableWindow.page.table.selected == 0)
        store.mouse(.press(.right, count: 1), at: Point(x: 0, y: 5))
        #expect(store.state.windows.count == 1 && store.menuItems.isEmpty)
    }

    @Test func `the menu of a pane lists available commands first`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.body)))
        store.rightClick(on: "Params")
        guard let menu = store.state.windows.last?.content as? Menu<Message> else { return #expect(Bool(false), "no menu") }
        #expect(menu.messages.last == .application(.show(.moreCommands(.request, at: menu.menu.anchor))))
        store.press(Key(.end), Key(.enter))
        let others = store.menuItems.map { $0.disabledReason == nil }
        #expect(others == others.filter { $0 } + others.filter { !$0 } && others.contains(false))
    }

    @Test(arguments: [
        ("Star Wars", ["Collapse", "Run collection", "Edit collection settings", "Add to favourites"]),
        ("People", ["Expand", "Run folder", "Edit folder settings"]), ("Planets", ["Open", "Run request", "Edit request"]),
    ])
    func `the menu of the tree names the target of its commands`(row: String, titles: [String]) {
        var store = TestStore.opened()
        store.rightClick(on: row)
        for title in titles { #expect(store.canvas.contains(title), "\(title)") }
    }

    @Test func pasteFromTheMenuInsertsAtThePointer() {
        var store = TestStore.withText("one\ntwo\nthree")
        store.click("one")
        store.rightClick(on: "wo")
        #expect(store.click("Paste") == [.paste])
        store.send(.input(.paste("X")))
        #expect(store.state.request.text.text == "one\ntXwo\nthree")
    }

    @Test(arguments: [("+  Add an assertion", "Condition", "contains"), ("+  Add a capture", "From", "header")])
    func assertionSubjectsAndPredicatesAreChosenFromAList(add: String, column: String, word: String) throws {
        var store = request(.tests)
        store.click(add)
        // A row of nothing goes when it is left.
        store.type("x")
        let title = try #require(store.canvas.position(of: column))
        let row = title.y + 1
        store.mouse(.press(.left, count: 1), at: Point(x: title.x, y: row))
        store.mouse(.release(.left), at: Point(x: title.x, y: row))
        #expect(store.state.request.completion?.items.map(\.text).contains(word) == true)
        store.click(word)
        #expect(store.state.request.completion == nil)
        let rows = store.state.request.assertions.rows + store.state.request.captures.rows
        #expect(rows.contains { $0[1] == word || $0[2] == word })
    }

    @Test func `the menu of a row has no commands of texts`() {
        var store = request(.headers)
        store.rightClick(on: "+  Add a header")
        guard let menu = store.state.windows.last?.content as? Menu<Message> else { return #expect(Bool(false)) }
        #expect(!menu.messages.contains(.request(.text(.find))) && menu.messages.contains(.request(.row(.add))))
    }
}
