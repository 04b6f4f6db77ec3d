/// Header bytes as text.
enum HeaderText {
    /// The bytes as UTF-8 or, where they are none, as ISO 8859-1 (RFC 9110 section 5.5).
    static func string(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }

    /// Without the spaces and tabs at both ends (RFC 9110 section 5.6.3).
    static func trimmed<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        guard let first = bytes.firstIndex(where: { !isSpace($0) }) else { return bytes[bytes.endIndex...] }
        var end = bytes.endIndex
        var last = first
        for index in bytes[first...].indices where !isSpace(bytes[index]) { last = index }
        end = bytes.index(after: last)
        return bytes[first..<end]
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
