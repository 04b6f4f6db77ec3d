import Engine
import HTTP
import Screen
import Testing
import Workspace

@testable import App

/// The question before many history entries are replayed.
extension ReplayProgressTests {
    @Test(arguments: [("GET", "Replay"), ("POST", "Cancel")])
    func `unsafe requests to a protected environment are named before, once for all`(_ method: String, _ first: String) {
        var store = TestStore.opened()
        let rows = Self.rows(3) { row in
            row.method = method
            row.origin = Exchange.Origin(workspace: "space", requestPath: Sample.draftPath, name: "x", environment: "swapi")
        }
        store.send(.sending(.replays(.ask(rows))))
        #expect(store.question?.items == ["3 × \(method) at 127.0.0.1, environment swapi"])
        #expect(store.question?.choices.first?.label == first)
        #expect(store.question?.text.contains("“swapi”") == (method == "POST"))
    }

    @Test func `a set is replayed with the current variables of its own environments`() {
        var store = TestStore.opened()
        let rows = Self.rows(2) { $0.origin = Exchange.Origin(requestPath: Sample.draftPath, name: "x", environment: "local") }
        store.send(.sending(.replays(.ask(rows))))
        _ = press("v", in: &store)
        #expect(jobs(press("r", in: &store)).map(\.way) == [.resolved])
        let unsafe = Self.rows(1) { $0.method = "DELETE" }
        store = TestStore.opened()
        store.send(.sending(.replays(.ask(unsafe))))
        #expect(press("v", in: &store).contains(.sending(.findHosts(of: ["id0"], for: unsafe, .resolved))))
        store.send(.sending(.replays(.ask(unsafe, .resolved, hosts: ["id0": "new.example"]))))
        #expect(store.question?.items == ["1 × DELETE at new.example"])
        let back = store.question?.choices.first { $0.key == "v" }?.messages
        #expect(back == [.sending(.replays(.ask(unsafe, .unchanged, setting: "v")))])
    }

    @Test func `safe requests to a protected environment are marked`() {
        var store = TestStore.opened()
        let rows = Self.rows(3) { $0.origin = Exchange.Origin(requestPath: Sample.draftPath, name: "x", environment: "swapi") }
        store.send(.sending(.replays(.ask(rows))))
        #expect(store.question?.items == ["3 × GET at 127.0.0.1, ▲ environment swapi"])
    }

