import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Saving a request that has no file yet.
@Suite struct FirstSaveTests {
    private func store() -> TestStore {
        var store = TestStore.withTree()
        store.state.tree.reveal("collections/star-wars/people/list.request.json", height: 30)
        store.send(.tabs(.compose(RequestDraft(name: "Ewoks", url: "http://h/"))))
        store.effects = []
        return store
    }

    private func folder(_ effects: [Effect]) -> String? {
        for case .workspace(.createRequest(let folder, _, _)) in effects { return folder }
        return nil
    }

    @Test func undoOfTheFirstSaveDeletesTheFileAndKeepsTheRequest() {
        let path = "collections/star-wars/planets.request.json"
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("http://h/a")
        let draft = store.state.request.draft
        store.send(.workspace(.saved(first: store.state.tabs.front.id, path: path, draft)))
        #expect(store.state.toasts.last?.action?.label == "undo")
        #expect(store.click("[undo]") == [.workspace(.change(.delete(path: path, name: "Planets"), .undo))])
        store.send(.workspace(.changed(.deleted(path: path, name: "Planets", deletion: 1), .undo)))
        #expect(store.state.request.path == nil && store.state.request.draft == draft && store.state.request.hasUnsavedChanges)
        store.send(.workspace(.changed(.restored(path: path, deletion: 1), .redo)))
        #expect(store.state.request.path == path && !store.state.request.hasUnsavedChanges)
    }

    @Test func `the folder under the tree's cursor is proposed`() {
        var store = store()
        store.press(.control("s"))
        #expect(store.canvas.contains("Folder   Star Wars / People"))
        #expect(folder(store.press(Key(.enter))) == "collections/star-wars/people")
    }

