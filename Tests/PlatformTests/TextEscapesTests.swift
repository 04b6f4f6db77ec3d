import Platform
import Testing

@Suite struct TextEscapesTests {
    /// Signs with a combining mark after them, which are other characters for Swift.
    @Test(arguments: [
        ("a", "a"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("'\u{301};x", "''\\''\u{301};x'"), ("\u{301}", "'\u{301}'"),
    ]) func `a word of a shell`(_ text: String, _ word: String) {
        #expect(Array(text.asShellWord.unicodeScalars) == Array(word.unicodeScalars))
    }

    @Test(arguments: [
        ("<a b=\"c\">&", "&lt;a b=&quot;c&quot;&gt;&amp;"), ("<\u{301}\"\u{301}&\u{301}", "&lt;\u{301}&quot;\u{301}&amp;\u{301}"),
    ]) func markup(_ text: String, _ escaped: String) {
        #expect(Array(text.asMarkup.unicodeScalars) == Array(escaped.unicodeScalars))
    }

    @Test func `a backslash before a sign with a mark`() {
        #expect(Array("a|\u{301}\\".escapingWithBackslash("|\\").unicodeScalars) == Array("a\\|\u{301}\\\\".unicodeScalars))
    }

    @Test(arguments: [
        ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "aa", false),
        ("a longer text than 15 bytes", "a longer text than 15 bytes", true),
        ("\u{E9}", "e\u{301}", false),
    ]) func `texts are the same only with the same bytes`(_ left: String, _ right: String, _ isSame: Bool) {
        #expect(left.hasSameBytes(as: right) == isSame)
    }
}
