import Document
import HTTP
import Screen
import Testing
import Workspace

@testable import App

@Suite struct ResponseUpdateTests {
    private func answered(_ body: String = #"{"a":[1,true],"b":"x"}"#) -> TestStore {
        var store = TestStore.withTree()
        store.send(.exchange(.started(Sending(id: "one", method: "GET", url: "http://h/"))))
        store.send(.exchange(.answered("one", Answer(status: 200, reason: "OK", version: .http11, headers: ["A": "b"]))))
        let document = Document(Array(body.utf8), mediaType: "application/json")
        store.send(.exchange(.grew(BodyHandle(exchange: "one", revision: 1, document: document))))
        store.send(.exchange(.finished(Sample.exchange("one"))))
        store.send(.application(.focus(.response)))
        return store
    }

    @Test func showsTheAnswerPretty() {
        let canvas = answered().canvas
        #expect(canvas.contains("200 OK"))
        #expect(canvas.contains("\"a\": ["))
        #expect(canvas.contains("34 ms"))
    }

    @Test func walksThroughItsTabs() {
        var store = answered()
        store.press(.character("]"))
        #expect(store.state.response.tab == .headers)
        #expect(store.canvas.contains("A: b"))
        store.press(.character("["), .character("["))
        #expect(store.state.response.tab == .sent)
    }

    @Test func showsTheSameBytesInEveryForm() {
        var store = answered()
        store.press(.character("t"))
        #expect(store.canvas.contains(#"{"a":[1,true],"b":"x"}"#))
        store.press(.character("t"))
        #expect(store.canvas.contains("7b 22 61"))
        store.press(.character("t"))
        #expect(store.canvas.contains("\"a\": ["))
    }

    @Test func cancelsWhatRunsAndElseOffersToQuit() {
        var store = TestStore.withTree()
        store.send(.exchange(.started(Sending(id: "one", method: "GET", url: "http://h/"))))
        #expect(store.press(.control("c")) == [.cancel(.send("one"))])
        store.send(.exchange(.finished(Sample.exchange("one", status: nil))))
        store.press(.control("c"))
        #expect(store.state.overlays.count == 1)
    }

    @Test func anErrorIsShownWithItsCodeAndSentence() {
        var store = TestStore.withTree()
        store.send(.exchange(.started(Sending(id: "one", method: "GET", url: "http://h/"))))
        store.send(.exchange(.finished(Sample.exchange("one", status: nil))))
        #expect(store.canvas.contains("cannotConnect"))
        #expect(store.canvas.contains("Nothing listens there."))
    }

    @Test func aRefusalNamesEveryReason() {
        var store = TestStore.withTree()
        store.send(.exchange(.refused(["header Authorization: {{token}} is not defined", "URL: {{host}} is not defined"])))
        #expect(store.state.toasts.last?.text.contains("{{token}}") == true)
        #expect(store.state.toasts.last?.text.contains("{{host}}") == true)
    }

    @Test func controlsInABodyAreShownAndNotPassedOn() {
        let canvas = answered("\u{1B}]0;title\u{7}x").canvas
        #expect(canvas.cells.allSatisfy { $0.glyph & Cell.clusterFlag != 0 || $0.glyph >= 0x20 && !(0x7F..<0xA0).contains($0.glyph) })
    }

    @Test func copiesTheBodyAndTheLine() {
        var store = answered()
        #expect(store.press(.character("y"), .character("y")) == [.copy("{", name: "the line")])
        guard case .copyBody = store.press(.character("y"), .character("b")).last else {
            Issue.record("the body was not copied")
            return
        }
    }

    @Test func anotherExchangeDoesNotDisturbTheOneThatIsShown() {
        var store = answered()
        store.send(.exchange(.answered("other", Answer(status: 500, reason: "", version: nil, headers: [:]))))
        #expect(store.state.response.answer?.status == 200)
    }
}
