import Screen

/// Gathers what stands between the marks of a bracketed paste.
///
/// Nothing in it is a key or a sequence. What is more than the limit goes out as several events, so memory is bounded and nothing is lost.
struct PasteCollector {
    private var text: [UInt8] = []
    private let limit: Int

    private static let end = Array("\u{1B}[201~".utf8)

    /// Takes the most bytes of one event.
    init(limit: Int) {
        self.limit = max(4, limit)
    }

    /// Takes bytes up to the closing mark.
    ///
    /// - Parameter isFinal: whether a beginning of the mark at the end is text, because nothing follows.
    /// - Returns: the bytes taken, with the mark, and whether it was there.
    mutating func take(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> (length: Int, isClosed: Bool) {
        var index = bytes.startIndex
        while let escape = bytes[index...].firstIndex(of: Self.end[0]) {
            text += bytes[index..<escape]
            let candidate = bytes[escape...].prefix(Self.end.count)
            if candidate.elementsEqual(Self.end) { return (escape + Self.end.count - bytes.startIndex, true) }
            if Self.end.starts(with: candidate), !isFinal { return (escape - bytes.startIndex, false) }
            text.append(Self.end[0])
            index = escape + 1
        }
        text += bytes[index...]
        return (bytes.count, false)
    }

    /// An event when the limit is reached.
    mutating func takeFull() -> InputEvent? {
        let whole = text.count - unfinishedCount
        guard text.count >= limit, whole > 0 else { return nil }
        let event = Self.event(text[..<whole])
        text.removeFirst(whole)
        return event
    }

    /// The event with the rest; nil when nothing is left.
    mutating func finish() -> InputEvent? {
        defer { text = [] }
        return text.isEmpty ? nil : Self.event(text[...])
    }

    /// Bytes at the end that may be one with what follows: a scalar beyond ASCII, or the first half of a line end.
    private var unfinishedCount: Int {
        if text.last == 0x0D { return 1 }
        guard let lead = text.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), text[lead] >= 0xC0 else { return 0 }
        return text.count - lead
    }

    private static func event(_ bytes: ArraySlice<UInt8>) -> InputEvent {
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count)
        var isAfterReturn = false
        for byte in bytes {
            if byte != 0x0A || !isAfterReturn { lines.append(byte == 0x0D ? 0x0A : byte) }
            isAfterReturn = byte == 0x0D
        }
        return .paste(String(decoding: lines, as: UTF8.self))
    }
}
