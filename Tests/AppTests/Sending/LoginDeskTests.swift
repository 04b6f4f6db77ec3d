import Engine
import Foundation
import Screen
import Synchronization
import Testing
import Workspace

@testable import App
@testable import HTTP

/// Logins that wait for the user.
@Suite struct LoginDeskTests {
    /// Tokens are of no concern here.
    private struct NoStore: OAuthCredentialStore {
        func load(for configuration: OAuthConfiguration) -> OAuthCredentials? { nil }
        func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String? { nil }
        func removeAll() {}
    }

    /// The messages of the desk in order.
    private func attached(_ desk: LoginDesk) -> AsyncStream<Message> {
        let (messages, incoming) = AsyncStream<Message>.makeStream()
        desk.attach { incoming.yield(.sending($0)) }
        return messages
    }

    // A redirect to elsewhere cannot be caught, so that only pasting is left.
    private let elsewhere = OAuthLogin(redirectURL: "https://app.example/callback", endpoint: "https://id.example/login", parameters: [:])
    private let page = "https://id.example/login?redirect_uri=https://app.example/callback"

    @Test func `the pasted text is the URL at which the login ended`() async throws {
        let desk = LoginDesk { _ in true }
        var messages = attached(desk).makeAsyncIterator()
        let login = desk.makeLogin(store: NoStore())
        async let ended = login.logIn(at: elsewhere)
        guard case .sending(.login(.began(let request, let isOpened)))? = await messages.next() else {
            return #expect(Bool(false), "no login began")
        }
        #expect((request.page, request.comesBack, isOpened) == (page, false, true))
        desk.submit("https://app.example/callback?code=1", for: request.id)
        #expect(try await ended?.url == "https://app.example/callback?code=1")
        #expect(await messages.next() == .sending(.login(.ended(request.id))))
    }

    @Test func `giving up and cancelling end the wait`() async {
        let desk = LoginDesk()
        var messages = attached(desk).makeAsyncIterator()
        let login = desk.makeLogin(store: NoStore())
        async let given = login.logIn(at: elsewhere)
        if case .sending(.login(.began(let request, _)))? = await messages.next() { desk.submit(nil, for: request.id) }
        #expect((try? await given) == nil)
        _ = await messages.next()
        let cancelled = Task { try? await login.logIn(at: elsewhere) }
        _ = await messages.next()
        cancelled.cancel()
        #expect(await cancelled.value == nil)
    }

