import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct EnvironmentWindowTests {
    static let path = "collections/star-wars/environments/local.json"
    static let draft = EnvironmentDraft(
        name: "local", scheme: "http", host: "127.0.0.1", port: "8080", headers: [Row("X-Team", "red")],
        variables: [Row("team", "red", comment: "ours")], secrets: [SecretEntry("token", .environment("TOKEN"))])

    func store() -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.environmentRead(path: Self.path, Self.draft))))
        return store
    }

    @Test func showsAndSavesEdits() {
        var store = store()
        #expect(store.canvas.contains("Environment “local”"))
        store.press(.character("j"), .character("e"), .control("u"))
        store.type("http://example.org:8080")
        store.press(Key(.enter))
        var expected = Self.draft
        expected.baseURL.host = "example.org"
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveEnvironment(path: Self.path, expected, oldName: "local")))])
        store.send(.workspace(.settings(.environmentSaved(path: Self.path))))
        #expect(store.state.windows.isEmpty)
        #expect(store.state.toasts.last?.text == "Saved the environment “local” to \(Self.path)")
    }

    @Test func showsTheReasonBesideAnInvalidBaseURL() {
        var store = store()
        store.press(.character("j"), .character("e"), .control("u"))
        store.type("bad host/x")
        store.press(Key(.escape))
        #expect(store.canvas.contains("✗ a URL"))
        store.press(.control("s"))
        #expect(!store.state.windows.isEmpty)
        #expect(store.canvas.contains("Base URL: expected"))
        store.press(.character("e"), .control("u"))
        store.type("{{host}}")
        store.press(Key(.escape))
        #expect(!store.canvas.contains("✗ a URL"))
    }

    @Test func `the window's buttons save, and close after a question`() {
        var store = store()
        store.press(.character("e"), .control("u"))
        store.type("near")
        let effects = store.click(" Save ")
        guard case .workspace(.settings(.saveEnvironment(_, let draft, _, _, _)))? = effects.first else {
            return #expect(Bool(false), "nothing is saved")
        }
        #expect(draft.name == "near")
        store = self.store()
        store.click(" Close ")
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [("http://h", 0), ("{{name}}", 1), ("X-A", 1)]) func `a name that no header can have is not saved`(
        name: String, saved: Int
    ) {
        var store = store()
        store.press(.character("]"), .character("]"), .character("]"), .character("a"))
        store.type(name)
        store.press(Key(.enter))
        #expect(store.press(.control("s")).count == saved)
        #expect(store.canvas.contains("expected letters") == (saved == 0))
    }

    @Test func savingReportsWhatWasSaved() {
        var store = store()
        #expect(store.press(.control("s")).count == 1)
        #expect(store.state.windows.isEmpty)
        #expect(store.state.toasts.last?.kind == .done)
        store.send(.workspace(.settings(.secretsStored(names: ["token"], environment: Self.path))))
        #expect(store.state.toasts.last?.text == "Saved secret “token” on this machine")
        store.send(.workspace(.settings(.folderSaved(path: "collections/star-wars/people"))))
        #expect(store.state.toasts.last?.text == "Saved the settings of “People” to collections/star-wars/people")
    }

    @Test func `the source of a new secret is shown while it is typed`() {
        var store = store()
        store.press(.character("]"), .character("]"), .character("a"))
        func line() -> String { store.canvas.lines.first { $0.contains("sess") } ?? "" }
        store.type("sess")
        #expect(line().contains("ask when"), "\(store.canvas.text)")
        store.press(Key(.tab))
        store.type("abc")
        #expect(line().contains("kept on this") && !line().contains("ask when"), "\(store.canvas.text)")
        store.press(.control("u"))
        #expect(line().contains("ask when"), "\(store.canvas.text)")
        store.type("abc")
        store.press(Key(.escape))
        #expect(line().contains("kept on this"), "\(store.canvas.text)")
        let saved = EnvironmentDraft(name: Self.draft.name, scheme: "http", host: "127.0.0.1", port: "8080")
        guard case .workspace(.settings(.saveEnvironment(_, let draft, _, let secrets, _)))? = store.press(.control("s")).first else {
            return #expect(Bool(false), "\(saved)")
        }
        #expect(draft.secrets == [SecretEntry("token", .environment("TOKEN")), SecretEntry("sess", .file)] && secrets == ["sess": "abc"])
    }

    @Test func `a value typed for a secret that was asked for is kept on this machine`() {
        var store = TestStore.withTree()
        let draft = EnvironmentDraft(name: "local", secrets: [SecretEntry("pin", .prompt)])
        store.send(.workspace(.settings(.environmentRead(path: Self.path, draft))))
        store.press(.character("]"), .character("]"))
        #expect(store.canvas.contains("ask when needed"))
        store.press(.control("s"))
        #expect(store.state.windows.isEmpty, "nothing has changed")
        store.send(.workspace(.settings(.environmentRead(path: Self.path, draft))))
        store.press(.character("]"), .character("]"), .character("l"), .character("e"))
        store.type("1234")
        guard case .workspace(.settings(.saveEnvironment(_, let saved, _, let values, _)))? = store.press(.control("s")).first else {
            return #expect(Bool(false), "\(store.canvas.text)")
        }
        #expect(saved.secrets == [SecretEntry("pin", .file)] && values == ["pin": "1234"])
    }

    @Test func savingANewNameReportsTheNewPath() {
        var store = store()
        store.press(.character("e"))
        store.type("2")
        store.press(Key(.enter))
        #expect(store.press(.control("s")).count == 1)
        let path = "collections/star-wars/environments/local2.json"
        let collection = "collections/star-wars"
        let others = store.state.workspace.tree.environments[collection]?.filter { $0.path != Self.path } ?? []
        store.state.workspace.tree.environments[collection] = others + [EnvironmentSummary(name: "local2", path: path)]
        let effects = store.send(.workspace(.changed(.moved(from: Self.path, to: path, back: .rename(path: path, name: "local")))))
        #expect(store.state.windows.isEmpty && effects.contains(.cookies(.move(from: "local", to: "local2"))))
        #expect(store.state.toasts.contains { $0.text.hasPrefix("Saved") && $0.text.hasSuffix(path) })
    }

    @Test func helpListsTheKeysAndRunsTheSelectedCommand() {
        for key in [Key.character("?"), .function(1)] {
            var store = store()
            store.press(.character("]"), key)
            #expect(store.canvas.contains("Duplicate row"))
            #expect(store.canvas.contains("Filter rows"))
            store.press(Key(.escape))
            #expect(store.tableWindow != nil)
            #expect(!store.canvas.contains("Duplicate row"))
            store.press(key, Key(.enter))
            #expect(store.state.layer == .edit)
        }
    }

    @Test func editsTheSelectedSecretAlsoWhileFiltered() {
        var store = TestStore.withTree()
        var draft = Self.draft
        draft.secrets = [SecretEntry("first", .file), SecretEntry("second", .file)]
        store.send(.workspace(.settings(.environmentRead(path: Self.path, draft))))
        while !store.canvas.contains("second") { store.press(.character("]")) }
        store.press(.character("/"))
        store.type("second")
        store.press(Key(.enter), .character("v"))
        #expect(store.canvas.contains("Value of second"))
    }

    @Test func undoesAndRedoesEditsInTheWindow() {
        var store = store()
        store.press(.character("]"), .character("e"), .control("u"))
        store.type("crew")
        store.press(Key(.escape), .character("a"))
        store.type("x")
        store.press(Key(.escape), .character("["))
        #expect(store.canvas.contains("Variables 2"))
        store.press(.character("u"))
        #expect(store.canvas.contains("crew"))
        #expect(store.canvas.contains("Variables 1"))
        store.press(.character("u"))
        #expect(store.canvas.contains("team"))
        #expect(!store.canvas.contains("unsaved ●"))
        store.press(.character("U"), .character("U"))
        #expect(store.canvas.contains("Variables 2"))
        store.press(.character("u"), .character("u"), .character("u"))
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test(arguments: [(1, Key(.enter)), (1, Key(.tab)), (2, Key(.enter)), (2, Key(.tab))])
    func `a new row is undone cell by cell, and Enter in the blank row after it ends typing`(page: Int, next: Key) {
        var store = store()
        for _ in 0..<page { store.press(.character("]")) }
        store.press(.character("a"))
        store.type("new")
        store.press(next)
        store.type("word")
        store.press(Key(.enter), Key(.enter))
        #expect(store.state.layer == .nav)
        func cells() -> [String] { store.tableWindow?.page.rows.last.map { [$0[0], $0[1]] } ?? [] }
        let count = store.tableWindow?.page.rows.count
        #expect(cells() == ["new", "word"])
        store.press(.character("u"))
        #expect(cells() == ["new", ""])
        store.press(.character("u"))
        #expect(store.tableWindow?.page.rows.count == count.map { $0 - 1 })
    }

    @Test func aFailedWriteKeepsTheEdits() {
        var store = store()
        store.press(.character("G"), .character(" "))
        #expect(store.canvas.contains("Protected       [x]"))
        store.press(.control("s"))
        store.send(.workspace(.changeFailed("The disk is full.")))
        #expect(store.canvas.contains("unsaved ●"))
        #expect(store.canvas.contains("│ ✗ The disk is full."))
        #expect(store.state.toasts.isEmpty)
        _ = store.state.notify(.error, "Something else")
        store.click("Something else")
        #expect(store.state.toasts.isEmpty)
        #expect(store.canvas.contains("unsaved ●"))
    }

    @Test func ignoresFailuresOfOtherWrites() {
        var store = store()
        store.press(.character("G"), .character(" "))
        store.press(.control("s"))
        store.send(.workspace(.failed("Something else.")))
        #expect(!store.canvas.contains("│ ✗ Something else."))
        #expect(store.state.toasts.last?.text == "Something else.")
        let path = "collections/star-wars/environments/local.json"
        let new = "collections/star-wars/environments/other.json"
        store.send(.workspace(.changed(.moved(from: path, to: new, back: .rename(path: new, name: "local")))))
        #expect(store.state.windows.isEmpty)
    }

    @Test func closingWithUnsavedEditsAsks() {
        var store = store()
        store.press(.character("G"), .character(" "), Key(.escape))
        #expect(store.question?.choices.contains { $0.key == "d" } == true)
        store.press(Key(.escape))
        #expect(store.canvas.contains("unsaved ●"))
        store.press(Key(.escape), .character("d"))
        #expect(store.state.windows.isEmpty)
    }

    /// The secrets' page with the cursor on the first source.
    private func onSource() -> TestStore {
        var store = store()
        store.press(.character("]"), .character("]"), .character("l"), .character("l"))
        return store
    }

    @Test func aSourceIsChosenFromAList() {
        var store = onSource()
        store.press(.character(" "))
        #expect(store.canvas.contains("kept until Apus exits"))
        store.press(Key(.up), Key(.up), Key(.enter))
        var expected = Self.draft
        expected.secrets = [SecretEntry("token", .prompt)]
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveEnvironment(path: Self.path, expected, oldName: "local")))])
    }

    @Test func typingReplacesASourceThatNeedsArguments() {
        var store = onSource()
        store.click("environment var")
        store.press(Key(.down), Key(.enter))
        store.type("pass show token")
        store.press(Key(.escape))
        var expected = Self.draft
        expected.secrets = [SecretEntry("token", .command(["pass", "show", "token"]))]
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveEnvironment(path: Self.path, expected, oldName: "local")))])
    }

    @Test func aNewSecretHasAListOfSources() {
        var store = onSource()
        store.press(.character("a"))
        store.type("pin")
        store.press(Key(.escape), .character("l"), .character("l"), .character(" "))
        #expect(store.canvas.contains("beside the environment"))
    }

    @Test func aSourceThatCannotBeReadIsNamed() {
        var store = store()
        store.press(.character("]"), .character("]"), .character("l"), .character("l"), .character("e"), .control("u"))
        store.type("vault x")
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.canvas.contains("The source of “token” is not valid"))
    }

    @Test func anEnvironmentNeedsAName() {
        var store = store()
        store.press(.character("e"), .control("u"), Key(.escape))
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.canvas.contains("An environment needs a name."))
    }

    @Test func theValueOfASecretIsAskedForAndNotShown() {
        var store = store()
        store.press(.character("]"), .character("]"), .character("v"))
        store.type("hunter2")
        #expect(!store.canvas.contains("hunter2"))
        #expect(store.press(Key(.enter)) == [.workspace(.settings(.setSecret(name: "token", value: "hunter2", environment: Self.path)))])
    }

    @Test(arguments: [
        ("ask when needed", SecretSource.prompt), ("kept on this machine", .file), ("environment variable A", .environment("A")),
        (#"command pass show "two words""#, .command(["pass", "show", "two words"])),
        ("keyring a=b c=d", .secretService(attributes: [Row("a", "b"), Row("c", "d")])),
    ])
    func secretSourcesRoundTrip(text: String, source: SecretSource) {
        #expect(SecretSourceText.read(text) == source)
        #expect(SecretSourceText.write(source) == text)
    }

    @Test(arguments: [
        ("prompt", SecretSource.prompt), ("file", .file), ("env A", .environment("A")),
        ("service a=b", .secretService(attributes: [Row("a", "b")])),
    ])
    func theWordsOfTheFileFormatAreUnderstood(text: String, source: SecretSource) {
        #expect(SecretSourceText.read(text) == source)
    }

    @Test(arguments: [
        "", "env", "env a b", "environment variable", "keyring", "ask when needed now", "command", "service", "service a", "command \"open",
        "vault", "prompt now",
    ])
    func refusesAnInvalidSource(text: String) {
        #expect(SecretSourceText.read(text) == nil)
    }

    @Test func paletteEditsTheEnvironment() {
        var store = TestStore.withTree()
        store.press(.control("e"))
        store.type("edit env")
        #expect(store.press(Key(.enter)) == [.workspace(.settings(.readEnvironment(path: Self.path)))])
    }

    @Test func `keys typed while the file is read are for the window`() {
        var store = TestStore.withTree()
        store.send(.environments(.edit))
        let before = store.state.windows.count
        store.press(.character("e"), .character("2"))
        #expect(store.state.windows.count == before && store.state.toasts.isEmpty)
        store.send(.workspace(.settings(.environmentRead(path: Self.path, Self.draft))))
        #expect(store.canvas.contains("local2"))
        store = TestStore.withTree()
        store.send(.environments(.edit))
        store.press(.character("?"))
        store.send(.workspace(.changeFailed("the file is gone")))
        #expect(!store.state.windows.isEmpty, "the keys are for the panes again")
        store.send(.environments(.edit))
        store.press(Key(.escape))
        #expect(store.state.heldKeys == nil, "Escape stops the wait")
    }

    @Test(arguments: [EnvironmentMessage.edit, .rename, .duplicate, .delete])
    func withoutAChosenEnvironmentTheCommandAsksWhich(message: EnvironmentMessage) {
        var store = TestStore.withTree()
        store.send(.workspace(.pickEnvironment(nil)))
        store.effects = []
        #expect(store.send(.environments(message)).isEmpty)
        guard let picker = store.state.windows.last?.content as? Picker<Message> else { return #expect(Bool(false), "no list") }
        #expect(
            picker.items.map(\.title) == ["local", "swapi"]
                && picker.title == EnvironmentCommands.all.first { $0.message == message }?.title)
        let effects = store.press(Key(.enter))
        #expect(store.state.environment == nil, "it is not chosen by this")
        switch message {
        case .edit: #expect(effects == [.workspace(.settings(.readEnvironment(path: Self.path)))])
        case .duplicate: #expect(effects == [.workspace(.change(.duplicate(path: Self.path)))])
        case .delete: #expect(store.press(.character("d")) == [.workspace(.change(.delete(path: Self.path, name: "local")))])
        default: #expect(store.canvas.contains("Rename “local”"))
        }
    }

    @Test func rowsAreFilteredInEveryTableWindow() {
        var store = TestStore.withTree()
        let rows = [Row("X-Team", "red"), Row("X-Other", "blue")]
        store.send(.workspace(.settings(.folderRead(path: "collections/star-wars", FolderDraft(name: "Star Wars", headers: rows)))))
        store.press(.character("/"))
        store.type("team")
        #expect(store.canvas.contains("1 of 2"))
        #expect(!store.canvas.contains("X-Other"))
        store.press(Key(.escape))
        #expect(store.canvas.contains("X-Other"))
    }

    @Test func folderSettingsShowTheFieldsOfTheScheme() throws {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.folderRead(path: "collections/star-wars", FolderDraft(name: "Star Wars")))))
        store.press(.character("]"), .character("]"))
        #expect(store.canvas.contains("Type"))
        for _ in 0..<3 { store.press(.character(" ")) }
        let tableWindow = try #require(store.tableWindow)
        #expect(tableWindow.pages[2].rows.count > 1)
    }
}
