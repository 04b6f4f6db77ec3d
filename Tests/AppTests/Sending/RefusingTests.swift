import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Sends that are refused, where one pane is shown.
@Suite struct RefusingTests {
    private func opened() -> TestStore {
        var store = TestStore.withTree(size: Size(width: 80, height: 24))
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.application(.focus(.request)))
        store.press(.function(5))
        return store
    }

    private static let job = SendJob(draft: Sample.draft, path: Sample.draftPath, environmentPath: nil)

    private static func undefined(_ name: String, at place: ResolutionPlace) -> ResolutionIssue {
        ResolutionIssue(place: place, kind: .undefined, name: name, message: "{{\(name)}} is not defined")
    }

    @Test func `only an undefined plain variable counts as a problem of the environment`() {
        let missing = Self.undefined("a", at: .url)
        let others = [Self.undefined("$nosuch", at: .url), Self.undefined("env:NO", at: .url)]
        #expect(others.allSatisfy { !$0.lacksVariable } && !SendProblems(others, of: Self.job).lacksEnvironment)
        let problems = SendProblems(others + [missing], of: Self.job)
        #expect(problems.lacksEnvironment && problems.reasons.map { $0.contains("environment") } == [false, false, true])
        #expect(problems.brief == others[0].message)
        var job = Self.job
        job.environmentName = "local"
        #expect(!SendProblems([missing], of: job).lacksEnvironment)
        #expect(!SendProblems([missing], of: SendJob(draft: Sample.draft, path: nil, environmentPath: nil)).lacksEnvironment)
    }

    @Test func `only a problem with a variable has a brief form`() {
        let invalid = ResolutionIssue(place: .header("A: {{b}} c"), kind: .invalid, message: "a value is required")
        let secret = ResolutionIssue(place: .url, kind: .secret, name: "t", message: "the secret {{t}} needs permission")
        #expect([invalid, secret].map { SendProblems([$0], of: Self.job).brief } == [nil, nil])
        #expect(SendProblems([], of: Self.job).brief == nil && SendProblems([], of: Self.job).reasons == [])
    }

    @Test func `a refused request stays visible, since there is no response`() {
        var store = opened()
        store.send(.sending(.refused(["URL: {{host}} is not defined"])))
        #expect(store.state.focus == .request)
        #expect(store.canvas.contains("{{host}} is not defined"))
    }

    @Test func `one line names the undefined variable and the remedy`() throws {
        var store = opened()
        let problems = SendProblems(
            [
                Self.undefined("customer", at: .pathParameter("customer-of-the-order")), Self.undefined("missing", at: .header("X-A")),
            ], of: Self.job)
        let reasons = problems.reasons
        store.send(.sending(.unresolved(problems)))
        let key = try #require(store.state.keymap.shownKey(of: "environment.pick"))
        let placed = try #require(store.state.placedToasts.first)
        #expect(placed.isCut && placed.lines.count == 1 && placed.lines[0].contains("{{customer}} is not defined"))
        #expect(placed.lines[0].contains(key) && !placed.lines[0].contains("…"))
        #expect(store.state.toasts.last?.text.contains(reasons[0]) == true)
        #expect(store.state.response.refusal?.contains(key) == true)
    }

    @Test func `the response pane reports that nothing was sent, and keeps the previous response`() {
        var store = TestStore.withResponse("{}", type: "application/json")
        store.send(.sending(.refused(["URL: {{host}} is not defined"])))
        #expect(store.canvas.text.contains(/3 Response  Not sent  earlier response:  200 OK/))
        store.send(.sending(.refused(["no"], .copy(withSecrets: true))))
        let owner = store.state.response.owner
        store.start("two", owner: owner)
        #expect(store.state.response.refusal == nil)
        store.send(.sending(.refused([], owner: owner + 1)))
        #expect(store.state.response.refusal == nil)
    }

    @Test func `the reasons of a refusal fill an empty response pane`() {
        var store = TestStore.withTree()
        store.send(.sending(.refused(["URL: {{host}} is not defined"])))
        // They are said once, and kept among the notifications.
        #expect(store.state.toasts.isEmpty && store.state.pastToasts.last?.text == "Not sent: URL: {{host}} is not defined")
        #expect(store.canvas.contains("URL: {{host}} is not defined"))
    }

    @Test func `a long reason of several continues after its sign`() throws {
        var store = TestStore.withTree()
        let long = "header X-A: " + String(repeating: "{{missing}} ", count: 20)
        store.send(.sending(.refused([long, "URL: {{host}} is not defined"])))
        let canvas = store.canvas
        let sign = try #require(canvas.position(of: "• header"))
        #expect(canvas[Point(x: sign.x, y: sign.y + 1)].glyph == 0x20)
        #expect(canvas[Point(x: sign.x + 2, y: sign.y + 1)].glyph != 0x20)
    }

    @Test func `the reasons take the place of an earlier failure`() {
        var store = TestStore.withTree()
        store.start("one")
        store.send(.sending(.flight(.finished(Sample.exchange("one", status: nil)))))
        #expect(store.canvas.contains("Nothing listens there."))
        store.send(.sending(.refused(["Timeout: expected a number"])))
        #expect(store.canvas.contains("Timeout: expected a number") && !store.canvas.contains("Nothing listens there."))
        #expect(store.state.toasts.isEmpty && store.state.response.showsRefusal)
        store.send(.response(.selectTab(.trace)))
        #expect(!store.state.response.showsRefusal)
    }

    @Test func `the message about a field goes when the field is valid or gone`() {
        var draft = Sample.draft
        draft.captures = [Capture(variable: "q", from: "foo")]
        var store = TestStore.opened(draft)
        store.state.size = Size(width: 80, height: 24)
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.tests)))
        store.press(.function(5))
        #expect(store.state.toasts.last?.topic == .sending && store.canvas.contains("(Esc)"))
        store.press(.character("j"))
        #expect(store.state.toasts.last?.topic == .sending)
        store.state.request.reveal(.captures)
        store.press(.character("k"))
        store.send(.request(.row(.delete)))
        #expect(store.state.request.draft.captures.isEmpty && store.state.toasts.allSatisfy { $0.topic != .sending })
    }

    @Test func `a click on the reason goes to the problem`() {
        var store = TestStore.opened(RequestDraft(url: "http://{{nowhere}}/"))
        store.send(.application(.focus(.tree)))
        store.send(.sending(.refused(["URL: {{nowhere}} is not defined"])))
        store.click("{{nowhere}} is not defined")
        #expect(store.state.focus == .request && store.state.request.part == .url)
    }

    @Test(arguments: [true, false])
    func `a message has the reason if an earlier response or one pane hides it`(hasResponse: Bool) {
        var store = hasResponse ? TestStore.withResponse("{}", type: "application/json") : opened()
        store.send(.sending(.refused(["URL: {{host}} is not defined"])))
        #expect(store.state.toasts.last?.topic == .sending)
    }

    @Test func `the way to the problem is named only for the request in front`() {
        var store = TestStore.withResponse("{}", type: "application/json")
        store.state.request.url = TextFieldState(text: "http://h/{{nowhere}}")
        store.state.request.noteChange()
        let owner = store.state.response.owner
        store.send(.sending(.refused(["no"], owner: owner)))
        #expect(store.state.toasts.last?.text.hasSuffix("goes to the problem") == true)
        store.send(.sending(.refused(["no"], owner: owner + 1)))
        #expect(store.state.toasts.last?.text == "Not sent: no")
    }

    @Test func `a refused copy does not change the sent request`() {
        var store = TestStore.withResponse("{}", type: "application/json")
        store.send(.sending(.refused(["no"], .copy(withSecrets: true))))
        #expect(store.state.response.refusal == nil)
    }

    @Test func `a sent request is followed by its response`() {
        var store = opened()
        store.start("one")
        #expect(store.state.focus == .response)
    }

    @Test func `a response to another tab does not replace the visible one`() {
        var store = opened()
        store.start("one", owner: store.state.response.owner + 1)
        #expect(store.state.focus == .request)
    }

    @Test(arguments: [RequestMessage.send, .submit(.preview), .submit(.copy(withSecrets: false))])
    func `a request without a URL is neither sent nor previewed`(message: RequestMessage) {
        var store = TestStore.withTree()
        #expect(!store.send(.request(message)).contains { if case .sending(.preview) = $0 { true } else { false } })
        #expect(store.state.toasts.last?.topic == .sending)
        #expect(store.state.layer == .edit && store.state.request.part == .url)
    }

    @Test(arguments: [
        (RequestTab.headers, "X-日本", "expected letters, digits and"), (.tests, "q", "expected from "),
    ])
    func `the error of a row is shown completely on the border`(tab: RequestTab, name: String, expected: String) {
        var store = TestStore.withTree()
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(tab)))
        store.press(.character("a"))
        store.type(name)
        store.press(Key(.tab))
        store.type("foo")
        store.press(Key(.escape))
        #expect(store.canvas.contains("─ ✗ " + expected))
    }
}
