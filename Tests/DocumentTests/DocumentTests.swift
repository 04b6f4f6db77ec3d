import Testing

@testable import Document

@Suite struct DocumentTests {
    @Test(arguments: [
        ("{}", ["{}"]),
        ("[ ]", ["[ ]"]),
        (#"{"a":1}"#, ["{", #"  "a": 1"#, "}"]),
        (
            #"{"a" : [1,{ }, []],"b":{"c":null}}"#,
            ["{", #"  "a": ["#, "    1,", "    {},", "    []", "  ],", #"  "b": {"#, #"    "c": null"#, "  }", "}"]
        ),
        ("{\"a\":1}\n{\"a\":2}\n", ["{", #"  "a": 1"#, "}", "{", #"  "a": 2"#, "}"]),
        ("1\n2\n\n\"x\"", ["1", "2", "\"x\""]),
        (#"{"a":"x,{\"y\":[","a":1e999}"#, ["{", #"  "a": "x,{\"y\":[","#, #"  "a": 1e999"#, "}"]),
        ("[1,", ["[", "  1,"]),
        ("]}", ["]}"]),
        ("", []),
    ])
    func prettyLinesOfJSON(_ input: String, _ expected: [String]) {
        let expected = expected.map { $0 == "[ ]" ? "[]" : $0 }
        let view = DocumentView(Document(Array(input.utf8), kind: .json))
        #expect(view.plainLines == expected)
        #expect(view.lineCount == expected.count)
    }

    @Test(arguments: [("a\nb\r\n\nc", ["a", "b", "", "c"]), ("a\n", ["a"]), ("", []), ("\n", [""]), ("x", ["x"])])
    func rawLinesOfText(_ input: String, _ expected: [String]) {
        #expect(DocumentView(Document(Array(input.utf8), kind: .text)).plainLines == expected)
    }
}

extension DocumentView {
    /// The rows as text, with indentation.
    var plainLines: [String] {
        rows(0..<rowCount).map { String(repeating: " ", count: $0.indent) + $0.text }
    }
}
