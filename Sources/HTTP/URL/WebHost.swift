/// The host parser and serializer (URL Standard sections 3.5 and 3.6).
enum WebHost {
    /// The host as it is written in a URL; nil for failure.
    static func parse(_ text: String, isOpaque: Bool) -> String? {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), let pieces = IPv6Address.parse(text.dropFirst().dropLast()) else { return nil }
            return "[\(IPv6Address.serialize(pieces))]"
        }
        return isOpaque ? parseOpaque(text) : parseDomain(text)
    }

    private static func parseOpaque(_ text: String) -> String? {
        let isForbidden = text.unicodeScalars.contains { $0.isASCII && isForbiddenHostByte(UInt8($0.value)) }
        return isForbidden ? nil : PercentEncodeSet.control.encode(text)
    }

    private static func parseDomain(_ text: String) -> String? {
        guard let domain = String(validating: PercentEncoding.decodeBytes(text.utf8), as: UTF8.self), let ascii = DomainName.ascii(domain),
            !ascii.isEmpty, !ascii.utf8.contains(where: { isForbiddenHostByte($0) || $0 < 0x20 || $0 == 0x7F || $0 == 0x25 })
        else { return nil }
        guard IPv4Address.endsInNumber(ascii) else { return ascii }
        return IPv4Address.parse(ascii).map(IPv4Address.serialize)
    }

    private static func isForbiddenHostByte(_ byte: UInt8) -> Bool {
        byte == 0 || byte == 0x09 || byte == 0x0A || byte == 0x0D || " #/:<>?@[\\]^|".utf8.contains(byte)
    }
}
