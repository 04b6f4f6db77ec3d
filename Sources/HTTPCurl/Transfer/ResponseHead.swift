import Platform
internal import HTTP

/// Sorts the header lines of libcurl into blocks: informational responses, the final head, trailers; and keeps the header bytes of both directions.
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
    /// The header bytes as sent, then all lines of all blocks as received.
    private(set) var bytes: [UInt8] = []
    private(set) var sentByteCount = 0
    /// The start of the latest block in `bytes`.
    private(set) var blockStart = 0
    /// The first line of the latest block; nil before the first block.
    private(set) var statusLine: StatusLine?
    /// The status of the latest block; 0 before the first one.
    var status: Int { statusLine?.status ?? 0 }
    private var isInBlock = false
    /// True if an interim response was received.
    private(set) var hasInterim = false
    /// True if the latest block has no end yet.
    var isCutOff: Bool { isInBlock }
    /// True if the latest line was a status line, so that the next one is the first field.
    private(set) var isAtFirstField = false

    init(limit: Int) { self.limit = limit }

    /// The latest block, status line first.
    var block: ArraySlice<UInt8> { bytes[blockStart...] }
    /// The header bytes as sent.
    var sent: ArraySlice<UInt8> { bytes[..<sentByteCount] }
    var receivedByteCount: Int { bytes.count - sentByteCount }

    /// Adds header bytes that were sent.
    mutating func addSent(_ more: UnsafeRawBufferPointer) {
        // Most heads fit.
        if bytes.isEmpty { bytes.reserveCapacity(more.count + 512) }
        bytes.insert(contentsOf: more, at: sentByteCount)
        sentByteCount += more.count
        blockStart += more.count
    }

    /// Processes one line with its line break.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Event {
        guard receivedByteCount + line.count <= limit else { return .tooLarge }
        isAtFirstField = !isInBlock && Self.isStatusLine(line)
        if isAtFirstField { beginBlock(line) }
        bytes.append(contentsOf: line)
        guard isInBlock else { return .trailer }
        guard Self.isBlank(line) else { return .line }
        isInBlock = false
        // 101 changes the protocol: nothing else follows it (RFC 9110 section 15.2.2).
        guard status / 100 == 1, status != 101 else { return .head(status: status) }
        hasInterim = true
        return .informational(status: status)
    }

    private mutating func beginBlock(_ line: UnsafeRawBufferPointer) {
        isInBlock = true
        blockStart = bytes.count
        statusLine = StatusLine(line.withoutLineEnd)
    }

    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.count >= 5 && line[4] == UInt8(ascii: "/") && line.prefix(4).elementsEqual("HTTP".utf8)
    }

    private static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
        line.first == UInt8(ascii: "\n") || (line.count == 2 && line[0] == UInt8(ascii: "\r"))
    }
}

/// Converts header bytes to text. Every response passes through here on the engine's thread, so the common case, ASCII, must be fast.
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

/// The latest lines and names of response fields, to be shared by responses that repeat them, as with `Content-Type` or `Date`.
///
/// Used by the engine's driver alone.
final class RepeatedText {
    private struct Line {
        var bytes: [UInt8] = []
        var field = HTTPHeaderField(name: "", value: "")
    }

    /// The maximum length of a stored line; longer ones are rarely repeated.
    private static let longestLine = 256
    // Accesses need no check at run time: only the driver makes them, and no part of them calls back.
    @exclusivity(unchecked) private var latest = [Line](repeating: Line(), count: 64)
    /// Valid names of fields.
    @exclusivity(unchecked) private var latestNames = [String](repeating: "", count: 64)

    /// The field of a line that was stored; nil if it was not, or another one has replaced it.
    func field(of line: UnsafeRawBufferPointer) -> HTTPHeaderField? {
        let place = Self.place(of: line)
        return latest[place].bytes.withUnsafeBytes { $0.equals(line) } ? latest[place].field : nil
    }

    /// Stores the field of a line that is not empty.
    func store(_ field: HTTPHeaderField, of line: UnsafeRawBufferPointer) {
        guard line.count <= Self.longestLine else { return }
        latest[Self.place(of: line)] = Line(bytes: Array(line), field: field)
    }

