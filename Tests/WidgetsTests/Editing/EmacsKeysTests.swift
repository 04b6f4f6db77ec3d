import Screen
import Testing

@testable import Widgets

@Suite struct EmacsKeysTests {
    @Test(arguments: [
        ("abc", "<c-f>x", "ax|bc"), ("abc", "<c-e>x<c-a>y", "y|abcx"), ("a\nb", "<c-n>x", "a\nx|b"), ("a\nb", "<c-n><c-p>x", "x|a\nb"),
        ("one two", "<a-f>x", "onex| two"), ("one two", "<c-e><a-b>x", "one x|two"), ("a\nb", "<a-gt>x", "a\nbx|"), ("ab", "<c-d>", "|b"),
        ("ab\ncd", "<c-k>", "|\ncd"), ("ab\ncd", "<c-k><c-k>", "|cd"), ("ab\ncd", "<c-k><c-k><c-y>", "ab\n|cd"),
        ("one two", "<a-d>", "| two"),
        ("one two", "<a-d><a-d><c-y>", "one two|"), ("one two", "<a-d><c-f><a-d><c-y>", " two|"),
        ("one two", "<a-d><c-f><a-d><c-y><a-y>", " one|"),
        ("one two", "<c-e><a-bs><a-bs><c-y>", "one two|"), ("abc", "<c-space><c-f><c-f><c-w>", "|c"),
        ("abc", "<c-space><c-f><c-w><c-e><c-y>", "bca|"),
        ("abc", "<c-space><c-f><a-w><c-e><c-y>", "abca|"), ("abc", "<c-space><c-f><c-g><c-f>x", "abx|c"),
        ("abc", "<c-space><c-f>", "[a]bc"),
        ("abc", "<c-space><c-f><c-x><c-x>", "[a]bc"), ("abc", "<c-x>h", "[abc]"), ("abc", "x<c-x>u", "|abc"), ("abc", "x<c-_>", "|abc"),
        ("abc", "x<c-_><a-_>", "x|abc"), ("one", "<a-u>", "ONE|"), ("ONE", "<a-l>", "one|"), ("oNE", "<a-c>", "One|"),
        ("ab", "<c-f><c-t>", "ba|"),
        ("ab", "<c-e><c-t>", "ba|"), ("ab", "<c-f><c-o>", "a|\nb"), ("abc", "<s-right><right>", "a|bc"), ("a b a", "<c-s>a<cr>", "a| b a"),
        ("a b a", "<c-f><c-s>a<cr>x", "a b ax|"), ("a b a", "<c-e><c-r>b<cr>x", "a bx| a"), ("one two", "<c-e><c-w>", "one |"),
        ("a b a b", "<c-s>b<c-s>", "a b a [b]"), ("a b a b", "<c-s>b<c-s><c-r>", "a [b] a b"), ("a b a b", "<c-e><c-r>b<c-r>", "a [b] a b"),
        ("one two", "<c-s>two<c-g>x", "x|one two"), ("one two", "<c-s>wo<c-a>t<c-e><cr>x", "one twox|"),
        ("one two", "<c-s>two<c-b><c-b><c-k>", "one [t]wo"), ("ab", "<c-x><esc>x", "x|ab"),
    ])
    func `keys work as in emacs`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .emacs) == expected)
    }

    @Test(arguments: [
        ("", Key.control("s"), true), ("", .control("p"), true), ("", .function(5), false), ("<c-x>", .control("s"), false),
        ("<c-x>", .control("x"), true), ("<c-s>", .control("r"), true), ("<c-s>", .control("l"), false),
    ])
    func `the text handles exactly the keys of emacs`(typed: String, key: Key, isTaken: Bool) {
        var bench = AreaBench("abc", preset: .emacs)
        bench.type(typed)
        #expect(bench.area.handles(key) == isTaken)
    }

    @Test func `an earlier text replaces a yank only directly after it`() {
        var bench = AreaBench("ab\ncd", preset: .emacs)
        bench.type("<c-x>h<c-w><c-y>")
        _ = bench.area.undo()
        bench.type("<a-y>")
        #expect(bench.area.isEmpty)
        bench.type("<c-y>")
        bench.area.moveCursor(to: .zero)
        bench.type("<a-y>")
        #expect(bench.marked == "|ab\ncd")
    }

    @Test(arguments: [
        ("<c-k>", TextInputOutcome?.some(.cut("abc"))), ("<c-space><c-f><a-w>", .copied("a")), ("<c-y>", .wantsPaste), ("<c-o>", .changed),
        ("<c-g>", .cancelled), ("<esc>", .cancelled),
        ("<c-space><c-g>", .moved), ("<f5>", nil), ("<c-c>", nil), ("<c-x>", .moved),
        ("<c-x><c-s>", nil), ("<c-x><c-c>", nil), ("<c-x>z", nil), ("<c-x><c-s><c-s>", .moved), ("<c-s><c-r>", .moved),
        ("<c-s>b<c-k>", .moved), ("<c-s>b<c-a><c-k>", .copied("b")),
    ])
    func `keys return their result`(typed: String, expected: TextInputOutcome?) {
        var bench = AreaBench("abc", preset: .emacs)
        bench.type(typed)
        #expect(bench.outcomes.last == expected)
    }
}
