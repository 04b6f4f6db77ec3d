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

    /// Decodes reads at their times in milliseconds, with the flushes that the waits between them bring.
    private func decode(_ reads: [(bytes: [UInt8], at: Int)], escapeDelay: Duration = .milliseconds(30)) -> [Output] {
        var decoder = InputDecoder(escapeDelay: escapeDelay)
        var outputs: [Output] = []
        for (index, read) in reads.enumerated() {
            outputs += decoder.feed(read.bytes, at: .milliseconds(read.at))
            let next = index + 1 < reads.count ? reads[index + 1].at - read.at : 10_000
            if let wait = decoder.timeUntilFlush, wait <= .milliseconds(next) { outputs += decoder.flush() }
        }
        return outputs
    }

    @Test func `the rest of a begun sequence may be late`() {
        for (first, rest) in [
            ("\u{1B}[", "A"), ("\u{1B}[<6", "4;50;9M"), ("\u{1B}O", "P"), ("\u{1B}[1;", "5C"), ("\u{1B}]11;rgb:0/0", "/0\u{7}"),
        ] {
            var whole = InputDecoder()
            let expected = whole.feed(Array((first + rest).utf8), at: .zero)
            #expect(decode([(Array(first.utf8), 0), (Array(rest.utf8), 900)]) == expected, "\(first.dropFirst())")
        }
        #expect(decode([([0xC3], 0), ([0xA9], 900)]) == [.event(.key(.character("é")))])
    }

    @Test(arguments: ["\u{1B}[<6", "\u{1B}[1;5", "\u{1B}[["])
    func `a sequence that never ends is dropped`(start: String) {
        #expect(decode([(Array(start.utf8), 0), ([0x61], 1500)]) == [.event(.key(.character("a")))])
        #expect(decode([([0xC3], 0), ([0x61], 1500)]) == [.event(.key(.character("a")))])
    }

    /// A report ends with a bell, a sequence with a letter that alone would be a key.
    @Test(arguments: [("\u{1B}]11;", "\u{7}"), ("\u{1B}P1", "\u{7}"), ("\u{1B}_G", "\u{1B}\\"), ("\u{1B}[1;", "A"), ("\u{1B}[<", "M")])
    func `nothing of a long reply is text or a key`(start: String, end: String) {
        var decoder = InputDecoder()
        var outputs = decoder.feed(Array(start.utf8), at: .zero)
        for _ in 0..<8 { outputs += decoder.feed(Array(String(repeating: "1;", count: 2048).utf8), at: .zero) }
        outputs += decoder.feed(Array((end + "z").utf8), at: .zero)
        #expect(outputs == [.event(.key(.character("z")))])
    }

    @Test(arguments: ["\u{1B}]1abc", "\u{1B}P1abc", "\u{1B}_Gabc"])
    func `a control key ends a report without an end`(start: String) {
        var decoder = InputDecoder()
        let outputs = decoder.feed(Array(start.utf8), at: .zero) + decoder.feed([0x0D, 0x61, 0x03], at: .zero)
        #expect(outputs == [Key(.enter), .character("a"), .control("c")].map { Output.event(.key($0)) })
    }

    @Test func `Esc is reported after the chosen wait`() {
        let escape = Output.event(.key(Key(.escape)))
        #expect(decode([([0x1B], 0), (Array("[A".utf8), 60)], escapeDelay: .milliseconds(100)) == [.event(.key(Key(.up)))])
        #expect(decode([([0x1B], 0), ([0x64], 60)]) == [escape, .event(.key(.character("d")))])
        #expect(decode([([0x1B], 0), ([0x64], 20)]) == [.event(.key(.alt("d")))])
    }

    @Test func `the rest of a sequence after a lone escape is no text`() {
        let escape = Output.event(.key(Key(.escape)))
        func late(_ rest: String, at time: Int = 60) -> [Output] { decode([([0x1B], 0), (Array(rest.utf8), time)]) }
        #expect(late("[A") == [escape, .event(.key(Key(.up)))])
        #expect(late("OP") == [escape, .event(.key(.function(1)))])
        #expect(late("[200~hello\rqyes\u{1B}[201~") == [escape, .event(.paste("hello\nqyes"))])
        // What a person types after Esc stays text.
        #expect(late("[") == [escape, .event(.key(.character("[")))])
        #expect(late("[Ab").count == 4)
        #expect(late("OAb").count == 4)
        #expect(late("[A", at: 2000).count == 3)
    }

    @Test(arguments: [("\u{1B}[I", true), ("\u{1B}[O", false)])
    func `the decoder reports the focus`(bytes: String, isFocused: Bool) {
        var decoder = InputDecoder()
        #expect(decoder.feed(Array(bytes.utf8), at: .zero) == [.event(.focused(isFocused))])
    }

    @Test(
        arguments: [
            ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", Theme.Appearance.light, Color.rgb(255, 255, 255)),
            ("\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{7}", .dark, .rgb(28, 28, 28)), ("\u{1B}]11;rgb:fd/f6/e3\u{7}", .light, .rgb(253, 246, 227)),
            ("\u{1B}]11;rgba:0/2/3/f\u{7}", .dark, .rgb(0, 34, 51)), ("\u{1B}[?997;1n", .dark, nil), ("\u{1B}[?997;2n", .light, nil),
        ] as [(String, Theme.Appearance, Color?)])
    func `the decoder reports the background`(bytes: String, appearance: Theme.Appearance, color: Color?) {
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
    func `the decoder reports the graphics`(bytes: String, reply: PictureReply) {
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
        #expect(decoder.timeUntilFlush != nil)
        #expect(decoder.feed(Array("~a".utf8), at: .zero) == [.event(.key(.character("a")))])
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
