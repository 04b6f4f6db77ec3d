import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Typed values that a request file cannot contain survive changes of the text and a restart.
@Suite struct KeptContentTests {
    /// A request with these typed option values by name, valid or not.
    private static func withOptions(_ texts: [String: String]) -> TestStore {
        var store = TestStore.opened(RequestDraft(name: "r", url: "http://h/"))
        for (index, option) in RequestOption.all.enumerated() {
            if let text = texts[option.name] { store.state.request.options.rows[index][1] = text }
        }
        store.state.request.noteChange()
        return store
    }

    private static func options(_ store: TestStore) -> [String: String] {
        let pairs = zip(RequestOption.all, store.state.request.options.rows).map { ($0.name, $1[1]) }
        return Dictionary(pairs.filter { !$0.1.isEmpty }) { first, _ in first }
    }

    /// The request that the next start restores.
    private static func restarted(_ store: TestStore) -> TestStore {
        var next = TestStore.withTree()
        next.send(.session(.restored(store.state.request.typedText(tab: 0), saved: nil)))
        return next
    }

    private static let typed = [
        "timeout": "abc", "redirects.limit": "-5", "limits.bodyByteCount": "64q", "proxy": "foo bar://x", "network.resolve": "x:y",
        "connectTimeout": "3", "tls.verify": "maybe",
    ]

    @Test func `option values that cannot be read are in the text with the reason, and come back from it`() {
        var store = Self.withOptions(Self.typed)
        store.send(.request(.selectTab(.text)))
        #expect(store.canvas.contains("# @option timeout = \"abc\""))
        #expect(store.canvas.contains("✗ option Timeout (s): expected a number of seconds"))
        store.send(.request(.text(.edited(.document, store.state.request.document.text.replacing("GET ", with: "# c\nPUT ")))))
        #expect(store.state.request.base.method == "PUT")
        #expect(Self.options(store) == Self.typed)
        #expect(store.state.request.options.rows[0].problem != nil)
        store.press(.control("s"))
        #expect(store.state.toasts.last?.text.contains("Not saved: option Timeout") == true)
    }

