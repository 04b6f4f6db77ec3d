import Testing

@testable import Document

@Suite struct SyntaxHighlighterTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var kind: ContentKind
        var text: String
        /// Words and their meanings.
        var tokens: [String]
        var testDescription: String { "\(kind) \(text)" }

        init(_ kind: ContentKind, _ text: String, _ tokens: String...) {
            self.kind = kind
            self.text = text
            self.tokens = tokens
        }
    }

    @Test(arguments: [
        Case(
            .json, #"{"a": [1, "b", true, x]}"#, "{ punctuation", #""a" key"#, ": punctuation", "[ punctuation", "1 number",
            ", punctuation", #""b" string"#, ", punctuation", "true keyword", ", punctuation", "x error", "]} punctuation"),
        Case(
            .xml, "<a b='c'>&amp;<!-- d --></a>", "< punctuation", "a tag", "b attribute", "= punctuation", "'c' string", "> punctuation",
            "&amp; keyword", "<!-- d --> comment", "</ punctuation", "a tag", "> punctuation"),
        Case(.xml, "a & b; &#x41;", "&#x41; keyword"),
        Case(.xml, "<?xml v?><![CDATA[<x>]]>", "<?xml v?> comment", "<![CDATA[<x>]]> string"),
        Case(
            .html, "<!doctype html><p id=x>", "<!doctype html> keyword", "< punctuation", "p tag", "id attribute", "= punctuation",
            "x string", "> punctuation"),
        Case(
            .html, "<script>let a</script>", "< punctuation", "script tag", "> punctuation", "let keyword", "</ punctuation",
            "script tag", "> punctuation"),
        Case(
            .css, "a.b { color: #fff; } /* c */", "a.b tag", "{ punctuation", "color key", ": punctuation", "#fff number",
            "; punctuation", "} punctuation", "/* c */ comment"),
        Case(.javascript, "const a = 'x'; // y", "const keyword", "= punctuation", "'x' string", "; punctuation", "// y comment"),
        Case(
            .yaml, "a: 1 # c\n- \"b\"\n- x y", "a key", ": punctuation", "1 number", "# c comment", "- punctuation", "\"b\" string",
            "- punctuation", "x y string"),
        Case(.form, "a=1&b", "a key", "= punctuation", "1 string", "& punctuation", "b key"),
        Case(.headers, "Host: x\nA:\n", "Host key", ": punctuation", " x string", "A key", ": punctuation"),
        Case(.text, "anything"),
    ])
    func coloursTokensByTheirMeaning(_ test: Case) {
        let rows = DocumentView(Document(Array(test.text.utf8), kind: test.kind), form: .raw).allRows
        let tokens = rows.flatMap { row in
            row.spans.map { "\(String(decoding: Array(row.text.utf8)[$0.range], as: UTF8.self)) \($0.kind)" }
        }
        #expect(tokens == test.tokens)
    }

    @Test(arguments: ContentKind.allCases, UInt64(0)..<4)
    func tokensOfAnythingAreInOrder(_ kind: ContentKind, _ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let pieces = [
            "<", ">", "</a", "<!--", "-->", "\"", "'", "`", "//", "/*", "*/", "=", "&", ":", "#", "- ", "\n", "\\", "a", "1", "é", "{", "[",
        ]
        let bytes = Array((0..<600).map { _ in pieces.randomElement(using: &random) ?? "" }.joined().utf8)
        let tokens = bytes.withUnsafeBytes { SyntaxHighlighter.tokens(kind, in: 100..<$0.count - 50, of: $0, safeStart: nil) }
        var end = 0
        for token in tokens {
            #expect(token.range.lowerBound >= end && token.range.upperBound <= bytes.count - 50)
            end = token.range.upperBound
        }
    }

    @Test func coloursTheMiddleOfALongString() {
        let text = "[\"" + String(repeating: "x", count: 100_000) + "\"]"
        let view = DocumentView(Document(Array(text.utf8), kind: .json), form: .raw)
        #expect(view.rows(60..<61).first?.spans == [SyntaxSpan(0..<1024, .string)])
    }
}

extension DocumentView {
    var allRows: [DisplayLine] { rows(0..<rowCount) }
}
