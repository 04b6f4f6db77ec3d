import CMicroHTTPD

// What libmicrohttpd calls, on threads of its own. A context pointer is turned into its object here and nowhere else.

/// The first thing heard of a request: makes its exchange, which lives until `completeRequest`.
func startRequest(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    let exchange = Exchange(target: target.map { String(cString: $0) } ?? "/")
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// Called once for the head, once for each piece of the body, once at its end, and again after a delay.
func handleRequest(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, path: UnsafePointer<CChar>?, method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?, uploadSize: UnsafeMutablePointer<Int>?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let version, let uploadSize, let pointer = requestContext?.pointee else { return .NO }
    let dispatcher = Unmanaged<Dispatcher>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if exchange.head == nil {
        exchange.head = dispatcher.readHead(
            connection, target: exchange.target, method: String(cString: method), version: String(cString: version))
        return .YES
    }
    if uploadSize.pointee > 0 {
        dispatcher.receive(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee), exchange: exchange)
        uploadSize.pointee = 0
        return .YES
    }
    return dispatcher.answer(connection, exchange: exchange) ? .YES : .NO
}

/// The last thing heard of a request, however it ended.
func completeRequest(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let pointer = requestContext?.pointee else { return }
    Unmanaged<Exchange>.fromOpaque(pointer).release()
    requestContext?.pointee = nil
}

/// Appends one request header to the list that `context` points to.
func collectHeader(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameSize: Int, value: UnsafePointer<CChar>?,
    valueSize: Int
) -> MHD_Result {
    guard let headers = context?.assumingMemoryBound(to: HeaderList.self) else { return .NO }
    headers.pointee.append(
        String(decoding: UnsafeRawBufferPointer(start: name, count: nameSize), as: UTF8.self),
        String(decoding: UnsafeRawBufferPointer(start: value, count: valueSize), as: UTF8.self))
    return .YES
}

/// Fills one buffer of a streamed answer.
func readStream(context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int) -> Int {
    guard let context else { return StreamReader.failed }
    return Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

/// Ends a streamed answer.
func releaseStream(context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<StreamReader>.fromOpaque(context).release()
}
