import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Secrets in the Text tab.
@Suite struct DocumentSecretsTests {
    @Test(arguments: [
        ("# @auth.token = hush", 16), ("# @auth.password = hush", 19), ("# @auth.clientSecret=x", 21), ("# @auth.token = {{token}}", nil),
        ("# @auth.username = ann", nil), ("# @auth bearer", nil), ("# @auth.token =", nil), ("# @auth.token", nil), ("GET h/", nil),
    ])
    func `a secret written out in the document is found`(_ line: String, _ start: Int?) {
        #expect(DocumentSecrets.start(in: line) == start)
    }

    private func opened() -> TestStore {
        var store = TestStore.opened(
            RequestDraft(
                name: "A", url: "h/", auth: AuthDraft(.basic, fields: ["username": "ann", "password": "hush-hush"])))
        store.send(.request(.selectTab(.text)))
        store.send(.application(.focus(.request)))
        return store
    }

    @Test func `a secret is shown as dots, except during editing`() {
        var store = opened()
        #expect(!store.canvas.contains("hush"))
        #expect(store.canvas.contains("# @auth.password = ••••••••"))
        #expect(store.canvas.contains("# @auth.username = ann"))
        store.press(.character("e"))
        #expect(!store.canvas.contains("hush"))
        while !store.state.request.document.line(store.state.request.document.cursor.line).contains("password") { store.press(Key(.down)) }
        #expect(store.canvas.contains("# @auth.password = hush-hush"))
        store.press(Key(.escape))
        #expect(!store.canvas.contains("hush"))
    }

    @Test func `editing the text shows the credentials and keeps them`() {
        var store = opened()
        store.press(.character("e"))
        store.press(Key(.end, .control), Key(.enter))
        store.press(Key(.escape))
        #expect(store.state.request.draft.auth["password"] == "hush-hush")
        #expect(!store.state.request.document.text.contains("•"))
        store.send(.request(.selectTab(.auth)))
        #expect(!store.canvas.contains("hush"))
    }

    @Test func `a selection and a search do not reveal it`() {
        var store = opened()
        store.press(.character("/"))
        store.type("hush")
        #expect(!store.canvas.contains("hush-hush"))
    }
}
