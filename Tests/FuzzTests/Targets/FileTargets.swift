@testable import App
import JSON
import Themes
@testable import Workspace

extension FuzzTarget {
    private static let request = """
        {"name": "a", "method": "POST", "url": "people/:id", "query": [{"name": "b", "value": "{{c}}", "enabled": false}],
        "auth": {"type": "bearer", "token": "{{t}}"}, "body": {"type": "json", "text": ["{", "}"]}, "options": {"timeout": 30}}
        """
    private static let tokens = ["{", "}", "[", "]", ",", ":", "\"name\"", "\"type\"", "\"value\"", "null", "{{", "}}", "true"]

    private static func value(_ bytes: [UInt8]) -> JSONValue? { try? JSONValue(parsing: bytes) }

    /// Files of the workspace and of the user.
    static let files: [FuzzTarget] = [
        FuzzTarget("request file", seeds: [request], tokens: tokens) { bytes in
            if let value = value(bytes) { _ = try? RequestDraft(document: value) }
        },
        FuzzTarget(
            "environment file", seeds: [#"{"name": "e", "host": "h", "variables": [{"name": "a", "value": "b"}], "protected": true}"#],
            tokens: tokens
        ) { bytes in
            if let value = value(bytes) { _ = try? EnvironmentDraft(json: value) }
        },
        FuzzTarget("head of a file", seeds: [request, #"{"order": ["a", "b"], "name": "\u00e9"}"#], tokens: tokens) {
            _ = FileHeadScanner.scan($0)
        },
        FuzzTarget(
            "keymap", seeds: [##"{"request.send": ["f5", "ctrl+s", "g g"], "app.quit": "ctrl+q"}"##],
            tokens: tokens + ["ctrl+", "alt+", "f5"]
        ) { bytes in
            _ = KeymapFile(parsing: bytes, name: "keymap.json").warnings
        },
        FuzzTarget("settings", seeds: [#"{"theme": "dark", "mouse": true}"#], tokens: tokens) {
            _ = SettingsFile(parsing: $0, name: "settings.json")
        },
        FuzzTarget(
            "theme", seeds: [##"{"name": "t", "roles": {"text": {"foreground": "#ffffff", "bold": true}}}"##],
            tokens: tokens + ["#", "\"roles\""]
        ) { bytes in
            _ = try? ThemeFile(parsing: bytes, file: "t.json")
        },
    ]
}
