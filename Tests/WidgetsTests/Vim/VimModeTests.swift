import Screen
import Testing

@testable import Widgets

@Suite struct VimModeTests {
    @Test(arguments: [
        ("abc", "vl", "[ab]c"), ("abc", "v$", "[abc]"), ("a b c", "wve", "a [b c]"), ("abc", "lvh", "[ab]c"), ("abc", "vlo$", "a[bc]"),
        ("a\nb\nc", "jV", "a\n[b\n]c"), ("a\nb\nc", "j<c-v>", "a\n[b\n]c"), ("a\nb\nc", "Vj", "[a\nb\n]c"), ("a b", "viw", "[a] b"),
        ("f(ab)", "llvi(", "f([ab])"),
        ("abc", "vlv", "a|bc"), ("abc", "vl<esc>", "a|bc"), ("a\nb", "vVV", "|a\nb"), ("a\nb\nc", "vjV", "[a\nb\n]c"),
    ])
    func `VISUAL selects with the character under the cursor`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("abc", "vld", "|c"), ("abc", "lvcx<esc>", "a|xc"), ("a\nb\nc", "Vjd", "|c"), ("a\nb\nc", "Vcx<esc>", "|x\nb\nc"),
        ("abc", "vly$p", "abca|b"),
        ("a\nb", "VjJ", "a| b"), ("abc", "vlU", "|ABc"), ("abc", "vlrx", "|xxc"), ("a\nb", "Vj>", "  |a\n  b"), ("a b", "yiwwvp", "a |a"),
        ("a\nb\nc", "yyjVp", "a\n|a\nc"), ("a b", "wyiwggVp", "|b"), ("abc", "v~", "|Abc"), ("a\nb", "V~", "|A\nb"),
        ("abc", "vlxu", "|abc"),
        ("a\nb\nc", "Vjyjp", "a\nb\n|a\nb\nc"),
    ])
    func `operators apply to the selection`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("ab", "yiwA<c-r>\"<esc>", "aba|b"), ("ab", "\"qyiwA-<c-r>q", "ab-ab|"), ("ab", "i<c-r><esc>x", "x|ab"), ("ab", "i<c-r>zx", "x|ab"),
    ])
    func `a register is put where text is typed`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test(arguments: [
        ("", Key.character(":"), false), ("", .character("d"), true), ("", .control("s"), false), ("", .control("r"), true),
        ("d", .control("s"), true), ("i", .control("s"), false), ("i", .control("r"), true), ("i", .character(":"), true),
        ("/", .control("r"), true), ("v", .control("s"), false),
    ])
    func `the text handles exactly the keys of vim`(typed: String, key: Key, isTaken: Bool) {
        var bench = AreaBench("abc", preset: .vim)
        bench.type(typed)
        #expect(bench.area.handles(key) == isTaken)
        #expect((bench.area.handle(key, in: bench.rect) != nil) == isTaken)
    }

    @Test(arguments: [
        ("", "NORMAL", false), ("i", "INSERT", true), ("i<esc>", "NORMAL", false), ("v", "VISUAL", false), ("V", "VISUAL LINE", false),
        ("cw", "INSERT", true),
    ])
    func `the mode has a name`(typed: String, name: String, takesText: Bool) {
        var bench = AreaBench("abc", preset: .vim)
        bench.type(typed)
        #expect(bench.area.modeName == name)
        #expect(bench.area.takesText == takesText)
        #expect(bench.canvas.cursor?.shape == (takesText ? .bar : .block))
    }

    @Test(arguments: [
        ("<esc>", TextInputOutcome?.some(.cancelled)), ("i<esc>", .moved), ("v<esc>", .moved), ("d<esc>", .moved), ("2<esc>", .moved),
        ("x", .changed),
        ("l", .moved), ("ix", .changed), ("yw", .copied("abc ")), ("yy", .copied("abc d\n")), ("vly", .copied("ab")),
        ("v<c-c>", .copied("a")), ("<c-c>", nil), ("i<c-c>", .moved), ("d<c-c>", .moved), ("i<c-c><c-c>", nil),
        ("ix<s-left><c-c>", .copied("x")),
        ("<c-s>", nil), (":", nil), ("q", .moved), ("Q", nil), ("dq", .moved), ("<c-v>", .moved), ("<s-ins>", .wantsPaste),
        ("\"+p", .wantsPaste), ("<f5>", nil), ("u", .moved),
        ("xu", .changed),
        ("i<c-s>", nil),
    ])
    func `keys return their result`(typed: String, expected: TextInputOutcome?) {
        var bench = AreaBench("abc d", preset: .vim)
        bench.type(typed)
        #expect(bench.outcomes.last == expected)
    }

    @Test(arguments: [
        ("abc", "ix<c-c>l", "x|abc"), ("abc", "A<c-r><c-c>x", "abcx|"), ("abc", "d<c-c>l", "a|bc"), ("abc", "2f<c-c>x", "|bc"),
        ("abc", "cwxy<c-c>.", "xx|y"),
    ])
    func `^C is Esc in INSERT and in an unfinished command`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim) == expected)
    }

    @Test func `a paste while typing is typed again by a dot`() {
        var bench = AreaBench("", preset: .vim)
        bench.type("ia")
        _ = bench.area.paste("bc")
        bench.type("<esc>.")
        #expect(bench.marked == "abab|cc")
    }

    @Test(arguments: [
        ("abc", "\"+p", "x", "a|xbc"), ("abc", "$\"+p", "x", "abc|x"), ("abc", "\"+P", "x", "|xabc"),
        ("abc", "\"+2p", "x", "ax|xbc"), ("a\nb", "\"+p", "x\n", "a\n|x\nb"), ("a\nb", "\"*P", "x\n", "|x\na\nb"),
        ("abc", "vl\"+p", "x", "|xc"), ("abc", "\"+pi", "x", "x|abc"), ("abc", "<s-ins>", "x", "x|abc"),
    ])
    func `the clipboard is put as a register`(text: String, typed: String, pasted: String, expected: String) {
        var bench = AreaBench(text, preset: .vim)
        bench.type(typed)
        _ = bench.area.paste(pasted)
        #expect(bench.marked == expected)
    }

    @Test func `J joins a large selection at once`() {
        var bench = AreaBench(Array(repeating: "  a,", count: 100_000).joined(separator: "\n"), preset: .vim)
        bench.type("ggVGJ")
        #expect(bench.area.lineCount == 1 && bench.area.text.hasPrefix("  a, a, a"))
        bench.type("u")
        #expect(bench.area.lineCount == 100_000)
    }

    @Test func `the mouse selects as VISUAL does`() {
        var bench = AreaBench("one two", preset: .vim)
        _ = bench.mouse(.press(5, 0, count: 2))
        bench.type("d")
        #expect(bench.marked == "one| ")
    }

    @Test func `a click leaves VISUAL`() {
        var bench = AreaBench("one two", preset: .vim)
        bench.type("v")
        _ = bench.mouse(.press(5, 0))
        #expect(bench.area.modeName == "NORMAL")
        #expect(bench.area.selectedText == nil)
    }

    @Test func `counts and puts are limited`() {
        var bench = AreaBench(String(repeating: "x", count: 100_000), preset: .vim)
        bench.type("yy99999999p")
        #expect(bench.area.text.utf8.count < 80 << 20)
        bench = AreaBench("", preset: .vim)
        bench.type("9999i")
        _ = bench.area.paste(String(repeating: "x", count: 8 << 20))
        bench.type("<esc>")
        #expect(bench.area.text.utf8.count < 80 << 20)
    }

    @Test func `switching presets starts again`() {
        var bench = AreaBench("abc", preset: .vim)
        bench.type("ix")
        bench.area.preset = .standard
        bench.type("y")
        #expect(bench.area.modeName == nil)
        bench.type("<a-u>")
        #expect(bench.area.text == "xabc")
    }
}
