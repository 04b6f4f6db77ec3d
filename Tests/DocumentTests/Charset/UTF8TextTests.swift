import Document
import Testing

@Suite struct UTF8TextTests {
    private static let wide: [UInt8] = Array("<a>é</a>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }

    @Test(
        arguments: [
            (Array("<a>é</a>".utf8), nil), ([0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8), "text/xml"), (wide, "application/xml"),
            ([0xFF, 0xFE] + wide, nil), ([0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E], "text/xml; charset=iso-8859-1"),
        ] as [([UInt8], String?)])
    func everyCharacterSetBecomesUTF8(bytes: [UInt8], mediaType: String?) {
        #expect(String(decoding: Document.utf8Text(of: bytes, mediaType: mediaType), as: UTF8.self) == "<a>é</a>")
    }

    @Test(arguments: [[], [0x61, 0xFF]] as [[UInt8]]) func otherBytesStay(bytes: [UInt8]) {
        #expect(Document.utf8Text(of: bytes) == bytes)
    }
}