    @Test func `a login shows its page in a window, copies it, and closes at its end`() {
        var store = TestStore.withTree()
        let login = LoginRequest(id: 1, .openURL("https://id.example/login"))
        #expect(
            store.send(.sending(.login(.began(login, isOpened: false)))) == [.copy("https://id.example/login", name: "the page to log in")])
        #expect(store.canvas.contains("https://id.example/login"))
        store.type("http://back?code=1")
        #expect(store.press(Key(.enter)) == [.sending(.answerLogin(1, "http://back?code=1"))])
        store.send(.sending(.login(.began(login, isOpened: true))))
        store.send(.sending(.login(.ended(1))))
        #expect(store.state.windows.isEmpty)
    }

    private let device = OAuthDeviceCode(
        deviceCode: HTTPSecret("d"), userCode: "ABCD-1234", verificationURL: "https://id.example/device", expires: .distantFuture,
        interval: .seconds(5))

    @Test func `a code is shown until its login is over`() async throws {
        let desk = LoginDesk()
        var messages = attached(desk).makeAsyncIterator()
        let login = desk.makeLogin(store: NoStore())
        let shown = Task { [device] in try await login.show(device) }
        let first = await messages.next()
        shown.cancel()
        guard case .sending(.login(.began(let request, _)))? = first else { return #expect(Bool(false), "no login began") }
        #expect(await messages.next() == .sending(.login(.ended(request.id))))
        try await shown.value
    }

    @Test func `giving up a code ends its login`() async {
        let desk = LoginDesk()
        var messages = attached(desk).makeAsyncIterator()
        let login = desk.makeLogin(store: NoStore())
        let shown = Task { [device] in try await login.show(device) }
        if case .sending(.login(.began(let request, _)))? = await messages.next() {
            desk.submit(nil, for: request.id)
        } else {
            shown.cancel()
        }
        await #expect(throws: OAuthLoginError.self) { try await shown.value }
    }

    @Test func `a window stays while its login runs, and cancelling it cancels only that login`() {
        var store = TestStore.withTree()
        for id in ["one", "other"] {
            store.start(id, owner: 0)
        }
        store.send(.sending(.login(.began(LoginRequest(id: 1, .enterCode(device)), isOpened: true))))
        store.send(.sending(.login(.began(LoginRequest(id: 2, .openURL("https://id.example/login")), isOpened: true))))
        #expect(store.state.windows.count == 1 && store.canvas.contains("Log in with the code ABCD-1234"))
        store.send(.sending(.login(.ended(2))))
        for id in ["one", "other"] { store.send(.sending(.flight(.finished(Sample.exchange(id))))) }
        #expect(store.canvas.contains("Log in with the code ABCD-1234"))
        #expect(store.press(.control("c")) == [.sending(.answerLogin(1, nil))])
        #expect(store.state.windows.isEmpty)
    }

    @Test func `a code can be copied, and no other key closes its window`() {
        var store = TestStore.withTree()
        store.send(.sending(.login(.began(LoginRequest(id: 1, .enterCode(device)), isOpened: true))))
        #expect(store.state.layer == .nav && store.canvas.contains("cancel login"))
        #expect(store.press(Key(.enter)).isEmpty)
        #expect(store.press(.character("c")) == [.copy("ABCD-1234", name: "the code")])
        #expect(store.canvas.contains("Log in with the code ABCD-1234"))
    }

    @Test func `the input line and its error are visible on the smallest screen`() {
        var store = TestStore.withTree(size: Size(width: 40, height: 12))
        let scope = String(repeating: "x", count: 50)
        let page = "https://id.example/login?client_id=me&redirect_uri=http://127.0.0.1:8911/&scope=\(scope)"
        store.send(.sending(.login(.began(LoginRequest(id: 1, .openURL(page)), isOpened: true))))
        #expect(store.canvas.contains("URL   http://…?code=…") && store.canvas.cursor != nil)
        #expect(store.canvas.contains("The request continues when the logi"))
        store.type("http://back")
        store.press(Key(.enter))
        #expect(store.canvas.contains("URL   http://back") && store.canvas.contains("Expected a URL with code=…"))
    }

    @Test(arguments: ["nonsense", "", "http://back", "code=1"])
    func `text that is not a URL of the login stays in the window, with the expected form`(text: String) {
        var store = TestStore.withTree()
        store.send(.sending(.login(.began(LoginRequest(id: 1, .openURL("https://id.example/login")), isOpened: true))))
        store.type(text)
        #expect(store.press(Key(.enter)).isEmpty)
        #expect(store.canvas.contains("Expected a URL with code=…") && (text.isEmpty || store.canvas.contains(text)))
        store.press(.control("u"))
        store.type("http://back?error=access_denied&state=x")
        #expect(!store.canvas.contains("Expected a URL"))
        #expect(store.press(Key(.enter)) == [.sending(.answerLogin(1, "http://back?error=access_denied&state=x"))])
    }

    @Test func `a URL of another login stays in the window, with the reason`() {
        var store = TestStore.withTree()
        store.send(
            .sending(.login(.began(LoginRequest(id: 1, .pasteURL(loginURL: "https://id.example/login?state=mine")), isOpened: true))))
        store.type("http://back?code=1&state=other")
        #expect(store.press(Key(.enter)).isEmpty)
        #expect(store.canvas.contains("its state differs") && store.canvas.contains("state=other"))
        store.press(.control("u"))
        store.type("http://back?code=1&state=mine")
        #expect(store.press(Key(.enter)) == [.sending(.answerLogin(1, "http://back?code=1&state=mine"))])
    }

    @Test(arguments: [true, false])
    func `a click outside the window does not end a login, and the address can be copied again`(hasCode: Bool) {
        var store = TestStore.withTree()
        let login = hasCode ? LoginRequest(id: 1, .enterCode(device)) : LoginRequest(id: 1, .openURL("https://id.example/login"))
        store.send(.sending(.login(.began(login, isOpened: true))))
        let corner = Point(x: 2, y: 3)
        #expect(store.mouse(.press(.left, count: 1), at: corner).isEmpty)
        #expect(store.canvas.contains("Log in"))
        #expect(store.click("F3 copy URL") == [.copy(login.page, name: "the page to log in")])
        #expect(store.click("^C cancel login") == [.sending(.answerLogin(1, nil))])
    }

    @Test func `an address that is wrapped is dragged over as one`() throws {
        var store = TestStore.withTree()
        let page = "https://id.example/login?code_challenge=" + String(repeating: "abcdefghij", count: 10) + "z"
        store.send(.sending(.login(.began(LoginRequest(id: 1, .openURL(page)), isOpened: true))))
        let start = try #require(store.canvas.position(of: "https://id"))
        let end = try #require(store.canvas.position(of: "jz"))
        store.mouse(.press(.left, count: 1), at: start)
        store.mouse(.drag(.left), at: Point(x: end.x + 1, y: end.y))
        let copied = store.mouse(.release(.left), at: Point(x: end.x + 1, y: end.y))
        #expect(copied == [.copy(page, name: "the selection")])
    }
}
