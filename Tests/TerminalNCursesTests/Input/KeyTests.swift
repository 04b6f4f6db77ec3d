import Screen
import Testing

@testable import TerminalNCurses

@Suite struct KeyTests {
    private func keys(_ bytes: String) -> [Key] {
        var decoder = InputDecoder()
        let outputs = decoder.feed(Array(bytes.utf8), at: .zero) + decoder.flush()
        return outputs.compactMap { if case .event(.key(let key)) = $0 { key } else { nil } }
    }

    @Test(arguments: [
        ("a", [Key.character("a")]), ("Q?", [.character("Q"), .character("?")]),
        ("é日😀", [.character("é"), .character("日"), .character("😀")]),
        ("👍🏽", [.character("👍🏽")]), (" ", [.character(" ")]), ("\r", [Key(.enter)]), ("\n", [Key(.enter)]), ("\t", [Key(.tab)]),
        ("\u{7F}", [Key(.backspace)]), ("\u{8}", [Key(.backspace)]), ("\u{0}", [Key(.character(" "), .control)]),
        ("\u{3}", [.control("c")]),
        ("\u{1A}", [.control("z")]), ("\u{1F}", [.control("_")]), ("\u{1C}", [.control("\\")]), ("\u{1D}", [.control("]")]),
    ])
    func `characters and control characters are decoded`(bytes: String, expected: [Key]) {
        #expect(keys(bytes) == expected)
    }

