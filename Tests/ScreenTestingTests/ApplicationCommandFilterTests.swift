import Testing

@testable import ScreenTesting

@Suite struct ApplicationCommandFilterTests {
    @Test(arguments: [
        ("a\u{1B}_Gi=1;AAAA\u{1B}\\b", "ab"), ("\u{1B}[1m\u{1B}\u{1B}[2m", "\u{1B}[1m\u{1B}\u{1B}[2m"),
        ("\u{1B}_x\u{1B}\\\u{1B}_y\u{1B}\\", ""),
    ])
    func `commands are left out wherever the output is cut`(output: String, expected: String) {
        let bytes = Array(output.utf8)
        for cut in 0...bytes.count {
            var filter = ApplicationCommandFilter()
            let passed = filter.pass(Array(bytes[..<cut])) + filter.pass(Array(bytes[cut...]))
            #expect(String(decoding: passed, as: UTF8.self) == expected)
        }
    }
}
