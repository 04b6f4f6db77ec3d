import Comparison
import Foundation
import Platform
import Testing

@Suite struct TextComparisonTests {
    private static func compare(_ old: String, _ new: String) throws -> Comparison {
        try Comparison(ComparedBytes(Array(old.utf8)), ComparedBytes(Array(new.utf8)))
    }

    /// The rows of a difference with a sign each; folds as their count.
    private static func signs(_ comparison: Comparison) -> [String] {
        comparison.rows.map { row in
            switch row.kind {
            case .same: " " + (row.left?.text ?? "")
            case .changed: "~" + (row.left?.text ?? "") + "→" + (row.right?.text ?? "")
            case .removed: "-" + (row.left?.text ?? "")
            case .added: "+" + (row.right?.text ?? "")
            case .moved: "m"
            case .fold(let fold): "\(fold.count)"
            }
        }
    }

    private static let cases: [(String, String, [String])] = [
        ("x a\nx b\n", "x a\nx b\n", []),
        ("first\nsecond\n", "first\n", [" first", "-second"]),
        ("first\n", "zero\nfirst\n", ["+zero", " first"]),
        ("the old line\n", "the new line\n", ["~the old line→the new line"]),
        ("abc\n", "xyz\n", ["-abc", "+xyz"]),
        ("first", "first\n", ["~first→first", " Only the new text ends with a line break."]), ("first", "first", []),
        ("one\n", "one\ntwo", [" one", "+two", " Only the old text ends with a line break."]), ("", "one", ["+one"]),
        ("first\r\nsecond\r\n", "first\r\nthird\r\n", [" first\r", "-second\r", "+third\r"]),
    ]

    @Test(arguments: cases) func comparesByLines(old: String, new: String, expected: [String]) throws {
        #expect(Self.signs(try Self.compare(old, new)) == expected)
    }

    @Test func marksTheWordsThatChanged() throws {
        let row = try #require(try Self.compare("the old line\n", "the new line\n").rows.first)
        #expect(row.left?.pieces.filter(\.isMarked).map(\.text) == ["old"])
        #expect(row.right?.pieces.filter(\.isMarked).map(\.text) == ["new"])
    }

    @Test func foldsEqualLines() throws {
        let lines = (0..<30).map { "number \($0)\n" }
        let comparison = try Self.compare(lines.joined(), lines.joined().replacing("number 15\n", with: "something else\n"))
        #expect(Self.signs(comparison).compactMap(Int.init) == [12, 11])
        guard case .fold(let fold)? = comparison.rows.first?.kind else { throw PatchError(path: "") }
        #expect(comparison.rows(of: fold).map { $0.left?.number } == Array(1...12))
    }

