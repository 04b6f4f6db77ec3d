/// The encoder of the brotli library (`brotli/encode.h`).
struct Brotli: Sendable {
    private typealias Bound = @convention(c) (Int) -> Int
    private typealias Compress =
        @convention(c) (Int32, Int32, Int32, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UInt8>?) -> Int32

    private static let quality: Int32 = 5
    private static let window: Int32 = 22
    private static let textMode: Int32 = 1

    /// `nil` when brotli is not installed.
    static let shared: Brotli? = Brotli()

    private let bound: Bound
    private let compress: Compress

    private init?() {
        let names = ["libbrotlienc.so.1", "/opt/homebrew/lib/libbrotlienc.1.dylib", "/usr/local/lib/libbrotlienc.1.dylib"]
        guard let library = DynamicLibrary(names),
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
            // With room for the bound, the encoder can only fail for want of memory.
            let succeeded = compress(Self.quality, Self.window, Self.textMode, bytes.count, bytes, &size, buffer.baseAddress)
            count = succeeded == 1 ? size : 0
        }
    }
}
