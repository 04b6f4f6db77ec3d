#if canImport(CryptoKit)
    import CryptoKit

    /// A digest by CryptoKit.
    struct SystemDigest: Sendable {
        private enum Context: Sendable {
            case md5(Insecure.MD5)
            case sha1(Insecure.SHA1)
            case sha256(SHA256)
        }

        private var context: Context

        /// Creates a digest of no bytes; nil for an algorithm that the system lacks.
        init?(_ algorithm: HashAlgorithm) {
            switch algorithm {
            case .md5: context = .md5(Insecure.MD5())
            case .sha1: context = .sha1(Insecure.SHA1())
            case .sha256: context = .sha256(SHA256())
            case .sha512Truncated256: return nil
            }
        }

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            switch context {
            case .md5(var state):
                state.update(bufferPointer: bytes)
                context = .md5(state)
            case .sha1(var state):
                state.update(bufferPointer: bytes)
                context = .sha1(state)
            case .sha256(var state):
                state.update(bufferPointer: bytes)
                context = .sha256(state)
            }
        }

        mutating func finish() -> [UInt8] {
            switch context {
            case .md5(let state): Array(state.finalize())
            case .sha1(let state): Array(state.finalize())
            case .sha256(let state): Array(state.finalize())
            }
        }
    }
#else
    import CNettle

    /// A digest by Nettle.
    struct SystemDigest: Sendable {
        private enum Context: Sendable {
            case md5(md5_ctx)
            case sha1(sha1_ctx)
            case sha256(sha256_ctx)
        }

        private var context: Context

        /// Creates a digest of no bytes; nil for an algorithm that the system lacks.
        init?(_ algorithm: HashAlgorithm) {
            switch algorithm {
            case .md5:
                var state = md5_ctx()
                nettle_md5_init(&state)
                context = .md5(state)
            case .sha1:
                var state = sha1_ctx()
                nettle_sha1_init(&state)
                context = .sha1(state)
            case .sha256:
                var state = sha256_ctx()
                nettle_sha256_init(&state)
                context = .sha256(state)
            case .sha512Truncated256: return nil
            }
        }

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            switch context {
            case .md5(var state):
                nettle_md5_update(&state, bytes.count, start)
                context = .md5(state)
            case .sha1(var state):
                nettle_sha1_update(&state, bytes.count, start)
                context = .sha1(state)
            case .sha256(var state):
                nettle_sha256_update(&state, bytes.count, start)
                context = .sha256(state)
            }
        }

        mutating func finish() -> [UInt8] {
            switch context {
            case .md5(var state): Self.bytes(Int(MD5_DIGEST_SIZE)) { digest_md5(&state, $0) }
            case .sha1(var state): Self.bytes(Int(SHA1_DIGEST_SIZE)) { digest_sha1(&state, $0) }
            case .sha256(var state): Self.bytes(Int(SHA256_DIGEST_SIZE)) { digest_sha256(&state, $0) }
            }
        }

        private static func bytes(_ size: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                // The size is not zero, so there is an address.
                write(buffer.baseAddress!)
                count = size
            }
        }
    }
#endif
