import CMicroHTTPD
import HTTP
import Platform

/// Builds requests from the calls of libmicrohttpd, passes them to the responder, and queues the responses.
final class Dispatcher: Sendable {
    /// The size of the pieces in which libmicrohttpd asks for a streamed response.
    private static let streamBufferSize = 128 << 10
    /// The seconds without any byte after which a connection with an unfinished request or response is closed.
    private static let exchangeTimeoutSeconds: UInt32 = 300

    let headTimeoutSeconds: UInt32
    let suspensions: Suspensions
    private let library: MicroHTTPD
    private let responder: any Responder
    private let bodyMemoryLimit: Int

    init(library: MicroHTTPD, responder: any Responder, suspensions: Suspensions, configuration: DemoServerConfiguration) {
        self.library = library
        self.responder = responder
        self.suspensions = suspensions
        bodyMemoryLimit = configuration.bodyMemoryLimit
        headTimeoutSeconds = configuration.headTimeoutSeconds
    }

    func readHead(_ connection: OpaquePointer, target: String, method: String, version: String) -> RequestHead {
        var headers = HTTPHeaders()
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = library.functions.get_connection_values(connection, .HEADER_KIND, collectHeader, pointer)
        }
        var functions = library.functions
        let origin = mhd_client_address(&functions, connection).flatMap(SocketAddress.host(of:)) ?? "unknown"
        return RequestHead(method: method, target: ReceivedTarget(target), version: version, headers: headers, origin: origin)
    }

    /// Takes the head of a request.
    ///
    /// - Returns: false to close the connection.
    func begin(_ request: PendingRequest, head: RequestHead, on connection: OpaquePointer) -> Bool {
        request.head = head
        setIdleTimeout(Self.exchangeTimeoutSeconds, of: connection)
        // A response before the body ends the connection.
        return head.framingProblem.map { queue($0.response, on: connection) } ?? true
    }

    /// Takes the end of a response: a connection without a request is closed sooner.
    func end(on connection: OpaquePointer) { setIdleTimeout(headTimeoutSeconds, of: connection) }

    private func setIdleTimeout(_ seconds: UInt32, of connection: OpaquePointer) {
        var functions = library.functions
        mhd_set_idle_timeout(&functions, connection, seconds)
    }

    func receive(_ bytes: UnsafeRawBufferPointer, for request: PendingRequest) {
        request.body.receive(bytes, limit: bodyMemoryLimit)
    }

    /// Responds to a complete request; called again when the response's delay is over.
    ///
    /// - Returns: false to close the connection.
    func respond(on connection: OpaquePointer, for request: PendingRequest) -> Bool {
        if let response = request.pendingResponse { return !suspensions.isStopped && queue(response, on: connection) }
        guard let head = request.head else { return false }
        let response = responder.respond(to: Request(head: head, body: request.body.finish()))
        guard response.delay > .zero else { return queue(response, on: connection) }
        request.pendingResponse = response
        return suspensions.suspend(connection, for: response.delay)
    }

    /// Queues a response; returns false to close the connection.
    private func queue(_ response: Response, on connection: OpaquePointer) -> Bool {
        guard let pointer = makeResponse(response, connection: connection) else { return false }
        defer { library.functions.destroy_response(pointer) }
        for field in response.headers.fields {
            // A field that the library refuses, such as a stored one without a value, is left out rather than the whole response.
            _ = library.functions.add_response_header(pointer, field.name, field.value)
        }
        return library.functions.queue_response(connection, UInt32(response.status), pointer) == .YES
    }

    private func makeResponse(_ response: Response, connection: OpaquePointer) -> OpaquePointer? {
        switch response.body {
        case .bytes(var bytes):
            return bytes.withUnsafeMutableBytes { buffer in
                library.functions.create_response_from_buffer(buffer.count, buffer.baseAddress, .RESPMEM_MUST_COPY)
            }
        case .closed: return nil
        case .stream(let stream, let length):
            let reader = StreamReader(stream: stream) { [suspensions] duration in suspensions.suspend(connection, for: duration) }
            let context = Unmanaged.passRetained(reader)
            let pointer = library.functions.create_response_from_callback(
                length.map(UInt64.init) ?? UInt64.max, Self.streamBufferSize, readStream, context.toOpaque(), releaseStream)
            if pointer == nil { context.release() }
            return pointer
        }
    }
}

