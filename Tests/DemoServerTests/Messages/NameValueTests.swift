import Testing

@testable import DemoServer

@Suite struct NameValueTests {
    @Test(arguments: [
        ("a=1&b=2&a=3", [NameValue("a", "1"), NameValue("b", "2"), NameValue("a", "3")]),
        ("a+b=c%2Bd", [NameValue("a b", "c+d")]),
        ("flag", [NameValue("flag", "")]),
        ("a=b=c&&", [NameValue("a", "b=c")]),
        ("", []),
    ])
    func readsForms(text: String, expected: [NameValue]) {
        #expect(NameValue.pairs(ofForm: text) == expected)
    }
}
