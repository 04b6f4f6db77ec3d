import Foundation
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct HistoryUpdateTests {
    @Test func showsRowsAndOpensOne() {
        var store = TestStore.withHistory()
        #expect(store.canvas.contains("12:01 200 GET"))
        #expect(store.press(.character("j"), Key(.enter)) == [.history(.open("id1", owner: 0))])
        store.send(.history(.store(.opened(Sample.exchange("id1"), owner: store.state.response.owner))))
        #expect(store.state.focus == .response && store.state.response.head?.status == 200)
    }

    @Test(arguments: [
        ("", "http://127.0.0.1:8080/json/1GB", 30, "/json/1GB  127.0.0.1:8080"), ("", "http://127.0.0.1:8080/json/1GB", 15, "/json/1GB"),
        ("", "https://h.example/a/very/long/path?q=1", 12, "/a/…/path"), ("", "https://h.example/people/list", 10, "…/list"),
        ("", "https://h.example/abcdefghijkl", 7, "/ab…jkl"), ("", "https://h.example/a/very/long/", 10, "/a/…/long/"),
        ("List", "http://h.example/api/v1/people/12/ships", 22, "List  /api/…/12/ships"),
        ("", "http://h/%E6%97%A5%20x%2Fy?q=%C3%A9%26", 40, "/日 x%2Fy?q=é%26  h"),
        ("", "http://h/%1B%5B2J/%E2%80%AE/%FF/100%", 40, "/%1B[2J/%E2%80%AE/%FF/100%  h"),
        ("", "https://h.example/path?query=1", 10, "/path…ry=1"), ("", "https://h.example", 30, "h.example"),
        ("", "h.example/to?url=http://other/", 40, "/to?url=http://other/  h.example"),
        ("List people", "http://127.0.0.1/people", 13, "List people"),
        ("users", "https://h/v1/orders?status=open&page=1", 27, "users  …/orders?s…en&page=1"),
        ("users", "https://h/v1/people/17", 14, "users  …/17"), ("", "https://h/people?name=bob&limit=10", 18, "/people?n…limit=10"),
        ("List people", "http://127.0.0.1/people/12", 25, "List people  /people/12"),
        ("List people", "http://127.0.0.1/people", 52, "List people  /people"),
        ("List people", "http://127.0.0.1/people", 53, "List people  127.0.0.1/people"), ("List people", "http://h/", 8, "List pe…"),
    ])
    func titlesStartWithTheDistinguishingPart(name: String, url: String, columns: Int, expected: String) {
        var row = Sample.exchange(name: name).summary
        row.url = url
        let title = ExchangeTitle(row)
        let text = title.text(columns: columns)
        let place = title.place(columns: columns - text.count - 2)
        #expect(text + (place.map { "  " + $0 } ?? "") == expected)
    }

    @Test func aClickIntoTheFilterTypesThere() {
        var store = TestStore.withHistory()
        store.press(.character("/"))
        store.type("pilot")
        store.press(Key(.enter))
        #expect(store.state.layer == .nav)
        store.click("lot")
        store.type("x")
        #expect(store.state.history.filter?.text == "pixlot")
        // A click on a row ends typing, so that keys are for the row.
        store.click("List peo")
        #expect(store.state.layer == .nav)
        #expect(store.state.history.filter?.text == "pixlot")
    }

    @Test func replaysAndLoadsIntoTheEditor() {
        var store = TestStore.withHistory()
        #expect(store.press(.character("R")) == [.sending(.replay(ReplayJob("id0", owner: 0)))])
        #expect(store.press(.character("r")) == [.history(.load("id0", sends: true))])
        #expect(store.press(.character("e")) == [.history(.load("id0", sends: false))])
        store.send(.tabs(.compose(Sample.draft)))
        #expect(store.state.request.draft == Sample.draft)
        #expect(store.state.request.path == nil)
    }

    @Test func loadingAnEntrySentFromAFileReplacesThatFilesDraft() {
        var store = TestStore.withHistory()
        let origin = Exchange.Origin(workspace: "/somewhere/space", requestPath: Sample.draftPath, name: "Create")
        var old = Sample.draft
        old.method = "PATCH"
        let effects = store.send(.tabs(.composeAgain(old, origin)))
        #expect(effects.prefix(2) == [.workspace(.noteForeign(old)), .workspace(.noteRequest(path: Sample.draftPath))])
        #expect(store.state.request.path == Sample.draftPath)
        #expect(store.state.request.hasUnsavedChanges)
        // Where it is open already it is a change of that, which can be taken back.
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, store.state.request.draft)))
        old.method = "DELETE"
        store.send(.tabs(.composeAgain(old, origin)))
        #expect(store.state.tabs.count == 1)
        #expect(store.state.request.draft.method == "DELETE")
        store.send(.request(.undo))
        #expect(store.state.request.draft.method == "PATCH")
        // Another workspace's file is not meant, whatever the name of its folder.
        store.send(.tabs(.composeAgain(old, Exchange.Origin(workspace: "/other/space", requestPath: Sample.draftPath))))
        #expect(store.state.request.path == nil)
    }

    @Test func aFinishedExchangeIsListedFirst() {
        var store = TestStore.withHistory()
        store.send(.sending(.flight(.finished(Sample.exchange("new")))))
        #expect(store.state.history.rows.map(\.id) == ["new", "id0", "id1", "id2"])
    }

    @Test func `a sent request is in view although the cursor is on an older entry`() {
        var store = TestStore.withHistory(40)
        for _ in 0..<6 { store.press(.character("j")) }
        store.send(.application(.focus(.request)))
        for number in 1...30 { store.send(.sending(.flight(.finished(Sample.exchange("new\(number)", name: "Fresh \(number)"))))) }
        #expect(store.canvas.contains("Fresh 30") && store.state.history.current?.id == "id6")
        #expect(store.state.history.unseenCount == 0)
    }

    @Test func `a row names its environment also while all visible ones have the same`() {
        var store = TestStore.withTree()
        let rows = (0..<60).map { number in
            var exchange = Sample.exchange("id\(number)", name: "A")
            exchange.origin.environment = number == 59 ? nil : "qa-env"
            return exchange.summary
        }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        #expect(store.canvas.contains("qa-env"))
        store.send(.history(.store(.listed(Array(rows.dropLast()), after: nil, query: HistoryFilter()))))
        #expect(!store.canvas.contains("qa-env"))
    }

    @Test func `the frame counts the entries above the view of a list that is being read`() {
        var store = TestStore.withHistory(40)
        store.press(.character("G"))
        for number in 1...3 { store.send(.sending(.flight(.finished(Sample.exchange("new\(number)", name: "Fresh"))))) }
        #expect(store.state.history.unseenCount == 3 && store.state.history.current?.id == "id39")
        #expect(store.canvas.contains("3 newer above") && !store.canvas.contains("Fresh"))
        store.press(.character("g"), .character("g"))
        #expect(store.canvas.contains("Fresh") && !store.canvas.contains("newer above"))
    }

    /// The store may be read before it is written.
    @Test func keepsEntriesFinishedWhileTheListIsLoading() {
        var store = TestStore.withTree()
        store.send(.sending(.flight(.finished(Sample.exchange("new")))))
        store.send(.history(.store(.listed([Sample.exchange("id0").summary], after: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows.map(\.id) == ["new", "id0"])
        for page in [["new", "id0"], ["id0"]] {
            store.send(.history(.store(.listed(page.map { Sample.exchange($0).summary }, after: nil, query: HistoryFilter()))))
            #expect(store.state.history.rows.map(\.id) == page)
        }
    }

    @Test func mergesFinishedEntriesWithThoseOfOtherProcesses() {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([Sample.row("old", 0)], after: nil, query: HistoryFilter()))))
        for (id, second) in [("one", 10.0), ("two", 30)] {
            var exchange = Sample.exchange(id)
            exchange.startedAt += second
            store.send(.sending(.flight(.finished(exchange))))
        }
        let page = [Sample.row("newest", 40), Sample.row("between", 20), Sample.row("old", 0)]
        store.send(.history(.store(.listed(page, after: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows.map(\.id) == ["newest", "two", "between", "one", "old"])
    }

    @Test func pinsAndDeletes() {
        var store = TestStore.withHistory()
        #expect(store.press(.character("P")).first == .history(.setPinned(true, ["id0"])))
        #expect(store.canvas.contains("◆"))
        store.press(.character("P"))
        #expect(!store.press(.character("d")).contains(.history(.delete(["id0"]))))
        #expect(store.state.history.rows.map(\.id) == ["id1", "id2"])
        #expect(store.send(.history(.deleteForGood(["id0"]))) == [.history(.delete(["id0"]))])
    }

    @Test func marksSelectSeveralEntries() throws {
        var store = TestStore.withHistory()
        store.press(.character(" "), .character(" "))
        #expect(store.state.history.marks.rows.keys.sorted() == ["id0", "id1"])
        #expect(store.canvas.contains("History, 2 marked"))
        #expect(store.press(.character("P")).first == .history(.setPinned(true, ["id0", "id1"])))
        #expect(store.state.history.marks.isEmpty)
        store.send(.history(.clearMarks))
        store.press(.character("g"), .character("g"), .character(" "), .character("j"), .character(" "))
        store.press(.character("d"))
        // Pinned entries stay.
        #expect(store.state.history.rows.map(\.id) == ["id0", "id1"])
        let action = try #require(store.state.toasts.last?.action)
        #expect(
            store.send(.application(.toast(.answer(store.state.toasts[0].id, action.message)))).first == .cancel(.deleteExchange("id2")))
    }

    @Test func confirmsASetOnceBeforeReplaying() throws {
        var store = TestStore.withHistory()
        store.press(.character(" "), .character(" "))
        #expect(store.press(.character("R")).isEmpty)
        guard let question = store.state.windows.last?.content as? Question<Message> else { throw MissingWindow() }
        #expect(question.items == ["2 × GET at 127.0.0.1"])
        let jobs = store.press(.character("r")).compactMap { effect -> ReplayRunJob? in
            if case .sending(.replayAll(let job)) = effect { job } else { nil }
        }
        #expect(jobs.map { $0.entries.map(\.id) } == [["id1", "id0"]])
        #expect(store.state.history.marks.isEmpty)
    }

    @Test func `marked entries are exported, the oldest first, and a file is replaced only after a question`() {
        var store = TestStore.withHistory()
        store.press(.character(" "), .character(" "), .character("X"))
        store.press(.control("u"))
        store.type("a.har")
        let written = store.press(Key(.enter))
        guard case .history(.export(let ids, let path, let overwrites))? = written.last else {
            return #expect(Bool(false), "nothing is written")
        }
        #expect(ids == ["id1", "id0"] && !overwrites && path.hasSuffix("a.har"))
        store.send(.history(.export(.exists(ids, path: path))))
        #expect(store.press(.character("o")) == [.history(.export(ids, path: path, overwrites: true))])
    }

    private struct MissingWindow: Error {}

    @Test func notesAndTagsAreWrittenInOneLine() {
        var store = TestStore.withHistory()
        store.press(.character("a"))
        #expect(store.canvas.contains("#tags"))
        store.type("slow again #bug #later")
        let notes = Exchange.Notes(text: "slow again", tags: ["bug", "later"])
        #expect(
            store.press(Key(.enter)).filter { if case .after = $0 { false } else { true } } == [
                .history(.setNotes(notes, "id0", replacing: Exchange.Notes()))
            ])
        #expect(store.state.toasts.map(\.kind) == [.done] && store.state.history.rows[0].notes == notes)
    }

    @Test func `tags and notes that do not fit are cut with a sign`() {
        var store = TestStore.withHistory()
        store.press(.character("a"))
        store.type(String(repeating: "long note ", count: 20) + (0..<20).map { " #tag\($0)" }.joined())
        store.press(Key(.enter), .character("z"))
        #expect(store.canvas.lines.contains { $0.contains("#tag0") && $0.contains("…") })
    }

    @Test func filtersAreSavedAndUsed() {
        var store = TestStore.withHistory()
        store.press(.character("/"))
        store.type("failed")
        store.press(Key(.enter))
        #expect(store.press(.character("F")) == [.history(.listFilters)])
        store.send(.history(.filters(.listed([SavedFilter(name: "slow", text: "time:>1s")]))))
        store.type("save")
        store.press(Key(.enter))
        // Names like those of actions or of other filters are names like all others.
        store.type("delete")
        #expect(store.press(Key(.enter)).first == .history(.saveFilter(SavedFilter(name: "delete", text: "failed"))))
        store.send(.history(.filters(.listed([SavedFilter(name: "slow", text: "time:>1s")]))))
        store.type("slow")
        #expect(store.press(Key(.enter)) == [.history(.list(after: nil, filter: HistoryFilter(text: "time:>1s")))])
    }

    @Test func showsTheHistoryOfTheRequestInFront() {
        var store = TestStore.opened()
        let effects = store.press(.character("g"), .character("h"))
        #expect(effects.contains(.history(.list(after: nil, filter: HistoryFilter(text: "request:\(Sample.draftPath)")))))
        #expect(store.state.focus == .history)
    }

    @Test func distinguishesNoMatchesFromAnEmptyHistoryWhenReplaying() {
        var store = TestStore.withHistory(0)
        store.press(.character("R"))
        #expect(store.state.toasts.last?.text.contains("the history is empty") == true)
        store.press(.character("/"), .character("z"), Key(.enter), .character("R"))
        #expect(store.state.toasts.last?.text.contains("no matches") == true)
    }

    @Test func deletedEntriesCanBeRestoredForAWhile() throws {
        var store = TestStore.withHistory()
        let effects = store.press(.character("d"))
        #expect(effects.first == .after(.seconds(8), .deleteExchange("id0"), .history(.deleteForGood(["id0"]))))
        // The list omits it, even when it is read again.
        store.send(.history(.store(.listed((0..<3).map { Sample.exchange("id\($0)").summary }, after: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows.map(\.id) == ["id1", "id2"])
        let action = try #require(store.state.toasts.last?.action)
        let back = store.send(.application(.toast(.answer(store.state.toasts[0].id, action.message))))
        #expect(back == [.cancel(.deleteExchange("id0")), .history(.list(after: nil, filter: HistoryFilter()))])
        store.send(.history(.store(.listed((0..<3).map { Sample.exchange("id\($0)").summary }, after: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows.count == 3 && store.state.history.current?.id == "id1")
        store.press(.character("d"))
        #expect(store.press(.character("u")).first == .cancel(.deleteExchange("id1")))
        #expect(store.state.toasts.isEmpty, "what was restored is not called deleted")
        // Leaving does not bring it back.
        store.press(.character("d"))
        #expect(store.send(.application(.quitNow)).first == .history(.delete(["id2"])))
    }

    @Test func `many requests do not lengthen the list while its beginning is visible`() {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([], after: nil, query: HistoryFilter()))))
        for number in 0..<3_000 { store.send(.history(.store(.ended([Sample.row("\(number)", Double(number))])))) }
        #expect(store.state.history.rows.count <= 1_000 && store.state.history.rows[0].id == "2999")
        store.send(.application(.focus(.history)))
        #expect(store.press(.character("G")).contains(.history(.listEnd(before: nil, filter: HistoryFilter()))))
        let rows = store.state.history.rows.count
        for number in 3_000..<5_000 { store.send(.history(.store(.ended([Sample.row("\(number)", Double(number))])))) }
        #expect(store.state.history.rows.count == rows + 2_000, "the cursor is among the old ones")
    }

    @Test func refreshesAFilteredListAfterASend() {
        var store = TestStore.withHistory()
        #expect(store.send(.history(.store(.recorded))) == [.history(.listNews(filter: HistoryFilter(), tellsNone: false))])
        store.press(.character("/"))
        store.type("a")
        let news = HistoryEffect.listNews(filter: HistoryFilter(text: "a"), tellsNone: false, isNews: true)
        #expect(store.send(.history(.store(.recorded))) == [.history(news)])
    }

    @Test func insertsEntriesOfOtherProcessesInOrder() {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([Sample.row("new", 30), Sample.row("old", 10)], after: nil, query: HistoryFilter()))))
        #expect(store.send(.application(.focus(.history))) == [.history(.listNews(filter: HistoryFilter(), tellsNone: true))])
        #expect(store.send(.application(.focus(.history))).isEmpty)
        store.press(.character("j"))
        let found = [Sample.row("newest", 40), Sample.row("new", 30), Sample.row("between", 20), Sample.row("old", 10)]
        store.send(.history(.store(.found(found, query: HistoryFilter(text: "other")))))
        #expect(store.state.history.rows.count == 2)
        for _ in 0..<2 { store.send(.history(.store(.found(found, query: HistoryFilter())))) }
        #expect(store.state.history.rows.map(\.id) == ["newest", "new", "between", "old"])
        #expect(store.state.history.current?.id == "old")
        var noted = Sample.row("between", 20)
        noted.notes = Exchange.Notes(text: "theirs")
        store.send(.history(.store(.found([Sample.row("new", 30), noted, Sample.row("old", 10)], query: HistoryFilter()))))
        #expect(store.state.history.rows.map(\.id) == ["new", "between", "old"])
        #expect(store.state.history.rows[1].notes.text == "theirs" && store.state.history.current?.id == "old")
    }

    @Test func escapeClosesAnAppliedFilter() {
        var store = TestStore.withHistory()
        store.press(.character("/"))
        store.type("a")
        store.press(Key(.enter))
        #expect(store.press(Key(.escape)) == [.history(.list(after: nil, filter: HistoryFilter()))])
        #expect(store.state.history.filter == nil)
    }

    @Test func ignoresResultsOfAnEarlierFilter() {
        var store = TestStore.withHistory()
        store.press(.character("/"))
        store.type("pil")
        #expect(store.effects.last == .history(.list(after: nil, filter: HistoryFilter(text: "pil"))))
        store.send(.history(.store(.listed([], after: nil, query: HistoryFilter(text: "p")))))
        #expect(store.state.history.rows.count == 3)
        store.send(.history(.store(.listed([], after: nil, query: HistoryFilter(text: "pil")))))
        #expect(store.state.history.rows.isEmpty)
    }

    /// A long search shows its results so far, and does not request more before it ends.
    @Test func showsPartialResultsUntilThePageIsComplete() {
        var store = TestStore.withHistory()
        store.press(.character("/"))
        store.type("p")
        let query = HistoryFilter(text: "p")
        store.send(.history(.store(.listed(Sample.page(1, 1), after: nil, query: query, isPart: true))))
        #expect(store.state.history.showsPartialPage && store.state.history.rows.count == 1)
        #expect(store.press(Key(.down)).isEmpty)
        store.send(.history(.store(.listed(Sample.page(1, 3), after: nil, query: query))))
        #expect(!store.state.history.showsPartialPage && !store.state.history.hasMore && store.state.history.rows.count == 3)
        store.send(.history(.store(.listed([], after: nil, query: query, isPart: true))))
        store.type("i")
        #expect(!store.state.history.showsPartialPage && store.state.history.isLoading)
    }

    @Test func showsTheDateOfEntriesFromOtherDays() {
        var store = TestStore.withTree()
        var old = Sample.exchange("old").summary
        old.startedAt -= 86_400
        let rows = [Sample.exchange("new").summary, old]
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter(), at: rows[0].startedAt))))
        #expect(store.canvas.contains("12:01 200") && store.canvas.contains(" 1969-12-31"))
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter(), at: rows[0].startedAt + 86_400))))
        #expect(store.canvas.contains(" 01-01"))
    }

    @Test(arguments: [(125.0, "2 min 5 s"), (834, "13 min 54 s"), (8434, "140 min 34 s")])
    func longDurationsKeepTheirUnit(seconds: Double, expected: String) {
        var store = TestStore.withTree()
        let rows = [0.5, seconds].enumerated().map { index, duration in
            var row = Sample.exchange("id\(index)").summary
            row.duration = duration
            return row
        }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("z"))
        #expect(store.canvas.contains(" \(expected) ") && store.canvas.contains(" 500 ms "))
    }

    @Test func readsTheNextPageInAdvance() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        var effects: [Effect] = []
        for _ in 0..<HistoryState.pageSize - 10 { effects += store.press(.character("j")) }
        #expect(effects == [.history(.list(after: store.state.history.rows.last?.cursor, filter: HistoryFilter()))])
        #expect(store.press(.character("k")).isEmpty)
    }
}
