public import Platform
import Synchronization

extension HTTPResponseBody {
    /// The limit for reading a body as a whole unless another is given: 16 MiB.
    public static let defaultLimit = 16 << 20

    /// The whole body. See ``collect(upTo:)`` for the limit and the errors.
    public func data(upTo limit: Int = defaultLimit) async throws(HTTPError) -> Data {
        try await collect(upTo: limit, into: Data(capacity: capacity(upTo: limit))) { $0.append(contentsOf: $1) }
    }

    /// The whole body as text, in the character set that `Content-Type` names or else UTF-8. Invalid bytes become U+FFFD.
    /// - Throws: ``HTTPError/Code/invalidResponse`` for a character set that is neither Unicode nor a form of Latin 1.
    public func text(upTo limit: Int = defaultLimit) async throws(HTTPError) -> String {
        let bytes = try await collect(upTo: limit)
        let charset = head?.headers["Content-Type"].flatMap(Self.charset) ?? "utf-8"
        switch charset {
        case "utf-8", "utf8": return Self.text(bytes)
        case "us-ascii", "iso-8859-1", "latin1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case "windows-1252", "cp1252": return String(String.UnicodeScalarView(bytes.map(Self.windowsScalar)))
        case "utf-16", "utf-16le", "utf-16be":
            return Self.wideText(bytes, isBigEndian: charset == "utf-16be" || (charset == "utf-16" && bytes.starts(with: [0xFE, 0xFF])))
        default:
            throw undecodable(bytes, "The text is in the character set \(charset.quotedForMessage): read it by `data()` and convert it.")
        }
    }

    /// The whole body, decoded from JSON.
    /// - Throws: ``HTTPError/Code/invalidResponse`` with the decoder's error and the bytes, or the errors of ``collect(upTo:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, upTo limit: Int = defaultLimit, decoder: JSONDecoder = JSONDecoder()
    ) async throws(HTTPError) -> Value {
        let bytes = try await data(upTo: limit)
        do {
            return try decoder.decode(type, from: bytes)
        } catch {
            throw undecodable(Array(bytes), "The body is not JSON of the expected form. \(error)", error)
        }
    }

    /// The `charset` of a media type, in lower case.
    private static func charset(of mediaType: String) -> String? {
        for parameter in mediaType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, ASCII.equalIgnoringCase(ASCII.trimmed(parts[0]), "charset") else { continue }
            return ASCII.lowercased(ASCII.trimmed(parts[1]).filter { $0 != "\"" })
        }
        return nil
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
    }

    /// The characters 0x80 to 0x9F of Windows 1252 (Encoding Standard, index windows-1252).
    private static let windowsScalars = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    private static func windowsScalar(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? windowsScalars[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    private static func wideText(_ bytes: [UInt8], isBigEndian: Bool) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
    }

    private func undecodable(_ bytes: [UInt8], _ message: String, _ cause: (any Error)? = nil) -> HTTPError {
        let received = head.map { head in
            HTTPResponse(
                request: request, status: head.status, message: head.message, headers: head.headers,
                body: HTTPResponseBody(bytes, for: request),
                version: head.version)
        }
        return HTTPError(.invalidResponse, request: request, response: received, underlyingError: cause, message: message)
    }
}

