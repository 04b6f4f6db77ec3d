import Engine
import Screen
import Testing
import Workspace

@testable import App

/// A body whose kind has a syntax is checked while it is typed, and typing goes on while it is sent.
@Suite struct BodySyntaxTests {
    private func typing(_ text: String) -> TestStore {
        var store = TestStore.opened(RequestDraft(method: "POST", url: "http://h/"))
        store.send(.request(.kind(.setBody(.json))))
        store.send(.input(.paste(text)))
        return store
    }

    @Test(arguments: [("{\"a\": 1,}", 1, 8), ("{\n  \"a\" 1\n}", 2, 6)])
    func `a fault is marked with its place`(text: String, line: Int, offset: Int) {
        let store = typing(text)
        #expect(store.state.request.bodyProblem?.fault.line == line)
        #expect(store.state.request.bodyProblem?.fault.offset == offset)
        #expect(RequestTab.titles(store.state.request, columns: 120).contains { $0.0 == .body && $0.1.contains("✗") })
    }

    @Test(arguments: ["", "{\"a\": {{age}}}", "[1, 2]"])
    func `a sound text has no mark`(text: String) {
        #expect(typing(text).state.request.bodyProblem == nil)
    }

    @Test func `sending keeps the editing mode`() {
        var store = typing("{}")
        #expect(store.press(.function(5)).contains { if case .sending(.send) = $0 { true } else { false } })
        #expect(store.state.layer == .edit && store.state.request.section == .json)
    }

    @Test func `a cell being edited is sent and stays in editing`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("One")
        store.press(Key(.tab))
        store.type("1")
        guard case .sending(.send(let job))? = store.press(.function(5)).last else { return #expect(Bool(false), "nothing is sent") }
        #expect(job.draft.headers == [Row("One", "1")])
        #expect(store.state.request.isEditing)
    }

    @Test func `a long body is checked after a pause in typing`() {
        let rows = (1...3000).map { "\($0)" }.joined(separator: ", ")
        var store = TestStore.opened(RequestDraft(url: "http://h/", body: BodyDraft(kind: .json, json: "[\(rows)]")))
        store.send(.request(.selectTab(.body)))
        store.press(.character("e"), Key(.home), .character("x"))
        store.finishFormats(store.send(.session(.storeDrafts)))
        #expect(store.state.request.bodyProblem != nil && store.state.layer == .edit)
        store.press(Key(.backspace))
        store.finishFormats(store.send(.session(.storeDrafts)))
        #expect(store.state.request.bodyProblem == nil && store.state.layer == .edit)
    }
}
