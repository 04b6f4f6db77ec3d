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

    @Test(arguments: [
        ("512", 512, "512 B"), ("10 MB", 10_000_000, "10 MB"), ("1.5GB", 1_500_000_000, "1500 MB"), ("1 gib", 1 << 30, "1 GiB"),
        ("0", 0, "0 B"), ("10k", 10_000, "10 kB"), ("5M", 5_000_000, "5 MB"), ("2ki", 2048, "2 KiB"), ("1Mi", 1 << 20, "1 MiB"),
        ("10kb", 10_000, "10 kB"), ("7b", 7, "7 B"), ("1.5m", 1_500_000, "1500 kB"),
    ])
    func `sizes are read and written as people write them`(text: String, count: Int, written: String) {
        #expect(ByteSize(text)?.count == count)
        #expect(ByteSize(count).text == written)
    }

    @Test(arguments: ["", "k", "-1", "10kbb", "b", "9999999999999999999", "9223372036854775807k", "1 XB", "1..5k", "١k"])
    func `a text that is no size`(text: String) {
        #expect(ByteSize(text) == nil)
    }
}
