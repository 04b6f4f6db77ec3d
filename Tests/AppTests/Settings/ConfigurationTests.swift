import JSON
import Screen
import Testing

@testable import App

@Suite struct ConfigurationTests {
    @Test func settingsAreRead() {
        let file = SettingsFile(
            parsing: Array(#"{"theme": "nord", "layout": "single", "borders": "ascii", "motion": "reduced", "pictures": "sixel"}"#.utf8),
            name: "config.json")
        #expect(file.warnings.isEmpty)
        #expect(file.settings.theme == "nord")
        #expect(file.settings.arrangement == .single)
        #expect(file.settings.usesASCII == true)
        #expect(file.settings.reducesMotion)
        #expect(file.settings.pictures == .sixel)
    }

    @Test func programsAndLimitsAreRead() {
        let text = #"{"pager": ["less", "-R"], "limits": {"responseByteCount": 1000, "requestsAtOnce": 4}, "cache": "on"}"#
        let file = SettingsFile(parsing: Array(text.utf8), name: "config.json")
        #expect(file.warnings.isEmpty)
        #expect(file.settings.pager == "less -R")
        #expect(file.settings.limits.responseByteCount == 1000)
        #expect(file.settings.limits.requestsAtOnce == 4)
        #expect(file.settings.usesCache)
    }

    /// An array is written because of the space, and a word of it is no command.
    @Test(arguments: [
        (#"["/my ed/ed.sh", "--wait"]"#, "'/my ed/ed.sh' --wait"), (#"["it's", "$(touch x);", ""]"#, #"'it'\''s' '$(touch x);' ''"#),
        (#""ed -w ~/x""#, "ed -w ~/x"),
    ])
    func `the words of a program reach it as they are written`(value: String, line: String) {
        for name in ["editor", "pager"] {
            let settings = SettingsFile(parsing: Array(#"{"\#(name)": \#(value)}"#.utf8), name: "config.json").settings
            #expect((name == "editor" ? settings.editor : settings.pager) == line)
        }
    }

    @Test func `the wait after Esc is read`() {
        let file = SettingsFile(parsing: Array(#"{"escapeDelay": 120}"#.utf8), name: "config.json")
        #expect(file.settings.escapeDelay == .milliseconds(120))
        #expect(Settings().escapeDelay == nil)
    }

    @Test(arguments: [
        (#"{"history": {"days": 1e18}}"#, "config.json:1:22: expected a number from 0 to 100000"),
        (#"{"history": {"days": -1}}"#, "config.json:1:22: expected a number from 0 to 100000"),
        (#"{"escapeDelay": 0}"#, "config.json:1:17: expected a number from 1 to 1000"),
        (#"{"limits": {"requestsAtOnce": 0}}"#, "config.json:1:31: expected a number from 1 to 10000"),
        (#"{"bordres": "ascii"}"#, "config.json:1:13: “bordres” is not known; did you mean “borders”?"),
        (#"{"borders": "round"}"#, "config.json:1:13: expected ascii, unicode, found “round”"),
        (#"{"motion": true}"#, "config.json:1:12: expected a string"), ("[]", "config.json:1:1: expected an object"),
    ])
    func reportsInvalidSettingsWithTheirPosition(text: String, warning: String) {
        #expect(SettingsFile(parsing: Array(text.utf8), name: "config.json").warnings == [warning])
    }

    @Test func appliesUserKeysAndReportsConflicts() {
        let file = KeymapFile(
            parsing: Array(#"{"tree.add": ["N"], "tree.delete": [], "request.sned": "f9", "tree.open": "hyper+q"}"#.utf8),
            name: "keymap.json")
        #expect(file.changes["tree.delete"] == [])
        #expect(file.changes["tree.add"] == [[.character("N")]])
        #expect(file.warnings.count == 3)
        #expect(file.warnings.contains { $0.contains("did you mean “request.send”") })
        #expect(file.warnings.contains { $0.contains("starts both") })
        #expect(file.warnings.contains { $0.contains("expected keys such as") && $0.hasSuffix("found “hyper+q”") })
    }

    @Test func readsKeysAsThePagesWriteThem() {
        let text = #"{"request.save": "^S", "request.send": ["F5", "Alt+Enter"], "tree.add": ["f9", 5]}"#
        let file = KeymapFile(parsing: Array(text.utf8), name: "keymap.json")
        #expect(file.changes["request.save"] == [[.control("s")]])
        #expect(file.changes["request.send"] == [[.function(5)], [Key(.enter, .alt)]])
        #expect(file.warnings.contains { $0.hasPrefix("keymap.json:1:") && $0.hasSuffix("found 5") })
    }

    @Test(arguments: [
        (#"{"application.palette": "x"}"#, "x is hidden by"), (#"{"tree.add": "f5"}"#, "F5 hides F5 of “request.send”"),
        (#"{"response.goToLine": "g"}"#, "g hides"), (#"{"tree.add": "z z"}"#, "zz hides z of"),
    ])
    func reportsKeysThatCannotBeReceived(text: String, expected: String) {
        let warnings = KeymapFile(parsing: Array(text.utf8), name: "keymap.json").warnings
        #expect(warnings.contains { $0.contains(expected) }, "\(warnings)")
    }

    @Test func `names keys that older terminals report as others`() {
        let text = """
            {"tree.add": ["ctrl+i", "f12", "shift+tab"],
             "request.send": ["ctrl+enter", "alt+enter", "ctrl+shift+x", "ctrl+r", "ctrl+1"]}
            """
        let file = KeymapFile(parsing: Array(text.utf8), name: "keymap.json")
        #expect(
            file.ambiguousKeys == [
                "Ctrl+Enter of “request.send” arrives as Enter", "^1 of “request.send” arrives as 1",
                "⇧^X of “request.send” arrives as ^X", "^I of “tree.add” arrives as Tab",
            ])
    }

    @Test func `default keys arrive from every terminal`() {
        let defaults = CommandTable.all.filter { !$0.keys.isEmpty }
        let members = defaults.map { JSONMember($0.id, .array($0.keys.map { .string(KeyNotation.write($0)) })) }
        let file = KeymapFile(parsing: Array(JSONValue.object(JSONObject(members)).description.utf8), name: "keymap.json")
        #expect(file.changes.count == defaults.count)
        #expect(file.ambiguousKeys == [])
    }

    @Test func acceptsUnusedKeys() {
        #expect(KeymapFile(parsing: Array(#"{"tree.add": "f12"}"#.utf8), name: "keymap.json").warnings == [])
    }

    @Test func joinsStartWarningsInOneToast() {
        let state = AppState(
            workspaceFolder: "space", themes: [Theme(name: "plain", appearance: .dark, styles: [:])], warnings: ["one", "two"])
        #expect(state.toasts.map(\.text) == ["• one\n• two"])
    }
}
