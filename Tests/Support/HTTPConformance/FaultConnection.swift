internal import Dispatch
internal import Synchronization

/// One accepted connection of a `FaultServer`, handed to the script. Every call blocks the connection's own thread.
public final class FaultConnection: Sendable {
    /// The connection's place in the order of acceptance, from 0.
    public let index: Int
    let socket: LoopbackSocket
    private let record: @Sendable (FaultServerEvent) -> Void
    /// Guards the bytes that were read from the socket and not yet handed out.
    private let unread = Mutex<[UInt8]>([])

    init(index: Int, socket: LoopbackSocket, record: @escaping @Sendable (FaultServerEvent) -> Void) {
        self.index = index
        self.socket = socket
        self.record = record
    }

    /// Reads one whole request: the head, and the body that `Content-Length` or chunks announce.
    ///
    /// - Returns: nil when the client closed before a whole request was there.
    public func readRequest() throws -> ReceivedRequest? {
        guard let head = try readHead() else { return nil }
        let announced = ReceivedRequest(head: head, body: [])
        var body: [UInt8] = []
        if announced["Transfer-Encoding"]?.lowercased() == "chunked" {
            guard let joined = try readChunks() else { return nil }
            body = joined
        } else if let length = announced["Content-Length"].flatMap(Int.init) {
            guard let bytes = try read(exactly: length) else { return nil }
            body = bytes
        }
        let request = ReceivedRequest(head: head, body: body)
        record(.request(request))
        return request
    }

    /// Reads up to and including the blank line that ends a head.
    ///
    /// - Returns: nil when the client closed first.
    public func readHead() throws -> [UInt8]? { try read(through: Array("\r\n\r\n".utf8)) }

    /// Reads exactly this many bytes; nil when the client closed first.
    public func read(exactly count: Int) throws -> [UInt8]? {
        while unread.withLock({ $0.count }) < count {
            guard try fill() else { return nil }
        }
        return take(count)
    }

    /// Sends the bytes unchanged; blocks while the client does not read.
    public func send(_ bytes: [UInt8]) throws { try socket.send(bytes) }

    /// Sends the text in UTF-8 unchanged: the script writes the line ends.
    public func send(_ text: String) throws { try socket.send(Array(text.utf8)) }

    /// Ends the sending direction; the client can still send.
    public func finishSending() { socket.finishSending() }

    /// Makes the end of the script reset the connection instead of closing it orderly.
    public func resetAtEnd() { socket.lingerWithReset() }

    /// Waits a limited time for the client to close the connection; true if it has. Received bytes are discarded.
    public func isClosed(withinMilliseconds milliseconds: Int32) -> Bool {
        socket.hasNews(withinMilliseconds: milliseconds) && (try? socket.receive())?.isEmpty != false
    }

    /// Reads and drops until the client closes or resets the connection.
    public func waitForClose() {
        while let more = try? socket.receive(), !more.isEmpty {}
        record(.clientClosed(connection: index))
    }

    func read(through end: [UInt8]) throws -> [UInt8]? {
        var searched = 0
        while true {
            let found = unread.withLock { bytes in bytes.firstRange(of: end, from: max(0, searched - end.count)) }
            if let found { return take(found + end.count) }
            searched = unread.withLock { $0.count }
            guard try fill() else { return nil }
        }
    }

    /// Returns the bytes that were read ahead, or else the next ones; empty if the client has closed.
    func readSome() throws -> [UInt8] {
        let buffered = unread.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        return buffered.isEmpty ? try socket.receive() : buffered
    }

    private func readChunks() throws -> [UInt8]? {
        var body: [UInt8] = []
        while let line = try read(through: [13, 10]) {
            let digits = String(decoding: line.prefix { $0 != 13 && $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard let size = Int(digits, radix: 16) else { return nil }
            guard size > 0 else { return try read(through: [13, 10]) == nil ? nil : body }
            guard let chunk = try read(exactly: size + 2) else { return nil }
            body += chunk.dropLast(2)
        }
        return nil
    }

    private func fill() throws -> Bool {
        let more = try socket.receive()
        unread.withLock { $0 += more }
        return !more.isEmpty
    }

    private func take(_ count: Int) -> [UInt8] {
        unread.withLock { bytes in
            defer { bytes.removeFirst(count) }
            return Array(bytes.prefix(count))
        }
    }
}

extension [UInt8] {
    /// The first position of `needle` at or after `start`.
    fileprivate func firstRange(of needle: [UInt8], from start: Int) -> Int? {
        guard count >= needle.count else { return nil }
        return (start...(count - needle.count)).first { self[$0..<($0 + needle.count)].elementsEqual(needle) }
    }
}

/// Holds a script back until the test lets it continue.
public final class FaultGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// A closed gate.
    public init() {}

    /// Lets one script through, now or when it comes.
    public func open() { semaphore.signal() }

    /// Blocks the script's thread until the gate is opened.
    public func wait() { semaphore.wait() }
}
