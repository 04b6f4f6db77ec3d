import Hashing
import Testing

@Suite struct HMACTests {
    /// RFC 2202 case 2 (MD5, SHA-1); RFC 4231 cases 1, 2 and 6 (a key longer than a block).
    @Test(arguments: [
        (HashAlgorithm.md5, Array("Jefe".utf8), "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"),
        (.sha1, Array("Jefe".utf8), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (
            .sha256, [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            .sha256, [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func matchesPublishedCodes(algorithm: HashAlgorithm, key: [UInt8], message: String, expected: String) {
        #expect(HMAC.code(for: Array(message.utf8), key: key, using: algorithm).hexadecimal == expected)
    }
}
