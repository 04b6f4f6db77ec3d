import Comparison
import Engine
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Many history entries, replayed together.
@Suite struct ReplaySetTests {
    private static let row = Sample.exchange("id0").summary

    private static func rows(_ count: Int, _ change: (inout ExchangeSummary) -> Void = { _ in }) -> [ExchangeSummary] {
        (0..<count).map { number in
            var row = row
            row.id = "id\(number)"
            change(&row)
            return row
        }
    }

    /// A store that replays `count` entries.
    private func replaying(_ count: Int) -> TestStore {
        var store = TestStore.withTree()
        store.send(.sending(.replays(.start(Self.rows(count), environment: nil))))
        return store
    }

    /// The ids of the entries that effects replay.
    private func begun(_ effects: [Effect]) -> [Exchange.ID] {
        effects.compactMap { if case .sending(.replay(let job)) = $0, job.isOfSet { job.original } else { nil } }
    }

    @discardableResult
    private func end(_ id: Exchange.ID, status: Int? = 200, at seconds: Int = 0, in store: inout TestStore) -> [Exchange.ID] {
        var exchange = Sample.exchange("new-\(id)", status: status)
        exchange.repeats = id
        store.send(.sending(.flight(.finished(exchange))))
        return begun(store.send(.sending(.replays(.ended(id, at: .seconds(seconds))))))
    }

    private func question(_ store: TestStore) -> Question<Message>? {
        if case .confirm(let question)? = store.state.windows.last { question } else { nil }
    }

    private func press(_ key: Character, in store: inout TestStore) -> [Effect] { store.press(.character(key)) }

    @Test func `at most four replays are in flight, in order, and each end starts the next`() {
        var store = TestStore.withTree()
        let first = begun(store.send(.sending(.replays(.start(Self.rows(6), environment: nil)))))
        #expect(first == (0..<4).map { "id\($0)" })
        #expect(end("id1", in: &store) == ["id4"])
        #expect(question(store)?.title == "Replaying, 1 of 6")
    }

    @Test func `a response that broke off is a failure`() {
        var store = replaying(2)
        var exchange = Sample.exchange("new-id0", status: 200)
        exchange.repeats = "id0"
        exchange.error = .init(code: "invalidResponse", message: "The response ended too soon")
        store.send(.sending(.flight(.finished(exchange))))
        #expect(store.state.sending.replays?.failures.map(\.reason) == ["The response ended too soon"])
        #expect(store.state.sending.replays?.responses.isEmpty == true)
    }

    @Test(arguments: [false, true]) func `a 4xx or 5xx response is a failure if the question says so`(fails: Bool) {
        var store = TestStore.withTree()
        let rows = Self.rows(3)
        store.send(.sending(.replays(.ask(rows))))
        if fails { _ = press("f", in: &store) }
        #expect(store.state.sending.replaysFailByStatus == fails && question(store)?.choices.first?.key == "r")
        _ = press("r", in: &store)
        for (row, status) in zip(rows, [399, 400, 503]) { end(row.id, status: status, in: &store) }
        #expect(store.state.sending.replays?.failures.map(\.entry.id) == (fails ? ["id1", "id2"] : []))
        #expect(store.state.sending.replays?.responses.count == 3, "their bodies are still compared")
    }

    @Test(arguments: [Size(width: 120, height: 40), Size(width: 80, height: 24)])
    func `settings are rows above one row of answers, for keys and the mouse`(size: Size) throws {
        var store = TestStore.withTree(size: size)
        store.send(.sending(.replays(.ask(Self.rows(3)))))
        let asked = try #require(question(store))
        #expect(asked.choices.filter { $0.value != nil }.map(\.key) == ["s", "f"])
        let layout = asked.layout(store.state.windowContext)
        #expect(layout.buttons.count == 3 && Set(layout.buttons.map(\.minY)).count == 1)
        let speed = try #require(store.canvas.position(of: store.state.sending.replaySpeed.title))
        #expect(speed.y < layout.buttons[0].minY && store.canvas[speed].style.role == .field)
        store.click(store.state.sending.replaySpeed.title)
        #expect(store.state.sending.replaySpeed == ReplaySpeed.four.next)
        // The row that was changed stays selected: Enter takes its next value and sends nothing.
        store.press(Key(.enter), Key(.down), Key(.enter))
        #expect(store.state.sending.replaySpeed == ReplaySpeed.four.next.next && store.state.sending.replaysFailByStatus)
    }

