import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct OutsideChangesTests {
    private func opened(isEdited: Bool) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        if isEdited { store.send(.request(.kind(.setMethod("PATCH")))) }
        return store
    }

    private var theirs: RequestDraft {
        var draft = Sample.draft
        draft.url = "pilots"
        return draft
    }

    @Test func aRequestWithoutEditsFollowsItsFile() {
        var store = opened(isEdited: false)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.request.draft == theirs)
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func reloadingAFileKeepsTheContentOfOtherBodyKinds() {
        var store = opened(isEdited: false)
        store.write("typed", as: .text, in: .text)
        store.send(.request(.kind(.setBody(.json))))
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, store.state.request.draft)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.request.draft.url == theirs.url)
        #expect(store.state.request.draft.body.text == "typed")
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `a change on disk does not interrupt typing`() {
        var store = opened(isEdited: true)
        store.send(.request(.editURL))
        store.press(Key(.end))
        store.type("/m")
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.type("mtl")
        #expect(store.state.windows.isEmpty)
        #expect(store.state.request.url.text.hasSuffix("/mmtl"))
        #expect(store.canvas.contains("! Changed on disk. ^S: overwrite, merge, reload or compare."))
    }

    @Test func `a request whose edits were undone follows its changed file`() {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.request.diskChange != nil)
        let effects = store.press(.character("u"))
        #expect(effects.contains(.workspace(.readRequest(path: Sample.draftPath))))
        store.send(.workspace(.requestRead(path: Sample.draftPath, theirs)))
        #expect(store.state.request.draft == theirs && store.state.request.diskChange == nil && !store.state.request.hasUnsavedChanges)
    }

    @Test func `a change on disk does not end typing before the first letter, or after saving`() {
        var store = opened(isEdited: false)
        store.send(.request(.editURL))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.press(Key(.end))
        store.type("qd")
        #expect(store.state.request.url.text == "pilots?notify=trueqd")
        #expect(store.state.request.isTypingURL)
    }

    @Test func `a change on disk does not close the cell that is edited`() {
        var store = opened(isEdited: false)
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        #expect(store.state.request.isEditingCell)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.type("qd")
        #expect(store.state.request.isEditingCell && store.hasBanner)
    }

    @Test func `a reloaded request keeps its tab, and undo restores the former content`() {
        var store = opened(isEdited: false)
        store.send(.request(.selectTab(.headers)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.request.tab == .headers && store.state.request.draft == theirs)
        store.send(.request(.undo))
        #expect(store.state.request.draft == Sample.draft && store.state.request.hasUnsavedChanges)
    }

    /// The question that saving asks.
    private func asked() -> TestStore {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.question != nil)
        return store
    }

    @Test func `saving asks, and comparing returns to the question`() {
        var store = asked()
        for _ in 0..<2 {
            store.press(.character("c"))
            #expect(store.canvas.contains(#"+   "method": "PATCH""#))
            #expect(store.canvas.contains(#"-   "url": "pilots""#))
            store.press(Key(.escape))
            #expect(store.question != nil)
        }
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty && store.hasBanner)
    }

    @Test func `undoing an overwrite restores the previous content`() {
        var store = asked()
        let mine = store.state.request.draft
        #expect(store.press(.character("o")) == [.workspace(.overwriteRequest(path: Sample.draftPath, draft: mine))])
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, mine)))
        #expect(!store.state.request.hasUnsavedChanges && !store.hasBanner)
        #expect(store.click("[undo]") == [.workspace(.overwriteRequest(path: Sample.draftPath, draft: theirs, isUndo: true))])
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, theirs, isUndo: true)))
        #expect(store.state.request.draft == mine && store.state.request.hasUnsavedChanges)
        #expect(store.state.toasts.last?.action == nil)
        #expect(store.hasBanner && store.press(.control("s")).isEmpty && store.question != nil)
    }

    @Test(arguments: ["r", "m"]) func `a request asks again after its reload or merge was undone`(choice: Character) {
        var store = asked()
        let mine = store.state.request.draft
        store.press(.character(choice))
        var chosen = theirs
        if choice == "m" {
            chosen.method = "PATCH"
            store.send(.workspace(.saved(first: nil, path: Sample.draftPath, chosen)))
        } else {
            store.send(.workspace(.requestRead(path: Sample.draftPath, chosen)))
        }
        #expect(store.state.request.draft == chosen && !store.state.request.hasUnsavedChanges && !store.hasBanner)
        store.press(.character("u"))
        #expect(store.state.request.draft == mine && store.state.request.hasUnsavedChanges && store.hasBanner)
        #expect(store.press(.control("s")).isEmpty && store.question != nil)
        // The choice is there once more, with the version of the file.
        store.press(.character("r"))
        store.send(.workspace(.requestRead(path: Sample.draftPath, chosen)))
        #expect(store.state.request.draft == chosen && !store.hasBanner)
    }

    @Test func `a request asks again after its overwriting was undone in the collections and its edits came back`() {
        var store = asked()
        let mine = store.state.request.draft
        store.press(.character("o"))
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, mine)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.request.draft == theirs && !store.state.request.hasUnsavedChanges && !store.hasBanner)
        store.send(.request(.undo))
        #expect(store.state.request.draft == mine && store.state.request.hasUnsavedChanges && store.hasBanner)
        #expect(store.press(.control("s")).isEmpty && store.question != nil)
    }

    @Test func `a choice is forgotten once the request is saved otherwise`() {
        var store = asked()
        let mine = store.state.request.draft
        store.press(.character("o"))
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, mine)))
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, store.state.request.draft)))
        store.press(.character("u"))
        #expect(store.state.request.draft == mine && store.state.request.hasUnsavedChanges && !store.hasBanner)
    }

    @Test func `changes of different parts are merged, and undo restores the content of the file`() {
        var store = asked()
        #expect(store.canvas.contains("Merge saves both changes."))
        var both = theirs
        both.method = "PATCH"
        #expect(store.press(.character("m")).contains(.workspace(.overwriteRequest(path: Sample.draftPath, draft: both))))
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, both)))
        #expect(store.state.request.draft == both && !store.state.request.hasUnsavedChanges)
        #expect(store.click("[undo]") == [.workspace(.overwriteRequest(path: Sample.draftPath, draft: theirs, isUndo: true))])
    }

    @Test(arguments: ["", "?old=1"]) func `queries in the URL are merged as rows, and the request is saved then`(query: String) {
        var (file, mine, theirs) = (Sample.draft, Sample.draft, Sample.draft)
        file.url += query
        mine.url += "?mine=1"
        theirs.url += query + (query.isEmpty ? "?" : "&") + "theirs=1"
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, file)))
        if !query.isEmpty { mine.url += "&old=1" }
        store.send(.request(.replaceContent(mine)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.press(.control("s"))
        let effects = store.press(.character("m"))
        let merged = store.state.request.draft
        #expect(effects.contains(.workspace(.overwriteRequest(path: Sample.draftPath, draft: merged))))
        #expect(merged.url == Sample.draft.url)
        #expect(Set(merged.query.map(\.name)).isSuperset(of: ["mine", "theirs"]) && merged.query.count(where: { $0.name == "old" }) < 2)
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, merged)))
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `changes of the same part are not merged`() {
        var store = opened(isEdited: true)
        var theirs = theirs
        theirs.method = "PUT"
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.press(.control("s"))
        #expect(store.question?.choices.contains { $0.key == "m" } == false)
    }

    @Test(arguments: ["pilots", "pilots/:id"])
    func `reloading is undone by the edits`(url: String) {
        var theirs = theirs
        theirs.url = url
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.press(.control("s"))
        #expect(store.press(.character("r")) == [.workspace(.readRequest(path: Sample.draftPath))])
        store.send(.workspace(.requestRead(path: Sample.draftPath, theirs)))
        #expect(store.state.request.url.text.hasPrefix(url) && !store.state.request.hasUnsavedChanges)
        #expect(!store.hasBanner)
        store.click("[undo]")
        #expect(store.state.request.base.method == "PATCH" && store.state.request.hasUnsavedChanges)
    }

    @Test func `a file that returns to the content that was read needs no banner`() {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, Sample.draft)))
        #expect(!store.hasBanner)
    }

    @Test func `a change that only saving finds opens no window either`() {
        var store = opened(isEdited: true)
        store.press(.control("s"))
        store.send(.workspace(.conflicted(path: Sample.draftPath, theirs: theirs)))
        #expect(store.state.windows.isEmpty)
        #expect(store.hasBanner && store.canvas.contains("^S asks which version to keep"))
    }

    @Test func `a click on the banner opens the question`() {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.click("! Changed on disk.")
        #expect(store.question != nil)
    }

    @Test func `a click on the banner of a file that is gone saves it again`() {
        var store = opened(isEdited: false)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
        let effects = store.click("! The file is gone")
        #expect(effects.contains(.workspace(.saveRequest(path: Sample.draftPath, draft: store.state.request.draft))))
    }

    @Test func aRemovedFileLeavesTheRequestUnsavedInItsPlace() {
        var store = opened(isEdited: false)
        let environment = store.state.environment
        store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
        #expect(store.state.toasts.last?.topic == .saving(Sample.draftPath))
        #expect(store.state.request.hasUnsavedChanges && store.hasBanner)
        #expect(store.state.environment == environment)
        let draft = store.state.request.draft
        #expect(store.press(.control("s")) == [.workspace(.saveRequest(path: Sample.draftPath, draft: draft))])
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, draft)))
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(!store.state.request.isFileGone && !store.hasBanner)
    }

    @Test(arguments: [false, true])
    func `a request whose file another program renames follows it, with its edits`(isEdited: Bool) {
        var store = opened(isEdited: isEdited)
        let path = "collections/star-wars/people/renamed.request.json"
        let effects = store.send(.workspace(.renamedOutside(from: Sample.draftPath, to: path, name: "Renamed")))
        #expect(effects.contains { if case .workspace(.readVariables(_, let read)) = $0 { read == path } else { false } })
        let request = store.state.request
        #expect(request.path == path && request.name == "Renamed" && request.hasUnsavedChanges == isEdited)
        #expect(request.diskChange == nil && !request.isFileGone)
        guard isEdited else { return }
        #expect(store.press(.control("s")) == [.workspace(.saveRequest(path: path, draft: request.draft))])
    }

    @Test func sendsWithoutItsFileInTheSameEnvironment() {
        var store = opened(isEdited: false)
        store.send(.workspace(.pickEnvironment(Sample.tree.environments["collections/star-wars"]?.last)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
        guard case .sending(.send(let job))? = store.press(.function(5)).last else { return #expect(Bool(false), "nothing was sent") }
        #expect(job.path == Sample.draftPath)
        #expect(job.environmentPath == "collections/star-wars/environments/swapi.json")
    }

    @Test func savesOverARestoredFileWithTheSameContent() {
        for isEdited in [false, true] {
            var store = opened(isEdited: isEdited)
            store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
            let effects = store.send(.workspace(.changedOutside(path: Sample.draftPath, Sample.draft)))
            #expect(effects.contains(.workspace(.noteRequest(path: Sample.draftPath, knowing: Sample.draft))))
            #expect(store.state.request.hasUnsavedChanges == isEdited)
        }
    }

    @Test func aRestoredFileWithOtherContentIsReadUnlessEdited() {
        for isEdited in [false, true] {
            var store = opened(isEdited: isEdited)
            store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
            store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
            #expect((store.state.request.draft == theirs) != isEdited)
            #expect(store.hasBanner == isEdited)
        }
    }

    @Test func normalizationIsNotAnUnsavedChange() {
        var store = TestStore.withTree()
        let draft = RequestDraft(name: "By id", url: "people/:id")
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.request.draft == theirs)
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [false, true])
    func keepsTheChosenEnvironmentWhenItsFileIsRemoved(isChosen: Bool) {
        var store = opened(isEdited: false)
        if isChosen { store.send(.workspace(.pickEnvironment(store.state.environment))) }
        var tree = Sample.tree
        tree.environments["collections/star-wars"]?.removeFirst()
        for _ in 0..<2 { store.send(.workspace(.opened(tree, isWhole: true))) }
        #expect(store.state.environment?.name == "local")
        #expect(store.canvas.contains("local (not found)"))
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        #expect(store.canvas.role(of: "local") == .environmentChip)
        #expect(!store.canvas.contains("not found"))
    }

    @Test func namesAMissingEnvironmentOfTheLastSession() {
        var store = TestStore()
        store.state.workspace.chosenEnvironments["collections/star-wars"] = "collections/star-wars/environments/live.json"
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        #expect(store.canvas.contains("live (not found)"))
    }
}
