import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The rows of path parameters.
@Suite struct PathRowTests {
    private static let draft = RequestDraft(
        url: "http://h/u/:id/:team",
        pathParameters: [Row("id", "7", isEnabled: false), Row("id", "8"), Row("team", "red", isEnabled: false)])

    @Test func `a row that is off stays off when the request is saved`() {
        var state = RequestState(Self.draft, path: Sample.draftPath, preset: .standard)
        #expect(state.draft.pathParameters == Self.draft.pathParameters && !state.hasUnsavedChanges)
        state.rename(to: "Other")
        #expect(state.draft.pathParameters == Self.draft.pathParameters)
    }

    @Test func `a row that is off is shown so and can be switched on, but not off`() {
        var store = TestStore.opened(Self.draft)
        store.send(.request(.selectTab(.params)))
        #expect(store.canvas.contains("[ ] :team"))
        store.send(.request(.row(.select(2))))
        store.send(.request(.row(.toggle)))
        #expect(store.state.request.draft.pathParameters.last == Row("team", "red"))
        store.send(.request(.row(.toggle)))
        #expect(store.state.request.draft.pathParameters.last == Row("team", "red") && store.state.toasts.last?.kind == .warning)
    }

    @Test func `a click on the box of a row does not switch it off`() {
        var store = TestStore.opened(Self.draft)
        store.send(.request(.selectTab(.params)))
        store.click("[ ] :team")
        #expect(store.state.request.draft.pathParameters.last == Row("team", "red"))
        store.click("[x] :team")
        #expect(store.state.request.draft.pathParameters.last == Row("team", "red") && store.state.toasts.last?.kind == .warning)
        #expect(store.canvas.contains("[x] :team"))
    }
}
