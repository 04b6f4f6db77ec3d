import Hashing

/// Encodings of parts (RFC 2045 section 6), which RFC 7578 deprecates and old senders still use.
enum TransferEncoding {
    /// The bytes themselves for other encodings, and for base64 that is none.
    static func decode(_ bytes: [UInt8], _ name: String?) -> [UInt8] {
        switch name.map({ ASCII.lowercased($0) }) {
        case "base64":
            let digits = bytes.filter { ![0x0D, 0x0A, 0x20, 0x09].contains($0) }
            return Base64.decode(String(decoding: digits, as: UTF8.self)) ?? bytes
        case "quoted-printable": return quotedPrintable(bytes)
        default: return bytes
        }
    }

    private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x3D, index + 2 < bytes.count {
                if bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A {
                    index += 3
                    continue
                }
                if let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2]) {
                    output.append(high << 4 | low)
                    index += 3
                    continue
                }
            }
            output.append(bytes[index])
            index += 1
        }
        return output
    }
}
