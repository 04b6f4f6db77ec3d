import Engine
import Screen
import Testing
import Workspace

@testable import App

/// Items that are moved within the tree.
@Suite struct MovingTests {
    private static let people = "collections/star-wars/people"
    private static let planets = "collections/star-wars/planets.request.json"

    @Test func `a drag to the place of the item changes nothing`() {
        var store = TestStore.withTree()
        let moves = store.drag(from: "People", to: "Planets").filter { if case .workspace(.change) = $0 { true } else { false } }
        #expect(moves.isEmpty)
    }

    @Test func `a move names the new folder, unless the folder stays the same`() {
        var store = TestStore.withTree()
        let new = Self.people + "/planets.request.json"
        let back = WorkspaceChange.move(path: new, folder: "collections/star-wars", before: nil)
        store.send(.workspace(.changed(.moved(from: Self.planets, to: new, back: back))))
        #expect(store.state.toasts.last?.text.hasSuffix("“People”") == true)
        store.send(.workspace(.changed(.moved(from: new, to: Self.planets, back: back), .undo)))
        #expect(store.state.toasts.last?.text.hasSuffix("“Star Wars”") == true)
        store.send(.workspace(.changed(.moved(from: Self.planets, to: Self.planets, back: back))))
        #expect(store.state.toasts.last?.text.contains("Star Wars") == false)
    }
}
