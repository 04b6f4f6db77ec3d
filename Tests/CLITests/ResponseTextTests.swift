import Testing

@testable import CLI

/// The text of a response on a terminal.
struct ResponseTextTests {
    @Test(
        arguments: [
            ([0xE4, 0xF6], "text/plain; charset=iso-8859-1", "äö"), ([0x93, 0xFA], "text/plain; charset=Shift_JIS", "日"),
            ([0x61, 0, 0xE4, 0], "text/plain; charset=utf-16le", "aä"), ([0xFF, 0xFE, 0x5B, 0, 0x5D, 0], "application/json", "[]"),
            ([0x22, 0xE4, 0x22], "application/json", "\"\u{FFFD}\""), ([0xE4, 0x61], "text/plain", "\u{FFFD}a"),
            ([0xEF, 0xBF, 0xBD], nil, "\u{FFFD}"), ([0x61], "application/octet-stream", "a"), ([0x61, 0x62, 0, 0x63, 0xFF], nil, nil),
            ([0xFF, 0x61, 0xE4], nil, nil), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png", nil),
            ([0xE4, 0x61], "application/octet-stream", nil),
        ] as [([UInt8], String?, String?)])
    func `text in any character set counts as text, binary data does not`(bytes: [UInt8], mediaType: String?, text: String?) {
        #expect(ResponsePrinter.text(of: bytes, mediaType: mediaType) == text)
    }
}
