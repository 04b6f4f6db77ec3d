import Document
import Foundation
import HTTP
import Screen
import ScreenTesting
import Testing
import Themes
import Workspace

@testable import App

/// Every pane at three sizes as the terminal gets it: in the dark theme, without colours, and in ASCII.
@Suite struct AppearanceSnapshotTests {
    /// A way to look.
    enum Look: String, CaseIterable {
        case dark, colorless, ascii
    }

    /// What is shown, by name.
    private static let scenes: [(name: String, prepare: @Sendable (inout TestStore) -> Void)] = [
        ("tree", { $0.send(.application(.focus(.tree))) }), ("request", { $0.send(.application(.focus(.request))) }),
        ("response", { $0.send(.application(.focus(.response))) }), ("history", { $0.send(.application(.focus(.history))) }),
        (
            "tls",
            {
                $0.send(.exchange(.finished(Sample.secureExchange(daysLeft: 12))))
                $0.send(.application(.focus(.response)))
                $0.send(.response(.selectTab(.tls)))
            }
        ),
        (
            "cookies",
            {
                $0.send(.cookies(.read([CookieJarContent(name: "local", cookies: cookies)], at: .distantPast)))
                $0.press(.character("e"), .character(";"), Key(.escape))
            }
        ),
        ("help", { $0.send(.application(.showHelp)) }), ("palette", { $0.send(.application(.showPalette)) }),
        ("menu", { $0.send(.application(.showMenu)) }), ("jump", { $0.send(.application(.showJump)) }),
        ("environment", { $0.send(.files(.environmentRead(path: "collections/star-wars/environments/local.json", environment))) }),
        ("question", { $0.send(.application(.cancelOrQuit)) }),
        (
            "messages",
            { _ = ($0.state.say(.done, "Saved"), $0.state.say(.warning, "Not found"), $0.state.say(.error, "Nothing listens there.")) }
        ),
    ]
    private static let cookies = [
        HTTPCookie(
            name: "session", value: "0123456789abcdef0123456789abcdef", domain: "api.example", isSecure: true, isHTTPOnly: true,
            sameSite: .lax, creation: .distantPast),
        HTTPCookie(
            name: "theme", value: "dark", domain: "api.example", path: "/people", expires: Date(timeIntervalSince1970: 1_893_456_000),
            isHostOnly: false, creation: .distantPast),
    ]
    private static let environment = EnvironmentDraft(
        name: "local", scheme: "http", host: "127.0.0.1", variables: [Row("team", "red")], secrets: [SecretEntry("token", .prompt)])
    private static let sizes = [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60)]

    private func store(_ size: Size) -> TestStore {
        var store = TestStore.withTree(size: size)
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.request(.setMethod("PUT")))
        store.send(.exchange(.started(Sending(id: "one", owner: store.state.response.owner, method: "GET", url: "http://h/"))))
        store.send(
            .exchange(.answered("one", Answer(status: 200, reason: "OK", version: .http11, headers: ["Content-Type": "application/json"]))))
        let document = Document(Array(#"{"a":[1,true],"b":"Käse"}"#.utf8), mediaType: "application/json")
        store.send(.exchange(.grew(BodyHandle(exchange: "one", owner: store.state.response.owner, revision: 1, document: document))))
        store.send(.exchange(.finished(Sample.exchange("one"))))
        store.send(.application(.focus(.request)))
        return store
    }

    @Test(arguments: sizes, Look.allCases)
    func looksAsItDid(size: Size, look: Look) throws {
        for scene in Self.scenes {
            var store = store(size)
            store.state.usesASCII = look == .ascii
            scene.prepare(&store)
            let theme = try #require(ShippedThemes.named(look == .dark ? "dark" : "no-colours"))
            let name = "\(scene.name)-\(look.rawValue)-\(size.width)x\(size.height)"
            try expectLook(store.canvas, in: theme, named: name)
            if look == .ascii { #expect(store.canvas.lines.joined().replacing("ä", with: "").utf8.allSatisfy { $0 < 0x80 }, "\(name)") }
        }
    }

    /// Colour is never the only signal: what differs in meaning differs in signs or attributes without colours as well.
    @Test func nothingIsSaidByColourAlone() throws {
        let theme = try #require(ShippedThemes.named("no-colours"))
        var store = store(Size(width: 120, height: 40))
        let focused = LookSnapshot(store.canvas, in: theme)
        store.send(.application(.focus(.history)))
        #expect(LookSnapshot(store.canvas, in: theme) != focused)
        #expect(store.canvas.contains("●"))
        for (kind, sign) in [(Toast.Kind.done, "✓"), (.warning, "!"), (.error, "✗")] {
            _ = store.state.say(kind, "message")
            #expect(store.canvas.contains("\(sign) message"))
        }
    }
}
