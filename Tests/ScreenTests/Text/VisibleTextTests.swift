import Testing

@testable import Screen

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain é 日 👍🏽", "plain é 日 👍🏽"), ("\u{1B}]0;x\u{7}", "␛]0;x␇"), ("a\r\nb", "a␍␊b"), ("\u{0}\u{1F}\u{7F}", "␀␟␡"),
        ("\u{80}\u{9B}\u{9F}", "<80><9b><9f>"),
        ("\u{202E}gpj.exe", "<202e>gpj.exe"), ("\u{2066}\u{2069}", "<2066><2069>"), ("\u{200B}\u{FEFF}\u{AD}", "<200b><feff><ad>"),
        ("\u{E0041}", "<e0041>"), ("\u{2028}", "<2028>"), ("\u{301}", "◌\u{301}"), ("\t", "␉"), ("\u{FFFE}", "<fffe>"),
        ("\u{3164}", "<3164>"),
    ])
    func `shows characters without a glyph`(text: String, expected: String) {
        #expect(VisibleText.escaping(text) == expected)
    }

    @Test func `keeps the requested characters`() {
        #expect(VisibleText.escaping("a\tb\n\u{1B}", keeping: ["\n", "\t"]) == "a\tb\n␛")
    }

    @Test func `visible text has no control and no format characters`() {
        let all = (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
        for scalar in all {
            let shown = VisibleText.escaping(String(Character(scalar)))
            let isBad = shown.unicodeScalars.contains {
                [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory) || $0.properties.isBidiControl
            }
            if isBad { Issue.record("U+\(String(scalar.value, radix: 16)) shows itself") }
        }
    }
}
