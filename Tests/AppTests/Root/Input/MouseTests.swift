import Document
import Engine
import Screen
import Testing
import Workspace

@testable import App

@Suite struct MouseTests {
    @Test func draggingOverTextCopiesIt() {
        var store = TestStore.withTree()
        store.send(.application(.focus(.response)))
        guard let start = store.canvas.position(of: "No response yet") else { return #expect(Bool(false), "the text is not on the screen") }
        #expect(store.mouse(.press(.left, count: 1), at: start).isEmpty)
        _ = store.mouse(.drag(.left), at: Point(x: start.x + 9, y: start.y))
        #expect(store.canvas[start].style.backdrop == .selection)
        #expect(store.mouse(.release(.left), at: Point(x: start.x + 9, y: start.y)) == [.copy("No respons", name: "the selection")])
    }

    @Test(arguments: [false, true])
    func `a copied selection stays until the next key, or other text in its place`(isReplaced: Bool) throws {
        var store = TestStore.withResponse("one\ntwo\nthree", type: "text/plain")
        let start = try #require(store.canvas.position(of: "one"))
        #expect(store.drag(from: "one", to: "three") == [.copy("one\ntwo\nthree", name: "the selection")])
        #expect(store.canvas[start].style.backdrop == .selection)
        // Later reports of the pointer change nothing.
        #expect(store.mouse(.drag(.left), at: start).isEmpty && store.mouse(.release(.left), at: start).isEmpty)
        #expect(store.canvas[start].style.backdrop == .selection)
        if isReplaced {
            let document = Document(Array("new\ntext".utf8), mediaType: "text/plain")
            let owner = store.state.response.owner
            store.start("two")
            store.answer("two")
            store.receive(BodyHandle(exchange: "two", owner: owner, revision: 1, document: document))
        } else {
            store.press(.character("j"))
        }
        #expect(store.canvas[start].style.backdrop != .selection)
    }

    /// Drags from the beginning of a text to its end, and returns the copied text.
    @Test func `a smaller screen ends a selection`() throws {
        var store = TestStore.withResponse("one\ntwo\nthree", type: "text/plain")
        let start = try #require(store.canvas.position(of: "one"))
        _ = store.mouse(.press(.left, count: 1), at: start)
        let end = Point(x: start.x + 3, y: start.y + 2)
        _ = store.mouse(.drag(.left), at: end)
        store.send(.input(.resized(Size(width: 20, height: 5))))
        #expect(store.mouse(.release(.left), at: end).isEmpty)
        #expect(store.canvas.size == Size(width: 20, height: 5))
    }

    private func drag(_ store: inout TestStore, over text: String, endsBefore: Bool = false) -> [Effect] {
        guard let start = store.canvas.position(of: text) else { return [] }
        let end = Point(x: start.x + text.count - (endsBefore ? 0 : 1), y: start.y)
        return store.mouse(.press(.left, count: 1), at: start) + store.mouse(.drag(.left), at: end) + store.mouse(.release(.left), at: end)
    }

    @Test(arguments: [(RequestTab.headers, "application/json"), (.body, "name"), (.text, "Accept")])
    func draggingCopiesTextOfTablesAndEditors(tab: RequestTab, text: String) {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.request(.selectTab(tab)))
        // In a text the pointer is between characters, on the screen in a cell.
        #expect(drag(&store, over: text, endsBefore: tab != .headers) == [.copy(text, name: "the selection")])
    }

    @Test func draggingCopiesTextOfWindows() {
        var store = TestStore.withTree()
        store.send(.sending(.previewed(SendPreview(lines: [.init("X-Pin: abc")], curl: "curl"))))
        #expect(drag(&store, over: "X-Pin") == [.copy("X-Pin", name: "the selection")])
        #expect(store.canvas.contains("Request preview"))
        store.send(
            .workspace(
                .settings(
                    .environmentRead(
                        path: "collections/star-wars/environments/local.json", EnvironmentDraft(name: "local", host: "h.example"))))
        )
        #expect(drag(&store, over: "h.example", endsBefore: true) == [.copy("h.example", name: "the selection")])
    }

