import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Queries of captures and assertions that no language can read.
@Suite struct QueryRowTests {
    private func capturing(_ query: String) -> (store: TestStore, effects: [Effect]) {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.tests)))
        store.press(.character("a"))
        store.type("id")
        store.press(Key(.tab), Key(.tab))
        store.type(query)
        var effects = store.press(Key(.escape))
        // What completes the word goes first.
        if store.state.layer == .edit { effects += store.press(Key(.escape)) }
        return (store, effects)
    }

    @Test(arguments: [("$.a[", "JSONPath, character 5"), ("regex:(a", "regular expression, ")])
    func `errors known at once are marked, and the typed text stays`(query: String, problem: String) throws {
        var (store, _) = capturing(query)
        let row = try #require(store.state.request.captures.rows.last)
        #expect(row[2] == query && row.problem?.hasPrefix(problem) == true)
        #expect(store.canvas.contains("─ ✗ " + problem))
        store.press(.character("i"))
        #expect(store.state.toasts.last?.text.hasPrefix("“id”: " + problem) == true)
        #expect(store.state.request.draft.captures.last?.query == query)
    }

    @Test func `a filter is validated by another process once it is typed`() {
        var (store, effects) = capturing(".a[")
        #expect(effects.contains(.checkQueries([".a["])))
        let isUnsaved = store.state.request.hasUnsavedChanges
        store.send(.request(.queriesChecked([".a[": "jq, character 4: something is missing"])))
        #expect(store.canvas.contains("─ ✗ jq, character 4: something is missing"))
        #expect(store.state.request.hasUnsavedChanges == isUnsaved)
        #expect(store.send(.request(.nextTab)).allSatisfy { if case .checkQueries = $0 { false } else { true } })
        #expect(store.state.request.fieldProblems.isEmpty, "it can be sent all the same")
    }

    @Test func `opening a request validates it without changing it`() {
        var draft = Sample.draft
        draft.captures = [Capture(variable: "id", query: ".a[")]
        var store = TestStore.withTree()
        let effects = store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        #expect(effects.contains(.checkQueries([".a["])))
        store.send(.request(.queriesChecked([".a[": "jq, character 4: something is missing"])))
        #expect(store.state.request.captures.rows[0].problem != nil)
        #expect(!store.state.request.hasUnsavedChanges)
        store.send(.request(.undo))
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test(arguments: ["$.a", "regex:a+", "{{query}}", "$.{{name}}[", ".a", ""])
    func `valid and unknown filters are not marked`(query: String) {
        #expect(capturing(query).store.state.request.captures.rows.last?.problem == nil)
    }

    @Test(arguments: [("body $.a[", "exists", "", "JSONPath"), ("status", "matches", "(", "regular expression")])
    func `queries of assertions are validated`(subject: String, predicate: String, value: String, problem: String) {
        var draft = Sample.draft
        draft.assertions = [Assertion(subject: subject, predicate: predicate, value: .string(value))]
        let store = TestStore.opened(draft)
        #expect(store.state.request.assertions.rows[0].problem?.hasPrefix(problem) == true)
    }
}
