import Screen
import Testing

@testable import TerminalNCurses

@Suite struct GlyphEncoderTests {
    /// The C library's widths of the characters in the tests.
    private let encoder = GlyphEncoder { scalar in
        switch scalar {
        case 0x300...0x36F, 0x200D, 0xFE0F, 0x20E3, 0x1161, 0x11A8: 0
        case 0x4E00...0x9FFF, 0x1F300...0x1FAFF, 0x1112: 2
        case 0xE000, 0x378: -1
        default: 1
        }
    }

    private func encode(_ text: String) -> GlyphEncoder.Encoded {
        var canvas = Canvas(size: Size(width: 4, height: 1))
        canvas.write(text, at: Point(x: 0, y: 0), style: CellStyle(.text))
        return encoder.encode(canvas[Point(x: 0, y: 0)], clusters: canvas.clusters)
    }

    @Test(arguments: [
        ("a", GlyphEncoder.Encoded.whole(0x61)), ("é", .whole(0xE9)), ("─", .whole(0x2500)), ("日", .whole(0x65E5)),
        ("e\u{301}", .marked([0x65, 0x301, 0], isPadded: false)),
        ("e\u{301}\u{302}\u{303}\u{304}", .marked([0x65, 0x301, 0x302, 0x303, 0x304, 0], isPadded: false)),
        ("日\u{301}", .marked([0x65E5, 0x301, 0], isPadded: false)),
        ("\u{1112}\u{1161}\u{11A8}", .marked([0x1112, 0x1161, 0x11A8, 0], isPadded: false)),
    ])
    func `sends glyphs with undisputed widths unchanged`(text: String, expected: GlyphEncoder.Encoded) {
        #expect(encode(text) == expected)
    }

    @Test(arguments: [
        ("👨‍👩‍👧", GlyphEncoder.Encoded.whole(0x1F468)), ("👍🏽", .whole(0x1F44D)), ("❤\u{FE0F}", .padded(0x2764)), ("🇩🇪", .pair(0x44, 0x45)),
        ("🇩", .whole(0x44)), ("1\u{FE0F}\u{20E3}", .marked([0x31, 0x20E3, 0], isPadded: true)),
    ])
    func `sends only the first part of disputed glyphs`(text: String, expected: GlyphEncoder.Encoded) {
        #expect(encode(text) == expected)
    }

    @Test(arguments: [("\u{E000}", GlyphEncoder.Encoded.whole(0xFFFD)), ("\u{378}", .whole(0xFFFD))])
    func `replaces glyphs unknown to the C library`(text: String, expected: GlyphEncoder.Encoded) {
        #expect(encode(text) == expected)
    }

    @Test(arguments: [0x00, 0x0A, 0x1B, 0x7F, 0x80, 0x9B, 0x9F] as [UInt32])
    func `never sends a control character, whatever a cell contains`(scalar: UInt32) {
        #expect(encoder.encode(Cell(glyph: scalar, style: CellStyle(.text)), clusters: []) == .whole(0xFFFD))
    }

    @Test func `a glyph whose width differs in the C library keeps its columns`() {
        #expect(encoder.encode(Cell(glyph: 0x61F, style: CellStyle(.text), width: 2), clusters: []) == .padded(0x61F))
        #expect(encoder.encode(Cell(glyph: 0x65E5, style: CellStyle(.text), width: 1), clusters: []) == .whole(0xFFFD))
    }

    /// ncurses scrolls rows by itself, and then draws others again, without these glyphs.
    @Test func `disputed glyphs in unchanged rows are drawn again after a frame that may scroll`() {
        var canvas = Canvas(size: Size(width: 8, height: 5))
        canvas.write("a 🚀", at: Point(x: 0, y: 1), style: CellStyle(.text))
        var glyphs = DisputedGlyphs(encoder: encoder)
        for row in 0..<5 { glyphs.add(row: row, columns: 0..<8, hasGlyphs: row == 1) }
        #expect(glyphs.drain(from: canvas) { _ in "" }.contains("🚀"))
        glyphs.add(row: 3, columns: 0..<4, hasGlyphs: false)
        #expect(glyphs.drain(from: canvas) { _ in "" }.isEmpty, "a single row cannot scroll")
        for row in 2..<4 { glyphs.add(row: row, columns: 0..<4, hasGlyphs: false) }
        #expect(glyphs.drain(from: canvas) { _ in "" }.contains("[2;3H🚀"))
        canvas.write("plain", at: Point(x: 0, y: 1), style: CellStyle(.text))
        for row in 1..<3 { glyphs.add(row: row, columns: 0..<8, hasGlyphs: false) }
        #expect(glyphs.drain(from: canvas) { _ in "" }.isEmpty)
    }
}
