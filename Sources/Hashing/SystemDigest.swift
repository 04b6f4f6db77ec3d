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

/// SHA-512/256 (FIPS 180-4 section 5.3.6.2), which CryptoKit lacks. It is used by Digest authentication only, for short texts.
struct SHA512Truncated256: Sendable {
    private var state: [UInt64] = [
        0x2231_2194_FC2B_F72C, 0x9F55_5FA3_C84C_64C2, 0x2393_B86B_6F53_B151, 0x9638_7719_5940_EABD,
        0x9628_3EE2_A88E_FFE3, 0xBE5E_1E25_5386_3992, 0x2B01_99FC_2C85_B8AA, 0x0EB7_2DDC_81C5_2CA2,
    ]
    private var block: [UInt8] = []
    private var byteCount: UInt64 = 0

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { append(byte) }
        byteCount += UInt64(bytes.count)
    }

    mutating func finish() -> [UInt8] {
        append(0x80)
        while block.count != 112 { append(0) }
        // The length in bits has 128 bits, of which a stream of bytes never fills the upper ones.
        for _ in 0..<8 { append(0) }
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: (byteCount << 3) >> UInt64(shift))) }
        return state.prefix(4).flatMap { word in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
    }

    private mutating func append(_ byte: UInt8) {
        block.append(byte)
        guard block.count == 128 else { return }
        compress()
        block.removeAll(keepingCapacity: true)
    }

    /// FIPS 180-4 section 6.4.2.
    private mutating func compress() {
        var words = stride(from: 0, to: 128, by: 8).map { start in block[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        for index in 16..<80 {
            let (near, far) = (words[index - 2], words[index - 15])
            let mixed = Self.rotated(near, 19, 61) ^ near >> 6
            words.append(mixed &+ words[index - 7] &+ (Self.rotated(far, 1, 8) ^ far >> 7) &+ words[index - 16])
        }
        var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
        for index in 0..<80 {
            let choice = (e & f) ^ (~e & g)
            let first = h &+ (Self.rotated(e, 14, 18) ^ Self.rotated(e, 41)) &+ choice &+ Self.constants[index] &+ words[index]
            let second = (Self.rotated(a, 28, 34) ^ Self.rotated(a, 39)) &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    /// The exclusive or of the rotations to the right.
    private static func rotated(_ word: UInt64, _ counts: UInt64...) -> UInt64 {
        counts.reduce(0) { $0 ^ (word >> $1 | word << (64 - $1)) }
    }

    /// The first 64 bits of the fractions of the cube roots of the first eighty primes (section 4.2.3).
    private static let constants: [UInt64] = [
        0x428A_2F98_D728_AE22, 0x7137_4491_23EF_65CD, 0xB5C0_FBCF_EC4D_3B2F, 0xE9B5_DBA5_8189_DBBC,
        0x3956_C25B_F348_B538, 0x59F1_11F1_B605_D019, 0x923F_82A4_AF19_4F9B, 0xAB1C_5ED5_DA6D_8118,
        0xD807_AA98_A303_0242, 0x1283_5B01_4570_6FBE, 0x2431_85BE_4EE4_B28C, 0x550C_7DC3_D5FF_B4E2,
        0x72BE_5D74_F27B_896F, 0x80DE_B1FE_3B16_96B1, 0x9BDC_06A7_25C7_1235, 0xC19B_F174_CF69_2694,
        0xE49B_69C1_9EF1_4AD2, 0xEFBE_4786_384F_25E3, 0x0FC1_9DC6_8B8C_D5B5, 0x240C_A1CC_77AC_9C65,
        0x2DE9_2C6F_592B_0275, 0x4A74_84AA_6EA6_E483, 0x5CB0_A9DC_BD41_FBD4, 0x76F9_88DA_8311_53B5,
        0x983E_5152_EE66_DFAB, 0xA831_C66D_2DB4_3210, 0xB003_27C8_98FB_213F, 0xBF59_7FC7_BEEF_0EE4,
        0xC6E0_0BF3_3DA8_8FC2, 0xD5A7_9147_930A_A725, 0x06CA_6351_E003_826F, 0x1429_2967_0A0E_6E70,
        0x27B7_0A85_46D2_2FFC, 0x2E1B_2138_5C26_C926, 0x4D2C_6DFC_5AC4_2AED, 0x5338_0D13_9D95_B3DF,
        0x650A_7354_8BAF_63DE, 0x766A_0ABB_3C77_B2A8, 0x81C2_C92E_47ED_AEE6, 0x9272_2C85_1482_353B,
        0xA2BF_E8A1_4CF1_0364, 0xA81A_664B_BC42_3001, 0xC24B_8B70_D0F8_9791, 0xC76C_51A3_0654_BE30,
        0xD192_E819_D6EF_5218, 0xD699_0624_5565_A910, 0xF40E_3585_5771_202A, 0x106A_A070_32BB_D1B8,
        0x19A4_C116_B8D2_D0C8, 0x1E37_6C08_5141_AB53, 0x2748_774C_DF8E_EB99, 0x34B0_BCB5_E19B_48A8,
        0x391C_0CB3_C5C9_5A63, 0x4ED8_AA4A_E341_8ACB, 0x5B9C_CA4F_7763_E373, 0x682E_6FF3_D6B2_B8A3,
        0x748F_82EE_5DEF_B2FC, 0x78A5_636F_4317_2F60, 0x84C8_7814_A1F0_AB72, 0x8CC7_0208_1A64_39EC,
        0x90BE_FFFA_2363_1E28, 0xA450_6CEB_DE82_BDE9, 0xBEF9_A3F7_B2C6_7915, 0xC671_78F2_E372_532B,
        0xCA27_3ECE_EA26_619C, 0xD186_B8C7_21C0_C207, 0xEADA_7DD6_CDE0_EB1E, 0xF57D_4F7F_EE6E_D178,
        0x06F0_67AA_7217_6FBA, 0x0A63_7DC5_A2C8_98A6, 0x113F_9804_BEF9_0DAE, 0x1B71_0B35_131C_471B,
        0x28DB_77F5_2304_7D84, 0x32CA_AB7B_40C7_2493, 0x3C9E_BE0A_15C9_BEBC, 0x431D_67C4_9C10_0D4C,
        0x4CC5_D4BE_CB3E_42B6, 0x597F_299C_FC65_7E2A, 0x5FCB_6FAB_3AD6_FAEC, 0x6C44_198C_4A47_5817,
    ]
}