    /// The slot of a line, from its length, first and middle byte: lines of one field mostly differ at their end and replace each other.
    private static func place(of line: UnsafeRawBufferPointer) -> Int {
        (line.count &+ Int(line[0]) &* 5 &+ Int(line[line.count / 2]) &* 3) % 64
    }

    /// The name of a field; nil if it is not valid. A name that the previous response had is neither checked nor created again.
    func name(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard let first = bytes.first, let last = bytes.last else { return nil }
        let place = (bytes.count &* 7 &+ Int(first) &* 5 &+ Int(last)) % latestNames.count
        let isRepeated = latestNames[place].utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).equals(bytes) }
        if isRepeated == true { return latestNames[place] }
        guard bytes.allSatisfy(HTTPHeaderField.isNameByte) else { return nil }
        let name = HeaderText.string(bytes)
        latestNames[place] = name
        return name
    }
}

extension UnsafeRawBufferPointer {
    /// The first index of a byte; `count` if it does not occur.
    func index(of byte: UInt8, from start: Int = 0) -> Int {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - base
    }

    /// True if both have the same bytes.
    func equals(_ other: Self) -> Bool {
        guard count == other.count, let base = baseAddress, let otherBase = other.baseAddress else { return count == other.count }
        return memcmp(base, otherBase, count) == 0
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

/// Parses one block of header bytes into a head.
struct ResponseHeadParser {
    private var fields: [HTTPHeaderField] = []
    private var problem: String?
    private let texts: RepeatedText

    /// Reads the status line and the fields of a block, in the order received.
    ///
    /// A line that begins with white space continues the one before it (RFC 9112 section 5.2). A carriage return within a line becomes a
    /// space (section 2.2).
    ///
    /// - Parameters:
    ///   - statusLine: the first line, if it is parsed already.
    ///   - texts: lines and names to share.
    /// - Returns: the head, and a problem that libcurl does not report.
    static func parse(
        _ block: ArraySlice<UInt8>, _ statusLine: StatusLine? = nil, answering request: HTTPRequest,
        sharing texts: RepeatedText = RepeatedText()
    ) -> (head: HTTPResponseHead, problem: String?) {
        var parser = ResponseHeadParser(texts: texts)
        let statusLine = block.withUnsafeBytes { parser.read($0, statusLine) }
        let head = HTTPResponseHead(
            status: HTTPStatus(rawValue: statusLine.status), message: statusLine.reason, headers: HTTPHeaders(parser.fields),
            version: statusLine.version)
        return (head, parser.problem ?? HeadRules.problem(in: head, answering: request))
    }

    private mutating func read(_ block: UnsafeRawBufferPointer, _ statusLine: StatusLine?) -> StatusLine {
        fields.reserveCapacity(12)
        var position = block.index(of: 0x0A)
        let first = statusLine ?? StatusLine(block.part(0..<position).withoutLineEnd)
        problem = first.problem
        while position + 1 < block.count {
            let end = block.index(of: 0x0A, from: position + 1)
            add(block.part((position + 1)..<end).withoutLineEnd)
            position = end
        }
        return first
    }

    /// Parses one line without its line break.
    private mutating func add(_ line: UnsafeRawBufferPointer) {
        guard let first = line.first else { return }
        guard !HeaderText.isSpace(first) else { return fold(line) }
        if let field = texts.field(of: line) { return fields.append(field) }
        let colon = line.index(of: UInt8(ascii: ":"))
        guard colon < line.count else {
            problem = problem ?? "a line without a colon follows field \(fields.count)"
            return
        }
        let name = name(line.part(0..<colon))
        let field = HTTPHeaderField(name: name, value: text(line.part((colon + 1)..<line.count)))
        if problem == nil { texts.store(field, of: line) }
        fields.append(field)
    }

    private mutating func name(_ bytes: UnsafeRawBufferPointer) -> String {
        if let name = texts.name(bytes) { return name }
        problem = problem ?? "the name of field \(fields.count + 1) contains a space or another character that is not allowed in a name"
        return HeaderText.string(HeaderText.trimmed(bytes))
    }

    private mutating func fold(_ line: UnsafeRawBufferPointer) {
        let more = text(line)
        guard let last = fields.indices.last, !more.isEmpty else { return }
        fields[last].value += fields[last].value.isEmpty ? more : " \(more)"
    }

    private mutating func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let trimmed = HeaderText.trimmed(bytes)
        guard trimmed.index(of: 0x0D) < trimmed.count else { return HeaderText.string(trimmed) }
        problem = problem ?? "a field contains a carriage return"
        return trimmed.map { $0 == 0x0D ? 0x20 : $0 }.withUnsafeBytes { HeaderText.string($0) }
    }
}

/// The first line of a response (RFC 9112 section 4): `HTTP/1.1 200 OK`, or `HTTP/2 200` as libcurl writes it for later versions.
struct StatusLine: Equatable {
    /// Nil if the line has none.
    let version: HTTPVersion?
    /// 0 if the line has no number.
    let status: Int
    /// The reason phrase; often empty.
    let reason: String
    /// The problem with the line, as a clause.
    let problem: String?

