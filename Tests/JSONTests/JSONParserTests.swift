import JSON
import Testing

struct JSONParserTests {
    static let good: [(String, JSONValue)] = [
        ("null", JSONValue.null), ("true", true), (" false\n", false), ("0", 0), ("[true]", [true]),
        (#""""#, ""), (#""a\"\\\/\b\f\n\r\t\u0041""#, "a\"\\/\u{8}\u{C}\n\r\tA"), (#""\ud83d\ude00\uD83D\uDE00""#, "😀😀"),
        ("[]", []), ("[ ]", []), ("[1,[2,[]]]", [1, [2, []]]), ("{}", [:]),
        (#"{"b":1,"a":{"b":2},"b":3}"#, .object([("b", 1), ("a", ["b": 2]), ("b", 3)])), ("\u{FEFF}1", 1),
        ("\"\u{7F}é\u{2028}\"", "\u{7F}é\u{2028}"), (#""\u0000""#, "\0"),
    ]

    @Test(arguments: good)
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: [
        #"{"a":1,"skip":{"x":"}\"]","y":[1,{"z":2}]},"b":2}"#, #"{"skip":"a,\\","a":1, "skip" : [ ] ,"b":2,"skip":true}"#,
        #"{"skip":-1.5e3 ,"a":1,"b":2}"#,
    ])
    func `members of the outermost object are skipped without being read`(text: String) throws {
        #expect(try JSONValue(parsing: Array(text.utf8), omitting: ["skip", "none"]) == ["a": 1, "b": 2])
        #expect(try JSONValue(parsing: Array(text.utf8), keeping: ["a", "b", "none"]) == ["a": 1, "b": 2])
        #expect(try JSONValue(parsing: Array(text.utf8), keeping: []) == [:])
    }

    @Test func `omission applies to the outermost object, and an open text is an error`() throws {
        let nested = Array(#"{"a":{"skip":1}}"#.utf8)
        #expect(try JSONValue(parsing: nested, omitting: ["skip"]) == ["a": ["skip": 1]])
        for text in [#"{"skip":[1,2"#, #"{"skip":"a"#, #"{"skip":"a\"#, #"{"skip":1"#] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8), omitting: ["skip"]) }
        }
    }

    /// The bytes between the quotes, the text, and whether each escape has a character.
    @Test(arguments: [
        ("", "", true), ("é", "é", true), (#"a\"\\\/\b\f\n\r\t\u0041\u00e9"#, "a\"\\/\u{8}\u{C}\n\r\tAé", true),
        (#"\ud83d\uDE00\\u0041"#, #"😀\u0041"#, true), (#"\ufffd"#, "\u{FFFD}", true), (#"\ud83d"#, "\u{FFFD}", false),
        (#"\ude00\ud83d\u0041"#, "\u{FFFD}\u{FFFD}A", false), (#"\ud83d\n"#, "\u{FFFD}\n", false), (#"\x\"#, #"x\"#, true),
        (#"\u12"#, "\u{FFFD}", false), (#"\u+123"#, "\u{FFFD}", false), (#"\u12g4!"#, "\u{FFFD}!", false),
        (#"\ud83d\u"#, "\u{FFFD}\u{FFFD}", false),
    ])
    func `escapes are decoded without the parser`(raw: String, text: String, isWhole: Bool) {
        let escapes = Array(raw.utf8).withUnsafeBytes { JSONEscapes(decoding: $0[...]) }
        #expect(String(decoding: escapes.decoded, as: UTF8.self) == text)
        #expect(escapes.isWhole == isWhole)
    }

    @Test(arguments: ["0.0", "-1.50", "1E+2", "1e-2", "123456789012345678901234567890", "0.1000000000000000055511151231257827"])
    func keepsTheDigitsOfNumbers(text: String) throws {
        #expect(try JSONValue(parsing: text).number?.text == text)
        #expect(try JSONValue(parsing: text).compactText == text)
    }

    /// Text, line, column, and what was expected.
    @Test(arguments: [
        ("", 1, 1, "a value"), (" ", 1, 2, "a value"), ("nul", 1, 4, "the word “null”"), ("True", 1, 1, "a value"),
        ("1 2", 1, 3, "the end of the text"), ("01", 1, 2, "the end of the text"), ("-", 1, 2, "a digit"), ("1.", 1, 3, "a digit"),
        ("1e", 1, 3, "a digit"), (".5", 1, 1, "a value"), ("+1", 1, 1, "a value"), ("NaN", 1, 1, "a value"),
        ("[1,]", 1, 4, "a value"), ("[1 2]", 1, 4, "a comma or ]"), ("[1", 1, 3, "a comma or ]"), ("[,", 1, 2, "a value"),
        ("{", 1, 2, "a name in quotes"), ("{a:1}", 1, 2, "a name in quotes"), (#"{"a" 1}"#, 1, 6, "a colon"),
        (#"{"a":1,}"#, 1, 8, "a name in quotes"), (#"{"a":1"#, 1, 7, "a comma or }"),
        ("\"a", 1, 3, "a character, or a quote that ends the string"), ("\"\n\"", 1, 2, "a character, or a quote that ends the string"),
        (#""\x""#, 1, 3, #"one of " \ / b f n r t u"#), (#""\u12g4""#, 1, 6, "a hexadecimal digit"),
        (#""\ud800""#, 1, 2, "a whole surrogate pair"), (#""\udc00\ud800""#, 1, 2, "a whole surrogate pair"),
        (#""\ud800\u0041""#, 1, 2, "a whole surrogate pair"), ("{\n  \"é😀\": [\n    tru\n", 3, 8, "the word “true”"),
        ("/* a */ 1", 1, 1, "a value"), ("'a'", 1, 1, "a value"),
    ])
    func reportsThePositionAndTheExpectation(text: String, line: Int, column: Int, expected: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect((error.position.line, error.position.column, error.expected) == (line, column, expected))
        #expect(error.description.hasPrefix("line \(line), column \(column): expected \(expected), found "))
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func refusesInvalidUTF8(bytes: [UInt8]) throws {
        let error = try #require(throws: JSONError.self) {
            try JSONValue(parsing: Array("[\"a".utf8) + bytes + Array("\"]".utf8))
        }
        #expect(error.code == .notUnicode && error.position.offset == 3)
    }

    @Test func limitsTheDepth() throws {
        let nested = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        let limits = JSONLimits(depth: 3)
        #expect(try JSONValue(parsing: nested(3), limits: limits) == [[[]]])
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: nested(4), limits: limits) }
        #expect(error.code == .tooDeep && error.position.column == 4 && error.expected.contains("3"))
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[{\"a\":", count: 1_000_000)) }
    }

    @Test func limitsTheLength() throws {
        let limits = JSONLimits(byteCount: 4)
        #expect(try JSONValue(parsing: "1234", limits: limits) == 1234)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: "12345", limits: limits) }
        #expect(error.code == .tooLarge && error.found == "5 bytes")
    }

    @Test func controlCharactersAreNeverQuoted() throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: "[\u{1B}[2J]") }
        #expect(error.found == "the byte 0x1B")
    }
}
