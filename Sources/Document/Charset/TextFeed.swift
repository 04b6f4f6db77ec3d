/// The text of a body in UTF-8: its own bytes, or what a transcoder makes of them.
struct TextFeed: Sendable {
    /// Where the text comes from.
    let text: ByteSource
    /// What the bytes are read as.
    let charset: Charset
    /// Where the text begins, behind a byte order mark.
    let start: Int
    private let transcoder: Transcoder?

    init(_ source: ByteSource, _ decision: CharsetSniffer.Decision) {
        let made = ByteSource()
        transcoder = decision.charset.isUTF8 ? nil : Transcoder(decision.charset, start: decision.markLength, into: made)
        text = transcoder == nil ? source : made
        // A character set that the system does not know is shown as UTF-8, with marks where it is not.
        charset = transcoder == nil ? .utf8 : decision.charset
        start = transcoder == nil && decision.charset.isUTF8 ? decision.markLength : 0
    }

    /// The text of the first bytes, and whether it is all.
    mutating func state(of source: ByteSource.State, upTo end: Int) -> (text: ByteSource.State, end: Int) {
        guard let transcoder else { return (source, end) }
        let ending = end == source.snapshot.count ? source.ending : nil
        do throws(DocumentError) {
            try source.snapshot.prefix(end).withUnsafeBytes { bytes throws(DocumentError) in
                try transcoder.advance(over: bytes, ending: ending)
            }
        } catch {
            text.finish(.cutOff(error.message))
        }
        let state = text.state
        return (state, state.snapshot.count)
    }
}
