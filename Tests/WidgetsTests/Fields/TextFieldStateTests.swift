import Screen
import Testing

@testable import Widgets

/// A field after `typed` keys; `|` in the result is the cursor, `[` and `]` are around what is selected.
private func field(_ text: String, _ typed: String) -> String {
    var field = TextFieldState(text: text)
    for key in keys(typed) { _ = field.handle(key) }
    return marked(field)
}

private func marked(_ field: TextFieldState) -> String {
    var marks = [(field.cursor, "|")]
    if let range = field.selectedRange { marks = [(range.lowerBound, "["), (range.upperBound, "]")] }
    var bytes = Array(field.text.utf8)
    for (offset, mark) in marks.reversed() { bytes.insert(contentsOf: mark.utf8, at: offset) }
    return String(decoding: bytes, as: UTF8.self)
}

@Suite struct TextFieldStateTests {
    @Test(arguments: [
        ("", "abc", "abc|"),
        ("abc", "<left>x", "abx|c"),
        ("abc", "<home>x", "x|abc"),
        ("abc", "<home><right><right><end>x", "abcx|"),
        ("abc", "<bs>", "ab|"),
        ("abc", "<home><del>", "|bc"),
        ("abc", "<home><bs>", "|abc"),
        ("abc", "<del>", "abc|"),
        ("one two", "<c-left>", "one |two"),
        ("one two", "<a-b><a-b>", "|one two"),
        ("one two", "<home><a-f>", "one| two"),
        ("one two", "<home><c-right><c-right>", "one two|"),
        ("http://a.b/c", "<c-w>", "http://a.b/|"),
        ("http://a.b/c", "<a-bs><a-bs>", "http://a.b|"),
        ("one two", "<home><a-d>", "| two"),
        ("one two", "<c-u>", "|"),
        ("one two", "<home><c-right><c-k>", "one|"),
        ("one two", "<home><c-right><c-u>", "| two"),
    ])
    func `keys edit the text`(text: String, typed: String, expected: String) {
        #expect(field(text, typed) == expected)
    }

    @Test(arguments: [
        ("abc", "<s-left><s-left>", "a[bc]"),
        ("abc", "<s-home>", "[abc]"),
        ("one two", "<c-s-left>", "one [two]"),
        ("abc", "<s-left><left>", "ab|c"),
        ("abc", "<home><s-right><s-right><right>", "ab|c"),
        ("abc", "<s-left>x", "abx|"),
        ("abc", "<s-home><bs>", "|"),
        ("abc", "<a-a>x", "x|"), ("abc", "<c-a>x", "x|"),
        ("abc", "<s-left><s-right>", "abc|"),
        ("one two", "<s-up><del>", "|"),
    ])
    func `Shift selects and typing replaces`(text: String, typed: String, expected: String) {
        #expect(field(text, typed) == expected)
    }

    @Test(arguments: [
        ("e\u{301}", "<bs>", "|"),
        ("🇩🇪🇫🇷", "<left>", "🇩🇪|🇫🇷"),
        ("👩‍👩‍👧x", "<left><left>", "|👩‍👩‍👧x"),
        ("日本", "<left><bs>", "|本"),
        ("e", "\u{301}", "e\u{301}|"),
    ])
    func `a grapheme is one step`(text: String, typed: String, expected: String) {
        #expect(field(text, typed) == expected)
    }

    @Test(arguments: [
        ("one two", "<c-_>", "one |"),
        ("one two", "<a-u><a-u>", "|"),
        ("one two", "<c-_><c-_><c-_>", "|"),
        ("one two", "<c-_><c-_><a-U>", "one |"),
        ("one two", "<c-_><c-_><a-U><c-y>", "one two|"),
        ("abc<bs><bs>", "<c-_>", "abc|"),
        ("abc<left>x", "<c-_>", "ab|c"),
        ("abc<c-_>x", "<a-U>", "x|"),
    ])
    func `undo reverts typed text by words`(typed: String, undo: String, expected: String) {
        #expect(field("", typed + undo) == expected)
    }

    @Test(arguments: ["<tab>", "<s-tab>", "<up>", "<down>", "<pgup>", "<c-s>", "<c-p>", "<c-c>", "<c-x>", "<c-e>", "<a-cr>"])
    func `keys that do not edit are left to the owner`(key: String) {
        var field = TextFieldState(text: "abc")
        #expect(keys(key).map { field.handle($0) } == [nil])
        #expect(field.text == "abc")
    }

    @Test(arguments: [
        ("<cr>", TextInputOutcome.submitted), ("<esc>", .cancelled), ("<c-v>", .wantsPaste), ("x", .changed), ("<left>", .moved),
        ("<home><bs>", .moved), ("<a-a><c-c>", .copied("abc")), ("<s-left><c-x>", .cut("c")), ("<s-ins>", .wantsPaste),
        ("<a-a><s-del>", .cut("abc")),
    ])
    func `keys return their result`(typed: String, expected: TextInputOutcome) {
        var field = TextFieldState(text: "abc")
        #expect(keys(typed).map { field.handle($0) }.last == expected)
    }

    @Test(arguments: [
        ("b\nc", "ab c|"), ("b\r\nc\r\n\n", "ab c|"), ("b\n", "ab|"), ("\u{1B}[31m", "a\u{1B}[31m|"),
    ])
    func `a paste stays on one line`(pasted: String, expected: String) {
        var field = TextFieldState(text: "a")
        #expect(field.paste(pasted) == .pasted(pasted))
        #expect(marked(field) == expected)
    }

    @Test func `completing replaces a part`() {
        var field = TextFieldState(text: "a {{ho b")
        field.replace(2..<6, with: "{{host}}")
        #expect(marked(field) == "a {{host}}| b")
    }

    @Test func `a secret is never copied`() {
        var field = TextFieldState(text: "s3cret", isMasked: true)
        field.selectAll()
        #expect(field.handle(.control("c")) == .moved)
        #expect(field.handle(.control("x")) == .moved)
        #expect(field.text == "s3cret")
    }
}
