import Document
import Engine
import HTTP
import Query
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct ResponseTabTests {
    private func withResponse(_ size: Size = Size(width: 120, height: 40)) -> TestStore {
        .withResponse(#"{"a":[1,true],"b":"x"}"#, type: "application/json", headers: ["A": "b"], size: size)
    }

    @Test(arguments: [("timing", "Timing"), ("tls", "TLS"), ("cookies", "Cookies"), ("sent", "Sent"), ("trace", "Trace")])
    func `the palette finds every response tab from any pane`(words: String, title: String) {
        var store = withResponse(Size(width: 80, height: 24))
        store.send(.application(.focus(.tree)))
        store.press(.control("p"))
        store.type("show \(words)")
        store.press(Key(.enter))
        #expect(store.canvas.role(of: title) == .paneTitleFocused)
        #expect(store.state.focus == .response)
    }

    @Test(arguments: ["t", "C", "E", "g2", "yp", "T", "gl"])
    func `the body is queried where the result is visible`(keys: String) {
        var store = withResponse()
        store.press(.character("]"))
        #expect(store.state.response.tab == .headers)
        store.type(keys)
        #expect(store.state.response.tab == .body)
    }

    @Test(arguments: ["h", "l", " "])
    func `commands that also move report that the body is not shown`(key: Character) {
        var store = withResponse()
        store.press(.character("]"), .character(key))
        #expect(store.state.response.tab == .headers)
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `a failed exchange shows the requests sent before the failure`() {
        var store = withResponse()
        var metrics = HTTPMetrics()
        metrics.requestHeaderBytes = Array("POST /token HTTP/1.1\r\nHost: id.example\r\n\r\n".utf8)
        store.state.response.exchange?.error = .init(code: "cannotAuthenticate", message: "refused")
        store.state.response.exchange?.hops = [Exchange.Hop(method: "POST", url: "https://id.example/token", status: 403, metrics: metrics)]
        store.state.response.exchange?.response = nil
        store.state.response.head = nil
        store.send(.response(.selectTab(.sent)))
        #expect(store.canvas.contains("POST /token HTTP/1.1"))
        store.send(.response(.selectTab(.headers)))
        #expect(store.canvas.contains("refused"))
    }

    @Test(arguments: [true, false]) func `a certificate that was not checked is marked beside the status`(isVerified: Bool) {
        var store = withResponse()
        var tls = HTTPTLSDetails()
        tls.isVerified = isVerified
        var metrics = HTTPMetrics()
        metrics.connection = HTTPConnectionDetails()
        metrics.connection?.tls = tls
        store.state.response.exchange?.hops = [Exchange.Hop(method: "GET", url: "https://h/", status: 200, metrics: metrics)]
        #expect((store.canvas.role(of: "not verified") == .warning) == !isVerified)
    }

    @Test func `copying a changed request as a command uses the request that was sent`() {
        var store = withResponse()
        store.state.request.url = TextFieldState(text: "http://h/")
        store.state.request.noteChange()
        store.state.request.sentSnapshot = store.state.request.snapshot
        let exchange = Sample.exchange("one")
        store.send(.workspace(.pickEnvironment(nil)))
        store.state.response.exchange?.origin.environment = nil
        func isRunnable(_ effects: [Effect]) -> Bool {
            effects.contains { if case .sending(.preview(_, .copy(withSecrets: true))) = $0 { true } else { false } }
        }
        #expect(isRunnable(store.press(.character("y"), .character("c"))))
        #expect(!isRunnable(store.press(.character("y"), .character("C"))))
        store.state.request.url = TextFieldState(text: "http://h/changed")
        store.state.request.noteChange()
        let effects = store.press(.character("y"), .character("c"))
        #expect(effects.contains { if case .sending(.copyAsCurl(let sent)) = $0 { sent.id == exchange.id } else { false } })
    }

    @Test func `earlier queries are listed`() {
        var store = withResponse()
        store.state.queries = [".a", ".b"]
        store.press(.character("g"), .character("|"))
        #expect(store.canvas.contains("Recent queries"))
        let effects = store.press(Key(.enter))
        #expect(store.state.response.query?.field.text == ".b")
        #expect(effects.contains { if case .body(.query(_, let query, _)) = $0 { query == Query(.jq, ".b") } else { false } })
    }

    @Test func `splits of a single pane cannot be moved, with a message`() {
        var store = withResponse(Size(width: 80, height: 24))
        store.press(.character(">"))
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `the reason for an invalid pattern is completely visible on a narrow screen`() {
        var store = withResponse(Size(width: 80, height: 24))
        store.press(.character("/"))
        store.type("[a")
        store.send(.response(.search(.toggleRegularExpression)))
        let reason = "Wrong at character 3: missing terminating ]"
        store.send(.responseOf(store.state.response.owner, .search(.failed(reason))))
        #expect(store.canvas.contains(reason))
    }

    @Test func `the Tests tab of a stored response explains that checks are not stored`() {
        #expect(CheckLines.lines(nil, isFromHistory: true)[0].text.contains("stores no test results"))
        #expect(CheckLines.lines(nil, isFromHistory: false)[0].text.contains("No tests"))
    }
}
