import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Secrets typed in the window: merged, asked for before quitting, and shown as dots once they are stored.
extension EnvironmentWindowTests {
    /// A window in which the secret `key` with the value `v4lue` is typed.
    private func withSecret() -> TestStore {
        var store = store()
        store.press(.character("]"), .character("]"), .character("a"))
        store.type("key")
        store.press(Key(.tab))
        store.type("v4lue")
        store.press(Key(.escape))
        return store
    }

    @Test func `a file that another program changed is merged with the edits, secrets included`() throws {
        var store = withSecret()
        store.press(.control("s"))
        var theirs = Self.draft
        theirs.variables.append(Row("theirs", "1"))
        store.send(.workspace(.settings(.environmentRead(path: Self.path, theirs))))
        #expect(store.state.windows.count == 1 && store.tableWindow?.problem != nil && store.tableWindow?.hasChanges == true)
        var expected = theirs
        expected.secrets.append(SecretEntry("key", .file))
        let save = WorkspaceEffect.settings(.saveEnvironment(path: Self.path, expected, oldName: "local", secrets: ["key": "v4lue"]))
        #expect(store.press(.control("s")) == [.workspace(save)])
    }

    @Test func `quitting asks when a typed secret would be lost, and its source is restored`() throws {
        var store = withSecret()
        #expect(store.press(.control("q")).isEmpty)
        guard let question = store.state.windows.last?.content as? Question<Message> else { throw CancellationError() }
        #expect(question.text.contains("Environment “local”"))
        store.press(Key(.escape))
        let window = try #require(store.state.windowsToStore.first)
        let secrets = window.pages.flatMap(\.typed.rows).filter { $0.cells.first == "key" }.map(\.cells)
        #expect(secrets == [["key", "", SecretSourceText.write(.file)]])
        var other = self.store()
        other.press(.character("]"), .character("a"))
        other.type("variable")
        #expect(!other.press(.control("q")).isEmpty, "it is restored at the next start")
    }

    @Test func `a stored secret shows dots`() {
        var store = TestStore.withTree()
        let draft = EnvironmentDraft(name: "local", secrets: [SecretEntry("stored", .file), SecretEntry("missing", .file)])
        store.send(.workspace(.settings(.environmentRead(path: Self.path, draft, storedSecrets: ["stored"]))))
        store.press(.character("]"), .character("]"))
        #expect(store.canvas.lines.contains { $0.contains("stored") && $0.contains("••••") })
        #expect(!store.canvas.lines.contains { $0.contains("missing") && $0.contains("••••") })
    }
}
