/// The query of a URL out of rows.
///
/// What somebody wrote keeps its escapes and what a URL may hold (URL Standard, “query percent-encode set”), so that a URL that was pasted
/// goes out as it was. What came out of variables is data, and escaped whole.
enum QueryText {
    /// `name=value`, or the name alone.
    static func item(_ name: ResolvedText, _ value: ResolvedText?) -> String {
        let front = name.parts.map { encoded($0, ends: "&=") }.joined()
        guard let value else { return front }
        let back = value.parts.map { encoded($0, ends: "&") }.joined()
        return "\(front)=\(back)"
    }

    private static func encoded(_ part: ResolvedText.Part, ends: String) -> String {
        let bytes = Array(part.text.utf8)
        guard part.name == nil else { return PathParameters.encoded(part.text) }
        return bytes.indices.map { index in
            let byte = bytes[index]
            let isEscape = byte == UInt8(ascii: "%") && bytes[index...].dropFirst().prefix(2).count { isHexadecimal($0) } == 2
            let isPlain = byte > 0x20 && byte < 0x7F && !"\"#<>%".utf8.contains(byte) && !ends.utf8.contains(byte)
            return isPlain || isEscape ? String(Unicode.Scalar(byte)) : escape(byte)
        }.joined()
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80 }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count < 2 ? "0" : "") + digits
    }
}
