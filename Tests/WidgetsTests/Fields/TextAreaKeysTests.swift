import Screen
import Testing

@testable import Widgets

@Suite struct TextAreaKeysTests {
    @Test(arguments: [
        ("a\nb", "<down>x", "a\nx|b"),
        ("abc\nd\nefg", "<end><down><down>x", "abc\nd\nefgx|"),
        ("abc\nd", "<end><down><up>", "abc|\nd"),
        ("a\nb", "<c-end>x<c-home>y", "y|a\nbx"),
        ("a\nb", "<right><right>x", "a\nx|b"),
        ("a\nb", "<down><left>x", "ax|\nb"),
        ("a\nb", "<down><bs>", "a|b"),
        ("a\nb", "<end><del>", "a|b"),
        ("  a", "<home>x", "  x|a"),
        ("  a", "<home><home>x", "x|  a"),
        ("a\nb\nc", "<pgdn>", "a\nb\nc|"),
        ("日本\nab", "<right><down>x", "日本\nabx|"),
        ("a b", "<c-right><c-right><c-left>", "a |b"),
        ("a\nb", "<end><c-right>", "a\n|b"),
    ])
    func `keys move and edit`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed) == expected)
    }

    @Test(arguments: [
        ("  a", "<end><cr>x", "  a\n  x|"),
        ("{", "<end><cr>", "{\n  |"),
        ("  [", "<end><cr>", "  [\n    |"),
        ("{}", "<right><cr>", "{\n  |\n}"),
        ("  {}", "<home><right><cr>", "  {\n    |\n  }"),
        ("    ", "<right><cr>", " \n |   "),
        ("{", "<end><cr>a<cr>}", "{\n  a\n}|"),
        ("  {", "<end><cr>}", "  {\n  }|"),
        ("a", "<end><cr>}", "a\n}|"),
    ])
    func `Enter and closing brackets indent`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed) == expected)
    }

    @Test(arguments: [
        ("a", "<tab>", "  |a"),
        ("a\nb\nc", "<s-down><s-down><tab>", "  [a\n  b\n]c"),
        ("  a\n b\nc", "<s-down><s-down><s-down><s-end><s-tab>", "[a\nb\nc]"),
        ("    a", "<c-end><s-tab>", "  a|"),
        ("\ta", "<s-tab>", "|a"),
        ("a", "<s-tab>", "|a"),
    ])
    func `the Tab key indents`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed) == expected)
    }

    @Test(arguments: [
        ("a\nb", "<s-down>", "[a\n]b"),
        ("a\nb", "<s-down>x", "x|b"),
        ("ab\ncd", "<right><s-down><bs>", "a|d"),
        ("ab\ncd", "<a-a><bs>", "|"), ("ab\ncd", "<c-a><bs>", "|"),
        ("ab\ncd", "<c-s-end>", "[ab\ncd]"),
        ("ab\ncd", "<s-down><down>", "ab\ncd|"),
    ])
    func `Shift selects over lines`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed) == expected)
    }

    @Test(arguments: [
        ("a", "<end><cr>b<a-u>", "a\n|"),
        ("a", "<end><cr>b<a-u><a-u>", "a|"),
        ("{}", "<right><cr><a-u>", "{|}"),
        ("{}", "<right><cr><a-u><a-U>", "{\n  |\n}"),
        ("a\nb", "<a-a><tab><a-u>", "[a\nb]"),
        ("a\nb", "<a-a>x<a-u>", "[a\nb]"),
        ("abc", "<del><del><a-u>", "|abc"),
        ("", "one two<a-u><a-u><a-U>", "one |"),
    ])
    func `undo and redo bring text and selection back`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed) == expected)
    }

    @Test(arguments: [
        ("<esc>", TextInputOutcome?.some(.cancelled)), ("x", .changed), ("<right>", .moved), ("<c-c>", nil), ("<c-s>", nil), ("<f5>", nil),
        ("<s-right><c-c>", .copied("a")), ("<s-right><c-x>", .cut("a")), ("<c-v>", .wantsPaste), ("<cr>", .changed), ("<a-cr>", nil),
    ])
    func `keys return their result`(typed: String, expected: TextInputOutcome?) {
        var bench = AreaBench("abc")
        bench.type(typed)
        #expect(bench.outcomes.last == expected)
    }

    @Test func `a paste keeps its lines and is undone in one step`() {
        var bench = AreaBench("ab")
        bench.type("<right>")
        #expect(bench.area.paste("1\r\n2\r3\n") == .pasted("1\r\n2\r3\n"))
        #expect(bench.marked == "a1\n2\n3\n|b")
        #expect(bench.area.undo() == .changed)
        #expect(bench.marked == "a|b")
    }

    @Test func `formatting keeps the cursor's line and can be undone`() {
        var bench = AreaBench("a\nb\nc")
        bench.type("<down>")
        bench.area.replaceAll(with: "1\n2")
        #expect(bench.marked == "1\n|2")
        _ = bench.area.undo()
        #expect(bench.marked == "a\n|b\nc")
    }

    @Test func `a hundred thousand lines are edited at both ends`() {
        var bench = AreaBench(String(repeating: "{\"a\": 1}\n", count: 100_000))
        bench.type("x<c-end>y<a-a>")
        #expect(bench.area.lineCount == 100_001)
        #expect(bench.area.line(0) == "x{\"a\": 1}")
        #expect(bench.area.line(100_000) == "y")
    }
}