    @Test func `an invalid option value that is corrected in the text counts`() {
        var store = Self.withOptions(["timeout": "abc"])
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, store.state.request.document.text.replacing("\"abc\"", with: "7")))))
        #expect(store.state.request.draft.options.timeout == 7)
        #expect(store.state.request.draft.options.unread == [:])
    }

    @Test func `invalid option values are restored after a restart`() {
        #expect(Self.options(Self.restarted(Self.withOptions(Self.typed))) == Self.typed)
    }

    @Test(arguments: [RequestSection.json, .document])
    func `the text of an editor that outlived the program is an unsaved edit`(section: RequestSection) {
        let draft = RequestDraft(name: "r", method: "POST", url: "http://h/", body: BodyDraft(kind: .json, json: "{}"))
        let last = TestStore.opened(draft)
        var kept = last.state.request.typedText(tab: nil)
        kept.copy = AutosavedDraft.Copy(path: "/tmp/apus.1/body", field: section.rawValue)
        let text = section == .json ? "{ \"a\": 1 }" : "PUT http://h/new"
        for isOpen in [true, false] {
            var next = isOpen ? TestStore.opened(draft) : TestStore.withTree()
            next.send(.session(.foundEdited(kept, saved: draft, text: text)))
            #expect(next.state.openRequests.count == 1)
            #expect(next.state.request.hasUnsavedChanges && next.state.request.path == Sample.draftPath)
            #expect(section == .json ? next.state.request.draft.body.json == text : next.state.request.base.method == "PUT")
            #expect(next.state.toasts.contains { $0.text.contains("/tmp/apus.1/body") && $0.stays })
        }
    }

    @Test func `the text of an editor for a request without a file goes to its tab`() {
        let scratch = TestStore.opened(RequestDraft(url: "http://h/", body: BodyDraft(kind: .text, text: "old"))).state.request.draft
        var kept = AutosavedDraft(path: nil, draft: scratch)
        var store = TestStore.withTree()
        store.send(.session(.restored(kept, saved: nil)))
        kept.copy = AutosavedDraft.Copy(path: "/tmp/apus.1/body", field: "text")
        store.send(.session(.foundEdited(kept, saved: nil, text: "new")))
        #expect(store.state.openRequests.map(\.draft.body.text) == ["new"])
        #expect(store.state.toasts.contains { $0.text.contains("“\(store.state.request.name)”") && $0.stays })
    }

    @Test func `the text of an editor that has no field any more is named`() {
        var kept = TestStore.opened().state.request.typedText(tab: nil)
        kept.copy = AutosavedDraft.Copy(path: "/tmp/apus.1/body", field: "xml")
        var store = TestStore.opened()
        store.send(.session(.foundEdited(kept, saved: kept.draft, text: "<a/>")))
        #expect(!store.state.request.hasUnsavedChanges)
        #expect(store.state.toasts.contains { $0.text.contains("/tmp/apus.1/body") && $0.stays })
    }

    /// Requests with what cannot be read, each in another place.
    private static let faults: [(name: String, change: @Sendable (inout RequestDraft) -> Void)] = [
        ("port", { $0.url = "http://h:99999/a b" }), ("host", { $0.url = "http://[::1/x" }),
        ("header", { $0.headers = [Row("no header", "a\u{1}b")] }),
        ("token URL", { $0.auth = AuthDraft(.oauth2, fields: ["tokenURL": "not a url %%", "clientID": "c"]) }),
        ("query of a capture", { $0.captures = [Capture(variable: "v", query: ".[[ | x")] }),
        ("place of a capture", { $0.captures = [Capture(variable: "v", from: "foo", query: ".a")] }),
        ("query of an assertion", { $0.assertions = [Assertion(subject: "body $.[", predicate: "exists")] }),
        ("subject", { $0.assertions = [Assertion(subject: "wether", value: .number(1))] }),
        ("variables", { $0.body = BodyDraft(kind: .graphql, graphql: .init(query: "{ a", variables: "{\"x\": 1,")) }),
        ("JSON", { $0.body = BodyDraft(kind: .json, json: "{\"a\": [1,\n") }),
    ]

    @Test(arguments: faults.map(\.name))
    func `an invalid field outlives a change of the text and a restart`(name: String) throws {
        var draft = RequestDraft(name: "r", method: "POST", url: "http://h/")
        try #require(Self.faults.first { $0.name == name }).change(&draft)
        var store = TestStore.opened(draft)
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, store.state.request.document.text.replacing("POST ", with: "PUT ")))))
        draft.method = "PUT"
        #expect(store.state.request.documentProblem == nil && store.state.request.draft == draft)
        #expect(Self.restarted(store).state.request.draft == draft)
    }

    @Test func `writing over the file does not make them saved`() {
        var store = Self.withOptions(Self.typed)
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, store.state.request.draft)))
        #expect(store.state.request.hasUnsavedChanges)
    }

    @Test func `an invalid secrecy of a capture outlives a change of the text`() {
        var store = TestStore.opened(RequestDraft(name: "r", url: "http://h/", captures: [Capture(variable: "v", query: ".a | .b")]))
        store.state.request.captures.rows[0][3] = "may be"
        store.state.request.noteChange()
        #expect(Self.restarted(store).state.request.captures.rows[0][3] == "may be")
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, store.state.request.document.text.replacing("GET ", with: "PUT ")))))
        #expect(store.state.request.captures.rows[0][3] == "may be")
    }

    @Test func `values of other body kinds and authentication schemes are restored`() {
        var store = TestStore.opened(RequestDraft(name: "r", url: "http://h/"))
        store.send(.request(.kind(.setBody(.json))))
        store.type("{\"a\": 1}")
        store.send(.request(.kind(.setBody(.form))))
        store.press(.character("a"))
        store.fill("name", "Lea")
        store.send(.request(.kind(.setBody(.file))))
        store.fill("a.bin", "a/b")
        store.send(.request(.kind(.setBody(.text))))
        store.type("text")
        store.send(.request(.kind(.setAuth(.basic))))
        store.fill("user", "secret")
        store.send(.request(.kind(.setAuth(.bearer))))
        store.type("token")
        store.press(Key(.escape))
        let draft = store.state.request.draft
        #expect((draft.body.json, draft.body.form.count, draft.body.text, draft.body.file) == ("{\"a\": 1}", 1, "text", "a.bin"))
        #expect(draft.auth.fields == ["username": "user", "password": "secret", "token": "token"])
        #expect(Self.restarted(store).state.request.draft == draft)
    }

    @Test(arguments: BodyDraft.Kind.allCases)
    func `the editors hold every field of every kind of body`(kind: BodyDraft.Kind) {
        var body = BodyDraft(kind: kind)
        for field in BodyKind.all.flatMap(\.fields) {
            switch field.content {
            case .line(let path), .text(let path, _): body[keyPath: path] = field.form.choices.last ?? field.id
            case .rows(let path): body[keyPath: path] = [Row("a", "b")]
            case .parts(let path): body[keyPath: path] = [BodyDraft.Part("a", "b", isFile: true)]
            }
        }
        let draft = RequestDraft(name: "r", url: "h", body: body)
        #expect(RequestState(draft).draft.body == body)
        var state = RequestState()
        state.fill(draft)
        #expect(state.draft.body == body)
    }

    @Test func `the content type of a file stays while another kind is changed as text`() {
        var store = TestStore.opened(RequestDraft(name: "r", url: "h", body: BodyDraft(kind: .file, file: "a", fileContentType: "a/b")))
        store.send(.request(.kind(.setBody(.json))))
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, "# @body json\nPUT h\n\n{}"))))
        store.send(.request(.kind(.setBody(.file))))
        #expect(store.state.request.draft.body.fileContentType == "a/b")
    }

    @Test func `lines of a table that are typed count as unsaved and come back as rows`() {
        var store = TestStore.opened(RequestDraft(name: "r", url: "h"))
        store.send(.request(.selectTab(.headers)))
        store.send(.request(.row(.editAsText)))
        #expect(!store.state.request.hasUnsavedChanges)
        store.type("X-New: 1")
        #expect(store.state.request.hasUnsavedChanges)
        #expect(Self.restarted(store).state.request.draft.headers == [Row("X-New", "1")])
    }
}

