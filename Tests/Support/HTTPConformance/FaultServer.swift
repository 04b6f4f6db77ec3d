public import HTTP
internal import Synchronization

/// A server on 127.0.0.1 that sends exactly the bytes of a script: invalid, incomplete or missing responses.
///
/// Each connection runs the script on a separate thread and is closed when the script returns. The server ends with its
/// last reference, or with `stop()`; a request made by ``request(_:method:headers:body:)`` holds one.
///
/// ```swift
/// let server = try FaultServer { connection in
///     while try connection.readRequest() != nil {
///         try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
///     }
/// }
/// let response = try await loader.load(server.request("/path"))
/// ```
public final class FaultServer: Sendable {
    /// The function that serves one connection. An error closes the connection.
    public typealias Script = @Sendable (FaultConnection) throws -> Void

    /// The port it listens on.
    public let port: UInt16
    /// The events of the server, for one listener.
    public let events: AsyncStream<FaultServerEvent>
    private let continuation: AsyncStream<FaultServerEvent>.Continuation
    private let log: ServerLog

    /// Starts the server.
    ///
    /// - Parameter script: run for each connection.
    /// - Throws: if the system has no free port.
    public init(_ script: @escaping Script) throws {
        let listener = try LoopbackSocket.listening()
        port = listener.port
        log = ServerLog(listener: listener)
        (events, continuation) = AsyncStream.makeStream(of: FaultServerEvent.self)
        let (log, continuation) = (log, continuation)
        BlockingThread.start {
            Self.acceptClients(of: listener, log: log, continuation: continuation, script: script)
        }
    }

    /// Starts a server that reads one request on each connection, sends these bytes, and closes.
    public convenience init(answering response: [UInt8]) throws {
        try self.init { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.send(response)
        }
    }

    /// Starts a server that reads one request on each connection, sends this text in UTF-8, and closes.
    public convenience init(answering response: String) throws {
        try self.init(answering: Array(response.utf8))
    }

    /// The server's base, without a path: `http://127.0.0.1:PORT`.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// The requests read so far, in the order in which they were complete.
    public var requests: [ReceivedRequest] { log.requests }

    /// The number of accepted connections.
    public var connectionCount: Int { log.connectionCount }

    /// Closes the port and every open connection. Later calls do nothing.
    public func stop() {
        log.shutDownAll()
        continuation.finish()
    }

    deinit { stop() }

    private static func acceptClients(
        of listener: LoopbackSocket, log: ServerLog, continuation: AsyncStream<FaultServerEvent>.Continuation, script: @escaping Script
    ) {
        while let socket = try? listener.acceptClient() {
            let index = log.open(socket)
            continuation.yield(.connected(connection: index))
            let connection = FaultConnection(index: index, socket: socket) { event in
                log.add(event)
                continuation.yield(event)
            }
            BlockingThread.start {
                // The connection of a script that fails is closed.
                try? script(connection)
                log.close(socket, index: index)
            }
        }
        log.closeListener()
    }

    /// A request to this server, without a proxy. The server runs while the request or its response is referenced.
    public func request(
        _ path: String = "/", method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: any HTTPBody = EmptyBody()
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, url: url + path, headers: headers, body: body)
        request.proxy = .none
        hold(in: &request)
        return request
    }

    /// Keeps this server running as long as a request that needs it is held.
    func hold(in request: inout HTTPRequest) {
        request[option: HeldServersOption.self].append(self)
    }
}

/// The requests that a server has read, and its open connections.
private final class ServerLog: Sendable {
    private struct State {
        var listener: LoopbackSocket?
        var requests: [ReceivedRequest] = []
        var connectionCount = 0
        var open: [Int: LoopbackSocket] = [:]
        var isStopped = false
    }
    /// Guards the log and the open sockets, so that none is shut down after its descriptor was closed, whose number may have been reused.
    private let state: Mutex<State>

    init(listener: LoopbackSocket) { state = Mutex(State(listener: listener)) }

    var requests: [ReceivedRequest] { state.withLock { $0.requests } }
    var connectionCount: Int { state.withLock { $0.connectionCount } }

    func add(_ event: FaultServerEvent) {
        guard case .request(let request) = event else { return }
        state.withLock { $0.requests.append(request) }
    }

    func open(_ socket: LoopbackSocket) -> Int {
        state.withLock { state in
            state.open[state.connectionCount] = socket
            state.connectionCount += 1
            if state.isStopped { socket.shutDown() }
            return state.connectionCount - 1
        }
    }

    func close(_ socket: LoopbackSocket, index: Int) {
        state.withLock { state in
            state.open[index] = nil
            socket.closeDescriptor()
        }
    }

    func closeListener() {
        state.withLock { $0.listener.take()?.closeDescriptor() }
    }

    func shutDownAll() {
        state.withLock { state in
            state.isStopped = true
            state.listener?.shutDown()
            for socket in state.open.values { socket.shutDown() }
        }
    }
}

private enum HeldServersOption: HTTPRequestOption {
    static let defaultOptionValue: [FaultServer] = []
}

/// An event of a `FaultServer`.
public enum FaultServerEvent: Sendable {
    /// A client connected; connections are counted from 0.
    case connected(connection: Int)
    /// A whole request was read.
    case request(ReceivedRequest)
    /// The client closed or reset the connection while the script waited for it.
    case clientClosed(connection: Int)
}

/// A request as a scripted server received it, byte for byte.
public struct ReceivedRequest: Sendable {
    /// The request line and header lines up to and including the blank line.
    public let head: [UInt8]
    /// The body after chunks were joined; without trailers.
    public let body: [UInt8]
    /// The method token of the request line.
    public let method: String
    /// The request target of the request line.
    public let target: String
    /// The protocol of the request line, for example `HTTP/1.1`.
    public let version: String
    /// The header lines in the order and the case in which they came; white space around values is removed.
    public let headers: [(name: String, value: String)]

    init(head: [UInt8], body: [UInt8]) {
        self.head = head
        self.body = body
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 2).map(String.init) + ["", "", ""]
        (method, target, version) = (words[0], words[1], words[2])
        headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let value = line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
            return (String(line[..<colon]), String(value))
        }
    }

    /// The value of the first header of this name, in any case.
    public subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
