/// IPv4 addresses as URLs write them: up to four parts, decimal, octal or hexadecimal (URL Standard section 3.5).
enum IPv4Address {
    static func endsInNumber(_ host: String) -> Bool {
        var parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
        guard let last = parts.last, !last.isEmpty else { return false }
        return last.utf8.allSatisfy(ASCII.isDigit) || number(last) != nil
    }

    static func parse(_ host: String) -> UInt32? {
        var parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
        let numbers = parts.map(number)
        guard numbers.count <= 4, let last = numbers.last ?? nil, numbers.allSatisfy({ $0 != nil }) else { return nil }
        let leading = numbers.dropLast().compactMap { $0 }
        guard leading.allSatisfy({ $0 <= 255 }), last < UInt64(1) << (8 * (5 - UInt64(numbers.count))) else { return nil }
        let high = leading.enumerated().reduce(UInt64(0)) { $0 | $1.element << (8 * (3 - UInt64($1.offset))) }
        return UInt32(high | last)
    }

    static func serialize(_ address: UInt32) -> String {
        stride(from: 24, through: 0, by: -8).map { String(address >> UInt32($0) & 255) }.joined(separator: ".")
    }

    /// Nil for what is no number; numbers too large for any part are cut to the largest.
    private static func number(_ text: Substring) -> UInt64? {
        if text.isEmpty { return nil }
        var digits = text
        var radix = 10
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            digits = text.dropFirst(2)
            radix = 16
        } else if text.count > 1, text.hasPrefix("0") {
            digits = text.dropFirst()
            radix = 8
        }
        if digits.isEmpty { return 0 }
        guard digits.utf8.allSatisfy({ Int(ASCII.hexValue($0) ?? 99) < radix }) else { return nil }
        return UInt64(digits, radix: radix) ?? .max
    }
}
