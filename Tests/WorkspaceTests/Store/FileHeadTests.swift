import Testing

@testable import Workspace

/// The heads of files, which are read without the other members.
struct FileHeadTests {
    @Test(arguments: [
        #"{}"#, #" { "name" : "A" , "method":"PUT" } "#, #"{"order": ["b", "a"], "protected": true}"#, #"{"protected": false}"#,
        #"{"body": {"text": ["{", "\"x\": [1, -2.5e+3, 0, null, true]"], "a": {"b": [[], {}]}}, "name": "last"}"#,
        #"{"name": "one", "name": "two"}"#, #"{"name": "Käse 漢字", "docs": "\n\t\\\""}"#, #"{"n\u0061me": "\u0041", "url": "\/"}"#,
        "\u{FEFF}{\"port\": 80}",
    ])
    func `the head equals the head of the wholly parsed file`(text: String) throws {
        #expect(try FileHead.read(Array(text.utf8), "a.json") == WorkspaceStore.parse(FileHead.self, Array(text.utf8), "a.json"))
    }

    @Test(arguments: [
        "", "[]", "{", "{\"name\": }", "{\"name\": \"a\",}", "{\"name\": \"a\"} x", "{\"a\" 1}", "{\"a\": \"open}", "{\"a\": [1}",
        "{\"a\": {]", "{\"name\": 1}", "{\"name\": \"\u{1}\"}", "{\"method\": []}", "{\"order\": [1]}", "{\"protected\": \"yes\"}",
    ])
    func `a file that is broken there is refused as a whole`(text: String) {
        let error = #expect(throws: WorkspaceError.self) { try FileHead.read(Array(text.utf8), "a.json") }
        let whole = #expect(throws: WorkspaceError.self) { try WorkspaceStore.parse(FileHead.self, Array(text.utf8), "a.json") }
        #expect(error?.problem?.line == 1)
        #expect(error == whole)
    }

    /// What is skipped is found by ``FileInspection``.
    @Test(arguments: [#"{"name": "A", "headers": tru}"#, #"{"headers": [1 2], "name": "A"}"#, #"{"docs": "\x", "name": "A"}"#])
    func `a file that is broken elsewhere has its name`(text: String) async throws {
        let path = "collections/c/a.request.json"
        let workspace = try TemporaryWorkspace([path: text])
        let tree = try workspace.store.tree()
        #expect(tree.node(at: path)?.name == "A")
        #expect(await FileInspection(workspace.store).problems(in: tree).keys.sorted() == [path])
    }

    @Test func `names are ordered by case, number and letter`() {
        let names = ["b", "A10", "a9", "a09b", "A", "é", "a 1", "Z", "10", "9"]
        #expect(names.sorted { NaturalOrder.isBefore($0, $1) } == ["9", "10", "A", "a 1", "a9", "a09b", "A10", "b", "Z", "é"])
    }
}
