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

    @Test func findsPlaces() throws {
        let source = try JSONSource(parsing: Array("{\n  \"é\": [1,\n 2]}".utf8))
        #expect(source.position(of: JSONPointer([.member("é"), .element(1)])).line == 3)
        let first = source.position(of: JSONPointer([.member("é"), .element(0)]))
        #expect((first.line, first.column) == (2, 9))
        #expect(source.position(of: JSONPointer([.member("nothing")])).offset == 0)
    }
}
