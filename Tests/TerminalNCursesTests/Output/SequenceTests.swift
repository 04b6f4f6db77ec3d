import Testing

@testable import TerminalNCurses

@Suite struct SequenceTests {
    @Test(arguments: [
        (nil, "\u{1B}]52;c;aGk=\u{7}"),
        (ClipboardSequence.Multiplexer.tmux, "\u{1B}]52;c;aGk=\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aGk=\u{7}\u{1B}\\"),
        (.screen, "\u{1B}P\u{1B}]52;c;aGk=\u{7}\u{1B}\\"),
    ])
    func `the clipboard, through multiplexers`(multiplexer: ClipboardSequence.Multiplexer?, expected: String) {
        #expect(ClipboardSequence.bytes(for: "hi", in: multiplexer) == expected)
    }

    @Test func `a text over the limit is refused`() {
        let limit = ClipboardSequence.limit
        #expect(ClipboardSequence.bytes(for: String(repeating: "x", count: limit), in: nil)?.utf8.count == 100_000)
        #expect(ClipboardSequence.bytes(for: String(repeating: "x", count: limit + 1), in: nil) == nil)
    }

    @Test func `a long text is cut for screen`() throws {
        let bytes = try #require(ClipboardSequence.bytes(for: String(repeating: "x", count: 600), in: .screen))
        #expect(bytes.split(separator: "\u{1B}\\").count == 2)
    }

    @Test(arguments: [
        ([:], nil), (["TMUX": "/tmp/x", "STY": "1"], ClipboardSequence.Multiplexer.tmux), (["STY": "1"], .screen),
    ])
    func `the multiplexer is found in the environment`(environment: [String: String], expected: ClipboardSequence.Multiplexer?) {
        #expect(ClipboardSequence.Multiplexer(environment: environment) == expected)
    }

    @Test(arguments: [("\u{1B}[m\u{F}$<2>", "\u{1B}[m\u{F}"), ("$<50/>a$<1*>b", "ab"), ("$5", "$5"), ("$<2", "$<2")])
    func `waits for slow hardware are left out`(text: String, expected: String) {
        #expect(TerminalStrings.withoutPadding(text) == expected)
    }

    @Test func `every entered terminal mode is left`() {
        let modes = TerminalModes(hasMouse: true, hasKittyKeyboard: true, resetCursor: "\u{1B}[0 q")
        for number in [1002, 1006, 2004, 1004, 2031] {
            #expect(modes.entering.contains("\u{1B}[?\(number)h") && modes.leaving.contains("\u{1B}[?\(number)l"))
        }
        #expect(modes.leaving.hasPrefix("\u{1B}[<u") && modes.leaving.hasSuffix("\u{1B}[0 q"))
        #expect(TerminalModes(hasKittyPictures: true).leaving.contains(KittyPicture.deletion))
        #expect(!TerminalModes(hasMouse: false).entering.contains("1002"))
    }
}
