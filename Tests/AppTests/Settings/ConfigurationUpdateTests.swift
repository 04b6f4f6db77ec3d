import Screen
import Testing
import Widgets

@testable import App

/// The effects of changes to the user's configuration files.
@Suite struct ConfigurationUpdateTests {
    private func loaded(_ change: (inout LoadedConfiguration) -> Void) -> Message {
        var loaded = LoadedConfiguration()
        loaded.themes = [
            Theme(name: "plain", appearance: .dark, styles: [:]), Theme(name: "own", appearance: .light, styles: [:]),
        ]
        change(&loaded)
        return .application(.configuration(.edited(loaded)))
    }

    @Test(arguments: ConfigurationFile.allCases)
    func `the palette opens the settings and the keymap in the editor`(file: ConfigurationFile) {
        var store = TestStore.withTree()
        let id = file == .settings ? "settings.edit" : "keymap.edit"
        let title = CommandTable.command(id)?.title ?? ""
        store.press(.control("p"))
        store.type(title)
        #expect(store.press(Key(.enter)) == [.configure(file)])
    }

    @Test(arguments: ConfigurationFile.allCases, [nil, "/usr/share/apus/schemas"])
    func `a created file changes nothing and names its schema`(file: ConfigurationFile, schemas: String?) {
        let bytes = Array(file.beginning(schemas: schemas).utf8)
        #expect(file.beginning(schemas: schemas).contains("$schema") == (schemas != nil))
        switch file {
        case .settings:
            let read = SettingsFile(parsing: bytes, name: file.rawValue)
            #expect(read.warnings.isEmpty)
            var settings = read.settings
            settings.editorKeys = nil
            #expect(settings == Settings())
        case .keymap:
            let read = KeymapFile(parsing: bytes, name: file.rawValue)
            #expect(read.warnings.isEmpty)
            for (id, keys) in read.changes { #expect(CommandTable.command(id)?.keys == keys) }
        }
    }

    @Test func `changes to the files take effect at once`() {
        var store = TestStore.withTree()
        store.send(
            loaded {
                $0.settings?.theme = "own"
                $0.settings?.usesASCII = true
                $0.settings?.arrangement = .single
                $0.settings?.editorKeys = .vim
                $0.settings?.reducesMotion = true
                $0.keymap = Keymap(changes: ["application.help": [[.function(12)]]])
            })
        #expect(store.state.theme.name == "own" && store.state.usesASCII && store.state.layout.arrangement == .single)
        #expect(store.state.request.json.preset == .vim && store.state.reducesMotion)
        #expect(store.canvas.contains("Settings reloaded"))
        store.press(.function(12))
        guard store.state.windows.last?.content is HelpState else { return #expect(Bool(false), "the new key does nothing") }
    }

    @Test func `choices made since then are kept unless the file changed`() {
        var store = TestStore.withTree()
        store.send(loaded { $0.settings?.theme = "own" })
        store.send(.application(.theme(.use("plain"))))
        store.press(.character("\\"))
        let arrangement = store.state.layout.arrangement
        store.send(loaded { $0.settings?.theme = "own" })
        #expect(store.state.theme.name == "plain" && store.state.layout.arrangement == arrangement)
    }

    @Test func `problems stay visible with their positions, and settings for the next start are named`() {
        var store = TestStore.withTree()
        store.send(loaded { $0.warnings = ["/c/config.json:2:3: “bordres” is not known"] })
        #expect(store.state.toasts.map(\.kind) == [.error])
        #expect(store.canvas.contains("config.json:2:3: “bordres” is not known"))
        store.send(loaded { $0.settings?.pager = "most" })
        #expect(store.state.toasts.map(\.text) == ["Settings reloaded. At the next start: Pager"])
    }

    @Test func `an unreadable file keeps the settings`() {
        var store = TestStore.withTree()
        store.send(
            loaded {
                $0.settings?.editorKeys = .vim
                $0.keymap = Keymap(changes: ["application.help": [[.function(12)]]])
            })
        store.send(
            loaded {
                ($0.settings, $0.keymap) = (nil, nil)
                $0.warnings = ["/c/config.json:1:1: expected an object"]
            })
        #expect(store.state.editorPreset == .vim && store.state.settings.editorKeys == .vim)
        #expect(store.state.keymap.shownKey(of: "application.help") == "F12")
    }
}
