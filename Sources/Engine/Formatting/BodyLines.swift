/// The lines of bytes that need not be text, as a part of a multipart body may not be.
package enum BodyLines {
    /// A line ends as text does, with a line feed or with a carriage return before it. One that is no UTF-8 is told byte by byte: what
    /// is not printable ASCII in it stands as `\x89`.
    package static func lines(of bytes: some Collection<UInt8>) -> [String] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            let text = line.last == 0x0D ? line.dropLast() : line
            return String(validating: text, as: UTF8.self) ?? text.map(escaped).joined()
        }
    }

    private static func escaped(_ byte: UInt8) -> String {
        if (0x20..<0x7F).contains(byte) || byte == 0x09 { return String(Unicode.Scalar(byte)) }
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
}
