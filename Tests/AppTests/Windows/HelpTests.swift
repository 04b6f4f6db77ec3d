import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct HelpTests {
    private func help(size: Size = Size(width: 80, height: 24)) -> TestStore {
        var store = TestStore.withTree(size: size)
        store.press(.character("?"))
        return store
    }

    @Test func filterKeepsMatchingRows() {
        var store = help()
        store.press(.character("/"))
        #expect(store.state.layer == .edit)
        store.type("theme")
        #expect(store.canvas.contains("Choose theme"))
        #expect(!store.canvas.contains("Open command palette"))
        store.press(Key(.escape))
        #expect(store.showsHelp && store.state.layer == .nav)
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [(40, 40), (100, 100), (200, 120)])
    func helpHasTheWidthOfOtherWindows(width: Int, expected: Int) {
        let store = help(size: Size(width: width, height: 40))
        #expect(store.state.windows.last.map { $0.content.layout(store.state.windowContext).frame.width } == expected)
    }

    @Test(arguments: PaneID.allCases) func `the first page tells how to send, save, find and move`(pane: PaneID) {
        var store = TestStore.withTree(size: Size(width: 80, height: 24))
        store.send(.application(.focus(pane)))
        store.press(.function(1))
        let find: [PaneID: String] = [
            .tree: "tree.filter", .request: "request.find", .response: "response.search", .history: "history.filter",
        ]
        for id in ["request.send", "request.save", find[pane] ?? "", "application.palette", "pane.next", "pane.tree", "history.focus"] {
            let title = CommandTable.command(id)?.title ?? id
            #expect(store.canvas.contains(title), "\(id)")
        }
    }

    @Test(arguments: PaneID.allCases) func `the help lists every command once, usable commands first`(pane: PaneID) {
        var store = TestStore.withTree()
        store.send(.application(.focus(pane)))
        let sections = store.state.help.sections
        let ids = sections.flatMap(\.entries).map(\.id)
        #expect(ids.sorted() == CommandTable.all.filter { $0.alias == nil }.map(\.id).sorted())
        for section in sections {
            let usable = section.entries.map { $0.disabledReason == nil }
            #expect(usable == usable.filter { $0 } + usable.filter { !$0 }, "\(section.title)")
        }
    }

    @Test func filterMatchesKeysToo() {
        var store = help()
        store.press(.character("/"))
        store.type("f7")
        #expect(store.canvas.contains("F7"))
        #expect(!store.canvas.contains("F5"))
    }

    @Test func enterRunsTheFirstMatch() {
        var store = help()
        store.press(.character("/"))
        store.type("choose the theme")
        store.press(Key(.enter))
        guard store.state.windows.last?.content is Picker<Message> else { return #expect(Bool(false), "nothing was run") }
    }

    @Test func saysThatNothingMatches() {
        var store = help()
        store.press(.character("/"))
        store.type("zzz")
        #expect(store.canvas.contains("No match."))
        store.press(Key(.enter))
        #expect(store.showsHelp)
    }

    @Test func `help and messages name the keys of the keymap`() {
        var store = TestStore.opened()
        let ids = ["request.bodyKind", "tree.moveUp", "request.toggleRow"]
        store.state.keymap = Keymap(changes: Dictionary(uniqueKeysWithValues: ids.map { ($0, [[.function(11)]]) }))
        for tab in [RequestTab.body, .params] {
            store.state.request.part = .content
            store.state.request.tab = tab
            #expect(ContextHelp.lines(for: store.state)[0].contains("F11"), "\(tab)")
        }
        store.send(.application(.focus(.tree)))
        store.state.tree.reveal(Sample.draftPath, height: 30)
        #expect(ContextHelp.lines(for: store.state)[0].contains("F11"))
        store.state.keymap = Keymap(changes: ["tree.moveUp": []])
        #expect(ContextHelp.lines(for: store.state)[0].contains("“Move up”"))
    }

    @Test(arguments: AuthDraft.Kind.allCases)
    func everySchemeAndFieldIsExplained(kind: AuthDraft.Kind) {
        for grant in kind == .oauth2 ? ["authorization_code", "client_credentials", "password", "device_code"] : [""] {
            var store = TestStore.withTree()
            var draft = Sample.draft
            draft.auth.kind = kind
            if !grant.isEmpty { draft.auth["grant"] = grant }
            store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
            store.send(.request(.selectTab(.auth)))
            let fields = kind.entry.fields(of: draft.auth)
            #expect(ContextHelp.lines(for: store.state).count == (fields.isEmpty ? 1 : 2))
            for _ in fields.dropFirst() {
                store.press(.character("j"))
                #expect(ContextHelp.lines(for: store.state).count == 2, "\(store.state.request.auth.table.selected)")
            }
        }
    }

    @Test func pastingFilters() {
        var store = help()
        store.send(.input(.paste("theme")))
        #expect(store.canvas.contains("Choose theme") && !store.canvas.contains("Open command palette"))
    }

    @Test func mouseFiltersScrollsAndRuns() {
        var store = help()
        store.click("filter")
        store.type("choose")
        #expect(store.state.layer == .edit)
        store.mouse(.wheelDown, at: Point(x: 40, y: 10))
        #expect(store.showsHelp)
        store.click("Choose theme", count: 2)
        #expect(!store.showsHelp)
    }

    @Test(arguments: [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func scrollingShowsEveryWord(size: Size) {
        var store = help(size: size)
        var seen = ""
        for _ in 0..<80 {
            seen += store.canvas.lines.map { $0.trimmed(of: "│ █░▒┃") }.joined(separator: " ") + " "
            store.press(Key(.pageDown))
        }
        // The last words of long titles.
        for word in ["masked", "variables"] {
            #expect(CommandTable.all.contains { $0.title.hasSuffix(word) })
            #expect(seen.contains(word))
        }
        #expect(!seen.contains("…"))
    }
}

extension String {
    fileprivate func trimmed(of characters: String) -> String {
        let start = drop { characters.contains($0) }
        return String(start.reversed().drop { characters.contains($0) }.reversed())
    }
}
