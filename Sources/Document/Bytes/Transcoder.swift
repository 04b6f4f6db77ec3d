import Synchronization
import Platform

/// Converts bytes of another character set to UTF-8 with iconv(3). Invalid sequences become U+FFFD.
final class Transcoder: Sendable {
    /// The conversion state, guarded by the lock. The unchecked conformance is sound because the descriptor is only used under that lock.
    private struct State: @unchecked Sendable {
        let descriptor: iconv_t
        /// The number of bytes converted.
        var position: Int
    }

    private let state: Mutex<State>
    /// The number of bytes skipped at an invalid sequence.
    private let unit: Int
    /// The converted text.
    let text: ByteSource

    /// - Parameters:
    ///   - start: the offset of the text in the bytes.
    ///   - text: receives the converted text.
    /// - Returns: nil if the system does not support the character set.
    init?(_ charset: Charset, start: Int, into text: ByteSource) {
        guard let descriptor = iconv_open("UTF-8", charset.name), descriptor != iconv_t(bitPattern: -1) else { return nil }
        state = Mutex(State(descriptor: descriptor, position: start))
        self.text = text
        unit = charset.name.hasPrefix("UTF-16") ? 2 : charset.name.hasPrefix("UTF-32") ? 4 : 1
    }

    deinit { state.withLock { _ = iconv_close($0.descriptor) } }

    /// Converts more of these bytes, which are all from the start of the body; the ending is nil if more follow.
    func advance(over bytes: UnsafeRawBufferPointer, ending: ByteSource.Ending?) throws(DocumentError) {
        try state.withLock { state throws(DocumentError) in
            var output = [UInt8](repeating: 0, count: 64 << 10)
            var goesOn = true
            while goesOn {
                let (used, made, stopped) = Self.convert(bytes[min(state.position, bytes.count)...], with: state.descriptor, into: &output)
                state.position += used
                try text.append(Array(output[..<made]))
                let isInvalid = stopped == EILSEQ || (stopped == EINVAL && ending != nil)
                if isInvalid {
                    try text.append([0xEF, 0xBF, 0xBD])
                    state.position += unit
                }
                goesOn = stopped == E2BIG || isInvalid
            }
            if ending != nil { try text.append(Self.rest(of: state.descriptor)) }
        }
        if let ending { text.finish(ending) }
    }

    /// The converted text that iconv holds back, since a combining mark may follow, as in Vietnamese character sets.
    private static func rest(of descriptor: iconv_t) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 64) { output, count in
            output.withMemoryRebound(to: CChar.self) { output in
                var (target, left) = (output.baseAddress, output.count)
                _ = iconv(descriptor, nil, nil, &target, &left)
                count = output.count - left
            }
        }
    }

    /// Converts bytes and returns the numbers of bytes read and written, and the error at which iconv stopped before the end.
    private static func convert(
        _ bytes: Slice<UnsafeRawBufferPointer>, with descriptor: iconv_t, into output: inout [UInt8]
    ) -> (used: Int, made: Int, stopped: Int32?) {
        let input = UnsafeRawBufferPointer(rebasing: bytes)
        guard let base = input.baseAddress, input.count > 0 else { return (0, 0, nil) }
        // iconv takes a mutable pointer for historical reasons, and does not change the bytes.
        var source: UnsafeMutablePointer<CChar>? = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: CChar.self))
        var sourceLeft = input.count
        return output.withUnsafeMutableBytes { output in
            var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
            var targetLeft = output.count
            let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
            let stopped = result == -1 ? errno : nil
            return (input.count - sourceLeft, output.count - targetLeft, stopped)
        }
    }
}

/// The text of a body in UTF-8: its own bytes, or those converted by a transcoder.
struct TextFeed: Sendable {
    let text: ByteSource
    /// The character set of the bytes.
    let charset: Charset
    /// The start of the text, after a byte order mark.
    let start: Int
    private let transcoder: Transcoder?

    init(_ source: ByteSource, _ decision: CharsetSniffer.Decision) {
        let made = ByteSource()
        transcoder = decision.charset.isUTF8 ? nil : Transcoder(decision.charset, start: decision.byteOrderMarkLength, into: made)
        text = transcoder == nil ? source : made
        // A character set that the system does not support is shown as UTF-8, with invalid bytes marked.
        charset = transcoder == nil ? .utf8 : decision.charset
        start = transcoder == nil && decision.charset.isUTF8 ? decision.byteOrderMarkLength : 0
    }

    /// The text of the first `end` bytes, and the number of bytes of it that are final.
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