    @Test(arguments: [
        ("\u{1B}", [Key(.escape)]), ("\u{1B}\u{1B}", [Key(.escape), Key(.escape)]), ("\u{1B}x", [.alt("x")]), ("\u{1B}é", [.alt("é")]),
        ("\u{1B}\r", [Key(.enter, .alt)]), ("\u{1B}\u{7F}", [Key(.backspace, .alt)]), ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]),
        ("\u{1B}\u{1B}[A", [Key(.up, .alt)]), ("\u{1B}\u{1B}OP", [Key(.function(1), .alt)]), ("\u{1B}]", [.alt("]")]),
        ("\u{1B}P", [.alt("P")]),
        ("\u{1B}\u{3}", [Key(.character("c"), [.control, .alt])]), ("\u{1B}\u{1B}x", [Key(.escape), .alt("x")]),
    ])
    func `escape and alt are told apart`(bytes: String, expected: [Key]) {
        #expect(keys(bytes) == expected)
    }

    @Test(arguments: [
        ("A", Key(.up)), ("B", Key(.down)), ("C", Key(.right)), ("D", Key(.left)), ("H", Key(.home)), ("F", Key(.end)),
        ("Z", Key(.tab, .shift)),
        ("1;2A", Key(.up, .shift)), ("1;5C", Key(.right, .control)), ("1;3D", Key(.left, .alt)),
        ("1;8B", Key(.down, [.shift, .alt, .control])),
        ("1~", Key(.home)), ("7~", Key(.home)), ("2~", Key(.insert)), ("3~", Key(.delete)), ("4~", Key(.end)), ("8~", Key(.end)),
        ("5~", Key(.pageUp)),
        ("6~", Key(.pageDown)), ("3;5~", Key(.delete, .control)), ("5;2~", Key(.pageUp, .shift)), ("a", Key(.up, .shift)),
        ("3^", Key(.delete, .control)),
        ("1;9A", Key(.up, .alt)),
    ])
    func `the keys of movement are decoded`(sequence: String, expected: Key) {
        #expect(keys("\u{1B}[\(sequence)") == [expected])
    }

    @Test(arguments: [
        ("OP", 1), ("OQ", 2), ("OR", 3), ("OS", 4), ("[11~", 1), ("[14~", 4), ("[15~", 5), ("[17~", 6), ("[18~", 7), ("[19~", 8),
        ("[20~", 9), ("[21~", 10),
        ("[23~", 11), ("[24~", 12), ("[[A", 1), ("[[E", 5), ("[P", 1),
    ])
    func `function keys are decoded`(sequence: String, number: Int) {
        #expect(keys("\u{1B}\(sequence)") == [.function(number)])
    }

    @Test(arguments: [
        ("[1;2P", Key(.function(1), .shift)), ("[1;5R", Key(.function(3), .control)), ("[17;2~", Key(.function(6), .shift)),
        ("[15;3~", Key(.function(5), .alt)), ("[24;6~", Key(.function(12), [.shift, .control])), ("[25~", Key(.function(1), .shift)),
        ("[34~", Key(.function(8), .shift)),
    ])
    func `function keys with modifiers`(sequence: String, expected: Key) {
        #expect(keys("\u{1B}\(sequence)") == [expected])
    }

    @Test(arguments: [
        ("OA", Key(.up)), ("OH", Key(.home)), ("OM", Key(.enter)), ("Oa", Key(.up, .control)), ("Ok", .character("+")),
        ("Ox", .character("8")),
    ])
    func `application keys are decoded`(sequence: String, expected: Key) {
        #expect(keys("\u{1B}\(sequence)") == [expected])
    }

    @Test(arguments: [
        ("27u", Key(.escape)), ("13u", Key(.enter)), ("13;5u", Key(.enter, .control)), ("9;2u", Key(.tab, .shift)),
        ("97;5u", .control("a")),
        ("97;6u", Key(.character("A"), .control)), ("49:33;6u", Key(.character("!"), .control)), ("105;5u", .control("i")),
        ("97;3u", .alt("a")),
        ("57414u", Key(.enter)), ("57400u", .character("1")), ("57419;2u", Key(.up, .shift)), ("57376u", Key(.function(1), .shift)),
        ("97;5:2u", .control("a")), ("97;69u", .control("a")), ("27;5;13~", Key(.enter, .control)), ("127;3u", Key(.backspace, .alt)),
    ])
    func `numbered keys are decoded`(sequence: String, expected: Key) {
        #expect(keys("\u{1B}[\(sequence)") == [expected])
    }

    /// With the character that Shift types and the key of the Latin layout.
    @Test(
        arguments: [
            ("45:95;6u", .control("_")), ("47:63;6u", .control("?")), ("50:64;6u", .control("@")), ("44:60;4u", .alt("<")),
            ("46:62;4u", .alt(">")),
            // Cyrillic, Greek.
            ("1089::99;5u", .control("c")), ("1093::91;5u", .control("[")), ("1089:1057:99;6u", .control("C")),
            ("963::115;5u", .control("s")),
            ("1080::98;3u", .alt("b")),
            // German: minus and the signs on the digits are elsewhere, and umlauts are keys of their own.
            ("45:95:47;6u", .control("_")), ("55:47;6u", .control("/")), ("122::121;5u", .control("z")), ("246::59;5u", .control("ö")),
            // Text is never of another layout.
            ("1089::99u", .character("с")),
        ] as [(String, Key)])
    func `keys of other layouts`(sequence: String, expected: Key) {
        #expect(keys("\u{1B}[\(sequence)") == [expected])
    }

    @Test func `the terminal is asked for the keys of the Latin layout`() {
        #expect(TerminalModes.enteringKeyboard == "\u{1B}[>5u")
    }

    @Test(arguments: [
        "[97;5:3u", "[57441u", "[E", "[99~", "[u", "[;u", "[99999999999999u", "[1;5", "[?1;2c", "[?2026;2$y", "[[Z", "O\u{1}",
        "[31u",
    ])
    func `unknown keys are ignored`(sequence: String) {
        #expect(keys("\u{1B}\(sequence)").isEmpty)
    }

    @Test(arguments: [
        "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}P>|xterm(367)\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
    ])
    func `late replies to other programs are ignored`(report: String) {
        #expect(keys("\(report)x") == [.character("x")])
    }

    @Test func `bytes that are not UTF-8 are ignored`() {
        var decoder = InputDecoder()
        let outputs = decoder.feed([0x61, 0xFF, 0xC3, 0x62, 0xE6, 0x97, 0x1B, 0xFF], at: .zero) + decoder.flush()
        #expect(outputs == [.event(.key(.character("a"))), .event(.key(.character("b")))])
    }

    @Test func `the terminal has the Kitty protocol if it reports it`() {
        var decoder = InputDecoder()
        #expect(decoder.feed(Array("\u{1B}[?0u".utf8), at: .zero) == [.kittyKeyboard])
    }
}