/// Makes the response to a request. Called on any of the server's threads; must not block.
protocol Responder: Sendable {
    func respond(to request: Request) -> Response
}

/// A request while it arrives, and its response while that is delayed. Only the thread of its connection uses it.
final class PendingRequest {
    /// The request target as received.
    let target: String
    /// Nil until the whole head has arrived.
    var head: RequestHead?
    var body = BodyReceiver()
    /// The response while its delay lasts.
    var pendingResponse: Response?

    init(target: String) { self.target = target }
}

/// Copies the pieces of a body stream into the buffers of libmicrohttpd. Only the thread of the connection uses it.
final class StreamReader {
    /// The end of a stream, for libmicrohttpd (`MHD_ContentReaderCallback`).
    static let ended = -1
    /// A failed stream, for libmicrohttpd.
    static let failed = -2

    private var stream: any BodyStream
    /// Suspends the connection; false if the server is stopping.
    private let pause: (Duration) -> Bool
    private var piece: [UInt8] = []
    private var position = 0
    private var step = StreamStep.more

    init(stream: any BodyStream, pause: @escaping (Duration) -> Bool) {
        self.stream = stream
        self.pause = pause
    }

    /// Copies the next bytes.
    ///
    /// - Returns: their count; 0 after suspending the connection; ``ended`` or ``failed``.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while position == piece.count {
            switch step {
            case .end: return Self.ended
            case .pause(let duration):
                step = .more
                return pause(duration) ? 0 : Self.failed
            case .more:
                piece.removeAll(keepingCapacity: true)
                position = 0
                step = stream.next(into: &piece)
            }
        }
        let count = min(buffer.count, piece.count - position)
        piece.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
        position += count
        return count
    }
}

// The callbacks for libmicrohttpd, which calls them on its own threads. Only these functions turn a context pointer into its object.

/// Makes the state of a request, which lives until `completeRequest`.
func startRequest(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    let request = PendingRequest(target: target.map { String(cString: $0) } ?? "/")
    return Unmanaged.passRetained(request).toOpaque()
}

/// Handles the head, each piece of the body and its end, and continues after a delay.
func handleRequest(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, path: UnsafePointer<CChar>?, method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?, uploadSize: UnsafeMutablePointer<Int>?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let version, let uploadSize, let pointer = requestContext?.pointee else { return .NO }
    let dispatcher = Unmanaged<Dispatcher>.fromOpaque(context).takeUnretainedValue()
    let request = Unmanaged<PendingRequest>.fromOpaque(pointer).takeUnretainedValue()
    if request.head == nil {
        let head = dispatcher.readHead(
            connection, target: request.target, method: String(cString: method), version: String(cString: version))
        return dispatcher.begin(request, head: head, on: connection) ? .YES : .NO
    }
    if uploadSize.pointee > 0 {
        dispatcher.receive(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee), for: request)
        uploadSize.pointee = 0
        return .YES
    }
    return dispatcher.respond(on: connection, for: request) ? .YES : .NO
}

/// Releases the state of a request, also of one that failed.
func completeRequest(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let pointer = requestContext?.pointee else { return }
    Unmanaged<PendingRequest>.fromOpaque(pointer).release()
    requestContext?.pointee = nil
    guard let context, let connection, reason == .REQUEST_TERMINATED_COMPLETED_OK else { return }
    Unmanaged<Dispatcher>.fromOpaque(context).takeUnretainedValue().end(on: connection)
}

/// Appends a request header to the list that `context` points to.
func collectHeader(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameSize: Int, value: UnsafePointer<CChar>?,
    valueSize: Int
) -> MHD_Result {
    guard let headers = context?.assumingMemoryBound(to: HTTPHeaders.self) else { return .NO }
    headers.pointee.append(
        String(decoding: UnsafeRawBufferPointer(start: name, count: nameSize), as: UTF8.self),
        String(decoding: UnsafeRawBufferPointer(start: value, count: valueSize), as: UTF8.self))
    return .YES
}

/// Fills a buffer of a streamed response.
func readStream(context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int) -> Int {
    guard let context else { return StreamReader.failed }
    return Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

/// Releases the stream of a response that has ended.
func releaseStream(context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<StreamReader>.fromOpaque(context).release()
}
