import Screen
import Testing
import Workspace

@testable import App

@Suite struct OutsideChangesTests {
    private func opened(isEdited: Bool) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        if isEdited { store.send(.request(.setMethod("PATCH"))) }
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

    @Test func whatOtherKindsOfBodyHoldStaysWhenTheFileIsReadAnew() {
        var store = opened(isEdited: false)
        store.write("typed", as: .text, in: .text)
        store.send(.request(.setBodyKind(.json)))
        store.send(.workspace(.saved(oldPath: Sample.draftPath, path: Sample.draftPath, store.state.request.draft)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.request.draft.url == theirs.url)
        #expect(store.state.request.draft.body.text == "typed")
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func editsAskWhoseVersionCounts() {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.canvas.contains("The file has changed outside"))
        store.press(.character("l"))
        #expect(store.canvas.contains(#"+   "method": "PATCH""#))
        #expect(store.canvas.contains(#"-   "url": "pilots""#))
        store.press(Key(.escape))
        let mine = store.state.request.draft
        #expect(store.press(.character("m")) == [.workspace(.overwriteRequest(path: Sample.draftPath, draft: mine))])
    }

    @Test func theSameChangeAsksOnce() {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        store.press(.character("c"))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        #expect(store.state.windows.isEmpty)
    }

    @Test func theQuestionThatComesBackAfterLookingOffersToLookAgain() {
        var store = opened(isEdited: true)
        store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
        for _ in 0..<2 {
            store.press(.character("l"))
            #expect(store.canvas.contains(#"-   "url": "pilots""#))
            store.press(Key(.escape))
            #expect(store.canvas.contains("The file has changed outside"))
        }
    }

    @Test func savingOverAChangedFileOffersToLookAtBoth() {
        var store = opened(isEdited: true)
        store.send(.workspace(.conflicted(path: Sample.draftPath, draft: store.state.request.draft, theirs: theirs)))
        store.press(.character("l"))
        #expect(store.canvas.contains(#"-   "url": "pilots""#))
    }

    @Test func aRemovedFileLeavesTheRequestUnsavedInItsPlace() {
        var store = opened(isEdited: false)
        let environment = store.state.environment
        store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
        #expect(store.state.toasts.last?.text.contains("^S saves it again") == true)
        #expect(store.state.request.hasUnsavedChanges)
        #expect(store.state.environment == environment)
        let draft = store.state.request.draft
        #expect(store.press(.control("s")) == [.workspace(.saveRequest(path: Sample.draftPath, draft: draft))])
        store.send(.workspace(.saved(oldPath: Sample.draftPath, path: Sample.draftPath, draft)))
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(!store.state.request.isFileGone)
    }

    @Test func whatIsSentWithoutItsFileGoesToTheSameEnvironment() {
        var store = opened(isEdited: false)
        store.send(.workspace(.pickEnvironment(Sample.tree.environments["collections/star-wars"]?.last)))
        store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
        guard case .send(let job)? = store.press(.function(5)).last else {
            Issue.record("nothing was sent")
            return
        }
        #expect(job.path == Sample.draftPath)
        #expect(job.environmentPath == "collections/star-wars/environments/swapi.json")
    }

    @Test func aFileThatIsBackIsSavedWhereItSaysTheSame() {
        for isEdited in [false, true] {
            var store = opened(isEdited: isEdited)
            store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
            let effects = store.send(.workspace(.changedOutside(path: Sample.draftPath, Sample.draft)))
            #expect(effects.contains(.workspace(.noteRequest(path: Sample.draftPath))))
            #expect(store.state.request.hasUnsavedChanges == isEdited)
        }
    }

    @Test func aFileThatIsBackWithOtherWordsIsReadUnlessThereAreEdits() {
        for isEdited in [false, true] {
            var store = opened(isEdited: isEdited)
            store.send(.workspace(.changedOutside(path: Sample.draftPath, nil)))
            store.send(.workspace(.changedOutside(path: Sample.draftPath, theirs)))
            #expect((store.state.request.draft == theirs) != isEdited)
            #expect(store.canvas.contains("The file has changed outside") == isEdited)
        }
    }

    @Test func whatIsShownOtherwiseThanItIsWrittenIsNoEdit() {
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
    func anEnvironmentWhoseFileIsRemovedStaysChosen(isChosen: Bool) {
        var store = opened(isEdited: false)
        if isChosen { store.send(.workspace(.pickEnvironment(store.state.environment))) }
        var tree = Sample.tree
        tree.environments["collections/star-wars"]?.removeFirst()
        for _ in 0..<2 { store.send(.workspace(.opened(tree, isWhole: true))) }
        #expect(store.state.environment?.name == "local")
        #expect(store.canvas.contains("env: local (not there)"))
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        #expect(store.canvas.contains("env: local "))
        #expect(!store.canvas.contains("not there"))
    }

    @Test func anEnvironmentThatALastSessionChoseAndThatIsGoneIsNamed() {
        var store = TestStore()
        store.state.workspace.chosenEnvironments["collections/star-wars"] = "collections/star-wars/environments/live.json"
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        #expect(store.canvas.contains("env: live (not there)"))
    }
}
