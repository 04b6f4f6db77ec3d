import Document
import Testing

@Suite struct SearchPatternTests {
    @Test func `a pattern with groups is found`() throws {
        let pattern = try SearchPattern(SearchQuery(#"b(\d)(x)?"#, isRegularExpression: true))
        #expect(pattern.ranges(in: Array("ab1 b2x".utf8)) == [1..<3, 4..<7])
        #expect(pattern.ranges(in: Array("ab1 b2x".utf8), limit: 1) == [1..<3])
    }
}
