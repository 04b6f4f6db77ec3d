import Testing

@testable import Query

@Suite struct IRegexpTests {
    @Test(arguments: [
        ("a.c", "abc", true), ("a.c", "a\nc", false), ("a|b", "b", true), ("(ab)*", "abab", true), ("(ab)*", "aba", false),
        ("a{2,3}", "aa", true), ("a{2,3}", "aaaa", false), ("a{2,}", "aaaa", true), ("[^a-c]", "d", true), ("[^a-c]", "b", false),
        ("[a\\-z]", "-", true), ("[-a]", "-", true), ("[a-]", "-", true), ("\\p{Lu}", "É", true), ("\\P{L}", "1", true), ("", "", true),
        ("a?b+", "bbb", true), ("\\.", "x", false), ("日本", "日本", true),
    ])
    func matches(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try #require(IRegexp(pattern)).matches(Array(text.utf8), isWhole: true) == isMatch)
    }

    @Test(arguments: ["(", "a)", "*a", "a{3,2}", "[z-a]", "\\d", "\\p{Xx}", "[", "a{99999}", "((a{500}){500}){500}", "a**"])
    func refuses(pattern: String) { #expect(IRegexp(pattern) == nil) }

    /// A pattern that others take exponential time for.
    @Test func takesTimeLinearInTheText() throws {
        let pattern = try #require(IRegexp("(a*)*(a|aa)+b"))
        #expect(!pattern.matches([UInt8](repeating: UInt8(ascii: "a"), count: 5000), isWhole: false))
    }

    @Test func searchesWithin() throws {
        let pattern = try #require(IRegexp("b.d"))
        #expect(pattern.matches(Array("abcde".utf8), isWhole: false))
        #expect(!pattern.matches(Array("abcde".utf8), isWhole: true))
    }
}
