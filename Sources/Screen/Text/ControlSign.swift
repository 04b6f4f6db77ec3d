/// What a person sees in place of a scalar that would command the terminal or show nothing.
///
/// A control of ASCII has its control picture (`␛`, `␡`), anything else its number in angle brackets (`<9b>`, `<202e>`).
struct ControlSign {
    private let scalar: UInt32

    /// Takes a scalar that has no glyph.
    init(_ scalar: UInt32) {
        self.scalar = scalar
    }

    /// Columns that the sign takes.
    var columns: Int { picture == nil ? digitCount + 2 : 1 }

    /// The sign, one narrow scalar for each column.
    var scalars: [UInt32] {
        if let picture { return [picture] }
        let digits = (0..<digitCount).reversed().map { Self.digit(scalar >> (4 * $0) & 0xF) }
        return [0x3C] + digits + [0x3E]
    }

    private var picture: UInt32? {
        switch scalar {
        case 0..<0x20: 0x2400 + scalar
        case 0x7F: 0x2421
        default: nil
        }
    }

    private var digitCount: Int { max(2, (32 - scalar.leadingZeroBitCount + 3) / 4) }

    private static func digit(_ value: UInt32) -> UInt32 { value < 10 ? 0x30 + value : 0x57 + value }
}
