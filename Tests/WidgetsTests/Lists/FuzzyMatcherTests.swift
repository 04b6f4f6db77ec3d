import Testing

@testable import Widgets

@Suite struct FuzzyMatcherTests {
    private func ranked(_ pattern: String, _ texts: [String]) -> [String] {
        FuzzyMatcher.matches(of: pattern, in: texts).map { texts[$0] }
    }

    @Test(arguments: [
        ("fb", ["fooBar", "foo bar", "xfxb"], ["foo bar", "fooBar", "xfxb"]),
        ("ff", ["fuzzyfinder", "fuzzy-finder"], ["fuzzy-finder", "fuzzyfinder"]),
        ("people", ["GET people", "people", "pxexoxpxlxex"], ["people", "GET people", "pxexoxpxlxex"]),
        ("api/p", ["/api/planets", "/a/p/i/p", "/x"], ["/api/planets", "/a/p/i/p"]),
        ("req", ["Repeat quickly", "Request", "Quit"], ["Request", "Repeat quickly"]),
        ("b a", ["bela", "alpha beta", "gamma"], ["alpha beta", "bela"]),
        ("", ["b", "a"], ["b", "a"]),
        ("zz", ["a"], []),
        ("a", ["a1", "a2"], ["a1", "a2"]),
        ("v2", ["v12", "api v2"], ["api v2", "v12"]),
        (
            "creates a click", ["Creates a new clickwrap", "Creates a clickwrap for an account"],
            ["Creates a clickwrap for an account", "Creates a new clickwrap"]
        ),
        ("copy url", ["Show copy of URL", "Copy URL of the request"], ["Copy URL of the request", "Show copy of URL"]),
    ])
    func `the best match comes first`(pattern: String, texts: [String], expected: [String]) {
        #expect(ranked(pattern, texts) == expected)
    }

    @Test(arguments: [("get", ["GET", "get"]), ("GET", ["GET"]), ("är", ["ÄRA"]), ("ÄR", ["ÄRA"]), ("日", ["日本"])])
    func `case matters where the pattern has a capital`(pattern: String, expected: [String]) {
        #expect(ranked(pattern, ["GET", "get", "ÄRA", "日本"]) == expected)
    }

    @Test(arguments: [
        ("fb", "fooBar", [0..<1, 3..<4]),
        ("bar", "foo b-a-r bar", [10..<13]),
        ("bar foo", "foo bar", [0..<3, 4..<7]),
        ("日x", "ä日 x", [2..<5, 6..<7]),
        ("", "abc", []),
    ])
    func `matched letters are reported`(pattern: String, text: String, expected: [Range<Int>]) {
        #expect(FuzzyMatcher(pattern).ranges(in: text) == expected)
    }

    @Test(arguments: [
        ("ecole", "École"), ("École", "École"), ("école", "ecole"), ("éc", "e\u{301}cole"), ("e\u{301}c", "École"), ("lodz", "Łódź"),
        ("ёл", "елка"), ("елк", "Ёлка"), ("й", "и\u{306}"), ("αθη", "Ἀθήνα"), ("viet nam", "Việt Nam"), ("日本", "日本"), ("\u{301}", "é"),
    ])
    func `accents make no difference`(pattern: String, text: String) {
        #expect(ranked(pattern, [text, "x"]) == (pattern == "\u{301}" ? [] : [text]))
    }

    @Test(arguments: [("École", "ecole", []), ("ÉCOLE", "École", []), ("ec", "l’École", [4..<7])] as [(String, String, [Range<Int>])])
    func `capitals and places of letters with accents`(pattern: String, text: String, expected: [Range<Int>]) {
        #expect(FuzzyMatcher(pattern).ranges(in: text) ?? [] == expected)
    }

    @Test func `a text without the letters has no ranges`() {
        #expect(FuzzyMatcher("ba").ranges(in: "ab") == nil)
    }

    @Test func `a very long text is matched by its beginning`() {
        #expect(FuzzyMatcher.matches(of: "b", in: ["b" + String(repeating: "a", count: 100_000)]) == [0])
    }

    @Test(arguments: [
        ("\u{212A}elvin", ["k"], ["x"]), ("\u{130}stanbul", ["is"], ["x"]),
        ("日本 emoji \u{1F468}\u{200D}\u{1F469} r0999", ["r09", "er"], ["r98", "re0"]),
    ])
    func `a text with other letters is matched by ASCII`(text: String, matching: [String], others: [String]) {
        for pattern in matching { #expect(ranked(pattern, [text]) == [text], "\(pattern)") }
        for pattern in others { #expect(ranked(pattern, [text]).isEmpty, "\(pattern)") }
    }

    @Test(arguments: [
        ("Users", "user", true), ("all Users", "user", true), ("superuser", "user", false), ("9user", "user", false),
        ("-user", "user", true),
        ("日本user", "user", false), ("\u{1F468}user", "user", true), ("é user", "user", true), ("e\u{301}user", "user", false),
        ("Größe XL", "xl", true), ("Größe XL", "größe", true), ("Übergröße", "größe", false), ("groesse", "größe", false), ("x", "", true),
        ("Élan", "élan", true), ("e\u{301}lan", "élan", true), ("日本語", "本", false),
    ])
    func `a word is found where a word of the text begins`(text: String, word: String, isFound: Bool) {
        #expect(text.contains(lowercased: word, atWord: true) == isFound)
        #expect(text.contains(lowercased: word, atWord: false) == (text.lowercased().contains(word)))
    }

    @Test(arguments: [("Café Bar", "cafe"), ("cafe", "café"), ("Größe", "große"), ("Ёлка", "елка"), ("\u{130}stanbul", "istanbul")])
    func `a word is found with and without its accents`(text: String, word: String) {
        #expect(text.contains(lowercased: word, atWord: true))
        #expect(text.searchable == word.searchable || text.searchable.hasPrefix(word.searchable))
    }
}