    @Test func `cancelling a hidden replay is reported`() {
        var store = replaying(6)
        end("id0", in: &store)
        store.send(.sending(.replays(.hide)))
        store.send(.sending(.replays(.cancel)))
        for id in (store.state.sending.replays?.inFlight ?? []) { store.send(.sending(.replays(.ended(id, at: .zero)))) }
        #expect(store.state.toasts.contains { $0.kind == .warning && $0.action?.message == .sending(.replays(.show)) })
    }

    @Test func `nothing starts while it is paused, and the rest starts when it resumes`() {
        var store = replaying(6)
        _ = press("p", in: &store)
        #expect(end("id0", in: &store) == [])
        #expect(end("id1", in: &store) == [])
        #expect(begun(press("r", in: &store)) == ["id4", "id5"])
    }

    @Test func `cancelling ends what is in flight and begins nothing else`() {
        var store = replaying(6)
        #expect(press("x", in: &store) == (0..<4).map { .cancel(.replaying("id\($0)")) })
        for id in ["id0", "id1", "id2", "id3"] { #expect(begun(store.send(.sending(.replays(.ended(id, at: .zero))))) == []) }
        #expect(store.state.sending.replays?.isOver == true)
        #expect(store.state.sending.replays?.failures.map(\.reason) == Array(repeating: "cancelled", count: 4))
        #expect(begun(press("r", in: &store)) == ["id4", "id5"])
    }

    @Test func `the key that cancels ends a hidden replay, also a paused one`() {
        var store = replaying(6)
        _ = press("p", in: &store)
        _ = press("h", in: &store)
        #expect(store.state.windows.isEmpty && store.canvas.contains("The replay is paused"))
        #expect(store.press(.control("c")).contains(.cancel(.replaying("id0"))))
        #expect(store.state.sending.replays?.isCancelled == true)
    }

    @Test func `the key that cancels ends a replay whose window is shown`() {
        var store = replaying(6)
        #expect(store.press(.control("c")).contains(.cancel(.replaying("id0"))))
        #expect(store.state.sending.replays?.isCancelled == true)
    }

    @Test func `the rate counts from the first start`() {
        var set = ReplaySet(Self.rows(4), environment: nil)
        _ = set.startNext(.four)
        for entry in set.entries {
            var exchange = Sample.exchange("new-\(entry.id)")
            (exchange.repeats, exchange.duration) = (entry.id, 0.5)
            set.note(exchange)
            set.end(entry.id, at: .seconds(10))
        }
        #expect(set.rate == 8)
    }

    @Test func `an end costs the same however many came before, as the results are not copied`() {
        var store = replaying(200)
        var places: [UnsafePointer<ReplaySet.Change>?] = []
        for number in 0..<200 {
            end("id\(number)", in: &store)
            places.append(store.state.sending.replays?.responses.withUnsafeBufferPointer { $0.baseAddress })
        }
        #expect(store.state.sending.replays?.responses.count == 200)
        // Only growing moves the results.
        #expect(zip(places, places.dropFirst()).count { $0 != $1 } < 20)
    }

    @Test func `failures and other statuses are listed, and can be replayed and compared`() {
        var store = replaying(4)
        end("id0", at: 1, in: &store)
        end("id1", status: 500, at: 2, in: &store)
        end("id2", status: nil, at: 3, in: &store)
        store.send(.sending(.replays(.refused("id3", "asks for pin"))))
        store.send(.sending(.replays(.ended("id3", at: .seconds(5)))))
        #expect(
            question(store)?.items == [
                "GET http://127.0.0.1/people: Nothing listens there.", "GET http://127.0.0.1/people: asks for pin",
                "GET http://127.0.0.1/people  200 → 500",
            ])
        #expect(question(store)?.text.contains("/s") == false)
        var other = store
        #expect(begun(press("f", in: &store)) == ["id2", "id3"])
        #expect(press("d", in: &other).first == .history(.compare("id1", "new-id1", nil)))
    }

