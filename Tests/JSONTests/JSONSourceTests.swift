import Foundation
import JSON
import Testing

/// Edits of a text leave alone what they do not change.
struct JSONSourceTests {
    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1}"#, #"{"a":1}"#),
        ("{\n\t\"a\" : 1.0,\r\n\t\"b\": [ ]\n}\n", #"{"a":1.0,"b":[]}"#, "{\n\t\"a\" : 1.0,\r\n\t\"b\": [ ]\n}\n"),
        ("{ \"a\" : 1 }", #"{"a":2}"#, "{ \"a\" : 2 }"),
        ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", #"{"b":2}"#, "{\n  \"b\": 2\n}\n"),
        ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", #"{"a":1}"#, "{\n  \"a\": 1\n}\n"),
        ("{\n  \"a\": 1\n}\n", #"{"a":1,"b":[1,2]}"#, "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}\n"),
        ("{\n    \"a\": 1\n}\n", #"{"a":1,"b":["x","y"]}"#, "{\n    \"a\": 1,\n    \"b\": [\n        \"x\",\n        \"y\"\n    ]\n}\n"),
        ("[{ \"n\": 1, \"x\": \"\\u00e9\" }]", #"[{"n":2,"x":"é"}]"#, "[{ \"n\": 2, \"x\": \"\\u00e9\" }]"),
        ("[\n  {\"n\":1},\n  {\"n\":2}\n]", #"[{"n":0},{"n":1},{"n":2}]"#, "[\n  { \"n\": 0 },\n  {\"n\":1},\n  {\"n\":2}\n]"),
        ("{\"a\":1,\"a\":2}", #"{"a":1,"a":3}"#, "{\"a\":1,\"a\":3}"),
        ("[1]", "[]", "[]"),
        ("[]", "[1]", "[1]"),
    ])
    func keepsUnchangedText(text: String, changed: String, expected: String) throws {
        let source = try JSONSource(parsing: Array(text.utf8))
        let result = source.bytes(changedTo: try JSONValue(parsing: changed))
        #expect(String(decoding: result, as: UTF8.self) == expected)
    }

    @Test func `a different Unicode composition is a change`() throws {
        let text = "{ \"a\" : \"caf\u{E9}\", \"b\": [\"\u{E9}\",  1], \"\u{E9}\": 1 }"
        let changed = text.decomposedStringWithCanonicalMapping
        let source = try JSONSource(parsing: Array(text.utf8))
        let new = try JSONValue(parsing: changed)
        #expect(source.value != new)
        #expect(source.bytes(changedTo: new) == Array(changed.utf8))
        #expect(source.value.applyingChange(from: source.value, to: new).compactText.utf8.elementsEqual(new.compactText.utf8))
    }

    @Test func findsRepeatedMembers() throws {
        let text = "{\"a\": [{\"b\": 1, \"c\": {\"b\": 1},\n \"b\": 2}], \"\\u0061\": 1, \"\u{E9}\": 1, \"e\u{301}\": 2}"
        let found = try JSONSource(parsing: Array(text.utf8)).repeatedMembers
        #expect(found.map(\.pointer.description) == ["/a/0/b", "/a"])
        #expect(found.map(\.position.line) == [2, 2])
        #expect(found.map(\.position.column) == [2, 12])
        #expect(try JSONSource(parsing: Array("[{\"a\": 1}, {\"a\": 1}]".utf8)).repeatedMembers.isEmpty)
    }

    @Test func findsPlaces() throws {
        let source = try JSONSource(parsing: Array("{\n  \"é\": [1,\n 2]}".utf8))
        #expect(source.position(of: JSONPointer([.member("é"), .element(1)])).line == 3)
        let first = source.position(of: JSONPointer([.member("é"), .element(0)]))
        #expect((first.line, first.column) == (2, 9))
        #expect(source.position(of: JSONPointer([.member("nothing")])).offset == 0)
    }
}
