import Comparison
import Engine
import Foundation
import HTTP
import Platform
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct ComparisonWindowTests {
    private static func exchange(_ id: String, _ body: String, status: Int = 200) -> Exchange {
        var exchange = Sample.exchange(id, status: status)
        exchange.response?.body = ExchangeBody(Array(body.utf8))
        return exchange
    }

    private static let old = "[" + (0..<40).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }.joined(separator: ",") + "]"

    private static func opened(_ new: String, status: Int = 200) throws -> TestStore {
        var store = TestStore.withTree()
        let window = try ComparisonWindow(exchange("a", old), exchange("b", new, status: status), rules: IgnoreRules())
        store.send(.history(.compare(.compared(window))))
        return store
    }

    private static func window(_ store: TestStore) throws -> ComparisonWindow {
        guard let window = store.state.windows.last?.content as? ComparisonWindow else { throw CancellationError() }
        return window
    }

    @Test func cursorStartsAtTheFirstDifference() throws {
        var store = try Self.opened(Self.old.replacing("n7", with: "seven").replacing("n30", with: "thirty"), status: 500)
        #expect(try Self.window(store).current?.row?.left?.text == "Status: 200 OK")
        store.press(.character("n"))
        #expect(try Self.window(store).current?.row?.place?.pointer == "/7/name")
        #expect(store.canvas.contains("╰─ /7/name ─"))
        store.press(.character("n"))
        #expect(try Self.window(store).current?.row?.place?.pointer == "/30/name")
        store.press(.character("N"))
        #expect(try Self.window(store).current?.row?.place?.pointer == "/7/name")
        #expect(store.canvas.contains("seven"))
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty)
    }

    @Test func `a comparison shows local times of both sides and the common request once`() throws {
        let (old, new) = (Self.exchange("a", Self.old), Self.exchange("b", "[]"))
        var store = TestStore.withTree()
        store.state.timeZone = 10_800
        store.send(.history(.compare(.compared(try ComparisonWindow(old, new, rules: IgnoreRules())))))
        let local = TimeText.second(old.startedAt.addingTimeInterval(3 * 3600)).split(separator: " ")[1]
        #expect(store.canvas.contains("- 200  \(local)") && store.canvas.contains("+ 200  \(local)"))
        #expect(store.canvas.contains("Differences: GET \(old.request.url)"))
        var moved = new
        moved.request.url = "http://other.example/"
        store.send(.history(.compare(.compared(try ComparisonWindow(old, moved, rules: IgnoreRules())))))
        #expect(store.canvas.contains("+ 200  \(local)  GET http://other"))
    }

    @Test(arguments: [80, 200]) func `the address of a different, failed request is shown`(columns: Int) throws {
        let old = Self.exchange("a", Self.old)
        var failed = Sample.exchange("b", status: nil)
        failed.request.url = "http://other.example/"
        failed.error = Exchange.Failure(code: "cannotAuthenticate", message: "")
        var store = TestStore.withTree(size: Size(width: columns, height: 24))
        store.send(.history(.compare(.compared(try ComparisonWindow(old, failed, rules: IgnoreRules())))))
        let heading = store.canvas.lines.first { $0.contains("GET http:") } ?? ""
        #expect(heading.contains("+ ERR") == (columns == 80) && heading.contains(failed.summary.outcome) == (columns == 200))
    }

    @Test func `texts begin in one column, on the background of their row`() throws {
        func text(_ mark: String) -> String { (1...12).map { "{ \($0 == 9 || $0 == 10 ? mark : "same")\($0)" }.joined(separator: "\n") }
        var store = TestStore.withTree()
        let window = try ComparisonWindow(Self.exchange("a", text("old")), Self.exchange("b", text("new")), rules: IgnoreRules())
        store.send(.history(.compare(.compared(window))))
        for _ in 0..<2 {
            let canvas = store.canvas
            let places = try ["{ old9", "{ old10"].map { try #require(canvas.position(of: $0)) }
            #expect(places[0].x == places[1].x)
            // The cursor is elsewhere.
            let number = canvas[Point(x: places[1].x - 3, y: places[1].y)]
            #expect(number.style == CellStyle(.textMuted, on: .differenceRemoved))
            store.press(.character("t"))
        }
    }

    @Test func `a search after the last difference reports it and stays`() throws {
        var store = try Self.opened(Self.old.replacing("n7", with: "seven"))
        for key in ["n", "N"] as [Character] {
            let selected = try Self.window(store).list.selected
            store.press(.character(key))
            #expect(try Self.window(store).list.selected == selected && !store.state.toasts.isEmpty)
        }
    }

    @Test func foldsExpandAndTheArrangementChanges() throws {
        var store = try Self.opened(Self.old.replacing("n30", with: "thirty"))
        let folded = try Self.window(store).lines.count
        store.press(.character("g"), .character("g"))
        for _ in 0..<6 where try Self.window(store).lines.count == folded { store.press(.character("j"), Key(.enter)) }
        #expect(try Self.window(store).lines.count > folded + 20)
        let beside = try Self.window(store).lines.count
        store.press(.character("t"))
        #expect(try Self.window(store).lines.count > beside)
        store.press(.character("t"))
        #expect(try Self.window(store).lines.count == beside)
    }

    @Test func `a narrow window shows both sides, at first below one another`() throws {
        var store = TestStore.withTree(size: Size(width: 60, height: 20))
        let (old, new) = (Self.exchange("a", "{\"a\": 1}"), Self.exchange("b", "{\"a\": 2}"))
        store.send(.history(.compare(.compared(try ComparisonWindow(old, new, rules: IgnoreRules())))))
        #expect(try !Self.window(store).isSideBySide && Self.window(store).current?.row?.place?.pointer == "/a")
        store.press(.character("t"))
        #expect(store.canvas.lines.contains { $0.contains("\"a\": 1") && $0.contains("\"a\": 2") })
        store.press(.character("t"), .character("I"))
        let again = try ComparisonWindow(old, new, rules: IgnoreRules(times: true))
        store.send(.history(.compare(.compared(again))))
        #expect(try !Self.window(store).isSideBySide)
    }

    @Test(arguments: [" 1 ", "x"]) func `a difference late in a long text is in view, and the texts scroll`(end: String) throws {
        let lead = String(repeating: "lorem ipsum ", count: end == "x" ? 400 : 40)
        var store = TestStore.withTree()
        let (old, new) = (Self.exchange("a", "[\"\(lead)OLD\(end)\"]"), Self.exchange("b", "[\"\(lead)NEW\(end)\"]"))
        store.send(.history(.compare(.compared(try ComparisonWindow(old, new, rules: IgnoreRules())))))
        #expect(store.canvas.contains("OLD") && store.canvas.contains("NEW") && !store.canvas.contains("\"lorem"))
        store.press(.character("t"))
        #expect(store.canvas.contains("OLD") && store.canvas.contains("NEW"))
        for _ in 0..<300 { store.press(Key(.left)) }
        #expect(store.canvas.contains("\"lorem") && !store.canvas.contains("OLD"))
        store.press(Key(.right))
        #expect(store.canvas.contains("…") && !store.canvas.contains("\"lorem"))
    }

    @Test(arguments: 74...100) func `a text that does not fit ends with a mark at every width`(columns: Int) throws {
        var store = TestStore(size: Size(width: columns, height: 30))
        let end = "-446e-982f-10d4e238b0ed-982f-10d4e2"
        let (old, new) = (
            Self.exchange("a", "{\"id\": \"0123456789abcdef8f238c99-b5b5\(end)\"}"),
            Self.exchange("b", "{\"id\": \"0123456789abcdef9f4a3247-0d48\(end)\"}")
        )
        store.send(.history(.compare(.compared(try ComparisonWindow(old, new, rules: IgnoreRules())))))
        let line = try #require(store.canvas.lines.first { $0.contains("\"id\"") && $0.contains(" + ") })
        for (side, whole) in zip(line.components(separatedBy: " + "), [end + "\"", end + "\""]) {
            #expect(side.contains(whole) || side.contains("…"), "\(line)")
        }
    }

    @Test func `the name of a member stays in view before a late difference`() throws {
        let lead = String(repeating: "lorem ipsum ", count: 40)
        var store = TestStore.withTree()
        let (old, new) = (Self.exchange("a", "{\"got\": \"\(lead)OLD\"}"), Self.exchange("b", "{\"got\": \"\(lead)NEW\"}"))
        store.send(.history(.compare(.compared(try ComparisonWindow(old, new, rules: IgnoreRules())))))
        #expect(store.canvas.lines.contains { $0.contains("\"got\": …") && $0.contains("OLD") && $0.contains("NEW") })
    }

    @Test func `equal rows are shown once while the sides are below one another`() throws {
        var store = try Self.opened(Self.old.replacing("n7", with: "seven"))
        store.press(.character("t"))
        let counts = store.canvas.lines.map { $0.ranges(of: "\"id\": 7").count }
        #expect(counts.max() == 1)
    }

    @Test func `the cursor stays on its row when the arrangement changes`() throws {
        var store = try Self.opened(Self.old.replacing("n7", with: "seven").replacing("n30", with: "thirty"))
        store.press(.character("n"))
        store.press(.character("j"), .character("j"))
        #expect(try Self.window(store).current?.row?.left?.text.contains("31") == true)
        for _ in 0..<2 {
            let row = try Self.window(store).current?.row
            store.press(.character("t"))
            #expect(try Self.window(store).current?.row == row)
        }
        // Equal rows with the same text, such as closing brackets, are told apart.
        store.press(.character("k"))
        let closing = try Self.window(store).list.selected
        #expect(try Self.window(store).current?.row?.left?.text == "  }")
        for _ in 0..<2 { store.press(.character("t")) }
        #expect(try Self.window(store).list.selected == closing)
    }

    @Test(arguments: [
        ("{\"404\": [{\"\": 1}]}", "/404/*/"), ("[[1, {\"a/b\": 1}]]", "/*/*/a~1b"), ("{\"x\": {\"*\": [1]}}", "/x/*/*"),
    ]) func `a name that looks like an index is ignored as a name`(old: String, path: String) throws {
        let new = old.replacing("1}", with: "2}").replacing("[1]", with: "[2]")
        let window = try ComparisonWindow(Self.exchange("a", old), Self.exchange("b", new), rules: IgnoreRules())
        let rules = try #require(window.rulesIgnoringCurrent)
        #expect(rules.paths == [path])
        #expect(try ComparisonWindow(Self.exchange("a", old), Self.exchange("b", new), rules: rules).isEqual)
    }

    @Test func `dates and ids in headers are ignored by the rules`() throws {
        func exchange(_ id: String, _ date: String, _ uuid: String) -> Exchange {
            var exchange = Self.exchange(id, "{}")
            exchange.response?.headers["Date"] = date
            exchange.response?.headers["X-Request-Id"] = uuid
            return exchange
        }
        let old = exchange("a", "Mon, 23 Nov 2026 06:00:00 GMT", "123e4567-e89b-12d3-a456-426614174000")
        let new = exchange("b", "Tue, 24 Nov 2026 07:01:02 GMT", "00000000-e89b-12d3-a456-426614174000")
        func isEqual(_ rules: IgnoreRules) throws -> Bool { try ComparisonWindow(old, new, rules: rules).isEqual }
        #expect(try isEqual(IgnoreRules(ids: true, times: true)))
        #expect(try !isEqual(IgnoreRules(ids: true)) && !isEqual(IgnoreRules(times: true)))
        let later = exchange("b", "tomorrow", "00000000-e89b-12d3-a456-426614174000")
        #expect(try !ComparisonWindow(old, later, rules: IgnoreRules(ids: true, times: true)).isEqual)
    }

    @Test func aPathIsIgnoredInEveryElement() throws {
        var store = try Self.opened(Self.old.replacing("n7", with: "seven"))
        let rules = IgnoreRules(paths: ["/*/name"])
        #expect(store.press(.character("i")).first == .history(.compare("a", "b", rules)))
        #expect(store.press(.character("I")).first == .history(.compare("a", "b", IgnoreRules(times: true))))
        let again = try ComparisonWindow(
            Self.exchange("a", Self.old), Self.exchange("b", Self.old.replacing("n7", with: "x")), rules: rules)
        store.send(.history(.compare(.compared(again))))
        #expect(store.state.windows.count == 1)
        #expect(again.bodies.isEqual)
    }

    @Test func `the rules are saved with the request, which is open with other changes`() throws {
        var store = TestStore.opened()
        let path = try #require(store.state.request.path)
        store.press(.character("e"))
        store.type("x")
        let typed = store.state.request.draft
        var (old, new) = (Self.exchange("a", Self.old), Self.exchange("b", Self.old))
        for side in [\Exchange.origin.requestPath] { (old[keyPath: side], new[keyPath: side]) = (path, path) }
        let rules = IgnoreRules(paths: ["/*/name"], ids: true)
        store.send(.history(.compare(.compared(try ComparisonWindow(old, new, rules: rules)))))
        #expect(store.press(.character("s")) == [.history(.saveRules(rules, of: new.origin))])
        store.send(.history(.compare(.savedRules(rules, path: path))))
        var expected = typed
        expected.comparison = rules
        #expect(store.state.request.draft == expected)
    }

    @Test func `rules of a request without a file are not saved`() throws {
        var (old, new) = (Self.exchange("a", Self.old), Self.exchange("b", Self.old))
        (old.origin.requestPath, new.origin.requestPath) = (nil, nil)
        var store = TestStore.withTree()
        store.send(.history(.compare(.compared(try ComparisonWindow(old, new, rules: IgnoreRules(ids: true))))))
        #expect(!store.press(.character("s")).contains { if case .history = $0 { true } else { false } })
    }

    @Test func `bodies of replayed entries are compared in pairs`() async throws {
        let store = InMemoryHistoryStore()
        for (id, body) in [("a", "[1, 2]"), ("b", "[3]"), ("same", "[1,2]"), ("other", "[4]")] {
            await store.record(Self.exchange(id, body))
        }
        let (messages, sent) = AsyncStream<HistoryMessage>.makeStream()
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { sent.yield($0) }
        async let writing: Void = effects.writeRecords()
        await effects.run(.compareBodies(["a", "b", "a"], ["same", "other", "gone"]))
        effects.finishRecording()
        await writing
        sent.finish()
        let all = await messages.reduce(into: []) { $0.append($1) }
        guard case .compare(.comparedBodies(let differences))? = all.first else { return #expect(Bool(false), "\(all)") }
        #expect(Set(differences.keys) == ["other", "gone"] && differences["other"]?.contains("difference") == true)
    }

    @Test func `a replay is compared as soon as it is stored`() async throws {
        let store = InMemoryHistoryStore()
        await store.record(Self.exchange("a", "[1]"))
        let (messages, sent) = AsyncStream<HistoryMessage>.makeStream()
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { sent.yield($0) }
        effects.record(Self.exchange("b", "[2]"))
        async let compared: Void = effects.run(.compareReplay(old: "a", new: "b"))
        async let kept: Void = effects.writeRecords()
        await compared
        effects.finishRecording()
        await kept
        sent.finish()
        let all = await messages.reduce(into: []) { $0.append($1) }
        #expect(all.count == 2 && all.first == .store(.recorded))
        guard case .compare(.comparedReplay(let window))? = all.last else { throw CancellationError() }
        #expect(window.old.id == "a" && window.new.id == "b" && !window.hasSameResponse)
    }

    /// Records are no longer kept after the cancellation.
    @Test(.timeLimit(.minutes(5))) func `a replay is not waited for once recording is cancelled`() async {
        let store = InMemoryHistoryStore()
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { _ in }
        let recording = Task { await effects.writeRecords() }
        recording.cancel()
        await recording.value
        let (isEnded, end) = AsyncStream.makeStream(of: Bool.self)
        Task {
            await effects.run(.compareReplay(old: "a", new: "b"))
            end.yield(true)
        }
        // The limit of this test ends the wait with nil.
        var ends = isEnded.makeAsyncIterator()
        #expect(await ends.next() == true)
    }

    /// The body of a replayed response, the user's action before it arrives, and whether the comparison opens.
    @Test(arguments: [("seven", false, true), ("n7", false, false), ("seven", true, false)])
    func `a replay opens compared if it differs and nothing is being typed`(name: String, isTyping: Bool, opens: Bool) throws {
        var store = TestStore.withTree()
        store.send(.application(.focus(.history)))
        if isTyping { store.press(.character("/")) }
        let new = Self.exchange("b", Self.old.replacing("n7", with: name))
        let window = try ComparisonWindow(Self.exchange("a", Self.old), new, rules: IgnoreRules())
        store.send(.history(.compare(.comparedReplay(window))))
        #expect(store.state.windows.isEmpty != opens)
        #expect(opens || store.state.toasts.last?.action?.message == .history(.compare(.compared(window))))
    }

    @Test(arguments: [true, false])
    func `a slow comparison does not open over typed text`(isTyping: Bool) throws {
        var store = TestStore.withTree()
        store.send(.application(.focus(.history)))
        if isTyping { store.press(.character("/")) }
        store.send(.history(.compare(.waiting)))
        #expect(store.state.toasts.last?.action?.message == .history(.compare(.cancel)))
        let window = try ComparisonWindow(Self.exchange("a", Self.old), Self.exchange("b", Self.old), rules: IgnoreRules())
        store.send(.history(.compare(.made(window))))
        #expect(store.state.windows.isEmpty == isTyping)
        #expect(store.state.toasts.last?.action?.message == (isTyping ? .history(.compare(.compared(window))) : nil))
    }

    @Test func `the newer entry is replayed from the comparison, and replaced`() throws {
        var store = try Self.opened(Self.old.replacing("n7", with: "seven"))
        let window = try Self.window(store)
        let replayed = store.press(.character("R"))
        #expect(!replayed.isEmpty && replayed == store.send(.sending(.replay(window.new))))
        let again = try ComparisonWindow(Self.exchange("b", Self.old), Self.exchange("c", "[]"), rules: IgnoreRules())
        store.send(.history(.compare(.comparedReplay(again))))
        #expect(try Self.window(store).new.id == "c" && store.state.windows.count == 1)
    }

    @Test func ignoresTimesAndSizes() throws {
        var slow = Self.exchange("b", Self.old.replacing(",", with: ", "))
        slow.duration += 3
        let window = try ComparisonWindow(Self.exchange("a", Self.old), slow, rules: IgnoreRules())
        #expect(window.isEqual)
        #expect(window.lines.count { if case .fact(let text) = $0 { !text.isEmpty } else { false } } == 2)
    }

    @Test func `a comparison that does not begin is not announced`() {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed((0..<3).map { Sample.exchange("id\($0)").summary }, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character(" "), .character(" "), .character(" "))
        #expect(!store.press(.character("=")).contains { if case .after(_, .compareNotice, _) = $0 { true } else { false } })
        store.press(.character("M"))
        #expect(store.press(.character("=")).contains { if case .after(_, .compareNotice, _) = $0 { true } else { false } })
        for message in [ComparisonMessage.cancel, .exported("", name: "x")] {
            #expect(store.send(.history(.compare(message))).contains(.cancel(.compareNotice)))
        }
        #expect(store.send(.history(.store(.failed("no")))).contains(.cancel(.compareNotice)))
    }

    @Test func theDifferenceIsCopied() throws {
        var store = try Self.opened(Self.old.replacing("n7", with: "seven"))
        let window = try Self.window(store)
        #expect(store.press(.character("y")).first == .history(.exportDifference(window, .jsonPatch)))
        #expect(store.press(.character("Y")).first == .history(.exportDifference(window, .unifiedDiff)))
        #expect(store.send(.history(.compare(.exported("text", name: "the diff")))).last == .copy("text", name: "the diff"))
    }

    /// The compared entries depend on marks, the cursor and the shown response.
    @Test func comparesMarkedEntries() throws {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed((0..<3).map { Sample.exchange("id\($0)").summary }, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        #expect(store.press(.character("=")).first == .history(.compareWithEarlier(Sample.exchange("id0").summary)))
        store.press(.character(" "))
        #expect(store.press(.character("=")).first == .history(.compare("id0", "id1", nil)))
        store.press(.character("j"), .character(" "))
        #expect(store.press(.character("=")).first == .history(.compare("id0", "id2", nil)))
    }

    /// The earlier one may have been sent before the request was saved.
    @Test(arguments: [nil, "collections/c/a.request.json"])
    func aResponseIsComparedWithAnEarlierOne(path: String?) async throws {
        let store = InMemoryHistoryStore()
        let (first, second) = (Self.exchange("a", Self.old), Self.exchange("b", Self.old.replacing("n7", with: "seven")))
        var later = second
        later.startedAt += 10
        later.origin.requestPath = path
        await store.record(first)
        await store.record(later)
        let (messages, continuation) = AsyncStream.makeStream(of: HistoryMessage.self)
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { continuation.yield($0) }
        await effects.run(.compareWithEarlier(later.summary))
        continuation.finish()
        let window = await messages.reduce(nil) { found, message -> ComparisonWindow? in
            if case .compare(.made(let window)) = message { window } else { found }
        }
        #expect(window?.old.id == "a" && window?.new.id == "b")
        #expect(window?.bodies.counts.changed == 1)
    }
}
