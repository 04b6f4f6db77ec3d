import Document
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The messages over the corner.
@Suite struct ToastTests {
    private static let small = Size(width: 80, height: 24)

    private func covered(_ store: TestStore) -> Int { store.state.placedToasts.reduce(0) { $0 + $1.frame.height } }

    @Test func `only the two newest of many messages are shown, and all can be read`() {
        var store = TestStore.withTree(size: Self.small)
        for index in 1...5 { _ = store.state.notify(.done, "Did \(index)") }
        #expect(store.state.toasts.map(\.text) == ["Did 4", "Did 5"])
        store.press(.character("g"), .character("m"))
        for index in 1...5 { #expect(store.canvas.contains("Did \(index)")) }
        store.press(Key(.escape))
        #expect(store.state.toasts.isEmpty)
    }

    @Test func `a key runs the action of the newest message that has one`() {
        var store = TestStore.withTree(size: Self.small)
        _ = store.state.notify(.done, "Did one", action: Toast<Message>.Action(label: "undo", message: .application(.focus(.history))))
        _ = store.state.notify(.done, "Did two")
        store.press(.character("g"), .character("."))
        #expect(store.state.focus == .history && store.state.toasts.map(\.text) == ["Did two"])
        store.press(.character("g"), .character("."))
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `an error stays until it is dismissed, behind later messages`() {
        var store = TestStore.withTree(size: Self.small)
        _ = store.state.notify(.error, "Broken")
        for index in 1...3 { _ = store.state.notify(.done, "Did \(index)") }
        #expect(store.state.toasts.map(\.text) == ["Broken", "Did 3"])
        for index in 1...3 { _ = store.state.notify(.error, "Worse \(index)") }
        #expect(store.state.placedToasts.map(\.toast.text) == ["Worse 3"])
        store.press(Key(.escape), Key(.escape), Key(.escape))
        #expect(store.state.toasts.map(\.text) == ["Broken"])
    }

    @Test func `a message that needs a reaction returns when later ones have gone`() {
        var store = TestStore.withTree(size: Self.small)
        #expect(store.state.notify(.warning, "Waits for a login", about: .login(1), stays: true).isEmpty)
        for index in 1...3 { _ = store.state.notify(index == 2 ? .warning : .done, "Said \(index)") }
        #expect(store.state.toasts.map(\.text) == ["Waits for a login", "Said 3"])
        store.state.dismissToasts(about: .login(1))
        #expect(store.state.toasts.map(\.text) == ["Said 3"])
    }

    @Test func `one line is shown on the border if it is wide enough`() {
        var store = TestStore.withTree(size: Size(width: 120, height: 40))
        _ = store.state.notify(.done, String(repeating: "word ", count: 18) + "end")
        #expect(store.state.placedToasts.map(\.frame.height) == [1])
        #expect(store.state.placedToasts.first?.frame.minY == store.state.screenLayout.body.maxY - 1)
    }

    @Test func `a path that is too long for the border loses its middle and not the end of the message`() {
        var store = TestStore.withTree(size: Self.small)
        _ = store.state.notify(.done, "Saved 1 kB to /srv/deployments/2026/reports/november/customers/every-day/answers.json")
        #expect(store.state.placedToasts.map(\.isCut) == [true])
        #expect(store.state.placedToasts.first?.lines.first?.hasPrefix("✓ Saved 1 kB to /srv/deployments/") == true)
        #expect(store.state.placedToasts.first?.lines.first?.hasSuffix("/answers.json") == true)
    }

    @Test(arguments: [small, Size(width: 40, height: 12)], ["Added a capture", nil])
    func `a message that is cut keeps its action`(size: Size, brief: String?) throws {
        var store = TestStore.withTree(size: size)
        let undo = Toast<Message>.Action(label: "undo", message: .application(.focus(.history)))
        let text = "Added a capture; " + String(repeating: "it runs after each response ", count: 9)
        store.press(.character("z"))
        _ = store.state.notify(Toast(kind: .done, text: text, brief: brief, action: undo))
        let placed = try #require(store.state.placedToasts.first)
        #expect(placed.isCut && placed.lines[0].contains("Added a") && !placed.label.isEmpty)
        if brief != nil { #expect(!placed.lines[0].contains("…")) }
        store.click("[undo]")
        #expect(store.state.focus == .history)
    }

    @Test func `a message about a copy leaves out the count first`() {
        var store = TestStore.withTree(size: Size(width: 40, height: 12))
        store.press(.character("z"))
        store.send(.application(.report(.copied(name: "the request as curl", characterCount: 123_456, byTerminal: .sent, byTool: nil))))
        #expect(store.canvas.contains("Copied the request as curl ") && !store.canvas.contains("123"))
    }

    @Test func `messages do not cover the buttons of a window`() throws {
        var store = TestStore.withTree(size: Self.small)
        let choices = [Question<Message>.Choice("d", "Delete", kind: .danger, []), Question<Message>.Choice("c", "Cancel", [])]
        let items = (1...40).map { "request \($0)" }
        store.state.windows.append(.confirm(Question(title: "Delete", text: "All of them?", items: items, choices: choices)))
        for text in ["Copied", "The disk is full\nand more"] {
            _ = store.state.notify(.error, text)
            let window = try #require(store.state.windows.last).content
            let buttons = window.layout(store.state.windowContext).buttons
            #expect(!buttons.isEmpty)
            let frames = store.state.placedToasts.map(\.frame)
            #expect(!frames.isEmpty)
            #expect(frames.allSatisfy { frame in buttons.allSatisfy { $0.intersection(frame).isEmpty } })
        }
    }

    @Test(arguments: [Size(width: 120, height: 40), Size(width: 200, height: 60)])
    func `messages end in one column, and leave a cell before the sign of the view`(size: Size) throws {
        var store = TestStore.withTree(size: size)
        store.send(.application(.focus(.tree)))
        for index in 1...2 { _ = store.state.notify(.done, "Did \(index)") }
        let frames = store.state.placedToasts.map(\.frame)
        #expect(frames.count == 2 && frames[0].maxX == frames[1].maxX)
        var other = TestStore.withResponse("[1]", type: "application/json", size: size)
        _ = other.state.notify(.done, "Did it")
        let sign = try #require(BodyFormSign.place(other.state.response, other.state.responseContext)).rect
        #expect(other.state.placedToasts.first?.frame.maxX == sign.minX - 1)
        #expect(other.canvas[Point(x: sign.minX - 1, y: sign.minY)].style.role == .paneBorderFocused)
    }

    @Test func `repeated messages do not stack`() {
        var store = TestStore.withTree(size: Self.small)
        for _ in 1...3 { _ = store.state.notify(.warning, "Nothing here") }
        #expect(store.state.toasts.count == 1 && store.state.pastToasts.count == 1)
    }

    @Test func `long messages leave most of a small screen free`() {
        var store = TestStore.withTree(size: Self.small)
        for kind in [ToastKind.error, .warning, .done] {
            _ = store.state.notify(kind, (1...9).map { "\(kind) reason \($0)" }.joined(separator: "\n"))
        }
        #expect(covered(store) == 1)
        #expect(store.canvas.contains("done reason 1 … gm shows all"))
        store.click("gm shows all")
        #expect(store.canvas.contains("done reason 9"))
    }

    @Test(arguments: [Size(width: 120, height: 40), Size(width: 200, height: 60)], PaneID.allCases)
    func `long messages cover a pane without the focus`(size: Size, focus: PaneID) throws {
        for hasResponse in [false, true] {
            var store = hasResponse ? TestStore.withResponse("[1]", type: "application/json", size: size) : TestStore.withTree(size: size)
            store.send(.application(.focus(focus)))
            for index in 1...2 { _ = store.state.notify(.error, "Wrong \(index)\nand on") }
            let hasRoom = !hasResponse || focus != .request
            #expect(store.state.placedToasts.map(\.toast.text) == ["Wrong 2\nand on"] + (hasRoom ? ["Wrong 1\nand on"] : []))
            for pane in hasResponse ? [focus, .response] : [focus] {
                let inside = try #require(store.state.screenLayout.rect(of: pane)).splitBottom(1).rest
                #expect(store.state.placedToasts.allSatisfy { $0.frame.intersection(inside).isEmpty })
            }
        }
    }

    @Test func `a message under a zoomed pane has one line`() {
        var store = TestStore.withTree(size: Size(width: 120, height: 40))
        store.press(.character("z"))
        _ = store.state.notify(.error, "Wrong\nand on")
        #expect(store.state.placedToasts.map(\.frame.minY) == [store.state.screenLayout.body.maxY - 1])
    }

    @Test(arguments: [Message.tabs(.new), .tabs(.open(path: Sample.draftPath)), .request(.send)])
    func `the error of a request disappears with another one, or when it is sent again`(message: Message) {
        var store = TestStore.opened()
        store.send(.tabs(.new))
        for topic in [ToastTopic.sending, .saving(nil), .draft] { _ = store.state.notify(.error, "\(topic)", about: topic) }
        _ = store.state.notify(.error, "The disk is full")
        store.send(message)
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        #expect(store.state.toasts.filter { $0.kind == .error }.map(\.text) == ["The disk is full"])
    }

    @Test func `undoing removes the message that offers it`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("d"))
        #expect(store.state.toasts.map(\.text) == ["Deleted the row"])
        store.press(.character("u"))
        #expect(store.state.toasts.isEmpty)
    }

    private func withResponse(_ size: Size) -> TestStore { .withResponse(#"{"a":[1,true]}"#, type: "application/json", size: size) }

    @Test(arguments: [small, Size(width: 120, height: 40), Size(width: 200, height: 60)])
    func `messages do not cover the response's view and query`(size: Size) {
        var store = withResponse(size)
        store.press(.character("|"))
        for index in 1...3 { _ = store.state.notify(.error, "Wrong \(index)\nand on") }
        #expect(store.canvas.contains("pretty ▾"))
        #expect(store.canvas.contains("jq, $ JSONPath"))
        store.state.toasts = []
        store.press(Key(.escape))
        _ = store.state.notify(.error, "Wrong")
        store.click("pretty ▾")
        guard store.state.windows.last?.content is Menu<Message> else { return #expect(Bool(false), "no menu") }
        #expect(store.canvas.contains("hex"))
    }

    @Test func `the keys after a prefix are in front of messages, and receive clicks`() {
        var store = TestStore.withTree(size: Self.small)
        for index in 1...2 { _ = store.state.notify(.error, "Wrong \(index) " + String(repeating: "and so on ", count: 20)) }
        store.press(.character("g"))
        #expect(store.canvas.contains("Show notifications"))
        store.click("Show notifications")
        #expect(store.canvas.contains("Notifications"))
    }

    @Test func `dragging under a message copies the text`() {
        var store = TestStore.withTree(size: Size(width: 80, height: 24))
        store.send(.application(.focus(.response)))
        guard let start = store.canvas.position(of: "No response yet") else { return #expect(Bool(false)) }
        _ = store.state.notify(.error, "Wrong")
        store.state.size = Size(width: 80, height: 24)
        for action in [MouseEvent.Action.press(.left, count: 1), .drag(.left)] {
            let x = action == .drag(.left) ? start.x + 9 : start.x
            store.mouse(action, at: Point(x: x, y: start.y))
        }
        let effects = store.mouse(.release(.left), at: Point(x: start.x + 9, y: start.y))
        #expect(effects == [.copy("No respons", name: "the selection")])
    }

    @Test func `unassigned letters are reported, also after a prefix`() {
        var store = TestStore.withTree()
        store.press(.character("}"))
        #expect(store.state.toasts.map(\.text) == ["}: no command here. F1 shows all keys"])
        store.press(.character("g"), .character("z"))
        #expect(store.state.toasts.map(\.text) == ["g z: no command here. F1 shows all keys"])
        store.press(.character("g"), Key(.escape))
        #expect(store.state.toasts.map(\.text) == ["g z: no command here. F1 shows all keys"])
    }

    @Test func `a deleted row can be restored until the next change`() {
        var draft = Sample.draft
        draft.headers = [Row("a", "1"), Row("b", "2")]
        var store = TestStore.opened(draft)
        store.send(.request(.selectTab(.headers)))
        store.press(.character("d"))
        #expect(store.state.toasts.map(\.text) == ["Deleted the row"])
        store.click("[undo]")
        #expect(store.state.request.headers.rows.map { $0[0] } == ["a", "b"])
        store.press(.character("d"))
        store.send(.request(.kind(.setMethod("PUT"))))
        #expect(store.state.toasts.isEmpty)
        #expect(store.state.request.headers.rows.map { $0[0] } == ["b"])
    }

    @Test(arguments: [small, Size(width: 80, height: 24), Size(width: 40, height: 12)])
    func `no message covers typed text or its result`(size: Size) {
        var store = withResponse(size)
        store.press(.character("|"))
        store.type("!wc")
        _ = store.state.notify(.error, "Wrong and\nwrong again")
        #expect(store.canvas.contains("Wrong an") && store.canvas.contains("| !wc") && store.canvas.contains("Enter runs the command"))
        store = TestStore.withText((1...60).map { "line \($0)" }.joined(separator: "\n"), size: size)
        store.send(.application(.focus(.request)))
        store.look(for: "line")
        _ = store.state.notify(.error, "Wrong and\nwrong again")
        #expect(store.canvas.contains("Find") && store.canvas.contains("60") && store.canvas.contains("Wrong and"))
        store = TestStore.withTree(size: size)
        store.press(.character("a"))
        _ = store.state.notify(.error, "Wrong and\nwrong again")
        #expect(store.canvas.contains("New request"))
        store.type("Ewoks")
        #expect(store.canvas.contains("Ewoks") && store.canvas.contains("Wrong and"))
    }
}
