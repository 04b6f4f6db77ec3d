import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// F1 says in every window which keys it has.
@Suite struct WindowHelpTests {
    private static let report = Window<Message>.report(Report(title: "R", lines: [.init("one")], copied: "curl h"))
    private static let code = FormState(purpose: .login(1), title: "Log in", text: "", fields: [], code: "AB")

    @Test(arguments: [
        (Window<Message>.picker(Picker("P", [])), "choose"), (report, "copy as curl"), (.form(code), "copy the code"),
        (.prompt(PromptState(purpose: .newFolder(folder: ""), title: "T", field: TextFieldState())), "take what is typed"),
        (.confirm(Question(title: "C", text: "", choices: [Question.Choice("y", "yes", [])])), "yes"),
        (.jump(JumpOverlay([])), "go to what it stands on"), (.menu(Menu([], at: Point(x: 0, y: 0))), "choose"),
        (.form(FormState(purpose: .login(1), title: "Log in", text: "", fields: [.init("URL")])), "next line"),
    ])
    func `the keys are shown, and the window is as before`(window: Window<Message>, expected: String) {
        var store = TestStore.withTree()
        store.send(.window(.show(window)))
        store.press(.function(1))
        #expect(store.canvas.contains("Keys of this window") && store.canvas.contains(expected))
        store.press(.function(1))
        #expect(store.state.windows == [window])
    }

    @Test func `a cell of a window has help too`() {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.environmentRead(path: "e", EnvironmentDraft(name: "e")))))
        store.press(.character("]"), .character("a"), .function(1))
        #expect(store.canvas.contains("the same cell of other rows"))
        store.press(Key(.escape))
        guard case .sheet(let sheet)? = store.state.windows.last else { return #expect(Bool(false)) }
        #expect(sheet.isEditing)
    }
}
