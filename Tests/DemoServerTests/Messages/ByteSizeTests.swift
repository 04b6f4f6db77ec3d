import Testing

@testable import DemoServer

@Suite struct ByteSizeTests {
    @Test(arguments: [
        ("0", 0), ("10", 10), ("10k", 10_000), ("5M", 5_000_000), ("1g", 1_000_000_000), ("2ki", 2048), ("1Mi", 1 << 20), ("1gi", 1 << 30),
        ("10kb", 10_000), ("1GB", 1_000_000_000), ("2KiB", 2048), ("7b", 7),
    ])
    func readsSizes(text: String, expected: Int) {
        #expect(ByteSize.parse(text) == expected)
    }

    @Test(arguments: ["", "k", "-1", "1.5m", "10kbb", "b", "9999999999999999999", "9223372036854775807k", "1 k", "١k"])
    func refusesAnInvalidSize(text: String) {
        #expect(ByteSize.parse(text) == nil)
    }
}
