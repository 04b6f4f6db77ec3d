#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Synchronization

/// Turns bytes of another character set into UTF-8, with iconv(3). What is not text becomes U+FFFD.
final class Transcoder: Sendable {
    /// What the lock guards. The unchecked conformance is sound because the descriptor is only used under that lock.
    private struct State: @unchecked Sendable {
        let descriptor: iconv_t
        /// How many bytes have been turned.
        var position: Int
    }

    private let state: Mutex<State>
    /// How many bytes are skipped where they are not text.
    private let unit: Int
    /// What came out.
    let text: ByteSource

    /// - Parameters:
    ///   - start: where the text begins, in bytes.
    ///   - text: takes what comes out.
    /// - Returns: nil where the system does not know the character set.
    init?(_ charset: Charset, start: Int, into text: ByteSource) {
        guard let descriptor = iconv_open("UTF-8", charset.name), descriptor != iconv_t(bitPattern: -1) else { return nil }
        state = Mutex(State(descriptor: descriptor, position: start))
        self.text = text
        unit = charset.name.hasPrefix("UTF-16") ? 2 : charset.name.hasPrefix("UTF-32") ? 4 : 1
    }

    deinit { state.withLock { _ = iconv_close($0.descriptor) } }

    /// Turns more bytes.
    /// - Parameters:
    ///   - bytes: all bytes up to where to stop.
    ///   - ending: how they ended, when these are all.
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
        }
        if let ending { text.finish(ending) }
    }

    /// How many bytes were read and written, and why iconv stopped before the end.
    private static func convert(
        _ bytes: Slice<UnsafeRawBufferPointer>, with descriptor: iconv_t, into output: inout [UInt8]
    ) -> (used: Int, made: Int, stopped: Int32?) {
        let input = UnsafeRawBufferPointer(rebasing: bytes)
        guard let base = input.baseAddress, input.count > 0 else { return (0, 0, nil) }
        // iconv takes a pointer to bytes that may change, for historical reasons, and does not change them.
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
