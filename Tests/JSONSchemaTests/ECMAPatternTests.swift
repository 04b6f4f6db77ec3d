import RegularExpressions
import Testing

struct ECMAPatternTests {
    static let cases: [(pattern: String, text: String, matches: Bool)] = [
        ("^abc$", "abc\n", false), ("b", "abc", true), ("^.$", "\u{2028}", false), ("^.$", "👍", true), (#"^\s$"#, "\u{FEFF}", true),
        (#"^[\s]$"#, "\u{2003}", true), (#"^[^\S]$"#, "\t", true), (#"^\d$"#, "߀", false), (#"^\w$"#, "é", false), (#"^\W$"#, "é", true),
        (#"^\v$"#, "\u{B}", true), (#"^\cC$"#, "\u{3}", true), (#"^\u{1F44D}$"#, "👍", true), (#"^\ud83d\udc4d$"#, "👍", true),
        (#"^[\ud83d\udc4d-\u{1F44F}]$"#, "👎", true), (#"^\p{Letter}$"#, "é", true), (#"^\p{Script=Greek}$"#, "λ", true),
        (#"^\P{gc=Lu}$"#, "A", false), ("^[^]$", "\n", true), ("^[]", "a", false), (#"^[[:alpha:]]$"#, "a", false), ("^[a-]+$", "a-", true),
        (#"^[\w-]+$"#, "a-b", true), ("^a{,2}$", "a{,2}", true), ("^a{2}$", "aa", true), ("x{", "x{", true),
        (#"(?<a>x)\k<a>"#, "xx", true), (#"(a)|\1b"#, "b", true), ("^(?:a|b)+?$", "abab", true), (#"^a\-b\/c$"#, "a-b/c", true),
        ("(?=a)(?!b)", "a", true), ("(?<!a)b", "ab", false),
    ]

    @Test(arguments: cases) func patternsMatchAsInECMAScript(pattern: String, text: String, matches: Bool) throws {
        #expect(try ECMAPattern(pattern).matches(text) == matches)
    }

    @Test(arguments: [
        "(", ")", "a**", "+", "[", "[b-a]", #"\"#, #"\a"#, #"\Z"#, "(?i)a", "(?P<a>b)", #"\u12"#, #"\p{Nonsense}"#, "(*FAIL)",
    ])
    func refusesInvalidPatterns(pattern: String) {
        #expect(throws: PatternError.self) { _ = try ECMAPattern(pattern) }
        #expect(!ECMAPattern.isPattern(pattern))
    }

    @Test func aPatternThatTakesTooLongGivesUp() throws {
        let pattern = try ECMAPattern("^(a?){40}(a*)*$")
        #expect(pattern.matches(String(repeating: "a", count: 60) + "b") == nil)
    }
}
