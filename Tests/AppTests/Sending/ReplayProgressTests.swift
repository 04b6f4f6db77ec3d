import Comparison
import Engine
import HTTP
import Screen
import Synchronization
import Testing
import Widgets

@testable import App
@testable import Workspace

/// Many history entries, replayed together.
@Suite struct ReplayProgressTests {
    private static let row = Sample.exchange("id0").summary

    static func rows(_ count: Int, _ change: (inout ExchangeSummary) -> Void = { _ in }) -> [ExchangeSummary] {
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
        store.send(.sending(.replays(.start(Self.rows(count), .unchanged))))
        return store
    }

    /// The ids of the entries that effects replay.
    private func begun(_ effects: [Effect]) -> [Exchange.ID] { jobs(effects).flatMap { $0.entries.map(\.id) } }

    func jobs(_ effects: [Effect]) -> [ReplayRunJob] {
        effects.compactMap { if case .sending(.replayAll(let job)) = $0 { job } else { nil } }
    }

    /// The speeds that effects give the running replay.
    private func speeds(_ effects: [Effect]) -> [JobSpeed.Setting] {
        effects.compactMap { if case .sending(.setReplaySpeed(let speed)) = $0 { speed } else { nil } }
    }

    private func sent(_ place: Int, status: Int? = 200) -> ReplayStep {
        var exchange = Sample.exchange("new-id\(place)", status: status)
        exchange.repeats = "id\(place)"
        return .sent(place, exchange, nil)
    }

    @discardableResult
    func progress(_ steps: [ReplayStep], at seconds: Int = 0, in store: inout TestStore) -> [Effect] {
        store.send(.sending(.replays(.progressed(steps, at: .seconds(seconds)))))
    }

    /// Starts and ends an entry.
    @discardableResult
    func end(_ place: Int, status: Int? = 200, at seconds: Int = 0, in store: inout TestStore) -> [Effect] {
        progress([.began(place), sent(place, status: status)], at: seconds, in: &store)
    }

    @discardableResult
    func finish(_ store: inout TestStore) -> [Effect] { store.send(.sending(.replays(.ended))) }

    func press(_ key: Character, in store: inout TestStore) -> [Effect] { store.press(.character(key)) }

    @Test func `one effect replays all entries, and each batch of steps updates the window once`() {
        var store = TestStore.withTree()
        let effects = store.send(.sending(.replays(.start(Self.rows(6), .unchanged))))
        #expect(begun(effects) == (0..<6).map { "id\($0)" } && jobs(effects).map(\.speed) == [JobSpeed.Setting(atOnce: 4)])
        progress([.began(0), .began(1), .began(2), sent(1), .began(3)], in: &store)
        #expect(store.question?.title == "Replaying, 1 of 6" && store.state.sending.replays?.inFlightCount == 3)
        #expect(store.state.history.rows.first?.id == "new-id1" && store.state.sending.lastSent?.id == "new-id1")
    }

    @Test func `a response that broke off is a failure`() {
        var store = replaying(2)
        var exchange = Sample.exchange("new-id0", status: 200)
        exchange.repeats = "id0"
        exchange.error = .init(code: "invalidResponse", message: "The response ended too soon")
        progress([.began(0), .sent(0, exchange, nil)], in: &store)
        #expect(store.state.sending.replays?.failures.map(\.reason) == ["The response ended too soon"])
        #expect(store.state.sending.replays?.responses.isEmpty == true)
    }

    @Test func `values captured during a replay are used for the entries that follow`() {
        func captures(_ store: inout TestStore) -> [Effect] {
            let id = CheckReport.Captured(variable: "id", place: "JSON $.id", value: CapturedValue("7"), problem: nil)
            let report = CheckReport(captures: [id], assertions: [])
            return store.send(.sending(.checked("new-id0", report, collection: "collections/star-wars", environment: "local")))
        }
        var store = replaying(2)
        let given = captures(&store).compactMap { effect -> [String: CapturedValues]? in
            if case .sending(.useCaptured(let values)) = effect { values } else { nil }
        }
        #expect(given.map { $0["collections/star-wars"]?["local"].keys.sorted() } == [["id"]])
        finish(&store)
        #expect(!captures(&store).contains { if case .sending(.useCaptured) = $0 { true } else { false } })
    }

    @Test(arguments: [false, true]) func `a 4xx or 5xx response is a failure if the replay is asked to treat it so`(fails: Bool) {
        var store = TestStore.withTree()
        let rows = Self.rows(3)
        store.send(.sending(.replays(.ask(rows))))
        if fails { _ = press("f", in: &store) }
        #expect(store.state.sending.replaysFailByStatus == fails && store.question?.choices.first?.key == "r")
        _ = press("r", in: &store)
        for (place, status) in [399, 400, 503].enumerated() { end(place, status: status, in: &store) }
        #expect(store.state.sending.replays?.failures.map(\.entry.id) == (fails ? ["id1", "id2"] : []))
        #expect(store.state.sending.replays?.responses.count == 3, "their bodies are still compared")
    }

