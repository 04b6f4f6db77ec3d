import Foundation
import HTTPConformance
import Testing

@testable import HTTPCurl

/// The same text in a coding, as other programs wrote it.
struct CodedText: CustomTestStringConvertible, Sendable {
    let name: String
    let codings: [String]
    let base64: String

    var testDescription: String { name }
    var bytes: [UInt8] { Data(base64Encoded: base64).map { [UInt8]($0) } ?? [] }

    static let text: [UInt8] = (0..<60).flatMap { Array("line \($0 % 17) of a text that repeats itself\n".utf8) }

    static let gzip = CodedText(
        name: "gzip", codings: ["gzip"],
        base64:
            "H4sIAAAAAAACA+3Suw2AMAwA0Z4pPALmzzgpjIgUASIuGB+xwYna/atOV/Jh0sq5SRK3x8X35HLbZcmrZK9WtqZ8SAnqCOoJGggaCZoImglaCFpRTJYcNVcUXVF1RdkVdVcUPt6L9+K9eC/ei/f+vPcCCaao78EIAAA="
    )
    static let all = [
        gzip,
        CodedText(name: "an old name of gzip", codings: ["x-gzip"], base64: gzip.base64),
        CodedText(
            name: "deflate", codings: ["deflate"],
            base64:
                "eNrt0rsNgDAMANGeKTwC5s84KYyIFAEiLhgfscGJ2v2rTlfyYdLKuUkSt8fF9+Ry22XJq2SvVramfEgJ6gjqCRoIGgmaCJoJWghaUUyWHDVXFF1RdUXZFXVXFD7ei/fivXgv3ov3/rz3AgYKC7k="
        ),
        CodedText(
            name: "deflate without the header of zlib", codings: ["deflate"],
            base64:
                "7dK7DYAwDADRnik8AubPOCmMiBQBIi4YH7HBidr9q05X8mHSyrlJErfHxffkcttlyatkr1a2pnxICeoI6gkaCBoJmgiaCVoIWlFMlhw1VxRdUXVF2RV1VxQ+3ov34r14L96L9/689wI="
        ),
        CodedText(
            name: "brotli", codings: ["br"],
            base64:
                "G8AIaBwJNo5yqxo7p4ND0gB3uobFW4MomM0lmhwAncovSzNKPEENNuAowZdhXOSoBTHvD1oVc4HOY7LYnFzcPLx8dwKny+3pJf3/zQc="),
        CodedText(
            name: "zstd", codings: ["zstd"],
            base64:
                "KLUv/WDBByUEAKQDbGluZSAwIG9mIGEgdGV4dCB0aGF0IHJlcGVhdHMgaXRzZWxmCjEyMzQ1Njc4OTExMTExMTAxMjc4ORwAy/wRPwTkBSQLpDDYBxzsAxD2AQnrgYC8gGSBFHz7nL19GL19RN4+B28fdrePtVsPC0gJyAtIFpASkBeQLCAlIC8grEhQZA=="
        ),
    ]

    /// A frame that asks for a window of 16 MiB.
    static let largeWindow = CodedText(
        name: "zstd with a large window", codings: ["zstd"],
        base64:
            "KLUv/QBwRQQA9ANsaW5lIDAgb2YgYSB0ZXh0IHRoYXQgcmVwZWF0cyBpdHNlbGYKbGluZSAxMjM0NTY3ODkxMTExMTEwMTI3ODkbAMv8ET8E5AUkC6Qw2Acc7AMQ9gEJ64GAvIBkgRR8+5y9fRi9fUTePgdvH3a3j7VbDwtICcgLSBaQEpAXkCwgJSDvIlKVAQ=="
    )
}

