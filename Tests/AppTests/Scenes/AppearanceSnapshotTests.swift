import Screen
import ScreenTesting
import Testing
import Themes

@testable import App

/// Every pane, tab and window at three sizes as the terminal gets it: in the dark theme, without colours, and in ASCII.
///
/// A scene has one file: each size with its text and its roles, the differences in ASCII, and the styles of the roles in both themes.
@Suite struct AppearanceSnapshotTests {
    private static let sizes = [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60)]

    @Test(arguments: Scene.all)
    func matchesItsSnapshots(scene: Scene) async throws {
        let themes = try ["dark", "no-colours"].map { try #require(ShippedThemes.named($0)) }
        var snapshot = SceneSnapshot(in: themes)
        for size in Self.sizes {
            let ascii = try await scene.store(size, usesASCII: true).canvas
            snapshot.add(try await scene.store(size).canvas, ascii: ascii)
            let signs = ascii.lines.joined().filter { !$0.isASCII && !$0.isLetter && $0 != "👩‍🚀" }
            #expect(signs == "", "\(scene) in ASCII at \(size)")
        }
        try expectScene(snapshot, named: scene.name)
    }

    private func look(of store: TestStore, in theme: Theme) -> SceneSnapshot {
        var look = SceneSnapshot(in: [theme])
        look.add(store.canvas, ascii: store.canvas)
        return look
    }

    @Test func `no two scenes share a name`() {
        #expect(Set(Scene.all.map(\.name)).count == Scene.all.count)
    }

    @Test func `a screen that is too small shows a message`() throws {
        try expectSnapshot(TestStore.withTree(size: Size(width: 20, height: 6)).canvas, named: "too-small")
    }

    /// Colour is never the only signal: what differs in meaning differs in signs or attributes without colours as well.
    @Test func colourIsNeverTheOnlySignal() async throws {
        let theme = try #require(ShippedThemes.named("no-colours"))
        var store = try await Scene("frame").store(Size(width: 120, height: 40))
        let focused = look(of: store, in: theme)
        store.send(.application(.focus(.history)))
        #expect(look(of: store, in: theme) != focused)
        #expect(store.canvas.contains("●"))
        for (kind, sign) in [(ToastKind.done, "✓"), (.warning, "!"), (.error, "✗")] {
            _ = store.state.notify(kind, "message")
            #expect(store.canvas.contains("\(sign) message"))
        }
    }
}
