import Document
import Testing

@Suite struct SearchPatternTests {
    private func matches(_ pattern: String, _ text: String, limit: Int = .max) throws -> [SearchMatch] {
        try SearchPattern(SearchQuery(pattern, isRegularExpression: true)).matches(in: Array(text.utf8), limit: limit)
    }

    @Test func `a pattern with groups reports its first group`() throws {
        let found = try matches(#"b(\d)(x)?"#, "ab1 b2x")
        #expect(found.map(\.range) == [1..<3, 4..<7])
        #expect(found.map(\.group) == [2..<3, 5..<6])
        #expect(try matches(#"b(\d)(x)?"#, "ab1 b2x", limit: 1).map(\.range) == [1..<3])
    }

    @Test(arguments: [("a(b)?c", "ac", true, nil), ("abc", "abc", false, nil), ("a()bc", "abc", true, 1..<1)])
    func `an unmatched group is nil`(pattern: String, text: String, hasGroup: Bool, group: Range<Int>?) throws {
        let found = try matches(pattern, text)
        #expect(found.map(\.group) == [group])
        #expect(try SearchPattern(SearchQuery(pattern, isRegularExpression: true)).hasGroup == hasGroup)
    }

    @Test func `an aborted pattern is reported`() {
        let error = #expect(throws: DocumentError.self) { try matches("(a|aa)+$", String(repeating: "a", count: 60) + "b") }
        #expect(error?.code == .limitReached)
        #expect(error?.message.contains("(a|aa)+$") == true)
    }
}
