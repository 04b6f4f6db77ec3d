import Screen
import Testing

@testable import App

@Suite struct ThemeUpdateTests {
    private static let plain = Theme(name: "plain", appearance: .dark, styles: [:])
    private static let night = Theme(name: "night", appearance: .dark, styles: [.text: Style(attributes: .bold)])

    /// The first theme is the user's choice, unless the settings are given.
    private func store(_ settings: Settings? = nil) -> TestStore {
        var chosen = Settings()
        chosen.theme = Self.plain.name
        let settings = settings ?? chosen
        var store = TestStore()
        store.state = AppState(workspaceFolder: "space", themes: [Self.plain, Self.night], settings: settings, session: Session())
        store.state.size = Size(width: 120, height: 40)
        return store
    }

    @Test func previewsAThemeWhileChoosingAndEscapeRestoresTheOldOne() {
        var store = store()
        store.send(.application(.show(.themes)))
        store.press(Key(.down))
        #expect(store.state.theme.name == "night")
        store.press(Key(.escape))
        #expect(store.state.theme.name == "plain")
        store.send(.application(.show(.themes)))
        store.type("nig")
        #expect(store.state.theme.name == "night")
        #expect(!store.effects.contains { if case .saveSettings = $0 { true } else { false } })
    }

    @Test func `a chosen theme applies to every workspace of the user`() {
        var store = store()
        store.send(.application(.show(.themes)))
        store.press(Key(.down))
        #expect(store.press(Key(.enter)) == [.saveSettings([.theme("night")])])
    }

    /// A terminal with few colours or none has a theme of its own.
    @Test func `giving up a chosen theme returns to the terminal's theme`() {
        var store = store()
        store.state.terminalTheme = Self.plain
        store.send(.application(.theme(.use("night"))))
        #expect(store.state.theme.name == "night")
        store.send(.application(.theme(.use(nil))))
        #expect(store.state.theme == Self.plain)
    }

    @Test func `a theme with colours of its own keeps its chosen rows on a terminal with few colours`() {
        var store = store()
        let few = Theme(name: "few", appearance: .dark, styles: [.cursorRowFocused: Style(attributes: .reverse)])
        let own = Theme(
            name: "own", appearance: .dark,
            styles: [.cursorRowFocused: Style(background: .rgb(0x22, 0x22, 0x22)), .textStrong: Style(attributes: .underline)])
        (store.state.themes, store.state.theme) = ([own], own)
        #expect(store.state.shownTheme == own)
        store.state.terminalTheme = few
        #expect(store.state.theme == own && store.state.shownTheme[.cursorRowFocused] == few[.cursorRowFocused])
        #expect(store.state.shownTheme[.textStrong] == own[.textStrong])
        store.state.terminalTheme = own
        #expect(store.state.shownTheme == own)
    }

    @Test func `the list of themes offers the theme that matches the terminal`() {
        var store = store()
        let dark = Theme(name: "dark", appearance: .dark, styles: [.surfaceOverlay: Style(background: .rgb(0x22, 0x22, 0x22))])
        (store.state.themes, store.state.theme) = ([dark, Self.light], dark)
        store.send(.input(.appearance(.light)))
        store.send(.application(.show(.themes)))
        store.press(Key(.up))
        #expect(store.state.theme == Self.light && !store.state.followsBackground)
        store.press(Key(.escape))
        #expect(store.state.theme == dark && !store.state.followsBackground)
        store.send(.application(.show(.themes)))
        store.press(Key(.up))
        #expect(store.press(Key(.enter)) == [.saveSettings([SettingChange(id: "theme", value: nil)])])
        #expect(store.state.theme == Self.light && store.state.followsBackground)
        store.send(.application(.show(.themes)))
        guard let themes = store.state.windows.last?.content as? Picker<Message> else {
            return #expect(Bool(false), "the list is not open")
        }
        #expect(themes.items.filter(\.isCurrent).map(\.message) == [.application(.theme(.use(nil)))])
    }

    private static let light = Theme(
        name: "light", appearance: .light, styles: [.surfaceOverlay: Style(background: .rgb(0xEE, 0xF0, 0xF3))])

    /// Text in the terminal's own colour is not read on a window's background that was made for another terminal.
    @Test func `a theme for another kind of terminal has its own background`() {
        var store = store()
        store.state.themes.append(Self.light)
        store.send(.application(.theme(.use("light"))))
        #expect(store.state.shownTheme == Self.light)
        store.send(.input(.appearance(.dark)))
        #expect(store.state.theme == Self.light)
        let shown = store.state.shownTheme
        #expect(shown[.text] == Style(foreground: .rgb(0x24, 0x29, 0x2F), background: .rgb(0xFF, 0xFF, 0xFF)))
        #expect(shown[.surfaceOverlay] == Style(foreground: .rgb(0x24, 0x29, 0x2F), background: .rgb(0xEE, 0xF0, 0xF3)))
        store.send(.input(.appearance(.light)))
        #expect(store.state.shownTheme == Self.light)
    }

    @Test func `a theme of the terminal's own colours stays on its background`() {
        var store = store()
        store.send(.application(.theme(.use("night"))))
        store.send(.input(.appearance(.light)))
        #expect(store.state.shownTheme == Self.night)
    }

    @Test func appliesAChangedThemeFileAndShowsItsWarnings() {
        var store = store()
        store.send(.application(.theme(.use("night"))))
        var changed = Self.night
        changed.appearance = .light
        store.send(.application(.theme(.changed(LoadedThemes(themes: [Self.plain, changed], warnings: ["night.json:1:2: no colour"])))))
        #expect(store.state.theme == changed)
        #expect(store.state.toasts.last?.text == "night.json:1:2: no colour")
    }

    @Test func keepsTheThemeWhenItsFileIsRemoved() {
        var store = store()
        store.send(.application(.theme(.use("night"))))
        store.send(.application(.theme(.changed(LoadedThemes(themes: [Self.plain], warnings: [])))))
        #expect(store.state.theme.name == "night")
    }

    @Test func toastsStayWithReducedMotion() {
        var settings = Settings()
        settings.reducesMotion = true
        var store = store(settings)
        #expect(store.state.notify(.done, "Saved").isEmpty)
        store = self.store()
        #expect(!store.state.notify(.done, "Saved").isEmpty)
    }

    @Test(arguments: [("linux", true), ("vt220", true), ("vt100-nav", true), ("xterm-256color", false), ("tmux", false), ("", false)])
    func detectsTerminalsThatNeedASCII(name: String, isPlain: Bool) {
        #expect(Settings.isPlainTerminal(name) == isPlain)
    }

    @Test func aClickShowsAThemeAndASecondOneChoosesIt() {
        var store = store()
        store.send(.application(.show(.themes)))
        store.click("night")
        #expect(store.state.theme.name == "night" && !store.state.windows.isEmpty)
        store.press(Key(.escape))
        #expect(store.state.theme.name == "plain")
        store.send(.application(.show(.themes)))
        store.click("night")
        store.click("night")
        #expect(store.state.theme.name == "night" && store.state.windows.isEmpty)
    }

    @Test func theWheelGoesThroughTheThemes() throws {
        var store = store()
        store.send(.application(.show(.themes)))
        let row = try #require(store.canvas.position(of: "plain"))
        store.mouse(.wheelDown, at: row)
        #expect(store.state.theme.name == "night")
        store.mouse(.wheelUp, at: row)
        #expect(store.state.theme.name == "plain")
        store.click("Enter choose")
        #expect(store.state.windows.isEmpty)
    }
}
