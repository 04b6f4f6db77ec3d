import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Typing and pasting in the request: completion, whole requests, explanations, formatting.
@Suite struct RequestTypingTests {
    @Test func `an added row that stays empty is not an edit`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.params)))
        let draft = store.state.request.draft
        store.press(Key(.down), .character("a"), Key(.escape))
        #expect(!store.state.request.hasUnsavedChanges)
        store.press(.character("u"))
        #expect(store.state.toasts.last?.kind == .warning)
        #expect(store.state.request.draft == draft)
    }

    @Test func `Tab from the URL types into the table below it`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.editURL))
        store.press(Key(.tab))
        store.type("page")
        store.press(Key(.tab))
        store.type("2")
        store.press(Key(.escape))
        #expect(store.state.request.draft.query == [Row("page", "2")])
        store.send(.request(.editURL))
        store.press(Key(.tab), Key(.escape))
        #expect(store.state.request.draft.query == [Row("page", "2")] && store.state.windows.isEmpty)
        var other = TestStore.opened(RequestDraft(url: "http://h/u/:id?a=1"))
        other.send(.request(.editURL))
        other.press(Key(.tab))
        other.type("zz")
        #expect(other.state.request.draft.pathParameters == [Row("id", "zz")] && other.state.request.url.text == "http://h/u/:id?a=1")
        other.press(Key(.escape))
        other.send(.request(.editURL))
        other.press(Key(.tab))
        other.type("b")
        #expect(other.state.request.draft.query.map(\.name) == ["a", "b"])
        var empty = TestStore.opened(RequestDraft(url: "http://h/"))
        empty.send(.request(.editURL))
        empty.press(Key(.tab), Key(.escape))
        #expect(empty.state.request.draft.query.isEmpty && !empty.state.request.hasUnsavedChanges)
    }

    @Test func `header names and values are completed`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("X-Req")
        #expect(store.canvas.contains("X-Request-ID"))
        store.press(Key(.down), Key(.tab), Key(.tab))
        store.type("1")
        store.press(Key(.escape))
        #expect(store.state.request.draft.headers.last?.name.hasPrefix("X-Request") == true)
        store.press(.character("a"))
        store.type("Accept")
        store.press(Key(.escape), Key(.tab))
        store.type("application/x")
        store.press(Key(.down), Key(.enter), Key(.escape))
        #expect(store.state.request.draft.headers.last?.value.hasPrefix("application/x") == true)
    }

    @Test func `parameters are typed one after another, each ended by Enter`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.params)))
        store.press(.character("a"))
        for text in ["page", "1", "mode", "full"] {
            store.type(text)
            store.press(Key(.enter))
        }
        #expect(store.state.request.draft.query.prefix(2) == [Row("page", "1"), Row("mode", "full")])
        store.press(Key(.enter))
        #expect(store.state.layer == .nav && store.state.request.url.text == "http://h/?page=1&mode=full")
        store.press(.character("u"))
        #expect(store.state.request.url.text == "http://h/?page=1&mode=")
    }

    @Test func `variables are completed in a body`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.body)))
        store.press(.character("e"))
        store.type("{{tok")
        #expect(store.canvas.contains("token  ••••"))
        store.press(Key(.tab))
        #expect(store.state.request.draft.body.json.hasPrefix("{{token}}"))
        store.type(" ")
        #expect(store.state.request.completion == nil)
    }

    @Test func `escape closes the completions first, then ends editing`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("Acc")
        store.press(Key(.escape))
        #expect(store.state.layer == .edit)
        store.press(Key(.escape))
        #expect(store.state.layer == .nav)
    }

    @Test func `a variable is explained with its value and origin, a secret without its value`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/{{team}}", headers: [Row("A", "{{token}} {{nope}}")]))
        store.send(.request(.selectTab(.headers)))
        store.press(Key(.up), .character("K"))
        #expect(store.state.toasts.last?.text == "{{team}} = red, from environment local")
        store.press(Key(.escape), Key(.down), .character("i"))
        #expect(store.state.toasts.last?.text.contains("{{token}} = \(SecretMask.sign), from secret of environment local") == true)
        #expect(store.state.toasts.last?.text.contains("{{nope}} is not defined") == true)
    }

    @Test func `a pasted curl command becomes a new request, and the old one stays`() {
        var store = TestStore.opened()
        store.send(.request(.kind(.setMethod("PUT"))))
        store.press(.control("l"))
        store.send(.input(.paste("curl -X PATCH https://h/x?a=1 -H 'A: b' -d '{}' -H 'Content-Type: application/json'")))
        let draft = store.state.request.draft
        #expect((draft.method, draft.url, draft.query) == ("PATCH", "https://h/x", [Row("a", "1")]))
        #expect(draft.headers == [Row("A", "b")])
        #expect(store.state.request.path == nil)
        #expect(store.state.isUnsaved(Sample.draftPath))
    }

    @Test func `a curl command pasted where nothing is edited becomes a request as well`() {
        var store = TestStore.withTree()
        store.send(.input(.paste("curl -X PURGE https://h/")))
        #expect(store.state.request.draft.method == "PURGE")
        #expect(store.state.focus == .request)
        #expect(store.state.layer == .nav)
    }

    @Test func `a curl command pasted into a new request fills it, and undo empties it`() {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.send(.input(.paste("curl https://h/ -d a=1")))
        #expect(store.state.request.draft.body.form == [Row("a", "1")])
        #expect(store.state.tabs.count == 1)
        store.press(Key(.escape), .character("u"))
        #expect(store.state.request.draft == RequestDraft())
    }

    @Test(arguments: [true, false])
    func `pasting a curl command into the URL keeps the focus in the URL`(isNew: Bool) {
        var store = isNew ? TestStore.withTree() : TestStore.opened()
        if !isNew { store.send(.request(.kind(.setMethod("PUT")))) }
        store.press(.control(isNew ? "n" : "l"))
        store.send(.input(.paste("curl https://h/")))
        #expect(store.state.layer == .edit)
        store.type("x?a=1")
        #expect(store.state.request.draft.url == "https://h/x")
        #expect(store.state.request.draft.query == [Row("a", "1")])
        guard case .sending(.send)? = store.press(Key(.enter)).last else { return #expect(Bool(false), "nothing was sent") }
        #expect(store.state.layer == .nav)
    }

    @Test func `Enter converts HTTPie's words, reports it, and sends when pressed again`() {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("POST :3000/people name=Lea X-Token:abc")
        #expect(!store.press(Key(.enter)).contains { if case .sending(.send) = $0 { true } else { false } })
        #expect(store.state.request.url.text == ":3000/people")
        #expect(store.state.toasts.last?.topic == .draft)
        #expect(store.state.layer == .edit)
        let effects = store.press(Key(.enter))
        guard case .sending(.send(let job))? = effects.last else { return #expect(Bool(false), "nothing was sent") }
        #expect((job.draft.method, job.draft.url) == ("POST", ":3000/people"))
        #expect(job.draft.headers == [Row("X-Token", "abc")])
        #expect(store.state.request.url.text == ":3000/people")
    }

    @Test(arguments: [
        (":3000/people name==Leia", true), ("localhost:3000/people name=Leia X-Token:abc", true), (":3000/people", false),
        ("http://h/?a=b c", false),
    ])
    func `the hint about words is shown also after a port and a path`(text: String, isShown: Bool) {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type(text)
        #expect(store.canvas.contains("Enter converts") == isShown)
    }

    @Test func `files for values are read before sending`() {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("POST h/ note=@a.txt")
        #expect(store.press(Key(.enter)) == [.workspace(.readTexts(["a.txt"], for: "POST h/ note=@a.txt", nil))])
        #expect(store.state.request.url.text == "POST h/ note=@a.txt")
        var seen = store
        let made = seen.send(.request(.wordsRead("POST h/ note=@a.txt", files: ["a.txt": "hi"], nil)))
        #expect(!made.contains { if case .sending(.send) = $0 { true } else { false } })
        #expect(seen.state.request.draft.body.json.contains("hi") && seen.state.layer == .edit)
        #expect(store.press(.function(5)) == [.workspace(.readTexts(["a.txt"], for: "POST h/ note=@a.txt", .send))])
        let effects = store.send(.request(.wordsRead("POST h/ note=@a.txt", files: ["a.txt": "hi"], .send)))
        #expect(store.state.request.draft.body.json == "{\n  \"note\": \"hi\"\n}")
        #expect(effects.contains { if case .sending(.send) = $0 { true } else { false } })
        // Text that was changed in the meantime is kept.
        store.press(.control("n"))
        #expect(store.send(.request(.wordsRead("POST h/ note=@a.txt", files: ["a.txt": "hi"], .send))).isEmpty)
        #expect(store.state.request.url.text.isEmpty)
    }

    @Test(arguments: [SendPurpose.preview, .copy(withSecrets: false)])
    func `a preview and a copy accept HTTPie's words in the URL`(_ purpose: SendPurpose) {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("POST :3000/people name=Lea")
        guard case .sending(.preview(let job, purpose))? = store.send(.request(.submit(purpose))).last else {
            return #expect(Bool(false), "nothing was looked at")
        }
        #expect((job.draft.method, job.draft.url) == ("POST", ":3000/people"))
        store.press(.control("n"))
        store.type("POST h/ note=@a.txt")
        #expect(store.send(.request(.submit(purpose))) == [.workspace(.readTexts(["a.txt"], for: "POST h/ note=@a.txt", purpose))])
        guard
            case .sending(.preview(let read, purpose))? = store.send(
                .request(.wordsRead("POST h/ note=@a.txt", files: ["a.txt": "hi"], purpose))
            )
            .last
        else { return #expect(Bool(false), "nothing was looked at") }
        #expect(read.draft.body.json == "{\n  \"note\": \"hi\"\n}")
    }

    @Test func `URLs of the collections complete`() {
        var store = TestStore()
        let node = WorkspaceNode(
            path: "collections/c/a.request.json", name: "A", kind: .request(method: "GET"), url: "https://api.example/pilots")
        let collection = WorkspaceNode(path: "collections/c", name: "C", kind: .collection, children: [node])
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: true)))
        store.press(.control("n"))
        store.type("pilo")
        #expect(store.canvas.contains("https://api.example/pilots"))
        store.press(Key(.down), Key(.enter))
        #expect(store.state.request.url.text == "https://api.example/pilots")
    }

    @Test(arguments: [(false, false, true), (true, false, true), (false, true, true), (true, true, false)])
    func `secrets of a protected environment are not copied unasked`(_ isProtected: Bool, _ withSecrets: Bool, _ isAtOnce: Bool) {
        var store = TestStore.opened()
        let path = "collections/star-wars/environments/local.json"
        var tree = Sample.tree
        tree.environments["collections/star-wars"] = [EnvironmentSummary(name: "local", isProtected: isProtected, path: path)]
        store.send(.workspace(.opened(tree, isWhole: true)))
        let effects = store.send(.request(.submit(.copy(withSecrets: withSecrets))))
        var job = SendJob(draft: Sample.draft, path: Sample.draftPath, environmentPath: path)
        job.owner = store.state.response.owner
        #expect(effects == (isAtOnce ? [.sending(.preview(job, .copy(withSecrets: withSecrets)))] : []))
        #expect(store.canvas.contains("Copy secrets of a protected") == !isAtOnce)
        guard !isAtOnce else { return }
        #expect(store.press(.character("s")) == [.sending(.preview(job, .copy(withSecrets: true)))])
    }

    @Test(arguments: ["h/ a:=nojson", "POST h/ word", "curl -H"])
    func `words that say no request stay as typed, with the reason, and are not sent`(_ words: String) {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type(words)
        store.press(Key(.enter))
        #expect(!store.effects.contains { if case .sending(.send) = $0 { true } else { false } })
        #expect(store.state.request.url.text == words)
        #expect(store.state.toasts.last?.kind == .error)
    }

    @Test func `JSON with variables is formatted, and an error has its position`() {
        var store = TestStore.opened()
        store.write("{\"a\":{{team}},\"b\":[\"{{x}}\"]}", as: .json, in: .json)
        store.format(.text(.format))
        #expect(store.state.request.draft.body.json == "{\n  \"a\": {{team}},\n  \"b\": [\n    \"{{x}}\"\n  ]\n}\n")
        store.send(.request(.text(.edited(.json, "{\n  \"a\": {{team}} 1\n}"))))
        store.format(.text(.validate))
        #expect(store.state.toasts.last?.text.contains("line 2, column 17") == true)
        #expect(store.state.request.json.cursor == TextPosition(line: 1, offset: 16))
    }

    @Test func `late results change nothing, not even in another request with the same number of changes`() {
        var store = TestStore.opened()
        store.write("[1]", as: .json, in: .json)
        guard case .format(let job, _)? = store.send(.request(.text(.format))).first else {
            return #expect(Bool(false), "nothing is laid out")
        }
        #expect(store.state.request.json.text == "[1]")
        store.send(.request(.text(.edited(.json, "[1, 2]"))))
        store.send(.request(.text(.formatted(job.result))))
        #expect(store.state.request.json.text == "[1, 2]")
        store.send(.tabs(.compose(RequestDraft(body: BodyDraft(kind: .json)))))
        store.send(.request(.text(.edited(.json, "[9]"))))
        store.send(.request(.text(.formatted(job.result))))
        #expect(store.state.request.json.text == "[9]")
    }

    @Test func `a result goes to its tab, also in the background`() throws {
        var store = TestStore.opened()
        store.write("[1]", as: .json, in: .json)
        let effects = store.send(.request(.text(.format)))
        store.send(.tabs(.new))
        for case .format(let job, let tab) in effects { store.send(.requestOf(tab, .text(.formatted(job.result)))) }
        #expect(store.state.request.json.text.isEmpty)
        let other = try #require(store.state.tabs.others.first?.id)
        #expect(store.state.tabs[other]?.request.json.text == "[\n  1\n]\n")
        store.send(.requestOf(other, .text(.edited(.json, "[2]"))))
        #expect(store.state.tabs[other]?.request.json.text == "[2]")
    }

    @Test func `XML is laid out`() {
        var store = TestStore.opened()
        store.write("<a><b>1</b></a>", as: .xml, in: .xml)
        store.format(.text(.format))
        #expect(store.state.request.draft.body.xml == "<a>\n  <b>1</b>\n</a>\n")
    }

    @Test func `pasting asks for the clipboard and inserts rows into a table`() {
        var store = TestStore.opened(RequestDraft(headers: [Row("A", "1")]))
        store.send(.request(.selectTab(.headers)))
        #expect(store.press(.character("p")) == [.paste])
        store.send(.input(.paste("B: 2\nC: 3")))
        #expect(store.state.request.draft.headers == [Row("A", "1"), Row("B", "2"), Row("C", "3")])
        store.send(.request(.editURL))
        #expect(store.press(.control("v")) == [.paste])
        store.send(.input(.paste("h/x\n")))
        #expect(store.state.request.url.text == "h/x")
        store.press(Key(.escape))
        store.send(.input(.paste("lost?")))
        #expect(store.state.request.url.text == "h/x")
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `a table is edited as text`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("B"))
        #expect(store.canvas.contains("Accept: application/json"))
        store.press(Key(.end, .control), Key(.enter))
        store.type("# B: 2")
        store.press(Key(.escape))
        #expect(store.state.request.draft.headers == [Row("Accept", "application/json"), Row("B", "2", isEnabled: false)])
    }

    /// A request with a JSON body and vim's keys.
    private func withKeysOfVim() -> TestStore {
        var settings = Settings()
        settings.editorKeys = .vim
        var state = AppState(workspaceFolder: "s", themes: [], settings: settings, session: Session())
        state.size = Size(width: 120, height: 40)
        var store = TestStore(state: state)
        store.send(.request(.kind(.setBody(.json))))
        return store
    }

    @Test func `the keys of vim come from the settings`() {
        var store = withKeysOfVim()
        #expect(store.state.layer == .edit)
        store.type("ia{}")
        #expect(store.state.request.draft.body.json == "a{}")
    }

    @Test func `lines and substitutions are typed on the command line of vim`() {
        var store = withKeysOfVim()
        store.type("ia a")
        store.press(Key(.enter))
        store.type("a")
        store.press(Key(.escape))
        for (line, text) in [("%s/a/b/g", "b b\nb"), ("1", "b b\nb"), ("s/b/c", "c b\nb")] {
            store.type(":" + line)
            store.press(Key(.enter))
            #expect(store.state.request.draft.body.json == text && store.state.windows.isEmpty, "\(line)")
        }
        store.type(":s/x/y")
        store.press(Key(.enter))
        #expect(store.state.toasts.last?.kind == .warning)
        store.type("x")
        #expect(store.state.request.draft.body.json == " b\nb")
    }
}
