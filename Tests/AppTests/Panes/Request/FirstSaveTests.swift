import Screen
import Testing
import Workspace

@testable import App

/// Saving a request that has no file yet.
@Suite struct FirstSaveTests {
    private func store() -> TestStore {
        var store = TestStore.withTree()
        store.state.tree.reveal("collections/star-wars/people/list.request.json", height: 30)
        store.send(.request(.compose(RequestDraft(name: "Ewoks", url: "http://h/"))))
        store.effects = []
        return store
    }

    private func folder(_ effects: [Effect]) -> String? {
        for case .workspace(.createRequest(let folder, _)) in effects { return folder }
        return nil
    }

    @Test func `the folder of the tree's cursor is said and taken`() {
        var store = store()
        store.press(.control("s"))
        #expect(store.canvas.contains("in Star Wars / People ▾"))
        #expect(folder(store.press(Key(.enter))) == "collections/star-wars/people")
    }

    @Test func `Tab chooses another folder, and what was typed stays`() {
        var store = store()
        store.press(.control("s"))
        store.type(" two")
        store.press(Key(.tab))
        #expect(store.canvas.contains("✓  People"))
        store.press(Key(.up), Key(.enter))
        #expect(store.canvas.contains("in Star Wars ▾"))
        let effects = store.press(Key(.enter))
        #expect(folder(effects) == "collections/star-wars")
        #expect(store.state.request.base.name == "Ewoks two")
    }

    @Test func `a click on the folder lists all, and Escape goes back to the name`() {
        var store = store()
        store.press(.control("s"))
        store.click("in Star Wars / People")
        #expect(store.canvas.contains("Save in"))
        store.press(Key(.escape))
        #expect(folder(store.press(Key(.enter))) == "collections/star-wars/people")
    }

    @Test func `without a collection one is made`() {
        var store = TestStore()
        store.send(.request(.compose(RequestDraft(name: "Ewoks", url: "http://h/"))))
        store.press(.control("s"))
        #expect(store.canvas.contains("Save in a new collection as"))
        #expect(folder(store.press(Key(.enter))) == "")
    }
}