    @Test func `the speed can be chosen before and during a run`() {
        var store = TestStore.withTree()
        store.send(.sending(.replays(.ask(Self.rows(9)))))
        _ = press("s", in: &store)
        #expect(store.state.sending.replaySpeed == .sixteen)
        #expect(begun(press("r", in: &store)).count == 9)
        var paced = replaying(9)
        paced.send(.sending(.replays(.setSpeed(.tenASecond))))
        let next = paced.send(.sending(.replays(.ended("id0", at: .zero))))
        #expect(begun(next) == [])
        #expect(begun(paced.send(.sending(.replays(.waited)))) == ["id5"])
    }

    @Test func `a rate begins one request, and the next one when its time has come`() {
        var store = TestStore.withTree()
        store.send(.sending(.replays(.setSpeed(.everySecond))))
        let first = store.send(.sending(.replays(.start(Self.rows(6), environment: nil))))
        #expect(begun(first) == ["id0"])
        #expect(first.contains(.after(.seconds(1), .replayWait, .sending(.replays(.waited)))))
        #expect(end("id0", in: &store) == [])
        #expect(begun(store.send(.sending(.replays(.waited)))) == ["id1"])
    }

    @Test(arguments: [false, true]) func `bodies are compared when the set is over, long ones on request`(areLong: Bool) {
        var store = TestStore.withTree()
        store.send(.sending(.replays(.start(Self.rows(3) { if areLong { $0.byteCount = 9_000_000 } }, environment: nil))))
        end("id0", in: &store)
        end("id1", status: 500, in: &store)
        var exchange = Sample.exchange("new-id2")
        exchange.repeats = "id2"
        store.send(.sending(.flight(.finished(exchange))))
        var effects = store.send(.sending(.replays(.ended("id2", at: .zero))))
        #expect(effects.isEmpty == areLong)
        if areLong { effects = press("b", in: &store) }
        #expect(effects.contains(.history(.compareBodies(["id0", "id1", "id2"], ["new-id0", "new-id1", "new-id2"]))))
        #expect(question(store)?.choices.contains { $0.key == "b" } == false)
        store.send(.history(.compare(.comparedBodies(["new-id1": "1 difference: /a", "new-id2": "2 differences: /a, /b"]))))
        #expect(question(store)?.text.contains("2 with another body") == true)
        #expect(question(store)?.items == ["GET http://127.0.0.1/people  200 → 500", "GET http://127.0.0.1/people  2 differences: /a, /b"])
    }

    @Test func `one of several differing responses is chosen for comparison, and the results stay below`() {
        var store = replaying(3)
        for (index, status) in [500, 404, 200].enumerated() { end("id\(index)", status: status, in: &store) }
        _ = press("d", in: &store)
        #expect(store.state.windows.count == 2)
        store.press(Key(.down))
        #expect(store.press(Key(.enter)).contains(.history(.compare("id1", "new-id1", nil))))
        #expect(question(store)?.title == "Replayed 3 requests" && store.state.windows.count == 1)
    }

    @Test func `a hidden set continues and reports its end`() {
        var store = replaying(5)
        _ = press("h", in: &store)
        #expect(store.state.windows.isEmpty)
        #expect(end("id0", in: &store) == ["id4"])
        for id in ["id1", "id2", "id3", "id4"] { end(id, in: &store) }
        #expect(store.state.toasts.last?.action?.message == .sending(.replays(.show)))
        store.send(.sending(.replays(.show)))
        #expect(question(store)?.title == "Replayed 5 requests")
    }

