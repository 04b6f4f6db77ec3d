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
    func refusesInvalidKeyNotation(text: String) {
        #expect(KeyNotation.parse(text) == nil)
    }

    @Test func `the shown notation of every key can be read`() {
        let prefixes = Set(CommandTable.all.flatMap(\.keys).filter { $0.count > 1 }.compactMap(\.first))
        for keys in CommandTable.all.flatMap(\.keys) {
            #expect(KeyNotation.read(KeyNotation.show(keys), prefixes: prefixes) == keys, "\(KeyNotation.show(keys))")
        }
    }

    private static let shown: [(String, [Key]?)] = [
        ("^S", [Key.control("s")]), ("^X ^S", [.control("x"), .control("s")]), ("Alt+Left", [Key(.left, .alt)]),
        ("alt+u", [Key(.character("u"), .alt)]), ("Ctrl+S", [.control("s")]), ("Shift+F6", [Key(.function(6), .shift)]),
        ("PgDn", [Key(.pageDown)]), ("^", [.character("^")]), ("word", nil), ("gword", nil), ("", nil), ("ctrl+", nil), ("ab", nil),
    ]

    @Test(arguments: shown)
    func `keys are also read in their displayed form`(text: String, keys: [Key]?) {
        #expect(KeyNotation.read(text, prefixes: [.character("g")]) == keys)
    }
}
