import CCurl
import HTTP

/// The state that the transfers of one engine share. Used by its driver alone.
final class SharedTransferState {
    /// Lines of response headers, shared by the responses.
    let texts = RepeatedText()
    let connections = ConnectionTable()
    // Accesses need no check at run time: only the driver makes them, and no part of them calls back.
    @exclusivity(unchecked) var handles = HandlePool<ActiveTransfer>()
    /// Transfers with news for their reader or for the engine.
    @exclusivity(unchecked) var changed: [ActiveTransfer] = []
}

/// The details of connections by their two ends. libcurl reports the TLS details of a connection only to the transfer that opened it; later
/// transfers over it get the stored ones.
final class ConnectionTable {
    private struct Key: Hashable {
        let local: HTTPEndpoint
        let remote: HTTPEndpoint

        /// Hashes the ports alone, which distinguish nearly all connections.
        func hash(into hasher: inout Hasher) {
            hasher.combine(local.port)
            hasher.combine(remote.port)
        }
    }

    /// The details of a connection, marked as reused, and the event that reports them.
    struct Entry {
        let details: HTTPConnectionDetails
        let event: HTTPTaskEvent
    }

    /// The number of entries at which the table is emptied. There are far fewer open connections, so a full table holds mostly closed ones.
    private static let capacity = 2048
    @exclusivity(unchecked) private var entries: [Key: Entry] = [:]

    /// Stores a new connection.
    func add(_ new: HTTPConnectionDetails, local: HTTPEndpoint, remote: HTTPEndpoint) {
        if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
        var details = new
        details.isReused = true
        entries[Key(local: local, remote: remote)] = Entry(details: details, event: .connected(details))
    }

    func entry(local: HTTPEndpoint, remote: HTTPEndpoint) -> Entry? { entries[Key(local: local, remote: remote)] }
}

extension ActiveTransfer {
    /// Notes the connection, over which the request is about to be sent.
    ///
    /// - Returns: false to end the transfer instead.
    func connect(remote: String, remotePort: Int, local: String, localPort: Int) -> Bool {
        setVerbose(true)
        noteActivity()
        guard beginsAttempt() else { return false }
        if progress.isUnanswered { beginAgain() }
        let (remoteEnd, localEnd) = (HTTPEndpoint(address: remote, port: remotePort), HTTPEndpoint(address: local, port: localPort))
        if easy.long(CURLINFO_NUM_CONNECTS) == 0, let known = board.connections.entry(local: localEnd, remote: remoteEnd) {
            progress.connection = known.details
            transfer.execution.report(known.event)
        } else {
            let details = connectionDetails(remoteEnd, localEnd)
            board.connections.add(details, local: localEnd, remote: remoteEnd)
            progress.connection = details
            transfer.execution.report(.connected(details))
        }
        if transfer.plan.mayMultiplex { markChanged() }
        return true
    }

    /// Notes that libcurl sends an unanswered request again, which it does with any request if a reused connection ends before the first
    /// byte of a response. A method that is not idempotent makes the transfer fail instead (RFC 9110 section 9.2.2).
    ///
    /// - Returns: false if the request must not be sent.
    func beginsAttempt() -> Bool {
        guard progress.isUnanswered else { return true }
        progress.isRepeated = true
        if transfer.plan.request.method.isIdempotent { return true }
        progress.failure = progress.failure ?? .brokenAfterSending
        return false
    }

    /// Reports the end of a request that had no response, and the start of its repetition.
    private func beginAgain() {
        let request = transfer.plan.request
        let failure = CurlFailure(own: .brokenAfterSending, phase: .waiting, request: request)
        transfer.execution.report(.finished(TransferMetrics.read(from: easy, progress)))
        transfer.execution.report(.failed(HTTPError(failure.httpCode, request: request, message: failure.message)))
        transfer.execution.report(.started(request))
        progress.beginAgain()
    }

    private func connectionDetails(_ remote: HTTPEndpoint, _ local: HTTPEndpoint) -> HTTPConnectionDetails {
        var details = HTTPConnectionDetails()
        (details.remote, details.local) = (remote, local)
        details.isReused = easy.long(CURLINFO_NUM_CONNECTS) == 0
        guard !details.isReused else { return details }
        details.proxy = proxyText
        details.tls = progress.tls
        details.tls?.certificates = CertificateChain.read(from: easy)
        details.tls?.isVerified = transfer.plan.request.serverTrust.isVerified
        return details
    }