/// Editing in other tabs while the Text tab contains an invalid request.
@Suite struct ChangedBesideTextTests {
    /// A broken text, and a header in its tab.
    private func store() -> TestStore {
        var store = TestStore.opened(RequestDraft(name: "r", method: "GET", url: "http://h/", headers: [Row("A", "1")]))
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, "# @name r\nGET http://h/\nA: 1\nno header"))))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.fill("X-New", "1")
        store.press(Key(.escape))
        store.send(.request(.selectTab(.text)))
        return store
    }

    @Test func `a value added beside a broken text stays when the text is fixed`() {
        var store = store()
        store.send(.request(.text(.edited(.document, "# @name r\nPUT http://h/\nA: 1\n"))))
        #expect(store.state.request.draft.method == "PUT")
        #expect(store.state.request.draft.headers == [Row("A", "1"), Row("X-New", "1")])
        #expect(store.state.request.document.text.contains("X-New: 1"))
        #expect(store.state.windows.isEmpty)
    }

    @Test func `the content type of a file stays after a restart`() {
        var next = TestStore.withTree()
        next.send(.session(.restored(store().state.request.typedText(tab: nil), saved: nil)))
        #expect(next.state.request.documentProblem != nil)
        next.send(.request(.text(.edited(.document, "# @name r\nPUT http://h/\nA: 1\n"))))
        #expect(next.state.request.draft.headers == [Row("A", "1"), Row("X-New", "1")])
    }

    @Test func `conflicting changes to the headers cause a question`() {
        var store = store()
        store.send(.request(.text(.edited(.document, "# @name r\nGET http://h/\nA: 1\nX-New: 2\n"))))
        #expect(store.canvas.contains("The text and the tabs differ"))
        #expect(store.canvas.contains("the headers"))
        #expect(store.state.request.draft.headers == [Row("A", "1"), Row("X-New", "2")])
        store.press(.character("t"))
        #expect(store.state.request.draft.headers == [Row("A", "1"), Row("X-New", "1")])
        #expect(store.state.request.document.text.contains("X-New: 1"))
        store.send(.request(.undo))
        #expect(store.state.request.draft.headers == [Row("A", "1"), Row("X-New", "2")])
    }

    @Test func `different rows of one table are merged without a question`() {
        var store = store()
        store.send(.request(.text(.edited(.document, "# @name r\nGET http://h/\nA: 2\n"))))
        #expect(store.state.windows.isEmpty)
        #expect(store.state.request.draft.headers == [Row("A", "2"), Row("X-New", "1")])
        #expect(store.state.request.document.text.contains("X-New: 1"))
    }

    @Test func `a second request in the text is reported`() {
        var store = TestStore.opened(RequestDraft(name: "r", url: "http://h/"))
        store.send(.request(.selectTab(.text)))
        store.send(.request(.text(.edited(.document, "POST http://h/\n\n{}\n###\nGET http://second/"))))
        #expect(store.canvas.contains("line 4: ### begins another request"))
    }
}

/// Variables of a GraphQL body.
@Suite struct GraphQLVariablesTests {
    @Test func `an empty operation has a placeholder`() {
        let store = TestStore.opened(RequestDraft(name: "a", url: "http://h/", body: BodyDraft(kind: .graphql)))
        #expect(store.state.request.graphqlOperation.rows.map(\.placeholder.isEmpty) == [false])
    }

    private func store(_ variables: String) -> TestStore {
        let body = BodyDraft(kind: .graphql, graphql: .init(query: "{ a }", variables: variables))
        return TestStore.opened(RequestDraft(name: "r", method: "POST", url: "http://h/", body: body))
    }

    @Test(arguments: [
        ("{\"x\": 1,", "✗ line 1, column 9: expected"), ("[1]", "✗ line 1, column 1: expected an object"), ("{\"x\": {{team}}}", nil),
        ("{{team}}", nil), ("", nil), ("null", nil),
    ])
    func `text that is not a JSON object has an error next to it`(_ variables: String, _ reason: String?) {
        let canvas = store(variables).canvas
        #expect(canvas.contains(reason ?? "Variables (JSON)"))
        #expect(canvas.contains("✗") == (reason != nil))
    }

    @Test func `the error appears and disappears while typing, and gp goes to it`() {
        var store = store("{}")
        store.send(.request(.text(.edited(.graphqlVariables, "{\n\"x\" 1}"))))
        #expect(store.canvas.contains("✗ line 2, column 5: expected"))
        store.press(.character("g"), .character("p"))
        #expect(store.state.request.section == .graphqlVariables)
        #expect(store.state.toasts.last?.text.contains("GraphQL variables: line 2, column 5") == true)
        store.send(.request(.text(.edited(.graphqlVariables, "{}"))))
        #expect(!store.canvas.contains("✗"))
    }
}

extension TestStore {
    /// Types into a cell and into the next.
    fileprivate mutating func fill(_ first: String, _ second: String) {
        type(first)
        press(Key(.tab))
        type(second)
    }
}
