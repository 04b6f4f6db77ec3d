import CMicroHTTPD

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns what libmicrohttpd says into requests, asks the router, and turns responses into what libmicrohttpd sends.
final class Dispatcher: Sendable {
    /// How much of a streamed answer libmicrohttpd asks for at once.
    private static let streamBufferSize = 128 << 10

    let suspensions: Suspensions
    private let library: MicroHTTPD
    private let router: Router
    private let bodyMemoryLimit: Int

    init(library: MicroHTTPD, router: Router, suspensions: Suspensions, bodyMemoryLimit: Int) {
        self.library = library
        self.router = router
        self.suspensions = suspensions
        self.bodyMemoryLimit = bodyMemoryLimit
    }

    func readHead(_ connection: OpaquePointer, target: String, method: String, version: String) -> RequestHead {
        var headers = HeaderList()
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = library.functions.get_connection_values(connection, .HEADER_KIND, collectHeader, pointer)
        }
        var functions = library.functions
        let origin = mhd_client_address(&functions, connection).flatMap(SocketAddress.host(of:)) ?? "unknown"
        return RequestHead(method: method, target: RequestTarget(target), version: version, headers: headers, origin: origin)
    }

    func receive(_ bytes: UnsafeRawBufferPointer, exchange: Exchange) {
        exchange.body.receive(bytes, limit: bodyMemoryLimit)
    }

    /// Called with the whole request there, and again when the answer's delay is over. `false` closes the connection.
    func answer(_ connection: OpaquePointer, exchange: Exchange) -> Bool {
        if let response = exchange.pendingResponse { return !suspensions.isStopped && queue(response, on: connection) }
        guard let head = exchange.head else { return false }
        let response = router.respond(to: Request(head: head, body: exchange.body.finish()))
        guard response.delay > .zero else { return queue(response, on: connection) }
        exchange.pendingResponse = response
        return suspensions.suspend(connection, for: response.delay)
    }

    private func queue(_ response: Response, on connection: OpaquePointer) -> Bool {
        guard let pointer = makeResponse(response, connection: connection) else { return false }
        defer { library.functions.destroy_response(pointer) }
        for field in response.headers.fields {
            guard library.functions.add_response_header(pointer, field.name, field.value) == .YES else { return false }
        }
        return library.functions.queue_response(connection, UInt32(response.status), pointer) == .YES
    }

    private func makeResponse(_ response: Response, connection: OpaquePointer) -> OpaquePointer? {
        switch response.body {
        case .bytes(var bytes):
            return bytes.withUnsafeMutableBytes { buffer in
                library.functions.create_response_from_buffer(buffer.count, buffer.baseAddress, .RESPMEM_MUST_COPY)
            }
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
