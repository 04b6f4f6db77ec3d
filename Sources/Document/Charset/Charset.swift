/// How bytes stand for characters.
public struct Charset: Hashable, Sendable, CustomStringConvertible {
    /// The name that iconv(3) knows it by, in upper case.
    public let name: String

    /// UTF-8, which most bodies are in.
    public static let utf8 = Charset("UTF-8")

    /// Those that a person may choose from; any other name that iconv(3) knows works as well.
    public static let common = [
        "UTF-8", "WINDOWS-1252", "ISO-8859-15", "ISO-8859-2", "WINDOWS-1250", "WINDOWS-1251", "KOI8-R", "UTF-16LE", "UTF-16BE", "SHIFT_JIS",
        "EUC-JP", "GB18030", "BIG5", "EUC-KR",
    ].map(Charset.init)

    /// The character set of a label, as labels are written on the web: what says Latin 1 or ASCII is windows-1252 (WHATWG Encoding, 4.2).
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

    /// Its name.
    public var description: String { name }

    /// Whether bytes need no change to be UTF-8.
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
