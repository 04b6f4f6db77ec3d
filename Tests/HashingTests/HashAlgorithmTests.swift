import Hashing
import Testing

@Suite struct HashAlgorithmTests {
    /// RFC 1321 appendix A.5; FIPS 180-4 examples; the last also in RFC 7616's reference implementations.
    @Test(arguments: [
        (HashAlgorithm.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (.sha512Truncated256, "abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
        (.sha512Truncated256, String(repeating: "a", count: 111), "0239e429f98d0ed61ee8e2a7c30afe98c1c3a80ce5dff62a107e9c538f7632ce"),
        (.sha512Truncated256, String(repeating: "a", count: 112), "9216b5303edb66504570bee90e48ea5beaa5e9fe9f760bbd3e0460559fc005f6"),
        (.sha512Truncated256, String(repeating: "a", count: 128), "b88f97e274f9c1d49f181c8cbd01a9c74930ad055a46ac4499a1d601f1c80bf2"),
        (.sha512Truncated256, String(repeating: "a", count: 1_000), "40eb4a70d4d69815407a9e272f0101cd67e3d11262a4a0bfc087712749c7fb53"),
    ])
    func matchesPublishedDigests(algorithm: HashAlgorithm, text: String, expected: String) {
        #expect(algorithm.hexDigest(of: text) == expected)
    }

    @Test(arguments: HashAlgorithm.allCases)
    func piecesGiveTheDigestOfTheWhole(algorithm: HashAlgorithm) {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        var digest = MessageDigest(algorithm)
        for byte in bytes { digest.update([byte]) }
        #expect(digest.finish() == algorithm.digest(of: bytes))
    }
}
