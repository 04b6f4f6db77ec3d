import Document
import Engine
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// A state that tests send messages and keys to, with the effects that came of them.
struct TestStore {
    var state: AppState
    var effects: [Effect] = []

    init(state: AppState) { self.state = state }

    init(size: Size = Size(width: 120, height: 40)) {
        state = AppState(
            workspaceFolder: "/somewhere/space", themes: [Theme(name: "plain", appearance: .dark, styles: [:])], session: Session())
        state.isResuming = false
        state.paths = TypedPaths(current: "/somewhere/else", home: "/home/luke")
        state.size = size
    }

    /// A store whose history lists entries with the ids `id0`, `id1` and so on, and has the focus.
    static func withHistory(_ count: Int = 3) -> TestStore {
        var store = TestStore.withTree()
        let rows = (0..<count).map { Sample.exchange("id\($0)").summary }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        return store
    }

    /// A store with a loaded tree and a chosen environment.
    static func withTree(size: Size = Size(width: 120, height: 40)) -> TestStore {
        var store = TestStore(size: size)
        store.state.workspace.chosenEnvironments["collections/star-wars"] = "collections/star-wars/environments/local.json"
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        store.effects = []
        return store
    }

    /// A store with a request in the pane and two variables that it can use.
    static func opened(_ draft: RequestDraft = Sample.draft) -> TestStore {
        var store = withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.send(
            .workspace(
                .variablesKnown([
                    KnownVariable(name: "team", value: "red", origin: "environment local"),
                    KnownVariable(name: "token", value: nil, origin: "secret of environment local"),
                ])))
        store.effects = []
        return store
    }

    /// A store with a request whose text body is visible.
    static func withText(_ text: String, size: Size = Size(width: 120, height: 40)) -> TestStore {
        var store = opened(RequestDraft(body: BodyDraft(kind: .text, text: text)))
        store.state.size = size
        store.send(.request(.selectTab(.body)))
        return store
    }

    /// A store with a response in its pane, which has the focus.
    static func withResponse(
        _ body: String, type: String, headers: HTTPHeaders = [:], size: Size = Size(width: 120, height: 40)
    ) -> TestStore {
        var store = withTree(size: size)
        store.start("one")
        store.answer("one", headers: headers)
        let document = Document(Array(body.utf8), mediaType: type)
        store.receive(BodyHandle(exchange: "one", owner: store.state.response.owner, revision: 1, document: document))
        return store
    }

    /// Puts a request of the front tab, or of another one, in flight.
    @discardableResult
    mutating func start(_ id: String, owner: TabID? = nil, method: String = "GET", url: String = "http://h/") -> [Effect] {
        let owner = owner ?? state.response.owner
        return send(.sending(.flight(.started(InFlightRequest(id: id, owner: owner, method: method, url: url)))))
    }

    /// Answers a request in flight with 200.
    mutating func answer(_ id: String, headers: HTTPHeaders = [:]) {
        send(.sending(.flight(.responded(id, ResponseHead(status: 200, reason: "OK", version: .http11, headers: headers)))))
    }

    /// Ends a response with this body, and moves the focus to it; returns the effects of the body.
    @discardableResult
    mutating func receive(_ body: BodyHandle) -> [Effect] {
        let effects = send(.sending(.flight(.grew(body))))
        send(.sending(.flight(.finished(Sample.exchange(body.exchange)))))
        send(.application(.focus(.response)))
        return effects
    }

    /// Gives the request a body of a kind, as the editor outside would.
    mutating func write(_ text: String, as kind: BodyDraft.Kind, in section: RequestSection) {
        send(.request(.kind(.setBody(kind))))
        send(.request(.text(.edited(section, text))))
    }

    /// Looks for something in the text that is shown, with `/`, or with `r` to replace it; letters go on being typed there.
    mutating func look(for text: String, by key: Character = "/") {
        press(Key(.down), .character(key))
        type(text)
    }

    @discardableResult
    mutating func send(_ message: Message) -> [Effect] {
        let new = Reducer.reduce(&state, message)
        effects += new
        return new
    }

    @discardableResult
    mutating func mouse(_ action: MouseEvent.Action, at point: Point) -> [Effect] {
        send(.input(.mouse(MouseEvent(action, at: point))))
    }

    @discardableResult
    mutating func press(_ keys: Key...) -> [Effect] {
        keys.flatMap { send(.input(.key($0))) }
    }

    /// Formats or validates the text, and applies the result.
    mutating func format(_ message: RequestMessage) { finishFormats(send(.request(message))) }