    /// The proxy of a new connection in words, without its credentials; nil if there is none, or if it is not known.
    private var proxyText: String? {
        let request = transfer.plan.request
        guard transfer.plan.mayUseProxy, request.unixSocketPath == nil, easy.usesProxy != false else { return nil }
        let place: String? =
            switch request.proxy {
            case .none: nil
            case .through(let proxy): easy.usesProxy == true || proxy.exceptions.isEmpty ? "\(proxy.host):\(proxy.port)" : nil
            case .environment: progress.environmentProxy
            }
        guard let place else { return nil }
        let status = easy.long(CURLINFO_HTTP_CONNECTCODE)
        let tunnel = status > 0 ? ", tunnel to \(request.host ?? ""):\(request.effectivePort) (\(status))" : ""
        return "the proxy \(place)\(tunnel)"
    }
}

/// The settings that two transfers must share for one to use the handle of the other unchanged.
struct HandleShape: Equatable {
    let headers: HTTPHeaders
    let acceptEncodingLine: String?
    let settings: [EasySetting]

    /// Compares the bytes of values: strings are equal too if one has `é` as a character and the other as a letter with an accent.
    static func == (left: Self, right: Self) -> Bool {
        left.acceptEncodingLine == right.acceptEncodingLine && left.settings == right.settings
            && left.headers.fields.elementsEqual(right.headers.fields) {
                $0.name == $1.name && $0.value == $1.value && $0.value.utf8.elementsEqual($1.value.utf8)
            }
    }
}

/// Handles of successful transfers, for transfers that differ only in their URL. Creating and configuring a handle takes a seventh of the
/// instructions of a short transfer (docs/decisions/0011-shared-easy-handles.md).
struct HandlePool<Handle: AnyObject> {
    /// The maximum number of handles, of some 10 KB each: as many as there are likely to be transfers at once.
    static var capacity: Int { 64 }

    private var spares: [(shape: HandleShape, handle: Handle)] = []

    mutating func removeHandle(_ shape: HandleShape) -> Handle? {
        // By index, because iterating would copy each shape.
        for index in spares.indices.reversed() where spares[index].shape == shape { return spares.remove(at: index).handle }
        return nil
    }

    /// Stores a handle; frees the oldest one if there are too many.
    mutating func store(_ handle: Handle, _ shape: HandleShape) {
        if spares.count >= Self.capacity { spares.removeFirst() }
        spares.append((shape, handle))
    }
}

/// Observations on one transfer while it runs.
struct TransferProgress {
    private(set) var start: ContinuousClock.Instant
    var head: HeadAssembler
    /// The final head, once it was read; also one that was refused as invalid.
    var responseHead: HTTPResponseHead?
    /// True once the measurements at the head of a body that still arrives were reported.
    var hasReportedArrival = false
    /// True if libcurl is stopped after the head, because it would wait for a body that HEAD never gets.
    var endsWithHead = false
    var sentBodyByteCount: Int64 = 0
    var decodedByteCount: Int64 = 0
    /// True if the body has to be decoded.
    var isCoded = false
    /// Decodes the body; nil before its first byte.
    var decoder: ContentDecoder?
    /// The maximum size of the decoded body, with the failure beyond it; nil for no limit.
    var bodyLimit: (byteCount: Int64, failure: TransferFailure)?
    /// The time of the final head, if interim responses preceded it.
    var answered: ContinuousClock.Instant?
    /// The time at which bytes were last sent.
    var lastSent: ContinuousClock.Instant?
    /// The time at which bytes were last sent or received.
    var lastActivity: ContinuousClock.Instant
    /// The time of the last report of byte counts.
    var lastReport: ContinuousClock.Instant
    var reportedSentByteCount: Int64 = 0
    var reportedReceivedByteCount: Int64 = 0
    var connection: HTTPConnectionDetails?
    /// True from the first byte of the request until the response begins.
    var isUnanswered = false
    /// True once libcurl has started to send an unanswered request again.
    var isRepeated = false
    /// The `errno` of the last socket that could not be opened.
    var socketError: Int32?
    /// True once bytes of a TLS handshake were sent.
    var hasBegunTLS = false
    /// The TLS details of a new connection, until its addresses are known.
    var tls: HTTPTLSDetails?
    /// The proxy of the process environment that libcurl uses, with its variable.
    var environmentProxy: String?
    /// The reason why libcurl could not answer an authentication challenge.
    var authenticationRemark: String?
    /// The reason why this side ended the transfer; to libcurl it is only an error of a callback.
    var failure: TransferFailure?