    @Test func `Tab chooses another folder and keeps the name`() {
        var store = store()
        store.press(.control("s"))
        store.type(" two")
        store.press(Key(.tab))
        #expect(store.canvas.contains("  People ✓"))
        store.press(Key(.up), Key(.enter))
        #expect(store.canvas.contains("Folder   Star Wars  "))
        let effects = store.press(Key(.enter))
        #expect(folder(effects) == "collections/star-wars")
        #expect(store.state.request.base.name == "Ewoks", "it has the name of its file when there is one")
        guard case .workspace(.createRequest(_, let draft, let tab))? = effects.first else { return #expect(Bool(false), "\(effects)") }
        #expect(draft.name == "Ewoks two")
        store.send(.workspace(.saved(first: tab, path: "collections/star-wars/ewoks-two.request.json", draft)))
        #expect(store.state.request.base.name == "Ewoks two" && !store.state.request.hasUnsavedChanges)
    }

    @Test(arguments: ["Star Wars / People", "Folder   Star"])
    func `a click on the folder or its label lists all, and Escape returns to the name`(place: String) {
        var store = store()
        store.press(.control("s"))
        store.click(place)
        #expect(store.canvas.contains("Save in"))
        store.press(Key(.escape))
        #expect(folder(store.press(Key(.enter))) == "collections/star-wars/people")
    }

    @Test func `saving without any collection creates the first one`() {
        var store = TestStore()
        store.send(.tabs(.compose(RequestDraft(name: "Ewoks", url: "http://h/"))))
        store.press(.control("s"))
        #expect(store.canvas.contains("In a new collection, “\(FileWorkspace.firstCollection)”"))
        #expect(folder(store.press(Key(.enter))) == "")
    }

    /// A saved request with a token typed in its authentication.
    private func withToken() -> TestStore {
        var store = TestStore.opened(RequestDraft(name: "a", url: "http://h/"))
        store.send(.request(.kind(.setAuth(.bearer))))
        store.state.request.auth.rows[0][1] = "s3cr3t-token"
        store.state.request.noteChange()
        return store
    }

    @Test func `saving a typed credential asks before writing it to the file`() {
        var store = withToken()
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.canvas.contains("Keep as a secret (k)") && store.canvas.contains("· Authentication, “Token”: {{token2}}"))
        #expect(store.canvas.contains("the environment “local”"))
        let effects = store.press(.character("k"))
        var draft = RequestDraft(name: "a", url: "http://h/", auth: AuthDraft(.bearer, fields: ["token": "{{token2}}"]))
        #expect(
            effects == [
                .workspace(
                    .storeSecrets(
                        ["token2": "s3cr3t-token"], environmentPath: "collections/star-wars/environments/local.json",
                        then: .saveRequest(path: Sample.draftPath, draft: draft)))
            ], "there is a variable called token")
        #expect(store.state.request.draft == draft)
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, draft)))
        #expect(!store.state.request.hasUnsavedChanges)
        store.send(.request(.undo))
        draft.auth["token"] = "s3cr3t-token"
        #expect(store.state.request.draft == draft)
    }

    @Test(arguments: [nil, "collections/star-wars/environments/local.json"])
    func `a credential typed over a kept secret can be its new value`(environment: String?) {
        let saved = RequestDraft(name: "a", url: "http://h/", auth: AuthDraft(.bearer, fields: ["token": "{{key}}"]))
        var store = TestStore.opened(saved)
        let place = environment.map { KnownVariable.Place.environment(path: $0) } ?? .folder(path: "collections/star-wars")
        var known = KnownVariable(name: "key", value: nil, origin: "a secret", place: place, isTemplate: false)
        known.isStored = true
        store.send(.workspace(.variablesKnown([known])))
        store.state.request.auth.rows[0][1] = "s3cr3t-token"
        store.state.request.noteChange()
        store.press(.control("s"))
        guard let question = store.state.windows.last?.content as? Question<Message> else { return #expect(Bool(false), "no question") }
        #expect(question.choices.map(\.key) == ["r", "k", "w", "c"])
        #expect(
            store.press(.character("r")) == [
                .workspace(
                    .storeSecrets(
                        ["key": "s3cr3t-token"], environmentPath: environment, then: .saveRequest(path: Sample.draftPath, draft: saved)))
            ])
        #expect(store.state.request.draft == saved)
    }

    @Test func `a secret with another meaning here, or in use elsewhere, is not replaced`() {
        for other in [true, false] {
            let headers = other ? [] : [Row("X-Key", "{{key}}")]
            let auth = AuthDraft(.bearer, fields: ["token": "{{key}}"])
            var store = TestStore.opened(RequestDraft(name: "a", url: "http://h/", headers: headers, auth: auth))
            var known = KnownVariable(name: "key", value: nil, origin: "a secret", place: .folder(path: "collections/star-wars"))
            known.isStored = true
            let second = KnownVariable(name: "key", value: "v", origin: "a folder", place: .folder(path: "collections/star-wars"))
            store.send(.workspace(.variablesKnown(other ? [known, second] : [known])))
            store.state.request.auth.rows[0][1] = "s3cr3t-token"
            store.state.request.noteChange()
            store.press(.control("s"))
            guard let question = store.state.windows.last?.content as? Question<Message> else { return #expect(Bool(false), "no question") }
            #expect(question.choices.map(\.key) == ["k", "w", "c"])
        }
    }

    @Test func `a click beside the question about credentials does not drop the save, and cancelling keeps the typed name`() {
        var store = TestStore.withTree()
        store.send(.tabs(.compose(RequestDraft(url: "http://h/list", headers: [Row("Authorization", "Bearer abc")]))))
        store.press(.control("s"))
        store.type("my list")
        store.press(Key(.enter))
        store.mouse(.press(.left, count: 1), at: Point(x: 1, y: 20))
        #expect(store.canvas.contains("Keep as a secret") && store.state.request.base.name.isEmpty)
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty && store.state.request.name != "my list")
        store.press(.control("s"))
        guard let prompt = store.state.windows.last?.content as? Prompt<Message> else { return #expect(Bool(false), "no prompt") }
        #expect(prompt.text == "my list")
    }

    @Test func `the question lists place and variable of each credential`() {
        var store = withToken()
        store.state.request.headers.rows = [TableRow(["X-Api-Key", "k3y"])]
        store.send(.request(.kind(.setBody(.json))))
        store.state.request.json = TextAreaState(text: #"{ "token": "another", "api_key": "k3y" }"#)
        store.state.request.noteChange()
        store.press(.control("s"))
        for text in [
            "· Authentication, “Token”: {{token2}}", "· header “X-Api-Key”: {{apiKey}}", "· body field “token”: {{token3}}",
            "· body field “api_key”: {{apiKey}}", "Keep as secrets", "the credentials",
        ] {
            #expect(store.canvas.contains(text), "\(text)\n\(store.canvas.text)")
        }
    }

    @Test(arguments: [
        (["token"], "Saved secret “token” on this machine"),
        (["apiKey", "token"], "Saved secrets “apiKey” and “token” on this machine"),
        (["a", "b", "c"], "Saved secrets “a”, “b” and “c” on this machine"),
    ]) func `one message names all secrets that were kept`(names: [String], text: String) {
        var store = withToken()
        store.send(.workspace(.settings(.secretsStored(names: names, environment: "collections/star-wars"))))
        #expect(store.state.toasts.map(\.text) == [text])
    }

    @Test func `the secret is written to the file on request, without asking again`() {
        var store = withToken()
        store.press(.control("s"))
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty && store.state.request.hasUnsavedChanges)
        store.press(.control("s"))
        let draft = store.state.request.draft
        #expect(store.press(.character("w")) == [.workspace(.saveRequest(path: Sample.draftPath, draft: draft))])
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, draft)))
        store.send(.request(.kind(.setMethod("PUT"))))
        #expect(store.press(.control("s")) == [.workspace(.saveRequest(path: Sample.draftPath, draft: store.state.request.draft))])
    }

    @Test func `a new request is asked about after its name, and its collection keeps the secret without an environment`() {
        var store = TestStore.withTree()
        store.send(.workspace(.pickEnvironment(nil)))
        store.send(.tabs(.compose(RequestDraft(url: "http://h/", headers: [Row("Authorization", "Bearer abc")]))))
        store.press(.control("s"))
        store.type("New")
        #expect(store.press(Key(.enter)).isEmpty)
        #expect(store.canvas.contains("beside its collection"))
        let draft = RequestDraft(name: "New", url: "http://h/", headers: [Row("Authorization", "Bearer {{token}}")])
        #expect(
            store.press(.character("k")) == [
                .workspace(
                    .storeSecrets(
                        ["token": "abc"], environmentPath: nil,
                        then: .createRequest(folder: "collections/star-wars", draft: draft, of: store.state.tabs.front.id)))
            ])
    }
}

/// The folder of a request that is saved for the first time.
@Suite struct SaveFolderTests {
    @Test func `a collection created while a request is saved receives it`() throws {
        var store = TestStore.withTree()
        store.send(.tabs(.new))
        store.type("http://h/")
        store.press(.control("s"), Key(.tab))
        let picker = try #require(store.picker)
        #expect(picker.items.first?.message == .tree(.change(.addCollection)))
        store.type("new coll")
        store.press(Key(.enter))
        store.type("Fresh")
        #expect(store.press(Key(.enter)).contains(.workspace(.change(.createFolder(name: "Fresh", folder: "")))))
        store.send(.workspace(.changed(.created(path: "collections/fresh"))))
        let prompt = try #require(store.prompt)
        #expect(prompt.folder == "collections/fresh")
    }
}
