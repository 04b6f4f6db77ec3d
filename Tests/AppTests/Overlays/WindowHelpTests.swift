import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// F1 says in every window which keys it has.
@Suite struct WindowHelpTests {
    private static let report = Overlay.report(ReportState(title: "R", lines: [.init("one")], copied: "curl h"))
    private static let code = FormState(purpose: .login(1), title: "Log in", text: "", fields: [], code: "AB")

    @Test(arguments: [
        (Overlay.picker(PickerOverlay("P", [])), "choose"), (report, "copy as curl"), (.form(code), "copy the code"),
        (.prompt(PromptState(purpose: .newFolder(folder: ""), title: "T", field: TextFieldState())), "take what is typed"),
        (.confirm(ConfirmState(title: "C", text: "", choices: [ConfirmState.Choice("y", "yes", [])])), "yes"),
        (.jump(JumpOverlay([])), "go to what it stands on"), (.menu(MenuOverlay([], at: Point(x: 0, y: 0))), "choose"),
        (.form(FormState(purpose: .login(1), title: "Log in", text: "", fields: [.init("URL")])), "next line"),
    ])
    func `the keys are shown, and the window is as before`(overlay: Overlay, expected: String) {
        var store = TestStore.withTree()
        store.send(.overlay(.show(overlay)))
        store.press(.function(1))
        #expect(store.canvas.contains("Keys of this window") && store.canvas.contains(expected))
        store.press(.function(1))
        #expect(store.state.overlays == [overlay])
    }

    @Test func `a cell of a window has help too`() {
        var store = TestStore.withTree()
        store.send(.files(.environmentRead(path: "e", EnvironmentDraft(name: "e"))))
        store.press(.character("]"), .character("a"), .function(1))
        #expect(store.canvas.contains("the same cell of other rows"))
        store.press(Key(.escape))
        guard case .sheet(let sheet)? = store.state.overlays.last else { return #expect(Bool(false)) }
        #expect(sheet.isEditing)
    }
}
