/// Decides on the character set of a body.
enum CharsetSniffer {
    /// A character set, and how many bytes at the start only name it.
    struct Decision: Hashable {
        var charset: Charset
        var markLength = 0
    }

    /// A byte order mark wins over what was said, that over what the text says of itself (WHATWG Encoding, section 6, and HTML, section 13.2.3).
    static func decide(_ interpretation: Interpretation, kind: ContentKind, bytes: UnsafeRawBufferPointer) -> Decision {
        if let chosen = interpretation.charset { return Decision(charset: chosen, markLength: mark(bytes, of: chosen)) }
        if let marked = marked(bytes) { return marked }
        if !isJSON(kind), let said = interpretation.mediaType.flatMap(Charset.init(mediaType:)) { return Decision(charset: said) }
        return Decision(charset: declared(kind, bytes.prefix(1024)) ?? wide(kind, bytes) ?? .utf8)
    }

    /// JSON is in UTF-8 whatever a parameter says (RFC 8259, sections 8.1 and 11).
    private static func isJSON(_ kind: ContentKind) -> Bool { kind == .json || kind == .jsonLines }

    private static let marks: [([UInt8], Charset)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], Charset("UTF-32LE")), ([0, 0, 0xFE, 0xFF], Charset("UTF-32BE")),
        ([0xFF, 0xFE], Charset("UTF-16LE")), ([0xFE, 0xFF], Charset("UTF-16BE")),
    ]

    private static func marked(_ bytes: UnsafeRawBufferPointer) -> Decision? {
        marks.first { bytes.starts(with: $0.0) }.map { Decision(charset: $0.1, markLength: $0.0.count) }
    }

    private static func mark(_ bytes: UnsafeRawBufferPointer, of charset: Charset) -> Int {
        marked(bytes).flatMap { $0.charset == charset ? $0.markLength : nil } ?? 0
    }

    /// `encoding="…"` of XML, `charset=…` of HTML.
    private static func declared(_ kind: ContentKind, _ start: Slice<UnsafeRawBufferPointer>) -> Charset? {
        let key: String
        switch kind {
        case .xml: key = "encoding="
        case .html: key = "charset="
        default: return nil
        }
        let text = String(decoding: start.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        guard kind == .html || text.hasPrefix("<?xml"), let place = text.utf8.firstRange(of: key.utf8) else { return nil }
        let label = text.utf8[place.upperBound...].drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        let name = String(decoding: label.prefix { TokenScanner.isWord($0) || $0 == UInt8(ascii: ":") }, as: UTF8.self)
        // Text that could be read so far is not in a character set of two bytes a character, whatever it says.
        return name.isEmpty || name.hasPrefix("utf-16") ? nil : Charset(name)
    }

    /// JSON and XML begin with a character of ASCII, so zeros tell (RFC 4627, section 3).
    private static func wide(_ kind: ContentKind, _ bytes: UnsafeRawBufferPointer) -> Charset? {
        guard kind != .binary, kind != .image, bytes.count >= 2 else { return nil }
        if bytes[0] == 0, bytes[1] != 0 { return Charset("UTF-16BE") }
        if bytes[0] != 0, bytes[1] == 0 { return Charset("UTF-16LE") }
        return nil
    }
}

extension Collection<UInt8> {
    fileprivate func firstRange(of other: some Collection<UInt8>) -> Range<Index>? {
        var start = startIndex
        while start != endIndex {
            if self[start...].starts(with: other) { return start..<index(start, offsetBy: other.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
