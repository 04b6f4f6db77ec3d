import JSON
import Testing

@testable import DemoServer

/// The examples of RFC 7396, appendix A.
@Suite struct MergePatchTests {
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        (#"{"a":1}"#, #"{"b":{"c":1},"b":{"d":2},"a":0,"a":null}"#, #"{"b":{"d":2}}"#),
    ])
    func mergesAPatch(target: String, patch: String, result: String) throws {
        #expect(try JSONValue(parsing: target).merging(patch: JSONValue(parsing: patch)).compactText == result)
    }

    @Test func mergesAPatchWithThousandsOfMembers() {
        let names = (0..<20_000).map { "n\($0)" }
        let patch = JSONValue.object(names.map { ($0, 1) })
        #expect(JSONValue.null.merging(patch: patch) == patch)
        #expect(patch.merging(patch: .object(names.dropFirst().map { ($0, .null) })) == ["n0": 1])
    }
}
