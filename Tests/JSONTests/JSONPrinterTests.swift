import JSON
import Testing

struct JSONPrinterTests {
    static let value: JSONValue = [
        "b": [1, true, .null, "a\"\\\n\u{1}\u{7F}é/"], "a": .object([("x", [:]), ("x", [])]), "c": 1.5,
    ]

    @Test func compact() {
        #expect(Self.value.compactText == #"{"b":[1,true,null,"a\"\\\n\u0001\u007fé/"],"a":{"x":{},"x":[]},"c":1.5}"#)
    }

    @Test func pretty() {
        #expect(
            Self.value.prettyText == """
                {
                  "b": [
                    1,
                    true,
                    null,
                    "a\\"\\\\\\n\\u0001\\u007fé/"
                  ],
                  "a": {
                    "x": {},
                    "x": []
                  },
                  "c": 1.5
                }

                """)
    }

    @Test(arguments: [value, [], [:], "", 0, .null, [[[]]], ["": ["": ""]]]) func printedValuesParseAgain(value: JSONValue) throws {
        #expect(try JSONValue(parsing: value.compactBytes) == value)
        #expect(try JSONValue(parsing: value.prettyBytes) == value)
    }
}
