import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// `F1` lists the keys of every window.
@Suite struct WindowHelpTests {
    private static let report = Window<Message>.text(
        TextWindow("R", [StyledLine("one")], .preview, copies: CopiedText(text: "curl h", name: "the request as curl")))
    private static func login(_ fields: [InputField], code: String? = nil) -> FormState<Message> {
        let waiting = FormState<Message>.Waiting(
            id: 1, page: CopiedText(text: "http://h/", name: "the page"), code: code.map { CopiedText(text: $0, name: "the code") },
            cancelMessages: [])
        return FormState("Log in", "Done", fields: fields, waiting: waiting, sends: { _ in [] })
    }

    @Test(arguments: [
        (Window<Message>.picker(Picker("P", [])), "choose"), (report, "Copy as curl"), (.form(login([], code: "AB")), "Copy login code"),
        (.prompt(.name("T", "create") { _ in .application(.show(.palette)) }), "create"),
        (.confirm(Question(title: "C", text: "", choices: [Question.Choice("y", "yes", [])])), "yes"),
        (.jump(JumpWindow([])), "close"), (.menu(Menu([], at: Point(x: 0, y: 0))), "choose"),
        (.form(login([InputField("URL", id: "x")])), "Cancel login"),
    ])
    func `the keys are shown, and the window is as before`(window: Window<Message>, expected: String) {
        var store = TestStore.withTree()
        store.send(.window(.show(window)))
        store.press(.function(1))
        #expect(store.canvas.contains("Keys of this window") && store.canvas.contains(expected))
        store.press(.function(1))
        #expect(store.state.windows == [window])
    }

    @Test func `the right button lists the commands of a window, and a click runs one`() throws {
        var store = TestStore.withTree()
        store.send(.window(.show(Self.report)))
        let point = try #require(store.canvas.position(of: "one"))
        store.mouse(.press(.right, count: 1), at: point)
        let effects = store.click("Copy as curl, secrets masked")
        #expect(effects == [.copy("curl h", name: "the request as curl")])
        #expect(store.state.windows == [Self.report])
    }

    @Test func `help opens over a cell of a window`() {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.environmentRead(path: "e", EnvironmentDraft(name: "e")))))
        store.press(.character("]"), .character("a"), .function(1))
        #expect(store.canvas.contains("other rows, fields or cells"))
        store.press(Key(.escape))
        guard let tableWindow = store.state.windows.last?.content as? TableWindow else { return #expect(Bool(false)) }
        #expect(tableWindow.isEditing)
    }

    @Test(arguments: [Key.character("q"), Key(.escape)])
    func `a window closes by every key of its command`(key: Key) {
        var store = TestStore.withTree()
        store.send(.window(.show(Self.report)))
        store.press(key)
        #expect(store.state.windows.isEmpty)
    }

    @Test func `a window's command can be remapped`() {
        var store = TestStore.withTree()
        store.state.keymap = Keymap(changes: ["report.copyMasked": [[.character("x")]]])
        store.send(.window(.show(Self.report)))
        #expect(store.press(.character("x")) == [.copy("curl h", name: "the request as curl")])
    }
}
