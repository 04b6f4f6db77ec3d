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
        #expect(events(["\u{1B}[200~lost"]) == [.paste("lost"), .pasting(true)])
    }

    /// Reads, with a pause of this program between them: nil.
    private func late(_ reads: [String?]) -> [InputEvent] {
        var decoder = InputDecoder()
        let outputs = reads.flatMap { read in read.map { decoder.feed(Array($0.utf8), at: .zero) } ?? decoder.flush() }
        return outputs.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    @Test(arguments: ["\rDdq\u{1B}[201~", "\u{3}x\u{1B}[201~", "\u{1B}[A\u{1B}[201~"])
    func `the rest of a paste after a pause is text`(rest: String) {
        let text = rest.replacing("\u{1B}[201~", with: "").replacing("\r", with: "\n")
        #expect(
            late(["\u{1B}[200~a", nil, rest, "q"]) == [.paste("a"), .pasting(true), .paste(text), .pasting(false), .key(.character("q"))])
    }

    @Test func `a pause within the end of a paste or a scalar changes nothing`() {
        #expect(late(["\u{1B}[200~a\u{1B}[20", nil, "1~q"]) == [.paste("a"), .pasting(true), .pasting(false), .key(.character("q"))])
        var decoder = InputDecoder()
        _ = decoder.feed(Array("\u{1B}[200~".utf8) + [0xC3], at: .zero)
        #expect(decoder.flush() == [.event(.pasting(true))])
        #expect(decoder.feed([0xA9] + Array("\u{1B}[201~".utf8), at: .zero) == [.event(.paste("é")), .event(.pasting(false))])
    }

    @Test(arguments: ["\u{1B}", "\u{3}", "\u{1B}[27u", "\u{1B}[27;129u", "\u{1B}[99;5u"])
    func `Esc and ^C end a paste whose rest stays away`(key: String) {
        #expect(
            late(["\u{1B}[200~a", nil, "b", key, nil, "q"]) == [
                .paste("a"), .pasting(true), .paste("b"), .pasting(false), .key(.character("q")),
            ])
        // Before a pause they are text.
        #expect(late(["\u{1B}[200~a", key, "\u{1B}[201~"]) == [.paste("a\(key)")])
    }

    @Test func `a paste whose rest stays away costs no timer`() {
        var decoder = InputDecoder()
        _ = decoder.feed(Array("\u{1B}[200~a".utf8), at: .zero)
        #expect(decoder.timeUntilFlush != nil)
        _ = decoder.flush()
        #expect(decoder.timeUntilFlush == nil)
        _ = decoder.feed([0x1B], at: .zero)
        #expect(decoder.timeUntilFlush != nil)
    }

    @Test func `bytes that are not UTF-8 are replaced`() {
        var decoder = InputDecoder()
        let bytes = Array("\u{1B}[200~".utf8) + [0x61, 0xFF, 0x62] + Array("\u{1B}[201~".utf8)
        #expect(decoder.feed(bytes, at: .zero) == [.event(.paste("a\u{FFFD}b"))])
    }
}
