import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Scrolling while the button is held and the pointer does not move. The tests send the messages of the timer.
@Suite struct HeldDragTests {
    private static let again = Effect.after(HeldDrag.pace, .heldDrag, .application(.repeatDrag))

    /// Lets the timer come back until it is not set any more; gives how often that was.
    private func holdOn(_ store: inout TestStore) -> Int {
        for count in 1...500 where !store.send(.application(.repeatDrag)).contains(Self.again) { return count }
        return 0
    }

    private static let lines = (100..<200).map { "line \($0)" }

    @Test func `a response scrolls until its end while dragging`() throws {
        var store = TestStore.withResponse(Self.lines.joined(separator: "\n"), type: "text/plain")
        let rect = ResponseReducer.contentArea(store.state.response, store.state.responseContext)
        let start = try #require(store.canvas.position(of: "line 101"))
        store.mouse(.press(.left, count: 1), at: start)
        #expect(!store.mouse(.drag(.left), at: Point(x: start.x + 3, y: start.y + 1)).contains(Self.again))
        let below = Point(x: start.x + 7, y: rect.maxY)
        #expect(store.mouse(.drag(.left), at: below).contains(Self.again))
        #expect(holdOn(&store) > 20)
        #expect(store.canvas.contains("line 199"))
        // Once there is no more, nothing wakes the program.
        #expect(store.send(.application(.repeatDrag)).isEmpty)
        #expect(store.mouse(.release(.left), at: below).contains(.copy(Self.lines[1...].joined(separator: "\n"), name: "the selection")))
    }

    @Test func `a text keeps scrolling until the button is released or the pointer comes back`() throws {
        var store = TestStore.withText(Self.lines.joined(separator: "\n"))
        let rect = store.state.requestLayout.content
        let start = try #require(store.canvas.position(of: "line 101"))
        store.mouse(.press(.left, count: 1), at: start)
        let below = Point(x: start.x, y: rect.maxY)
        #expect(store.mouse(.drag(.left), at: below).contains(Self.again))
        for _ in 0..<5 { store.send(.application(.repeatDrag)) }
        let line = store.state.request.text.cursor.line
        #expect(line >= rect.height + 3)
        #expect(store.mouse(.drag(.left), at: start) == [.cancel(.heldDrag)])
        #expect(store.mouse(.drag(.left), at: below).contains(Self.again))
        #expect(store.mouse(.release(.left), at: below).contains(.cancel(.heldDrag)))
        #expect(store.send(.application(.repeatDrag)).isEmpty)
        store.mouse(.press(.left, count: 1), at: start)
        store.mouse(.drag(.left), at: below)
        #expect(holdOn(&store) > 20)
        #expect(store.state.request.text.cursor.line == 99)
    }

    private func tree(_ count: Int) -> TestStore {
        var store = TestStore(size: Size(width: 80, height: 24))
        let requests = (0..<count).map {
            WorkspaceNode(path: "collections/c/r\($0).request.json", name: "r\($0)", kind: .request(method: "GET"))
        }
        let inside = WorkspaceNode(path: "collections/c/f/in.request.json", name: "inside", kind: .request(method: "GET"))
        let folder = WorkspaceNode(path: "collections/c/f", name: "folder", kind: .folder, children: [inside])
        let collection = WorkspaceNode(path: "collections/c", name: "c", kind: .collection, children: [folder] + requests)
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection], environments: [:]), isWhole: true)))
        return store
    }

    @Test func `the tree scrolls at its edge while dragging`() throws {
        var store = tree(40)
        let rect = TreeReducer.listArea(store.state.collections, store.state.collectionsContext)
        let start = try #require(store.canvas.position(of: "r3"))
        store.mouse(.press(.left, count: 1), at: start)
        let last = Point(x: start.x, y: rect.maxY - 1)
        #expect(store.mouse(.drag(.left), at: last).contains(Self.again))
        #expect(holdOn(&store) > 5)
        #expect(store.canvas.lines[last.y].contains("r39") && store.canvas.lines[last.y].contains("← before"))
        #expect(store.mouse(.drag(.left), at: Point(x: start.x, y: rect.minY)).contains(Self.again))
        #expect(holdOn(&store) > 5)
        #expect(store.canvas.contains("folder"))
    }

    @Test func `a closed folder opens under a dragged item, and rows keep their positions`() throws {
        var store = tree(40)
        let start = try #require(store.canvas.position(of: "r3"))
        let folder = try #require(store.canvas.position(of: "folder"))
        store.mouse(.press(.left, count: 1), at: start)
        let waits = Effect.after(TreeDragging.unfoldDelay, .unfold, .tree(.unfoldHeld(path: "collections/c/f")))
        #expect(store.mouse(.drag(.left), at: folder) == [waits])
        #expect(store.mouse(.drag(.left), at: folder).isEmpty)
        #expect(store.mouse(.drag(.left), at: start).contains(.cancel(.unfold)))
        store.send(.tree(.unfoldHeld(path: "collections/c/f")))
        #expect(!store.canvas.contains("inside"))
        store.mouse(.drag(.left), at: folder)
        store.send(.tree(.unfoldHeld(path: "collections/c/f")))
        let inside = try #require(store.canvas.position(of: "inside"))
        #expect(store.canvas.position(of: "folder") == folder)
        store.mouse(.drag(.left), at: inside)
        #expect(
            store.mouse(.release(.left), at: inside)
                == [
                    .workspace(
                        .change(
                            .move(
                                path: "collections/c/r3.request.json", folder: "collections/c/f", before: "collections/c/f/in.request.json")
                        ))
                ])
    }

    @Test func `a drag goes to the item it was over, also after the rows changed`() throws {
        var store = tree(10)
        let start = try #require(store.canvas.position(of: "r3"))
        let over = try #require(store.canvas.position(of: "r8"))
        store.mouse(.press(.left, count: 1), at: start)
        store.mouse(.drag(.left), at: over)
        store.state.tree.setExpanded("collections/c/f", true, height: 20)
        #expect(store.canvas.lines.first { $0.contains("r8") }?.contains("← before") == true)
        let move = WorkspaceChange.move(
            path: "collections/c/r3.request.json", folder: "collections/c", before: "collections/c/r8.request.json")
        var released = store
        #expect(released.mouse(.release(.left), at: over).contains(.workspace(.change(move))))
        store.state.tree.setExpanded("collections/c", false, height: 20)
        #expect(!store.canvas.contains("← before"))
        #expect(store.mouse(.release(.left), at: over).isEmpty)
    }
}
