import Screen
import Testing

@testable import Widgets

@Suite struct FindTests {
    @Test(arguments: [
        ("abcabc", "bc", [1..<3, 4..<6]), ("aaa", "aa", [0..<2]), ("Abc aBC", "abc", [0..<3, 4..<7]), ("Abc aBC", "aB", [4..<6]),
        ("Ära ära", "är", [0..<3, 5..<8]), ("e\u{301}e", "e", [3..<4]), ("abc", "", []), ("日本日本", "本", [3..<6, 9..<12]),
    ])
    func `a search finds all matches`(text: String, pattern: String, expected: [Range<Int>]) {
        #expect(TextSearch(pattern).matches(in: TextLine(text)) == expected)
    }

    @Test(arguments: [
        ("abcabcabc", "bc", 1..<4, [1..<3]), ("abcabcabc", "bc", 2..<5, [4..<6]), ("abcabcabc", "bc", 2..<4, []),
        ("Ära ära är", "är", 1..<6, [5..<8]), ("Ära ära är", "är", 1..<5, []), ("aaa", "aa", 0..<9, [0..<2]),
    ])
    func `matches that start in a part of a line are found`(text: String, pattern: String, part: Range<Int>, expected: [Range<Int>]) {
        #expect(TextSearch(pattern).matches(in: TextLine(text), range: part) == expected)
    }

    @Test func `the matches are counted anew with each letter`() {
        var bench = AreaBench("ab ab\nab")
        bench.type("<c-f>a")
        #expect(bench.area.find?.count == 3)
        bench.type("c")
        #expect(bench.area.find?.count == 0 && bench.area.find?.current == nil)
        bench.type("<bs>b")
        #expect(bench.area.find?.count == 3)
    }

    @Test func `whole words are found`() {
        #expect(TextSearch("ab", wholeWord: true).matches(in: TextLine("abc ab, cab a_b ab")) == [4..<6, 16..<18])
    }

    @Test(arguments: [
        ("<c-f>two", "one\n[two]\none two"),
        ("<c-f>two<cr>", "one\ntwo\none [two]"),
        ("<c-f>two<cr><cr>", "one\n[two]\none two"),
        ("<c-f>two<up>", "one\ntwo\none [two]"),
        ("<c-f>one<cr><bs>", "[on]e\ntwo\none two"),
        ("<c-f>none", "|one\ntwo\none two"),
        ("<c-f>two<esc>x", "one\nx|\none two"),
        ("<c-f>two<esc><c-home><c-f><cr>", "one\ntwo\none [two]"),
    ])
    func `searching moves from match to match`(typed: String, expected: String) {
        #expect(edited("one\ntwo\none two", typed) == expected)
    }

    @Test(arguments: [EditorPreset.standard, .vim, .emacs])
    func `a text that became shorter is searched`(preset: EditorPreset) {
        var bench = AreaBench("a\nb\nc", preset: preset)
        bench.area.moveCursor(to: TextPosition(line: 2, offset: 1))
        bench.area.openFind()
        bench.area.replaceAll(with: "xz")
        bench.type("z")
        #expect(bench.marked == "x[z]")
    }

    @Test func `the selected text is searched for`() {
        #expect(edited("ab ab", "<s-right><s-right><c-f><cr>") == "ab [ab]")
    }

    @Test(arguments: [
        ("<c-f>a<tab>x<cr>", "x b [a] b a"),
        ("<c-f>a<tab>x<cr><cr>", "x b x b [a]"),
        ("<c-f>a<tab>xa<cr><cr><cr>", "x[a] b xa b xa"),
        ("<c-f>a<tab>yy<a-r><esc><a-u>", "[a] b a b a"),
    ])
    func `matches are replaced one by one`(typed: String, expected: String) {
        #expect(edited("a b a b a", typed) == expected)
    }

    @Test func `all matches are replaced at once, over lines`() {
        var bench = AreaBench("a b\nb\na a")
        bench.type("<c-f>a<tab>xyz<a-r>")
        #expect(bench.area.text == "xyz b\nb\nxyz xyz")
        #expect(bench.outcomes.last == .changed)
    }

    @Test func `the bar shows the number of replacements until the next action`() {
        var bench = AreaBench("a b\nb\na a", height: 6)
        bench.type("<c-f>a<tab>xyz<a-r>")
        #expect(bench.seen.contains { $0.contains("3 replaced") })
        bench.type("<cr>")
        #expect(bench.seen.contains { $0.contains("not found") })
    }

    @Test func `a wide bar offers to replace, by Tab and by a click`() throws {
        var bench = AreaBench("ab\nab", width: 70, height: 6)
        bench.type("<c-f>ab")
        let bar = try #require(bench.seen.last)
        #expect(bar.hasSuffix("Replace (Tab)  ↑ ↓ ×") && bar.contains("1 of 2"))
        let column = try #require(bar.firstRange(of: "Replace")).lowerBound
        let point = Point(x: bar.distance(from: bar.startIndex, to: column), y: 5)
        _ = bench.area.handle(MouseEvent(.press(.left, count: 1), at: point), in: Rect(x: 0, y: 0, width: 70, height: 6))
        #expect(bench.area.isReplacing)
        bench.type("x<cr>")
        #expect(bench.area.text == "x\nab")
    }

    @Test func `the bar shows the number of matches`() {
        var bench = AreaBench("ab\nab\ncd", height: 4)
        bench.type("<c-f>ab")
        #expect(bench.seen.last == "Find    ab          1 of 2         ↑ ↓ ×")
        bench.type("<cr>")
        #expect(bench.seen.last == "Find    ab          2 of 2         ↑ ↓ ×")
        bench.type("x")
        #expect(bench.seen.last == "Find    abx         not found      ↑ ↓ ×")
        #expect(bench.canvas.cursor?.position == Point(x: 11, y: 3))
    }

    @Test func `matches are highlighted`() {
        var bench = AreaBench("ab xab", height: 4)
        bench.type("<c-f>ab")
        #expect(bench.canvas.columns(with: .matchCurrent) == [0, 1])
        #expect(bench.canvas.columns(with: .match) == [4, 5])
    }

    @Test func `the bar has the surface of the text, and names its keys where there is room`() {
        var bench = AreaBench("ab", width: 60, height: 5)
        bench.type("<c-f><tab>")
        let canvas = bench.canvas
        for y in 3...4 { #expect(canvas.columns(with: .footer, row: y).isEmpty && canvas.columns(with: .footerKey, row: y).count > 2) }
        #expect(rows(of: canvas)[4].hasSuffix("Replace (Enter)  All (Alt+R)"))
        #expect(canvas.columns(with: .fieldFocused, row: 4).first == 8 && canvas.columns(with: .fieldLabel, row: 4).first == 0)
    }

    @Test func `a click chooses the field`() {
        var bench = AreaBench("ab", height: 4)
        bench.type("<c-f><tab>")
        _ = bench.mouse(.press(10, 2))
        bench.type("q")
        _ = bench.mouse(.press(10, 3))
        bench.type("r")
        #expect(bench.seen.suffix(2) == ["Find    q           not found      ↑ ↓ ×", "Replace r                   Replace  All"])
    }

    @Test func `pasting inserts into the search text`() {
        var bench = AreaBench("ab cd")
        bench.type("<c-f>")
        #expect(bench.area.paste("cd") == .moved)
        #expect(bench.marked == "ab [cd]")
    }
}