    @Test func aClickWithoutADragCopiesNothing() throws {
        var store = TestStore.withTree()
        store.send(.application(.focus(.response)))
        let start = try #require(store.canvas.position(of: "No response yet"))
        _ = store.mouse(.press(.left, count: 1), at: start)
        #expect(store.mouse(.release(.left), at: start).isEmpty)
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60)])
    func applicationMenuOffersThePaletteAndQuit(size: Size) {
        var store = TestStore.withTree(size: size)
        store.click("apus ▾")
        guard let menu = store.state.windows.last?.content as? Menu<Message> else { return #expect(Bool(false), "there is no menu") }
        #expect(menu.messages.contains(.application(.quit)))
        store.press(.character("G"))
        store.click("Open command palette")
        guard store.state.windows.last?.content is Picker<Message> else { return #expect(Bool(false), "the palette is not open") }
    }

    @Test func theRightButtonOpensAMenuInEveryPane() {
        for pane in PaneID.allCases {
            var store = TestStore.withTree()
            let inner = store.state.inner(of: pane)
            _ = store.mouse(.press(.right, count: 1), at: Point(x: inner.minX + 2, y: inner.maxY - 1))
            guard store.state.windows.last?.content is Menu<Message> else {
                Issue.record("no menu in \(pane)")
                continue
            }
        }
    }

    @Test func clickingThePaddingOfAListSelectsItsRow() {
        var store = TestStore.withTree()
        store.press(.control("e"))
        guard let name = store.canvas.position(of: "swapi") else { return #expect(Bool(false), "the environment is not in the list") }
        _ = store.mouse(.press(.left, count: 1), at: Point(x: name.x - 1, y: name.y))
        #expect(store.state.windows.isEmpty)
        #expect(store.state.environment?.name == "swapi")
    }

    @Test func expandsALongToastByClickOrKey() {
        let text = (1...30).map { "reason \($0)" }.joined(separator: "\n")
        for byKey in [true, false] {
            var store = TestStore.withTree()
            _ = store.state.notify(.error, text)
            #expect(store.canvas.contains("more lines"))
            if byKey { store.press(.character("g"), .character("m")) } else { store.click("more lines") }
            #expect(store.canvas.contains("reason 20"))
            store.press(Key(.escape))
            #expect(store.state.toasts.isEmpty)
        }
    }

    @Test func copyToastNamesTheClipboard() {
        var store = TestStore.withTree()
        let ways: [(ClipboardResult, ClipboardTool?, ToastKind, String)] = [
            (.sent, nil, .done, " to the terminal's clipboard"), (.sent, .multiplexer, .done, " to the terminal's clipboard"),
            (.tooLong, .desktop, .done, " to the desktop's clipboard"),
            (.tooLong, .multiplexer, .warning, " to the tmux buffer: the text is too long for the terminal's clipboard"),
            (.unsupported, .multiplexer, .warning, " to the tmux buffer: this terminal has no clipboard access"),
            (
                .tooLong, nil, .warning,
                ", for pasting in Apus only: the text is too long for the terminal's clipboard, and no clipboard tool was found"
            ),
            (
                .unsupported, nil, .warning,
                ", for pasting in Apus only: this terminal has no clipboard access, and no clipboard tool was found"
            ),
        ]
        for (byTerminal, byTool, kind, text) in ways {
            store.send(.application(.report(.copied(name: "the URL", characterCount: 9, byTerminal: byTerminal, byTool: byTool))))
            #expect(store.state.toasts.last?.kind == kind)
            #expect(store.state.toasts.last?.text == "Copied the URL (9 characters)" + text)
        }
        store.send(.application(.report(.copied(name: ".address.city", characterCount: nil, byTerminal: .sent, byTool: nil))))
        #expect(store.state.toasts.last?.text == "Copied .address.city to the terminal's clipboard")
    }

    /// A release that came after the end would be typed into the shell.
    @Test func aClickThatQuitsWaitsForTheButtonToGoUp() {
        var store = TestStore.withTree()
        store.click("apus ▾")
        guard let point = store.canvas.position(of: "Quit") else { return #expect(Bool(false), "no menu") }
        #expect(store.mouse(.press(.left, count: 1), at: point).isEmpty)
        #expect(!store.state.isQuitting)
        #expect(store.mouse(.release(.left), at: point).contains(.quit))
        #expect(store.state.isQuitting)
    }

    @Test func clickingTheCrossOfAFilterClearsIt() {
        var store = TestStore.withTree()
        store.press(.character("/"))
        store.type("pilot")
        store.click("×", after: "/ pilot")
        #expect(store.state.tree.filter == nil && store.state.layer == .nav)
        store.send(.application(.focus(.history)))
        store.press(.character("/"))
        store.type("pilot")
        store.click("Esc close")
        #expect(store.state.history.filter == nil && store.state.layer == .nav)
        store.press(.character("/"))
        store.type("pilot")
        store.click("×", after: "/ pilot")
        #expect(store.state.history.filter == nil && store.state.layer == .nav)
    }

    @Test func aDragThatLeavesTheTextEndsOnRelease() throws {
        var store = TestStore.withText((1...9).map { "line \($0)" }.joined(separator: "\n"))
        let start = try #require(store.canvas.position(of: "line 3"))
        let url = store.state.requestLayout.url
        _ = store.mouse(.press(.left, count: 1), at: start)
        _ = store.mouse(.drag(.left), at: Point(x: start.x, y: start.y - 1))
        let copied = store.mouse(.release(.left), at: Point(x: url.minX + 3, y: url.minY))
        #expect(copied == [.copy("line 2\n", name: "the selection")])
        #expect(store.state.request.part == .content)
    }

    @Test func pasteWithoutClipboardAccessInsertsTheLastCopyAndSaysSo() {
        var store = TestStore.withTree()
        store.send(.application(.report(.pastedOwn)))
        #expect(store.state.toasts.last?.topic == .clipboard)
        #expect(store.state.toasts.last?.kind == .done)
    }
}