@Suite struct ContentDecoderTests {
    /// Feeds pieces of a size, and takes as much as there is room for at a time.
    private func decode(_ bytes: [UInt8], _ codings: [String], pieces: Int = 16_384, room: Int = 65_536) throws -> (
        bytes: [UInt8], isComplete: Bool
    ) {
        let decoder = try ContentDecoder(codings)
        var decoded: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { decoder.feed($0) }
            while !decoder.isStarved {
                _ = try decoder.decode(upTo: room) {
                    #expect($0.count <= room)
                    decoded += $0
                    return true
                }
            }
        }
        return (decoded, decoder.isComplete)
    }

    /// A gzip stream around bytes that are not compressed.
    private func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        let trailer = [~crc, UInt32(bytes.count)].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        let block = [1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)] + bytes
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + block + trailer
    }

    @Test(arguments: CodedText.all, [(16_384, 65_536), (1, 65_536), (16_384, 1), (7, 13)])
    func `decodes each coding in any pieces`(_ coded: CodedText, sizes: (pieces: Int, room: Int)) throws {
        let result = try decode(coded.bytes, coded.codings, pieces: sizes.pieces, room: sizes.room)
        #expect(result.bytes == CodedText.text)
        #expect(result.isComplete)
    }

    @Test(arguments: CodedText.all) func `decodes a body that was coded twice`(_ coded: CodedText) throws {
        let result = try decode(gzip(coded.bytes), coded.codings + ["gzip"], pieces: 5, room: 11)
        #expect(result.bytes == CodedText.text)
        #expect(result.isComplete)
    }

    @Test(arguments: CodedText.all) func `distinguishes truncated from complete data`(_ coded: CodedText) throws {
        let result = try decode(Array(coded.bytes.dropLast(9)), coded.codings)
        #expect(CodedText.text.starts(with: result.bytes))
        #expect(!result.isComplete)
    }

    @Test(arguments: CodedText.all.filter { $0.codings != ["zstd"] })
    func `refuses bytes after the end, and keeps the bytes before`(_ coded: CodedText) throws {
        let decoder = try ContentDecoder(coded.codings)
        (coded.bytes + Array("more than a checksum".utf8)).withUnsafeBytes { decoder.feed($0) }
        var decoded: [UInt8] = []
        #expect(throws: ContentDecoder.CodingError.self) {
            while !decoder.isStarved {
                _ = try decoder.decode(upTo: 100) {
                    decoded += $0
                    return true
                }
            }
        }
        #expect(decoded == CodedText.text)
    }

    @Test func `decodes several frames of zstd`() throws {
        let coded = CodedText.all.last { $0.codings == ["zstd"] }?.bytes ?? []
        #expect(try decode(coded + coded, ["zstd"], pieces: 50).bytes == CodedText.text + CodedText.text)
    }

    @Test(arguments: [(16_384, 65_536), (1, 65_536), (50, 1), (7, 2_241)])
    func `decodes several members of gzip`(sizes: (pieces: Int, room: Int)) throws {
        let members = CodedText.gzip.bytes + gzip([]) + CodedText.gzip.bytes + gzip(CodedText.text)
        let result = try decode(members, ["gzip"], pieces: sizes.pieces, room: sizes.room)
        #expect(result.bytes == CodedText.text + CodedText.text + CodedText.text)
        #expect(result.isComplete)
        #expect(try !decode(members.dropLast(), ["gzip"], pieces: sizes.pieces, room: sizes.room).isComplete)
        #expect(try !decode(CodedText.gzip.bytes + [0x1F], ["gzip"]).isComplete)
    }

    @Test func `tolerates a checksum after raw deflate`() throws {
        let coded = try #require(CodedText.all.first { $0.name.hasPrefix("deflate without") })
        #expect(try decode(coded.bytes + [1, 2, 3, 4], ["deflate"], pieces: 30).bytes == CodedText.text)
    }

    @Test func `refuses a window that needs too much memory`() {
        #expect(throws: ContentDecoder.CodingError.self) { try decode(CodedText.largeWindow.bytes, ["zstd"]) }
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"]) func `malformed encoded data is refused`(_ coding: String) {
        #expect(throws: ContentDecoder.CodingError.self) { try decode(Array("<!doctype html>, not compressed at all".utf8), [coding]) }
    }

    @Test func `refuses codings that it does not know, and more than five`() throws {
        #expect(throws: ContentDecoder.CodingError.self) { try ContentDecoder(["compress"]) }
        #expect(throws: ContentDecoder.CodingError.self) { try ContentDecoder([String](repeating: "gzip", count: 6)) }
        _ = try ContentDecoder([String](repeating: "gzip", count: 5))
    }

    @Test func `offers and decodes only installed codings`() {
        let libraries = CodingLibraries(brotli: ["no such library"], zstd: [])
        #expect(libraries.codings == ["gzip", "deflate"])
        #expect(throws: ContentDecoder.CodingError.self) { try ContentDecoder(["br"], libraries) }
    }

    @Test func `decodes no more than there is room for`() throws {
        let decoder = try ContentDecoder(["deflate"])
        DecompressionBomb.pieces(16).withUnsafeBytes { decoder.feed($0) }
        var count = 0
        _ = try decoder.decode(upTo: 1000) {
            count += $0.count
            return true
        }
        #expect(count == 1000 && !decoder.isStarved)
    }
}
