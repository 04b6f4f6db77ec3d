import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// What is offered while one types is taken where it was chosen.
@Suite struct CompletionTests {
    @Test func `Tab goes on where nothing was chosen of what is offered`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("X-Req")
        #expect(store.canvas.contains("X-Request-ID"))
        store.press(Key(.tab))
        store.type("1")
        store.press(Key(.escape))
        #expect(store.state.request.draft.headers.last == Row("X-Req", "1"))
        let node = WorkspaceNode(path: "collections/c/a.request.json", name: "A", kind: .request(method: "GET"), url: "http://h/get?q=a")
        let collection = WorkspaceNode(path: "collections/c", name: "C", kind: .collection, children: [node])
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: true)))
        store.press(.control("n"))
        store.type("http://h/get")
        #expect(store.state.request.completion != nil)
        store.press(Key(.tab))
        #expect(store.state.request.url.text == "http://h/get")
        #expect((store.state.layer, store.state.request.part) == (.nav, .content))
    }
}
