/// A response whose small body decompresses to ten gigabytes of zeros, made while it is sent.
public struct DecompressionBomb: Sendable {
    /// The value of `Content-Encoding`.
    public let coding: String
    /// The bytes before the first piece.
    private let beginning: [UInt8]
    /// The bytes that decompress to the same number of zeros each time.
    private let piece: [UInt8]
    /// The number of zeros that a piece decompresses to.
    private let zeroCount: Int

    private static let byteCount = 10 << 30

    /// A bomb in each coding, and one that is packed twice.
    public static let all = [gzip, nested, brotli, zstd]

    private static let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    /// 1 MiB of zeros as a block of deflate that begins and ends at a byte and refers to nothing before it.
    private static let deflated: [UInt8] =
        [0xEC, 0xC1, 0x31, 1, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 8, 0x5F, 0xA0] + [UInt8](repeating: 0, count: 1016)
        + [0x3E, 3, 0, 0, 0xFF, 0xFF]

    private static let gzip = Self(coding: "gzip", beginning: gzipHead, piece: deflated, zeroCount: 1 << 20)
    private static let nested = Self(
        coding: "gzip, gzip", beginning: gzipHead + stored(gzipHead), piece: stored(deflated), zeroCount: 1 << 20)
    /// From `zlib.createBrotliCompress` of Node, flushed after every 16 MiB of zeros.
    private static let brotli = Self(
        coding: "br",
        beginning: [
            0xCB, 0xFF, 0xFF, 0x3F, 0x00, 0x24, 0x00, 0xE2, 0xB1, 0x40, 0x72, 0xEF, 0xFF, 0xF8, 0xFF, 0xFF, 0x07, 0x80, 0x04, 0x40, 0x1C,
            0x16, 0x80, 0xEE, 0xFD, 0x9F, 0x01,
        ],
        piece: [
            0xFC, 0xFF, 0xFF, 0x03, 0x40, 0x02, 0x20, 0x0E, 0x0B, 0x40, 0xF7, 0xFE, 0x8F, 0xFF, 0xFF, 0x7F, 0x00, 0x48, 0x00, 0xC4, 0x61,
            0x01, 0xE8, 0xDE, 0xFF, 0x19,
        ], zeroCount: 16 << 20)
    /// A frame with a window of 128 KiB (RFC 8878 section 3.1.1), and blocks that repeat one byte.
    private static let zstd = Self(
        coding: "zstd", beginning: [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38], piece: [2, 0, 0x10, 0], zeroCount: 128 << 10)

    /// Bytes as a block of deflate that is not compressed (RFC 1951 section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        return [0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + bytes
    }

    /// A body in the coding `deflate` with this number of pieces of 100 `x` and 1 MiB of zeros, each compressed to about 1 KB.
    public static func pieces(_ count: Int) -> [UInt8] {
        Array(repeatElement(stored([UInt8](repeating: 0x78, count: 100)) + deflated, count: count).joined()) + [3, 0]
    }

    /// Reads a request and sends the bomb until the client closes the connection.
    ///
    /// - Parameter gate: is waited for after the first zeros, at most 16 MiB; nil to send without a pause.
    public func explode(_ connection: FaultConnection, waitingFor gate: FaultGate? = nil) throws {
        guard try connection.readRequest() != nil else { return }
        try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: \(coding)\r\nConnection: close\r\n\r\n")
        try connection.send(beginning)
        let first = (4 << 20) / zeroCount
        try connection.send(Array(repeatElement(piece, count: first).joined()))
        gate?.wait()
        let group = max(1, (64 << 10) / piece.count)
        let bytes = Array(repeatElement(piece, count: group).joined())
        for _ in 0..<(Self.byteCount / zeroCount / group + 1) { try connection.send(bytes) }
        connection.waitForClose()
    }
}