    /// Applies the results of formatting and of checks that effects ask for.
    mutating func finishFormats(_ effects: [Effect]) {
        for case .format(let job, let tab) in effects { send(.requestOf(tab, .text(.formatted(job.result)))) }
    }

    mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// Where `text` begins on the screen; a text that is not there is an issue, or the test would pass without the mouse.
    private func place(of text: String) -> Point? {
        let place = canvas.position(of: text)
        if place == nil { Issue.record("“\(text)” is not on the screen") }
        return place
    }

    @discardableResult
    mutating func click(_ text: String, count: Int = 1, columnsBehind columns: Int = 0) -> [Effect] {
        guard let start = place(of: text) else { return [] }
        let point = Point(x: start.x + columns, y: start.y)
        return mouse(.press(.left, count: count), at: point) + mouse(.release(.left), at: point)
    }

    /// Presses the right button on the beginning of a text.
    mutating func rightClick(on text: String) {
        guard let point = place(of: text) else { return }
        mouse(.press(.right, count: 1), at: point)
        mouse(.release(.right), at: point)
    }

    /// Drags from the beginning of a text to the end of another.
    mutating func drag(from first: String, to last: String) -> [Effect] {
        guard let start = place(of: first), let end = place(of: last) else { return [] }
        let point = Point(x: end.x + last.count - 1, y: end.y)
        return mouse(.press(.left, count: 1), at: start) + mouse(.drag(.left), at: point) + mouse(.release(.left), at: point)
    }

    /// Clicks on the last character of the first `text` after `place` in its line.
    @discardableResult
    mutating func click(_ text: String, after place: String) -> [Effect] {
        let canvas = canvas
        guard let start = self.place(of: place),
            let range = canvas.lines[start.y].dropFirst(start.x + place.count).firstRange(of: text)
        else { return [] }
        let line = canvas.lines[start.y]
        let point = Point(x: line.distance(from: line.startIndex, to: range.upperBound) - 1, y: start.y)
        return mouse(.press(.left, count: 1), at: point) + mouse(.release(.left), at: point)
    }

    /// The question in front; nil for another window or none.
    var question: Question<Message>? { state.windows.last?.content as? Question<Message> }

    /// The list in front; nil for another window or none.
    var picker: Picker<Message>? { state.windows.last?.content as? Picker<Message> }

    /// The prompt in front; nil for another window or none.
    var prompt: Prompt<Message>? { state.windows.last?.content as? Prompt<Message> }

    /// The window with tables in front; nil for another window or none.
    var tableWindow: TableWindow? { state.windows.last?.content as? TableWindow }

    /// The window with tables that has to be in front.
    func requireTableWindow() throws -> TableWindow { try #require(tableWindow) }

    /// The lines of the menu in front; empty without one.
    var menuItems: [MenuItem] { if let menu = state.windows.last?.content as? Menu<Message> { menu.menu.items } else { [] } }

    /// The line of a command in the menu in front.
    func menuItem(_ id: String) -> MenuItem? {
        let title = CommandTable.command(id).map { $0.presentTitle(state) ?? $0.title }
        return menuItems.first { $0.title == title }
    }

    /// True if the help of a window or of the program is in front.
    var showsHelp: Bool { state.windows.last?.content is HelpState }

    /// True if the request shows that another program changed or removed its file.
    var hasBanner: Bool { !state.requestLayout.banner.isEmpty }

    var canvas: Canvas {
        var canvas = Canvas(size: state.size)
        WorkbenchView.draw(state, on: &canvas)
        return canvas
    }
}

extension Canvas {
    /// The lines of the screen.
    var lines: [String] {
        (0..<size.height).map { y in
            (0..<size.width).compactMap { x -> String? in
                let cell = self[Point(x: x, y: y)]
                if cell.width == 0 { return nil }
                if cell.glyph & Cell.clusterFlag != 0 { return clusters[Int(cell.glyph & ~Cell.clusterFlag)] }
                return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? " "
            }.joined()
        }
    }

    func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// The role of the first cell of `text`.
    func role(of text: String) -> StyleRole? { position(of: text).map { self[$0].style.role } }

    /// The first cell that `matches`.
    func position(where matches: (Cell) -> Bool) -> Point? {
        cells.firstIndex(where: matches).map { Point(x: $0 % size.width, y: $0 / size.width) }
    }

    /// Where `text` begins on the screen; for screens of narrow glyphs.
    func position(of text: String) -> Point? {
        for (y, line) in lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            return Point(x: line.distance(from: line.startIndex, to: range.lowerBound), y: y)
        }
        return nil
    }
}

extension Outcome.Step {
    /// The window that the step opens; nil for other steps.
    var window: (any WindowContent)? { if case .show(let window) = self { window.content } else { nil } }
}
