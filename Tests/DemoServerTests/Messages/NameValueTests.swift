import JSON
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

    @Test func groupsThousandsOfNamesInTheirOrder() {
        let names = (0..<20_000).map { "n\($0)" }
        let object = JSONValue(grouping: names.map { NameValue($0, "1") } + [NameValue("n0", "2")])
        #expect(object.memberNames == names)
        #expect(object["n0"] == ["1", "2"])
        #expect(object["n19999"] == "1")
    }
}
