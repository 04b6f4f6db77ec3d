import Testing

@testable import Widgets

@Suite struct VimChangeTests {
    @Test(arguments: [
        ("abc", "ix<esc>", "|xabc"), ("abc", "ax<esc>", "a|xbc"), ("  abc", "$Ix<esc>", "  |xabc"), ("abc", "Ax<esc>", "abc|x"),
        ("  a", "ox<esc>", "  a\n  |x"), ("  a", "Ox<esc>", "  |x\n  a"), ("{", "ox<esc>", "{\n  |x"), ("", "ix<esc>", "|x"),
        ("", "ione<cr>two<esc>", "one\ntw|o"), ("a", "3ix<esc>", "xx|xa"), ("a", "2A-<esc>", "a-|-"),
        ("a", "3ox<esc>", "a\nx\nx\n|x"), ("a", "2Ox<esc>", "x\n|x\na"), ("a", "2ox<esc>.", "a\nx\nx\nx\n|x"),
    ])
    func `commands that start INSERT place the cursor`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("abc", "x", "|bc"), ("abc", "2x", "|c"), ("abc", "$x", "a|b"), ("abc", "$X", "a|c"), ("a", "x", "|"), ("", "x", "|"),
        ("one two", "dw", "|two"), ("one two", "wdw", "one| "), ("one two\nthree", "wdw", "one| \nthree"),
        ("one two three", "2dw", "|three"),
        ("one two three", "d2w", "|three"), ("one two", "de", "| two"), ("one two", "$db", "one |o"), ("one two", "wD", "one| "),
        ("one two", "d$", "|"), ("one two", "$d0", "|o"), ("a(b)c", "df)", "|c"), ("a(b)c", "dt)", "|)c"), ("a(b)c", "ld%", "a|c"),
        ("a\nb\nc", "dd", "|b\nc"), ("a\nb\nc", "2dd", "|c"), ("a\nb\nc", "Gdd", "a\n|b"), ("a", "dd", "|"), ("a\nb\nc", "dj", "|c"),
        ("a\nb\nc", "Gdk", "|a"), ("a\nb\nc", "dG", "|"), ("a\nb\nc", "Gdgg", "|"), ("a\n\nb", "d}", "|\nb"), ("one\ntwo", "ld}", "|o"),
        ("abc", "dfx", "|abc"), ("日本語", "ldl", "日|語"), ("a,b,c,d", "f,d;", "a|c,d"), ("a,b,c,d", "$F,d,", "a,b,c|,d"),
        ("a\nb\nc", "2D", "|c"), ("x a\nb\nc", "w2D", "x| \nc"),
        ("foo bar foo x", "d/foo<cr>", "|foo x"), ("foo bar foo", "$d?ba<cr>", "foo |o"), ("foo\nbar\nbaz", "d/baz<cr>", "|baz"),
        ("a b c b d", "d2/b<cr>", "|b d"), ("a bc", "d/b<bs>c<cr>", "|c"), ("a b", "d/x<cr>x", "| b"), ("a b c b", "d/b<cr>.", "|b"),
    ])
    func `the d operator deletes`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("one two", "cwx<esc>", "|x two"), ("a b", "cwx<esc>", "|x b"), ("one two", "c2wx<esc>", "|x"), ("  one", "ccx<esc>", "  |x"),
        ("one two", "wCx<esc>", "one |x"), ("abc", "sx<esc>", "|xbc"), ("abc", "2sx<esc>", "|xc"), ("  a\nb", "Sx<esc>", "  |x\nb"),
        ("a\nb\nc", "cjx<esc>", "|x\nc"), ("a  b", "lcwx<esc>", "a|xb"), ("one.two", "cWx<esc>", "|x"),
        ("", "Cx<esc>", "|x"), ("", "sx<esc>", "|x"), ("\na", "cwx<esc>", "|x\na"), ("\na", "kcjx<esc>", "|x"), ("", "cjx<esc>", "|"),
        ("a \"\"", "ci\"x<esc>", "a \"|x\""), ("a \"\"", "wci\"x<esc>", "a \"|x\""), ("f()", "lci(x<esc>", "f(|x)"),
        ("  ", "ccx<esc>", "  |x"), ("ab \"\"", "yiwci\"<esc>P", "ab a|b\"\""),
    ])
    func `the c operator changes`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("a b c", "wdiwP", "a |b c"), ("a b", "diw", "| b"), ("a b", "daw", "|b"), ("a b", "wdaw", "|a"), ("a.b c", "daW", "|c"),
        ("x = \"a b\" y", "di\"", "x = \"|\" y"), ("x = \"a b\" y", "da\"", "x = |y"), ("'a\\'b'", "ldi'", "'|'"),
        ("f(a, b)", "lldi(", "f(|)"), ("f(a, (b))", "lldib", "f(|)"), ("f(a)", "llda(", "|f"), ("[1, 2]", "lci[x<esc>", "[|x]"),
        ("{\n  a\n  b\n}", "jdi{", "{\n|}"), ("{\n  a\n}", "jciBx<esc>", "{\n  |x\n}"), ("{\n  a\n}", "jda{", "|"), ("{a}", "di{", "{|}"),
        ("a\nb\n\nc", "dip", "|\nc"), ("a\nb\n\nc", "dap", "|c"), ("a b", "di(", "|a b"), ("a(b)", "di(", "|a(b)"),
        ("a b c d", "2daw", "|c d"), ("a b c d", "d2aw", "|c d"), ("a b c d", "c2iwx<esc>", "|xb c d"), ("a b c", "wd3iw", "a| "),
        ("f(a, (b))", "f(lf(ld2i(", "f(|)"), ("f(a, (b))", "lld2a(", "f(|a, (b))"), ("a\n\nb\n\nc", "2dap", "|c"),
        ("a\n\nb\n\nc", "d3ip", "|\nc"), ("a\n\nb", "Gdap", "|a"), ("x \"a\"", "da\"", "|x"),
        ("ab b c d", "viwiwd", "|b c d"), ("ab cd ef", "vawawd", "|ef"), ("f(ab, (cd))", "f(lf(lvi(i(d", "f(|)"),
        ("a\nb\n\nc", "vipipd", "|c"),
    ])
    func `text objects are found`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("one two", "ywP", "one| one two"), ("one two", "yiwwp", "one ton|ewo"), ("a\nb", "yyp", "a\n|a\nb"), ("a\nb", "yyjP", "a\n|a\nb"),
        ("a\nb", "yyGp", "a\nb\n|a"), ("abc", "xp", "b|ac"), ("abc", "x3p", "baa|ac"), ("a\nb", "ddp", "b\n|a"),
        ("ab", "\"ayl\"_x\"ap", "b|a"), ("a\nb\nc", "yj2p", "a\n|a\nb\na\nb\nb\nc"), ("ab", "yl\"_xP", "|ab"), ("a b", "yiw$p", "a b|a"),
        ("x\ny", "yyxp", "|x\ny"), ("abc", "yyx\"0p", "bc\n|abc"),
        ("a\nb\nc", "\"ayyj\"AyyG\"ap", "a\nb\nc\n|a\nb"), ("ab", "\"aylx\"Ayl\"ap", "ba|b"),
        ("one two three", "yiwwviwPwviwp", "one one on|e"),
        ("ab\ncd", "vjyP", "|ab\ncab\ncd"),
    ])
    func `y yanks and p puts`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("abc", "rx", "|xbc"), ("abc", "2rx", "x|xc"), ("abc", "9rx", "|abc"), ("abc", "lr<cr>", "a\n|c"), ("a\nb", "J", "a| b"),
        ("a\n  b\nc", "3J", "a b| c"), ("a\n", "J", "|a"), ("\na", "J", "|a"),
        ("a \nb", "J", "a |b"), ("a\n\n b\nc", "3J", "a| b\nc"), ("a\nb", "9J", "a| b"), ("a\n\n\nb", "3J", "|a\nb"), ("a", "J", "|a"),
        ("f(\n)", "J", "f(|)"), ("aBc", "~~", "Ab|c"), ("aBc", "3~", "Ab|C"),
        ("abc d", "gUiw", "|ABC d"), ("ABC", "guu", "|abc"), ("aBc", "g~~", "|AbC"), ("a\nb", ">>", "  |a\nb"), ("a\nb", ">j", "  |a\n  b"),
        ("    a", "<lt><lt>", "  |a"), ("a\n\nb", "3>>", "  |a\n\n  b"),
    ])
    func `replacing, joining, changing case and indenting`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("abc", "xx.", "|"), ("a b c d", "dw..", "|d"), ("a b c", "cwx<esc>w.", "x |x c"), ("a\nb\nc", "ddj.", "|b"),
        ("abc", "ix<esc>..", "|xxxabc"), ("a\nb", "A;<esc>j.", "a;\nb|;"), ("abcdef", "x3.", "|ef"),
        ("a\nb\nc\nd", ">>j.", "  a\n  |b\nc\nd"), ("abc", "rxl.", "x|xc"), ("a", "3ix<esc>.", "xxxx|xxa"),
    ])
    func `a dot does it again`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("abc", "xxu", "|bc"), ("abc", "xx2u", "|abc"), ("abc", "xxuu<c-r>", "|bc"), ("abc", "ione two<esc>u", "|abc"),
        ("abc", "cwx<esc>u", "|abc"), ("a", "ob<cr>c<esc>u", "|a"), ("a\nb", "ddu", "|a\nb"), ("abc", "xu<c-r>", "|bc"), ("a", "u", "|a"),
        ("a b", "cwx<esc>.uu", "|a b"),
    ])
    func `u undoes a whole command`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("%s/a/b/g", "b b\nb"), ("%s/a/b/", "b a\nb"), ("s/a/b/g", "b b\na"), ("s#a#/#", "/ a\na"), ("s/a/\\//", "/ a\na"),
        ("2,$s/a/b", "a a\nb"), ("2s/a/b/", "a a\nb"), ("$s/a/b/", "a a\nb"), ("1,2s/a/b/", "b a\nb"), ("1,1s/a//g", " \na"),
    ])
    func `the command line substitutes`(command: String, expected: String) throws {
        var area = TextAreaState(text: "a a\na", preset: .vim)
        #expect(area.run(try #require(VimLineCommand(command))) ?? 0 > 0)
        #expect(area.text == expected)
    }

    @Test(
        arguments: [
            ("%d", "|"), ("2d", "a\n  |c\nd"), ("2,3d", "a\n|d"), ("$d", "a\n  b\n  |c"), ("2,$d", "|a"), ("4,9d", nil), ("9d", nil),
            ("9,$d", nil),
        ] as [(String, String?)])
    func `the command line deletes lines`(command: String, expected: String?) throws {
        var bench = AreaBench("a\n  b\n  c\nd", preset: .vim)
        #expect((bench.area.run(try #require(VimLineCommand(command))) ?? 0 > 0) == (expected != nil))
        #expect(bench.marked == expected ?? "|a\n  b\n  c\nd")
    }

    @Test(arguments: [
        ("a\n  b\n c", "gJ", "a|  b\n c"), ("a\n  b\n c", "3gJ", "a  b| c"), ("a\n\nb", "gJ", "|a\nb"), ("a\nb", "gJu", "|a\nb"),
        ("a\nb\nc", "VjgJ", "a|b\nc"), ("a\nb\nc\nd", "vjgJ.", "ab|c\nd"), ("a\nb", "jgJ", "a\n|b"),
    ])
    func `gJ joins lines without a space`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("a\n\nb", "d2$", "|b"), ("xa\n\nb", "ld2$", "|x\nb"), ("a\n\nb", "c2$X<esc>", "|X\nb"), ("a\n\nb", "y2$P", "|a\na\n\nb"),
        ("a\nb\nc", "d2$", "|c"),
    ])
    func `an operator takes the end of an empty line`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [("one", "d'ax", "|ne"), ("one", "c'zx", "|ne"), ("one", "y`wx", "|ne"), ("one", "'ax", "|ne")])
    func `the name of a mark is no command`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test func `a substitution matches case`() throws {
        var area = TextAreaState(text: "a A", preset: .vim)
        #expect(area.run(try #require(VimLineCommand("s/a/b/g"))) == 1)
        #expect(area.text == "b A")
    }

    @Test(arguments: [("2", 1), ("$", 2), ("99", 2), ("0", 0)])
    func `a number goes to its line`(command: String, line: Int) throws {
        var area = TextAreaState(text: "a\nb\nc", preset: .vim)
        #expect(area.run(try #require(VimLineCommand(command))) == nil)
        #expect(area.cursor.line == line)
    }

    @Test(arguments: ["w", "s", "send", "s/a", "s//b/", "set nu", "s/a/b/x", "3,1s/a/b/", "star wars", ""])
    func `unknown words are not line commands`(text: String) { #expect(VimLineCommand(text) == nil) }

    @Test(arguments: [
        ("abcdef", "vd.", "|cdef"), ("abcdef", "vld.", "|ef"), ("a\nb\nc\nd", "Vd.", "|c\nd"), ("a\nb\nc\nd", "Vjd.", "|"),
        ("one two six", "ved.", "|o six"), ("abcdef", "vlUll.", "AB|CDef"), ("a\nb\nc", "Vj>.", "    |a\n    b\nc"),
        ("a\nb\nc\nd", "VjJj.", "a b\nc| d"), ("abcd", "vlrxll.", "xxx|x"), ("abcd", "vlcx<esc>l.", "x|x"),
        ("ab\ncd\nef\ngh", "vjd.", "|f\ngh"), ("a\nb", "Vj2>", "    |a\n    b"), ("abc", "xvp.", "|ac"),
        ("a\n\nb\n\nc", "vjd.", "|c"), ("a\n\n\nb\nc", "vjd.", "|\nc"), ("abc\nde\nfgh\nij", "v$d.", "|fgh\nij"),
        ("abc\nde\nfgh\nij\nk", "lvj$d.", "a|k"), ("one\ntwo\nthree\nfour", "vjd.", "|hree\nfour"),
    ])
    func `a change of a selection is repeated on as much text`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }
}
