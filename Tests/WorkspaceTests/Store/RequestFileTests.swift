import Foundation
import Testing
import Workspace

/// Requests on disk.
struct RequestFileTests {
    static let path = "collections/demo/get.request.json"
    static let text = """
        {
        \t"future": {"x": 1.50},
        \t"url": "people",
        \t"name": "Get",
        \t"query": [{"name": "a", "value": "1", "note": "kept"}, {"name": "b"}]
        }

        """

    @Test func readsInheritedSettings() throws {
        let workspace = try TemporaryWorkspace([
            "collections/demo/collection.json": #"{"name": "Demo", "headers": [{"name": "A", "value": "1"}]}"#,
            "collections/demo/in/folder.json": #"{"auth": {"type": "none"}}"#,
            "collections/demo/in/get.request.json": #"{"name": "Get"}"#,
        ])
        let request = try workspace.store.request(at: "collections/demo/in/get.request.json")
        #expect(request.draft == RequestDraft(name: "Get"))
        #expect(request.inherited.map(\.content.headers) == [[Row("A", "1")], []])
        #expect(request.inherited.map(\.content.auth.kind) == [.inherit, .none])
    }

    @Test func `a merge conflict of git is named with its line`() throws {
        let text = "{\n<<<<<<< HEAD\n  \"name\": \"a\"\n=======\n  \"name\": \"b\"\n>>>>>>> other\n}\n"
        let workspace = try TemporaryWorkspace([Self.path: text])
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.request(at: Self.path) }
        #expect(error?.problem?.line == 2 && error?.message.contains("merge conflict of git") == true)
    }

    @Test func `nothing is written over a merge conflict of git, which is named`() throws {
        let environment = "collections/demo/environments/live.json"
        let workspace = try TemporaryWorkspace([Self.path: Self.text, environment: #"{"name": "live"}"#])
        let request = try workspace.store.request(at: Self.path)
        let live = try workspace.store.environment(at: environment)
        let conflict = "<<<<<<< HEAD\n{\n=======\n{ }\n>>>>>>> other\n"
        for path in [Self.path, environment] { try workspace.write(conflict, to: path) }
        let first = #expect(throws: WorkspaceError.self) { try workspace.store.save(RequestDraft(name: "Mine"), over: request) }
        let second = #expect(throws: WorkspaceError.self) { try workspace.store.save(EnvironmentDraft(name: "mine"), over: live) }
        for error in [first, second] { #expect(error?.code == .broken && error?.problem?.line == 1) }
        #expect([Self.path, environment].map(workspace.text) == [conflict, conflict])
    }

    /// In a path a combining mark and the slash before it are one character.
    @Test func `a file name that begins with a combining mark is in its folder`() throws {
        let mark = "\u{93F}"
        let workspace = try TemporaryWorkspace([
            "collections/demo/collection.json": #"{"headers": [{"name": "A", "value": "1"}]}"#,
            "collections/demo/in/folder.json": #"{"headers": [{"name": "B", "value": "2"}]}"#,
            "collections/demo/in/\(mark)a.request.json": #"{"name": "Get"}"#,
        ])
        let request = try workspace.store.request(at: "collections/demo/in/\(mark)a.request.json")
        #expect(request.inherited.map(\.content.headers) == [[Row("A", "1")], [Row("B", "2")]])
        let created = try workspace.store.create(RequestDraft(name: "\(mark) list"), in: "collections/demo")
        #expect(created == "collections/demo/list.request.json")
    }

    @Test func doesNotWriteWithoutChanges() throws {
        let workspace = try TemporaryWorkspace([Self.path: Self.text])
        let loaded = try workspace.store.request(at: Self.path)
        let saved = try workspace.store.save(loaded.draft, over: loaded)
        #expect(saved == loaded)
        #expect(workspace.text(Self.path) == Self.text)
    }

    @Test func writesOnlyTheChangedParts() throws {
        let workspace = try TemporaryWorkspace([Self.path: Self.text])
        let loaded = try workspace.store.request(at: Self.path)
        var draft = loaded.draft
        draft.method = "POST"
        draft.query[0].value = "2"
        let saved = try workspace.store.save(draft, over: loaded)
        #expect(
            workspace.text(Self.path) == """
                {
                \t"future": {"x": 1.50},
                \t"url": "people",
                \t"name": "Get",
                \t"method": "POST",
                \t"query": [{"name": "a", "value": "2", "note": "kept"}, {"name": "b"}]
                }

                """)
        #expect(saved.draft == draft)
        #expect(try workspace.store.request(at: Self.path) == saved)
    }

    @Test func changingAnOptionKeepsTheRestOfTheFile() throws {
        let text = """
            {
            \t"options": {
            \t\t"x-mine": 1.50,
            \t\t"network": {"resolve":["h:1:1.2.3.4"],  "x-it": [ ] }, "timeout": 3
            \t},
            \t"name": "Get"
            }

            """
        let workspace = try TemporaryWorkspace([Self.path: text])
        let loaded = try workspace.store.request(at: Self.path)
        var draft = loaded.draft
        draft.options.network.resolve = ["h:1:1.2.3.5"]
        draft.options.timeout = nil
        _ = try workspace.store.save(draft, over: loaded)
        let expected = text.replacing("1.2.3.4", with: "1.2.3.5").replacing(#", "timeout": 3"#, with: "")
        #expect(workspace.text(Self.path) == expected)
    }

    @Test func keepsUnknownMembersOfAMovedRow() throws {
        let workspace = try TemporaryWorkspace([Self.path: Self.text])
        let loaded = try workspace.store.request(at: Self.path)
        var draft = loaded.draft
        draft.query.insert(Row("new", "0"), at: 0)
        draft.query.removeLast()
        _ = try workspace.store.save(draft, over: loaded)
        #expect(
            workspace.text(Self.path)?.contains(#"[{ "name": "new", "value": "0" }, {"name": "a", "value": "1", "note": "kept"}]"#) == true)
    }

    @Test func noticesChangesOfOtherPrograms() throws {
        let workspace = try TemporaryWorkspace([Self.path: Self.text])
        let loaded = try workspace.store.request(at: Self.path)
        #expect(!workspace.store.hasChanged(loaded.file))
        try workspace.write(#"{"name": "Theirs"}"#, to: Self.path)
        #expect(workspace.store.hasChanged(loaded.file))
        let error = try #require(throws: WorkspaceError.self) { try workspace.store.save(RequestDraft(name: "Mine"), over: loaded) }
        #expect(error.code == .changedOutside)
        #expect(workspace.text(Self.path) == #"{"name": "Theirs"}"#)
        let theirs = try workspace.store.request(at: Self.path)
        _ = try workspace.store.save(RequestDraft(name: "Mine"), over: theirs)
        #expect(try workspace.store.request(at: Self.path).draft.name == "Mine")
    }

    @Test func noticesThatAnotherProgramRemovedIt() throws {
        let workspace = try TemporaryWorkspace([Self.path: Self.text])
        let loaded = try workspace.store.request(at: Self.path)
        try FileManager.default.removeItem(at: workspace.url.appending(path: Self.path))
        let error = try #require(throws: WorkspaceError.self) { try workspace.store.save(RequestDraft(name: "Mine"), over: loaded) }
        #expect(error.code == .changedOutside)
        #expect(workspace.text(Self.path) == nil)
    }

    @Test(arguments: [
        ("{\n  \"name\": \"x\",\n}\n", 3, 1, "Expected a name in quotes, found “}”."),
        ("{\n  \"name\": 7\n}\n", 2, 11, "Expected a string, found a number. (/name)"),
        ("", 1, 1, "Expected a value, found the end."),
        ("{\"name\": \"\u{1B}\"}", 1, 11, "Expected a character, or a quote that ends the string, found the byte 0x1B."),
    ])
    func saysWhereAFileIsBrokenAndLeavesItAlone(text: String, line: Int, column: Int, message: String) throws {
        let workspace = try TemporaryWorkspace([Self.path: text])
        let error = try #require(throws: WorkspaceError.self) { try workspace.store.request(at: Self.path) }
        #expect(error.code == .broken)
        #expect(error.problem == WorkspaceIssue(file: Self.path, line: line, column: column, message: message))
        #expect(throws: WorkspaceError.self) { try workspace.store.rename(Self.path, to: "Other") }
        #expect(workspace.text(Self.path) == text)
    }

    @Test func aBrokenFolderDoesNotBlockItsRequests() throws {
        let workspace = try TemporaryWorkspace(["collections/demo/collection.json": "{", Self.path: "{}"])
        let request = try workspace.store.request(at: Self.path)
        #expect(request.inherited.isEmpty)
        #expect(workspace.store.inheritance(of: Self.path).problems.map(\.file) == ["collections/demo/collection.json"])
    }

    @Test(arguments: ["../x", "/etc/passwd", "collections/../../x", "collections//x", "a/./b", "", "collections/\0"])
    func staysWithinTheWorkspace(path: String) throws {
        let workspace = try TemporaryWorkspace()
        let error = try #require(throws: WorkspaceError.self) { try workspace.store.request(at: path) }
        #expect(error.code == .invalidPath)
    }

    @Test func keepsTheModeAndReplacesLinks() throws {
        let workspace = try TemporaryWorkspace([Self.path: Self.text, "outside.json": Self.text])
        let file = workspace.url.appending(path: Self.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        _ = try workspace.store.save(RequestDraft(name: "New"), over: workspace.store.request(at: Self.path))
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)

        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: workspace.url.appending(path: "outside.json"))
        _ = try workspace.store.save(RequestDraft(name: "New"), over: workspace.store.request(at: Self.path))
        #expect(workspace.text("outside.json") == Self.text)
        #expect(workspace.text(Self.path)?.contains("New") == true)
    }

    @Test func leavesNoTemporaryFileAfterAFailedWrite() throws {
        let workspace = try TemporaryWorkspace(["collections/demo/collection.json": "{}", "collections/demo/in/folder.json": "{}"])
        // A folder in the file's place cannot be replaced by a file.
        let path = "collections/demo/in/blocked.request.json"
        try FileManager.default.createDirectory(at: workspace.url.appending(path: path), withIntermediateDirectories: true)
        let before = workspace.files
        #expect(throws: WorkspaceError.self) {
            try workspace.store.save(RequestDraft(name: "x"), over: LoadedRequest(file: Loaded(path: path, content: RequestDraft())))
        }
        #expect(workspace.files == before)
    }
}