    @Test(arguments: [Size(width: 120, height: 40), Size(width: 80, height: 24)])
    func `settings are rows above one row of answers, for keys and the mouse`(size: Size) throws {
        var store = TestStore.withTree(size: size)
        store.send(.sending(.replays(.ask(Self.rows(3)))))
        let asked = try #require(store.question)
        #expect(asked.choices.filter { $0.value != nil }.map(\.key) == ["v", "s", "f"])
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
        end(0, in: &store)
        store.send(.sending(.replays(.hide)))
        store.send(.sending(.replays(.cancel)))
        finish(&store)
        #expect(store.state.toasts.contains { $0.kind == .warning && $0.action?.message == .sending(.replays(.show)) })
    }

    @Test func `a paused replay starts nothing, and resuming starts the rest`() {
        var store = replaying(6)
        #expect(speeds(press("p", in: &store)).map(\.isPaused) == [true])
        end(0, in: &store)
        #expect(store.question?.title.hasPrefix("Replay paused") == true)
        #expect(speeds(press("r", in: &store)).map(\.isPaused) == [false])
    }

    @Test func `cancelling ends the requests in flight and begins no others`() {
        var store = replaying(6)
        progress((0..<4).map { .began($0) }, in: &store)
        #expect(press("x", in: &store) == [.cancel(.replayAll)])
        #expect(store.state.sending.replays?.isOver == false)
        finish(&store)
        #expect(store.state.sending.replays?.isOver == true)
        #expect(store.state.sending.replays?.failures.map(\.reason) == Array(repeating: "cancelled", count: 4))
        #expect(begun(press("r", in: &store)) == ["id4", "id5"])
    }

    @Test func `the key that cancels ends a hidden replay, also a paused one`() {
        var store = replaying(6)
        _ = press("p", in: &store)
        _ = press("h", in: &store)
        #expect(store.state.windows.isEmpty && store.canvas.contains("The replay is paused"))
        #expect(store.press(.control("c")).contains(.cancel(.replayAll)))
        #expect(store.state.sending.replays?.isCancelled == true)
    }

    @Test func `the key that cancels ends a replay whose window is shown`() {
        var store = replaying(6)
        #expect(store.press(.control("c")).contains(.cancel(.replayAll)))
        #expect(store.state.sending.replays?.isCancelled == true)
    }

    @Test func `the rate counts from the first start`() {
        var set = ReplayProgress(Self.rows(4), .unchanged)
        for place in 0..<4 {
            var exchange = Sample.exchange("new-\(place)")
            exchange.duration = 0.5
            set.begin(place)
            set.record(exchange, at: place, .seconds(10))
        }
        #expect(set.rate == 8)
    }

    @Test func `an end costs the same however many came before, as the results are not copied`() {
        var store = replaying(200)
        var places: [UnsafePointer<ReplayProgress.Change>?] = []
        for number in 0..<200 {
            end(number, in: &store)
            places.append(store.state.sending.replays?.responses.withUnsafeBufferPointer { $0.baseAddress })
        }
        #expect(store.state.sending.replays?.responses.count == 200)
        // Only growing moves the results.
        #expect(zip(places, places.dropFirst()).count { $0 != $1 } < 20)
    }

