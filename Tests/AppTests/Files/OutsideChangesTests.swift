import Screen
import Testing
import Workspace

@testable import App

@Suite struct OutsideChangesTests {
    private func opened(isEdited: Bool) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        if isEdited { store.send(.request(.setMethod("PATCH"))) }
        return store
    }

    private var theirs: RequestDraft {
        var draft = Sample.draft
        draft.url = "pilots"
        return draft
    }

    @Test func aRequestWithoutEditsFollowsItsFile() {
        var store = opened(isEdited: false)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.request.draft == theirs)
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func editsAskWhoseVersionCounts() {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.canvas.contains("The file has changed outside"))
        store.press(.character("l"))
        #expect(store.canvas.contains(#"+   "method": "PATCH""#))
        #expect(store.canvas.contains(#"-   "url": "pilots""#))
        store.press(Key(.escape))
        let mine = store.state.request.draft
        #expect(store.press(.character("m")) == [.workspace(.overwriteRequest(path: Sample.draftPath, draft: mine))])
    }

    @Test func theSameChangeAsksOnce() {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.press(.character("c"))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.overlays.isEmpty)
    }

    @Test func aRemovedFileLeavesTheRequestUnsaved() {
        var store = opened(isEdited: false)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
        #expect(store.state.request.path == nil)
        #expect(store.state.request.hasUnsavedChanges)
    }
}
