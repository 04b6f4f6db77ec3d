import JSON
import Testing

struct JSONValueTests {
    @Test func usesTheLastMemberOfAName() {
        let object = JSONObject([JSONMember("a", 1), JSONMember("b", 2), JSONMember("a", 3)])
        #expect(object["a"] == 3)
        #expect(object["c"] == nil)
    }

    @Test func settingReplacesInPlaceOrAppends() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = 4
        #expect(object == ["a": 3, "b": 2, "c": 4])
    }

    @Test func settingNilRemovesEveryMemberOfTheName() {
        var value: JSONValue = .object([("a", 1), ("b", 2), ("a", 3)])
        value["a"] = nil
        #expect(value == ["b": 2])
    }

    @Test func returnsNilForMissingValues() {
        let value: JSONValue = ["list": [1, 2]]
        #expect(value["list"]?[1] == 2)
        #expect(value["list"]?[2] == nil)
        #expect(value["list"]?["a"] == nil)
        #expect(value[0] == nil)
    }

    static let kinds: [(JSONValue, String)] = [
        (.null, "null"), (true, "a Boolean"), (1, "a number"), ("", "a string"), ([], "an array"), ([:], "an object"),
    ]

    @Test(arguments: kinds) func namesKinds(value: JSONValue, name: String) {
        #expect(value.kindDescription == name)
    }

    @Test(arguments: [("10", 10), ("1e1", 10), ("10.0", 10), ("-0", 0), ("1.5", nil), ("1e400", nil), ("9223372036854775808", nil)])
    func readsWholeNumbers(text: String, integer: Int?) throws {
        #expect(try #require(JSONNumber(text)).integer == integer)
    }

    @Test(arguments: ["", "01", "1 ", "+1", "0x1", "1e", "Infinity"]) func refusesInvalidNumbers(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test(arguments: [(1.0, "1"), (0.1, "0.1"), (-2.5e300, "-2.5e+300")]) func doublesAreWrittenShort(double: Double, text: String) {
        #expect(JSONNumber(double)?.text == text)
        #expect(JSONNumber(Double.infinity) == nil)
    }

    @Test func writesPointersAsInRFC6901() {
        #expect(JSONPointer().description == "")
        #expect(JSONPointer([.member("/\u{301}")]).description == "/~1\u{301}" && JSONPointer.unescaped("~1\u{301}") == "/\u{301}")
        #expect(JSONPointer([.member("a/b"), .element(3), .member("m~n"), .member("")]).description == "/a~1b/3/m~0n/")
        #expect(["a", "a~1b", "~0~01", "~", "~2", ""].map(JSONPointer.unescaped) == ["a", "a/b", "~~1", "~", "~2", ""])
    }
}
