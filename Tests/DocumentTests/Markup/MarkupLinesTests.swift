import Testing

@testable import Document

@Suite struct MarkupLinesTests {
    @Test(arguments: [
        (ContentKind.xml, "<a><b>x</b><c/><d>\n</d></a>", ["<a>", "  <b>x</b>", "  <c/>", "  <d>", "  </d>", "</a>"]),
        (
            .xml, "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
            ["<?xml version='1.0'?>", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<a/>"]
        ),
        (.xml, "<a x='>'\n y=\"2\">t <b/>u\nv</a>", ["<a x='>'  y=\"2\">", "  t", "  <b/>", "  u", "  v", "</a>"]),
        (.xml, "<a><!-- <b> --><![CDATA[</a>]]></a>", ["<a>", "  <!-- <b> -->", "  <![CDATA[</a>]]>", "</a>"]),
        (.xml, "</a></b>x < y", ["</a>", "</b>", "x", "< y"]),
        (.xml, "<a><b", ["<a>", "  <b"]),
        (.html, "<ul><li>a<li>b<br>c</ul>", ["<ul>", "  <li>a", "  <li>b<br>", "  c", "</ul>"]),
        (.html, "<div><script>if (a<b) {}</script><p>x</div>", ["<div>", "  <script>if (a<b) {}</script>", "  <p>x", "</div>"]),
        (
            .html, "<body><p class='x'>This is a <b>paragraph</b> with <a href='/x'>a <i>link</i></a>.</p><p></p></body>",
            ["<body>", "  <p class='x'>This is a <b>paragraph</b> with <a href='/x'>a <i>link</i></a>.</p>", "  <p></p>", "</body>"]
        ),
        (.html, "<div>One <b>two</b></div><div>a<p>b</div>", ["<div>One <b>two</b></div>", "<div>", "  a", "  <p>b", "</div>"]),
        (.html, "<a href=1>x</a> | <A href=2>y</A>\n<b>z", ["<a href=1>x</a> | <A href=2>y</A>", "<b>", "  z"]),
        (.html, "Hello <b>you</b> there", ["Hello <b>you</b> there"]),
        (.html, "a <b>c\nd</b> e", ["a", "<b>", "  c", "  d", "</b>", "e"]),
        (.html, "<td>1<td>2</td><tr><!-- c -->x<img src=y>", ["<td>1", "<td>2</td>", "<tr>", "<!-- c -->", "x<img src=y>"]),
        (.html, "<a><div>x</div></a>", ["<a>", "  <div>x</div>", "</a>"]),
        (.xml, "<a><![CDATA[]}>]]>b<!-- -\r> --></a>", ["<a>", "  <![CDATA[]}>]]>", "  b", "  <!-- -\r> -->", "</a>"]),
        (.html, "<script>a</b></script>c", ["<script>a</b></script>", "c"]),
        (.html, "", []),
    ])
    func markupIsFormatted(_ kind: ContentKind, _ text: String, _ expected: [String]) {
        let view = DocumentView(Document(Array(text.utf8), kind: kind))
        #expect(view.plainLines == expected.map { $0.replacingBreaks })
    }

    @Test func elementsAreFolded() {
        var view = DocumentView(Document(Array("<a><b>\n<c/>\n</b><d/></a>".utf8), kind: .xml))
        #expect(view.toggleFold(atRow: 2) == 1)
        #expect(view.plainLines == ["<a>", "  <b>…</b>", "  <d/>", "</a>"])
        #expect(view.matchingRow(of: 0) == 3)
        #expect(view.path(atRow: 0) == nil)
    }

    /// The search for the end of each part goes on where the former piece ended: looking again from its start takes many minutes.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("<a>", "x", "</a>"), ("<a><!--", "-", "--></a>"), ("<a b='", ">", "'/>"), ("<!DOCTYPE a [", ">", "]>"),
            ("<script>", "<", "</script>"), ("<title>", "</b>", "</title>"),
        ])
    func longPartsArriveInPieces(head: String, part: String, tail: String) {
        let bytes = Array((head + String(repeating: part, count: (2 << 20) / part.utf8.count) + tail + "<c>d</c>").utf8)
        var indexer = LineIndexer(.html)
        let index = bytes.withUnsafeBytes { all in
            for end in stride(from: 1, to: all.count, by: 509) {
                _ = indexer.advance(over: UnsafeRawBufferPointer(rebasing: all[..<end]), isComplete: false)
            }
            return indexer.advance(over: all, isComplete: true)
        }
        let reference = ReferenceIndex(.html, bytes)
        #expect(index.checkpoints.all == reference.checkpoints)
        #expect(index.rowCount == reference.rowCount)
    }

    @Test(arguments: [ContentKind.xml, .html], UInt64(0)..<3)
    func everyPieceOfAnythingIsShownOnce(_ kind: ContentKind, _ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let pieces = [
            "<a>", "</a>", "<b c='d'>", "</b>", "<e/>", "text", "\n", " ", "<!-- x -->", "<", ">", "&amp;", "<script>", "</script>", "é",
            "<p>", "</p>", "<br>", "<div>", "</div>",
        ]
        let bytes = Array((0..<12_000).map { _ in pieces.randomElement(using: &random) ?? "" }.joined().utf8)
        var indexer = LineIndexer(kind.grammar ?? .xml)
        bytes.withUnsafeBytes { all in
            var end = 0
            while end < all.count {
                end = min(all.count, end + Int.random(in: 1...9000, using: &random))
                let known = UnsafeRawBufferPointer(rebasing: all[..<end])
                let index = indexer.advance(over: known, isComplete: end == all.count)
                #expect(index.lineCount >= index.checkpoints.count)
            }
            let index = indexer.advance(over: all, isComplete: true)
            let reference = ReferenceIndex(kind.grammar ?? .xml, bytes)
            #expect(index.checkpoints.all == reference.checkpoints)
            #expect(index.rowCount == reference.rowCount)
            let shown = reference.lines.flatMap { all[$0.scanned.range] }.filter { $0 > 0x20 }
            #expect(shown == bytes.filter { $0 > 0x20 })
        }
    }
}

extension String {
    /// Rows show line breaks within tags as space.
    fileprivate var replacingBreaks: String { String(map { $0.isNewline ? " " : $0 }) }
}
