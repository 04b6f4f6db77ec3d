import Foundation
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Restoring text typed in windows after a restart.
@Suite struct ReturningWindowsTests {
    private static let path = "collections/star-wars/environments/local.json"

    private static func drafts(_ effects: [Effect]) -> (edits: [RequestState], windows: [AutosavedWindow])? {
        for case .autosave(.drafts(let edits, _, _, let windows, _)) in effects { return (edits, windows) }
        return nil
    }

    /// A window in which a host that cannot be and a variable are typed.
    private func typed() -> TestStore {
        var store = TestStore.opened()
        store.send(.workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "local", variables: [Row("a", "1")])))))
        store.press(.character("j"), .character("e"))
        store.type("bad host")
        store.press(Key(.enter), .character("]"), .character("a"))
        store.type("new")
        return store
    }

    @Test func `input in an environment's window is stored, offered and restored`() throws {
        var store = typed()
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        let kept = try #require(Self.drafts(store.send(.session(.storeDrafts))))
        let window = try #require(kept.windows.first)
        #expect(window.path == Self.path)
        var next = TestStore.withTree()
        next.send(.session(.foundWindows([window])))
        #expect(next.state.windows.isEmpty && next.canvas.contains("Environment “local”"))
        #expect(next.click("[open]") == [.workspace(.settings(.readEnvironment(path: Self.path)))])
        #expect(Self.drafts(next.send(.session(.storeDrafts)))?.windows == [window], "it is kept until it is shown")
        next.send(.workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "local", variables: [Row("a", "1")])))))
        #expect(next.canvas.contains("bad host") && next.canvas.contains("✗"))
        next.press(.character("]"))
        #expect(next.canvas.contains("new"))
        let tableWindow = try #require(next.tableWindow)
        #expect(tableWindow.hasChanges)
        #expect(tableWindow.unsavedEdits == window)
        #expect(next.state.returningWindows.isEmpty)
    }

    @Test func `unsaved variables of the workspace come back, although it has no file yet`() throws {
        var store = TestStore.opened()
        store.send(.workspace(.settings(.folderRead(path: "", FolderDraft()))))
        store.press(.character("a"))
        store.type("new")
        let kept = try #require(Self.drafts(store.send(.session(.storeDrafts))))
        #expect(kept.windows.map(\.path) == [""])
        var next = TestStore.withTree()
        next.send(.session(.foundWindows(kept.windows)))
        #expect(next.click("[open]") == [.workspace(.settings(.readFolder(path: "")))])
        #expect(next.state.windows.isEmpty, "it is not gone")
        next.send(.workspace(.settings(.folderRead(path: "", FolderDraft()))))
        let tableWindow = try #require(next.tableWindow)
        #expect(tableWindow.unsavedEdits == kept.windows.first)
    }

    @Test func `a new environment comes back with its base URL`() throws {
        var store = TestStore.opened()
        store.send(.workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "local")))))
        store.type("http://127.0.0.1:8899")
        store.press(Key(.enter))
        let kept = try #require(Self.drafts(store.send(.session(.storeDrafts))))
        var next = TestStore.withTree()
        next.send(.session(.foundWindows(kept.windows)))
        next.send(.workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "local")))))
        #expect(next.canvas.contains("http://127.0.0.1:8899"))
        let tableWindow = try #require(next.tableWindow)
        #expect(!tableWindow.isEditing && tableWindow.unsavedEdits == kept.windows.first)
    }

    @Test(arguments: [path, "collections/gone"])
    func `edits restored for a removed file are kept until they are discarded`(path: String) throws {
        let content = AutosavedWindow.Content(rows: [AutosavedWindow.Row(["a", "1"])])
        let window = AutosavedWindow(path: path, title: "it", pages: [AutosavedWindow.Page(1, typed: content, base: nil)])
        var gone = Sample.tree
        gone.environments = [:]
        var store = TestStore()
        store.send(.session(.foundWindows([window])))
        store.send(.workspace(.opened(gone, isWhole: true)))
        #expect(Self.drafts(store.send(.session(.storeDrafts)))?.windows == [window])
        #expect(store.send(.session(.openWindows)).isEmpty, "nothing can be read")
        let question = try #require(store.question)
        #expect(question.items == ["it: \(path)"])
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty)
        #expect(Self.drafts(store.send(.application(.quitNow)))?.windows == [window])
        store.send(.session(.openWindows))
        store.click("Discard")
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        #expect(Self.drafts(store.send(.session(.storeDrafts)))?.windows == [])
        store.click("[undo]")
        #expect(Self.drafts(store.send(.session(.storeDrafts)))?.windows == [window])
        // What git takes away it brings again.
        gone.environments = Sample.tree.environments
        gone.nodes.append(WorkspaceNode(path: "collections/gone", name: "gone", kind: .collection))
        store.send(.workspace(.opened(gone, isWhole: true)))
        #expect(store.send(.session(.openWindows)).count == 1 && store.state.windows.isEmpty)
    }

    /// The next start, with the stored edits and a file that may have changed.
    private func returned(_ window: AutosavedWindow, over file: EnvironmentDraft) -> TestStore {
        var next = TestStore.withTree()
        next.send(.session(.foundWindows([window])))
        next.click("[open]")
        next.send(.workspace(.settings(.environmentRead(path: Self.path, file))))
        return next
    }

    private func draft(savedIn store: inout TestStore) -> EnvironmentDraft? {
        for case .workspace(.settings(.saveEnvironment(_, let draft, _, _, _))) in store.press(.control("s")) { return draft }
        return nil
    }

    @Test func `changes of other programs to the file are kept`() throws {
        var store = TestStore.opened()
        store.send(.workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "local", variables: [Row("a", "1")])))))
        store.press(.character("]"), .character("a"))
        store.type("new")
        let window = try #require(Self.drafts(store.send(.session(.storeDrafts)))?.windows.first)
        #expect(window.pages.map(\.index) == [1])
        let file = EnvironmentDraft(name: "local", host: "h", headers: [Row("X", "1")], variables: [Row("a", "2")])
        var next = returned(window, over: file)
        let saved = try #require(draft(savedIn: &next))
        #expect((saved.baseURL.host, saved.headers) == ("h", [Row("X", "1")]))
        #expect(saved.variables == [Row("a", "2"), Row("new", "")])
    }

    @Test func `conflicting changes are asked about`() throws {
        var store = TestStore.opened()
        store.send(.workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "local", host: "old")))))
        store.press(.character("j"), .character("e"))
        store.type("mine.")
        store.press(Key(.enter), .character("]"), .character("a"))
        store.type("new")
        let window = try #require(Self.drafts(store.send(.session(.storeDrafts)))?.windows.first)
        let theirs = EnvironmentDraft(name: "local", host: "theirs", port: "1")
        var next = returned(window, over: theirs)
        #expect(next.question != nil && next.canvas.contains("· Server"))
        let undecided = try #require(Self.drafts(next.send(.session(.storeDrafts)))?.windows.first)
        #expect(returned(undecided, over: theirs).question != nil, "a crash is no answer")
        // Values taken from the file are removed with it.
        next = returned(undecided, over: EnvironmentDraft(name: "local", host: "theirs"))
        next.press(.character("m"))
        #expect(draft(savedIn: &next)?.baseURL.port == "")
        next = returned(undecided, over: EnvironmentDraft(name: "local", host: "old"))
        #expect(next.tableWindow != nil, "nobody disputes it any more")
        for (key, host, port) in [(Key.character("t"), "theirs", "1"), (.character("m"), "oldmine.", "")] {
            next = returned(window, over: theirs)
            next.press(key)
            #expect(next.tableWindow != nil)
            let saved = try #require(draft(savedIn: &next))
            #expect((saved.baseURL.host, saved.baseURL.port, saved.variables) == (host, port, [Row("new", "")]))
        }
        next = returned(window, over: theirs)
        next.press(.character("m"), .character("u"), .character("["))
        #expect(next.canvas.contains("theirs"), "undo shows what the file says")
        next.press(.character("U"))
        #expect(!next.canvas.contains("theirs"))
        // Without an answer, the next start asks again.
        next = returned(window, over: theirs)
        next.press(Key(.escape))
        #expect(Self.drafts(next.send(.session(.storeDrafts)))?.windows == [undecided])
    }

    @Test func `a window whose file changed meanwhile stays at its tab, and the question names the rows`() {
        for (theirs, isDisputed) in [("2", true), ("1", false)] {
            var store = TestStore.opened()
            store.send(
                .workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "local", variables: [Row("a", "1")])))))
            store.press(.character("]"), .character("l"), .character("e"))
            store.type("9")
            store.press(Key(.enter), .control("s"))
            let file = EnvironmentDraft(name: "local", host: "h", variables: [Row("a", theirs)])
            store.send(.workspace(.settings(.environmentRead(path: Self.path, file))))
            #expect(store.canvas.contains("Variables: a") == isDisputed)
            if isDisputed { store.press(.character("m")) }
            guard let tableWindow = store.state.windows.last?.content as? TableWindow else { return #expect(Bool(false), "no window") }
            #expect(tableWindow.selected == 1 && tableWindow.page.rows.map { $0[1] } == ["19"])
        }
    }

    @Test func `a folder's window comes back with its scheme and texts`() throws {
        var store = TestStore.opened()
        store.send(.workspace(.settings(.folderRead(path: "collections/star-wars", FolderDraft(name: "Star Wars")))))
        guard var tableWindow = store.state.windows.popLast()?.content as? TableWindow, case .folder(let folder) = tableWindow.subject
        else {
            return #expect(Bool(false), "no window")
        }
        tableWindow.pages[2].rows[0][1] = "basic"
        folder.update(&tableWindow)
        tableWindow.pages[2].rows[1][1] = "joe"
        tableWindow.pages[3].rows[0][1] = "abc"
        folder.update(&tableWindow)
        tableWindow.pages[4].text?.replaceAll(with: "// before")
        let window = try #require(tableWindow.unsavedEdits)
        store.state.returningWindows = [window]
        store.send(.workspace(.settings(.folderRead(path: "collections/star-wars", FolderDraft(name: "Star Wars")))))
        let back = try #require(store.tableWindow)
        #expect(back.unsavedEdits == window)
        #expect(back.pages[3].rows[0].problem != nil)
    }

    @Test func `edits are kept while the window asks whether to close`() throws {
        var store = typed()
        store.press(Key(.escape), Key(.escape))
        #expect(store.question?.choices.contains { $0.key == "d" } == true)
        #expect(Self.drafts(store.send(.session(.storeDrafts)))?.windows.map(\.path) == [Self.path])
        store.press(.character("d"))
        #expect(!SessionUpdate.schedule(&store.state, after: [.application(.toast(.dismiss(0)))]).isEmpty)
        #expect(Self.drafts(store.send(.session(.storeDrafts)))?.windows == [])
    }

    @Test func `windows without changes are not kept`() {
        var store = TestStore.opened()
        store.send(.workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "local")))))
        #expect(Self.drafts(store.send(.session(.storeDrafts)))?.windows == [])
    }
}