    /// - Parameter line: without its line end.
    init(_ line: UnsafeRawBufferPointer) {
        let versionEnd = line.index(of: 0x20)
        version = Self.version(line.part(min(5, versionEnd)..<versionEnd))
        var statusStart = versionEnd
        while statusStart < line.count, line[statusStart] == 0x20 { statusStart += 1 }
        let statusEnd = line.index(of: 0x20, from: statusStart)
        status = Self.number(line.part(statusStart..<statusEnd)) ?? 0
        reason = HeaderText.string(HeaderText.trimmed(line.part(statusEnd..<line.count)))
        if statusStart > versionEnd + 1 {
            problem = "there is more than one space before the status"
        } else {
            problem = line.contains(0x0D) ? "the status line contains a carriage return" : nil
        }
    }

    private static func version(_ text: UnsafeRawBufferPointer) -> HTTPVersion? {
        let dot = text.index(of: UInt8(ascii: "."))
        guard let major = number(text.part(0..<dot)) else { return nil }
        return HTTPVersion(major: major, minor: dot < text.count ? number(text.part((dot + 1)..<text.count)) ?? 0 : 0)
    }

    /// A number of one to five digits.
    private static func number(_ digits: UnsafeRawBufferPointer) -> Int? {
        guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

/// Rules for a response head that libcurl does not check.
enum HeadRules {
    /// The first rule that a head breaks, as a clause; nil for a valid one.
    static func problem(in head: HTTPResponseHead, answering request: HTTPRequest) -> String? {
        guard (100...999).contains(head.status.rawValue) else { return "its status does not have three digits" }
        // RFC 9110 section 7.8.
        if head.status == 101, !request.headers.contains("Upgrade") {
            return "it switches to another protocol although the request does not ask for it"
        }
        guard let first = head.headers["Content-Length"] else { return nil }
        // The common case: one number, and no chunks.
        if isLength(first), !head.headers.contains("Transfer-Encoding"), head.headers.hasOnce("Content-Length") { return nil }
        return problem(withLengths: head.headers.values(for: "Content-Length"), in: head)
    }

    private static func problem(withLengths lengths: [String], in head: HTTPResponseHead) -> String? {
        // Two lengths cannot both be right, and chunks rule out a length: signs of response splitting (RFC 9112 section 6.3).
        let parts = lengths.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { part in
            part.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }
        if parts.contains(where: { $0 != parts[0] }) { return "it has two different Content-Length values" }
        let isChunked = head.headers.combinedValue(for: "Transfer-Encoding")?.lowercased().hasSuffix("chunked") ?? false
        if isChunked { return "it has both a Content-Length and Transfer-Encoding: chunked" }
        return parts.allSatisfy({ isLength($0) }) ? nil : "its Content-Length is not a number, or too large for one"
    }

    /// True for digits alone (RFC 9110 section 8.6) that a length of libcurl can hold.
    private static func isLength(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int64(text) != nil
    }
}

extension HTTPHeaders {
    /// True if a name occurs exactly once.
    fileprivate func hasOnce(_ name: String) -> Bool {
        fields.indices.count { fields[$0].name.utf8.count == name.utf8.count && fields[$0].isNamed(name) } == 1
    }
}
