#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Platform

/// A value in the Distinguished Encoding Rules (X.690 sections 8 and 10): a tag, a length, and the content.
struct DERValue {
    static let sequence: UInt8 = 0x30
    private static let utcTime: UInt8 = 0x17
    private static let generalizedTime: UInt8 = 0x18

    /// The tag of the context-specific, constructed element with this number, below 31.
    static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }

    /// The identifier octet. Tags of more than one octet are not supported.
    let tag: UInt8
    /// The content octets.
    let content: ArraySlice<UInt8>
    /// The tag, length and content octets.
    let whole: ArraySlice<UInt8>

    /// Reads the value at the start of the bytes; nil if they are too short or the length is indefinite.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 2, bytes[bytes.startIndex] & 0x1F != 0x1F else { return nil }
        var rest = bytes.dropFirst(2)
        var length = Int(bytes[bytes.startIndex + 1])
        if length >= 0x80 {
            let count = length & 0x7F
            guard (1...4).contains(count), rest.count >= count else { return nil }
            length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(count)
        }
        guard rest.count >= length else { return nil }
        tag = bytes[bytes.startIndex]
        content = rest.prefix(length)
        whole = bytes[bytes.startIndex..<content.endIndex]
    }

    /// Reads a value if it has this tag.
    init?(_ bytes: ArraySlice<UInt8>, tag: UInt8) {
        guard let value = DERValue(bytes), value.tag == tag else { return nil }
        self = value
    }

    /// The values inside a constructed one; nil for a primitive value and for malformed content.
    var children: [DERValue]? {
        guard tag & 0x20 != 0 else { return nil }
        var values: [DERValue] = []
        var rest = content
        while !rest.isEmpty {
            guard let value = DERValue(rest) else { return nil }
            values.append(value)
            rest = rest[value.content.endIndex...]
        }
        return values
    }

    /// The dotted form of an object identifier; nil for other values.
    var objectIdentifier: String? {
        guard tag == 0x06, let last = content.last, last & 0x80 == 0 else { return nil }
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        for byte in content {
            guard number >> 57 == 0 else { return nil }
            number = number << 7 | UInt64(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            numbers.append(number)
            number = 0
        }
        let first = min(numbers[0] / 40, 2)
        return ([first, numbers[0] - first * 40] + numbers.dropFirst()).map { String($0) }.joined(separator: ".")
    }

    /// A time in UTC, to the second, as in certificates (RFC 5280 section 4.1.2.5); nil for other values.
    var time: Date? {
        guard [Self.utcTime, Self.generalizedTime].contains(tag), content.last == UInt8(ascii: "Z"),
            content.dropLast().allSatisfy(ASCII.isDigit)
        else { return nil }
        let digits = content.dropLast().map { Int($0) - 0x30 }
        let yearDigits = tag == Self.utcTime ? 2 : 4
        guard digits.count == yearDigits + 10 else { return nil }
        let parts = stride(from: yearDigits, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        var year = digits.prefix(yearDigits).reduce(0) { $0 * 10 + $1 }
        if tag == Self.utcTime { year += year < 50 ? 2000 : 1900 }
        let civil = CivilTime(year: year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3], second: parts[4])
        return civil.isValid ? civil.date : nil
    }

    /// The number of bits of a non-negative integer; nil for other values.
    var bitCount: Int? {
        guard tag == 0x02, let start = content.firstIndex(where: { $0 != 0 }) else { return nil }
        return (content.endIndex - start) * 8 - content[start].leadingZeroBitCount
    }
}
