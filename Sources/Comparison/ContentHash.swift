/// A 64-bit hash with a random seed for each comparison, so that nobody can craft different content with the same hash.
struct ContentHash: Sendable {
    private let seed: UInt64

    init(seed: UInt64 = .random(in: .min ... .max)) { self.seed = seed }

    /// The hash of bytes.
    func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = Self.mixed(hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return Self.mixed(hash, rest ^ seed)
    }

    /// The hash of text.
    func callAsFunction(_ text: some StringProtocol) -> UInt64 {
        var text = String(text)
        return text.withUTF8 { self(UnsafeRawBufferPointer($0)) }
    }

    /// The hash of two hashes, in this order.
    static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(by: right ^ 0x8BB8_4B93_962E_ACC9)
        return product.high ^ product.low
    }
}
