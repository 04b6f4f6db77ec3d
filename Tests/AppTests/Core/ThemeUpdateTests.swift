import Screen
import Testing

@testable import App

@Suite struct ThemeUpdateTests {
    private static let plain = Theme(name: "plain", appearance: .dark, styles: [:])
    private static let night = Theme(name: "night", appearance: .dark, styles: [.text: Style(attributes: .bold)])

    private func store(_ settings: Settings = Settings()) -> TestStore {
        var store = TestStore()
        store.state = AppState(workspaceName: "space", themes: [Self.plain, Self.night], settings: settings, session: Session())
        store.state.size = Size(width: 120, height: 40)
        return store
    }

    @Test func aThemeIsSeenWhileItIsLookedForAndEscapeBringsTheOldOneBack() {
        var store = store()
        store.send(.application(.showThemes))
        store.press(Key(.down))
        #expect(store.state.theme.name == "night")
        store.press(Key(.escape))
        #expect(store.state.theme.name == "plain")
        store.send(.application(.showThemes))
        store.type("nig")
        #expect(store.state.theme.name == "night")
        #expect(!store.effects.contains { if case .saveSettings = $0 { true } else { false } })
    }

    @Test func `a theme that is chosen is that of the user, in all workspaces`() {
        var store = store()
        store.send(.application(.showThemes))
        store.press(Key(.down))
        #expect(store.press(Key(.enter)) == [.saveSettings([.theme("night")])])
    }

    @Test func aFileThatChangesIsSeenAtOnceWithWhatIsWrongInIt() {
        var store = store()
        store.send(.application(.useTheme("night")))
        var changed = Self.night
        changed.appearance = .light
        store.send(.application(.themesChanged(LoadedThemes(themes: [Self.plain, changed], warnings: ["night.json:1:2: no colour"]))))
        #expect(store.state.theme == changed)
        #expect(store.state.toasts.last?.text == "night.json:1:2: no colour")
    }

    @Test func aThemeWhoseFileIsGoneStays() {
        var store = store()
        store.send(.application(.useTheme("night")))
        store.send(.application(.themesChanged(LoadedThemes(themes: [Self.plain], warnings: []))))
        #expect(store.state.theme.name == "night")
    }

    @Test func withReducedMotionNoMessageGoesByItself() {
        var settings = Settings()
        settings.reducesMotion = true
        var store = store(settings)
        #expect(store.state.say(.done, "Saved").isEmpty)
        store = self.store()
        #expect(!store.state.say(.done, "Saved").isEmpty)
    }

    @Test(arguments: [("linux", true), ("vt220", true), ("vt100-nav", true), ("xterm-256color", false), ("tmux", false), ("", false)])
    func someTerminalsGetASCII(name: String, isPlain: Bool) {
        #expect(Settings.isPlainTerminal(name) == isPlain)
    }

    @Test func aClickShowsAThemeAndASecondOneChoosesIt() {
        var store = store()
        store.send(.application(.showThemes))
        store.click("night")
        #expect(store.state.theme.name == "night" && !store.state.windows.isEmpty)
        store.press(Key(.escape))
        #expect(store.state.theme.name == "plain")
        store.send(.application(.showThemes))
        store.click("night")
        store.click("night")
        #expect(store.state.theme.name == "night" && store.state.windows.isEmpty)
    }

    @Test func theWheelGoesThroughTheThemes() throws {
        var store = store()
        store.send(.application(.showThemes))
        let row = try #require(store.canvas.position(of: "plain"))
        store.send(.input(.mouse(MouseEvent(.wheelDown, at: row))))
        #expect(store.state.theme.name == "night")
        store.send(.input(.mouse(MouseEvent(.wheelUp, at: row))))
        #expect(store.state.theme.name == "plain")
        store.click("Enter choose")
        #expect(store.state.windows.isEmpty)
    }
}
