import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct ClosedTabTests {
    /// Requests a, b and c in tabs of their own, c in the pane.
    private func store() -> TestStore {
        var store = TestStore.withTree()
        for name in ["a", "b", "c"] {
            _ = TabUpdate.show(
                &store.state, RequestState(RequestDraft(name: name), path: "collections/x/\(name).request.json"), inNewTab: true)
        }
        store.state.focus = .request
        return store
    }

    private func names(_ store: TestStore) -> [String] { store.state.openRequests.map(\.name) }

    @Test func `a tab with unsaved changes closes at once, and its message reopens it`() {
        var store = store()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.press(.control("w"))
        #expect(names(store) == ["a", "b"] && store.state.windows.isEmpty)
        // A tab that is closed later does not take the place of the offered one.
        store.press(.control("w"))
        #expect(names(store) == ["a"])
        store.click("[reopen]")
        #expect(store.state.request.name == "c" && store.state.request.base.method == "PUT" && store.state.request.hasUnsavedChanges)
        #expect(store.state.toasts.isEmpty)
        store.send(.tabs(.reopen))
        #expect(Set(names(store)) == ["a", "b", "c"])
    }

    @Test func `a tab in the background closes at once too, and its unsaved changes are kept for the next start`() throws {
        var store = store()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.select(0)))
        store.send(.tabs(.close(2)))
        #expect(names(store) == ["a", "b"] && store.state.request.name == "a" && store.state.windows.isEmpty)
        store.send(.tabs(.close(7)))
        #expect(names(store) == ["a", "b"])
        let kept = try #require(store.state.stashedToStore.first)
        #expect(kept.isClosed && kept.draft.method == "PUT" && store.state.draftsToStore.isEmpty)
        var next = TestStore.withTree()
        next.send(.session(.restored(kept, saved: RequestDraft(name: "c"))))
        #expect(next.state.tabs.count == 1 && next.state.request.isBlank, "it is not opened by itself")
        next.send(.session(.restored(kept, saved: RequestDraft(name: "c"))))
        #expect(next.state.stashedToStore == [kept])
        next.send(.tabs(.reopen))
        #expect(next.state.request.base.method == "PUT" && next.state.request.path == kept.path && next.state.stashedToStore.isEmpty)
    }

    @Test func `what was discarded is not kept, and reopening over newer edits can be undone`() {
        var store = store()
        store.send(.request(.kind(.setMethod("PUT"))))
        let changed = store.state.request
        store.send(.tabs(.discard))
        #expect(store.state.stashedToStore.isEmpty)
        _ = TabUpdate.show(&store.state, RequestState(RequestDraft(name: "c"), path: changed.path), inNewTab: true)
        store.send(.request(.kind(.setMethod("PATCH"))))
        store.send(.tabs(.reopen))
        #expect(store.state.request.base.method == "PUT" && store.state.request.hasUnsavedChanges)
        store.send(.request(.undo))
        #expect(store.state.request.base.method == "PATCH")
    }

    @Test func `a reopened request learns what was written to its file meanwhile`() {
        var store = TestStore.opened()
        let saved = store.state.request.saved
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.close(nil)))
        let effects = store.send(.tabs(.reopen))
        #expect(effects.contains(.workspace(.noteRequest(path: Sample.draftPath, knowing: saved))))
        var newer = Sample.draft
        newer.url = "http://newer/"
        store.send(.workspace(.changedOutside(path: Sample.draftPath, newer)))
        #expect(store.state.request.base.method == "PUT" && store.state.request.diskChange?.draft == newer)
    }

    @Test func `a closed request follows its file`() {
        var store = TestStore.opened()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.close(nil)))
        let moved = "collections/star-wars/create.request.json"
        store.send(.workspace(.changed(.moved(from: Sample.draftPath, to: moved, back: .rename(path: moved, name: "Create a pilot")))))
        #expect(store.state.stashedToStore.first?.path == moved)
        store.send(.tabs(.reopen))
        #expect(store.state.request.path == moved && store.state.request.base.method == "PUT")
    }

    @Test func `unsaved changes of a closed tab survive the deletion of their file`() {
        var store = TestStore.opened()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.close(nil)))
        _ = DeletedTab.close(&store.state, Sample.draftPath)
        #expect(store.state.stashedToStore.count == 1)
        store.send(.tabs(.reopen))
        #expect(store.state.request.base.method == "PUT")
    }
}
