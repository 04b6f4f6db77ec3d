import Foundation
import Testing

@testable import Document

@Suite struct CharsetTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var bytes: [UInt8]
        var mediaType: String
        var charset: String
        var line: String
        var testDescription: String { "\(mediaType) \(charset)" }

        init(_ bytes: [UInt8], _ mediaType: String, _ charset: String, _ line: String) {
            self.bytes = bytes
            self.mediaType = mediaType
            self.charset = charset
            self.line = line
        }
    }

    @Test(arguments: [
        Case(Array("é".utf8), "text/plain", "UTF-8", "é"),
        Case([0xE9, 0x80], "text/plain; charset=ISO-8859-1", "WINDOWS-1252", "é€"),
        Case([0xE9], "text/plain; charset=\"latin1\"; x=y", "WINDOWS-1252", "é"),
        Case([0xCF, 0xF0], "text/plain;charset=windows-1251", "WINDOWS-1251", "Пр"),
        Case([0x93, 0xFA, 0x96, 0x7B], "text/plain; charset=Shift_JIS", "SHIFT_JIS", "日本"),
        Case([0xEF, 0xBB, 0xBF, 0x61], "text/plain; charset=latin1", "UTF-8", "a"),
        Case([0xFF, 0xFE, 0x61, 0, 0xE5, 0x65], "text/plain", "UTF-16LE", "a日"),
        Case([0xFE, 0xFF, 0, 0x61, 0x65, 0xE5], "application/json", "UTF-16BE", "a日"),
        Case([0x31, 0, 0x32, 0], "application/json", "UTF-16LE", "12"),
        Case(Array("é".utf8), "application/json; charset=latin1", "UTF-8", "é"),
        Case(
            Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8) + [0xE9], "application/xml", "WINDOWS-1252",
            "<?xml version='1.0' encoding='ISO-8859-1'?>é"),
        Case(Array("<meta charset=windows-1251>".utf8) + [0xCF], "text/html", "WINDOWS-1251", "<meta charset=windows-1251>П"),
        Case(Array("xin cha".utf8), "text/plain; charset=windows-1258", "WINDOWS-1258", "xin cha"),
        Case([0x61, 0xFF], "text/plain; charset=no-such", "UTF-8", "a\u{FFFD}"),
        Case([0x61, 0x00, 0x00, 0xD8, 0x62, 0x00], "text/plain; charset=utf-16le", "UTF-16LE", "a\u{FFFD}b"),
    ])
    func textIsReadInItsCharacterSet(_ test: Case) {
        let document = Document(test.bytes, mediaType: test.mediaType)
        #expect(document.charset.name == test.charset)
        #expect(DocumentView(document, form: .raw).allRows.map(\.text) == [test.line])
    }

    @Test func aMarkBeforeJSONIsNoProblem() {
        let document = Document([0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8), mediaType: "application/json")
        #expect(document.problem == nil)
        #expect(DocumentView(document).plainLines == ["{", "  \"a\": 1", "}"])
    }

    @Test func aCharacterSetCanBeChosen() async {
        let source = ByteSource([0xE9])
        let documents = await Array(DocumentUpdates(source, reading: Interpretation(kind: .text, charset: Charset("latin1"))))
        #expect(documents.last.map { DocumentView($0).allRows.map(\.text) } == ["é"])
    }

    @Test func decodesTextThatArrivesInPieces() async throws {
        let source = ByteSource()
        let bytes = Array("日本語\n".utf8) + Array("é".utf8)
        let wide = try #require(String(decoding: bytes, as: UTF8.self).data(using: .utf16BigEndian))
        var iterator = DocumentUpdates(source, reading: Interpretation(mediaType: "text/plain; charset=utf-16be")).makeAsyncIterator()
        var last: Document?
        for byte in wide {
            try source.append([byte])
            last = await iterator.next()
        }
        source.finish()
        while let next = await iterator.next() { last = next }
        #expect(last.map { DocumentView($0).allRows.map(\.text) } == ["日本語", "é"])
        #expect(last?.isComplete == true)
    }

    @Test func bytesThatAreNotTextAreMarked() {
        let row = DocumentView(Document([0x61, 0xFF, 0x62], kind: .text)).allRows.first
        #expect(row?.text == "a\u{FFFD}b")
        #expect(row?.spans == [SyntaxSpan(1..<4, .invalid)])
    }
}
