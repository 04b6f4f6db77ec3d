import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The context menu of a pane, short and by a key too.
@Suite struct PaneMenuTests {
    @Test func `the menu of a pane is short, and its last line lists all other commands`() {
        var store = TestStore.withResponse("{\"a\": 1}", type: "application/json")
        store.rightClick(on: "\"a\"")
        let first = store.menuItems
        #expect(first.count <= 16 && first.contains { $0.title == "Copy key" && $0.disabledReason == nil })
        store.press(Key(.end), Key(.enter))
        let more = store.menuItems
        for title in ["Copy path as JSONPath", "Unfold all", "Fold all", "Unfold", "Replay unchanged"] {
            #expect((first + more).contains { $0.title.hasPrefix(title) }, "\(title)")
        }
        #expect(Set(first.map(\.title)).isDisjoint(with: more.map(\.title)))
    }

    @Test(arguments: [RequestTab.params, .body, .auth], [true, false])
    func `the menu of the URL, the title and the tabs sends, saves, renames and copies`(tab: RequestTab, isTyping: Bool) throws {
        var store = TestStore.opened()
        store.send(.request(.selectTab(tab)))
        store.send(.request(.editURL))
        if !isTyping { store.press(Key(.escape)) }
        store.rightClick(on: store.state.request.url.text)
        let titles = store.menuItems.map(\.title)
        let commands = ["request.send", "request.rename", "request.copyAsCurl", "request.copyAsMaskedCurl", "request.save"]
        let own = ["tab.duplicate", "tab.close"].compactMap { CommandTable.command($0)?.title }
        #expect(own.count == 2 && own.allSatisfy(titles.contains))
        let places = try commands.map { id in
            let title = CommandTable.command(id)?.title ?? id
            return try #require(titles.firstIndex(of: title), "\(id)")
        }
        // What cannot be done now is at the end: there is nothing to save.
        #expect(places == places.sorted() && titles.count <= 16)
        let effects = store.click("Send request")
        #expect(effects.contains { if case .sending(.send) = $0 { true } else { false } })
    }

    @Test(arguments: ["Create a pilot ─", "Params"])
    func `the menu of the title and of the tabs is for the whole request, wherever its cursor is`(place: String) {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.body)))
        store.click("name")
        store.press(Key(.escape))
        store.rightClick(on: place)
        guard let menu = store.state.windows.last?.content as? Menu<Message> else { return #expect(Bool(false), "no menu") }
        #expect(menu.messages.contains(.tabs(.duplicate)) && menu.messages.contains(.tabs(.close(nil))))
        #expect(!menu.messages.contains(.request(.text(.find))))
    }

    @Test func `the menu of a tab duplicates its request`() {
        var store = TestStore.opened()
        store.state.request.staysOpen = true
        store.send(.workspace(.requestRead(path: "collections/star-wars/planets.request.json", RequestDraft(name: "Planets", url: "p"))))
        store.rightClick(on: "Create a pilot ")
        store.click(CommandTable.command("tab.duplicate")?.title ?? "")
        #expect(store.state.openRequests.map(\.name) == ["Create a pilot", "Create a pilot copy", "Planets"])
    }

    @Test func `tests cannot run again before there is a response`() {
        let store = TestStore.opened()
        #expect(CommandTable.command("request.runTests")?.disabledReason(store.state) == "there is no response yet")
    }

    @Test func `the menu without a response offers to send, and more commands say why they cannot be used`() {
        var store = TestStore.withTree()
        store.rightClick(on: "No response yet")
        #expect(store.menuItems.first?.title == "Send request" && store.menuItems.first?.disabledReason == nil)
        store.press(Key(.end), Key(.enter))
        #expect(store.menuItems.first { $0.title == "Copy key" }?.disabledReason == "there is no response yet")
    }

    @Test(arguments: PaneID.allCases, [RequestTab.headers, .body, .auth]) func `a key opens the menu of each pane`(
        pane: PaneID, tab: RequestTab
    ) {
        for size in [Size(width: 120, height: 40), Size(width: 40, height: 12)] {
            var store = TestStore.withTree(size: size)
            store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
            store.send(.request(.selectTab(tab)))
            store.send(.application(.focus(pane)))
            store.press(.character("x"))
            #expect(store.menuItems.count > 4 && store.menuItems.contains { $0.disabledReason == nil })
            for id in PaneMenu.first(pane, store.state) { #expect(CommandTable.command(id) != nil, "\(id)") }
        }
    }
}
