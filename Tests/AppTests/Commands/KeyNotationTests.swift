import Screen
import Testing

@testable import App

@Suite struct KeyNotationTests {
    private static let cases: [(text: String, keys: [Key], shown: String)] = [
        ("ctrl+s", [.control("s")], "^S"), ("f5", [.function(5)], "F5"), ("shift+f6", [Key(.function(6), .shift)], "⇧F6"),
        ("alt+enter", [Key(.enter, .alt)], "Alt+Enter"), ("g g", [.character("g"), .character("g")], "gg"), ("?", [.character("?")], "?"),
        ("space", [.character(" ")], "Space"), ("plus", [.character("+")], "+"),
        ("ctrl+alt+x", [Key(.character("x"), [.control, .alt])], "Alt+^X"),
        ("up", [Key(.up)], "↑"), ("<", [.character("<")], "<"),
    ]

    @Test(arguments: cases.indices)
    func readsWritesAndShows(index: Int) {
        let (text, keys, shown) = Self.cases[index]
        #expect(KeyNotation.parse(text) == keys)
        #expect(KeyNotation.write(keys) == text)
        #expect(KeyNotation.show(keys) == shown)
    }

    @Test(arguments: ["", " ", "ctrl+", "f0", "f99", "word", "g word"])
    func refusesWhatIsNoKey(text: String) {
        #expect(KeyNotation.parse(text) == nil)
    }
}
