import Screen
import Testing

@testable import TerminalNCurses

@Suite struct PasteTests {
    private func events(_ pieces: [String], limit: Int = 1 << 20) -> [InputEvent] {
        var decoder = InputDecoder(pasteLimit: limit)
        let outputs = pieces.flatMap { decoder.feed(Array($0.utf8), at: .zero) } + decoder.flush()
        return outputs.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    @Test(arguments: [
        ("hello", "hello"), ("a\rb", "a\nb"), ("a\r\nb\r\n", "a\nb\n"), ("a\nb", "a\nb"), ("a\r\rb", "a\n\nb"),
        ("\u{1B}[A\u{3}", "\u{1B}[A\u{3}"),
        ("\u{1B}[200~x", "\u{1B}[200~x"), ("日本😀", "日本😀"), ("\u{1B}", "\u{1B}"),
    ])
    func `pasted text is literal, whatever it contains`(content: String, expected: String) {
        #expect(events(["\u{1B}[200~\(content)\u{1B}[201~"]) == [.paste(expected)])
    }

    @Test func `an empty paste is ignored`() {
        #expect(events(["\u{1B}[200~\u{1B}[201~"]).isEmpty)
    }

    @Test func `a paste can arrive in pieces`() {
        #expect(events(["\u{1B}[200~one ", "two\r", "\nthree\u{1B}[2", "01~q"]) == [.paste("one two\nthree"), .key(.character("q"))])
    }

    @Test func `a long one is several events, cut between scalars and line ends`() {
        #expect(events(["\u{1B}[200~", "ab日", "本", "\u{1B}[201~"], limit: 4) == [.paste("ab"), .paste("日"), .paste("本")])
        #expect(events(["\u{1B}[200~", "😀", "\u{1B}[201~"], limit: 4) == [.paste("😀")])
        let lines = events(["\u{1B}[200~", "abcd", "efg\r", "\nh", "\u{1B}[201~"], limit: 4)
        #expect(lines == [.paste("abcd"), .paste("efg"), .paste("\nh")])
    }

    @Test func `an endless paste is delivered in parts`() {
        #expect(events(["\u{1B}[200~lost"]) == [.paste("lost")])
    }

    @Test func `bytes that are not UTF-8 are replaced`() {
        var decoder = InputDecoder()
        let bytes = Array("\u{1B}[200~".utf8) + [0x61, 0xFF, 0x62] + Array("\u{1B}[201~".utf8)
        #expect(decoder.feed(bytes, at: .zero) == [.event(.paste("a\u{FFFD}b"))])
    }
}
