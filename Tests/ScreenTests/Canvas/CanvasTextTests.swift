import Testing

@testable import Screen

@Suite struct CanvasTextTests {
    private let style = CellStyle(.text)

    private func canvas(_ width: Int, _ height: Int = 1) -> Canvas { Canvas(size: Size(width: width, height: height)) }

    @Test(arguments: [
        ("hello", 5), ("日本", 4), ("e\u{301}!", 2), ("a\tb", 4), ("👨‍👩‍👧‍👦x", 3),
    ])
    func `writes and returns the number of columns`(text: String, columns: Int) {
        var canvas = canvas(20)
        #expect(canvas.write(text, at: Point(x: 0, y: 0), style: style) == columns)
        #expect(canvas.text == text.replacing("\t", with: "  "))
    }

    @Test func `a glyph that does not fit is omitted`() {
        var canvas = canvas(20)
        #expect(canvas.write("日本", at: Point(x: 0, y: 0), style: style, columns: 3) == 2)
        #expect(canvas.write("\u{9B}x", at: Point(x: 0, y: 0), style: style, columns: 3) == 0)
        #expect(canvas.write("abc", at: Point(x: 0, y: 0), style: style, columns: -1) == 0)
        #expect(canvas.text == "日")
    }

    @Test(arguments: [(0, "x 本"), (1, " x本"), (2, "日x"), (3, "日 x")])
    func `overwriting half of a wide glyph clears the other half`(x: Int, expected: String) {
        var canvas = canvas(4)
        canvas.write("日本", at: Point(x: 0, y: 0), style: style)
        canvas.write("x", at: Point(x: x, y: 0), style: style)
        #expect(canvas.text == expected)
    }

    @Test func `a wide glyph over the edge of the clip leaves a space in its half`() {
        var canvas = canvas(6)
        canvas.write("......", at: Point(x: 0, y: 0), style: style)
        canvas.clipped(to: Rect(x: 1, y: 0, width: 4, height: 1)) { $0.write("日本語", at: Point(x: 0, y: 0), style: style) }
        #expect(canvas.text == ". 本 .")
    }

    @Test(arguments: [Point(x: -2, y: 0), Point(x: 3, y: 0), Point(x: 0, y: -1), Point(x: 0, y: 1), Point(x: 99, y: 0)])
    func `writing outside changes nothing beyond the edges`(point: Point) {
        var canvas = canvas(4)
        canvas.write("abcd", at: point, style: style)
        #expect(canvas.cells.count == 4)
        #expect(canvas.text == ([-2: "cd", 3: "   a"][point.x] ?? ""))
    }

    @Test func `control characters are shown in the role control on their background`() {
        var canvas = canvas(9)
        canvas.write("a\u{1B}b", at: Point(x: 0, y: 0), style: CellStyle(.field))
        canvas.write("\u{202E}", at: Point(x: 3, y: 0), style: CellStyle(.codeString, on: .cursorRow))
        #expect(canvas.text == "a␛b<202e>")
        #expect(canvas.roles == "0: field 1, control/field 1, field 1, control/cursorRow 6")
    }

    @Test func `a mark without a glyph is shown on a dotted circle`() {
        var canvas = canvas(3)
        canvas.write("\u{301}a", at: Point(x: 0, y: 0), style: style)
        #expect(canvas.text == "◌\u{301}a")
    }

    @Test func `equal graphemes share one entry`() {
        var canvas = canvas(9)
        canvas.write("e\u{301}e\u{301}a\u{308}", at: Point(x: 0, y: 0), style: style)
        #expect(canvas.clusters == ["e\u{301}", "a\u{308}"])
    }

    @Test(arguments: [(Canvas.Alignment.leading, "ab"), (.center, "  ab"), (.trailing, "    ab")])
    func `aligns text in a rectangle`(alignment: Canvas.Alignment, expected: String) {
        var canvas = canvas(6)
        canvas.write("ab", in: canvas.bounds, style: style, alignment: alignment)
        #expect(canvas.text == expected)
    }

    @Test func `cuts text to a rectangle`() {
        var canvas = canvas(6)
        #expect(canvas.write("collections", in: canvas.bounds, style: style) == 6)
        #expect(canvas.text == "colle…")
    }

    @Test func `drawing a long line costs only its visible part`() {
        var canvas = canvas(4)
        #expect(canvas.write(String(repeating: "x", count: 1_000_000), at: Point(x: 0, y: 0), style: style) == 4)
    }
}
