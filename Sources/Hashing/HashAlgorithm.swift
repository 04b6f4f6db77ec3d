import CNettle

/// The digest algorithms of web protocols.
public enum HashAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// MD5 (RFC 1321). Broken; only for old Digest challenges.
    case md5 = "MD5"
    /// SHA-1 (FIPS 180-4). Broken; only for WebSocket handshakes and the like.
    case sha1 = "SHA-1"
    /// SHA-256 (FIPS 180-4).
    case sha256 = "SHA-256"
    /// SHA-512/256, which has its own initial values (FIPS 180-4 section 5.3.6.2).
    case sha512Truncated256 = "SHA-512-256"

    /// The size of a digest in bytes.
    public var digestSize: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256, .sha512Truncated256: 32
        }
    }

    /// The size of the algorithm's blocks in bytes, for HMAC.
    public var blockSize: Int {
        self == .sha512Truncated256 ? 128 : 64
    }

    /// The digest of bytes in memory.
    public func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = MessageDigest(self)
        digest.update(Array(bytes))
        return digest.finish()
    }

    /// The hexadecimal digest of a text's UTF-8.
    public func hexDigest(of text: String) -> String {
        digest(of: text.utf8).hexadecimal
    }
}

/// A digest computed incrementally, in constant memory.
public struct MessageDigest: Sendable {
    private enum Context: Sendable {
        case md5(md5_ctx)
        case sha1(sha1_ctx)
        case sha256(sha256_ctx)
        case sha512(sha512_ctx)
    }

    private let algorithm: HashAlgorithm
    private var context: Context

    /// Creates a digest of no bytes.
    public init(_ algorithm: HashAlgorithm) {
        self.algorithm = algorithm
        context = Self.emptyContext(for: algorithm)
    }

    /// Appends bytes.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            update(start, count: buffer.count)
        }
    }

    /// The digest of all bytes; its size is ``HashAlgorithm/digestSize``.
    public consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.digestSize) { buffer, count in
            // The capacity is not zero, so there is an address.
            Self.finish(&context, into: buffer.baseAddress!)
            count = algorithm.digestSize
        }
    }

    private static func emptyContext(for algorithm: HashAlgorithm) -> Context {
        switch algorithm {
        case .md5:
            var state = md5_ctx()
            nettle_md5_init(&state)
            return .md5(state)
        case .sha1:
            var state = sha1_ctx()
            nettle_sha1_init(&state)
            return .sha1(state)
        case .sha256:
            var state = sha256_ctx()
            nettle_sha256_init(&state)
            return .sha256(state)
        case .sha512Truncated256:
            var state = sha512_ctx()
            nettle_sha512_256_init(&state)
            return .sha512(state)
        }
    }

    private mutating func update(_ start: UnsafePointer<UInt8>, count: Int) {
        switch context {
        case .md5(var state):
            nettle_md5_update(&state, count, start)
            context = .md5(state)
        case .sha1(var state):
            nettle_sha1_update(&state, count, start)
            context = .sha1(state)
        case .sha256(var state):
            nettle_sha256_update(&state, count, start)
            context = .sha256(state)
        case .sha512(var state):
            nettle_sha512_update(&state, count, start)
            context = .sha512(state)
        }
    }

    private static func finish(_ context: inout Context, into output: UnsafeMutablePointer<UInt8>) {
        switch context {
        case .md5(var state): digest_md5(&state, output)
        case .sha1(var state): digest_sha1(&state, output)
        case .sha256(var state): digest_sha256(&state, output)
        case .sha512(var state): digest_sha512_256(&state, output)
        }
    }
}

/// Keyed message digests (RFC 2104).
public enum HMAC {
    /// The authentication code of a message with a key of any length.
    public static func code(for message: [UInt8], key: [UInt8], using algorithm: HashAlgorithm) -> [UInt8] {
        var block = key.count > algorithm.blockSize ? algorithm.digest(of: key) : key
        block += Array(repeating: 0, count: algorithm.blockSize - block.count)
        let inner = algorithm.digest(of: block.map { $0 ^ 0x36 } + message)
        return algorithm.digest(of: block.map { $0 ^ 0x5C } + inner)
    }
}
