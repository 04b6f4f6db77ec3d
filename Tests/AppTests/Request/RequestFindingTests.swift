import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Looking for something in a text of the request.
@Suite struct RequestFindingTests {
    @Test func `find again works in command mode`() {
        var store = TestStore.withText("one\ntwo one\none")
        store.look(for: "one")
        store.press(Key(.escape), Key(.escape), .character("n"))
        #expect(store.state.request.text.cursor.line == 1)
        store.press(.character("n"))
        #expect(store.state.request.text.cursor.line == 2)
        store.press(.character("N"))
        #expect(store.state.request.text.cursor.line == 1)
    }

    @Test func `a slash in a table goes to a row`() {
        var store = TestStore.opened(RequestDraft())
        store.send(.request(.selectTab(.options)))
        store.press(Key(.down), .character("/"))
        #expect(store.state.windows.count == 1, "\(store.state.request.part) \(store.state.toasts.map(\.text))")
        store.type("proxy")
        store.press(Key(.enter))
        let options = store.state.request.options
        #expect(options.rows[options.table.selected][0].hasPrefix("Proxy"))
        #expect(store.state.layer == .nav && store.state.windows.isEmpty)
    }

    @Test func `arrow keys go on in the next text`() {
        var store = TestStore.opened(RequestDraft())
        store.send(.request(.kind(.setBody(.graphql))))
        store.type("{ a }")
        store.press(Key(.down))
        store.type("1")
        #expect(store.state.request.section == .graphqlVariables && store.state.layer == .edit)
        store.press(Key(.up))
        store.type("b")
        let body = store.state.request.draft.body.graphql
        #expect(body.variables == "1" && body.query.contains("a") && body.query.contains("b"))
    }

    @Test(arguments: [("a\r\nb", true), ("a\nb", false)]) func `changed line breaks of a pasted text are reported`(
        text: String, isSaid: Bool
    ) {
        var store = TestStore.withText("")
        store.press(Key(.down), .character("e"))
        store.send(.request(.paste(text)))
        #expect(store.state.request.draft.body.text == "a\nb")
        #expect(store.state.toasts.contains { $0.text.contains("LF") } == isSaid)
    }

    @Test func `matches stay in command mode`() {
        var store = TestStore.withText("one\ntwo one\none")
        store.look(for: "one")
        store.press(Key(.enter))
        #expect(store.state.layer == .nav)
        store.press(.character("n"))
        #expect(store.state.request.text.cursor.line == 1)
        // Escape ends looking too, and letters are no text then.
        store.press(.character("/"), Key(.escape), .character("n"))
        #expect(store.state.request.draft.body.text == "one\ntwo one\none")
        // While the text was being edited before, it still is.
        store.press(.character("e"), .control("f"), Key(.escape))
        #expect(store.state.layer == .edit)
    }

    @Test func `replacing changes the found text`() {
        var store = TestStore.withText("one two one")
        store.look(for: "one", by: "r")
        store.press(Key(.tab))
        store.type("1")
        store.press(.alt("r"), Key(.escape), Key(.escape))
        #expect(store.state.request.draft.body.text == "1 two 1")
        #expect(store.state.layer == .nav)
    }

    /// A store with a text in which “one” is replaced with “1”, with the mouse and letters only.
    private func replacing(size: Size = Size(width: 120, height: 40)) -> TestStore {
        var store = TestStore.withText("one two one\none", size: size)
        store.look(for: "one", by: "r")
        store.click("Replace")
        store.type("1")
        return store
    }

    @Test(arguments: [Size(width: 120, height: 40), Size(width: 80, height: 24), Size(width: 40, height: 12)])
    func `the mouse replaces one place and all`(size: Size) {
        var store = replacing(size: size)
        store.click(size.width == 40 ? "Replace  All" : "Replace (Enter)")
        #expect(store.state.request.draft.body.text == "1 two one\none")
        #expect(store.state.request.hasUnsavedChanges)
        store.click(size.width == 40 ? "All" : "All (Alt+R)")
        #expect(store.state.request.draft.body.text == "1 two 1\n1")
    }

    @Test func `the palette replaces matches`() {
        var store = replacing()
        store.send(.request(.text(.replaceFound(all: false))))
        #expect(store.state.request.draft.body.text == "1 two one\none")
        store.send(.request(.text(.replaceFound(all: true))))
        #expect(store.state.request.draft.body.text == "1 two 1\n1")
        store.press(Key(.escape))
        #expect(CommandTable.command("request.replaceAll")?.disabledReason(store.state) != nil)
    }

    @Test func `the signs of the bar go to matches and close it`() {
        var store = replacing()
        store.click("↓")
        store.click("↓")
        #expect(store.state.request.text.cursor.line == 1)
        store.click("↑")
        #expect(store.state.request.text.cursor.line == 0)
        store.click("×")
        #expect(!store.canvas.contains("Replace"))
    }

    @Test func `a click on the footer's key runs its command`() {
        var store = replacing()
        store.click("Esc close")
        #expect(!store.canvas.contains("Replace") && store.state.layer == .nav)
        store.press(.character("e"), .control("f"))
        store.click("Esc close")
        #expect(store.state.layer == .edit && store.canvas.contains("Esc done"))
        store.click("Esc done")
        #expect(store.state.layer == .nav)
    }

    @Test func `a click into the text moves the typing there`() {
        var store = replacing()
        store.click("two")
        store.type("x")
        #expect(store.state.request.draft.body.text == "one xtwo one\none")
        #expect(!store.canvas.contains("Replace"))
    }

    @Test func `finding ends with the tab`() {
        var store = replacing()
        store.send(.request(.selectTab(.headers)))
        store.send(.request(.selectTab(.body)))
        #expect(!store.canvas.contains("Replace") && store.state.layer == .nav)
    }
}