    /// - Parameter start: the time at which the transfer begins.
    init(headerLimit: Int = 0, start: ContinuousClock.Instant = .now) {
        head = HeadAssembler(limit: headerLimit)
        self.start = start
        lastActivity = start
        lastReport = start
    }

    /// Starts observing a transfer; to be called on an empty progress.
    mutating func begin(headerLimit: Int) {
        head = HeadAssembler(limit: headerLimit)
        start = .now
        lastActivity = start
        lastReport = start
    }

    /// Forgets the sent bytes, because they are sent again.
    mutating func beginAgain() {
        head = HeadAssembler(limit: head.limit)
        (isUnanswered, isRepeated, lastSent, reportedSentByteCount) = (false, false, nil, 0)
    }
}

extension EasyHandle {
    /// Sets the argument of all callbacks to this transfer, which owns the handle.
    func setArgument(_ running: ActiveTransfer) {
        let argument = UnsafeRawPointer(Unmanaged.passUnretained(running).toOpaque())
        set(CURLOPT_WRITEDATA, pointer: argument)
        set(CURLOPT_HEADERDATA, pointer: argument)
        set(CURLOPT_DEBUGDATA, pointer: argument)
        set(CURLOPT_PREREQDATA, pointer: argument)
        set(CURLOPT_OPENSOCKETDATA, pointer: argument)
        set(CURLOPT_PRIVATE, pointer: argument)
    }

    /// Sets the callbacks. libcurl calls them during `multi_socket_action` and `pause` only, so on the driver's thread.
    ///
    /// - Returns: true if libcurl reports a connection before it sends anything over it (7.80).
    func setCallbacks() -> Bool {
        _ = ccurl_set_write(functions, pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, argument in
            ActiveTransfer.with(argument) { $0.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) }
        }
        _ = ccurl_set_write(functions, pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, argument in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return ActiveTransfer.with(argument) { $0.receiveHeader(line) } ? line.count : 0
        }
        _ = ccurl_set_debug(functions, pointer) { _, kind, bytes, count, argument in
            ActiveTransfer.with(argument) { $0.trace(kind, UnsafeRawBufferPointer(start: bytes, count: count)) }
            return 0
        }
        _ = ccurl_set_open_socket(functions, pointer) { argument, _, address in
            guard let address = address?.pointee else { return CURL_SOCKET_BAD }
            return ActiveTransfer.from(argument).openSocket(address)
        }
        let code = ccurl_set_prerequest(functions, pointer) { argument, remote, local, remotePort, localPort in
            guard let remote, let local else { return CURL_PREREQFUNC_OK }
            let isAccepted = ActiveTransfer.from(argument).connect(
                remote: String(cString: remote), remotePort: Int(remotePort), local: String(cString: local), localPort: Int(localPort))
            return isAccepted ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        return code == CURLE_OK
    }

    /// Sets the callbacks with which libcurl asks the transfer for the bytes of its body.
    func setUploadCallbacks(for running: ActiveTransfer) {
        let argument = UnsafeRawPointer(Unmanaged.passUnretained(running).toOpaque())
        set(CURLOPT_READDATA, pointer: argument)
        set(CURLOPT_SEEKDATA, pointer: argument)
        _ = ccurl_set_read(functions, pointer) { bytes, size, count, argument in
            ActiveTransfer.from(argument).fillUpload(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        _ = ccurl_set_seek(functions, pointer) { argument, offset, origin in
            ActiveTransfer.from(argument).rewindUpload(to: Int64(offset), from: origin)
        }
    }
}

extension ActiveTransfer {
    /// The transfer that `setArgument` passed to libcurl.
    static func from(_ argument: UnsafeMutableRawPointer?) -> ActiveTransfer {
        // The argument is the pointer set above, alive as long as its handle is.
        Unmanaged<ActiveTransfer>.fromOpaque(argument!).takeUnretainedValue()
    }

    /// Calls a function with that transfer, without a reference of its own: the engine holds the transfer as long as libcurl calls back.
    static func with<Result>(_ argument: UnsafeMutableRawPointer?, _ body: (ActiveTransfer) -> Result) -> Result {
        Unmanaged<ActiveTransfer>.fromOpaque(argument!)._withUnsafeGuaranteedRef(body)
    }
}
