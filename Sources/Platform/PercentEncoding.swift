/// A set of ASCII bytes.
public struct ASCIISet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// - Parameter characters: others than ASCII are left out.
    public init(_ characters: String) {
        for byte in characters.utf8 { insert(byte) }
    }

    /// The bytes that fulfil the condition.
    public init(where isMember: (UInt8) -> Bool) {
        for byte in 0..<UInt8(128) where isMember(byte) { insert(byte) }
    }

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
    }

    /// True if the byte is a member.
    public func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low >> UInt64(byte) & 1 == 1
        case 64..<128: high >> UInt64(byte - 64) & 1 == 1
        default: false
        }
    }

    /// The bytes of both sets.
    public func union(_ other: ASCIISet) -> ASCIISet {
        var all = self
        all.low |= other.low
        all.high |= other.high
        return all
    }
}

extension ASCIISet {
    /// The digits and the letters.
    public static let alphanumeric = ASCIISet { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }

    /// `unreserved` of RFC 3986 section 2.3.
    public static let unreserved = alphanumeric.union(ASCIISet("-._~"))

    /// `pchar` and `/`: the bytes that are valid in a path (RFC 3986 section 3.3).
    public static let path = unreserved.union(ASCIISet("/!$&'()*+,;=:@"))

    /// The bytes that are unambiguous in a name or value of a query: neither a separator nor a space nor the end.
    public static let queryItem = unreserved.union(ASCIISet("/?!$'()*,;:@"))

    /// Printable ASCII without the space: the bytes that a request line can carry (RFC 9112 section 3.2 allows fewer, servers take more).
    public static let visible = ASCIISet { (0x21...0x7E).contains($0) }
}

extension StringProtocol {
    /// The text with every byte of its UTF-8 outside `allowed` as `%XX`, in upper case (RFC 3986 section 2.1).
    @inlinable
    public func percentEncoded(keeping allowed: ASCIISet) -> String { Array(utf8).percentEncoded(keeping: allowed) }

    /// The text with every `%XX` replaced. A `%` without two digits stays as it is; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameter plusIsSpace: true for forms (`application/x-www-form-urlencoded`).
    @inlinable
    public func percentDecoded(plusIsSpace: Bool = false) -> String {
        String(decoding: Array(utf8).percentDecoded(plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// The decoded pairs of an `application/x-www-form-urlencoded` text (WHATWG URL section 5.1); no value without an equals sign.
    public var formPairs: [(name: String, value: String?)] {
        split(separator: "&").map { pair in
            let (name, value) = pair.splitOnce(at: "=")
            return (name.percentDecoded(plusIsSpace: true), value?.percentDecoded(plusIsSpace: true))
        }
    }
}

extension [UInt8] {
    /// The bytes as text, with every byte outside `allowed` as `%XX`, in upper case.
    public func percentEncoded(keeping allowed: ASCIISet) -> String {
        let escapeCount = count { !allowed.contains($0) }
        guard escapeCount > 0 else { return String(decoding: self, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: count + 2 * escapeCount) { output in
            var end = 0
            for byte in self {
                if allowed.contains(byte) {
                    output.initializeElement(at: end, to: byte)
                    end += 1
                } else {
                    output.initializeElement(at: end, to: UInt8(ascii: "%"))
                    output.initializeElement(at: end + 1, to: hexadecimalDigit(byte >> 4))
                    output.initializeElement(at: end + 2, to: hexadecimalDigit(byte & 15))
                    end += 3
                }
            }
            return end
        }
    }

    /// The bytes with every `%XX` replaced by its byte.
    public func percentDecoded(plusIsSpace: Bool = false) -> [UInt8] {
        guard contains(UInt8(ascii: "%")) || (plusIsSpace && contains(UInt8(ascii: "+"))) else { return self }
        var output: [UInt8] = []
        output.reserveCapacity(count)
        var index = 0
        while index < count {
            let byte = self[index]
            if byte == UInt8(ascii: "%"), index + 2 < count, let high = hexadecimalValue(of: self[index + 1]),
                let low = hexadecimalValue(of: self[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return output
    }
}

/// The value of a hexadecimal digit of either case; nil for other bytes.
public func hexadecimalValue(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
