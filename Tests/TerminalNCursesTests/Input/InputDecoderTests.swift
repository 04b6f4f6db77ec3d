import Hashing
import Screen
import Testing

@testable import TerminalNCurses

@Suite struct InputDecoderTests {
    private typealias Output = InputDecoder.Output

    /// Input in pieces is decoded like the same input at once, wherever it is split.
    @Test(arguments: [
        "a日😀é", "\u{1B}[A\u{1B}OP\u{1B}[15;5~x", "\u{1B}[<0;3;4M\u{1B}[<0;3;4m", "\u{1B}[200~one\r\ntwo\u{1B}[201\u{1B}[201~z",
        "\u{1B}[?1u\u{1B}[97;5u",
        "\u{1B}\u{1B}[Bq",
    ])
    func `splitting the input anywhere changes nothing`(text: String) {
        let bytes = Array(text.utf8)
        var whole = InputDecoder()
        let expected = whole.feed(bytes, at: .zero)
        for cut in 0...bytes.count {
            var decoder = InputDecoder()
            #expect(decoder.feed(bytes[..<cut], at: .zero) + decoder.feed(bytes[cut...], at: .zero) == expected)
        }
    }

    @Test func `waits only when something is pending`() {
        var decoder = InputDecoder()
        #expect(decoder.timeUntilFlush == nil)
        #expect(decoder.feed([0x1B], at: .zero).isEmpty)
        #expect(decoder.timeUntilFlush == .milliseconds(30))
        #expect(decoder.flush() == [.event(.key(Key(.escape)))])
        #expect(decoder.timeUntilFlush == nil)
    }

    @Test(arguments: [("\u{1B}[I", true), ("\u{1B}[O", false)])
    func `reports the focus`(bytes: String, isFocused: Bool) {
        var decoder = InputDecoder()
        #expect(decoder.feed(Array(bytes.utf8), at: .zero) == [.event(.focused(isFocused))])
    }

    @Test(
        arguments: [
            ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", Theme.Appearance.light, Color.rgb(255, 255, 255)),
            ("\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{7}", .dark, .rgb(28, 28, 28)), ("\u{1B}]11;rgb:fd/f6/e3\u{7}", .light, .rgb(253, 246, 227)),
            ("\u{1B}]11;rgba:0/2/3/f\u{7}", .dark, .rgb(0, 34, 51)), ("\u{1B}[?997;1n", .dark, nil), ("\u{1B}[?997;2n", .light, nil),
        ] as [(String, Theme.Appearance, Color?)])
    func `reports the background`(bytes: String, appearance: Theme.Appearance, color: Color?) {
        for cut in 1..<bytes.utf8.count {
            #expect(decode(bytes, cut: cut) == [.event(.appearance(appearance, background: color))], "\(cut)")
        }
    }

    /// Decodes input that arrives in two pieces.
    private func decode(_ text: String, cut: Int) -> [InputDecoder.Output] {
        var decoder = InputDecoder()
        let bytes = Array(text.utf8)
        return decoder.feed(bytes[..<cut], at: .zero) + decoder.feed(bytes[cut...], at: .zero)
    }

    @Test(arguments: [
        ("\u{1B}_Gi=4101;OK\u{1B}\\", PictureReply.kitty(isUsable: true)), ("\u{1B}[6;20;10t", .cell(Size(width: 10, height: 20))),
        ("\u{1B}[?62;4;22c", .attributes([62, 4, 22])), ("\u{1B}[?6c", .attributes([6])),
    ])
    func `reports the graphics`(bytes: String, reply: PictureReply) {
        for cut in 1..<bytes.utf8.count { #expect(decode(bytes, cut: cut) == [.picture(reply)], "\(cut)") }
    }

    @Test(arguments: [
        "\u{1B}]11;rgb:ffff/ffff\u{7}", "\u{1B}]11;rgb:xyz/0/0\u{7}", "\u{1B}]10;rgb:ffff/ffff/ffff\u{7}", "\u{1B}]11;\u{7}",
        "\u{1B}[?997;3n",
    ])
    func `ignores invalid reports of the background`(bytes: String) {
        var decoder = InputDecoder()
        #expect(decoder.feed(Array(bytes.utf8), at: .zero) == [])
    }

    @Test func `an endless sequence is discarded`() {
        var decoder = InputDecoder()
        #expect(decoder.feed(Array("\u{1B}[".utf8) + [UInt8](repeating: 0x31, count: 4096), at: .zero).isEmpty)
        #expect(decoder.timeUntilFlush == nil)
        #expect(decoder.feed([0x61], at: .zero) == [.event(.key(.character("a")))])
    }

    /// Random input neither stops the decoder nor makes it wait forever.
    @Test(arguments: 0..<200)
    func `any bytes are decoded to the end`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var decoder = InputDecoder(pasteLimit: 16)
        let alphabet: [UInt8] = [
            0x1B, 0x1B, 0x5B, 0x4F, 0x3B, 0x3C, 0x4D, 0x75, 0x7E, 0x30, 0x32, 0x31, 0x20, 0x24, 0x00, 0x0D, 0xC3, 0xE6, 0xFF,
        ]
        for _ in 0..<20 {
            let bytes = (0..<Int(random.next() % 12)).map { _ in
                random.next() % 4 == 0 ? UInt8(truncatingIfNeeded: random.next()) : alphabet[Int(random.next() % UInt64(alphabet.count))]
            }
            _ = decoder.feed(bytes, at: .zero)
        }
        _ = decoder.flush()
        #expect(decoder.timeUntilFlush == nil)
        // A paste waits for its end.
        _ = decoder.feed(Array("\u{1B}[201~".utf8), at: .zero)
        #expect(decoder.feed([0x61], at: .zero) == [.event(.key(.character("a")))])
    }
}
