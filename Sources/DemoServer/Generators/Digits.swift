extension [UInt8] {
    /// Appends a number in decimal digits, padded with zeros to `width`.
    mutating func append(decimal number: Int, width: Int = 1) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var rest = number.magnitude
        if number < 0 { append(UInt8(ascii: "-")) }
        Swift.withUnsafeMutableBytes(of: &digits) { buffer in
            var start = buffer.count
            repeat {
                start -= 1
                buffer[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0 || buffer.count - start < Swift.min(width, buffer.count)
            append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[start...]))
        }
    }

    /// Appends the lowest `width` hexadecimal digits of a number.
    mutating func append(hexadecimal number: UInt64, width: Int) {
        for position in (0..<width).reversed() {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(position * 4)) & 15
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
