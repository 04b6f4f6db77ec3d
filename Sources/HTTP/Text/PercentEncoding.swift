/// Percent-encoding of UTF-8 bytes (RFC 3986 section 2.1).
enum PercentEncoding {
    /// Writes each byte that `isAllowed` refuses as `%XX`, in upper case.
    static func encode(_ text: some StringProtocol, isAllowed: (UInt8) -> Bool) -> String {
        encode(bytes: text.utf8, isAllowed: isAllowed)
    }

    static func encode(bytes: some Sequence<UInt8>, isAllowed: (UInt8) -> Bool) -> String {
        var output: [UInt8] = []
        for byte in bytes {
            if isAllowed(byte) { output.append(byte) } else { appendEscape(of: byte, to: &output) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        output.append(0x25)
        output.append(digits[Int(byte >> 4)])
        output.append(digits[Int(byte & 15)])
    }

    /// Replaces each `%XX`; a `%` that no two digits follow stays as it is, and bytes that are no UTF-8 become U+FFFD.
    static func decode(_ text: some StringProtocol) -> String {
        String(decoding: decodeBytes(text.utf8), as: UTF8.self)
    }

    static func decodeBytes(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        guard bytes.contains(0x25) else { return bytes }
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// `unreserved` of RFC 3986 section 2.3.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-._~".utf8.contains(byte)
    }

    /// `pchar` and `/`: what a path may hold as it is (RFC 3986 section 3.3).
    static func isPathByte(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "/!$&'()*+,;=:@".utf8.contains(byte)
    }

    /// What a name or a value in a query may hold without being taken for a separator, a space or the end.
    static func isQueryItemByte(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "/?!$'()*,;:@".utf8.contains(byte)
    }

    /// What a request line can carry as it is: printable ASCII without the space (RFC 9112 section 3.2 says less, servers take more).
    static func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
