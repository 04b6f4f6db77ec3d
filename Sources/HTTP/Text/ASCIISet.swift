/// A set of ASCII bytes that is asked in a few instructions.
struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// - Parameter characters: others than ASCII are left out.
    init(_ characters: String) {
        var (low, high): (UInt64, UInt64) = (0, 0)
        for byte in characters.utf8 where byte < 0x80 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        (self.low, self.high) = (low, high)
    }

    func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low >> UInt64(byte) & 1 == 1
        case 64..<128: high >> UInt64(byte - 64) & 1 == 1
        default: false
        }
    }
}
