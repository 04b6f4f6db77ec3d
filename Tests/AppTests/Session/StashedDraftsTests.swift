import Screen
import Testing
import Workspace

@testable import App

/// The stashed fields of saved requests.
@Suite struct StashedDraftsTests {
    private static let path = Sample.draftPath
    /// The content of the file.
    private static let file = RequestDraft(
        name: "Create a pilot", method: "POST", url: "http://h/", auth: AuthDraft(.bearer, fields: ["token": "t"]),
        body: BodyDraft(kind: .json, json: "[1]"))

    /// The content of the file, and the text typed for other kinds and schemes.
    private static var whole: RequestDraft {
        var draft = file
        draft.body.text = "typed"
        draft.auth["username"] = "joe"
        return draft
    }

    private static func stashed(_ draft: RequestDraft = whole, path: String = path) -> AutosavedDraft {
        var stashed = AutosavedDraft(path: path, draft: draft)
        stashed.isStashed = true
        return stashed
    }

    /// A store with the open request, its file and its stashed draft.
    private func opened() -> TestStore {
        var store = TestStore.withTree()
        store.send(.session(.foundStashed([Self.stashed()])))
        store.send(.workspace(.requestRead(path: Self.path, Self.file)))
        return store
    }

    @Test func `a stashed draft is restored at the next start, and the request counts as saved`() throws {
        var store = TestStore.opened()
        store.write("typed before", as: .text, in: .text)
        store.write("{}", as: .json, in: .json)
        store.send(.request(.kind(.setAuth(.basic))))
        store.type("joe")
        store.press(Key(.escape))
        store.send(.request(.kind(.setAuth(.bearer))))
        store.type("token")
        store.press(Key(.escape))
        let draft = store.state.request.draft
        store.send(.workspace(.saved(first: nil, path: Self.path, draft)))
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        let kept = try #require(TestStore.kept(store.send(.session(.storeDrafts))))
        #expect(kept.edits.isEmpty)
        let stashed = try #require(kept.stashed.first)
        #expect(SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty, "it is kept once")
        #expect(TestStore.kept(store.send(.application(.quitNow)))?.stashed == [stashed])
        // The current values of the file take precedence.
        var file = draft
        (file.body, file.auth) = (BodyDraft(kind: .json, json: "[1]"), AuthDraft(.bearer, fields: ["token": "other"]))
        for isOpenFirst in [true, false] {
            var next = TestStore.withTree()
            if !isOpenFirst { next.send(.session(.foundStashed([stashed]))) }
            next.send(.session(.opened(path: Self.path, file, isCurrent: true)))
            if isOpenFirst { next.send(.session(.foundStashed([stashed]))) }
            #expect(!next.state.request.hasUnsavedChanges)
            #expect(next.state.windows.isEmpty)
            let now = next.state.request.draft
            #expect((now.body.kind, now.body.json, now.body.text) == (.json, "[1]", "typed before"))
            #expect(now.auth.fields == ["token": "other", "username": "joe"])
            next.send(.request(.undo))
            #expect(next.state.request.draft == now, "there is nothing to undo")
            #expect(next.kept?.stashed.count == 1, "it stays kept")
        }
    }

    @Test func `a stashed draft is kept when its tab is closed, and restored when it is opened again`() {
        var store = opened()
        #expect(store.state.request.draft == Self.whole)
        store.send(.tabs(.close(nil)))
        #expect(store.state.request.path == nil)
        #expect(store.kept?.stashed == [Self.stashed()])
        store.send(.workspace(.requestRead(path: Self.path, Self.file)))
        #expect(store.state.request.draft == Self.whole && !store.state.request.hasUnsavedChanges)
    }

    @Test func `a stashed draft is restored in the session in which it was typed and saved`() {
        var store = TestStore.opened(Self.file)
        store.write("typed", as: .text, in: .text)
        store.send(.request(.kind(.setBody(.json))))
        store.send(.workspace(.saved(first: nil, path: Self.path, store.state.request.draft)))
        store.send(.tabs(.close(nil)))
        store.send(.workspace(.requestRead(path: Self.path, Self.file)))
        #expect(store.state.request.draft.body.text == "typed")
    }

