import Screen
import Testing

@testable import Themes

@Suite struct ThemeFileTests {
    private func read(_ text: String) throws -> ThemeFile {
        try ThemeFile(parsing: Array(text.utf8), file: "mine.json")
    }

    private let whole = """
        {
          "name": "mine",
          "appearance": "light",
          "palette": { "base": "#fdf6e3", "ink": "#102030", "red": "bright magenta" },
          "styles": {
            "text": { "foreground": "ink", "background": "base" },
            "error": { "foreground": "red", "bold": true },
            "link": { "foreground": "blue", "background": "default", "underline": true, "italic": true },
            "selection": { "background": "#ABCDEF", "reverse": true, "dim": false }
          }
        }
        """

    @Test func `reads a whole theme`() throws {
        let file = try read(whole)
        #expect(file.problems == [])
        #expect(file.theme.name == "mine" && file.theme.appearance == .light)
        let (base, ink) = (Color.rgb(0xFD, 0xF6, 0xE3), Color.rgb(0x10, 0x20, 0x30))
        #expect(file.theme[.text] == Style(foreground: ink, background: base))
        #expect(file.theme[.error] == Style(foreground: .ansi(13), background: base, attributes: .bold))
        #expect(file.theme[.link] == Style(foreground: .ansi(4), background: .terminal, attributes: [.underline, .italic]))
        #expect(file.theme[.selection] == Style(foreground: ink, background: .rgb(0xAB, 0xCD, 0xEF), attributes: .reverse))
    }

    @Test(arguments: ["dark", "light"])
    func `a missing role is taken from the shipped theme, with the colours of text`(appearance: String) throws {
        let shipped = try #require(ShippedThemes.named(appearance))
        let theme = try read(whole.replacing("\"light\"", with: "\"\(appearance)\"")).theme
        let (base, ink) = (Color.rgb(0xFD, 0xF6, 0xE3), Color.rgb(0x10, 0x20, 0x30))
        #expect(theme[.codeKey] == Style(foreground: shipped[.codeKey].foreground, background: base))
        #expect(theme[.cursorRowFocused] == Style(foreground: ink, background: shipped[.cursorRowFocused].background))
        #expect(theme[.textStrong] == Style(foreground: ink, background: base, attributes: .bold))
    }

    @Test(arguments: ["dark", "light"])
    func `a theme that names no role is the shipped one of its appearance`(appearance: String) throws {
        let shipped = try #require(ShippedThemes.named(appearance))
        let theme = try read(#"{"name": "x", "appearance": "\#(appearance)"}"#).theme
        #expect(StyleRole.allCases.allSatisfy { theme[$0] == shipped[$0] })
    }

    @Test func `a palette's name takes precedence over the terminal's`() throws {
        #expect(try read(whole).theme[.error].foreground == .ansi(13))
    }

    @Test(arguments: [
        ("{", 1, 2), ("[]", 1, 1), ("", 1, 1), ("{\"name\": \"x\",}", 1, 14),
        ("{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{}}}}}}}}}", 1, 41),
        ("\u{FEFF}no", 1, 3),
    ])
    func `an invalid file is refused with its position`(text: String, line: Int, column: Int) {
        #expect {
            try read(text)
        } throws: { error in
            guard let problem = error as? ThemeError else { return false }
            return problem.line == line && problem.column == column && problem.file == "mine.json"
        }
    }

    @Test(arguments: [
        (#""name": 3, "appearance": "dark""#, #"1:10: Expected a string for “name”, found a number."#),
        (#""appearance": "dark""#, #"1:1: Expected a string for “name”, found nothing."#),
        (#""name": "x", "appearance": "dim""#, #"1:29: Expected “dark” or “light”, found “dim”."#),
        (#""name": "x", "appearance": "dark", "pallete": {}"#, #"1:48: Unknown member “pallete”: did you mean “palette”?"#),
        (#""name": "x", "appearance": "dark", "styles": []"#, #"1:47: Expected an object, found an array."#),
        (#""name": "x", "appearance": "dark", "styles": {"eror": {}}"#, #"1:56: Unknown role “eror”: did you mean “error”?"#),
        (
            #""name": "x", "appearance": "dark", "styles": {"error": {"foregruond": "red"}}"#,
            #"1:72: Unknown member “foregruond”: did you mean “foreground”?"#
        ),
        (
            #""name": "x", "appearance": "dark", "styles": {"error": {"foreground": "rde"}}"#,
            #"1:72: Expected a colour (“default”, “#rrggbb” or a name), found “rde”: did you mean “red”?"#
        ),
        (
            ##""name": "x", "appearance": "dark", "styles": {"error": {"foreground": "#12345"}}"##,
            ##"1:72: Expected a colour (“default”, “#rrggbb” or a name), found “#12345”."##
        ),
        (
            ##""name": "x", "appearance": "dark", "styles": {"error": {"foreground": "#+12345"}}"##,
            ##"1:72: Expected a colour (“default”, “#rrggbb” or a name), found “#+12345”."##
        ),
        (
            #""name": "x", "appearance": "dark", "styles": {"error": {"background": 7}}"#,
            #"1:72: Expected a colour as a string, found a number."#
        ),
        (
            #""name": "x", "appearance": "dark", "styles": {"error": {"bold": "yes"}}"#,
            #"1:66: Expected true or false for “bold”, found a string."#
        ),
        (
            #""name": "x", "appearance": "dark", "palette": {"base": "nothing"}"#,
            #"1:57: Expected a colour (“default”, “#rrggbb” or a name), found “nothing”."#
        ),
    ])
    func `invalid entries are reported with their position and omitted`(members: String, problem: String) throws {
        let file = try read("{\(members)}")
        #expect(file.problems.map(\.description) == ["mine.json:\(problem)"])
        let isNamed = members.contains(#""error": {"#)
        #expect(file.theme[.error] == (isNamed ? Style() : ShippedThemes.named("dark")?[.error]))
    }

    @Test func `the other roles are read`() throws {
        let file = try read(
            #"{"name": "x", "appearance": "dark", "styles": {"eror": {}, "warning": {"foreground": "red", "bold": 1}, "x-mine": {}}}"#)
        #expect(file.problems.count == 2)
        #expect(file.theme[.warning] == Style(foreground: .ansi(1)))
    }

    @Test func `a theme with roles of earlier versions is read`() throws {
        let styles = #"{"modal": {}, "buttonDisabled": {"dim": true}, "codeIndentGuide": {}, "warning": {"foreground": "red"}}"#
        let file = try read(#"{"name": "x", "appearance": "dark", "styles": \#(styles)}"#)
        #expect(file.problems.count == 3)
        #expect(file.theme[.warning] == Style(foreground: .ansi(1)))
    }

    @Test func `a theme without a name has the name of its file`() throws {
        #expect(try ThemeFile(parsing: Array("{}".utf8), file: "/home/me/themes/blue.json").theme.name == "blue")
    }

    @Test func `a file that is too large is refused`() {
        #expect(throws: ThemeError.self) { try read("{\"x-padding\": \"\(String(repeating: "x", count: 1 << 20))\"}") }
    }
}
