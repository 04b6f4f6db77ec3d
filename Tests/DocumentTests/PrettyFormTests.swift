import Document
import Foundation
import Testing

/// The pretty form against a plain printer and against a parser of others, over JSON of all shapes.
@Suite struct PrettyFormTests {
    private static let seeds = Array<UInt64>(1...40)

    private func view(_ text: String) -> DocumentView {
        DocumentView(Document(Array(text.utf8), kind: .json), form: .pretty)
    }

    /// Lines with their indentation; the pieces of a long line are one.
    private func lines(_ view: DocumentView) -> [String] {
        var lines: [String] = []
        for row in view.rows(0..<view.rowCount) {
            if row.isContinuation {
                lines[lines.count - 1] += row.text
            } else {
                lines.append(String(repeating: " ", count: row.indent) + row.text)
            }
        }
        return lines
    }

    @Test(arguments: [(200, 16, 76), (76, 16, 76), (75, 8, 43), (43, 8, 43), (42, 4, 27), (10, 4, 27)])
    func `rows of the hexadecimal view fit the columns`(columns: Int, width: Int, length: Int) {
        var view = DocumentView(Document(Array(0..<40), kind: .binary))
        _ = view.fitHex(columns: columns)
        #expect(view.rowCount == (40 + width - 1) / width && view.row(at: 39) == 39 / width)
        let rows = view.rows(0..<view.rowCount)
        #expect(rows[0].text.count == length && rows[1].offset == width)
        let again = view.fitHex(columns: columns)
        #expect(!again)
    }