    @Test(arguments: [("GET", "Replay"), ("POST", "Cancel")])
    func `unsafe requests to a protected environment are named before, once for all`(_ method: String, _ first: String) {
        var store = TestStore.opened()
        let rows = Self.rows(3) { row in
            row.method = method
            row.origin = Exchange.Origin(workspace: "space", requestPath: Sample.draftPath, name: "x", environment: "swapi")
        }
        store.send(.sending(.replays(.ask(rows))))
        #expect(question(store)?.items == ["3 × \(method) at 127.0.0.1, environment swapi"])
        #expect(question(store)?.choices.first?.label == first)
        #expect(question(store)?.text.contains("“swapi”") == (method == "POST"))
    }

    @Test func `unsafe requests of another workspace are confirmed, since its environments are not known`() {
        var store = TestStore.opened()
        let rows = Self.rows(2) { row in
            row.method = "DELETE"
            row.origin = Exchange.Origin(workspace: "/work/other", requestPath: Sample.draftPath, name: "x", environment: "local")
        }
        store.send(.sending(.replays(.ask(rows))))
        #expect(question(store)?.choices.first?.label == "Cancel" && question(store)?.text.contains("Unknown environments") == true)
        store.send(.window(.close))
        let mine = EnvironmentSummary(name: "mine", path: "environments/mine.json")
        let effects = store.send(.sending(.replays(.ask(rows, environment: mine))))
        #expect(effects.first == .sending(.findHosts(of: ["id0", "id1"], for: rows, mine)))
        store.send(.sending(.replays(.ask(rows, environment: mine, hosts: [:]))))
        #expect(question(store)?.choices.first?.label == "Replay")
    }

