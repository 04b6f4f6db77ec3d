import Testing

@testable import DemoServer

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("plain", "plain"), ("a%20b", "a b"), ("%C3%A9", "é"), ("a+b", "a+b"), ("100%", "100%"), ("%zz", "%zz"), ("%4", "%4"),
        ("%FF", "\u{FFFD}"),
        ("%2f", "/"),
    ])
    func decodesEscapesAndKeepsWhatIsNone(text: String, expected: String) {
        #expect(PercentEncoding.decode(text) == expected)
    }

    @Test(arguments: [
        ("a=1&b=2&a=3", [NameValue("a", "1"), NameValue("b", "2"), NameValue("a", "3")]),
        ("a+b=c%2Bd", [NameValue("a b", "c+d")]),
        ("flag", [NameValue("flag", "")]),
        ("a=b=c&&", [NameValue("a", "b=c")]),
        ("", []),
    ])
    func readsForms(text: String, expected: [NameValue]) {
        #expect(PercentEncoding.decodeForm(text) == expected)
    }

    @Test(arguments: ["plain", "a b/c?d=é&%", "~-._"])
    func whatWasEncodedDecodesToTheSame(text: String) {
        let encoded = PercentEncoding.encode(text)
        #expect(PercentEncoding.decode(encoded) == text)
        #expect(encoded.allSatisfy { $0.isASCII && !"/?#&= ".contains($0) })
    }
}
