import Foundation
import JSON
import Screen
import Testing
import Widgets

@testable import App

/// The settings of the user in a window.
@Suite struct SettingsWindowTests {
    private func opened() -> TestStore {
        var store = TestStore.withTree()
        store.state.themes = ["plain", "night"].map { Theme(name: $0, appearance: .dark, styles: [:]) }
        store.press(.control("p"))
        store.type("settings")
        store.press(Key(.enter))
        store.effects = []
        return store
    }

    private func saved(_ effects: [Effect]) -> [SettingChange]? {
        effects.lazy.compactMap { if case .saveSettings(let changes) = $0 { changes } else { nil } }.first
    }

    @Test func `every setting has a row with value and help`() throws {
        let opened = opened()
        let tableWindow = try #require(opened.tableWindow)
        #expect(tableWindow.pages.map(\.rows.count).reduce(0, +) == SettingField.all.count)
        for page in tableWindow.pages {
            #expect(page.rowHints.count == page.rows.count && page.rowHints.allSatisfy { $0.contains(".") })
            // An empty value shows the default.
            #expect(page.rows.allSatisfy { !$0[1].isEmpty || !$0.placeholder.isEmpty })
        }
    }

    /// The schema for editors has exactly the settings that the program reads.
    @Test func `the schema names every setting`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../schemas/config.schema.json").standardizedFileURL
        let schema = try JSONValue(parsing: Array(Data(contentsOf: file)))
        func names(_ value: JSONValue?, _ prefix: String) -> [String] {
            (value?["properties"]?.object?.members ?? []).flatMap { member -> [String] in
                let name = prefix + member.name
                return member.value["properties"] == nil ? [name] : names(member.value, name + ".")
            }
        }
        #expect(Set(names(schema, "")).subtracting(["$schema"]) == Set(SettingField.all.map(\.id)))
        for field in SettingField.all {
            guard case .choice(let choices) = field.kind else { continue }
            let known = schema["properties"]?[field.id]?["enum"]?.array?.compactMap(\.string) ?? []
            #expect(Set(known) == Set(choices), "\(field.id)")
        }
    }

    @Test func `saving settings writes only chosen and typed values`() throws {
        var store = opened()
        #expect(store.canvas.contains("dark or light, to match the terminal"))
        store.press(.character(" "))
        store.press(.character("]"), .character("j"), .character("j"), .character("e"))
        store.type("vim -R")
        store.press(Key(.escape), .character("]"), .character("j"), .character("j"), .character("j"), .character("e"))
        store.type("10 MB")
        let changes = saved(store.press(Key(.escape), .control("s")))
        #expect(
            changes == [
                SettingChange(id: "theme", value: "plain"), SettingChange(id: "editor", value: "vim -R"),
                SettingChange(id: "limits.responseByteCount", value: 10_000_000),
            ])
    }

    @Test func `choices are words, and the file keeps their names`() throws {
        var store = opened()
        for _ in 0..<4 { store.press(.character("j")) }
        #expect(store.canvas.contains("best that the terminal supports"))
        store.press(.character(" "))
        #expect(store.canvas.contains("two pixels per cell"))
        #expect(saved(store.press(.control("s"))) == [SettingChange(id: "pictures", value: "blocks")])
        for field in SettingField.all {
            for (name, label) in field.labels { #expect(field.json(label) == .string(name), "\(field.id)") }
        }
    }

    @Test func `a setting that is on or off is a box`() {
        var store = opened()
        store.press(.character("]"))
        store.click("[ ] quits immediately")
        #expect(store.canvas.contains("[x] asks first") && store.state.windows.count == 1)
        #expect(saved(store.press(.control("s"))) == [SettingChange(id: "confirmQuit", value: "on")])
    }

    @Test func `the window closes after saving, and its settings take effect`() {
        var store = opened()
        store.press(.character(" "), .control("s"))
        #expect(!store.state.windows.isEmpty)
        var loaded = LoadedConfiguration()
        loaded.themes = store.state.themes
        loaded.settings?.theme = "night"
        loaded.settings?.pager = "most"
        store.send(.application(.configuration(.saved(loaded))))
        #expect(store.state.windows.isEmpty && store.state.theme.name == "night")
        #expect(store.state.toasts.map(\.text) == ["Settings saved. At the next start: Pager"])
    }

    @Test func `the window shows the layout on the screen and offers the layout of the file`() throws {
        var store = opened()
        store.press(Key(.escape))
        store.state.settings.arrangement = .sideBySide
        (store.state.layout.standardArrangement, store.state.layout.chosenArrangement) = (.sideBySide, .stacked)
        store.send(.application(.show(.settings)))
        let row = try #require(store.tableWindow?.page.rows[1])
        #expect(row[1] == LayoutState.Arrangement.stacked.title)
        #expect(saved(store.press(.character(" "), .control("s"))) == [SettingChange(id: "theme", value: "plain")], "only what was changed")
        var loaded = LoadedConfiguration()
        loaded.settings = store.state.settings
        loaded.themes = store.state.themes
        store.send(.application(.configuration(.saved(loaded))))
        #expect(store.state.layout.arrangement == .stacked)
        store.send(.application(.show(.settings)))
        store.press(.character("j"))
        while store.tableWindow?.page.rows[1][1] != LayoutState.Arrangement.sideBySide.title { store.press(.character(" ")) }
        #expect(saved(store.press(.control("s"))) == [SettingChange(id: "layout", value: "columns")])
        store.send(.application(.configuration(.saved(loaded))))
        #expect(store.state.layout.arrangement == .sideBySide && store.state.layout.chosenArrangement == nil)
        loaded.settings?.arrangement = nil
        store.send(.application(.configuration(.edited(loaded))))
        #expect(store.state.layout.arrangement == .sideBySide, "without a setting, it is as last used")
    }

    @Test func `a setting with a value names its default`() throws {
        var store = opened()
        let hints = try #require(store.tableWindow?.page.rowHints)
        let (theme, pictures) = (SettingField.all[0], try #require(SettingField.all.first { $0.id == "pictures" }))
        #expect(!hints[0].contains(theme.defaultText) && hints[4].contains(pictures.defaultText))
        store.press(.character(" "))
        #expect(store.tableWindow?.page.rowHints[0].contains(theme.defaultText) == true)
        #expect(SettingField.all.allSatisfy { !$0.defaultText.isEmpty })
    }

    /// A file that is created contains the defaults.
    @Test func `saving a theme does not end editing`() {
        var store = TestStore.opened()
        store.send(.request(.editURL))
        #expect(store.state.layer == .edit)
        var loaded = LoadedConfiguration()
        loaded.themes = store.state.themes
        loaded.settings?.theme = "night"
        loaded.settings?.editorKeys = .standard
        store.send(.application(.configuration(.saved(loaded))))
        #expect(store.state.layer == .edit)
    }

    @Test func `a write error is shown in the window`() {
        var store = opened()
        store.press(.character(" "), .control("s"))
        store.send(.application(.configuration(.notSaved("config.json:1:1: expected an object"))))
        #expect(store.tableWindow?.problem == "config.json:1:1: expected an object")
        #expect(store.canvas.contains("expected an object"))
    }

    @Test(arguments: [
        ("limits.requestsAtOnce", "0"), ("limits.requestsAtOnce", "many"), ("history.byteCount", "1 XB"), ("history.days", "-1"),
    ])
    func `an invalid value shows the reason`(id: String, text: String) throws {
        let field = try #require(SettingField.all.first { $0.id == id })
        #expect(field.expected(insteadOf: text) != nil)
        #expect(field.expected(insteadOf: "") == nil && field.expected(insteadOf: "5") == nil)
    }

    @Test(arguments: [
        (#"{ "theme": "nord", "x-own": [1,2] }"#, #"{ "theme": "night", "x-own": [1,2] }"#),
        ("{\n  \"motion\": \"full\"\n}\n", "{\n  \"motion\": \"full\",\n  \"theme\": \"night\"\n}\n"),
    ])
    func `a file keeps everything else unchanged`(text: String, changed: String) throws {
        let bytes = try SettingsFile.bytes(Array(text.utf8), changing: [.theme("night")], name: "config.json")
        #expect(String(decoding: bytes, as: UTF8.self) == changed)
    }

    @Test func `a removed value is removed with its empty group`() throws {
        let text = #"{"limits": {"requestsAtOnce": 4}, "history": {"count": 1, "days": 2}}"#
        let changes = ["limits.requestsAtOnce", "history.days"].map { SettingChange(id: $0, value: nil) }
        let value = try JSONValue(parsing: SettingsFile.bytes(Array(text.utf8), changing: changes, name: "config.json"))
        #expect(value == ["history": ["count": 1]])
    }

    @Test(arguments: ["history.count", "history.byteCount"])
    func `null means no limit, as in the schema`(id: String) throws {
        let field = try #require(SettingField.all.first { $0.id == id })
        let name = try #require(field.path.last)
        let file = SettingsFile(parsing: Array(#"{"history": {"\#(name)": null}}"#.utf8), name: "config.json")
        #expect(file.warnings.isEmpty && field.text(file.settings) == "no limit")
        #expect((file.settings.history.count == .max) == (name == "count"))
        #expect((file.settings.history.byteCount == .max) == (name == "byteCount"))
        #expect(field.expected(insteadOf: "no limit") == nil && field.json("no limit") == .null && field.json("") == nil)
    }

    @Test func `a file that cannot be read is not written over`() {
        #expect(throws: UnreadableSettingsError(description: "config.json:1:1: expected an object")) {
            try SettingsFile.bytes(Array("[]".utf8), changing: [.theme("night")], name: "config.json")
        }
    }
}
