import Testing

@testable import Widgets

/// Brackets and quotes that are completed while typing.
@Suite struct BracketPairsTests {
    @Test(arguments: [
        ("", "{", "{|}"), ("", "{}", "{}|"), ("", "{\"a\": [1]}", "{\"a\": [1]}|"), ("", "[<bs>", "|"), ("", "\"<bs>", "|"),
        ("", "{{name}}", "{{name}}|"), ("a", "{", "{|a"), (" ", "(", "(|) "), ("", "{<cr>\"a\"", "{\n  \"a\"|\n}"),
        ("", "a\"", "a\"|"), ("", "\"a\\\"b\"", "\"a\\\"b\"|"), ("", "{x<bs><bs>", "|"), ("]", "]", "]|"), ("", "\"{", "\"{|\""),
    ])
    func `typing closes, skips and deletes both`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, closesBrackets: true) == expected)
    }

    @Test(arguments: [
        ("[\"b\"]", "<right>\"x\", ", "[\"x\", |\"b\"]"), ("{\"b\": 1}", "<right>\"a\": 2, ", "{\"a\": 2, |\"b\": 1}"),
        ("{\"b\": 1}", "<right>\"<bs>", "{|\"b\": 1}"), ("", "{\"k\": \"a\\\\\"", "{\"k\": \"a\\\\\"|}"),
        ("[\"\"]", "<right><right>\"", "[\"\"|]"),
    ])
    func `a quote before another text begins a new one`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, closesBrackets: true) == expected)
    }

    @Test func `a pair is undone as one`() {
        #expect(edited("a ", "<end>{<c-_>", closesBrackets: true) == "a |")
    }

    @Test(arguments: [
        ("{\"id\":\"1\"}", 1, "|"), ("{\"id\": \"1\"}", 1, "{\"id\": |}"), ("{\"id\": \"1\"}", 2, "|"), ("[<left>[]", 1, "|[]"),
        ("{}<left>x", 1, "{|}"), ("{\"<bs>", 1, "{\"|\"}"),
    ])
    func `a typed word is undone at once, and typing over a closer is no step`(typed: String, undos: Int, expected: String) {
        #expect(edited("", typed + String(repeating: "<c-_>", count: undos), closesBrackets: true) == expected)
    }

    @Test func `text typed between brackets is repeated`() {
        #expect(edited("", "{\"a\":[1]}<c-_><c-y>", closesBrackets: true) == "{\"a\":[1]}|")
    }

    @Test(arguments: [("", "i{<esc>", "|{}"), ("ab", "r{", "|{b"), ("", "i[1]<esc>", "[1|]"), ("ab", "yiwA <c-r>\"", "ab ab|")])
    func `vim closes only in INSERT`(text: String, typed: String, expected: String) {
        #expect(edited(text, typed, preset: .vim, closesBrackets: true) == expected)
    }

    @Test(arguments: [EditorPreset.standard, .vim, .emacs])
    func `brackets are not closed when the setting is off`(preset: EditorPreset) {
        #expect(edited("", preset == .vim ? "i{\"" : "{\"", preset: preset) == "{\"|")
    }
}
