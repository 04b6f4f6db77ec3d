import Engine
import Screen
import Testing
import Workspace

@testable import App

/// Explanations of variables.
@Suite struct ExplainingTests {
    private static let variables = [
        KnownVariable(name: "base", value: "http://h:{{env:PORT}}/{{key}}{{round}}", origin: "environment local"),
        KnownVariable(name: "env:PORT", value: "80", origin: VariableOrigin.process.description, isTemplate: false),
        KnownVariable(name: "key", value: nil, origin: "secret of environment local"),
        KnownVariable(name: "round", value: "{{round}}", origin: "workspace"),
    ]

    @Test func `a variable is explained with its value, and an undefined one with a warning`() {
        var draft = Sample.draft
        draft.url = "{{base}}/{{nowhere}}"
        var store = TestStore.opened(draft)
        store.send(.workspace(.variablesKnown(Self.variables)))
        store.send(.request(.editURL))
        store.press(Key(.home))
        store.send(.request(.explain))
        let toast = store.state.toasts.last
        #expect(toast?.text.contains("{{base}} = http://h:80/••••{{round}}, from environment local") == true)
        #expect(toast?.kind == .done)
        store.press(Key(.end))
        store.send(.request(.explain))
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `the final values of variables are shown below the URL`() {
        var draft = Sample.draft
        draft.url = "{{base}}"
        var store = TestStore.opened(draft)
        store.send(.workspace(.variablesKnown(Self.variables)))
        store.send(.request(.editURL))
        #expect(store.canvas.lines.contains { $0.contains("base = http://h:80/••••{{round}}") })
    }

    @Test func `values that refer to each other many times are cut off`() {
        var store = TestStore.opened()
        let doubled = (0..<40).map { KnownVariable(name: "v\($0)", value: "{{v\($0 + 1)}}{{v\($0 + 1)}}", origin: "workspace") }
        store.send(.workspace(.variablesKnown(doubled)))
        #expect(store.state.variableScope.expanded("{{v0}}").utf8.count < 64 << 10)
    }
}
