@testable import App
import Foundation
import HTTP
import JSON
import JSONSchema
import RegularExpressions
import Testing
import Themes
@testable import Workspace

extension FuzzTarget {
    private static let request = """
        {"name": "a", "method": "POST", "url": "people/:id", "query": [{"name": "b", "value": "{{c}}", "enabled": false}],
        "auth": {"type": "bearer", "token": "{{t}}"}, "body": {"type": "json", "text": ["{", "}"]}, "options": {"timeout": 30}}
        """
    private static let tokens = ["{", "}", "[", "]", ",", ":", "\"name\"", "\"type\"", "\"value\"", "null", "{{", "}}", "true"]

    private static let now = Date(timeIntervalSince1970: 1e9)

    private static func value(_ bytes: [UInt8]) -> JSONValue? { try? JSONValue(parsing: bytes) }

    /// Files of the workspace and of the user.
    static let files: [FuzzTarget] = [
        FuzzTarget(
            "record of an import",
            seeds: [
                #"{"source": "a.json", "formats": ["Postman"], "name": "a", "entries": [{"path": "", "content": {"name": "a"}}, "#
                    + #"{"path": "b", "content": {"name": "B"}}, {"path": "b/c.request.json", "content": {"name": "C", "url": "h"}, "examples": "0"}]}"#
            ],
            tokens: tokens + [#""path""#, #""content""#, #""entries""#, ".request.json", "environments/e.json", "../", "b/"]
        ) { bytes in
            guard let value = value(bytes), let record = try? ImportRecord(json: value), let store = try? WorkspaceStore(opening: "/")
            else {
                return
            }
            let inner = CollectionTree.Folder(FolderDraft(name: "B"), items: [.request(.init(RequestDraft(name: "C", url: "h")))])
            let source = CollectionItem.list(of: CollectionTree(.init(FolderDraft(name: "a"), items: [.folder(inner)])))
            var merge = CollectionMerge(
                store: store, base: record.entries, here: [], source: source,
                update: CollectionUpdate(collection: "collections/none", record: ImportRecord()))
            merge.run()
            if merge.update.record.entries.count > source.count { Issue.record("more items than the source has") }
        },
        FuzzTarget(
            "JSON schema",
            seeds: [
                ##"{"$id": "http://a/b", "$defs": {"c": {"$anchor": "d", "type": ["string", "null"]}}, "properties": {"e": {"$ref": "#d"}}}"##,
                ##"{"allOf": [{"$ref": "#"}], "patternProperties": {"^a": {"multipleOf": 0.1}}, "unevaluatedProperties": false}"##,
                ##"{"$schema": "http://json-schema.org/draft-04/schema#", "items": [{"enum": [1]}], "dependencies": {"a": ["b"]}}"##,
                ##"{"$dynamicRef": "#a", "$dynamicAnchor": "a", "oneOf": [{"format": "idn-hostname"}, {"contains": {"const": {}}}]}"##,
            ],
            tokens: tokens + [#""$ref""#, ##""#""##, #""type""#, #""format""#, #""properties""#, "1e999", "-0.1"]
        ) { bytes in
            guard let value = value(bytes) else { return }
            let options = SchemaOptions(assertsFormats: true, namesUndocumented: true, depthLimit: 200, stepLimit: 2000)
            guard let schema = try? JSONSchema(value, options: options) else { return }
            // The schema itself is a value with many parts.
            _ = schema.result(for: value)
        },
        FuzzTarget(
            "ECMA pattern", seeds: [#"^(?<a>[\w\-é]{2,3}|\p{Letter}+?)\k<a>(?!\u{1F44D})$"#, #"[^\S\d-]\cA\x41\ud83d\udc4d"#],
            tokens: ["(", ")", "[", "]", "{", "}", "\\", "?", "*", "-", "^", "\\u", "\\p{"]
        ) { (text: String) in
            if let pattern = try? ECMAPattern(text) { _ = pattern.matches(text) }
        },
        FuzzTarget("request file", seeds: [request], tokens: tokens) { bytes in
            guard let draft = value(bytes).flatMap({ try? RequestDraft(document: $0) }) else { return }
            _ = OptionFields.validated(OptionFields.rows(of: draft.options))
            _ = try? RequestResolver.resolve(ResolutionInput(draft, now: now)).request.prepared()
        },
        FuzzTarget(
            "environment file", seeds: [#"{"name": "e", "host": "h", "variables": [{"name": "a", "value": "b"}], "protected": true}"#],
            tokens: tokens
        ) { bytes in
            if let value = value(bytes) { _ = try? EnvironmentDraft(json: value) }
        },
        FuzzTarget("head of a file", seeds: [request, #"{"order": ["a", "b"], "name": "\u00e9"}"#], tokens: tokens) {
            _ = try? FileHead.read($0, "a.json")
        },
        FuzzTarget(
            "keymap", seeds: [##"{"request.send": ["f5", "ctrl+s", "g g"], "app.quit": "ctrl+q"}"##],
            tokens: tokens + ["ctrl+", "alt+", "f5"]
        ) { bytes in
            _ = KeymapFile(parsing: bytes, name: "keymap.json").warnings
        },
        FuzzTarget(
            "settings", seeds: [#"{"theme": "dark"}"#, #"{"history": {"count": 10, "days": 30, "byteCount": 1000000}}"#], tokens: tokens
        ) { bytes in
            let settings = SettingsFile(parsing: bytes, name: "config.json").settings
            _ = settings.history.age.map { Date(timeIntervalSince1970: 0).addingTimeInterval(-($0 / .seconds(1))) }
        },
        FuzzTarget(
            "session file",
            seeds: [
                #"{"version": 1, "layout": {"arrangement": "automatic", "sidebar": 0.3, "tree": 0.5, "request": 0.4, "zoomed": "tree"}, "#
                    + #""focus": "response", "open": ["a"], "expanded": ["b"], "queries": [".c"], "environments": {"d": "e"}}"#
            ],
            tokens: tokens
        ) { bytes in
            guard let session = value(bytes).map(Session.init(json:)) else { return }
            if Session(json: session.json).json != session.json { Issue.record("not read as it was written: \(session)") }
        },
        FuzzTarget("unsaved edits", seeds: [#"{"path": "a.json", "draft": \#(request)}"#], tokens: tokens) { bytes in
            _ = value(bytes).flatMap { AutosavedDraft(json: $0) }
        },
        FuzzTarget(
            "cookie jar",
            seeds: [
                #"{"cookies": [{"name": "a", "value": "b", "domain": "example.org", "isHostOnly": false, "path": "/", "creation": 10, "#
                    + #""expires": 900000000, "isSecure": true, "isHTTPOnly": false, "sameSite": "Lax"}]}"#
            ],
            tokens: tokens
        ) { bytes in
            guard let jar = try? JSONDecoder().decode(CookieList.self, from: Data(bytes)) else { return }
            for row in jar.cookies.map(CookieRows.row) { _ = try? CookieRows.cookie(row, now: now) }
            _ = jar.cookies(for: HTTPRequest(url: "https://www.example.org/"), now: now)
        },
        FuzzTarget(
            "theme", seeds: [##"{"name": "t", "roles": {"text": {"foreground": "#ffffff", "bold": true}}}"##],
            tokens: tokens + ["#", "\"roles\""]
        ) { bytes in
            _ = try? ThemeFile(parsing: bytes, file: "t.json")
        },
    ]
}
