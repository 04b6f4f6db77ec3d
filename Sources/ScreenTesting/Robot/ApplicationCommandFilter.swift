/// Takes application program commands (ECMA-48, 8.3.2) out of a program's output: a terminal that does not know them leaves them out, but
/// older versions of libvterm show them as text.
struct ApplicationCommandFilter {
    private enum Place {
        case outside, afterEscape, inside, insideAfterEscape
    }

    private var place = Place.outside

    /// The bytes without commands, which may begin and end in other pieces of the output.
    mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        var passed: [UInt8] = []
        passed.reserveCapacity(bytes.count + 1)
        for byte in bytes { pass(byte, to: &passed) }
        return passed
    }

    private mutating func pass(_ byte: UInt8, to passed: inout [UInt8]) {
        let isEscape = byte == 0x1B
        switch place {
        case .outside where isEscape: place = .afterEscape
        case .outside: passed.append(byte)
        case .afterEscape where byte == UInt8(ascii: "_"): place = .inside
        case .afterEscape:
            passed.append(0x1B)
            if isEscape { return }
            place = .outside
            passed.append(byte)
        case .inside: if isEscape { place = .insideAfterEscape }
        case .insideAfterEscape: if !isEscape { place = .outside }
        }
    }
}
