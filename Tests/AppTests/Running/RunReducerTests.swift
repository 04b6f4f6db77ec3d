import Engine
import HTTP
import HTTPTesting
import Screen
import Synchronization
import TestFixtures
import Testing
import Widgets

@testable import App
@testable import Workspace

/// A run of a folder: questions before it, its window, and its end.
@Suite struct RunReducerTests {
    /// A response, a response with a failed assertion, and a request that was not sent.
    static var results: [RunResult] {
        var passed = RunResult(title: "star-wars/people/list", iteration: 1)
        passed.exchange = Sample.exchange("first")
        var failed = RunResult(title: "star-wars/people/create", iteration: 1)
        failed.exchange = Sample.exchange("second", status: 500)
        failed.exchange?.error = Exchange.Failure(code: "timedOut", message: "No response within 30 s.")
        var refused = RunResult(title: "star-wars/planets", iteration: 1)
        refused.refusal = "no value for {{pin}}"
        return [passed, failed, refused]
    }

    private func window(_ store: TestStore) -> RunWindow? {
        store.state.windows.last?.content as? RunWindow
    }

    private func job(_ effects: [Effect]) -> RunJob? {
        effects.compactMap { if case .run(.run(let job)) = $0 { job } else { nil } }.first
    }

    private func started() -> TestStore {
        var store = TestStore.withTree()
        store.send(.run(.ask(path: "collections/star-wars")))
        store.press(.character("r"))
        store.send(.run(.progress(.planned(3))))
        return store
    }

    private func finished() -> TestStore {
        var store = started()
        for (index, result) in Self.results.enumerated() { store.send(.run(.progress(.took(RunRow(result), at: .seconds(index))))) }
        store.send(.run(.progress(.ended(nil))))
        return store
    }

    @Test(arguments: [false, true]) func `the cancelling key stops a run, and quitting names the run`(isHidden: Bool) {
        var store = started()
        if isHidden { store.press(Key(.escape)) }
        if isHidden {
            store.press(.control("q"))
            #expect(store.canvas.contains("The run stops after 0 of 3 requests."))
            store.press(Key(.escape))
        }
        #expect(store.press(.control("c")).contains(.cancel(.run)))
        #expect(store.state.run?.isStopped == true)
    }

    @Test func `the title bar shows a run whose window is hidden, until it ends`() {
        var store = started()
        store.send(.run(.progress(.took(RunRow(Self.results[0]), at: .seconds(1)))))
        #expect(!store.canvas.lines[0].contains("run 1/3"))
        store.press(Key(.escape))
        #expect(store.canvas.lines[0].contains("run 1/3"))
        store.click("run 1/3")
        #expect(window(store) != nil)
        store.press(Key(.escape))
        store.send(.run(.progress(.ended(nil))))
        #expect(!store.canvas.lines[0].contains("run 1"))
    }

    @Test func `the reason of a failure is shown beside the request`() {
        let store = finished()
        #expect(store.canvas.lines.contains { $0.contains("people/create") && $0.contains("No response within 30 s.") })
        #expect(store.canvas.lines.contains { $0.contains("planets") && $0.contains("no value for {{pin}}") })
    }

    @Test func `the question names requests that are sent as saved`() {
        var store = TestStore.opened()
        store.send(.run(.ask(path: "collections/star-wars")))
        #expect(store.question?.text.contains("sent as saved") == false)
        store.press(Key(.escape))
        store.send(.application(.focus(.request)))
        store.press(.character("e"))
        store.type("x")
        store.press(Key(.escape))
        store.send(.run(.ask(path: "collections/star-wars")))
        #expect(store.question?.text.contains("1 request with unsaved changes is sent as saved.") == true)
    }

    @Test func `a run asks once, with its numbers and its environment`() {
        var store = TestStore.withTree()
        store.send(.application(.focus(.tree)))
        store.press(.character("R"))
        #expect(store.question?.items == ["1 POST", "2 GET"])
        #expect(store.question?.text.contains("local") == true)
        let job = job(store.press(Key(.enter)))
        #expect(job?.path == "collections/star-wars")
        #expect(job?.environment?.name == "local")
    }

