/// A character set.
public struct Charset: Hashable, Sendable, CustomStringConvertible {
    /// The name for iconv(3), in upper case.
    public let name: String

    /// UTF-8.
    public static let utf8 = Charset("UTF-8")

    /// The character sets offered to the user; all others that iconv(3) supports work as well.
    public static let common = [
        "UTF-8", "WINDOWS-1252", "ISO-8859-15", "ISO-8859-2", "WINDOWS-1250", "WINDOWS-1251", "KOI8-R", "UTF-16LE", "UTF-16BE", "SHIFT_JIS",
        "EUC-JP", "GB18030", "BIG5", "EUC-KR",
    ].map(Charset.init)

    /// Creates a character set from a label as used on the web: Latin 1 and ASCII mean windows-1252 (WHATWG Encoding, 4.2).
    public init(_ label: String) {
        let label = label.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }.uppercased()
        name = Self.aliases[label] ?? label
    }

    private static let aliases = [
        "UTF8": "UTF-8", "UNICODE-1-1-UTF-8": "UTF-8", "US-ASCII": "WINDOWS-1252", "ASCII": "WINDOWS-1252", "LATIN1": "WINDOWS-1252",
        "ISO-8859-1": "WINDOWS-1252", "ISO8859-1": "WINDOWS-1252", "ISO_8859-1": "WINDOWS-1252", "CP1252": "WINDOWS-1252",
        "UTF-16": "UTF-16LE", "UNICODE": "UTF-16LE", "GB2312": "GB18030", "GBK": "GB18030", "X-SJIS": "SHIFT_JIS", "SJIS": "SHIFT_JIS",
        "KS_C_5601-1987": "EUC-KR",
    ]

    /// The name.
    public var description: String { name }

    /// True if the bytes need no conversion to UTF-8.
    var isUTF8: Bool { self == .utf8 }

    /// The `charset` parameter of a media type (RFC 9110, section 8.3.2).
    init?(mediaType: String) {
        for parameter in mediaType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "charset" else { continue }
            self.init(String(parts[1]))
            return
        }
        return nil
    }
}

/// Determines the character set of a body.
enum CharsetSniffer {
    /// A character set and the length of the byte order mark.
    struct Decision: Hashable {
        var charset: Charset
        var byteOrderMarkLength = 0
    }

    /// Determines the character set: a byte order mark takes precedence over the media type, which takes precedence over a declaration in
    /// the text (WHATWG Encoding, section 6, and HTML, section 13.2.3).
    static func decide(_ interpretation: Interpretation, kind: ContentKind, bytes: UnsafeRawBufferPointer) -> Decision {
        if let chosen = interpretation.charset {
            return Decision(charset: chosen, byteOrderMarkLength: byteOrderMarkLength(bytes, of: chosen))
        }
        if let marked = marked(bytes) { return marked }
        if !isJSON(kind), let charset = interpretation.mediaType.flatMap(Charset.init(mediaType:)) { return Decision(charset: charset) }
        return Decision(charset: declared(kind, bytes.prefix(1024)) ?? wide(kind, bytes) ?? .utf8)
    }

    /// JSON is always UTF-8; a `charset` parameter has no meaning (RFC 8259, sections 8.1 and 11).
    private static func isJSON(_ kind: ContentKind) -> Bool { kind == .json || kind == .jsonLines }

    private static let marks: [([UInt8], Charset)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], Charset("UTF-32LE")), ([0, 0, 0xFE, 0xFF], Charset("UTF-32BE")),
        ([0xFF, 0xFE], Charset("UTF-16LE")), ([0xFE, 0xFF], Charset("UTF-16BE")),
    ]

    private static func marked(_ bytes: UnsafeRawBufferPointer) -> Decision? {
        marks.first { bytes.starts(with: $0.0) }.map { Decision(charset: $0.1, byteOrderMarkLength: $0.0.count) }
    }

    private static func byteOrderMarkLength(_ bytes: UnsafeRawBufferPointer, of charset: Charset) -> Int {
        marked(bytes).flatMap { $0.charset == charset ? $0.byteOrderMarkLength : nil } ?? 0
    }

    /// The character set declared by `encoding="…"` in XML and `charset=…` in HTML.
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
        // A declaration that can be read as ASCII rules out UTF-16.
        return name.isEmpty || name.hasPrefix("utf-16") ? nil : Charset(name)
    }

    /// UTF-16 without a byte order mark: JSON and XML begin with an ASCII character, whose other byte is zero (RFC 4627, section 3).
    private static func wide(_ kind: ContentKind, _ bytes: UnsafeRawBufferPointer) -> Charset? {
        guard kind != .binary, kind != .image, bytes.count >= 2 else { return nil }
        if bytes[0] == 0, bytes[1] != 0 { return Charset("UTF-16BE") }
        if bytes[0] != 0, bytes[1] == 0 { return Charset("UTF-16LE") }
        return nil
    }
}

extension Document {
    /// The text of a whole body in UTF-8, as the viewer reads it: without a byte order mark, and converted from the character set that the mark, the
    /// media type or the text itself names.
    public static func utf8Text(of bytes: [UInt8], mediaType: String? = nil) -> [UInt8] {
        let decision = bytes.withUnsafeBytes { buffer in
            let kind = ContentSniffer.kind(claimed: mediaType.flatMap(ContentKind.init(mediaType:)), bytes: buffer)
            return CharsetSniffer.decide(Interpretation(mediaType: mediaType), kind: kind, bytes: buffer)
        }
        guard !decision.charset.isUTF8 else {
            return decision.byteOrderMarkLength == 0 ? bytes : Array(bytes.dropFirst(decision.byteOrderMarkLength))
        }
        let source = ByteSource(bytes)
        var feed = TextFeed(source, decision)
        return feed.state(of: source.state, upTo: bytes.count).text.snapshot.withUnsafeBytes { Array($0) }
    }
}