    @Test func writesAUnifiedDiff() throws {
        let lines = (1...20).map { "line \($0)\n" }.joined()
        let diff = try Self.compare(lines, lines.replacing("line 5\n", with: "line five\n").replacing("line 18\n", with: ""))
            .unifiedDiff("a", "b")
        #expect(
            String(decoding: diff ?? [], as: UTF8.self) == """
                --- a
                +++ b
                @@ -2,7 +2,7 @@
                 line 2
                 line 3
                 line 4
                -line 5
                +line five
                 line 6
                 line 7
                 line 8
                @@ -15,6 +15,5 @@
                 line 15
                 line 16
                 line 17
                -line 18
                 line 19
                 line 20

                """)
    }

    @Test func aUnifiedDiffHasTheLineBreaksOfTheTexts() throws {
        let diff = try Self.compare("a\r\nb\r\n", "a\r\nc\r\n").unifiedDiff("a", "b")
        #expect(diff == Array("--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n".utf8))
        let open = try Self.compare("b\r", "c\r").unifiedDiff("a", "b")
        let end = "-b\r\n\\ No newline at end of file\n+c\r\n\\ No newline at end of file\n".utf8
        #expect(open.map { Array($0.suffix(end.count)) } == Array(end))
    }

    /// The line that tells so lets `patch` apply the difference.
    @Test(arguments: [
        ("a\nb", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"),
        ("b\n", "b", "@@ -1 +1 @@\n-b\n+b\n\\ No newline at end of file\n"),
        ("b", "b\nc\n", "@@ -1 +1,2 @@\n-b\n\\ No newline at end of file\n+b\n+c\n"),
        ("a\nb", "c\nb", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"),
    ])
    func aUnifiedDiffTellsOfAMissingLineBreakAtTheEnd(old: String, new: String, hunk: String) throws {
        let diff = try #require(try Self.compare(old, new).unifiedDiff("a", "b"))
        #expect(String(decoding: diff, as: UTF8.self) == "--- a\n+++ b\n" + hunk)
    }

    /// A text in Latin 1, as of many old programs.
    @Test func aUnifiedDiffHasTheBytesOfTheTexts() throws {
        let (old, new): ([UInt8], [UInt8]) = ([0xE9, 0x0A], [0xE8, 0x0A])
        let diff = try #require(try Comparison(ComparedBytes(old), ComparedBytes(new)).unifiedDiff("a", "b"))
        let lines: [UInt8] = [0x2D, 0xE9, 0x0A, 0x2B, 0xE8, 0x0A]
        #expect(Array(diff.suffix(6)) == lines)
    }

    @Test func longDifferencesAreCut() throws {
        let comparison = try Self.compare("", (0..<150_000).map { "\($0)\n" }.joined())
        #expect(comparison.rows.count == 100_000)
        #expect(comparison.isCut)
    }

    @Test func unifiedDiffOfJSONHasALineForEachValue() throws {
        let diff = try Self.compare(#"{"a":1,"b":[]}"#, #"{"a":2,"b":[]}"#).unifiedDiff("a", "b")
        #expect(String(decoding: diff ?? [], as: UTF8.self).contains("-  \"a\": 1,\n+  \"a\": 2,\n   \"b\": []\n"))
    }

    @Test func comparesXMLByStructure() throws {
        let old = "<a>\n  <b y='2' x='1'/>text   here</a>"
        let comparison = try Self.compare(old, "<a><b x='1' y='2' />text here</a>")
        #expect(comparison.kind == .xml)
        #expect(comparison.isEqual)
        let changed = try Self.compare(old, old.replacing("here", with: "there"))
        #expect(Self.signs(changed) == [" <a>", #"   <b x="1" y="2"/>"#, "~  text here→  text there", " </a>"])
    }

    @Test(arguments: [
        ("<u role =\"admin\" name= \"guest\"/>", "<u role=\"admin\" name = \"guest\"/>", true),
        ("<u role =\"admin\" name =\"guest\"/>", "<u role =\"guest\" name =\"admin\"/>", false),
        ("<u role = \"admin\" name = \"guest\"/>", "<u role = \"guest\" name = \"admin\"/>", false),
        ("<a x='1'/>", "<a x=\"1\"></a>", true), ("<a x='\"'/>", "<a x='1'/>", false), ("<a x='y z=1'/>", "<a x='z=1 y'/>", false),
        ("<a> <b> </b> </a>", "<a><b/></a>", true), ("<a><b>c</b></a>", "<a><b/>c</a>", false),
        ("<p>Hello <b>World</b></p>", "<p>Hello<b>World</b></p>", false),
        ("<p><b>Hello</b> World</p>", "<p><b>Hello</b>World</p>", false), ("<p>a<b> c</b></p>", "<p>a<b>c</b></p>", false),
        ("<p>Hello\n <b>World</b></p>", "<p>Hello <b>World</b></p>", true), ("<p>a <!-- b -->c</p>", "<p>a c</p>", true),
        ("<p>a<!-- b -->c</p>", "<p>a c</p>", false),
    ])
    func `the amount of white space, quotes and empty tags of XML do not count`(old: String, new: String, isEqual: Bool) throws {
        let comparison = try Self.compare(old, new)
        #expect(comparison.kind == .xml)
        #expect(comparison.isEqual == isEqual)
    }

    @Test func `a long line that is cut ends with a sign`() throws {
        let line = String(repeating: "x", count: 17 << 10)
        let comparison = try Self.compare(line + "1\n", line + "2\n")
        #expect(comparison.rows.compactMap { ($0.left ?? $0.right)?.text.last } == ["…", "…"])
    }

    @Test(arguments: ["<a>", "<a></b>", "<a", "< >", "<!-- ", "<a><![CDATA[</a>"])
    func comparesInvalidXMLAsText(text: String) throws {
        #expect(try Self.compare(text, text + "x").kind == .text)
    }

    @Test func comparesOtherBytesByHash() throws {
        let (old, new): ([UInt8], [UInt8]) = ([1, 0, 2], [1, 0, 3])
        let comparison = try Comparison(ComparedBytes(old), ComparedBytes(new))
        #expect(comparison.kind == .binary)
        #expect(comparison.counts.changed == 1)
        #expect(try Comparison(ComparedBytes(old), ComparedBytes(old)).isEqual)
        #expect(comparison.unifiedDiff("a", "b") == nil)
    }

    @Test func readsFiles() throws {
        #expect(throws: (any Error).self) { try ComparedBytes(file: "/nonexistent/file") }
        #expect(try ComparedBytes(file: #filePath).count > 0)
        #expect(try ComparedBytes(file: "/dev/null").count == 0)
        #expect(throws: (any Error).self) { try ComparedBytes(file: "/") }
    }

    @Test func anEndlessDeviceIsTooLarge() {
        #expect { try ComparedBytes(file: "/dev/zero") } throws: { ($0 as? SystemError)?.number == EFBIG }
    }

    /// The system reports a size of zero for a pipe, as `diff <(a) <(b)` of a shell gives it, and for a file of `/proc`.
    @Test func readsAPipeToItsEnd() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(repeating: 7, count: 60_000))
        try pipe.fileHandleForWriting.close()
        #expect(try ComparedBytes(file: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)").count == 60_000)
    }
}
