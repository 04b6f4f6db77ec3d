import JSON
import Platform

/// Compressed responses, independent of `Accept-Encoding`.
enum CompressionRoutes {
    static let group = RouteGroup(
        title: "Compression",
        routes: [
            Route("GET", "/gzip", "A gzip-compressed echo") { request throws(RouteError) in
                let zlib = try zlib()
                return encoded(request, flag: "gzipped", coding: "gzip", zlib.gzip)
            },
            Route("GET", "/deflate", "A deflate-compressed echo") { request throws(RouteError) in
                let zlib = try zlib()
                return encoded(request, flag: "deflated", coding: "deflate", zlib.deflate)
            },
            Route("GET", "/brotli", "A brotli-compressed echo") { request throws(RouteError) in
                guard let brotli = Brotli.shared else { throw missing("libbrotlienc", "libbrotli1 (brotli on other systems)") }
                return encoded(request, flag: "brotli", coding: "br", brotli.encode)
            },
        ])

    static func zlib() throws(RouteError) -> ZLib {
        guard let zlib = ZLib.shared else { throw missing("libz", "zlib1g (zlib on other systems)") }
        return zlib
    }

    private static func encoded(_ request: Request, flag: String, coding: String, _ encode: ([UInt8]) -> [UInt8]) -> Response {
        var value: JSONValue = [:]
        value[flag] = true
        for (name, member) in Echo(request).summary { value[name] = member }
        let plain = Response.json(value)
        guard case .bytes(let bytes) = plain.body else { return plain }
        return Response(headers: plain.headers, body: .bytes(encode(bytes))).adding("Content-Encoding", coding)
    }

    private static func missing(_ library: String, _ package: String) -> RouteError {
        RouteError(
            status: 501, title: "Not installed",
            detail: "This endpoint needs \(library), which is not installed. Install \(package).")
    }
}

/// The three functions of zlib that make deflate, gzip and PNG data (zlib manual, “Utility Functions” and “Checksum Functions”).
struct ZLib: Sendable {
    private typealias Bound = @convention(c) (UInt) -> UInt
    private typealias Compress =
        @convention(c) (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>?, UnsafePointer<UInt8>?, UInt, Int32) -> Int32
    private typealias Checksum = @convention(c) (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt

    /// Nil if zlib is not installed.
    static let shared: ZLib? = ZLib()

    private let bound: Bound
    private let compress: Compress
    private let checksum: Checksum

    private init?() {
        guard let library = DynamicLibrary(DynamicLibrary.Names.zlib),
            let bound = library.function("compressBound", as: Bound.self),
            let compress = library.function("compress2", as: Compress.self),
            let checksum = library.function("crc32", as: Checksum.self)
        else { return nil }
        self.bound = bound
        self.compress = compress
        self.checksum = checksum
    }

    /// Data in the zlib format (RFC 1950): the `deflate` of HTTP (RFC 9110, section 8.4.1.2).
    func deflate(_ bytes: [UInt8]) -> [UInt8] {
        let room = bound(UInt(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(room)) { buffer, count in
            var size = room
            // With a buffer of that size, zlib fails only if there is no memory.
            let result = compress(buffer.baseAddress, &size, bytes, UInt(bytes.count), 6)
            count = result == 0 ? Int(size) : 0
        }
    }

    /// Data in the gzip format (RFC 1952): deflated data with another header and checksum.
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

/// The encoder of the brotli library (`brotli/encode.h`).
struct Brotli: Sendable {
    private typealias Bound = @convention(c) (Int) -> Int
    private typealias Compress =
        @convention(c) (Int32, Int32, Int32, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UInt8>?) -> Int32

    private static let quality: Int32 = 5
    private static let window: Int32 = 22
    private static let textMode: Int32 = 1

    /// Nil if brotli is not installed.
    static let shared: Brotli? = Brotli()

    private let bound: Bound
    private let compress: Compress

    private init?() {
        guard let library = DynamicLibrary(DynamicLibrary.Names.brotliEncoder),
            let bound = library.function("BrotliEncoderMaxCompressedSize", as: Bound.self),
            let compress = library.function("BrotliEncoderCompress", as: Compress.self)
        else { return nil }
        self.bound = bound
        self.compress = compress
    }

    /// Data in the brotli format (RFC 7932).
    func encode(_ bytes: [UInt8]) -> [UInt8] {
        let room = bound(bytes.count)
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            var size = room
            // With a buffer of that size, the encoder fails only if there is no memory.
            let succeeded = compress(Self.quality, Self.window, Self.textMode, bytes.count, bytes, &size, buffer.baseAddress)
            count = succeeded == 1 ? size : 0
        }
    }
}
