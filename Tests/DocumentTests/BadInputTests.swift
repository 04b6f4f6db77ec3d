import Document
import Testing

/// Bodies that lie or are broken: each is shown, and says what is wrong where something is.
@Suite struct BadInputTests {
    private func rows(_ document: Document, form: DocumentView.Form? = nil) -> [String] {
        let view = DocumentView(document, form: form)
        return view.rows(0..<min(50, view.rowCount)).map(\.text)
    }

    @Test(arguments: [
        ("{\"a\": [1, 2", 1, "ends before all brackets are closed"), ("{\"a\": nope}", 1, "true, false or null"),
        ("{\n// no\n\"a\": 1}", 2, "Comments"), ("{\"a\": NaN}", 1, "true, false or null"), ("[1,]", 1, "another member"),
        ("{\"a\" 1}", 1, "a colon"), ("[\"\\x\"]", 1, "escape"), ("[\"a\nb\"]", 1, "line break"),
    ])
    func reportsTheProblemAndShowsTheRest(text: String, line: Int, sentence: String) {
        let document = Document(Array(text.utf8), mediaType: "application/json")
        #expect(document.problem?.line == line)
        #expect(document.problem?.message.contains(sentence) == true)
        let shown = rows(document).joined().filter { !$0.isWhitespace }
        #expect(shown == text.filter { !$0.isWhitespace })
    }

    @Test func aMarkBeforeJSONAndLoneSurrogatesAreAccepted() {
        let document = Document([0xEF, 0xBB, 0xBF] + Array(#"["\ud800", "\udc00x"]"#.utf8), mediaType: "application/json")
        #expect(document.problem == nil)
        #expect(rows(document) == ["[", #""\ud800","#, #""\udc00x""#, "]"])
    }

    @Test func handlesAMillionLevels() throws {
        let count = 1_000_000
        let document = Document(
            [UInt8](repeating: UInt8(ascii: "["), count: count) + [UInt8(ascii: "1")] + [UInt8](repeating: UInt8(ascii: "]"), count: count),
            mediaType: "application/json")
        #expect(document.problem == nil)
        var view = DocumentView(document)
        #expect(view.rowCount == 2 * count + 1)
        #expect(view.rows(count..<count + 1).first?.text == "1")
        #expect(view.path(atRow: count) != nil)
        view.toggleFold(atRow: 0)
        #expect(view.rowCount == 1)
    }

    @Test func aNumberOfAMegabyteKeepsItsDigits() {
        let digits = String(repeating: "7", count: 1 << 20)
        let document = Document(Array("[\(digits)]".utf8), mediaType: "application/json")
        #expect(document.problem == nil)
        let view = DocumentView(document)
        let shown = view.rows(0..<view.rowCount).map(\.text).joined()
        #expect(shown == "[\(digits)]")
    }

    @Test func marksInvalidText() {
        #expect(rows(Document([0x61, 0xFF, 0xC0, 0x80, 0x62], mediaType: "text/plain")) == ["a\u{FFFD}\u{FFFD}\u{FFFD}b"])
    }

    @Test func aWrongMediaTypeIsCorrectedByTheBytes() {
        #expect(Document(Array("<!doctype html><p>".utf8), mediaType: "application/json").kind == .html)
        #expect(Document(Array("{\"a\":1}".utf8), mediaType: "text/plain").kind == .json)
        #expect(Document([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], mediaType: "text/html").kind == .image)
        #expect(Document([0, 1, 2, 3], mediaType: "application/json").kind == .binary)
    }

    @Test func aWrongCharacterSetCanBeCorrected() async {
        let source = ByteSource([0xE9, 0x74, 0xE9])
        var last: Document?
        for await document in DocumentUpdates(
            source, reading: Interpretation(mediaType: "text/plain; charset=utf-8", charset: Charset("latin1")))
        {
            last = document
        }
        #expect(last.map { rows($0) } == ["été"])
    }

    /// A few controls among text: a title that a terminal would take, shown as text.
    @Test func controlCharactersKeepTextAsText() {
        let text = "before \u{1B}]0;title\u{7} behind, and some more words to read"
        #expect(Document(Array(text.utf8), mediaType: "text/plain").kind == .text)
        #expect(rows(Document(Array(text.utf8), mediaType: "text/plain")) == [text])
        #expect(Document(Array("a\u{0}b".utf8), mediaType: "text/plain").kind == .binary)
    }

    @Test func keepsControlCharactersInMarkup() {
        #expect(rows(Document(Array("<p>a\u{B}</p>\u{0}\n<b/>".utf8), kind: .xml)).joined() == "<p>a\u{B}</p>\u{0}<b/>")
    }
}
