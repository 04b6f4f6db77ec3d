import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct TabUpdateTests {
    /// Requests a, b and c in tabs of their own, c in the pane.
    private func store(_ size: Size = Size(width: 120, height: 40)) -> TestStore {
        var store = TestStore.withTree(size: size)
        for name in ["a", "b", "c"] {
            _ = TabUpdate.show(
                &store.state, RequestState(RequestDraft(name: name), path: "collections/x/\(name).request.json"), inNewTab: true)
        }
        store.state.focus = .request
        return store
    }

    private func names(_ store: TestStore) -> [String] { store.state.openRequests.map(\.name) }

    @Test func anUntouchedRequestIsReplaced() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: "collections/x/a.request.json", RequestDraft(name: "a"))))
        store.send(.workspace(.requestRead(path: "collections/x/b.request.json", RequestDraft(name: "b"))))
        #expect(names(store) == ["b"])
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.workspace(.requestRead(path: "collections/x/c.request.json", RequestDraft(name: "c"))))
        #expect(names(store) == ["b", "c"])
    }

    @Test func `a new request replaces no open request, and a file that is opened next replaces it`() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: "collections/x/a.request.json", RequestDraft(name: "a"))))
        store.press(.control("n"))
        #expect(store.state.tabs.count == 2 && store.state.request.isBlank)
        store.press(Key(.escape))
        store.send(.workspace(.requestRead(path: "collections/x/b.request.json", RequestDraft(name: "b"))))
        #expect(names(store) == ["a", "b"])
    }

    @Test func `a request from outside that is open already is shown, unless it was edited`() {
        var store = TestStore.withTree()
        let drafts = ["http://h/a?x=1", "http://h/b"].map { RequestDraft(url: $0) }
        for _ in 0..<2 {
            for draft in drafts { store.send(.tabs(.composeForeign(draft))) }
            #expect(store.state.tabs.count == 2 && store.state.request.draft.url == "http://h/b")
        }
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.composeForeign(drafts[1])))
        #expect(store.state.tabs.count == 3)
    }

    @Test func `a copy of a request opens beside it without a file, in its folder`() {
        var store = TestStore.opened()
        store.send(.application(.focus(.tree)))
        let saved = store.state.request.saved
        let effects = store.send(.tabs(.duplicate))
        #expect(names(store) == ["Create a pilot", "Create a pilot copy"] && store.state.tabs.index == 1)
        #expect(store.state.request.path == nil && store.state.request.folder == "collections/star-wars/people")
        #expect(store.state.request.draft.url == Sample.draft.url && store.state.request.hasUnsavedChanges)
        #expect(effects.contains(.workspace(.noteForeign(saved))), "what its file contains needs permission in the copy, too")
        store.send(.tabs(.new))
        #expect(CommandTable.command("tab.duplicate")?.disabledReason(store.state) != nil)
        store.send(.tabs(.duplicate))
        #expect(store.state.tabs.count == 3)
    }

    @Test func keysSwitchAndMoveTabs() {
        var store = store()
        #expect(names(store) == ["a", "b", "c"])
        store.press(.character("g"), .character("t"))
        #expect(store.state.request.name == "a")
        store.press(.character("g"), .character("T"))
        #expect(store.state.request.name == "c")
        store.press(.character("g"), .character("<"))
        #expect(names(store) == ["a", "c", "b"])
        #expect(store.state.request.name == "c")
    }

    @Test func closingSelectsANeighbourAndReopeningRestores() {
        var store = store()
        store.press(.character("g"), .character("x"))
        #expect(names(store) == ["a", "b"])
        store.press(.control("w"))
        #expect(names(store) == ["a"])
        store.press(.character("g"), .character("r"))
        #expect(names(store) == ["a", "b"])
    }

    @Test(arguments: ["a", "c"])
    func closingAnotherLeavesTheOneThatIsShown(name: String) {
        var store = store()
        store.send(.tabs(.select(1)))
        store.send(.tabs(.close(names(store).firstIndex(of: name))))
        #expect(store.state.request.name == "b")
        #expect(names(store).count == 2)
        store.press(.character("g"), .character("r"))
        #expect(names(store).count == 3)
    }

    @Test func theMouseChoosesAndClosesTabs() {
        var store = store()
        store.click(" a ")
        #expect(store.state.request.name == "a")
        store.click("×")
        #expect(names(store) == ["b", "c"])
        store.click("c ×")
        #expect(store.state.request.name == "c")
        guard let other = store.canvas.position(of: "b ×") else { return #expect(Bool(false), "the other tab has no cross") }
        store.mouse(.press(.left, count: 1), at: Point(x: other.x + 2, y: other.y))
        #expect(names(store) == ["c"])
    }

    @Test func theMouseReachesTabsThatAreNotSeen() {
        var store = store()
        for number in 0..<20 {
            _ = TabUpdate.show(&store.state, RequestState(RequestDraft(name: "r\(number)"), path: "\(number)"), inNewTab: true)
        }
        let pane = store.state.screenLayout.rect(of: .request) ?? .empty
        let more = TabsView.more(store.state, in: pane)
        #expect(!more.isEmpty)
        store.mouse(.wheelUp, at: more.origin)
        #expect(store.state.request.name == "r19", "the wheel only scrolls")
        store.mouse(.press(.left, count: 1), at: more.origin)
        guard store.state.windows.last?.content is Picker<Message> else { return #expect(Bool(false), "they are not listed") }
    }

    @Test(arguments: [1, 3]) func `a click on the plus opens a new request`(count: Int) {
        var store = TestStore(size: Size(width: 120, height: 40))
        for number in 1..<count {
            _ = TabUpdate.show(&store.state, RequestState(RequestDraft(name: "r\(number)"), path: "\(number)"), inNewTab: true)
        }
        let before = store.state.tabs.front.id
        let pane = store.state.screenLayout.rect(of: .request) ?? .empty
        store.mouse(.press(.left, count: 1), at: TabsView.newButton(in: pane).origin)
        #expect(store.state.tabs.front.id != before && store.state.request.path == nil)
    }

    @Test func theRightButtonOpensTheMenuOfATab() {
        var store = store()
        guard let tab = store.canvas.position(of: "a ×") else { return #expect(Bool(false), "there is no tab") }
        store.mouse(.press(.right, count: 1), at: tab)
        #expect(store.state.request.name == "a")
        store.click("Move tab right")
        #expect(names(store) == ["b", "a", "c"])
    }

    @Test(arguments: [40, 60, 120, 200])
    func tabsStayWithinTheBorder(width: Int) {
        var store = store(Size(width: width, height: 30))
        for number in 0..<20 {
            let name = "A request with the long name \(number)"
            _ = TabUpdate.show(&store.state, RequestState(RequestDraft(name: name), path: "\(number)"), inNewTab: true)
        }
        store.press(.character("g"), .character("T"))
        let pane = store.state.screenLayout.rect(of: .request) ?? .empty
        let tabs = TabsView.tabs(store.state, in: pane)
        #expect(tabs.contains { $0.index == store.state.tabs.index })
        #expect(tabs.allSatisfy { $0.rect.minX > pane.minX && $0.rect.maxX < pane.maxX })
    }

    @Test(arguments: [
        (["Create a pilot one", "Create a pilot two", "Get", "List", "Create a pilot three"], 5),
        (["List people", "List people of a planet", "List planets", "Get", "One"], 5),
    ])
    func `titles at 80 columns can be told apart, and short ones are whole`(names: [String], count: Int) {
        let requests = names.map { RequestState(RequestDraft(name: $0), path: "collections/x/\($0).request.json") }
        let texts = TabNames(requests, besides: requests.map { _ in 4 }, room: 70).texts
        #expect(Set(texts).count == count, "\(texts)")
        #expect(zip(names, texts).allSatisfy { $0.count > 8 || $0 == $1 }, "\(texts)")
        #expect(texts.reduce(0) { $0 + TextWidth.columns(of: $1) + 4 } <= 70)
    }

    @Test func `equal names have their folders`() {
        let requests = ["people", "planets"].map { RequestState(RequestDraft(name: "List"), path: "collections/x/\($0)/list.request.json") }
        #expect(TabNames(requests, besides: [4, 4], room: 70).texts == ["List · people", "List · planets"])
        let short = TabNames(requests, besides: [4, 4], room: 28).texts
        #expect(Set(short).count == 2 && short.allSatisfy { $0.hasPrefix("List") }, "\(short)")
    }

    @Test func closingTheOtherTabsKeepsUnsavedOnes() {
        var store = store()
        store.send(.tabs(.select(1)))
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.select(0)))
        store.press(.character("g"), .character("X"))
        #expect(names(store) == ["a", "b"])
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)])
    func everyChoiceOfAQuestionIsVisible(size: Size) {
        var store = store()
        store.state.size = size
        let choices = [
            Question<Message>.Choice("s", "Save, then close", []), Question<Message>.Choice("c", "Keep it open", []),
            Question<Message>.Choice("d", "Discard", kind: .danger, []),
        ]
        store.state.windows.append(.confirm(Question(title: "Close?", text: "“c” has unsaved changes.", choices: choices)))
        for response in ["Save, then close (s)", "Keep it open (c)", "Discard (d)"] { #expect(store.canvas.contains(response)) }
        store.click("Keep it open")
        #expect(store.state.windows.isEmpty && store.state.tabs.count == 3)
    }

    @Test(arguments: [false, true])
    func `changes that are discarded come back by undo`(areAll: Bool) {
        var store = store()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.select(0)))
        store.send(.request(.kind(.setMethod("PATCH"))))
        store.send(.tabs(.compose(RequestDraft(name: "scratch", url: "http://h/"))))
        if !areAll { store.send(.tabs(.select(0))) }
        let before = store.state.openRequests
        store.send(.tabs(.discardChanges(ofAll: areAll)))
        #expect(names(store) == (areAll ? ["a", "b", "c"] : ["a", "scratch", "b", "c"]))
        #expect(store.state.openRequests.filter(\.hasUnsavedChanges).count == (areAll ? 0 : 2))
        store.click("[undo]")
        #expect(names(store) == ["a", "scratch", "b", "c"])
        #expect(store.state.openRequests.map(\.base.method) == before.map(\.base.method))
        #expect(store.state.openRequests.map(\.hasUnsavedChanges) == before.map(\.hasUnsavedChanges))
    }

    @Test func `discarded changes do not replace newer ones`() {
        var store = store()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.tabs(.discardChanges(ofAll: false)))
        store.send(.request(.kind(.setMethod("PATCH"))))
        store.click("[undo]")
        #expect(store.state.request.base.method == "PATCH")
        #expect(store.state.toasts.last?.text == "“\(store.state.request.name)” was changed since then: undo its changes one by one")
        store.state.focus = .request
        store.send(.request(.undo))
        store.send(.request(.undo))
        #expect(store.state.request.base.method == "PUT")
    }

    @Test func `discarded changes return to their file when its tab was closed and opened again`() {
        var store = store()
        store.send(.request(.kind(.setMethod("PUT"))))
        let path = store.state.request.path
        store.send(.tabs(.discardChanges(ofAll: false)))
        let discarded = store.state.toasts.last?.action?.message
        store.send(.tabs(.close(nil)))
        store.send(.tabs(.reopen))
        #expect(store.state.request.path == path && store.state.request.base.method == "GET")
        discarded.map { _ = store.send($0) }
        #expect(names(store) == ["a", "b", "c"])
        #expect(store.state.request.base.method == "PUT" && store.state.request.hasUnsavedChanges)
    }

    @Test func `closed tabs reopen at their places`() {
        var store = store()
        store.send(.tabs(.select(1)))
        store.send(.tabs(.close(0)))
        store.send(.tabs(.reopen))
        #expect(names(store) == ["a", "b", "c"] && store.state.request.name == "a")
        store.send(.tabs(.select(1)))
        store.send(.tabs(.closeOthers))
        #expect(names(store) == ["b"])
        store.send(.tabs(.reopen))
        store.send(.tabs(.reopen))
        #expect(names(store) == ["a", "b", "c"] && store.state.request.name == "c")
    }

    @Test func `closing other tabs keeps unsaved tabs unless requested, and they can be reopened`() throws {
        var store = store()
        store.send(.tabs(.select(0)))
        store.state.request.base.method = "PUT"
        store.state.request.noteChange()
        store.send(.tabs(.select(1)))
        store.send(.tabs(.closeOthers))
        #expect(names(store) == ["a", "b"])
        let action = try #require(store.state.toasts.last?.action)
        store.send(action.message)
        #expect(names(store) == ["b"])
        store.send(.tabs(.reopen))
        #expect(store.state.request.name == "a" && store.state.request.base.method == "PUT")
    }

    @Test func `the list of open requests shows the chosen one, also after tabs closed`() {
        var store = store()
        store.send(.tabs(.select(0)))
        store.send(.tabs(.pick))
        store.send(.workspace(.changed(.deleted(path: "collections/x/a.request.json", name: "a", deletion: 1))))
        #expect(names(store) == ["b", "c"])
        store.click("collections/x/b")
        #expect(store.state.request.name == "b")
    }

    @Test func `the last request that is discarded leaves an empty one`() {
        var store = TestStore.withTree()
        store.send(.tabs(.compose(RequestDraft(name: "scratch", url: "http://h/"))))
        store.send(.tabs(.discardChanges(ofAll: true)))
        #expect(store.state.request.isBlank && store.state.tabs.count == 1)
        store.click("[undo]")
        #expect(names(store) == ["scratch"])
        store.send(.tabs(.discardChanges(ofAll: true)))
        store.send(.tabs(.discardChanges(ofAll: true)))
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func undoingADeletionReopensTheTabs() {
        var store = store()
        store.send(.tabs(.select(1)))
        store.state.focus = .tree
        let path = "collections/x/b.request.json"
        store.send(.workspace(.changed(.deleted(path: path, name: "b", deletion: 1))))
        #expect(names(store) == ["a", "c"])
        store.send(.workspace(.changed(.restored(path: path, deletion: 0), .undo)))
        #expect(names(store) == ["a", "b", "c"])
        #expect(store.state.focus == .tree)
    }

    @Test func undoingADeletionRestoresTheFileOfEdits() {
        var store = store()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.workspace(.changed(.deleted(path: "collections/x", name: "x", deletion: 1))))
        #expect(names(store) == ["c"])
        #expect(store.state.request.path == nil)
        store.send(.workspace(.changed(.restored(path: "collections/x", deletion: 0), .undo)))
        #expect(names(store) == ["a", "b", "c"])
        #expect(store.state.request.path == "collections/x/c.request.json")
        #expect(store.state.request.hasUnsavedChanges)
        store.send(.request(.undo))
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func aTabIsMovedByDragging() throws {
        var store = store()
        let first = try #require(store.canvas.position(of: "a ×"))
        let last = try #require(store.canvas.position(of: " c ×"))
        store.mouse(.press(.left, count: 1), at: first)
        store.mouse(.drag(.left), at: Point(x: last.x + 4, y: last.y + 1))
        #expect(names(store) == ["b", "c", "a"] && store.state.request.name == "a")
        store.mouse(.drag(.left), at: first)
        #expect(names(store) == ["a", "b", "c"])
        store.mouse(.release(.left), at: first)
        store.mouse(.drag(.left), at: last)
        #expect(names(store) == ["a", "b", "c"])
    }

    @Test func `a first save belongs to its own request`() {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("http://h/a")
        let (draft, owner) = (store.state.request.draft, store.state.tabs.front.id)
        store.type("?later")
        store.press(.control("n"))
        store.type("http://h/b")
        store.send(.workspace(.saved(first: owner, path: "collections/star-wars/planets.request.json", draft)))
        #expect(store.state.request.path == nil && store.state.request.hasUnsavedChanges)
        let saved = store.state.tabs.index(ofPath: "collections/star-wars/planets.request.json").map { store.state.openRequests[$0] }
        #expect(saved?.saved == draft && saved?.url.text == "http://h/a?later" && saved?.hasUnsavedChanges == true)
        // A tab that was closed meanwhile owns nothing.
        store.send(.workspace(.saved(first: -1, path: "collections/star-wars/other.request.json", draft)))
        #expect(store.state.request.path == nil)
    }

    @Test func `variables are read again when the request in front is deleted`() {
        var store = TestStore.withTree()
        for path in ["collections/star-wars/people/list.request.json", "collections/star-wars/planets.request.json"] {
            _ = TabUpdate.show(&store.state, RequestState(RequestDraft(name: path), path: path), inNewTab: true)
        }
        let effects = store.send(
            .workspace(.changed(.deleted(path: "collections/star-wars/planets.request.json", name: "Planets", deletion: 1))))
        #expect(store.state.request.path == "collections/star-wars/people/list.request.json")
        #expect(
            effects.contains {
                if case .workspace(.readVariables(_, "collections/star-wars/people/list.request.json")) = $0 { true } else { false }
            })
    }
}