    @Test func `the last edits stored by several runs are used, and all saves since then`() {
        var (old, new) = (Self.whole, Self.whole)
        (old.body.text, new.body.text) = ("old", "new")
        var store = TestStore.withTree()
        store.send(.session(.foundStashed([Self.stashed(old), Self.stashed(new)])))
        #expect(store.kept?.stashed == [Self.stashed(new)])
        store = .opened(Self.whole)
        store.send(.workspace(.saved(first: nil, path: Self.path, Self.whole)))
        store.send(.session(.foundStashed([Self.stashed(old)])))
        #expect(store.kept?.stashed == [Self.stashed()])
    }

    @Test func `values of different kinds from two runs are all kept`() {
        var (form, xml) = (Self.whole, Self.whole)
        form.body.form = [Row("a", "1")]
        xml.body.xml = "<a/>"
        var both = form
        both.body.xml = "<a/>"
        var store = TestStore.withTree()
        store.send(.session(.foundStashed([Self.stashed(form), Self.stashed(xml)])))
        #expect(store.kept?.stashed == [Self.stashed(both)])
    }

    @Test func `a save before its edits are found removes none of them`() {
        var store = TestStore.opened(Self.file)
        store.write("<a/>", as: .xml, in: .xml)
        store.send(.request(.kind(.setBody(.json))))
        store.send(.workspace(.saved(first: nil, path: Self.path, store.state.request.draft)))
        store.send(.session(.foundStashed([Self.stashed()])))
        let now = store.state.request.draft
        #expect((now.body.json, now.body.xml, now.body.text, now.auth["username"]) == ("[1]", "<a/>", "typed", "joe"))
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(store.kept?.stashed == [Self.stashed(now)])
    }

    @Test func `values that are cleared and saved are no longer stored`() {
        var store = opened()
        store.write("", as: .text, in: .text)
        store.send(.request(.kind(.setBody(.json))))
        store.send(.workspace(.saved(first: nil, path: Self.path, Self.file)))
        #expect(store.kept?.stashed == [])
    }

    @Test func `reloading the file keeps the values of other kinds, and uses the content of the file`() throws {
        var store = opened()
        store.write("<a/>", as: .xml, in: .xml)
        store.write("[2]", as: .json, in: .json)
        var theirs = Self.file
        theirs.body.json = "[3]"
        store.send(.workspace(.conflicted(path: Self.path, theirs: theirs)))
        store.press(.control("s"))
        store.send(.application(.typingPaused))
        #expect(store.press(.character("r")) == [.workspace(.readRequest(path: Self.path))])
        store.send(.workspace(.requestRead(path: Self.path, theirs)))
        let now = store.state.request.draft
        #expect((now.body.json, now.body.xml, now.body.text, now.auth["username"]) == ("[3]", "<a/>", "typed", "joe"))
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(store.kept?.stashed == [Self.stashed(now)])
    }

    @Test(arguments: [true, false])
    func `loading an entry of the history over its file keeps the stashed draft`(isOpen: Bool) {
        var store = opened()
        if !isOpen { store.send(.tabs(.close(nil))) }
        let origin = Exchange.Origin(workspace: "/somewhere/space", requestPath: Self.path, name: "Create a pilot")
        let sent = RequestDraft(name: "Create a pilot", method: "PUT", url: "http://h/", body: BodyDraft(kind: .xml, xml: "<a/>"))
        store.send(.tabs(.composeAgain(sent, origin)))
        #expect(store.state.request.path == Self.path && store.state.request.hasUnsavedChanges)
        let body = store.state.request.draft.body
        #expect((body.kind, body.xml, body.text, body.json) == (.xml, "<a/>", "typed", ""))
    }

