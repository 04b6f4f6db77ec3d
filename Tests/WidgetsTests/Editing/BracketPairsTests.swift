import Testing

@testable import Widgets

/// Brackets and quotes that are completed while typing.
@Suite struct BracketPairsTests {
    @Test(arguments: [
        ("", "{", "{|}"), ("", "{}", "{}|"), ("", "{\"a\": [1]}", "{\"a\": [1]}|"), ("", "[<bs>", "|"), ("", "\"<bs>", "|"),
        ("", "{{name}}", "{{name}}|"), ("a", "{", "{|a"), (" ", "(", "(|) "), ("", "{<cr>\"a\"", "{\n  \"a\"|\n}"),
        ("", "a\"", "a\"|"), ("", "\"a\\\"b\"", "\"a\\\"b\"|"), ("", "{x<bs><bs>", "|"), ("]", "]", "]|"), ("", "\"{", "\"{|\""),
    ])
    func `typing closes, goes over and deletes both`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, closesBrackets: true) == expected)
    }

    @Test func `a pair is undone as one`() {
        #expect(edited("a ", "<end>{<c-_>", closesBrackets: true) == "a |")
    }

    @Test(arguments: [("", "i{<esc>", "|{}"), ("ab", "r{", "|{b"), ("", "i[1]<esc>", "[1|]")])
    func `vim closes in INSERT alone`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim, closesBrackets: true) == expected)
    }

    @Test(arguments: [EditorPreset.standard, .vim, .emacs])
    func `switched off, nothing is closed`(preset: EditorPreset) {
        #expect(edited("", preset == .vim ? "i{\"" : "{\"", preset: preset) == "{\"|")
    }
}
