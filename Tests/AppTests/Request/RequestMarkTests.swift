import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct DraftSnapshotTests {
    @Test func holdsTheRowsOfEveryTableInTheOrderOfTheSections() {
        var request = RequestState()
        let tables = RequestSection.allCases.compactMap(\.rows)
        for (number, path) in tables.enumerated() { request[keyPath: path].show([TableRow(["row \(number)", "", ""])]) }
        #expect(request.content.tables.map { $0.first?[0] } == tables.indices.map { "row \($0)" })
    }

    @Test func `a text that is changed and changed back has no unsaved changes once typing ends`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.body)))
        store.press(.character("e"), .character("x"))
        #expect(store.state.request.hasUnsavedChanges)
        store.press(Key(.backspace), Key(.escape))
        #expect(!store.state.request.hasUnsavedChanges)
        store.press(.character("u"))
        store.press(.character("U"))
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `a different Unicode composition is a change that can be saved and undone`() throws {
        var store = TestStore.opened()
        let draft = RequestDraft(name: "a", url: "http://h/", headers: [Row("X", "\u{E9}")])
        store.state.request.fill(draft, isFirst: true)
        store.state.request.markSaved(draft)
        store.send(.request(.selectTab(.headers)))
        store.press(.character("l"), .character("e"), Key(.backspace))
        store.send(.input(.paste("e\u{301}")))
        store.press(Key(.escape))
        #expect(store.state.request.hasUnsavedChanges)
        #expect(store.state.request.draft.headers[0].value.unicodeScalars.count == 2)
        store.press(.character("u"))
        #expect(store.state.request.draft.headers[0].value.unicodeScalars.count == 1)
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `undo after saving keeps the name of the file`() {
        var store = TestStore.opened()
        let url = store.state.request.url.text
        store.send(.request(.file(.setName("Old"))))
        store.state.request.typeURL()
        store.send(.input(.paste("x")))
        store.press(Key(.escape))
        var saved = store.state.request.draft
        saved.name = "New"
        store.state.request.markSaved(saved)
        for _ in 0..<5 { store.press(.character("u")) }
        #expect(store.state.request.name == "New")
        #expect(store.state.request.url.text == url)
        for _ in 0..<5 { store.press(.character("U")) }
        #expect(store.state.request.name == "New")
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `a field of the authentication that is saved while it is edited is not unsaved afterwards`() {
        var store = TestStore.opened()
        let draft = RequestDraft(name: "a", url: "http://h/", auth: AuthDraft(.bearer, fields: ["token": "t"]))
        store.state.request.fill(draft, isFirst: true)
        store.state.request.markSaved(draft)
        store.send(.request(.selectTab(.auth)))
        store.press(.character("e"), .character("x"))
        #expect(store.state.request.hasUnsavedChanges)
        store.send(.request(.file(.save)))
        store.state.request.markSaved(store.state.request.draft)
        #expect(!store.state.request.hasUnsavedChanges)
        store.press(Key(.escape))
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(store.state.request.draft.auth["token"] == "tx")
    }

    @Test(arguments: RequestSection.draftTexts)
    func detectsAChangeOfEveryText(section: RequestSection) throws {
        var request = RequestState()
        let before = request.snapshot
        let path = try #require(section.area)
        request[keyPath: path].replaceAll(with: "other")
        #expect(request.snapshot.versions.count == RequestSection.draftTexts.count)
        #expect(zip(request.snapshot.versions, before.versions).filter { $0 != $1 }.count == 1)
        #expect(request.snapshot != before)
    }
}