    @Test func `a change of the file by another program keeps the stashed draft, also one of the same kind`() {
        var store = opened()
        var theirs = Self.file
        theirs.body = BodyDraft(kind: .xml, xml: "<a/>")
        store.send(.workspace(.changedOutside(path: Self.path, theirs)))
        let body = store.state.request.draft.body
        #expect((body.kind, body.xml, body.text, body.json) == (.xml, "<a/>", "typed", ""))
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `the content of the file before an outside change is not restored with it`() {
        var store = TestStore.withTree()
        store.send(.session(.foundStashed([Self.stashed()])))
        var theirs = Self.file
        theirs.body = BodyDraft(kind: .xml, xml: "<a/>")
        store.send(.workspace(.requestRead(path: Self.path, theirs)))
        #expect(store.state.request.draft.body.json.isEmpty)
        #expect(store.state.request.draft.body.text == "typed")
    }

    @Test(arguments: [path, "collections/star-wars/people"])
    func `a stashed draft is deleted and restored with its item`(deleted: String) {
        var store = opened()
        // The tree comes first.
        var tree = Sample.tree
        tree.nodes[0].children.removeFirst()
        store.send(.workspace(.opened(tree, isWhole: true)))
        store.send(.workspace(.changed(.deleted(path: deleted, name: "it", deletion: 0))))
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        #expect(store.kept?.stashed == [])
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        store.send(.workspace(.changed(.restored(path: deleted, deletion: 0))))
        #expect(store.kept?.stashed == [Self.stashed()])
    }

    @Test func `undoing the creation of an item in its place keeps the stashed draft`() {
        var store = TestStore.withTree()
        store.send(.session(.foundStashed([Self.stashed()])))
        store.send(.workspace(.changed(.deleted(path: Self.path, name: "it", deletion: 0))))
        store.send(.workspace(.changed(.created(path: Self.path))))
        store.send(.workspace(.changed(.deleted(path: Self.path, name: "it", deletion: 1), .undo)))
        store.send(.workspace(.changed(.restored(path: Self.path, deletion: 0), .undo)))
        #expect(store.state.stashedToStore == [Self.stashed()])
    }

    @Test func `a request moved to the path of a stashed draft does not get the draft`() {
        var store = TestStore.withTree()
        let other = "collections/star-wars/people/other.request.json"
        store.send(.session(.foundStashed([Self.stashed()])))
        store.send(.workspace(.changed(.moved(from: other, to: Self.path, back: .rename(path: Self.path, name: "other")))))
        #expect(store.state.stashedToStore.isEmpty)
    }

    @Test func `a stashed draft stays while its file is gone, until another one has its path`() {
        var store = TestStore.withTree()
        let gone = "collections/star-wars/people/gone.request.json"
        store.send(.session(.foundStashed([Self.stashed(path: gone), Self.stashed()])))
        #expect(store.kept?.stashed.count == 2)
        // A new one under its path is another one.
        store.send(.workspace(.changed(.created(path: gone))))
        store.send(.workspace(.requestRead(path: gone, RequestDraft(name: "new"))))
        #expect(store.state.request.draft == RequestDraft(name: "new"))
    }

    @Test func `a request whose file is gone at the start is shown as unsaved, and its values go with its tab`() {
        var store = TestStore.withTree()
        let gone = "collections/star-wars/people/gone.request.json"
        let stashed = Self.stashed(path: gone)
        store.send(.session(.foundStashed([stashed])))
        store.send(.session(.restored(stashed, saved: nil)))
        store.send(.session(.restored(stashed, saved: nil)))
        #expect(store.state.tabs.count == 1 && store.state.request.path == gone && store.state.request.draft == Self.whole)
        #expect(store.state.request.isFileGone && store.state.request.hasUnsavedChanges && !store.state.request.hasEdits)
        #expect(store.kept?.edits.map(\.path) == [gone] && store.kept?.stashed == [stashed])
        var closed = store
        closed.send(.tabs(.discard))
        #expect(closed.kept?.edits.isEmpty == true && closed.kept?.stashed == [])
        closed.send(.tabs(.reopen))
        #expect(closed.kept?.stashed == [stashed])
        // The file is there again.
        store.send(.workspace(.changedOutside(path: gone, Self.file)))
        #expect(store.state.request.draft == Self.whole && !store.state.request.hasUnsavedChanges)
        // Or at the next start.
        var edit = store.state.request.typedText(tab: 0)
        edit.file = Self.file
        var next = TestStore.withTree()
        next.send(.session(.foundStashed([stashed])))
        next.send(.session(.restored(edit, saved: Self.file)))
        #expect(next.state.request.draft == Self.whole && !next.state.request.hasUnsavedChanges)
    }

    @Test func `requests whose files are gone wait until they are opened`() throws {
        var store = TestStore.withTree()
        let gone = ["a", "b", "c"].map { Self.stashed(path: "collections/star-wars/people/\($0).request.json") }
        store.send(.session(.foundStashed(gone)))
        store.send(.session(.restored(gone[0], saved: nil)))
        store.send(.session(.foundGone(gone)))
        #expect(store.state.tabs.count == 1 && store.state.request.path == gone[0].path)
        let action = try #require(store.state.toasts.last?.action)
        guard case .session(.openGone(let waiting)) = action.message else {
            Issue.record("It opens nothing.")
            return
        }
        #expect(waiting == Array(gone.dropFirst()) && store.kept?.stashed.count == 3)
        store.send(action.message)
        #expect(Set(store.state.openRequests.map(\.path)) == Set(gone.map(\.path)))
        #expect(store.state.openRequests.allSatisfy { $0.isFileGone })
    }

    @Test func `the values of a request whose file is gone go with a tab that was restored`() {
        var store = TestStore.withTree()
        let gone = "collections/star-wars/people/gone.request.json"
        let stashed = Self.stashed(path: gone)
        var edit = AutosavedDraft(path: gone, draft: Self.whole)
        edit.file = Self.whole
        store.send(.session(.foundStashed([stashed])))
        store.send(.session(.restored(edit, saved: nil)))
        store.send(.session(.restored(stashed, saved: nil)))
        #expect(store.state.tabs.count == 1 && store.kept?.stashed == [stashed])
        store.send(.tabs(.discard))
        #expect(store.kept?.edits.isEmpty == true && store.kept?.stashed == [])
    }

    @Test func `a stashed draft stays if the deleted item is unknown`() {
        var store = TestStore()
        store.send(.session(.foundStashed([Self.stashed()])))
        let top = WorkspaceNode(path: "collections/star-wars", name: "Star Wars", kind: .collection)
        store.send(.workspace(.opened(WorkspaceTree(nodes: [top]), isWhole: false)))
        #expect(store.kept?.stashed.count == 1, "the first frame knows the collections alone")
        store.send(.workspace(.opened(WorkspaceTree(), isWhole: true)))
        #expect(store.kept?.stashed.count == 1, "nothing is there to be read")
        let folder = "collections/star-wars/people"
        let broken = WorkspaceNode(path: folder, name: "people", kind: .broken(WorkspaceIssue(file: folder, message: "denied")))
        let collection = WorkspaceNode(path: "collections/star-wars", name: "s", kind: .collection, children: [broken])
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: true)))
        #expect(store.kept?.stashed.count == 1, "a folder cannot be read")
    }

    @Test func `a stashed draft follows a moved item`() {
        var store = TestStore.withTree()
        store.send(.session(.foundStashed([Self.stashed()])))
        let new = "collections/star-wars/planets/create.request.json"
        store.send(
            .workspace(
                .changed(
                    .moved(
                        from: "collections/star-wars/people", to: "collections/star-wars/planets",
                        back: .rename(path: "collections/star-wars/planets", name: "People")))))
        store.send(.workspace(.requestRead(path: new, Self.file)))
        #expect(store.state.request.draft == Self.whole)
    }
}

extension TestStore {
    /// The drafts that would be autosaved now.
    fileprivate var kept: (edits: [RequestState], stashed: [AutosavedDraft])? {
        var store = self
        return Self.kept(store.send(.session(.storeDrafts)))
    }

    fileprivate static func kept(_ effects: [Effect]) -> (edits: [RequestState], stashed: [AutosavedDraft])? {
        for case .autosave(.drafts(let edits, _, let stashed, _, _)) in effects { return (edits, stashed) }
        return nil
    }
}
