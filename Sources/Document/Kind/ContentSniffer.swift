/// Corrects what a media type claims by what the first bytes are.
enum ContentSniffer {
    /// So many bytes decide.
    static let window = 4096

    /// - Parameters:
    ///   - claimed: what the media type names.
    ///   - bytes: the first bytes of the text, at most ``window`` of which are looked at.
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

    /// What the bytes are by themselves; nil where they are just text.
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

    /// Whether a byte order mark of two bytes a character stands at the start, or the first character is one of ASCII in two bytes.
    private static func isWideText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 4 else { return false }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        let (first, second) = (bytes[0], bytes[1])
        let isASCII = { (byte: UInt8) in (0x09...0x0D).contains(byte) || (0x20..<0x7F).contains(byte) }
        return (first == 0 && isASCII(second) && bytes[2] == 0) || (isASCII(first) && second == 0 && isASCII(bytes[2]) && bytes[3] == 0)
    }

    /// Control bytes that text does not hold (WHATWG MIME Sniffing, section 3, "binary data byte").
    private static func isBinaryByte(_ byte: UInt8) -> Bool {
        byte <= 0x08 || byte == 0x0B || (0x0E...0x1A).contains(byte) || (0x1C...0x1F).contains(byte)
    }

    /// Whether a body that is said to be text may be: a few controls among it are shown as such, a zero byte is in no text.
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

    /// Whether the first token inside a bracket is one of JSON, so that text in brackets (a log, a chat) is not taken for it.
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
