import Document
import JSON
import Query

extension FuzzTarget {
    private static let json = [#"{"a": [1, -2.5e+3, true, null, "x\u00e9\ud83d\ude00\n"], "b": {}}"#, "[[[[]]]]", "1 2 3"]
    private static let jsonTokens = ["{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "true", "null", "-", "e+"]
    private static let markup = [
        "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a x=\"1\"><!-- c --><b/><![CDATA[d]]>&lt;</a>",
        "<p>a<br><script>if (a<b) {}</script>",
    ]
    private static let markupTokens = [
        "<", ">", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "&", ";", "=", "\"", "<script>", "<?", "?>",
    ]

    /// Bodies in their forms, and queries on them.
    static let documents: [FuzzTarget] = [
        FuzzTarget("JSON", seeds: json, tokens: jsonTokens) { bytes in
            let limits = JSONLimits()
            if let value = try? JSONValue(parsing: bytes, limits: limits) { _ = value.compactBytes }
            _ = try? JSONSource(parsing: bytes)
        },
        FuzzTarget(
            "media types", seeds: ["application/vnd.a+json; charset=utf-8", "*/*"], tokens: ["/", "+", ";", "=", "charset="],
            text: { _ = ContentKind(mediaType: $0) }),
        document("JSON document", "application/json", seeds: json, tokens: jsonTokens),
        document("XML document", "application/xml", seeds: markup, tokens: markupTokens),
        document("HTML document", "text/html", seeds: markup, tokens: markupTokens),
        document("text document", "text/plain; charset=utf-16", seeds: ["a\r\nb\tc\u{2028}d"], tokens: ["\n", "\r", "\t"]),
        document(
            "script document", "text/javascript", seeds: ["let a = `b${c}` // d\n/* e */ '\\'' /f/g"],
            tokens: ["`", "${", "/*", "*/", "//", "'"]),
        document(
            "style document", "text/css", seeds: ["a:hover { b: url(c) } /* d */ @media x {}"], tokens: ["{", "}", "/*", "*/", "@", "\""]),
        document("YAML document", "application/yaml", seeds: ["a: &b\n  - 'c'\n  - |\n    d\n"], tokens: [": ", "- ", "|", "'", "#", "&"]),
        FuzzTarget(
            "JSONPath", seeds: ["$..book[?(@.price < 10 && match(@.a, 'x.*'))]['b', 1:5:2, *]", "$"],
            tokens: ["$", "@", "..", "[", "]", "?", "*", "'", ":", "&&", "!", "count(", ")"],
            text: { _ = try? JSONPath($0) }),
    ]

    private static func document(_ name: String, _ mediaType: String, seeds: [String], tokens: [String]) -> FuzzTarget {
        FuzzTarget(name, seeds: seeds, tokens: tokens) { bytes in
            let document = Document(bytes, mediaType: mediaType)
            for form in DocumentView.Form.allCases {
                let view = DocumentView(document, form: form)
                _ = view.rows(0..<min(view.rowCount, 40))
            }
        }
    }
}
