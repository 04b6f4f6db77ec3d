import Platform

/// The host parser and serializer (URL Standard sections 3.5 and 3.6).
enum WebHost {
    /// The serialized host; nil for failure.
    static func parse(_ text: String, isOpaque: Bool) -> String? {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), let pieces = IPv6Address.parse(text.dropFirst().dropLast()) else { return nil }
            return "[\(IPv6Address.serialize(pieces))]"
        }
        return isOpaque ? parseOpaque(text) : parseDomain(text)
    }

    private static let nameBytes = ASCIISet("abcdefghijklmnopqrstuvwxyz0123456789-.")

    /// The form of a host for comparisons: names in Punycode, addresses in their usual form, lower case, no trailing dot. A host that cannot be parsed
    /// is only converted to lower case.
    static func canonical(_ host: String) -> String {
        // Most names need no parsing: their last label begins with a letter, so they are not addresses.
        let lastLabel = host.utf8.lastIndex(of: UInt8(ascii: ".")).map { host.utf8[$0...].dropFirst() } ?? host.utf8[...]
        if lastLabel.first.map(ASCII.isLetter) == true, host.utf8.allSatisfy(nameBytes.contains) { return host }
        let parsed = parse(host, isOpaque: false) ?? ASCII.lowercased(host)
        return parsed.hasSuffix(".") ? String(parsed.dropLast()) : parsed
    }

    private static func parseOpaque(_ text: String) -> String? {
        let isForbidden = text.unicodeScalars.contains { $0.isASCII && isForbiddenHostByte(UInt8($0.value)) }
        return isForbidden ? nil : text.percentEncoded(keeping: .printable)
    }

    private static func parseDomain(_ text: String) -> String? {
        guard let domain = String(validating: Array(text.utf8).percentDecoded(), as: UTF8.self), let ascii = DomainName.ascii(domain),
            !ascii.isEmpty, !ascii.utf8.contains(where: { isForbiddenHostByte($0) || $0 < 0x20 || $0 == 0x7F || $0 == 0x25 })
        else { return nil }
        guard IPv4Address.endsInNumber(ascii) else { return ascii }
        return IPv4Address.parse(ascii).map(IPv4Address.serialize)
    }

    private static func isForbiddenHostByte(_ byte: UInt8) -> Bool {
        byte == 0 || byte == 0x09 || byte == 0x0A || byte == 0x0D || " #/:<>?@[\\]^|".utf8.contains(byte)
    }
}

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

    /// The value of a part; nil if it is not a number. A number that is too large becomes the maximum.
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
        guard digits.utf8.allSatisfy({ Int(hexadecimalValue(of: $0) ?? 99) < radix }) else { return nil }
        return UInt64(digits, radix: radix) ?? .max
    }
}

/// IPv6 addresses (URL Standard section 3.5; text form of RFC 4291 section 2.2, serialized as in RFC 5952).
enum IPv6Address {
    /// Eight 16-bit pieces; nil for failure.
    static func parse(_ text: Substring) -> [UInt16]? {
        let halves = splitAtDoubleColon(Array(text.utf8))
        guard halves.count <= 2, let head = pieces(halves[0], mayEndInIPv4: halves.count == 1) else { return nil }
        guard halves.count == 2 else { return head.count == 8 ? head : nil }
        guard let tail = pieces(halves[1], mayEndInIPv4: true), head.count + tail.count <= 7 else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// The address in lower case, with the first of its longest runs of zeros as `::`.
    static func serialize(_ pieces: [UInt16]) -> String {
        guard let run = longestZeroRun(pieces) else { return join(pieces[...]) }
        return join(pieces[..<run.lowerBound]) + "::" + join(pieces[run.upperBound...])
    }

    private static func join(_ pieces: ArraySlice<UInt16>) -> String {
        pieces.map { String($0, radix: 16) }.joined(separator: ":")
    }

    private static func longestZeroRun(_ pieces: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < pieces.count {
            let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.count
            if end - start > max(1, best?.count ?? 0) { best = start..<end }
            start = max(end, start + 1)
        }
        return best
    }

    /// One part, or two around `::`; more for a second `::`.
    private static func splitAtDoubleColon(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index + 1 < bytes.count {
            if bytes[index] == 0x3A, bytes[index + 1] == 0x3A {
                parts.append(bytes[start..<index])
                start = index + 2
                index = start
            } else {
                index += 1
            }
        }
        return parts + [bytes[start...]]
    }

    private static func pieces(_ bytes: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
        if bytes.isEmpty { return [] }
        var parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
        var tail: [UInt16] = []
        if mayEndInIPv4, let last = parts.last, last.contains(0x2E) {
            guard let pair = ipv4(last) else { return nil }
            tail = pair
            parts.removeLast()
        }
        var result: [UInt16] = []
        for part in parts {
            guard (1...4).contains(part.count), part.allSatisfy({ hexadecimalValue(of: $0) != nil }) else { return nil }
            result.append(part.reduce(0) { $0 << 4 | UInt16(hexadecimalValue(of: $1) ?? 0) })
        }
        return result + tail
    }

    /// An address of four decimal parts without leading zeros, as two pieces.
    private static func ipv4(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
        let parts = bytes.split(separator: 0x2E, omittingEmptySubsequences: false).map { part -> UInt16? in
            guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit), part.count == 1 || part.first != 0x30 else { return nil }
            let number = part.reduce(UInt16(0)) { $0 * 10 + UInt16($1 - 0x30) }
            return number <= 255 ? number : nil
        }
        let numbers = parts.compactMap { $0 }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
    }
}