    @Test func `a protected environment is named, and Enter sends nothing`() {
        var store = TestStore.withTree()
        store.state.workspace.chosenEnvironments["collections/star-wars"] = "collections/star-wars/environments/swapi.json"
        store.send(.run(.ask(path: "collections/star-wars")))
        #expect(store.question?.choices.first?.label == "Cancel")
        #expect(store.question?.text.contains("“swapi” is protected") == true)
        #expect(job(store.press(Key(.enter))) == nil)
        // Nothing that only reads asks for more.
        store.send(.run(.ask(path: "collections/star-wars/planets.request.json")))
        #expect(store.question?.choices.first?.label == "Run")
        #expect(store.question?.text == "Environment: swapi.")
    }

    @Test func `a run at the start waits for its requests and its environment, which may be protected`() {
        var store = TestStore()
        store.state.workspace.chosenEnvironments["collections/star-wars"] = "collections/star-wars/environments/swapi.json"
        let collection = WorkspaceNode(path: "collections/star-wars", name: "star-wars", kind: .collection, children: [])
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: false)))
        store.send(.application(.focus(.tree)))
        store.press(.character("R"))
        #expect(store.state.windows.isEmpty && store.state.toasts.isEmpty)
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        #expect(store.question?.items == ["1 POST", "2 GET"])
        #expect(store.question?.text.contains("“swapi” is protected") == true)
        store.press(Key(.escape))
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        #expect(store.state.windows.isEmpty)
    }

    @Test func `the question of a run can choose another environment`() {
        var store = TestStore.withTree()
        store.send(.run(.ask(path: "collections/star-wars/people")))
        store.press(.character("e"), Key(.down), Key(.enter))
        #expect(store.question?.text.contains("“swapi”") == true)
    }

    @Test func `options are typed in a form`() throws {
        let values = ["jobs": "8", "iterations": "3", "retries": "1", "delay": "50", "data": " rows.csv ", "stops": "Yes", "statuses": "y"]
        let job = try RunJob(name: "x", path: "collections/x").applying(values)
        #expect(job.settings.jobs == 8 && job.repetitions == 3 && job.settings.retries == 1 && job.dataPath == "rows.csv")
        #expect(job.settings.delay == .milliseconds(50) && job.settings.stopsAtFailure && job.settings.failsByStatus)
        // The form shows the accepted values.
        #expect(try RunJob(name: "x", path: "collections/x").applying(Dictionary(job.fields.map { ($0.id, $0.input.text) }) { $1 }) == job)
    }

    @Test(arguments: RunOption.allCases.filter { ![.data, .stops, .statuses].contains($0) })
    func `a number that is too large is refused`(option: RunOption) {
        let job = RunJob(name: "x", path: "x")
        var values = Dictionary(job.fields.map { ($0.id, $0.input.text) }) { $1 }
        #expect(throws: Never.self) { try job.applying(values) }
        values[option.rawValue] = "\(Int.max)"
        #expect(throws: FieldError.self) { try job.applying(values) }
    }

    @Test func `Escape leads from the options of a run back to its question`() {
        var store = TestStore.withTree()
        store.send(.run(.chooseOptions(RunJob(name: "x", path: "collections/star-wars"))))
        store.press(Key(.escape))
        #expect(store.question != nil)
    }

    @Test func `typing replaces a prefilled option, and a choice is switched by key and by mouse`() {
        var store = TestStore.withTree()
        store.send(.run(.chooseOptions(RunJob(name: "x", path: "collections/star-wars"))))
        func values() -> [String: String] {
            guard let form = store.state.windows.last?.content as? FormState<Message> else { return [:] }
            return form.fields.values
        }
        store.type("8")
        store.press(Key(.enter))
        store.type("3")
        #expect(values()["jobs"] == "8" && values()["iterations"] == "3")
        store.click("[ ]")
        #expect(values()["stops"] == "yes")
        store.press(.character("n"))
        #expect(values()["stops"] == "no")
        store.press(.character(" "))
        #expect(values()["stops"] == "yes")
    }

    @Test func `a click on a label selects its field and the text in it`() {
        var store = TestStore.withTree()
        store.send(.run(.chooseOptions(RunJob(name: "x", path: "collections/star-wars"))))
        store.click(RunOption.iterations.label)
        store.type("7")
        guard let form = store.state.windows.last?.content as? FormState<Message> else { return #expect(Bool(false), "no form") }
        #expect(form.fields.values["iterations"] == "7" && form.fields.values["jobs"] != "7")
    }

    @Test(arguments: [
        (RunOption.jobs, "0"), (.jobs, "many"), (.iterations, "-1"), (.delay, "1 s"), (.stops, "perhaps"), (.statuses, "4xx"),
    ])
    func `an invalid value is named`(option: RunOption, text: String) {
        let job = RunJob(name: "x", path: "collections/x")
        var values = Dictionary(job.fields.map { ($0.id, $0.input.text) }) { $1 }
        values[option.rawValue] = text
        let error = #expect(throws: FieldError.self) { try job.applying(values) }
        #expect(error?.field == option.rawValue && error?.reason.hasPrefix(option.label) == true)
    }

    @Test func `results are listed, and their responses open from the history`() {
        var store = finished()
        #expect(store.state.run.map { run in (0..<run.rows.count).map { run.rows[$0].isPassed } } == [true, false, false])
        #expect(store.state.run?.failedCount == 2)
        #expect(store.press(Key(.up), Key(.up), Key(.enter)).contains(.history(.open("first", owner: store.state.tabs.front.id))))
        #expect(store.state.windows.isEmpty)
        store.send(.run(.show))
        #expect(window(store)?.list.selected == 0)
    }

    @Test func `Esc in the response of a result returns to the results`() {
        var store = finished()
        store.press(Key(.up), Key(.up), Key(.enter))
        store.send(.history(.store(.opened(Sample.exchange("first"), owner: store.state.tabs.front.id))))
        #expect(store.state.focus == .response)
        store.press(Key(.escape))
        #expect(window(store)?.list.selected == 0)
        // Closing the results ends it.
        store.press(Key(.escape), Key(.escape))
        #expect(store.state.windows.isEmpty)
    }

    @Test func `the response of a result shows its checks`() throws {
        var store = started()
        var result = Self.results[0]
        let captured = CheckReport.Captured(variable: "id", place: "JSON $.id", value: CapturedValue("7", isSecret: false), problem: nil)
        result.checks = CheckReport(captures: [captured], assertions: [])
        store.send(.run(.progress(.took(RunRow(result), at: .zero))))
        store.press(Key(.enter))
        store.send(.history(.store(.opened(Sample.exchange("first"), owner: store.state.tabs.front.id))))
        #expect(store.state.response.checks == result.checks)
    }

    @Test func `the list of failures opens no response for a request that was not sent`() {
        var store = finished()
        store.press(.character("f"), Key(.end))
        #expect(store.press(Key(.enter)).allSatisfy { if case .history = $0 { false } else { true } })
        #expect(window(store)?.showsFailures == true)
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `a request that was not sent opens from its result`() {
        var store = finished()
        let path = "collections/star-wars/people/create.request.json"
        var refused = RunResult(title: "create", iteration: 1, file: path)
        refused.refusal = "no value for {{pin}}"
        store.send(.run(.progress(.took(RunRow(refused), at: .zero))))
        store.press(Key(.end))
        let effects = store.press(Key(.enter))
        #expect(effects.contains(.workspace(.readRequest(path: path))))
        #expect(store.state.windows.isEmpty && store.state.toasts.last?.action?.message == .run(.show))
    }

    @Test func `requests in flight are listed with their waiting times until their results arrive`() {
        var store = started()
        func waiting(_ file: String) -> RunRow { RunRow(RunResult(title: file, iteration: 1, file: file)) }
        store.send(.run(.progress(.began(waiting("slow"), at: .zero))))
        store.send(.run(.progress(.began(waiting("quick"), at: .seconds(2)))))
        store.send(.run(.progress(.ticked(at: .seconds(3)))))
        #expect(store.state.run?.inFlight.map(\.row.title) == ["slow", "quick"])
        #expect(store.canvas.text.contains("3 s  slow"))
        store.send(.run(.progress(.took(waiting("slow"), at: .seconds(4)))))
        #expect(store.state.run?.inFlight.map(\.row.title) == ["quick"])
        store.send(.run(.progress(.took(waiting("quick"), at: .seconds(4)))))
        #expect(store.state.run?.rate == 0.5)
        store.send(.run(.progress(.began(waiting("last"), at: .seconds(5)))))
        store.send(.run(.progress(.ended(nil))))
        #expect(store.state.run?.inFlight.isEmpty == true)
    }

    @Test func `results beyond one block keep their order`() {
        var rows = RunRows()
        for number in 0..<600 { rows.append(RunRow(RunResult(title: "\(number)", iteration: 1))) }
        #expect(rows.count == 600 && [0, 255, 256, 599].map { rows[$0].title } == ["0", "255", "256", "599"])
    }

    @Test func `stopping cancels requests in flight`() {
        var store = started()
        #expect(store.press(.character("x")) == [.cancel(.run)])
        store.send(.run(.progress(.ended(nil))))
        #expect(store.state.run?.isStopped == true && store.state.run?.isOver == true)
    }

    @Test func `a request that stopping cancels is no failure`() {
        var store = started()
        var cancelled = RunResult(title: "star-wars/planets", iteration: 1)
        cancelled.exchange = Sample.exchange("third")
        cancelled.exchange?.response = nil
        cancelled.exchange?.error = Exchange.Failure(code: HTTPError.Code.cancelled.name, message: "Cancelled.")
        for result in [Self.results[1], cancelled] { store.send(.run(.progress(.took(RunRow(result), at: .zero)))) }
        store.send(.run(.progress(.ended(nil))))
        #expect(store.state.run?.failedCount == 1 && store.state.run?.cancelledCount == 1)
        store.press(.character("f"))
        #expect(!store.canvas.contains("star-wars/planets"))
    }

    @Test func `a hidden run continues and reports its end`() {
        var store = started()
        store.press(Key(.escape))
        #expect(store.state.windows.isEmpty)
        store.send(.run(.progress(.took(RunRow(Self.results[1]), at: .zero))))
        #expect(store.state.windows.isEmpty)
        store.send(.run(.progress(.ended(nil))))
        #expect(store.state.toasts.last?.action?.message == .run(.show))
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `a second run is refused while one is running`() {
        var store = started()
        store.press(Key(.escape))
        store.send(.run(.ask(path: "collections/star-wars")))
        #expect(store.state.windows.isEmpty)
        #expect(store.state.toasts.last?.action?.message == .run(.show))
    }

    @Test func `captured values are known to the workbench`() {
        var store = started()
        var result = Self.results[0]
        let token = CheckReport.Captured(
            variable: "token", place: "JSON $.token", value: CapturedValue("abc", isSecret: true), problem: nil)
        result.checks = CheckReport(captures: [token], assertions: [])
        // A request can choose another environment than the run.
        result.exchange?.origin.environment = "swapi"
        store.send(.run(.progress(.took(RunRow(result), at: .zero))))
        let captured = store.state.workspace.captured(for: "collections/star-wars/planets.request.json")
        #expect(captured["swapi"]["token"]?.text == "abc" && captured["local"]["token"] == nil)
    }

    @Test func `running again asks with the present environment`() {
        var store = finished()
        for isProtected in [true, nil] as [Bool?] {
            var tree = Sample.tree
            let local = tree.environments["collections/star-wars"]?.firstIndex { $0.name == "local" }
            if let local, isProtected == true { tree.environments["collections/star-wars"]?[local].isProtected = true }
            if let local, isProtected == nil { tree.environments["collections/star-wars"]?.remove(at: local) }
            store.send(.workspace(.opened(tree, isWhole: true)))
            store.send(.run(.again))
            let text = store.question?.text
            #expect(text?.contains("“local” is protected") == isProtected ?? false)
            #expect(text?.contains("No environment") == (isProtected == nil))
            store.send(.window(.close))
        }
    }
}
