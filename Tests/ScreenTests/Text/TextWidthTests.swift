import Testing

@testable import Screen

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{323}x", 2), ("ß", 1), ("日本語", 6), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4),
        ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("─│┌", 3), ("\u{A0}", 1), ("\u{3000}", 2), ("\u{E0B0}", 1), ("𠀋", 2),
    ])
    func `counts columns of letters`(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test(arguments: [
        ("😀", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("☺\u{FE0E}", 1), ("1\u{FE0F}\u{20E3}", 2), ("1\u{FE0F}", 1), ("👍🏽", 2), ("☝🏽", 2), ("🏽", 2),
        ("👨‍👩‍👧‍👦", 2), ("❤️‍🔥", 2), ("👩🏽‍⚕️", 2), ("🏴‍☠️", 2), ("👁️‍🗨️", 2), ("🇩🇪", 2), ("🇩", 1), ("🇩🇪🇫🇷", 4), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("™", 1), ("🫠", 2), ("🫨", 2),
    ])
    func `counts columns of emoji`(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test(arguments: [
        ("\t", 2), ("\n", 1), ("\u{1B}[31m", 5), ("\u{7F}", 1), ("\u{9B}", 4), ("\u{200B}", 6), ("\u{202E}abc", 9), ("\u{E0041}", 7),
        ("\u{301}", 1),
        ("a\u{200D}b", 8),
    ])
    func `counts columns of signs`(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test func `a pile of marks continues on dotted circles`() {
        #expect(TextWidth.columns(of: "a" + String(repeating: "\u{301}", count: 12)) == 3)
    }

    @Test(arguments: ["abc", "日本", "e\u{301}x", "👨‍👩‍👧‍👦!", "\u{1B}x", "क्षि", "🇩🇪🇫🇷", "한글", "สวัสดี"])
    func `the width of a text is the sum of its characters`(text: String) {
        #expect(TextWidth.columns(of: text) == text.map { TextWidth.columns(of: String($0)) }.reduce(0, +))
    }

    @Test func `a part of a text is measured`() {
        #expect(TextWidth.columns(of: "a日b".dropFirst()) == 3)
    }

    @Test(arguments: [
        ("abc", 0, ""), ("abc", 2, "ab"), ("abc", 9, "abc"), ("日本", 3, "日"), ("日本", 1, ""), ("e\u{301}x", 1, "e\u{301}"),
        ("ae\u{301}", 1, "a"),
        ("abc", -1, ""),
    ])
    func `returns the beginning that fits`(text: String, columns: Int, expected: String) {
        #expect(TextWidth.prefix(of: text, columns: columns) == expected)
    }

    @Test(arguments: [("abc", 0, ""), ("abc", 2, "bc"), ("abc", 9, "abc"), ("日本", 3, "本"), ("xe\u{301}", 1, "e\u{301}")])
    func `returns the end that fits`(text: String, columns: Int, expected: String) {
        #expect(TextWidth.suffix(of: text, columns: columns) == expected)
    }

    @Test(arguments: [
        ("people", 6, TextWidth.Cut.end, "people"), ("people", 5, .end, "peop…"), ("people", 5, .start, "…ople"),
        ("people", 5, .middle, "pe…le"), ("people", 1, .end, "…"), ("people", 0, .end, ""), ("日本語", 4, .end, "日…"),
        ("日本語", 4, .start, "…語"),
        ("日本語", 5, .middle, "日…語"),
    ])
    func `fits text with an ellipsis`(text: String, columns: Int, cut: TextWidth.Cut, expected: String) {
        #expect(TextWidth.fitted(text, columns: columns, cut: cut) == expected)
    }

    @Test func `an ellipsis of several columns is counted`() {
        #expect(TextWidth.fitted("people", columns: 5, ellipsis: "...") == "pe...")
        #expect(TextWidth.fitted("people", columns: 2, ellipsis: "...") == "pe")
    }

    @Test func `a text is padded to columns`() {
        #expect(TextWidth.padded("日", columns: 4) == "日  ")
        #expect(TextWidth.padded("long", columns: 2) == "long")
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 1), (3, 2), (9, 3)])
    func `finds the glyph at a column`(column: Int, offset: Int) {
        let text = "a日b"
        #expect(text.distance(from: text.startIndex, to: TextWidth.index(in: text, atColumn: column)) == offset)
    }

    @Test(arguments: [("", 0, true), ("", -1, false), ("a", -1, false), ("a", 0, false), ("a", 1, true), ("日本", 3, false), ("日本", 4, true)])
    func `reports whether text fits`(text: String, columns: Int, expected: Bool) {
        #expect(TextWidth.fits(text, columns: columns) == expected)
    }
}
