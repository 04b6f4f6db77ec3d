import Engine
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The keys that daily tasks take besides the text itself.
@Suite struct KeyCountTests {
    /// A user at the keyboard, whose keys are counted.
    private struct Typist {
        var store: TestStore
        var keyCount = 0

        init(_ store: TestStore) { self.store = store }

        /// A new request with the cursor in its URL, as at the start of the program.
        init() {
            store = TestStore.withTree()
            store.send(.tabs(.new))
        }

        @discardableResult
        mutating func press(_ keys: Key...) -> [Effect] {
            keyCount += keys.count
            return keys.flatMap { store.send(.input(.key($0))) }
        }

        /// Types text, which is not counted.
        mutating func type(_ text: String) { store.type(text) }

        /// Presses `F5` and returns the sent request.
        mutating func send() throws -> RequestDraft {
            let drafts = press(.function(5)).compactMap { effect -> RequestDraft? in
                if case .sending(.send(let job)) = effect { job.draft } else { nil }
            }
            return try #require(drafts.last)
        }
    }

    @Test func `GET with two parameters`() throws {
        var typist = Typist()
        typist.type("http://h/get?a=1&b=2")
        let effects = typist.press(Key(.enter))
        #expect(effects.contains { if case .sending(.send(let job)) = $0 { job.draft.query.count == 2 } else { false } })
        #expect(typist.keyCount <= 1)
    }

    @Test func `POST with JSON, a token and two headers by form, sent and saved`() throws {
        var typist = Typist()
        typist.type("POST http://h/post")
        typist.press(Key(.escape))
        typist.press(.character("b"))
        typist.type("json")
        typist.press(Key(.enter))
        typist.type("{\"a\": 1}")
        typist.press(Key(.escape))
        typist.press(.character("A"))
        typist.type("bearer")
        typist.press(Key(.enter))
        typist.type("t0ken")
        typist.press(Key(.escape), .character("H"), .character("a"))
        typist.type("One")
        typist.press(Key(.tab))
        typist.type("1")
        typist.press(Key(.tab))
        typist.type("Two")
        typist.press(Key(.tab))
        typist.type("2")
        let draft = try typist.send()
        #expect(draft.method == "POST" && draft.body.json == "{\"a\": 1}" && draft.auth.kind == .bearer)
        #expect(draft.headers == [Row("One", "1"), Row("Two", "2")])
        typist.press(.control("s"))
        typist.type("Post")
        typist.press(Key(.enter))
        let effects = typist.press(.character("k"))
        #expect(effects.contains { if case .workspace(.storeSecrets) = $0 { true } else { false } })
        #expect(typist.keyCount <= 16)
    }

    @Test func `POST with JSON, a token and two headers by words, sent and saved`() throws {
        var typist = Typist()
        typist.type("POST http://h/post a:=1 Authorization:'Bearer t0ken' X-A:1 X-B:2")
        typist.press(Key(.enter))
        let draft = try typist.send()
        #expect(draft.method == "POST" && draft.headers.count >= 2)
        typist.press(.control("s"))
        typist.type("Post")
        typist.press(Key(.enter))
        #expect(typist.keyCount <= 8)
    }

    @Test func `multipart with a file`() throws {
        var typist = Typist()
        typist.type("POST http://h/post")
        typist.press(Key(.escape), .character("b"))
        typist.type("multipart")
        typist.press(Key(.enter))
        typist.type("file")
        typist.press(Key(.tab))
        typist.type("@")
        typist.store.send(.workspace(.folderListed(FolderListing(folder: "", names: ["other.txt", "up.txt"]))))
        typist.type("up")
        typist.press(Key(.tab))
        let draft = try typist.send()
        #expect(draft.body.parts.map(\.value) == ["up.txt"] && draft.body.parts.first?.isFile == true)
        #expect(typist.keyCount <= 9)
    }

    @Test func `OAuth 2 with client credentials`() throws {
        var typist = Typist()
        typist.type("http://h/get")
        typist.press(Key(.escape), .character("A"))
        typist.type("client")
        typist.press(Key(.enter))
        typist.type("http://h/token")
        typist.press(Key(.tab))
        typist.type("me")
        typist.press(Key(.tab))
        typist.type("s3cret")
        let auth = try typist.send().auth
        #expect(auth["grant"] == "client_credentials" && auth["tokenURL"] == "http://h/token")
        #expect(auth["clientID"] == "me" && auth["clientSecret"] == "s3cret")
        #expect(typist.keyCount <= 6)
    }

    @Test func `a form as the body`() throws {
        var typist = Typist()
        typist.type("POST http://h/post")
        typist.press(Key(.escape), .character("b"))
        typist.type("form")
        typist.press(Key(.enter))
        typist.type("a")
        typist.press(Key(.tab))
        typist.type("1")
        typist.press(Key(.tab))
        typist.type("b")
        typist.press(Key(.tab))
        typist.type("2")
        let form = try typist.send().body.form
        #expect(form == [Row("a", "1"), Row("b", "2")])
        #expect(typist.keyCount <= 8)
    }

    @Test func `a token is captured and used`() throws {
        var typist = Typist(TestStore.withResponse(#"{"token": "abc"}"#, type: "application/json"))
        typist.store.send(.application(.focus(.request)))
        typist.press(.character("3"), .character("j"), .character("c"))
        #expect(typist.store.state.request.draft.captures.map(\.variable) == ["token"])
        let owner = typist.store.state.workspace.collection(of: typist.store.state.request.place)
        typist.store.state.workspace.addCaptured(
            ["token": CapturedValue("abc", isSecret: true)], of: typist.store.state.environment?.name, in: owner)
        typist.store.send(.tabs(.new))
        typist.type("http://h/{{tok")
        typist.press(Key(.tab))
        #expect(typist.store.state.request.url.text == "http://h/{{token}}")
        #expect(typist.keyCount <= 5)
    }

    @Test func `two assertions take at most five keys`() {
        var typist = Typist(TestStore.withResponse(#"{"name": "Lea", "age": 7}"#, type: "application/json"))
        typist.store.send(.application(.focus(.request)))
        typist.press(.character("3"), .character("j"), .character("a"), .character("j"), .character("a"))
        #expect(typist.store.state.request.draft.assertions.map(\.subject) == ["body .name", "body .age"])
        #expect(typist.keyCount <= 5)
    }
}
