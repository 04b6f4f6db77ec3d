import Document
import HTTP
import Screen
import ScreenTesting
import Testing
import Workspace

@testable import App

/// The whole screen in its states, at three sizes.
@Suite struct ScreenSnapshotTests {
    private static let sizes = [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60)]

    private func store(_ size: Size) -> TestStore {
        var store = TestStore.withTree(size: size)
        store.send(
            .history(
                .listed([Sample.exchange("id0").summary, Sample.exchange("id1", status: nil).summary], after: nil, query: HistoryFilter())))
        return store
    }

    private func answered(_ size: Size) -> TestStore {
        var store = store(size)
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.exchange(.started(Sending(id: "one", owner: store.state.response.owner, method: "GET", url: "http://h/"))))
        store.send(
            .exchange(.answered("one", Answer(status: 200, reason: "OK", version: .http11, headers: ["Content-Type": "application/json"]))))
        let document = Document(Array(#"{"a":[1,true],"b":"Käse 漢字"}"#.utf8), mediaType: "application/json")
        store.send(.exchange(.grew(BodyHandle(exchange: "one", owner: store.state.response.owner, revision: 1, document: document))))
        store.send(.exchange(.finished(Sample.exchange("one"))))
        store.send(.application(.focus(.request)))
        return store
    }

    private func name(_ what: String, _ size: Size) -> String { "\(what)-\(size.width)x\(size.height)" }

    @Test(arguments: sizes)
    func tree(size: Size) throws {
        try expectSnapshot(store(size).canvas, named: name("tree", size))
    }

    @Test(arguments: sizes)
    func request(size: Size) throws {
        try expectSnapshot(answered(size).canvas, named: name("request", size))
    }

    @Test(arguments: sizes)
    func response(size: Size) throws {
        var store = answered(size)
        store.send(.application(.focus(.response)))
        try expectSnapshot(store.canvas, named: name("response", size))
    }

    /// Long lines of both forms on several rows, with wide glyphs, depth and a fold.
    @Test(arguments: sizes, ["pretty", "raw"])
    func wrapped(size: Size, form: String) throws {
        var store = store(size)
        let long = String(repeating: "Käse 漢字 👩‍🚀 ", count: 30)
        let body = #"{"deep":{"list":[{"text":"\#(long)"}]},"folded":{"a":1},"end":true}"#
        let owner = store.state.response.owner
        store.send(.exchange(.started(Sending(id: "one", owner: owner, method: "GET", url: "http://h/"))))
        store.send(.exchange(.answered("one", Answer(status: 200, reason: "OK", version: .http11, headers: [:]))))
        let document = Document(Array(body.utf8), mediaType: "application/json")
        store.send(.exchange(.grew(BodyHandle(exchange: "one", owner: owner, revision: 1, document: document))))
        store.send(.exchange(.finished(Sample.exchange("one"))))
        store.send(.application(.focus(.response)))
        store.press(.character("w"))
        store.state.toasts = []
        if form == "raw" { store.press(.character("t")) }
        try expectSnapshot(store.canvas, named: name("wrapped-\(form)", size))
    }

    /// Open requests whose answers are on their way, there, and not to be had, beside the one in the pane.
    @Test(arguments: sizes)
    func tabs(size: Size) throws {
        var store = answered(size)
        for name in ["Slow", "Quick", "Broken", "Mine"] {
            _ = TabUpdate.show(&store.state, RequestState(RequestDraft(name: name), path: name), inNewTab: true)
            let sending = Sending(id: name, owner: store.state.response.owner, method: "GET", url: "http://h/\(name)")
            store.send(.exchange(.started(sending)))
            store.send(.application(.focus(.request)))
        }
        store.send(.exchange(.finished(Sample.exchange("Quick"))))
        store.send(.exchange(.finished(Sample.exchange("Broken", status: nil))))
        store.send(.request(.setMethod("PUT")))
        try expectSnapshot(store.canvas, named: name("tabs", size))
    }

    @Test(arguments: sizes)
    func history(size: Size) throws {
        var store = store(size)
        store.send(.application(.focus(.history)))
        try expectSnapshot(store.canvas, named: name("history", size))
    }

    @Test(arguments: sizes)
    func help(size: Size) throws {
        var store = store(size)
        store.press(.character("?"))
        try expectSnapshot(store.canvas, named: name("help", size))
    }

    @Test(arguments: sizes)
    func question(size: Size) throws {
        var store = answered(size)
        store.press(.control("c"))
        try expectSnapshot(store.canvas, named: name("question", size))
    }

    @Test func tooSmall() throws {
        try expectSnapshot(store(Size(width: 20, height: 6)).canvas, named: "too-small")
    }
}
