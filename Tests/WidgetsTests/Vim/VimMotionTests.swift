import Testing

@testable import Widgets

@Suite struct VimMotionTests {
    @Test(arguments: [
        ("abc", "l", "a|bc"), ("abc", "lll", "ab|c"), ("abc", "9l", "ab|c"), ("abc", "$h", "a|bc"), ("abc", "$", "ab|c"),
        ("abc", "$0", "|abc"),
        ("  abc", "$^", "  |abc"), ("abc\nde\nfgh", "$jj", "abc\nde\nfg|h"), ("abc\nd\nefg", "lljj", "abc\nd\nef|g"),
        ("a\nb\nc", "2j", "a\nb\n|c"), ("a\nb\nc", "Gk", "a\n|b\nc"), ("a\n  b", "G", "a\n  |b"), ("a\nb\nc", "Ggg", "|a\nb\nc"),
        ("a\nb\nc", "2G", "a\n|b\nc"), ("a\nb\nc", "3gg", "a\nb\n|c"), ("a\n  b", "<cr>", "a\n  |b"), ("  a\nb", "j-", "  |a\nb"),
        ("日本x", "ll", "日本|x"), ("", "l", "|"), ("a", "<space>", "|a"), ("a\nb", "<space>", "a\n|b"), ("a\nb", "j<bs>", "|a\nb"),
    ])
    func `motions go by characters and lines`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("one two", "w", "one |two"), ("one.two", "w", "one|.two"), ("one.two x", "W", "one.two |x"),
        ("one two three", "2w", "one two |three"),
        ("one\ntwo", "w", "one\n|two"), ("one\n\ntwo", "w", "one\n|\ntwo"), ("one\n\ntwo", "ww", "one\n\n|two"), ("one", "w", "on|e"),
        ("one two", "$b", "one |two"), ("one two", "$bb", "|one two"), ("one.two", "$bb", "one|.two"), ("x one.two", "$B", "x |one.two"),
        ("one\ntwo", "jb", "|one\ntwo"), ("one\n\ntwo", "jjb", "one\n|\ntwo"), ("one two", "e", "on|e two"), ("one two", "ee", "one tw|o"),
        ("one.two x", "E", "one.tw|o x"), ("one\n\ntwo", "ee", "one\n\ntw|o"), ("one two", "$ge", "on|e two"),
        ("one two", "wlge", "on|e two"),
        ("日本 語", "w", "日本 |語"),
    ])
    func `motions go by words`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("abcabc", "fb", "a|bcabc"), ("abcabc", "2fb", "abca|bc"), ("abcabc", "fb;", "abca|bc"), ("abcabc", "fb;,", "a|bcabc"),
        ("abcabc", "tc", "a|bcabc"), ("abcabc", "tc;", "abca|bc"), ("abcabc", "$Fb", "abca|bc"), ("abcabc", "$Ta", "abca|bc"),
        ("abc", "fx", "|abc"), ("f(a[1])", "%", "f(a[1]|)"), ("f(a[1])", "%%", "f|(a[1])"), ("{\n}", "%", "{\n|}"),
        ("a\nb\n\nc\n", "}", "a\nb\n|\nc\n"), ("a\nb\n\nc", "}}", "a\nb\n\n|c"), ("a\n\nb\nc", "G{", "a\n|\nb\nc"),
    ])
    func `motions go to characters, brackets and paragraphs`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("one two one", "/one<cr>", "one two |one"), ("one two one", "/two<cr>n", "one |two one"), ("a b a b a", "/b<cr>nn", "a |b a b a"),
        ("a b a b a", "/b<cr>N", "a b a |b a"), ("a b a", "$?b<cr>", "a |b a"), ("ab abc ab", "*", "ab abc |ab"),
        ("ab abc ab", "$#", "|ab abc ab"),
        ("a b", "/x<cr>", "|a b"), ("a b", "/b<esc>", "|a b"), ("a b a", "/a<cr>x", "a b| "),
    ])
    func `motions go to a search match`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test func `motions go by pages`() {
        let text = (1...40).map(String.init).joined(separator: "\n")
        for (typed, line) in [("<c-f>", 9), ("<c-f><c-b>", 1), ("<c-d>", 6), ("<c-d><c-u>", 1), ("3<c-d>", 4), ("<pgdn>", 9)] {
            var bench = AreaBench(text, preset: .vim)
            bench.type(typed)
            #expect(bench.area.cursor.line == line - 1, "\(typed)")
        }
    }

    @Test(arguments: [
        ("H", 1), ("L", 10), ("M", 5), ("3H", 3), ("3L", 8), ("99H", 10), ("20GztH", 20), ("20GztL", 29), ("GL", 40), ("LvHd", 1),
    ])
    func `H, M and L go to rows of the view`(typed: String, line: Int) {
        var bench = AreaBench((1...40).map(String.init).joined(separator: "\n"), preset: .vim)
        bench.type(typed)
        #expect(bench.area.cursor.line == line - 1)
        var short = AreaBench("a\n  b\nc", preset: .vim)
        short.type("L")
        #expect(short.area.cursor.line == 2)
        short.type("M")
        #expect(short.marked == "a\n  |b\nc")
    }

    @Test(arguments: [("20Gzt", "20"), ("20Gzz", "16"), ("20Gzb", "11"), ("<c-e><c-e>", "3"), ("5<c-e>2<c-y>", "4")])
    func `the view follows z and scrolls`(typed: String, top: String) {
        var bench = AreaBench((1...40).map(String.init).joined(separator: "\n"), preset: .vim)
        bench.type(typed)
        #expect(bench.seen[0].split(separator: " ").first.map(String.init) == top)
    }
}
