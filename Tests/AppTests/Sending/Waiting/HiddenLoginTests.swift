import Engine
import Foundation
import HTTP
import Screen
import Testing
import Workspace

@testable import App

/// Logins that wait while the user does something else.
@Suite struct HiddenLoginTests {
    private static let page = "https://id.example/login?state=s"

    /// A request in flight that needs a login; `prepare` runs before the login is asked for.
    private func store(_ prepare: (inout TestStore) -> Void = { _ in }) -> TestStore {
        var store = TestStore.opened()
        let owner = store.state.response.owner
        store.start("one", owner: owner, url: "http://api.example/x")
        prepare(&store)
        store.effects = []
        store.send(.sending(.login(.began(LoginRequest(id: 1, .openURL(Self.page), for: "one"), isOpened: true))))
        return store
    }

    private var name: String { Sample.draft.name }

    @Test func `the window names the request and its host`() {
        let store = store()
        #expect(store.canvas.contains("For “\(name)” to api.example."))
        // The browser has the page.
        #expect(store.effects == [])
    }

    @Test func `typing continues while the login waits behind a message`() {
        var store = store { $0.send(.request(.editURL)) }
        #expect(store.state.windows.isEmpty && store.state.layer == .edit)
        store.type("zz")
        #expect(store.state.request.draft.url.hasSuffix("zz"))
        #expect(!store.effects.contains { if case .copy = $0 { true } else { false } })
        #expect(store.canvas.contains("“\(name)” waits for a login"))
        #expect(store.canvas.contains("gi shows it"))
        #expect(store.canvas.contains(" gi shows the login "))
        #expect(store.click(" gi shows the login ") == [])
        #expect(store.canvas.contains(Self.page))
    }

    @Test func `a login of another tab waits in that tab`() {
        var store = store {
            $0.state.request.staysOpen = true
            $0.send(.tabs(.new))
        }
        #expect(store.state.windows.isEmpty)
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains("waits for a login") && !store.canvas.contains(" gi shows the login "))
        store.press(.character("g"), .character("i"))
        #expect(store.canvas.contains("For “\(name)” to api.example."))
        #expect(store.state.toasts.isEmpty)
    }

    @Test func `Escape hides the window and keeps the typed text`() {
        var store = store()
        store.type("http://back")
        #expect(store.press(Key(.escape)).isEmpty)
        #expect(store.state.windows.isEmpty && store.canvas.contains("waits for a login"))
        #expect(store.press(.character("g"), .character("i")).isEmpty)
        #expect(store.canvas.contains(" http://back"))
        #expect(store.press(.control("c")) == [.sending(.answerLogin(1, nil))])
    }

    @Test func `a page that no browser opened is copied only when its window is first shown`() {
        var store = TestStore.opened()
        store.start("one", owner: store.state.response.owner, url: "http://api.example/x")
        store.send(.request(.editURL))
        let login = LoginRequest(id: 1, .openURL(Self.page), for: "one")
        #expect(!store.send(.sending(.login(.began(login, isOpened: false)))).contains { if case .copy = $0 { true } else { false } })
        store.press(Key(.escape))
        let copy = Effect.copy(Self.page, name: "the page to log in")
        #expect(store.press(.character("g"), .character("i")).contains(copy))
        store.press(Key(.escape))
        #expect(!store.press(.character("g"), .character("i")).contains(copy))
        #expect(store.canvas.contains(Self.page))
    }

    @Test func `a hidden login disappears when it ends`() {
        var store = store { $0.send(.request(.editURL)) }
        store.send(.sending(.login(.ended(1))))
        #expect(store.state.sending.hiddenLogins.isEmpty && store.state.toasts.isEmpty)
        #expect(!store.canvas.contains("shows the login"))
    }

    @Test func `requests for a token have their purpose`() async {
        let desk = LoginDesk()
        let (messages, posted) = AsyncStream<Message>.makeStream()
        desk.attach { posted.yield(.sending($0)) }
        let device = OAuthDeviceCode(
            deviceCode: HTTPSecret("d"), userCode: "AB", verificationURL: Self.page, expires: .distantFuture, interval: .seconds(5))
        let login = desk.makeLogin(store: NoTokens())
        let shown = LoginDesk.$asker.withValue("one") { Task { try await login.show(device) } }
        for await message in messages {
            guard case .sending(.login(.began(let request, _))) = message else { continue }
            #expect(request.exchange == "one")
            desk.submit(nil, for: request.id)
            break
        }
        await #expect(throws: OAuthLoginError.self) { try await shown.value }
    }
}

/// Tokens are of no concern here.
private struct NoTokens: OAuthCredentialStore {
    func load(for configuration: OAuthConfiguration) -> OAuthCredentials? { nil }
    func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String? { nil }
    func removeAll() {}
}
