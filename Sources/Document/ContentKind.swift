/// The kind of content of a body, which determines how it is shown.
public enum ContentKind: String, CaseIterable, Sendable {
    /// One JSON value, or several.
    case json
    /// One JSON value per line.
    case jsonLines
    /// XML.
    case xml
    /// HTML.
    case html
    /// A style sheet.
    case css
    /// JavaScript or TypeScript.
    case javascript
    /// YAML.
    case yaml
    /// `application/x-www-form-urlencoded`.
    case form
    /// Header fields, one per line.
    case headers
    /// `text/event-stream`.
    case eventStream
    /// Several parts, each with headers.
    case multipart
    /// Other text.
    case text
    /// A picture.
    case image
    /// Anything else.
    case binary

    /// True if the kind has a formatted view.
    public var hasPrettyForm: Bool { grammar != nil }

    /// The line grammar of the formatted view.
    var grammar: LineGrammar? {
        switch self {
        case .json, .jsonLines: .json
        case .xml: .xml
        case .html: .html
        default: nil
        }
    }

    /// The kind of a media type; nil if the type does not tell: empty, unknown or `application/octet-stream`.
    /// - Parameter mediaType: a `Content-Type` value, with or without parameters.
    public init?(mediaType: String) {
        let essence = mediaType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        guard let kind = Self.essences[essence] ?? Self.kind(ofStructured: essence) else { return nil }
        self = kind
    }

    private static let essences: [String: ContentKind] = [
        "application/json": .json, "text/json": .json, "text/x-json": .json, "application/x-json": .json,
        "application/x-ndjson": .jsonLines, "application/ndjson": .jsonLines, "application/jsonl": .jsonLines,
        "application/jsonlines": .jsonLines, "application/json-seq": .jsonLines, "application/x-jsonlines": .jsonLines,
        "application/xml": .xml, "text/xml": .xml, "application/xml-dtd": .xml, "text/html": .html, "text/css": .css,
        "text/javascript": .javascript, "application/javascript": .javascript, "application/x-javascript": .javascript,
        "application/ecmascript": .javascript, "text/ecmascript": .javascript, "application/typescript": .javascript,
        "application/yaml": .yaml, "application/x-yaml": .yaml, "text/yaml": .yaml, "text/x-yaml": .yaml,
        "application/x-www-form-urlencoded": .form, "message/http": .headers, "text/event-stream": .eventStream,
        "application/graphql": .text, "application/toml": .text, "application/sql": .text, "application/x-sh": .text,
        "application/zip": .binary, "application/gzip": .binary, "application/pdf": .binary, "application/wasm": .binary,
    ]

    /// A structured suffix (RFC 6839, RFC 9512) or a top-level type.
    private static func kind(ofStructured essence: String) -> ContentKind? {
        if essence.hasSuffix("+json") { return .json }
        if essence == "application/xhtml+xml" || essence.hasSuffix("+xml") { return .xml }
        if essence.hasSuffix("+yaml") { return .yaml }
        if essence.hasPrefix("multipart/") { return .multipart }
        if essence.hasPrefix("image/") { return .image }
        if essence.hasPrefix("text/") { return .text }
        if essence.hasPrefix("audio/") || essence.hasPrefix("video/") || essence.hasPrefix("font/") { return .binary }
        return nil
    }
}

/// Checks the kind claimed by a media type against the first bytes.
enum ContentSniffer {
    /// The number of bytes examined.
    static let window = 4096

    /// The kind claimed by the media type, unless the first bytes of the text (at most ``window``) contradict it.
    static func kind(claimed: ContentKind?, bytes: UnsafeRawBufferPointer) -> ContentKind {
        let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(window))
        let seen = look(at: start)
        switch claimed {
        case .text? where seen == .binary && isMostlyText(start): return .text
        case nil, .text?: return seen ?? .text
        case .json?: return seen == .html || seen == .xml || isBinary(seen) ? seen ?? .json : .json
        case .jsonLines?, .xml?, .html?:
            return isBinary(seen) || (claimed != .jsonLines && seen == .json) ? seen ?? .text : claimed ?? .text
        case .binary?, .image?: return seen == .image ? .image : claimed ?? .binary
        case .css?, .javascript?, .yaml?, .form?, .headers?, .eventStream?, .multipart?: return claimed ?? .text
        }
    }

    private static func isBinary(_ kind: ContentKind?) -> Bool { kind == .binary || kind == .image }

    /// The kind that the bytes indicate; nil for plain text.
    private static func look(at bytes: UnsafeRawBufferPointer) -> ContentKind? {
        if isImage(bytes) { return .image }
        if isWideText(bytes) { return nil }
        if bytes.contains(where: isBinaryByte) { return .binary }
        var offset = 0
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
        guard offset < bytes.count else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "<"): return markup(bytes[offset...])
        case UInt8(ascii: "{"), UInt8(ascii: "["): return looksLikeJSON(bytes[offset...]) ? .json : nil
        default: return nil
        }
    }

    /// Returns true for text in UTF-16: a byte order mark, or a first character of ASCII in two bytes.
    private static func isWideText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 4 else { return false }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        let (first, second) = (bytes[0], bytes[1])
        let isASCII = { (byte: UInt8) in (0x09...0x0D).contains(byte) || (0x20..<0x7F).contains(byte) }
        return (first == 0 && isASCII(second) && bytes[2] == 0) || (isASCII(first) && second == 0 && isASCII(bytes[2]) && bytes[3] == 0)
    }

    /// Returns true for control bytes that do not occur in text (WHATWG MIME Sniffing, section 3, "binary data byte").
    private static func isBinaryByte(_ byte: UInt8) -> Bool {
        byte <= 0x08 || byte == 0x0B || (0x0E...0x1A).contains(byte) || (0x1C...0x1F).contains(byte)
    }

    /// True if a body declared as text can be text: it may have a few control bytes but no zero byte.
    private static func isMostlyText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.contains(0) && bytes.count(where: isBinaryByte) * 10 <= bytes.count
    }

    private static let imageMagic: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF87a".utf8), Array("GIF89a".utf8),
    ]

    private static func isImage(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if imageMagic.contains(where: { bytes.starts(with: $0) }) { return true }
        return bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    }

    private static func markup(_ bytes: Slice<UnsafeRawBufferPointer>) -> ContentKind? {
        let text = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return .html }
        if text.hasPrefix("<?xml") { return text.contains("<html") ? .html : .xml }
        for tag in ["<head", "<body", "<script", "<div", "<table", "<title", "<p>", "<h1", "<br", "<!--"] where text.hasPrefix(tag) {
            return .html
        }
        let second = text.utf8.dropFirst().first ?? 0
        return UInt8(ascii: "a")...UInt8(ascii: "z") ~= second || second == UInt8(ascii: "!") ? .xml : nil
    }

    /// True if the first token inside a bracket is JSON, so that other text in brackets (a log, a chat) is not taken for JSON.
    private static func looksLikeJSON(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        let isObject = bytes.first == UInt8(ascii: "{")
        guard let next = bytes.dropFirst().first(where: { $0 > 0x20 }) else { return true }
        switch next {
        case UInt8(ascii: "\""): return true
        case UInt8(ascii: "}"): return isObject
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            return !isObject
        default: return false
        }
    }
}
