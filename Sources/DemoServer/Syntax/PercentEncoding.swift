/// Escapes in URLs and forms. Decoding never fails: what is no escape stays as it is, what is no UTF-8 is replaced.
enum PercentEncoding {
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let byte = byte(bytes[index + 1], bytes[index + 2]) {
                output.append(byte)
                index += 3
            } else {
                output.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The pairs of an `application/x-www-form-urlencoded` text (URL Standard, section 5.1).
    static func decodeForm(_ text: some StringProtocol) -> [NameValue] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return NameValue(
                decode(parts[0], plusIsSpace: true), parts.count > 1 ? decode(parts[1], plusIsSpace: true) : "")
        }
    }

    /// Escapes everything but the unreserved characters (RFC 3986, section 2.3).
    static func encode(_ text: String) -> String {
        var output = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                output.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                output += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return output
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }

    private static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = Character(Unicode.Scalar(high)).hexDigitValue, let low = Character(Unicode.Scalar(low)).hexDigitValue else {
            return nil
        }
        return UInt8(high << 4 | low)
    }
}
