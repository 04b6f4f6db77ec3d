import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The authentication of a folder's window.
@Suite struct FolderSchemeTests {
    private static let path = "collections/star-wars"
    private static let file = FolderDraft(name: "Star Wars", auth: AuthDraft(.basic, fields: ["username": "han"]))

    /// The window with its authentication.
    private func shown(_ draft: FolderDraft = file) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.folderRead(path: Self.path, draft))))
        store.press(.character("]"), .character("]"))
        return store
    }

    /// Types in the field below the one with the cursor.
    private func typeBelow(_ store: inout TestStore, _ text: String) {
        store.press(.character("j"), .character("e"), .control("u"))
        store.type(text)
        store.press(Key(.enter))
    }

    /// Chooses a scheme, and returns to the first row.
    private func choose(_ store: inout TestStore, _ scheme: AuthDraft.Kind) {
        store.press(.character("g"), .character("g"))
        store.send(.window(.setChoice(scheme.entry.label)))
        if store.tableWindow?.isEditing == true { store.press(Key(.escape)) }
        store.press(.character("g"), .character("g"))
    }

    @Test func `the first field of a chosen scheme is edited`() throws {
        var store = shown()
        store.press(.character("g"), .character("g"))
        store.send(.window(.setChoice(AuthDraft.Kind.bearer.entry.label)))
        store.type("tok")
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Bearer Token", "tok", ""])
    }

    /// A window in which the fields of two schemes were typed.
    private func typed() -> TestStore {
        var store = shown()
        typeBelow(&store, "lea")
        typeBelow(&store, "pw1")
        choose(&store, .bearer)
        typeBelow(&store, "tok")
        return store
    }

    @Test func `input for one scheme is restored after switching to another`() throws {
        var store = typed()
        choose(&store, .basic)
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Basic", "lea", "pw1"])
        choose(&store, .bearer)
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Bearer Token", "tok", ""])
        var expected = Self.file
        expected.auth = AuthDraft(.bearer, fields: ["username": "lea", "password": "pw1", "token": "tok"])
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveFolder(path: Self.path, expected)))])
    }

    @Test func `a question about credentials leaves the window open until it is answered`() throws {
        var store = shown()
        typeBelow(&store, "lea")
        store.press(.control("s"))
        let (keep, write) = (WorkspaceEffect.settings(.readFolder(path: "k")), WorkspaceEffect.settings(.readFolder(path: "w")))
        let place = SeparatedCredentials.Place(name: "Authentication, “Password”", variable: "password")
        let question = Message.workspace(.settings(.credentialsTyped(path: Self.path, places: [place], keep: keep, write: write)))
        store.send(question)
        #expect(store.canvas.contains("Keep as a secret") && store.canvas.contains("{{password}}"))
        store.press(Key(.escape))
        #expect(
            try !store.requireTableWindow().isSaving && store.requireTableWindow().problem != nil && store.requireTableWindow().hasChanges)
        for (key, effect) in [("k", keep), ("w", write)] as [(Character, WorkspaceEffect)] {
            store.press(.control("s"))
            store.send(question)
            #expect(store.press(.character(key)) == [.workspace(effect)])
            #expect(try store.requireTableWindow().isSaving)
            store.send(.workspace(.changeFailed("no room")))
            #expect(try store.requireTableWindow().problem == "no room")
        }
        store.press(.control("s"))
        store.send(.workspace(.settings(.folderSaved(path: Self.path))))
        #expect(store.state.windows.isEmpty)
    }

    @Test func `an emptied field stays empty under another scheme`() throws {
        var store = shown()
        typeBelow(&store, "")
        choose(&store, .bearer)
        choose(&store, .basic)
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Basic", "", ""])
    }

    @Test func `undo restores the fields of every scheme, and undone edits are no change`() throws {
        var store = typed()
        store.press(.character("u"), .character("u"))
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Basic", "lea", "pw1"])
        store.press(.character("u"), .character("u"))
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Basic", "han", ""])
        #expect(try !store.requireTableWindow().hasChanges)
        store.press(.character("U"), .character("U"), .character("U"), .character("U"))
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Bearer Token", "tok", ""])
    }

    @Test func `every scheme's fields come back after the end of the program`() throws {
        var kept = try #require(try typed().requireTableWindow().unsavedEdits)
        var store = TestStore.withTree()
        store.state.returningWindows = [kept]
        store.send(.workspace(.settings(.folderRead(path: Self.path, Self.file))))
        #expect(try store.requireTableWindow().unsavedEdits == kept)
        store.press(.character("]"), .character("]"))
        choose(&store, .basic)
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Basic", "lea", "pw1"])
        choose(&store, .none)
        kept = try #require(try store.requireTableWindow().unsavedEdits)
        store = TestStore.withTree()
        store.state.returningWindows = [kept]
        store.send(.workspace(.settings(.folderRead(path: Self.path, Self.file))))
        store.press(.character("]"), .character("]"))
        choose(&store, .bearer)
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Bearer Token", "tok", ""])
    }

    @Test func `fields and choices are autosaved by their ids`() throws {
        var store = shown()
        choose(&store, .oauth2)
        let page = try #require(try store.requireTableWindow().unsavedEdits?.pages.first)
        #expect(page.index == FolderWindow.Page.auth.rawValue)
        let rows = page.typed.rows.map(\.cells)
        #expect(
            rows.contains(["type", "oauth2"]) && rows.contains(["grant", "authorization_code"]) && rows.contains(["username", "han"]))
        #expect(page.base?.rows.map(\.cells) == [["type", "basic"], ["username", "han"], ["password", ""]])
    }

    /// Older versions stored labels instead of ids.
    @Test(arguments: ["Bearer Token", "bearer"])
    func `labels of an older autosave are read as ids`(scheme: String) throws {
        var kept = try #require(try typed().requireTableWindow().unsavedEdits)
        let new = kept
        let labels = ["type": "Type"].merging(AuthDraft.Kind.bearer.entry.fields.map { ($0.id, $0.label) }) { old, _ in old }
        for index in kept.pages.indices {
            for row in kept.pages[index].typed.rows.indices {
                let cells = kept.pages[index].typed.rows[row].cells
                guard let label = labels[cells[0]] else { continue }
                kept.pages[index].typed.rows[row].cells = [label, cells[0] == "type" ? scheme : cells[1]]
            }
            kept.pages[index].base = AutosavedWindow.Content(
                rows: [["Type", "Basic"], ["User name", "han"], ["Password", ""]].map { AutosavedWindow.Row($0) })
        }
        #expect(kept != new)
        var store = TestStore.withTree()
        store.state.returningWindows = [kept]
        store.send(.workspace(.settings(.folderRead(path: Self.path, Self.file))))
        #expect(try store.requireTableWindow().pages[2].rows.map { $0[1] } == ["Bearer Token", "tok", ""])
        #expect(try store.requireTableWindow().unsavedEdits == new)
    }

    @Test func `text typed for another scheme is not lost without a question`() throws {
        var store = shown(FolderDraft(name: "Star Wars"))
        choose(&store, .bearer)
        typeBelow(&store, "tok")
        choose(&store, .none)
        #expect(try store.requireTableWindow().hasChanges)
    }

    @Test func `a typed secret is shown as dots`() {
        var store = typed()
        #expect(store.canvas.contains("••••••••") && !store.canvas.contains("tok "))
        choose(&store, .basic)
        #expect(store.canvas.contains("lea") && store.canvas.contains("••••••••") && !store.canvas.contains("pw1"))
        store.press(.character("j"), .character("j"), .character("e"), .control("u"))
        store.type("{{password}}")
        store.press(Key(.enter))
        #expect(store.canvas.contains("{{password}}"), "a variable is none")
    }

    @Test func `a secret is shown as dots after switching tabs by click`() {
        var store = shown()
        store.press(.character("j"), .character("j"), .character("e"))
        store.type("pw1")
        #expect(store.canvas.contains("pw1"))
        store.click("Docs", after: "Variables")
        store.click("Auth", after: "Variables")
        #expect(!store.canvas.contains("pw1"))
    }

    @Test(arguments: [(path, AuthDraft.Kind.none), (path + "/people", AuthDraft.Kind.inherit)])
    func `only a folder inside a collection inherits`(path: String, shown: AuthDraft.Kind) throws {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.folderRead(path: path, FolderDraft(name: "A")))))
        let row = try #require(try store.requireTableWindow().pages[page: FolderWindow.Page.auth].rows.first)
        #expect(row[1] == shown.entry.label)
        #expect(row.choices.contains(AuthDraft.Kind.inherit.entry.label) == (shown == .inherit))
        #expect(try !store.requireTableWindow().hasChanges)
    }

    @Test func `client credentials are chosen like a scheme`() throws {
        var store = shown()
        store.press(.character("g"), .character("g"))
        store.send(.window(.setChoice(AuthDraft.clientCredentialsLabel)))
        store.type("hjkl")
        store.press(Key(.escape))
        let rows = try store.requireTableWindow().pages[2].rows
        #expect(rows[0][1] == AuthDraft.Kind.oauth2.entry.label && rows.contains { $0[1] == "Client credentials" })
        guard case .workspace(.settings(.saveFolder(_, let draft, _, _, _)))? = store.press(.control("s")).first else {
            return #expect(Bool(false))
        }
        #expect(draft.auth.kind == .oauth2 && draft.auth["grant"] == AuthDraft.clientCredentials && draft.auth["tokenURL"] == "hjkl")
    }
}
