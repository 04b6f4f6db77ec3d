import Testing

@testable import Screen

@Suite struct CanvasDrawingTests {
    private let style = CellStyle(.paneBorder)

    private func canvas(_ width: Int, _ height: Int) -> Canvas { Canvas(size: Size(width: width, height: height)) }

    @Test func `a bar behind a window keeps its surface beside a tab of another one`() {
        var canvas = Canvas(size: Size(width: 6, height: 1))
        canvas.fill(canvas.bounds, style: CellStyle(.titleBar))
        canvas.write("a", at: Point(x: 0, y: 0), style: CellStyle(.tab, on: .titleBar))
        canvas.write("b", at: Point(x: 2, y: 0), style: CellStyle(.tabSelectedFocused, on: .surfaceRaised))
        canvas.dim(canvas.bounds)
        let surfaces = (0..<6).map { canvas[Point(x: $0, y: 0)].style.surface }
        #expect(surfaces == [.titleBar, .titleBar, .surfaceRaised, .titleBar, .titleBar, .titleBar])
    }

    @Test func `focus styles without focus keep their surface`() {
        var canvas = canvas(4, 1)
        let styles = [
            CellStyle(.modalBorder, on: .surfaceOverlay), CellStyle(.text, on: .cursorRowFocused), CellStyle(.buttonFocused),
            CellStyle(.modalTitle),
        ]
        for (x, style) in styles.enumerated() { canvas.write("x", at: Point(x: x, y: 0), style: style) }
        canvas.unfocus(Rect(x: 0, y: 0, width: 3, height: 1))
        let expected = [
            CellStyle(.paneBorder, on: .surfaceOverlay), CellStyle(.text, on: .cursorRow), CellStyle(.button), CellStyle(.modalTitle),
        ]
        #expect((0..<4).map { canvas[Point(x: $0, y: 0)].style } == expected)
        #expect(canvas.text == "xxxx")
    }

    @Test(arguments: [
        ("name…", "name~"), ("name…  ", "name..."), ("name…  200", "name~  200"), ("a/…/b", "a/~/b"), ("na…   200", "na... 200"),
    ])
    func `an ellipsis in ASCII is three dots where there is room, else the sign of a cut line`(_ text: String, _ expected: String) {
        var canvas = Canvas(size: Size(width: TextWidth.columns(of: text), height: 1))
        canvas.write(text, at: Point(x: 0, y: 0), style: CellStyle(.text))
        canvas.useASCII()
        #expect(canvas.text == expected)
    }

    @Test func `a box is drawn with its corners`() {
        var canvas = canvas(4, 3)
        #expect(canvas.box(canvas.bounds, style: style) == Rect(x: 1, y: 1, width: 2, height: 1))
        #expect(canvas.text == "╭──╮\n│  │\n╰──╯")
    }

    @Test func `draws a title into the edge and keeps the corners`() {
        var canvas = canvas(10, 2)
        canvas.box(canvas.bounds, style: style, title: "1 Collections ", titleStyle: CellStyle(.paneTitle))
        #expect(canvas.text == "╭1 Colle…╮\n╰────────╯")
        #expect(canvas.roles.hasPrefix("0: paneBorder 1, paneTitle 8, paneBorder 1"))
    }

    @Test(arguments: [Size(width: 1, height: 5), Size(width: 5, height: 1), Size(width: 0, height: 0)])
    func `a box that is too small is not drawn`(size: Size) {
        var canvas = canvas(5, 5)
        #expect(canvas.box(Rect(size), style: style).isEmpty)
        #expect(canvas.text == "\n\n\n\n")
    }

    @Test func `fills and clears halves of wide glyphs at the edges`() {
        var canvas = canvas(6, 1)
        canvas.write("日本語", at: Point(x: 0, y: 0), style: style)
        canvas.fill(Rect(x: 1, y: 0, width: 2, height: 1), style: style)
        #expect(canvas.text == "    語")
    }

    @Test func `highlights the text at a position`() {
        var canvas = canvas(3, 1)
        canvas.write("abc", at: Point(x: 0, y: 0), style: CellStyle(.codeNumber))
        canvas.highlight(Rect(x: 1, y: 0, width: 9, height: 9), backdrop: .cursorRow)
        #expect(canvas.text == "abc")
        #expect(canvas.roles == "0: codeNumber 1, codeNumber/cursorRow 2")
    }

    @Test func `text without a background shows the surface`() {
        var canvas = canvas(12, 2)
        canvas.draw(on: .surfaceOverlay, in: Rect(x: 1, y: 0, width: 10, height: 1)) { canvas in
            canvas.write("a\u{1B}", at: Point(x: 1, y: 0), style: CellStyle(.textMuted))
            canvas.write("b", at: Point(x: 3, y: 0), style: CellStyle(.codeKey, on: .text))
            canvas.write("c", at: Point(x: 4, y: 0), style: CellStyle(.chip))
            canvas.write("d", at: Point(x: 5, y: 0), style: CellStyle(.variable, on: .field))
            canvas.write("outside", at: Point(x: 0, y: 1), style: CellStyle(.text))
            canvas.draw(on: .surfaceRaised, in: Rect(x: 6, y: 0, width: 1, height: 1)) { _ in }
            canvas.write("é", at: Point(x: 7, y: 0), style: CellStyle(.tab))
        }
        canvas.write("x", at: Point(x: 11, y: 0), style: CellStyle(.textMuted))
        #expect(canvas.text == " a␛bcd é   x\n")
        #expect(
            canvas.roles == """
                0: text 1, textMuted/surfaceOverlay 1, control/surfaceOverlay 1, codeKey/surfaceOverlay 1, chip 1, variable/field 1, \
                surfaceRaised 1, tab/surfaceOverlay 1, surfaceOverlay 3, textMuted 1
                1: text 12
                """)
    }

    @Test func `nested clips intersect`() {
        var canvas = canvas(6, 1)
        canvas.clipped(to: Rect(x: 0, y: 0, width: 4, height: 1)) { canvas in
            canvas.clipped(to: Rect(x: 2, y: 0, width: 4, height: 1)) { $0.fill($0.bounds, style: CellStyle(.field)) }
        }
        #expect(canvas.roles == "0: text 2, field 2, text 2")
    }

    @Test func `equal rows share a line of the dump`() {
        var canvas = canvas(2, 4)
        canvas.fill(Rect(x: 0, y: 3, width: 2, height: 1), style: CellStyle(.footer))
        #expect(canvas.roles == "0-2: text 2\n3: footer 2")
    }

    @Test func `draws a scrollbar only where something is hidden`() {
        var canvas = canvas(2, 4)
        canvas.scrollbar(in: Rect(x: 0, y: 0, width: 1, height: 4), ScrollPosition(offset: 0, visible: 4, total: 4))
        canvas.scrollbar(in: Rect(x: 1, y: 0, width: 1, height: 4), ScrollPosition(offset: 4, visible: 4, total: 8))
        #expect(canvas.text == " │\n │\n ┃\n ┃")
    }

    @Test func `cells are eight bytes that compare as memory does`() {
        #expect(MemoryLayout<Cell>.size == 8)
        #expect(MemoryLayout<Cell>.stride == 8)
    }
}
