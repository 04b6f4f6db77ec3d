import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Dragging over tables copies rows, not boxes and padding.
@Suite struct TableSelectionTests {
    private func headers() -> TestStore {
        var draft = Sample.draft
        draft.headers = [Row("X-One", "first"), Row("X-Two", "a\tb", isEnabled: false), Row("X-Three", "third")]
        var store = TestStore.opened(draft)
        store.send(.request(.selectTab(.headers)))
        return store
    }

    @Test func `a drag from a row's checkbox changes it and copies nothing`() {
        var store = headers()
        #expect(store.drag(from: "[x] X-One", to: "X-Three") == [])
        #expect(store.state.request.draft.headers.map(\.isEnabled) == [false, false, true])
    }

    @Test func `rows of a request are lines with tabs between their cells`() {
        var store = headers()
        // Off its row, a drag takes the row whole.
        #expect(store.drag(from: "X-One", to: "Name") == [.copy("X-One\tfirst", name: "the rows")])
        #expect(store.drag(from: "X-One", to: "X-Three") == [.copy("X-One\tfirst\nX-Two\ta b\nX-Three\tthird", name: "the rows")])
        #expect(store.drag(from: "X-One", to: "first") == [.copy("X-One\tfirst", name: "the rows")])
        #expect(store.drag(from: "X-Th", to: "X-Thr") == [.copy("X-Thr", name: "the selection")])
    }

    @Test func `the rows that will be copied are marked whole`() throws {
        var store = headers()
        let (start, end) = (try #require(store.canvas.position(of: "X-One")), try #require(store.canvas.position(of: "X-Two")))
        store.mouse(.press(.left, count: 1), at: start)
        store.mouse(.drag(.left), at: end)
        let value = try #require(store.canvas.position(of: "first"))
        #expect(store.canvas[value].style.backdrop == .selection)
        let last = try #require(store.canvas.position(of: "third"))
        #expect(store.canvas[last].style.backdrop != .selection)
    }

    @Test func `a secret is copied as dots`() {
        var draft = Sample.draft
        draft.auth = AuthDraft(.basic, fields: ["username": "ann", "password": "hush"])
        var store = TestStore.opened(draft)
        store.send(.request(.selectTab(.auth)))
        let copied = store.drag(from: "ann", to: "••••••••")
        #expect(copied.contains { if case .copy(let text, _) = $0 { text.contains("ann") && !text.contains("hush") } else { false } })
    }

    @Test func `rows of a response's table have all columns that are shown`() {
        var store = TestStore.withResponse(#"[{"k":"aa","v":1},{"k":"bb"},{"k":"cc","v":"x"}]"#, type: "application/json")
        for case .body(.makeTable(let body)) in store.send(.response(.view(.show(.table)))) {
            store.send(.response(.table(.made(TableMaker.table(of: body)))))
        }
        #expect(store.drag(from: "aa", to: "cc") == [.copy("aa\t1\nbb\t\ncc\tx", name: "the rows")])
        #expect(store.drag(from: "bb", to: "bb") == [.copy("bb", name: "the selection")])
    }
}
