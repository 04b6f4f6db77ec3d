import Document
import Engine
import HTTP
import Query
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct BodyQueryTests {
    private static let body = #"{"items":[{"id":1,"owner":"a","first name":"x"},{"id":2}],"total":2}"#

    private func asking(_ text: String = "", mediaType: String = "application/json", body: String = body) -> TestStore {
        var store = TestStore.withTree()
        store.start("one")
        store.answer("one", headers: ["A": "b"])
        let document = Document(Array(body.utf8), mediaType: mediaType)
        let handle = BodyHandle(exchange: "one", owner: 0, revision: 1, document: document, source: ByteSource(Array(body.utf8)))
        store.receive(handle)
        store.press(.character("|"))
        store.send(.response(.query(.keysSurveyed(SurveyedKeys(body: handle, survey: KeySurvey(document))))))
        store.type(text)
        return store
    }

    private func result(_ text: String, layer: Int, of store: TestStore) -> Message {
        let document = Document(Array(text.utf8), kind: .jsonLines)
        return .response(.query(.evaluated(BodyHandle(exchange: "one", owner: 0, revision: 1, document: document, layer: layer))))
    }

    @Test func `a view chosen while a query runs applies to its result`() {
        for (form, shown) in [(BodyForm.raw, BodyForm.raw), (.hexadecimal, .hexadecimal), (.table, .table)] {
            var store = asking(body: #"[{"a":1},{"a":2}]"#)
            store.press(.character("."))
            store.send(.response(.query(.run)))
            let layer = store.state.response.query?.layer ?? 0
            store.send(.response(.view(.show(form))))
            store.send(result(#"[{"a":1},{"a":2}]"#, layer: layer, of: store))
            let effects = store.send(.response(.query(.ended(layer: layer, nil))))
            #expect(store.state.response.shown.form == shown)
            #expect(effects.contains { if case .body(.makeTable) = $0 { true } else { false } } == (form == .table))
        }
    }

    @Test func runsAQueryAfterThePauseInTyping() {
        var store = asking()
        #expect(store.press(.character(".")) == [.after(.milliseconds(150), .queryDelay(0), .responseOf(0, .query(.run)))])
        let effects = store.send(.response(.query(.run)))
        guard case .body(.query(_, let query, let layer))? = effects.first else { return #expect(effects.isEmpty == false) }
        #expect(query == Query(.jq, "."))
        store.send(result("{\"answer\":42}\n", layer: layer, of: store))
        store.send(.response(.query(.ended(layer: layer, nil))))
        #expect(store.canvas.contains("\"answer\": 42"))
    }

    @Test func `a query ends with the body that it reads`() {
        var sent = asking(".")
        sent.send(.response(.query(.run)))
        sent.effects = []
        sent.start("two")
        sent.answer("two", headers: [:])
        #expect(sent.effects.contains(.cancel(.queryBody(0))) && sent.state.response.query == nil)
        var opened = asking(".")
        opened.send(.response(.query(.run)))
        #expect(opened.send(.history(.store(.opened(Sample.exchange(), owner: 0, as: .focused)))).contains(.cancel(.queryBody(0))))
    }

    @Test func `the line of a query that runs has the size of its results`() {
        var store = asking(".")
        store.send(.response(.query(.run)))
        store.send(result(String(repeating: "1\n", count: 1_100), layer: store.state.response.query?.layer ?? 0, of: store))
        #expect(store.canvas.contains("2.2 kB"))
    }

    @Test func `the line of a query that runs counts its seconds until it ends`() {
        var store = asking(".")
        let effects = store.send(.response(.query(.run)))
        let layer = store.state.response.query?.layer ?? 0
        let tick = Effect.after(.seconds(1), .queryWait(0), .responseOf(0, .query(.waited(layer: layer))))
        #expect(effects.contains(tick))
        #expect(store.send(.response(.query(.waited(layer: layer)))) == [tick])
        #expect(store.send(.response(.query(.waited(layer: layer - 1)))) == [])
        #expect(store.state.response.query?.seconds == 1 && store.canvas.contains("1 s"))
        store.send(.response(.query(.ended(layer: layer, nil))))
        #expect(store.send(.response(.query(.waited(layer: layer)))) == [])
    }

    @Test func `a query whose text is deleted while it runs has ended`() {
        var store = asking(".")
        store.send(.response(.query(.run)))
        let layer = store.state.response.query?.layer ?? 0
        let effects = store.press(Key(.backspace))
        #expect(effects.contains(.cancel(.queryBody(0))) && effects.contains(.cancel(.queryWait(0))))
        #expect(store.state.response.query?.isRunning == false)
        #expect(store.send(.response(.query(.waited(layer: layer)))) == [])
        store.send(result("1\n", layer: layer, of: store))
        #expect(store.state.response.query?.viewer.body == nil)
    }

    @Test func ignoresAnOlderResult() {
        var store = asking(".")
        store.send(.response(.query(.run)))
        store.send(.response(.query(.run)))
        store.send(result("\"old\"\n", layer: 1, of: store))
        #expect(!store.canvas.contains("old"))
    }

    @Test func marksAnErrorAndKeepsTheBody() throws {
        var store = asking(".items[")
        store.press(Key(.escape))
        store = asking("$[")
        store.send(.response(.query(.run)))
        store.send(.response(.query(.ended(layer: 1, QueryError(.syntax, "Expected something.", place: 3)))))
        let field = try #require(store.canvas.position(of: "| $["))
        let mark = try #require(store.canvas.position(of: "▲"))
        #expect(mark == Point(x: field.x + 4, y: field.y + 1))
        #expect(store.canvas.contains("Expected something."))
        #expect(store.canvas.contains("\"total\": 2"))
    }

    @Test func runsACommandOnlyOnEnter() {
        var store = asking("!wc -c")
        #expect(!store.effects.contains { if case .body(.query) = $0 { true } else { false } })
        #expect(store.canvas.contains("Enter runs the command"))
        store.press(Key(.enter))
        #expect(store.effects.contains { if case .body(.query(_, Query(.shell, "wc -c"), _)) = $0 { true } else { false } })
    }

    @Test(arguments: ["Enter runs the command", "Enter run "])
    func aCommandIsRunWithTheMouse(words: String) {
        var store = asking("!wc -c")
        store.click(words)
        #expect(store.effects.contains { if case .body(.query(_, Query(.shell, "wc -c"), _)) = $0 { true } else { false } })
    }

    @Test func aCommandThatRunsIsCancelled() {
        var store = asking("!sleep 40")
        store.press(Key(.enter))
        #expect(store.canvas.contains("^C cancel"))
        #expect(store.press(.control("c")).contains(.cancel(.queryBody(0))))
        #expect(store.state.windows.isEmpty && store.canvas.contains("Cancelled"))
        #expect(store.state.response.query?.field.text == "!sleep 40")
        store.press(.control("c"))
        #expect(store.canvas.contains("Quit Apus?"))
    }

    @Test func completionsAppearAboveTheQuery() throws {
        let store = asking(".ite")
        let field = try #require(store.canvas.position(of: "| .ite"))
        let offer = try #require(store.canvas.lines[..<field.y].lastIndex { $0.contains("items") })
        #expect(offer == field.y - 2)
        #expect(!store.canvas.lines[field.y + 1].contains("items"))
    }

    @Test(arguments: [
        (".a", ContentKind.json, Query.Kind.jq), ("$.a", .json, .jsonPath), ("$ENV.HOME", .json, .jq), ("//a", .xml, .xpath),
        ("count(//a)", .html, .xpathHTML), ("count(//a)", .text, .xpath), ("! ls", .text, .shell),
    ])
    func detectsTheLanguage(text: String, kind: ContentKind, language: Query.Kind) {
        #expect(QueryLanguage.query(text, kind: kind)?.kind == language)
    }

    @Test(arguments: [
        (".", ["items", "total"]), (".items[0].", ["id", "owner", "\"first name\""]), (".items[] | .ow", ["owner"]),
        ("$.items[*].i", ["id"]), (".items | map(.id", []),
    ])
    func completesKeysOfTheContext(text: String, expected: [String]) {
        let survey = KeySurvey(Document(Array(Self.body.utf8)))
        let items = KeyCompletion.state(text, cursor: text.utf8.count, keys: survey)?.items.map(\.text) ?? []
        #expect(Set(items) == Set(expected))
    }

    @Test(arguments: [(".", "Keys"), (".items[0].", "Keys of .items[]"), ("$.items[*].i", "Keys of .items[]"), ("sort_by(.t", "All keys")])
    func `the heading of the suggested keys names their parent`(text: String, heading: String) throws {
        let survey = KeySurvey(Document(Array(Self.body.utf8)))
        let completion = try #require(KeyCompletion.state(text, cursor: text.utf8.count, keys: survey))
        #expect(completion.heading == heading && completion.items.allSatisfy(\.detail.isEmpty))
    }

    @Test func `keys in deeply nested values and long keys are not surveyed`() throws {
        func text(_ depth: Int) -> String {
            let (start, end) = (String(repeating: "[", count: depth), String(repeating: "]", count: depth))
            return start + #"{"deep": 1}"# + end + #", {"near": 1, "x": [{"y": 1}]}"#
        }
        let key = String(repeating: "k", count: 300)
        #expect(KeySurvey(Document(Array(#"[{"\#(key)": {"a": 1}}, \#(text(62))]"#.utf8))).all == ["near", "x", "a", "y", "deep"])
        let survey = KeySurvey(Document(Array("[\(text(100_000))]".utf8), kind: .json))
        #expect(survey.keys == ["[]": ["near", "x"], "[].x[]": ["y"]])
    }

    @Test func `many nested elements with long names are surveyed`() throws {
        let names = (0..<63).map { String(repeating: "n", count: 199) + ($0 == 40 ? String(repeating: "m", count: 60_000) : "") }
        let (starts, ends) = (names.map { "<\($0)>" }.joined(), names.reversed().map { "</\($0)>" }.joined())
        let text = "<a>" + starts + String(repeating: "<b/>", count: 200_000) + ends
        let survey = KeySurvey(Document(Array((text + "<c d='1'/></a>").utf8), mediaType: "application/xml"))
        #expect(survey.all == ["a", names[0], "c"])
        #expect(survey.keys["/a"] == [names[0], "c"] && survey.keys["/a/c/@"] == ["d"])
    }

    private static let feed = """
        <?xml version="1.0"?><!-- <no/> --><feed xml:lang="en"><title a='1'>t</title>
        <entry id="1" b><link href="x"/><name>n</name></entry><entry><more>m</more></entry></feed>
        """

    @Test(arguments: [
        ("//", ["_:birds", "_:bird"]), ("//bir", ["_:birds", "_:bird"]), ("//_:bird", ["_:birds", "_:bird"]), ("/_:birds/", ["_:bird"]),
        ("/_:birds/@", ["xmlns", "n"]),
    ])
    func completesTheElementsOfADefaultNamespace(text: String, expected: [String]) {
        let survey = KeySurvey(Document(Array(#"<birds xmlns="h" n="1"><bird/></birds>"#.utf8), mediaType: "application/xml"))
        let items = ElementCompletion.state(text, cursor: text.utf8.count, keys: survey)?.items.map(\.text) ?? []
        #expect(Set(items) == Set(expected))
    }

    /// Sends the request again and shows another body.
    private func sendAgain(_ store: inout TestStore, _ body: String) {
        let owner = store.state.response.owner
        store.start("two", owner: owner)
        store.answer("two")
        let handle = BodyHandle(
            exchange: "two", owner: 0, revision: 1, document: Document(Array(body.utf8), mediaType: "application/json"),
            source: ByteSource(Array(body.utf8)))
        store.send(.sending(.flight(.grew(handle))))
        store.send(.sending(.flight(.finished(Sample.exchange("two")))))
    }

    @Test(arguments: [(".id", true), ("!wc -c", false), ("", false)])
    func `a query runs again on the next response, a command does not`(text: String, isRepeated: Bool) {
        var store = asking(text)
        store.press(Key(.enter))
        sendAgain(&store, #"{"id": 2}"#)
        #expect(store.state.response.query?.field.text == (isRepeated ? text : nil))
        #expect(store.state.response.query?.isRunning == (isRepeated ? true : nil))
        #expect(store.state.response.query?.isTyping != true)
    }

    @Test func `a search continues in the next response, until another exchange is opened`() {
        var store = asking()
        store.press(Key(.escape), .character("/"))
        store.type("id")
        store.press(Key(.enter))
        sendAgain(&store, #"{"id": 2}"#)
        #expect(store.state.response.search?.field.text == "id" && store.state.response.search?.isTyping == false)
        store.state.response.open(Sample.exchange("old"))
        #expect(store.state.response.search == nil && store.state.response.earlierSearch == nil)
    }

    @Test func saysThatTheNamesAreInANamespace() {
        var store = asking("//bird", mediaType: "application/xml", body: #"<birds xmlns="h"><bird/></birds>"#)
        store.press(Key(.escape))
        store.send(.response(.query(.run)))
        store.send(.response(.query(.ended(layer: 1, nil))))
        #expect(store.canvas.contains("Write _:bird"))
    }

    @Test func offersNoKeysOfJSONToXPath() {
        #expect(asking("//").state.response.query?.completion == nil)
    }

    @Test(arguments: [
        ("/", ["feed"]), ("/feed/", ["title", "entry"]), ("/feed/en", ["entry"]), ("/feed/entry/", ["link", "name", "more"]),
        ("/feed/entry[1]/", ["link", "name", "more"]), ("//", ["feed", "title", "entry", "link", "name", "more"]), ("//na", ["name"]),
        ("count(/feed/", ["title", "entry"]), ("/feed/entry/@", ["id", "b"]), ("/feed/entry[@", ["id", "b"]), ("//@h", ["href"]),
        ("/feed/entry[", ["link", "name", "more"]), ("//entry/", ["feed", "title", "entry", "link", "name", "more"]),
        ("/feed/descendant::mo", ["more"]), ("feed", []),
    ])
    func completesTheElementsOfThePlace(text: String, expected: [String]) {
        let survey = KeySurvey(Document(Array(Self.feed.utf8), mediaType: "application/xml"))
        let items = ElementCompletion.state(text, cursor: text.utf8.count, keys: survey)?.items.map(\.text) ?? []
        #expect(Set(items) == Set(expected))
    }

    @Test func completesTheElementsOfAPage() {
        let page = "<!DOCTYPE html><html><head><title>x</title></head><body class=a><p>one<br>two<script>if (a<b) {}</script></body></html>"
        var store = asking("/html/bo", mediaType: "text/html", body: page)
        store.press(Key(.tab))
        #expect(store.state.response.query?.field.text == "/html/body")
        store.type("/@")
        #expect(store.state.response.query?.completion?.items.map(\.text) == ["class"])
        store.press(Key(.backspace))
        #expect(Set(store.state.response.query?.completion?.items.map(\.text) ?? []) == ["p", "br", "script"])
    }

    @Test func savesRunQueriesInTheSession() {
        var store = asking(".total")
        let effects = store.press(Key(.enter))
        #expect(effects.contains { if case .autosave(.session(let session)) = $0 { session.queries == [".total"] } else { false } })
    }

    @Test func takesACompletion() {
        var store = asking(".items[0].ow")
        #expect(store.press(Key(.tab)).contains(.after(.milliseconds(150), .queryDelay(0), .responseOf(0, .query(.run)))))
        #expect(store.state.response.query?.field.text == ".items[0].owner")
    }

    @Test func recallsEarlierQueries() {
        var store = asking(".total")
        store.press(Key(.escape))
        store.press(.character("|"))
        store.type(".items")
        store.press(Key(.escape), .character("|"))
        store.type("1")
        store.press(Key(.enter), .character("|"))
        store.press(Key(.backspace), Key(.up))
        #expect(store.state.response.query?.field.text == "1")
    }

    @Test func readsTheBodyAsAnotherKind() {
        var store = asking()
        store.press(Key(.escape))
        store.press(.character("T"))
        #expect(store.canvas.contains("as YAML"))
        store.type("as YAML")
        let effects = store.press(Key(.enter))
        #expect(
            effects.contains { if case .body(.read(_, Interpretation(mediaType: nil, kind: .yaml), layer: _)) = $0 { true } else { false } }
        )
    }

    @Test func asksBeforeItOverwrites() throws {
        var store = asking()
        store.press(Key(.escape))
        store.press(.character("s"))
        let effects = store.press(Key(.enter))
        guard case .body(.save(let body, let path, overwrites: false))? = effects.last else { return #expect(effects.isEmpty) }
        store.send(.response(.file(.askToOverwrite(body, path: path))))
        #expect(store.question != nil)
        #expect(store.press(.character("o")) == [.body(.save(body, path: path, overwrites: true))])
    }

    @Test func showsTheProblemOfTheBody() {
        var store = asking(body: "{\"a\": 1,\n \"b\": nope}")
        store.press(Key(.escape))
        #expect(store.canvas.contains("Line 2, character 7: Expected true, false or null"))
        store.press(.character("g"), .character("p"))
        #expect(store.state.response.viewer.matchOffset == 15)
    }

    @Test func showsTheProgressOfTheBody() async throws {
        var store = TestStore.withTree()
        store.start("one")
        store.answer("one")
        let source = ByteSource()
        try source.append(Array("[1,2".utf8))
        var documents = DocumentUpdates(source).makeAsyncIterator()
        let document = try #require(await documents.next())
        store.send(
            .sending(
                .flight(
                    .grew(BodyHandle(exchange: "one", owner: store.state.response.owner, revision: 1, document: document, source: source))))
        )
        var progress = SendingProgress()
        progress.receivedByteCount = 4
        progress.expectedByteCount = 1_000_000
        progress.bytesPerSecond = 2_000_000
        store.send(.sending(.flight(.progressed("one", progress))))
        #expect(store.canvas.contains("receiving: 4 B of 1.0 MB, 2.0 MB/s — cancelling keeps the part received"))
    }

    @Test func showsTheCookiesOfTheResponse() {
        let headers: HTTPHeaders = ["Set-Cookie": "id=1; Path=/; HttpOnly", "set-cookie": "theme=dark"]
        let text = CookieLines.lines(headers, jarKey: "gc").map(\.text)
        #expect(text == ["id = 1", "    Path /", "    HttpOnly", "theme = dark", "", "Open cookie jar: gc or double-click"])
    }

    @Test func `the cookies include cookies set by a redirect`() {
        var metrics = HTTPMetrics()
        metrics.responseHeaderBytes = Array("HTTP/1.1 302 Found\r\nSet-Cookie: id=1; Path=/\r\nLocation: /b\r\n\r\n".utf8)
        let redirect = Exchange.Hop(method: "GET", url: "http://h/a", status: 302, metrics: metrics)
        let text = CookieLines.lines([:], after: [redirect], jarKey: "gc").map(\.text)
        #expect(text == ["From 302 GET http://h/a", "id = 1", "    Path /", "", "Open cookie jar: gc or double-click"])
    }

    @Test func `a cookie that the jar refuses is marked`() {
        let headers: HTTPHeaders = ["Set-Cookie": "id=1; Domain=other.example"]
        let lines = CookieLines.lines(headers, from: "http://h.example/a", jarKey: "gc")
        #expect(lines[1].text.contains("not stored") && lines[1].pieces[0].role == .error)
        #expect(!CookieLines.lines(headers, from: "http://other.example/", jarKey: "gc").contains { $0.text.contains("not stored") })
    }

    @Test func theMenuRunsACommandAlsoAfterTypingHasEnded() throws {
        var store = asking("!wc -c")
        let line = try #require(store.canvas.position(of: "items"))
        store.mouse(.press(.right, count: 1), at: line)
        store.click("Run the command")
        #expect(store.effects.contains { if case .body(.query(_, Query(.shell, "wc -c"), _)) = $0 { true } else { false } })
    }
}