extension HTTPResponseBody {
    /// Writes the body to a file as it arrives. The file appears under its name when it is complete; a new one is readable by its owner
    /// only (0600), and a replaced one keeps its permissions.
    /// - Parameters:
    ///   - path: an existing file is replaced. The bytes go to a temporary file in the same folder, which is removed on failure;
    ///     a download by an ``HTTPLoader`` keeps them to continue later.
    ///   - progress: called after each chunk with the number of bytes so far and the total, if known.
    /// - Returns: the number of bytes.
    /// - Throws: the ``HTTPError`` that ended the transfer, or one with ``HTTPError/Code/unknown`` and an underlying ``FileBodyError`` if
    ///   writing fails.
    @discardableResult
    public func save(to path: String, progress: (Int64, Int64?) -> Void = { _, _ in }) async throws(HTTPError) -> Int64 {
        do {
            let file = try AtomicFile(
                replacing: path, permissions: FileStatus(of: path) == nil ? .private : .preserved, writesDevices: true)
            var count: Int64 = 0
            var reader = makeAsyncIterator()
            while let chunk = try await reader.next() {
                try file.write(chunk)
                count += Int64(chunk.count)
                progress(count, expectedByteCount)
            }
            try file.commit()
            return count
        } catch let error as HTTPError {
            throw error
        } catch {
            throw unsaved(error, at: path)
        }
    }

    /// Writes the body to the file of a URL, as the form with a path does.
    /// - Parameters:
    ///   - url: a file URL.
    ///   - progress: called after each chunk with the number of bytes so far and the total, if known.
    /// - Returns: the number of bytes.
    @discardableResult
    public func save(to url: URL, progress: (Int64, Int64?) -> Void = { _, _ in }) async throws(HTTPError) -> Int64 {
        try await save(to: url.path, progress: progress)
    }

    /// The error of a body that cannot be written. Ends the transfer.
    func unsaved(_ error: any Error, at path: String) -> HTTPError {
        cancel()
        let problem = (error as? SystemError).map { FileBodyError($0, at: path, operation: "written") as any Error } ?? error
        return HTTPError(.unknown, request: request, underlyingError: problem, message: "The response could not be saved. \(problem)")
    }
}

extension AtomicFile {
    /// Writes a value as a private file of JSON, in a folder that is created if it is missing.
    /// - Returns: the reason why it could not be written; nil if it was.
    static func write(json value: some Encodable, to path: String) -> String? {
        do {
            try makePrivateFolder(parentFolder(of: path))
            try write(Array(JSONEncoder().encode(value)), to: path)
            return nil
        } catch {
            return "The file \(path) cannot be written: \((error as? SystemError)?.reason ?? "\(error)")."
        }
    }
}

/// The end of a response body.
public enum HTTPBodyEnding: Sendable {
    /// The last chunk was read.
    case complete
    /// The last chunk was read, but the body is incomplete; see ``HTTPResponseBody/isTruncated``.
    case truncated
    /// The body was cancelled or released before its end.
    case abandoned
    /// The transfer failed.
    case failed(HTTPError)
}

extension HTTPResponseBody {
    /// The same body with callbacks for each chunk and for the end. Links use it to observe a response, to copy it, or to release something
    /// at its end.
    ///
    /// ```swift
    /// var response = try await nextLoader.load(request, task: task)
    /// response.body = response.body.observed { chunk in count(chunk) } end: { ending in report(ending) }
    /// return response
    /// ```
    ///
    /// Observers are called in the order in which they were added, starting with the innermost link's. They cause no transfer: without a reader
    /// there are no chunks.
    /// - Parameters:
    ///   - onChunk: called with each chunk before the reader gets it, in order, on the reader's thread. It must be quick.
    ///   - onEnd: called exactly once, before the reader sees the end; if the body is cancelled or released, on the thread that does so.
    public func observed(
        chunk onChunk: (@Sendable ([UInt8]) -> Void)? = nil, end onEnd: @escaping @Sendable (HTTPBodyEnding) -> Void
    ) -> HTTPResponseBody {
        observed(by: FunctionObserver(onChunk: onChunk, onEnd: onEnd))
    }

    func observed(by observer: any BodyObserver) -> HTTPResponseBody {
        // All observers share one stage, unless it has already ended.
        if source.add(observer) { return self }
        let copy = replacing(source: source)
        _ = copy.source.add(observer)
        return copy
    }
}

