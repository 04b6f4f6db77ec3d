import Testing

@testable import Workspace

/// The scanner that reads the heads of files, beside the parser whose word counts.
struct FileHeadTests {
    @Test(arguments: [
        #"{}"#, #" { "name" : "A" , "method":"PUT" } "#, #"{"order": ["b", "a"], "protected": true}"#, #"{"protected": false}"#,
        #"{"body": {"text": ["{", "\"x\": [1, -2.5e+3, 0, null, true]"], "a": {"b": [[], {}]}}, "name": "last"}"#,
        #"{"name": "one", "name": "two"}"#, #"{"name": "Käse 漢字", "docs": "\n\t\\\""}"#,
    ])
    func `is read without the parser`(text: String) throws {
        let scanned = try #require(FileHeadScanner.scan(Array(text.utf8)))
        #expect(scanned == (try WorkspaceStore.parse(FileHead.self, Array(text.utf8), "a.json")))
    }

    @Test(arguments: [
        "", "[]", "{", "{\"name\": }", "{\"name\": \"a\",}", "{\"name\": \"a\"} x", "{\"a\": 01}", "{\"a\": 1.}", "{\"a\": -}",
        "{\"a\": tru}",
        "{\"a\" 1}", "{\"a\": \"\u{1}\"}", "{\"a\": \"\\x\"}", "{\"a\": \"open}", "{\"a\": [1 2]}", "{\"a\": [1,]}", "{\"name\": 1}",
        "{\"name\": null}", "{\"method\": []}", "{\"order\": [1]}", "{\"protected\": \"yes\"}", "{\"name\": \"\\u0041\"}",
        "{\"n\\u0061me\": \"A\"}", "\u{FEFF}{}",
    ])
    func `unusual text is left to the parser`(text: String) {
        #expect(FileHeadScanner.scan(Array(text.utf8)) == nil)
    }

    @Test func `text that is not UTF-8 or is deeply nested is left to the parser`() {
        #expect(FileHeadScanner.scan(Array(#"{"name": ""#.utf8) + [0xFF] + Array(#""}"#.utf8)) == nil)
        let deep = #"{"a": "# + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}"
        #expect(FileHeadScanner.scan(Array(deep.utf8)) == nil)
    }

    @Test func `names are ordered by case, number and letter`() {
        let names = ["b", "A10", "a9", "a09b", "A", "é", "a 1", "Z", "10", "9"]
        #expect(names.sorted { NaturalOrder.isBefore($0, $1) } == ["9", "10", "A", "a 1", "a9", "a09b", "A10", "b", "Z", "é"])
    }
}
