import Hashing
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Lists to choose from.
@Suite struct PickerTests {
    /// As in menus; the name of the pane before it is muted.
    @Test(arguments: ["request.new", "tree.filter"])
    func `the key of a command in the palette has the style of keys`(id: String) throws {
        var store = TestStore.withTree()
        let title = try #require(CommandTable.command(id)?.title)
        store.press(.control("p"))
        store.type(id)
        let canvas = store.canvas
        let row = try #require(canvas.lines.firstIndex { $0.contains("▸" + title) })
        let keys = (0..<canvas.size.width).map { Point(x: $0, y: row) }.filter { canvas[$0].style.role == .footerKey }
        #expect(keys.map { "\(canvas.glyph(at: $0))" }.joined() == store.state.keymap.shownKey(of: id))
    }

    /// Where one pane is shown at a time, the field would even be invisible.
    @Test(
        arguments: [
            ("history.filter", PaneID.history), ("tree.filter", .tree), ("response.search", .response), ("response.query", .response),
            ("request.addRow", .request), ("request.tab.tests", .request),
        ], [Size(width: 120, height: 40), Size(width: 80, height: 24)])
    func `a command from the palette focuses the pane where it begins to edit or shows a tab`(
        command: (id: String, pane: PaneID), size: Size
    ) {
        for pane in PaneID.allCases {
            var store = TestStore.withResponse("{}", type: "application/json", size: size)
            store.send(.application(.focus(pane)))
            store.press(.control("p"))
            store.type(command.id)
            store.press(Key(.enter))
            #expect(store.state.focus == command.pane, "\(pane)")
            #expect(store.state.layer == .edit || command.id == "request.tab.tests")
        }
    }

    @Test func `environments that are read while their list is open can be chosen`() {
        var store = TestStore()
        store.press(.control("e"))
        store.type("swapi")
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        store.press(Key(.enter))
        #expect(store.state.windows.isEmpty && store.state.workspace.chosenEnvironments.values.contains { $0.hasSuffix("swapi.json") })
    }

    @Test(arguments: [
        (Message.request(.kind(.pickBody)), "JSON"), (.request(.kind(.pickAuth)), "Inherited"), (.request(.kind(.pickMethod)), "POST"),
        (.application(.show(.themes)), "Match the terminal"), (.application(.show(.environments)), "swapi"),
    ])
    func `the current choice is marked and selected`(_ message: Message, _ title: String) {
        var store = TestStore.opened()
        store.state.workspace.chosenEnvironments = ["collections/star-wars": "collections/star-wars/environments/swapi.json"]
        store.send(message)
        #expect(store.picker?.current?.title == title)
        #expect(store.canvas.contains("\(title) ✓"))
        #expect(store.picker?.items.filter(\.isCurrent).count == 1)
    }

    @Test func `the list of environments counts no actions`() {
        var store = TestStore.opened()
        store.send(.application(.show(.environments)))
        let count = store.state.workspace.choosableEnvironments(for: store.state.request.place).count
        #expect(store.canvas.text.contains("─ \(count) ─╮"))
    }