    @Test func `entries of another workspace are left out of another environment, and the unknown environments are theirs`() throws {
        var store = TestStore.opened()
        var rows = Self.rows(3) { row in
            row.method = "DELETE"
            row.origin = Exchange.Origin(requestPath: Sample.draftPath, name: "x", environment: "swapi")
        }
        rows[1].origin.workspace = "/work/other"
        store.send(.sending(.replays(.ask(rows))))
        let text = try #require(question(store)?.text)
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

    @Test func `finding the servers says so if it takes long, and Esc stops it`() {
        var store = TestStore.withTree()
        let other = EnvironmentSummary(name: "other", path: "environments/other.json")
        let rows = Self.rows(2) { $0.method = "DELETE" }
        store.send(.application(.focus(.history)))
        func find() { store.send(.sending(.replays(.ask(rows, environment: other)))) }
        find()
        store.send(.sending(.replays(.announceFinding(2))))
        #expect(store.state.toasts.count == 1 && store.state.windows.isEmpty)
        #expect(store.press(Key(.escape)).first == .cancel(.findHosts) && store.state.toasts.isEmpty)
        store.send(.sending(.replays(.announceFinding(2))))
        #expect(store.state.toasts.isEmpty, "it was stopped")
        find()
        store.send(.sending(.replays(.announceFinding(2))))
        let effects = store.send(.sending(.replays(.ask(rows, environment: other, hosts: [:]))))
        #expect(effects.contains(.cancel(.readingNotice)) && store.state.toasts.isEmpty && store.state.windows.count == 1)
    }

    @Test func `another question ends the finding of servers, whose question would lie over it`() {
        var store = TestStore.withTree()
        let rows = Self.rows(2) { $0.method = "DELETE" }
        store.send(.sending(.replays(.ask(rows, environment: EnvironmentSummary(name: "other", path: "environments/other.json")))))
        let effects = store.send(.sending(.replays(.ask(rows))))
        #expect(effects.contains(.cancel(.findHosts)) && store.state.windows.count == 1 && !store.state.sending.isFindingHosts)
    }

    @Test func `an entry of another workspace has no environments here`() {
        var store = TestStore.opened()
        let rows = Self.rows(1) { $0.origin = Exchange.Origin(workspace: "/other", requestPath: Sample.draftPath, name: "x") }
        store.send(.sending(.replays(.chooseEnvironment(rows))))
        guard case .picker(let picker)? = store.state.windows.last else { return #expect(Bool(false), "no list") }
        #expect(picker.items.isEmpty && picker.emptyNote.contains("“other”"))
    }

    @Test func `the question names the resolved server, else that of the environment and that of the first send`() {
        var store = TestStore.withTree()
        let other = EnvironmentSummary(name: "other", host: "b.example:2", path: "environments/other.json")
        let rows = Self.rows(1) { ($0.method, $0.url) = ("DELETE", "http://a.example:1/x") }
        store.send(.sending(.replays(.ask(rows, environment: other, hosts: [:]))))
        #expect(question(store)?.items == ["1 × DELETE at b.example:2, environment other, was at a.example:1"])
        store.send(.window(.close))
        store.send(.sending(.replays(.ask(rows, environment: other, hosts: ["id0": "c.example"]))))
        #expect(question(store)?.items == ["1 × DELETE at c.example, environment other"])
        _ = press("s", in: &store)
        #expect(question(store)?.items == ["1 × DELETE at c.example, environment other"])
    }

    @Test func `another environment is chosen from those of the entries`() {
        var store = TestStore.opened()
        let folder = store.state.workspace.folder
        let rows = Self.rows(2) {
            $0.origin = Exchange.Origin(workspace: folder, requestPath: Sample.draftPath, name: "x", environment: "swapi")
        }
        store.send(.sending(.replays(.ask(rows))))
        _ = press("e", in: &store)
        store.press(Key(.enter))
        let jobs = store.press(.character("r")).compactMap { effect -> ReplayJob? in
            if case .sending(.replay(let job)) = effect { job } else { nil }
        }
        #expect(jobs.map(\.environment?.name) == ["local", "local"])
    }

    @Test func `one entry is replayed in another environment, and compared`() {
        var store = TestStore.withTree()
        let entries = Self.rows(1) { $0.origin.requestPath = Sample.draftPath }
        store.send(.history(.store(.listed(entries, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("E"))
        store.type("swapi")
        store.press(Key(.enter))
        #expect(question(store)?.title == "Replay request?")
        let jobs = press("r", in: &store).compactMap { if case .sending(.replay(let job)) = $0 { job } else { nil } }
        #expect(jobs.map(\.original) == ["id0"] && jobs.map(\.environment?.name) == ["swapi"])
        end("id0", in: &store)
        #expect(press("d", in: &store).contains(.history(.compare("id0", "new-id0", nil))))
    }

    @Test func `an entry outside all collections is replayed in the environment of any collection, by its file`() {
        var store = TestStore.withTree()
        store.state.workspace.tree.environments["collections/other"] = [
            EnvironmentSummary(name: "local", path: "collections/other/environments/local.json")
        ]
        store.state.workspace.tree.nodes.append(WorkspaceNode(path: "collections/other", name: "Other", kind: .collection))
        store.send(.sending(.replays(.chooseEnvironment(Self.rows(1)))))
        #expect(["collections/star-wars", "collections/other", "swapi", "▲ protected"].allSatisfy(store.canvas.contains))
        store.type("other")
        store.press(Key(.enter))
        let jobs = press("r", in: &store).compactMap { if case .sending(.replay(let job)) = $0 { job } else { nil } }
        #expect(jobs.map(\.environment?.path) == ["collections/other/environments/local.json"])
    }

    @Test func `an entry outside all collections asks before it is replayed to a protected environment`() {
        var store = TestStore.withTree()
        let row = Self.rows(1) { row in
            (row.method, row.origin.environment) = ("POST", "swapi")
        }
        store.send(.sending(.replay(row[0])))
        #expect(question(store)?.text.contains("“swapi” is protected") == true)
    }

    @Test func `a replay that is seen is compared with its entry`() {
        var store = TestStore.withTree()
        let owner = store.state.response.owner
        store.start("new", owner: owner)
        var exchange = Sample.exchange("new")
        exchange.repeats = "old"
        #expect(store.send(.sending(.flight(.finished(exchange)))).contains(.history(.compareReplay(old: "old", new: "new"))))
    }
}
