/// The three functions of zlib that make deflate, gzip and PNG data (zlib manual, “Utility Functions” and “Checksum Functions”).
struct ZLib: Sendable {
    private typealias Bound = @convention(c) (UInt) -> UInt
    private typealias Compress =
        @convention(c) (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>?, UnsafePointer<UInt8>?, UInt, Int32) -> Int32
    private typealias Checksum = @convention(c) (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt

    /// `nil` when zlib is not installed.
    static let shared: ZLib? = ZLib()

    private let bound: Bound
    private let compress: Compress
    private let checksum: Checksum

    private init?() {
        guard let library = DynamicLibrary(["libz.so.1", "libz.1.dylib"]),
            let bound = library.function("compressBound", as: Bound.self),
            let compress = library.function("compress2", as: Compress.self),
            let checksum = library.function("crc32", as: Checksum.self)
        else { return nil }
        self.bound = bound
        self.compress = compress
        self.checksum = checksum
    }

    /// Deflated data in the zlib format (RFC 1950), which is what HTTP calls `deflate` (RFC 9110, section 8.4.1.2).
    func deflate(_ bytes: [UInt8]) -> [UInt8] {
        let room = bound(UInt(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(room)) { buffer, count in
            var size = room
            // With room for the bound, zlib can only fail for want of memory.
            let result = compress(buffer.baseAddress, &size, bytes, UInt(bytes.count), 6)
            count = result == 0 ? Int(size) : 0
        }
    }

    /// The same data in the gzip format (RFC 1952): another frame, another checksum.
    func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let deflated = deflate(bytes).dropFirst(2).dropLast(4)
        return header + deflated + Self.littleEndian(crc32(bytes)) + Self.littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    func crc32(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: checksum(0, bytes, UInt32(bytes.count)))
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
    }
}
