import Screen
import Testing

@testable import ScreenTesting

@Suite struct ScreenPictureTests {
    private func picture(_ output: String, width: Int = 8, appearance: Theme.Appearance = .dark) -> [String] {
        let emulator = ScreenEmulator(size: Size(width: width, height: 1))
        _ = emulator.feed(Array(output.utf8), answersKittyKeyboard: false)
        let svg = ScreenPicture(emulator.shown, appearance: appearance).svg
        return svg.split(separator: "\n").map(String.init).filter { $0.contains("<text") || $0.contains(#"<rect x="#) }
    }

    @Test func `cells with the same style are one run`() {
        let lines = picture("ab \u{1B}[31mcd")
        #expect(lines.count == 2)
        #expect(lines[0].contains(#"x="8" y="20" textLength="16""#) && lines[0].contains(">ab</text>"))
        #expect(lines[1].contains(##"x="32" y="20" textLength="16""##) && lines[1].contains(##"fill="#cd0000">cd</text>"##))
    }

    @Test func `words between wide gaps have their own columns, since browsers collapse spaces`() {
        let lines = picture("  a b  c", width: 10)
        #expect(lines.count == 2)
        #expect(lines[0].contains(#"x="24" y="20" textLength="24""#) && lines[0].contains(">a b</text>"))
        #expect(lines[1].contains(#"x="64" y="20" textLength="8""#) && lines[1].contains(">c</text>"))
    }

    @Test func `colours of the palette and of 24 bits are preserved`() {
        #expect(picture("\u{1B}[38;5;208mx")[0].contains(##"fill="#ff8700""##))
        #expect(picture("\u{1B}[38;5;244mx")[0].contains(##"fill="#808080""##))
        #expect(picture("\u{1B}[38;2;1;2;255mx")[0].contains(##"fill="#0102ff""##))
        #expect(picture("\u{1B}[48;2;16;32;48m ")[0].contains(##"<rect x="8" y="8" width="8" height="16" fill="#102030"/>"##))
    }

    @Test func `reverse uses the terminal's own colours`() {
        let line = picture("\u{1B}[7mx", appearance: .light)[0]
        #expect(line.contains(##"fill="#24292f"/><text"##) && line.contains(##"fill="#ffffff">x"##))
    }

    @Test func `a wide glyph occupies two columns`() {
        let lines = picture("a日b")
        #expect(lines.count == 3)
        #expect(lines[1].contains(#"textLength="16""#))
    }

    @Test func `markup in the text stays text`() {
        #expect(picture("<&>")[0].contains(">&lt;&amp;&gt;"))
    }

    @Test func `weight, slant and lines are kept`() {
        let line = picture("\u{1B}[1;3;4mx")[0]
        #expect(line.contains(#"font-weight="bold" font-style="italic" text-decoration="underline""#))
    }
}