/// An observer of a response body. Links conform themselves: a function with a context would take an allocation for each response.
protocol BodyObserver: AnyObject, Sendable {
    /// Receives a chunk before the reader gets it.
    func receive(_ chunk: [UInt8])
    /// Handles the end of the body, once, before the reader sees it.
    func end(_ ending: HTTPBodyEnding, of source: ObservedSource)
}

private final class FunctionObserver: BodyObserver {
    private let onChunk: (@Sendable ([UInt8]) -> Void)?
    private let onEnd: @Sendable (HTTPBodyEnding) -> Void

    init(onChunk: (@Sendable ([UInt8]) -> Void)?, onEnd: @escaping @Sendable (HTTPBodyEnding) -> Void) {
        self.onChunk = onChunk
        self.onEnd = onEnd
    }

    func receive(_ chunk: [UInt8]) { onChunk?(chunk) }
    func end(_ ending: HTTPBodyEnding, of source: ObservedSource) { onEnd(ending) }
}

/// The reader's end of a body: passes chunks on, calls the observers, and ends the transfer if it is released before the end was read.
final class ObservedSource: HTTPResponseBodySource {
    private struct State {
        var observers = ShortList<any BodyObserver>()
        var hasEnded = false
        var isRead = false
        var recording: (any HTTPBodySink)?
    }

    let base: any HTTPResponseBodySource
    let request: HTTPRequest
    /// Guards the observers and what is known about the reading.
    private let state: Mutex<State>

    init(_ base: any HTTPResponseBodySource, for request: HTTPRequest) {
        self.base = base
        self.request = request
        state = Mutex(State())
    }

    /// A stage outside another one, over a source that reads from that.
    init(_ base: any HTTPResponseBodySource, continuing other: ObservedSource) {
        self.base = base
        request = other.request
        let (isRead, recording) = other.state.withLock { ($0.isRead, $0.recording) }
        state = Mutex(State(isRead: isRead, recording: recording))
    }

    deinit {
        if end(.abandoned) { base.cancel() }
    }

    /// True if the whole body is in memory, so that nothing will arrive any more.
    var isInMemory: Bool { base is BytesSource || (base as? ObservedSource)?.isInMemory == true }

    var isTruncated: Bool { base.isTruncated }

    /// True if the last observer was called.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    var recording: (any HTTPBodySink)? {
        get { state.withLock { $0.recording } }
        set { state.withLock { $0.recording = newValue } }
    }

    /// Notes that a reader has reached the end; true if another one has before.
    func noteReader() -> Bool {
        state.withLock { state in
            defer { state.isRead = true }
            return state.isRead
        }
    }

    /// Adds an observer.
    /// - Returns: false if the body has already ended.
    func add(_ observer: any BodyObserver) -> Bool {
        state.withLock { state in
            if !state.hasEnded { state.observers.append(observer) }
            return !state.hasEnded
        }
    }

    func next() async throws(HTTPError) -> [UInt8]? {
        do throws(HTTPError) {
            guard let chunk = try await base.next() else {
                end(base.isTruncated ? .truncated : .complete)
                return nil
            }
            state.withLock { $0.observers }.forEach { $0.receive(chunk) }
            return chunk
        } catch {
            end(.failed(error))
            throw error
        }
    }

    func cancel() {
        base.cancel()
        end(.abandoned)
    }

    /// Ends the transfer with an error of the reader, also for the observers of inner stages.
    func cancel(failingWith error: HTTPError) {
        if let inner = base as? ObservedSource { inner.cancel(failingWith: error) } else { base.cancel() }
        end(.failed(error))
    }

    /// Calls the observers for the last time.
    /// - Returns: false if that was done before.
    @discardableResult
    private func end(_ ending: HTTPBodyEnding) -> Bool {
        let observers = state.withLock { state -> ShortList<any BodyObserver>? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            defer { state.observers = ShortList() }
            return state.observers
        }
        observers?.forEach { $0.end(ending, of: self) }
        return observers != nil
    }
}
