import Testing

@testable import Screen

@Suite struct UTF8ScalarTests {
    /// Every stretch of bytes is taken as the standard library takes it, which follows the Unicode Standard.
    @Test(
        arguments: [
            [0x41], [0xC3, 0xA9], [0xE6, 0x97, 0xA5], [0xF0, 0x9F, 0x98, 0x80], [0x80], [0xBF, 0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3],
            [0xC3, 0x41],
            [0xE0, 0x80, 0x80], [0xE0, 0xA0], [0xED, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF], [0xF5, 0x80], [0xFF, 0xFE], [0xE6, 0x97, 0xC3, 0xA9],
        ] as [[UInt8]])
    func `reads as the standard library does`(bytes: [UInt8]) {
        #expect(decoded(bytes) == Array(String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)))
    }

    @Test func `reads two of each byte as the standard library does`() {
        for first in 0x7F...0xFF as ClosedRange<UInt8> {
            for second in 0x7F...0xFF as ClosedRange<UInt8> {
                let bytes = [first, second, 0x80, 0x41]
                let expected = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value))
                if decoded(bytes) != expected { Issue.record("\(bytes)") }
            }
        }
    }

    private func decoded(_ bytes: [UInt8]) -> [UInt32] {
        bytes.withUnsafeBufferPointer { buffer in
            var values: [UInt32] = []
            var index = 0
            while index < buffer.count {
                let scalar = UTF8Scalar(buffer, at: index)
                values.append(scalar.value)
                index += scalar.length
            }
            return values
        }
    }
}
