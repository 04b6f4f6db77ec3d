extension Document {
    /// The text of a whole body in UTF-8, as the viewer reads it: without a byte order mark, and converted from the character set that the mark, the
    /// media type or the text itself names.
    public static func utf8Text(of bytes: [UInt8], mediaType: String? = nil) -> [UInt8] {
        let decision = bytes.withUnsafeBytes { buffer in
            let kind = ContentSniffer.kind(claimed: mediaType.flatMap(ContentKind.init(mediaType:)), bytes: buffer)
            return CharsetSniffer.decide(Interpretation(mediaType: mediaType), kind: kind, bytes: buffer)
        }
        guard !decision.charset.isUTF8 else { return decision.markLength == 0 ? bytes : Array(bytes.dropFirst(decision.markLength)) }
        let source = ByteSource(bytes)
        var feed = TextFeed(source, decision)
        return feed.state(of: source.state, upTo: bytes.count).text.snapshot.withUnsafeBytes { Array($0) }
    }
}
