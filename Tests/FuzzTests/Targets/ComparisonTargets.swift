import Comparison
import Testing

extension FuzzTarget {
    private static let json = #"{"id": 1, "items": [{"id": 1, "t": "2026-11-23T06:00:00Z"}, {"id": 2}, 1.50e3, "\\u00e9"], "a/b": null}"#
    private static let xml = "<a x='1'><!-- c --><b y=\"2\"/><![CDATA[<]]>text</a>"

    /// Comparisons of a document with a seed, both ways, under rules.
    static let comparisons: [FuzzTarget] = [
        FuzzTarget("comparison of JSON", seeds: [json], tokens: ["{", "}", "[", "]", ",", "\"id\":", "1", "null", "e9", "\\u"]) {
            compare($0, with: json)
        },
        FuzzTarget("comparison of XML", seeds: [xml], tokens: ["<", "</a>", "<b>", "/>", "<!--", "]]>", "'", "\""]) {
            compare($0, with: xml)
        },
        FuzzTarget("comparison of text", seeds: ["one\ntwo\nthree\n\nfour"], tokens: ["\n", "\r", "\0"]) {
            compare($0, with: "one\ntwo\nthree\n\nfour")
        },
    ]

    private static func compare(_ bytes: [UInt8], with seed: String) {
        let (left, right) = (ComparedBytes(bytes), ComparedBytes(Array(seed.utf8)))
        let rules = IgnoreRules(paths: ["/items/*/t", "**/id", "a"], ids: true, times: true, order: bytes.count % 2 == 0)
        for (old, new, rules) in [(left, right, IgnoreRules()), (right, left, rules)] {
            guard let comparison = try? Comparison(old, new, rules: rules) else { continue }
            for case .fold(let fold) in comparison.rows.map(\.kind) { _ = comparison.rows(of: fold) }
            _ = try? comparison.patch()?.document
            _ = comparison.unifiedDiff("a", "b")
        }
        if let comparison = try? Comparison(left, left), !comparison.isEqual { Issue.record("a document differs from itself") }
    }
}
