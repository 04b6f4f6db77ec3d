import Platform

/// Sorts the header lines of libcurl into blocks: informational responses, the final head, trailers.
///
/// A pure state machine: takes lines, returns events.
struct HeadAssembler {
    /// The effect of a line.
    enum Event: Equatable {
        /// The line completed nothing.
        case line
        /// An interim response (RFC 9110 section 15.2).
        case informational(status: Int)
        /// The head of a response that may be the final one.
        case head(status: Int)
        /// A field after the body (RFC 9112 section 7.1.2).
        case trailer
        /// More bytes than allowed.
        case tooLarge
    }

    /// The maximum number of bytes in all header blocks of one transfer.
    let limit: Int
    /// All lines of all blocks as received.
    private(set) var bytes: [UInt8] = []
    /// The start of the latest block in `bytes`.
    private(set) var blockStart = 0
    /// The status of the latest block; 0 before the first.
    private(set) var status = 0
    private var isInBlock = false
    /// True if the latest block has no end yet.
    var isCutOff: Bool { isInBlock }
    /// True if the latest line was a status line, so that the next one is the first field.
    private(set) var isAtFirstField = false

    init(limit: Int) {
        self.limit = limit
        bytes.reserveCapacity(512)
    }

    /// The latest block, status line first.
    var block: ArraySlice<UInt8> { bytes[blockStart...] }

    /// Processes one line with its line break.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Event {
        guard bytes.count + line.count <= limit else { return .tooLarge }
        isAtFirstField = !isInBlock && Self.isStatusLine(line)
        if isAtFirstField { beginBlock(line) }
        bytes.append(contentsOf: line)
        guard isInBlock else { return .trailer }
        guard Self.isBlank(line) else { return .line }
        isInBlock = false
        // 101 changes the protocol: nothing else follows it (RFC 9110 section 15.2.2).
        return status / 100 == 1 && status != 101 ? .informational(status: status) : .head(status: status)
    }

    private mutating func beginBlock(_ line: UnsafeRawBufferPointer) {
        isInBlock = true
        blockStart = bytes.count
        status = StatusLine(line.withoutLineEnd).status
    }

    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.count >= 5 && line[4] == UInt8(ascii: "/") && line.prefix(4).elementsEqual("HTTP".utf8)
    }

    private static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
        line.first == UInt8(ascii: "\n") || (line.count == 2 && line[0] == UInt8(ascii: "\r"))
    }
}

/// Converts header bytes to text. Every response passes through here on the engine's thread, so that the common case, ASCII, must be fast.
enum HeaderText {
    /// The bytes as UTF-8 or, if they are not valid UTF-8, as ISO 8859-1 (RFC 9110 section 5.5).
    static func string(_ bytes: UnsafeRawBufferPointer) -> String {
        var union: UInt8 = 0
        for byte in bytes { union |= byte }
        if union >= 0x80, String(validating: bytes, as: UTF8.self) == nil {
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes without spaces and tabs at both ends (RFC 9110 section 5.6.3).
    static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (0, bytes.count)
        while start < end, isSpace(bytes[start]) { start += 1 }
        while start < end, isSpace(bytes[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension UnsafeRawBufferPointer {
    /// The first index of a byte; `count` if it does not occur.
    func index(of byte: UInt8, from start: Int = 0) -> Int {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - base
    }

    /// A part of these bytes.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }

    /// These bytes without a line end.
    var withoutLineEnd: UnsafeRawBufferPointer {
        var end = count
        if end > 0, self[end - 1] == 0x0A { end -= 1 }
        if end > 0, self[end - 1] == 0x0D { end -= 1 }
        return part(0..<end)
    }
}
