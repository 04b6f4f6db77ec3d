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

    /// Takes one line with its line end.
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