    @Test func `failures and other statuses are listed, and can be replayed and compared`() {
        var store = replaying(4)
        end(0, at: 1, in: &store)
        end(1, status: 500, at: 2, in: &store)
        end(2, status: nil, at: 3, in: &store)
        progress([.began(3), .refused(3, "asks for pin")], at: 5, in: &store)
        finish(&store)
        #expect(
            store.question?.items == [
                "GET http://127.0.0.1/people: Nothing listens there.", "GET http://127.0.0.1/people: asks for pin",
                "GET http://127.0.0.1/people  200 → 500",
            ])
        #expect(store.question?.text.contains("/s") == false)
        var other = store
        #expect(begun(press("f", in: &store)) == ["id2", "id3"])
        #expect(press("d", in: &other).first == .history(.compare("id1", "new-id1", nil)))
    }

    @Test func `the speed can be chosen before and during a run`() {
        var store = TestStore.withTree()
        store.send(.sending(.replays(.ask(Self.rows(9)))))
        #expect(speeds(press("s", in: &store)).isEmpty)
        #expect(store.state.sending.replaySpeed == .sixteen)
        #expect(jobs(press("r", in: &store)).map(\.speed) == [JobSpeed.Setting(atOnce: 16)])
        let changed = speeds(store.send(.sending(.replays(.setSpeed(.tenASecond)))))
        #expect(changed == [JobSpeed.Setting(atOnce: 16, interval: .milliseconds(100))])
    }

    @Test(arguments: [false, true]) func `bodies are compared when the set is over, long ones on request`(areLong: Bool) {
        var store = TestStore.withTree()
        store.send(.sending(.replays(.start(Self.rows(3) { if areLong { $0.byteCount = 9_000_000 } }, .unchanged))))
        end(0, in: &store)
        end(1, status: 500, in: &store)
        end(2, in: &store)
        var effects = finish(&store)
        #expect(effects.isEmpty == areLong)
        if areLong { effects = press("b", in: &store) }
        #expect(effects.contains(.history(.compareBodies(["id0", "id1", "id2"], ["new-id0", "new-id1", "new-id2"]))))
        #expect(store.question?.choices.contains { $0.key == "b" } == false)
        store.send(.history(.compare(.comparedBodies(["new-id1": "1 difference: /a", "new-id2": "2 differences: /a, /b"]))))
        #expect(store.question?.text.contains("2 with another body") == true)
        #expect(store.question?.items == ["GET http://127.0.0.1/people  200 → 500", "GET http://127.0.0.1/people  2 differences: /a, /b"])
    }

    @Test func `one of several differing responses is chosen for comparison, and the results stay below`() {
        var store = replaying(3)
        for (index, status) in [500, 404, 200].enumerated() { end(index, status: status, in: &store) }
        finish(&store)
        _ = press("d", in: &store)
        #expect(store.state.windows.count == 2)
        store.press(Key(.down))
        #expect(store.press(Key(.enter)).contains(.history(.compare("id1", "new-id1", nil))))
        #expect(store.question?.title == "Replayed 3 requests" && store.state.windows.count == 1)
    }

    @Test func `a hidden set continues and reports its end`() {
        var store = replaying(5)
        _ = press("h", in: &store)
        #expect(store.state.windows.isEmpty)
        for place in 0..<5 { end(place, in: &store) }
        finish(&store)
        #expect(store.state.toasts.last?.action?.message == .sending(.replays(.show)))
        store.send(.sending(.replays(.show)))
        #expect(store.question?.title == "Replayed 5 requests")
    }

    @Test func `the question of a replay offers the entries' environments`() {
        var store = TestStore.opened()
        let folder = store.state.workspace.folder
        let rows = Self.rows(2) {
            $0.origin = Exchange.Origin(workspace: folder, requestPath: Sample.draftPath, name: "x", environment: "swapi")
        }
        store.send(.sending(.replays(.ask(rows))))
        _ = press("e", in: &store)
        store.press(Key(.enter))
        let jobs = jobs(store.press(.character("r")))
        #expect(jobs.map(\.way.environment?.name) == ["local"] && jobs.map(\.entries.count) == [2])
    }

    @Test func `one entry is replayed in another environment, and compared`() {
        var store = TestStore.withTree()
        let entries = Self.rows(1) { $0.origin.requestPath = Sample.draftPath }
        store.send(.history(.store(.listed(entries, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("E"))
        store.type("swapi")
        store.press(Key(.enter))
        #expect(store.question?.title == "Replay request?")
        let jobs = jobs(press("r", in: &store))
        #expect(jobs.map { $0.entries.map(\.id) } == [["id0"]] && jobs.map(\.way.environment?.name) == ["swapi"])
        end(0, in: &store)
        finish(&store)
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
        let jobs = jobs(press("r", in: &store))
        #expect(jobs.map(\.way.environment?.path) == ["collections/other/environments/local.json"])
    }

    @Test func `an entry outside all collections asks before it is replayed to a protected environment`() {
        var store = TestStore.withTree()
        let row = Self.rows(1) { row in
            (row.method, row.origin.environment) = ("POST", "swapi")
        }
        store.send(.sending(.replay(row[0])))
        #expect(store.question?.text.contains("“swapi” is protected") == true)
    }

    @Test func `a replay that is seen is compared with its entry`() {
        var store = TestStore.withTree()
        let owner = store.state.response.owner
        store.start("new", owner: owner)
        var exchange = Sample.exchange("new")
        exchange.repeats = "old"
        #expect(store.send(.sending(.flight(.finished(exchange)))).contains(.history(.compareReplay(old: "old", new: "new"))))
    }

    @Test func `fast items are passed on in batches, in order and completely`() async throws {
        let batches = Batches<Int>()
        let passed = Mutex<[[Int]]>([])
        await #expect(throws: CancellationError.self) {
            try await batches.pass(to: { batch in passed.withLock { $0.append(batch) } }) {
                for number in 0..<10_000 { batches.add(number) }
                throw CancellationError()
            }
        }
        let all = passed.withLock(\.self)
        #expect(all.flatMap(\.self) == Array(0..<10_000) && all.count < 1_000 && !all.contains([]))
    }
}
