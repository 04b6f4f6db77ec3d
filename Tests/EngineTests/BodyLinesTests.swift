import Testing

@testable import Engine

@Suite struct BodyLinesTests {
    @Test(arguments: [
        (Array("a\r\nb\nc".utf8), ["a", "b", "c"]), ([], [""]), (Array("ä\r\n".utf8), ["ä", ""]), (Array("a\rb".utf8), ["a\rb"]),
        ([0x89, 0x50, 0x00, 0x09, 0x7F, 0x0D, 0x0A, 0x41], ["\\x89P\\x00\t\\x7f", "A"]),
    ])
    func `lines end as in text, and binary data is reported`(bytes: [UInt8], expected: [String]) {
        #expect(BodyLines.lines(of: bytes) == expected)
    }
}
