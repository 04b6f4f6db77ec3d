/// Comparisons and classes of bytes that protocols define on ASCII alone, whatever the user's locale.
enum ASCII {
    static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        // Mostly written alike: that is one comparison of memory.
        if left == right { return true }
        var others = right.utf8.makeIterator()
        for byte in left.utf8 {
            guard let other = others.next(), lowercased(byte) == lowercased(other) else { return false }
        }
        return true
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    /// `tchar` of RFC 9110 section 5.6.2.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || tokenMarks.contains(byte)
    }

    private static let tokenMarks = ASCIISet("!#$%&'*+-.^_`|~")

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// The number that a hexadecimal digit stands for.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Without spaces and tabs at either end.
    static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var rest = Substring(text).utf8.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(Substring(rest))
    }

    static func lowercased(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }
}

extension ASCII {
    /// `scheme` of RFC 3986 section 3.1.
    static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isAlphanumeric($0) || "+-.".utf8.contains($0) }
    }
}