    /// A family of four (25 bytes), a flag, a letter with an accent of its own, a character of two bytes.
    @Test(arguments: ["👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "é"], [DocumentView.Form.raw, .pretty])
    func `rows of a long line never divide a character`(character: String, form: DocumentView.Form) {
        for padding in 1000..<1030 {
            let text = "\"" + String(repeating: "a", count: padding) + String(repeating: character, count: 30) + "\""
            let view = DocumentView(Document(Array(text.utf8), kind: .json), form: form)
            let rows = view.rows(0..<view.rowCount).map(\.text)
            #expect(rows.count > 1 && rows.joined() == text)
            #expect(rows.map(\.count).reduce(0, +) == text.count, "\(padding)")
        }
    }

    @Test(arguments: seeds) func parsesToTheSameValue(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        let text = random.value(size: 4000)
        let pretty = lines(view(text)).joined(separator: "\n")
        let before = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject
        let after = try JSONSerialization.jsonObject(with: Data(pretty.utf8), options: .fragmentsAllowed) as? NSObject
        #expect(before == after)
    }

    @Test(arguments: seeds) func linesMatchASimplePrinter(_ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let text = random.value(size: 3000)
        let expected = PlainPrinter.lines(text.replacing(#"\ud83d\ude00"#, with: "😀"))
        let view = view(text)
        #expect(lines(view) == expected)
        // Each line by its number, on its own.
        for line in stride(from: 0, to: expected.count, by: max(1, expected.count / 50)) {
            let row = view.row(ofLine: line)
            let found = view.rows(row..<row + 1).first
            #expect(found?.line == line)
            #expect(found.map { expected[line].hasPrefix(String(repeating: " ", count: $0.indent) + $0.text) } == true)
        }
    }

    /// Around the distance of checkpoints, from which on lines are not read through.
    @Test(arguments: [1000, 16_360, 16_380, 16_382, 16_383, 16_384, 33_000], ["", " ", "\r\n\t    "])
    func longKeysAndValuesMatchASimplePrinter(_ length: Int, _ space: String) {
        let long = "\"" + String(repeating: "x", count: length - 1) + "é\\\" ,{\""
        for key in [long, "\"a, b\""] {
            for value in [long, "\"\"", "{}", "1"] {
                let text = ["[", "{", key, ":", value, ",", key, ":", "[", "]", "}", ",", value, "]"].joined(separator: space)
                let view = view(text)
                #expect(lines(view) == PlainPrinter.lines(text))
                #expect(view.rows(2..<3).first?.spans.first?.kind == .key)
            }
        }
    }

    @Test(arguments: [
        (#""\u65e5\u672C \ud83d\uDE00 a\/b""#, #""日本 😀 a/b""#), (#"{"\u00e9":"\u0026\u003c"}"#, #"{ "é": "&<" }"#),
        // Quotes, backslashes, invisible characters, halves of pairs and escaped backslashes stay.
        (#""\u0022 \u005c \u0000 \u000a \u202e \u00a0 \ue000""#, #""\u0022 \u005c \u0000 \u000a \u202e \u00a0 \ue000""#),
        (#""\ud83d \ude00\ud83d \ud83d\u0041""#, #""\ud83d \ude00\ud83d \ud83dA""#),
        (#""\\u0041 \\\u0041 \u004""#, #""\\u0041 \\A \u004""#),
    ])
    func showsCharactersInPlaceOfTheirEscapes(text: String, shown: String) {
        #expect(lines(view(text)).map { $0.drop { $0 == " " } }.joined(separator: " ") == shown)
        #expect(lines(DocumentView(Document(Array(text.utf8), kind: .json), form: .raw)) == [text])
    }

    @Test(arguments: [#"\u00e9"#, #"\ud83d\ude00"#, #"\\"#])
    func rowsOfALongLineNeverDivideAnEscape(escape: String) {
        for padding in 1000..<1030 {
            let text = "\"" + String(repeating: "a", count: padding) + String(repeating: escape, count: 500) + "\""
            let shown = text.replacing(#"\u00e9"#, with: "é").replacing(#"\ud83d\ude00"#, with: "😀")
            #expect(lines(view(text)) == [shown], "\(padding)")
        }
    }

    @Test(arguments: [#"x/0"#, "page=0", "a/b/9", "é 2", "1&2"]) func findsDigitsBesideCharactersThatMayBeEscaped(query: String) throws {
        let bytes = Array(#"{"a":"x/0","b":"page=0","c":"a\/b\/9","d":"\u00e9 2","e":"1\u00262"}"#.utf8)
        #expect(try SearchPattern(SearchQuery(query), in: .json).matches(in: bytes).count == 1)
    }

    @Test(arguments: [("日本", [1..<13]), ("本", [7..<13]), ("é/", [13..<21]), ("É/", []), ("&", [21..<27]), (#"\u65e5"#, [1..<7])])
    func findsCharactersByTheirEscapes(query: String, found: [Range<Int>]) throws {
        let text = #""\u65e5\u672C\u00E9\/\u0026\\u65e5""#
        let view = view(text)
        let pattern = try SearchPattern(SearchQuery(query), in: .json)
        let matches = view.rows(0..<1, marking: pattern).flatMap(\.matches)
        #expect(matches.prefix(1).map(\.source) == found)
        // The whole character is marked.
        let shown = Array(#""日本é/&\\u65e5""#.utf8)
        #expect(matches.prefix(1).allSatisfy { String(validating: shown[$0.range], as: UTF8.self) != nil })
    }

    @Test func keepsTheTextOfALongUnterminatedString() {
        let text = "[\"" + String(repeating: "x", count: 20_000) + "\\\"  ,"
        #expect(lines(view(text)) == ["[", "  " + text.dropFirst()])
        #expect(view(text + "{").allRows.map(\.fold) == [.expanded] + Array(repeating: .none, count: 20))
    }
}

/// JSON with a line for each element, two spaces for each level and `key: value`, token by token; written for comparison, not for speed.
private enum PlainPrinter {
    static func lines(_ text: String) -> [String] {
        var (lines, line, depth) = ([String](), "", 0)
        let tokens = tokens(Array(text.unicodeScalars))
        func end() {
            lines.append(line)
            line = String(repeating: "  ", count: depth)
        }
        for (index, token) in tokens.enumerated() {
            let next = index + 1 < tokens.count ? tokens[index + 1] : ""
            switch token {
            case "{", "[":
                line += token
                if next == "}" || next == "]" { continue }
                depth += 1
                end()
            case "}", "]":
                let isEmpty = index > 0 && (tokens[index - 1] == "{" || tokens[index - 1] == "[")
                if !isEmpty {
                    depth -= 1
                    end()
                }
                line += token
            case ",":
                line += token
                end()
            case ":": line += ": "
            default: line += token
            }
        }
        return lines + [line]
    }

    private static func tokens(_ scalars: [Unicode.Scalar]) -> [String] {
        var (tokens, index) = ([String](), 0)
        while index < scalars.count {
            let start = index
            switch scalars[index] {
            case " ", "\n", "\r", "\t":
                index += 1
                continue
            case "{", "}", "[", "]", ",", ":": index += 1
            case "\"":
                index += 1
                while scalars[index] != "\"" { index += scalars[index] == "\\" ? 2 : 1 }
                index += 1
            default: while index < scalars.count, !" \n\r\t{}[],:".unicodeScalars.contains(scalars[index]) { index += 1 }
            }
            tokens.append(String(String.UnicodeScalarView(scalars[start..<index])))
        }
        return tokens
    }
}