    @Test func `changed pairs of several environments name them`() {
        var store = TestStore.opened()
        var rows = Self.rows(2) { $0.origin = Exchange.Origin(requestPath: Sample.draftPath, name: "x", environment: "local") }
        rows[1].origin.environment = "swapi"
        store.send(.sending(.replays(.start(rows, .unchanged))))
        for place in 0..<2 { end(place, status: 500, in: &store) }
        finish(&store)
        _ = press("d", in: &store)
        guard let picker = store.state.windows.last?.content as? Picker<Message> else { return #expect(Bool(false), "no list") }
        #expect(zip(picker.items, ["local", "swapi"]).allSatisfy { $0.title.contains("(\($1))") })
    }

    @Test func `unsafe requests of another workspace are confirmed, since its environments are not known`() {
        var store = TestStore.opened()
        let rows = Self.rows(2) { row in
            row.method = "DELETE"
            row.origin = Exchange.Origin(workspace: "/work/other", requestPath: Sample.draftPath, name: "x", environment: "local")
        }
        store.send(.sending(.replays(.ask(rows))))
        #expect(store.question?.choices.first?.label == "Cancel" && store.question?.text.contains("Unknown environments") == true)
        store.send(.window(.close))
        let mine = EnvironmentSummary(name: "mine", path: "environments/mine.json")
        let effects = store.send(.sending(.replays(.ask(rows, .inEnvironment(mine)))))
        #expect(effects.first == .sending(.findHosts(of: ["id0", "id1"], for: rows, .inEnvironment(mine))))
        store.send(.sending(.replays(.ask(rows, .inEnvironment(mine), hosts: [:]))))
        #expect(store.question?.choices.first?.label == "Replay")
    }

    @Test func `entries of another workspace are left out when another environment is chosen`() throws {
        var store = TestStore.opened()
        var rows = Self.rows(3) { row in
            row.method = "DELETE"
            row.origin = Exchange.Origin(requestPath: Sample.draftPath, name: "x", environment: "swapi")
        }
        rows[1].origin.workspace = "/work/other"
        store.send(.sending(.replays(.ask(rows))))
        let text = try #require(store.question?.text)
        #expect(text.contains("Protected environments: “swapi”.") && text.contains("possibly protected: “swapi” of “other”."))
        _ = press("e", in: &store)
        #expect(store.state.toasts.last?.text.hasPrefix("1 of 3 ") == true)
        store.type("local")
        let effects = store.press(Key(.enter))
        let ids = effects.compactMap { effect -> [Exchange.ID]? in
            if case .sending(.findHosts(let ids, _, _)) = effect { ids } else { nil }
        }
        #expect(ids == [["id0", "id2"]])
    }

    @Test func `slow finding of servers shows a message, and Esc stops it`() {
        var store = TestStore.withTree()
        let other = EnvironmentSummary(name: "other", path: "environments/other.json")
        let rows = Self.rows(2) { $0.method = "DELETE" }
        store.send(.application(.focus(.history)))
        func find() { store.send(.sending(.replays(.ask(rows, .inEnvironment(other))))) }
        find()
        store.send(.sending(.replays(.announceFinding(2))))
        #expect(store.state.toasts.count == 1 && store.state.windows.isEmpty)
        #expect(store.press(Key(.escape)).first == .cancel(.findHosts) && store.state.toasts.isEmpty)
        store.send(.sending(.replays(.announceFinding(2))))
        #expect(store.state.toasts.isEmpty, "it was stopped")
        find()
        store.send(.sending(.replays(.announceFinding(2))))
        let effects = store.send(.sending(.replays(.ask(rows, .inEnvironment(other), hosts: [:]))))
        #expect(effects.contains(.cancel(.readingNotice)) && store.state.toasts.isEmpty && store.state.windows.count == 1)
    }

    @Test func `a second question cancels the finding of servers`() {
        var store = TestStore.withTree()
        let rows = Self.rows(2) { $0.method = "DELETE" }
        store.send(.sending(.replays(.ask(rows, .inEnvironment(EnvironmentSummary(name: "other", path: "environments/other.json"))))))
        let effects = store.send(.sending(.replays(.ask(rows))))
        #expect(effects.contains(.cancel(.findHosts)) && store.state.windows.count == 1 && !store.state.sending.isFindingHosts)
    }

    @Test func `an entry of another workspace has no environments here`() {
        var store = TestStore.opened()
        let rows = Self.rows(1) { $0.origin = Exchange.Origin(workspace: "/other", requestPath: Sample.draftPath, name: "x") }
        store.send(.sending(.replays(.chooseEnvironment(rows))))
        guard let picker = store.state.windows.last?.content as? Picker<Message> else { return #expect(Bool(false), "no list") }
        #expect(picker.items.isEmpty && picker.emptyNote.contains("“other”"))
    }

    @Test func `the question names the resolved server, else the servers of environment and first send`() {
        var store = TestStore.withTree()
        let other = EnvironmentSummary(name: "other", host: "b.example:2", path: "environments/other.json")
        let rows = Self.rows(1) { ($0.method, $0.url) = ("DELETE", "http://a.example:1/x") }
        store.send(.sending(.replays(.ask(rows, .inEnvironment(other), hosts: [:]))))
        #expect(store.question?.items == ["1 × DELETE at b.example:2, environment other, was at a.example:1"])
        store.send(.window(.close))
        store.send(.sending(.replays(.ask(rows, .inEnvironment(other), hosts: ["id0": "c.example"]))))
        #expect(store.question?.items == ["1 × DELETE at c.example, environment other"])
        _ = press("s", in: &store)
        #expect(store.question?.items == ["1 × DELETE at c.example, environment other"])
    }
}
