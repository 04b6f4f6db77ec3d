import Testing

@testable import Document

/// Syntax colours in lines that are too long to be read from their start.
@Suite struct MarkupColoursTests {
    /// The kinds of the text that is found last.
    private func kind(of text: String, in source: String, _ kind: ContentKind = .html) -> SyntaxKind? {
        let view = DocumentView(Document(Array(source.utf8), kind: kind))
        for row in view.rows(0..<view.rowCount).reversed() {
            guard let place = row.text.utf8.firstRange(of: text.utf8) else { continue }
            let offset = row.text.utf8.distance(from: row.text.startIndex, to: place.lowerBound)
            return row.spans.first { $0.range.contains(offset) }?.kind ?? .plain
        }
        return nil
    }

    private static let lengths = [100, 16_370, 16_400, 20_000, 300_000]

    @Test(arguments: lengths)
    func coloursALongCommentToItsEnd(_ length: Int) {
        #expect(kind(of: "end", in: "<a><!-- " + String(repeating: "x ", count: length / 2) + "end --></a>") == .comment)
        #expect(kind(of: "end", in: "<a><![CDATA[ " + String(repeating: "x ", count: length / 2) + "end ]]></a>", .xml) == .string)
    }

    @Test(arguments: [100, 16_380, 20_000, 200_000])
    func coloursAnAttributeAfterALongValue(_ length: Int) {
        let source = "<p><img src=\"data:" + String(repeating: "x", count: length) + "\" alt=\"ending\"></p>"
        #expect(kind(of: "alt", in: source) == .attribute)
        #expect(kind(of: "ending", in: source) == .string)
    }

    @Test func aVeryLongValueIsAString() {
        #expect(kind(of: "xyz", in: "<p><img src=\"" + String(repeating: "x", count: 300_000) + "yz\"></p>") == .string)
    }

    @Test(arguments: lengths)
    func entitiesOfALongTextAreSeen(_ length: Int) {
        #expect(kind(of: "&amp;", in: "<p>" + String(repeating: "x ", count: length / 2) + "&amp; y</p>") == .keyword)
    }

    @Test(arguments: lengths)
    func scriptsAndStylesKeepTheirLanguage(_ length: Int) {
        let script = "<script>" + String(repeating: "let x = 1;\n", count: length / 11) + "return 'ending'</script>"
        #expect(kind(of: "return", in: script) == .keyword)
        #expect(kind(of: "ending", in: script) == .string)
        #expect(kind(of: "script", in: script) == .tag)
    }
}
