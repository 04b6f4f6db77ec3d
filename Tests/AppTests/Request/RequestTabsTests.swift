import Engine
import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The tabs of the request: every kind of body and of authentication, options, tests, docs, text.
@Suite struct RequestTabsTests {
    private func opened(_ draft: RequestDraft = Sample.draft) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.effects = []
        return store
    }

    private static var full: RequestDraft {
        var draft = Sample.draft
        draft.body = BodyDraft(
            kind: .graphql, text: "t", contentType: "text/x", json: "{}", xml: "<a/>",
            graphql: .init(query: "q", variables: "{}", operation: "o"),
            form: [Row("f", "1")],
            parts: [
                .init("p", "@x", contentType: "a/b"),
                .init("q", "f.png", isFile: true, fileName: "g", headers: "X-A: 1\nX-B: c:\\new", comment: "c"),
            ],
            file: "a.bin")
        draft.auth = AuthDraft(.oauth2, fields: ["grant": "password", "username": "u", "token": "kept", "clientID": "c"])
        draft.options.timeout = 2.5
        draft.options.redirects.follow = false
        draft.options.retry.statuses = [429, 503]
        draft.options.proxy = ""
        draft.captures = [Capture(variable: "id", query: ".id")]
        draft.assertions = [
            Assertion(subject: "status", value: .number(200)), Assertion(subject: "body", predicate: "equals", value: .string("7")),
        ]
        draft.docs = "# Docs\nmore"
        draft.scripts = Scripts(before: "a()\nb()", after: "c()")
        draft.tags = ["t"]
        draft.variables = [Row("v", "1")]
        return draft
    }

    @Test func aShortTableIsFollowedByTheNextAtOnce() {
        var store = TestStore.opened(RequestDraft(url: "http://h/", captures: [Capture(variable: "id", from: "body", query: ".id")]))
        store.state.size = Size(width: 200, height: 60)
        store.send(.request(.selectTab(.tests)))
        let lines = store.canvas.lines
        let add = lines.firstIndex { $0.contains("+  Add a capture") } ?? 0
        let next = lines.firstIndex { $0.contains("Assertions") } ?? 0
        #expect(next - add == 2, "one blank line is between them")
    }

    @Test func `every field of a draft is in the editors and survives`() { #expect(opened(Self.full).state.request.draft == Self.full) }

    @Test func `viewing every tab and kind changes nothing`() {
        var store = opened(Self.full)
        for tab in RequestTab.allCases {
            store.send(.request(.selectTab(tab)))
            store.press(Key(.down), Key(.up))
        }
        for kind in AuthDraft.Kind.allCases + [.oauth2] {
            store.send(.request(.kind(.setAuth(kind))))
            store.press(Key(.escape))
        }
        for kind in BodyDraft.Kind.allCases + [.graphql] {
            store.send(.request(.kind(.setBody(kind))))
            store.press(Key(.escape))
        }
        #expect(store.state.request.draft == Self.full)
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `changing the kind of body keeps the text and the undo`() {
        var store = opened()
        store.send(.request(.selectTab(.body)))
        store.press(.character("e"))
        store.type("x")
        store.press(Key(.escape))
        store.send(.request(.kind(.setBody(.xml))))
        store.press(Key(.escape))
        store.send(.request(.kind(.setBody(.json))))
        #expect(store.state.request.draft.body.json.hasPrefix("x{"))
        store.press(Key(.escape), .character("u"), .character("u"), .character("u"))
        #expect(store.state.request.draft == Sample.draft)
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `undo reverts the edit that made the text invalid`() {
        var store = opened()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.request(.selectTab(.text)))
        store.press(Key(.down), .character("e"))
        store.type("# @nosuch foo")
        store.press(Key(.enter), Key(.escape))
        #expect(store.state.request.documentProblem != nil)
        var steps = 0
        while store.state.request.documentProblem != nil, steps < 20 {
            store.press(.character("u"))
            steps += 1
        }
        #expect(store.state.request.documentProblem == nil)
        #expect(store.state.request.tab == .text)
        #expect(store.state.request.draft.method == "PUT")
        while !store.state.request.history.undoable.isEmpty { store.press(.character("u")) }
        #expect(store.state.request.draft == Sample.draft)
    }

    @Test func `undo goes over tables, URL, method and texts in the order of the changes`() {
        var store = opened()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("d"))
        store.send(.request(.selectTab(.body)))
        store.press(.character("e"))
        store.type("x")
        store.press(Key(.escape), .control("l"), Key(.end))
        store.type("&a=1")
        store.press(Key(.escape))
        let whole = store.state.request.draft
        store.press(.character("u"))
        #expect(store.state.request.url.text == "people/:team?notify=true")
        store.press(.character("u"))
        #expect(store.state.request.draft.body == Sample.draft.body)
        store.press(.character("u"))
        #expect(store.state.request.draft.headers == Sample.draft.headers)
        #expect(store.state.request.tab == .headers)
        store.press(.character("u"))
        #expect(store.state.request.draft == Sample.draft)
        #expect(!store.state.request.hasUnsavedChanges)
        store.press(.character("U"), .character("U"), .character("U"), .character("U"))
        #expect(store.state.request.draft == whole)
    }

    @Test func `typing into a long body compares no text`() {
        var store = opened(RequestDraft(body: BodyDraft(kind: .json, json: String(repeating: "[1, 2, 3],\n", count: 20_000))))
        store.send(.request(.selectTab(.body)))
        store.press(.character("e"))
        store.type("a")
        #expect(store.state.request.hasUnsavedChanges)
        store.press(Key(.backspace), Key(.escape), .character("u"), .character("u"))
        #expect(!store.state.request.hasUnsavedChanges)
    }

    @Test func `an invalid option stays as typed, shows the reason and prevents sending`() {
        var store = opened()
        store.send(.request(.selectTab(.options)))
        store.press(.character("e"))
        store.type("soon")
        store.press(Key(.escape))
        #expect(store.canvas.contains("soon"))
        #expect(store.canvas.contains("a number of seconds"))
        store.press(.function(5))
        #expect(store.state.pastToasts.last?.text.contains("option Timeout (s): expected a number of seconds") == true)
        #expect(store.state.request.draft.options.timeout == nil)
        store.effects = []
        store.press(Key(.escape), .control("s"))
        #expect(store.effects.isEmpty)
        #expect(store.state.toasts.last?.text.hasPrefix("Not saved: option Timeout") == true)
        store.press(Key(.escape), .character("e"))
        store.press(.control("u"))
        store.type("30")
        store.press(Key(.escape))
        #expect(store.state.request.draft.options.timeout == 30)
    }

    @Test(arguments: [Size(width: 120, height: 30), Size(width: 120, height: 60)])
    func `the type is as wide as the fields below it, with a scroll bar and without`(size: Size) throws {
        var store = TestStore.opened()
        store.state.size = size
        store.send(.request(.kind(.setAuth(.oauth2))))
        let (canvas, type) = (store.canvas, store.state.requestLayout.kind)
        let grant = try #require(canvas.position(of: "Grant type"))
        let ends = [type.minY, grant.y].map { row in
            (type.minX...type.maxX).last { x in
                let style = canvas[Point(x: x, y: row)].style
                return [style.role, style.backdrop].contains { $0 == .field || $0 == .fieldFocused }
            }
        }
        #expect(ends[0] != nil && ends[0] == ends[1])
    }

    @Test func `changing the OAuth grant changes the fields and keeps typed values`() {
        var store = opened()
        store.send(.request(.kind(.setAuth(.oauth2))))
        #expect(store.canvas.lines.contains { $0.contains("Authorization URL") } == true)
        store.press(Key(.escape), .character("k"), .character("k"), .character(" "))
        #expect(store.state.request.draft.auth["grant"] == "client_credentials")
        #expect(store.canvas.lines.contains { $0.contains("Authorization URL") } == false)
    }

    @Test(arguments: [(AuthDraft(), "tokenURL"), (AuthDraft(.oauth2, fields: ["issuer": "https://id.example"]), "clientID")])
    func `a chosen login begins in the first empty field that it needs`(auth: AuthDraft, field: String) {
        for grant in [nil, AuthDraft.clientCredentials] {
            var store = opened(RequestDraft(url: "http://h/", auth: auth))
            store.send(.request(.kind(.setAuth(.oauth2, grant: grant))))
            #expect(store.state.layer == .edit)
            store.type("hjkl")
            store.press(Key(.escape))
            #expect(store.state.request.draft.auth[field] == "hjkl")
        }
    }

    @Test func `secrets are dots once they are typed`() {
        var store = opened()
        store.send(.request(.kind(.setAuth(.bearer))))
        #expect(store.state.layer == .edit)
        store.type("hush")
        store.press(Key(.escape))
        #expect(!store.canvas.contains("hush"))
        #expect(store.state.request.draft.auth == AuthDraft(.bearer, fields: ["token": "hush"]))
    }

    @Test func `captures and assertions are typed into their tables`() {
        var store = opened()
        store.send(.request(.selectTab(.tests)))
        store.press(.character("a"))
        store.type("id")
        store.press(Key(.tab), Key(.tab))
        store.type(".id")
        store.press(Key(.escape), Key(.down), Key(.down), .character("a"))
        store.type("status")
        store.press(Key(.tab), Key(.tab))
        store.type("201")
        store.press(Key(.escape))
        #expect(store.state.request.draft.captures == [Capture(variable: "id", query: ".id")])
        #expect(store.state.request.draft.assertions == [Assertion(subject: "status", value: .number(201))])
    }

    @Test func `an invalid secrecy of a capture stays as typed until a file can store it`() {
        var draft = Sample.draft
        draft.captures = [Capture(variable: "id", query: ".id", isSecret: true)]
        var store = opened(draft)
        #expect(store.state.request.captures.rows.first?[3] == "yes")
        store.state.request.captures.rows[0][3] = "maybe"
        store.state.request.noteChange()
        #expect(store.send(.request(.file(.save))).allSatisfy { if case .workspace = $0 { false } else { true } })
        #expect(store.state.toasts.last?.text.contains("capture id: expected yes or no") == true)
        #expect(store.state.request.captures.rows.first?[3] == "maybe")
    }

    @Test func `variables and tags have tables, undo, and their lines in the text`() {
        var store = opened()
        store.press(.character("v"), .character("a"))
        store.type("team")
        store.press(Key(.tab))
        store.type("red")
        store.press(Key(.escape))
        #expect(store.state.request.draft.variables == [Row("team", "red")])
        #expect(store.canvas.contains("Options 1"))
        store.send(.request(.selectTab(.docs)))
        store.press(Key(.down), .character("a"))
        store.type("slow")
        store.press(Key(.escape))
        #expect(store.state.request.draft.tags == ["slow"])
        store.send(.request(.selectTab(.text)))
        #expect(store.canvas.contains("# @var team = red"))
        #expect(store.canvas.contains("# @tag slow"))
        store.send(.request(.text(.edited(.document, "# @tag fast\n# @var team = blue\nGET h\n"))))
        #expect(store.state.request.variables.draft == [Row("team", "blue")])
        #expect(store.state.request.tags.rows.map { $0[0] } == ["fast"])
        store.send(.request(.undo))
        #expect(store.state.request.draft.variables == [Row("team", "red")])
        #expect(store.state.request.draft.tags == ["slow"])
        store.send(.request(.undo))
        #expect(store.state.request.draft.tags == [])
        #expect(store.state.request.tab == .docs)
    }

    @Test(arguments: [(true, "{{team}} = blue, from environment local"), (false, "{{team}} = red, from request")])
    func `a variable of the request is explained, unless the environment is nearer`(_ isNear: Bool, _ expected: String) {
        var draft = Sample.draft
        draft.url = "h/{{team}}"
        draft.variables = [Row("team", "red")]
        var store = opened(draft)
        let origin = isNear ? "environment local" : "collection c"
        store.send(
            .workspace(
                .variablesKnown([
                    KnownVariable(name: "team", value: "blue", origin: origin, place: isNear ? .environment(path: "e.json") : nil)
                ])))
        store.send(.request(.editURL))
        store.send(.request(.explain))
        #expect(store.state.toasts.last?.text.contains(expected) == true)
    }

    @Test func `the text of a request is edited, and is the request`() {
        var store = opened()
        store.send(.request(.selectTab(.text)))
        #expect(store.canvas.contains("POST people/:team"))
        store.send(.request(.text(.edited(.document, "PUT planets\nX-New: 1\n"))))
        #expect(store.state.request.draft.method == "PUT")
        #expect(store.state.request.draft.headers == [Row("X-New", "1")])
        #expect(store.state.request.draft.body.json == Sample.draft.body.json)
    }

    @Test func `invalid text stays as typed and prevents sending`() {
        var store = opened()
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, "GET h\nno header"))))
        store.send(.request(.selectTab(.headers)))
        store.press(.function(5))
        #expect(store.state.pastToasts.last?.text.contains("Text tab: line 2") == true)
        store.press(Key(.escape))
        store.send(.request(.selectTab(.text)))
        #expect(store.canvas.contains("no header"))
        #expect(store.state.request.draft.method == "POST")
    }

    @Test func `the Text tab follows changes of the URL and of other tabs`() {
        var store = opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.text)))
        store.press(.control("l"), Key(.end))
        store.type("x?a=1")
        #expect(store.state.request.document.text.contains("http://h/x"))
        #expect(store.state.request.document.text.contains("a=1"))
        store.press(Key(.escape))
        store.send(.request(.kind(.setMethod("PUT"))))
        #expect(store.state.request.document.text.contains("PUT http://h/x"))
    }

    @Test func `a long text follows when typing has ended`() {
        let body = BodyDraft(kind: .text, text: String(repeating: "line\n", count: 10_000))
        var store = opened(RequestDraft(method: "POST", url: "http://h/", body: body))
        store.send(.request(.selectTab(.text)))
        store.press(.control("l"), Key(.end))
        store.type("x")
        #expect(!store.state.request.document.text.contains("http://h/x"))
        store.press(Key(.escape))
        #expect(store.state.request.document.text.contains("http://h/x"))
        #expect(store.state.request.draft.url == "http://h/x")
    }

    @Test(arguments: [(0, 0, "Tests"), (0, 2, "Tests 2"), (1, 0, "Tests 1 capture"), (2, 1, "Tests 1 + 2 captures")])
    func `the tests tab counts assertions and captures`(_ captures: Int, _ assertions: Int, _ title: String) {
        let draft = RequestDraft(
            captures: (0..<captures).map { Capture(variable: "v\($0)") } + [Capture(variable: "off", isEnabled: false)],
            assertions: (0..<assertions).map { _ in Assertion(subject: "status") })
        #expect(RequestTab.titles(RequestState(draft), columns: 200).first { $0.0 == .tests }?.1 == title)
    }

    @Test(arguments: [(0, 0), (1, 0), (1, 1), (0, 1)])
    func `the tables of captures and assertions have column titles`(captures: Int, assertions: Int) {
        var draft = RequestDraft(url: "http://h/")
        draft.captures = (0..<captures).map { Capture(variable: "v\($0)", query: ".a") }
        draft.assertions = (0..<assertions).map { Assertion(subject: "header A\($0)", value: .string("x")) }
        var store = TestStore.opened(draft)
        store.state.size = Size(width: 100, height: 30)
        store.send(.request(.selectTab(.tests)))
        for title in ["Variable ", "Check "] { #expect(store.canvas.role(of: title) == .tableHeader, "\(title)") }
    }

    @Test func `a long table takes the room that a short table leaves`() {
        var draft = RequestDraft(url: "http://h/")
        draft.captures = (0..<20).map { Capture(variable: "v\($0)", query: ".a") }
        var store = TestStore.opened(draft)
        store.state.size = Size(width: 80, height: 45)
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.tests)))
        store.press(.character("z"))
        let layout = store.state.requestLayout
        #expect(layout.rect(of: .captures).height == 22 && layout.rect(of: .assertions).height >= 3)
    }
}