    @Test func `a blank line is between environments and commands until a filter is typed`() throws {
        var store = TestStore.opened()
        store.send(.application(.show(.environments)))
        func distance() throws -> Int {
            let (canvas, titles) = (store.canvas, ["No environment", "Edit environment…"])
            let rows = try titles.map { try #require(canvas.position(of: $0)).y }
            return rows[1] - rows[0]
        }
        #expect(try distance() == 2)
        store.type("environment")
        let lines = store.picker.map { $0.layout(store.state.windowContext).content.height - 2 }
        #expect(lines == store.picker?.matches.count)
        store.click("Edit environment…")
        #expect(store.picker?.title != Picker.environmentsTitle, "the line that was clicked")
    }

    @Test func `the palette does not offer to open itself`() {
        var store = TestStore.opened()
        store.press(.control("p"))
        let opening = Message.application(.run("application.palette"))
        #expect(store.picker?.items.contains { $0.message == opening } == false && store.picker?.title == Picker.paletteTitle)
    }

    @Test func `a typed name that no environment has creates one`() throws {
        var store = TestStore.opened()
        store.press(.control("e"))
        let known = try #require(store.picker?.items.first)
        let count = try #require(store.picker?.items.count)
        store.type(known.title)
        #expect(store.picker?.items.count == count)
        store.press(.control("u"))
        store.type("prodxy")
        let found = try #require(store.picker)
        #expect(
            found.matches.map { found.items[$0].message }.allSatisfy {
                if case .environments(.create("prodxy", _)) = $0 { true } else { false }
            })
        #expect(found.matches.count == 2)
        let effects = store.press(Key(.enter))
        #expect(
            effects.contains {
                if case .workspace(.settings(.createEnvironment(let draft, let collection))) = $0 {
                    draft.name == "prodxy" && collection == "collections/star-wars"
                } else {
                    false
                }
            })
    }

    @Test func `client credentials are chosen as authentication in one step`() {
        var store = TestStore.opened()
        store.send(.request(.kind(.pickAuth)))
        store.type("client")
        store.press(Key(.enter))
        #expect(store.state.request.draft.auth == AuthDraft(.oauth2, fields: ["grant": "client_credentials"]))
        store.press(Key(.escape))
        store.send(.request(.kind(.pickAuth)))
        let current = store.picker?.items.filter(\.isCurrent).map(\.message)
        #expect(current == [.request(.kind(.setAuth(.oauth2, grant: "client_credentials")))])
        #expect(store.picker?.current?.isCurrent == true)
    }

    /// Typing narrows the earlier matches; a search of all items finds the same.
    @Test(arguments: 0..<200 as Range<UInt64>) func `narrowing finds the same as a complete search`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func word(_ most: Int) -> String {
            String((0..<random.next(below: most + 1)).map { _ in Array("aAbBeé -/")[random.next(below: 9)] })
        }
        let items = (0..<30).map { _ in
            Picker<Message>.Item(
                title: word(8), url: word(5), keywords: [word(4), word(6)], names: [word(3)], message: .application(.show(.palette)))
        }
        var typed = Picker<Message>("", items)
        for _ in 0..<6 {
            let text = random.next(below: 5) == 0 ? String(typed.field.text.dropLast()) : typed.field.text + word(2)
            typed.field = TextFieldState(text: text)
            typed.filter()
            var whole = Picker<Message>("", items)
            whole.filter(by: text)
            #expect(typed.matches == whole.matches, "“\(text)”")
        }
    }

    @Test func `disabled items come after enabled items that match equally well`() {
        var picker = Picker<Message>(
            "",
            [
                .init(title: "Close search", disabledReason: "no search", message: .tabs(.pick)),
                .init(title: "Find", keywords: ["search"], message: .tabs(.pick)),
                .init(title: "Search here", message: .tabs(.pick)),
            ])
        picker.filter(by: "search")
        #expect(picker.matches == [2, 0, 1])
    }

    @Test(arguments: ["form data", "form-data", "Form_Data"])
    func `matches in one title precede matches in one keyword, and both precede scattered matches`(filter: String) {
        var picker = Picker<Message>(
            "",
            [
                .init(title: "Data", keywords: ["form"], message: .tabs(.pick)),
                .init(title: "Body", keywords: ["text", "form-data"], message: .tabs(.pick)),
                .init(title: "Other", keywords: ["form", "text"], message: .tabs(.pick)),
                .init(title: "Send form data", message: .tabs(.pick)),
            ])
        picker.filter(by: filter)
        #expect(picker.matches == [3, 1, 0])
    }

    /// The matches of a filter are the same whether it was typed, or letters after it were removed.
    @Test func `removing letters restores the earlier matches`() {
        let titles = ["search", "sea", "reset", "Straße", "save as", "chase", "x"]
        var picker = Picker<Message>("Pick", titles.map { .init(title: $0, message: .application(.focus(.response))) })
        for text in ["s", "se", "sea", "se", "s", "", "s", "sa", "s", "x", "", "se"] {
            picker.filter(by: text)
            var fresh = Picker<Message>("Pick", picker.items)
            fresh.filter(by: text)
            #expect(picker.matches == fresh.matches, "\(text)")
        }
        picker.update(to: Picker("", [.init(title: "seven", message: .application(.focus(.response)))]))
        #expect(picker.matches == [0])
    }

    @Test func `a list is as high as its matches, with its top at one place`() throws {
        var store = TestStore.opened()
        store.send(.application(.show(.palette)))
        let whole = try #require(store.picker).layout(store.state.windowContext).frame
        store.type("quit")
        let (list, found) = (try #require(store.picker), try #require(store.picker).layout(store.state.windowContext))
        #expect(found.frame.minY == whole.minY && found.frame.height < whole.height)
        #expect(found.content.height == list.matches.count + 2)
    }

    @Test func `requests that are read while the palette is open are found`() {
        var store = TestStore()
        store.send(.application(.show(.palette)))
        store.type("Planets")
        #expect(store.picker?.current?.title != "Planets")
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        #expect(store.picker?.current?.title == "Planets" && store.picker?.field.text == "Planets")
    }

    @Test(arguments: [("w", "Save request"), ("wq", "Save request"), ("x", "Save request"), ("q!", "Quit"), ("qa", "Quit")])
    func `the commands of vim come first`(name: String, title: String) {
        var store = TestStore.withTree()
        store.press(.character(":"))
        store.type(name)
        #expect(store.picker?.current?.title == title)
    }

    @Test(arguments: ["wars people create", "star-wars create", "post pilot", "POST create"])
    func `requests are found by the folders around them and by their method`(words: String) {
        var store = TestStore.withTree()
        store.send(.application(.show(.palette)))
        store.type(words)
        #expect(store.picker?.current?.title == "Create a pilot")
    }

    @Test func `a new name is accepted by a click on its hint`() {
        var store = TestStore.opened()
        store.send(.request(.kind(.pickMethod)))
        store.type("PURGE")
        store.click("Enter uses the typed text")
        #expect(store.state.request.draft.method == "PURGE" && store.state.windows.isEmpty)
    }

    @Test func `sent requests are found by URL, after matches of the name`() {
        var store = TestStore.opened()
        store.send(.sending(.flight(.finished(Sample.exchange("one", name: "Quite another")))))
        let url = store.state.history.rows[0].url
        store.send(.application(.show(.palette)))
        store.type(url.uppercased())
        #expect(store.picker?.current?.title == "Quite another")
        #expect(store.picker?.current?.url == url)
    }

    // MARK: Groups

    /// The row of a command in the open list.
    private func row(of id: String, _ store: TestStore) -> Int? {
        store.picker.flatMap { list in list.matches.firstIndex { list.items[$0].message == .application(.run(id)) } }
    }

    @Test func `the palette has groups until a filter is typed`() throws {
        var store = TestStore.withTree()
        store.press(.control("p"))
        let ids = ["request.new", "tree.addCollection", "environment.pick", "theme.pick", "settings.show", "tab.reopen"]
        let all = ids.compactMap { row(of: $0, store) }
        #expect(all.count == 6 && all == all.sorted(), "\(all)")
        let list = try #require(store.picker)
        #expect(list.groups.starts.count > 4 && list.matches == list.groups.order)
        #expect(Set(list.matches).count == list.matches.count)
        store.type("q")
        #expect(store.picker?.matches != list.groups.order)
        store.press(Key(.backspace))
        #expect(store.picker?.matches == list.groups.order)
    }

    @Test(arguments: PaneID.allCases)
    func `a command that opens the open window is found only by a filter`(pane: PaneID) throws {
        var store = TestStore.withTree()
        store.send(.application(.focus(pane)))
        store.press(.control("p"))
        for id in ["application.menu", pane == .history ? "history.focus" : "pane.\(pane.name)"] {
            #expect(row(of: id, store) == nil, "\(id)")
        }
        #expect((row(of: "request.tab.\(store.state.request.tab.rawValue)", store) == nil) == (pane == .request))
        store.type("menu")
        #expect(row(of: "application.menu", store) != nil)
    }

    @Test func `the title of a group is above its first item, and goes with a filter`() throws {
        var list = Picker<Message>(
            "List", ["alpha", "beta", "gamma"].map { .init(title: $0, message: .application(.theme(.use($0)))) })
        list.groups = PickerGroups([("Unseen title", [2]), ("", []), ("Second group", [0, 1])])
        #expect(list.matches == [2, 0, 1] && list.groups.starts == [1])
        var store = TestStore.withTree()
        store.state.windows.append(.picker(list))
        let title = try #require(store.canvas.position(of: "Second group"))
        #expect(store.canvas[title].style.role == .textMuted && !store.canvas.contains("Unseen title"))
        #expect(store.canvas.position(of: "alpha")?.y == title.y + 1 && store.canvas.position(of: "gamma")?.y == title.y - 1)
        store.mouse(.press(.left, count: 1), at: title)
        #expect(store.state.windows.count == 1, "a title cannot be chosen")
        store.type("alpha")
        #expect(!store.canvas.contains("Second group") && store.picker?.current?.title == "alpha")
    }
}
