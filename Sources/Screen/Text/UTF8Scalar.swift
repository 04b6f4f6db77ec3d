/// One scalar decoded from untrusted bytes.
struct UTF8Scalar {
    /// The value of the scalar; U+FFFD if the bytes are not UTF-8.
    var value: UInt32
    /// The number of bytes, at least one.
    var length: Int
    /// True if the bytes are well-formed.
    var isValid: Bool

    /// Decodes the scalar at `index`, which must be inside `bytes`.
    ///
    /// Ill-formed bytes are taken as the maximal subpart of a scalar, as the Unicode Standard recommends (3.9, U+FFFD Substitution of
    /// Maximal Subparts). Overlong forms and surrogates are never decoded.
    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let lead = bytes[index]
        guard lead >= 0x80 else {
            self.init(value: UInt32(lead), length: 1, isValid: true)
            return
        }
        guard let form = Form(lead: lead) else {
            self.init(value: 0xFFFD, length: 1, isValid: false)
            return
        }
        var value = form.bits
        var second = form.second
        for offset in 1...form.continuations {
            guard index + offset < bytes.count, second.contains(bytes[index + offset]) else {
                self.init(value: 0xFFFD, length: offset, isValid: false)
                return
            }
            value = value << 6 | UInt32(bytes[index + offset] & 0x3F)
            second = 0x80...0xBF
        }
        self.init(value: value, length: form.continuations + 1, isValid: true)
    }

    private init(value: UInt32, length: Int, isValid: Bool) {
        self.value = value
        self.length = length
        self.isValid = isValid
    }

    /// The form of a scalar as announced by its lead byte (Unicode Standard, table 3-7).
    private struct Form {
        var bits: UInt32
        var continuations: Int
        var second: ClosedRange<UInt8>

        init?(lead: UInt8) {
            switch lead {
            case 0xC2...0xDF: (bits, continuations) = (UInt32(lead & 0x1F), 1)
            case 0xE0...0xEF: (bits, continuations) = (UInt32(lead & 0x0F), 2)
            case 0xF0...0xF4: (bits, continuations) = (UInt32(lead & 0x07), 3)
            default: return nil
            }
            second =
                switch lead {
                case 0xE0: 0xA0...0xBF
                case 0xED: 0x80...0x9F
                case 0xF0: 0x90...0xBF
                case 0xF4: 0x80...0x8F
                default: 0x80...0xBF
                }
        }
    }
}
