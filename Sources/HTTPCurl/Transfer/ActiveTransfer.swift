internal import CCurl
internal import HTTP

/// A transfer under way: its easy handle, set up for it, and what has been seen of it so far.
///
/// Used by the engine's driver alone; libcurl's callbacks run there too and get this as their argument.
final class ActiveTransfer {
    let transfer: Transfer
    let easy: EasyHandle
    /// Accesses need no check at run time: they are the driver's, and no part of it calls anybody.
    @exclusivity(unchecked) var progress: TransferProgress
    /// Whether it waits in the engine's list of those whose readers have something new to see.
    var isTouched = false
    /// Whether its end was reported: nothing more is to be said of it.
    var hasEnded = false

    /// Whether an answer was stopped that libcurl must not go on with.
    var isRefused = false
    /// Whether libcurl would take a first header line that continues another for a part of the transfer before (`CurlVersion.keepsLastHeader`).
    let watchesFirstField: Bool

    /// Whether `connect` will be called.
    private(set) var tellsOfConnection = true
    let board: TransferBoard

    /// Takes a transfer on, with a handle that is set up for it: a used one of the same shape, or a new one.
    ///
    /// - Throws: `invalidRequest` where the installed library lacks an option, `unknown` where it is out of memory.
    init(_ transfer: Transfer, library: CurlLibrary, board: TransferBoard, isOneOfMany: Bool) throws(HTTPError) {
        let used = transfer.plan.handleShape.flatMap { board.handles.take($0) }
        guard let easy = used ?? EasyHandle(library.functions) else {
            throw HTTPError(.unknown, request: transfer.plan.request, message: "libcurl is out of memory.")
        }
        self.transfer = transfer
        self.easy = easy
        self.board = board
        watchesFirstField = used != nil && library.version.keepsLastHeader
        progress = TransferProgress(headerLimit: transfer.plan.responseLimits.headerByteCount)
        easy.setArgument(self)
        easy.set(CURLOPT_URL, transfer.plan.url)
        easy.set(CURLOPT_BUFFERSIZE, isOneOfMany ? Transfer.sharedReadSize : Transfer.readSize)
        if used == nil { try setUp(library.version) } else { easy.forgetError() }
    }

    /// Notes that the reader, or the engine, has something new to see.
    func markTouched() {
        guard !isTouched else { return }
        isTouched = true
        board.touched.append(self)
    }

    /// Leaves the handle to the next transfer, where this one ended well.
    func leaveHandle() {
        guard tellsOfConnection, let shape = transfer.plan.handleShape else { return }
        setVerbose(false)
        board.handles.put(easy, shape)
    }

    /// Switches the debug callback, which is where the header bytes as sent and the TLS parameters come from.
    ///
    /// It makes libcurl put every remark into words, which costs an eighth of a short transfer: so it is on while TLS or a proxy is set up and
    /// until the header has gone out, and off before and after, where libcurl tells when that begins.
    func setVerbose(_ isVerbose: Bool) { easy.set(CURLOPT_VERBOSE, isVerbose) }

    private func setUp(_ version: CurlVersion) throws(HTTPError) {
        tellsOfConnection = easy.setCallbacks()
        setVerbose(!tellsOfConnection || transfer.plan.isEncrypted || transfer.plan.mayUseProxy)
        if case .stream = transfer.plan.content { easy.setUploadCallbacks(for: self) }
        try easy.configure(for: transfer.plan, version: version)
    }

    // MARK: - Receiving

    /// One header line, of whichever block.
    ///
    /// - Returns: false to end the transfer.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        let event = progress.head.receive(line)
        if watchesFirstField, progress.head.isAtFirstField { setVerbose(true) }
        switch event {
        case .line, .informational, .trailer: break
        case .head:
            guard !transfer.plan.mayBeRepeatedByLibrary else { return true }
            progress.endsWithHead = transfer.plan.isHeadWithBody
            return deliverHead() && !progress.endsWithHead
        case .tooLarge:
            progress.failure = .headerTooLarge(limit: progress.head.limit)
            return false
        }
        return true
    }

    /// Gives the reader the latest head, once.
    ///
    /// - Returns: false where the head is refused.
    @discardableResult
    func deliverHead() -> Bool {
        guard progress.responseHead == nil else { return true }
        let (head, problem) = ResponseHeadParser.parse(progress.head.block, answering: transfer.plan.request)
        progress.responseHead = head
        reportSentCount()
        transfer.reporter.report(.responded(head))
        if head.status == .unauthorized, let remark = progress.authenticationRemark { transfer.reporter.report(.noted(remark)) }
        if transfer.plan.isStrict,
            let problem = progress.head.isCutOff ? "it ends before its empty line" : problem
        {
            progress.failure = .invalidHead(problem)
            return false
        }
        transfer.deliver(head)
        markTouched()
        return true
    }

    /// Bytes of the decoded body.
    ///
    /// - Returns: how many were taken, as libcurl's write callback wants it: all, "pause", or none to end the transfer.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard deliverHead() else { return 0 }
        noteActivity()
        if let limit = transfer.plan.responseLimits.bodyByteCount, progress.decodedByteCount + Int64(bytes.count) > limit {
            progress.failure = .bodyTooLarge(limit: limit)
            return 0
        }
        switch transfer.append(bytes) {
        case .accepted:
            progress.decodedByteCount += Int64(bytes.count)
            markTouched()
            return bytes.count
        case .paused: return CCURL_WRITEFUNC_PAUSE
        case .refused: return 0
        }
    }

    /// The connection is there and the request is about to go out.
    func connect(remote: String, remotePort: Int, local: String, localPort: Int) {
        setVerbose(true)
        noteActivity()
        var details = HTTPConnectionDetails()
        let remoteEnd = HTTPEndpoint(address: remote, port: remotePort)
        let localEnd = HTTPEndpoint(address: local, port: localPort)
        (details.remote, details.local) = (remoteEnd, localEnd)
        details.isReused = easy.long(CURLINFO_NUM_CONNECTS) == 0
        if details.isReused {
            details.tls = board.connections.tls(local: localEnd, remote: remoteEnd)
        } else {
            details.tls = progress.tls
            details.tls?.certificates = CertificateChain.read(from: easy)
            details.tls?.isVerified = transfer.plan.request.serverTrust.isVerified
            board.connections.add(details.tls, local: localEnd, remote: remoteEnd)
        }
        progress.connection = details
        transfer.reporter.report(.connected(details))
    }

    /// What passes on the wire, and libcurl's remarks.
    func trace(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        switch kind {
        case CURLINFO_HEADER_OUT:
            markSent()
            // The exchange with a proxy that opens a tunnel is no part of the request.
            if !bytes.starts(with: "CONNECT ".utf8) || transfer.plan.request.method == .connect {
                progress.sentHeader.append(contentsOf: bytes)
                if hasSentAll { setVerbose(false) }
            }
        case CURLINFO_DATA_OUT: markSent()
        case CURLINFO_HEADER_IN where watchesFirstField: checkFirstField(bytes)
        case CURLINFO_TEXT:
            TLSRemark.note(bytes, in: &progress.tls)
            if transfer.plan.mayBeRepeatedByLibrary, let remark = NegotiateRemark.parse(bytes) { progress.authenticationRemark = remark }
        default: break
        }
    }

    /// Stops an answer whose first header line continues another one, before libcurl takes it: there is none.
    private func checkFirstField(_ line: UnsafeRawBufferPointer) {
        setVerbose(false)
        guard let first = line.first, HeaderText.isSpace(first) else { return }
        isRefused = true
        _ = easy.pause(CURLPAUSE_RECV)
        markTouched()
    }

    /// Whether nothing follows the header bytes that went out.
    private var hasSentAll: Bool {
        guard tellsOfConnection, case .none = transfer.plan.content, !transfer.plan.mayBeRepeatedByLibrary else { return false }
        return progress.sentHeader.suffix(4).elementsEqual("\r\n\r\n".utf8)
    }

    private func markSent() {
        progress.lastSent = .now
        noteActivity()
    }

    /// Begins the idle time anew; the clock is read only where there is a limit to it.
    func noteActivity() {
        if transfer.plan.idleLimit != nil { progress.lastActivity = .now }
    }

    /// Puts bytes of the request body into libcurl's buffer.
    ///
    /// - Returns: as libcurl's read callback wants it: how many, 0 at the end, "pause" or "abort".
    func fillUpload(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let upload = transfer.upload else { return 0 }
        switch upload.read(into: buffer) {
        case .bytes(let count):
            progress.sentBodyByteCount += Int64(count)
            markTouched()
            return count
        case .starved: return CCURL_READFUNC_PAUSE
        case .end: return 0
        case .failed(let error):
            progress.failure = .bodyUnreadable(error)
            return CCURL_READFUNC_ABORT
        }
    }

    /// Lets libcurl go on in both directions; it asks again whether it has to wait.
    func resume() {
        noteActivity()
        _ = easy.pause(CURLPAUSE_CONT)
    }

    /// Goes back to the beginning of the request body: libcurl asks when it has to send it again.
    func rewindUpload(to offset: Int64, from origin: Int32) -> Int32 {
        guard offset == 0, origin == 0, let upload = transfer.upload, upload.rewind() else { return CURL_SEEKFUNC_CANTSEEK }
        progress.sentBodyByteCount = 0
        return CURL_SEEKFUNC_OK
    }

    /// How often running byte counts are reported.
    private static let reportInterval = Duration.milliseconds(50)

    /// Reports running counts now and then.
    func reportCounts() {
        let now = ContinuousClock.now
        guard now - progress.lastReport >= Self.reportInterval else { return }
        progress.lastReport = now
        reportSentCount()
        if progress.responseHead != nil { reportReceivedCount() }
    }

    /// How much of the request's body has gone out, where that is news.
    func reportSentCount() {
        guard let (count, length) = sentCount, count != progress.reportedSentByteCount else { return }
        progress.reportedSentByteCount = count
        transfer.reporter.report(.sent(count, of: length))
    }

    /// How much of the request's body has gone out, and how much there is; nil without one.
    private var sentCount: (count: Int64, length: Int64?)? {
        switch transfer.plan.content {
        case .none: nil
        case .bytes(let bytes): (easy.offset(CURLINFO_SIZE_UPLOAD_T), Int64(bytes.count))
        // libcurl counts the frames of the chunks too.
        case .stream(let known): (progress.sentBodyByteCount, known)
        }
    }

    /// How much of the answer's body has come in, where that is news.
    func reportReceivedCount() {
        let count = easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
        guard count != progress.reportedReceivedByteCount else { return }
        progress.reportedReceivedByteCount = count
        let length = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        transfer.reporter.report(.received(count, of: length >= 0 ? length : nil))
    }

    /// The limit of idle time and when it passes; nil without one, or while it is the reader who is slow.
    var idleLimit: (limit: Duration, deadline: ContinuousClock.Instant)? {
        guard let limit = transfer.plan.idleLimit, !transfer.isPausedByReader else { return nil }
        return (limit, progress.lastActivity + limit)
    }

    /// The error that the end of the transfer is; nil for a good end.
    func verdict(_ result: CURLcode) -> HTTPError? {
        guard result != CURLE_OK || progress.failure != nil else { return nil }
        if progress.endsWithHead, progress.failure == nil { return nil }
        let failure = CurlFailure(
            code: result, own: progress.failure, detail: easy.errorDetail, phase: phase, request: transfer.plan.request,
            proxyStatus: easy.long(CURLINFO_HTTP_CONNECTCODE), systemError: easy.long(CURLINFO_OS_ERRNO))
        let error = HTTPError(
            failure.httpCode, request: transfer.plan.request, underlyingError: failure.underlyingError, message: failure.message)
        guard let response = partialResponse(before: error) else { return error }
        return HTTPError(
            error.code, request: error.request, response: response, underlyingError: error.underlyingError, message: error.message)
    }

    /// What had been received, for an error: the final head, also in part. Its body is none that was read to its end.
    private func partialResponse(before error: HTTPError) -> HTTPResponse? {
        guard progress.head.status >= 200 else { return nil }
        let head = progress.responseHead ?? ResponseHeadParser.parse(progress.head.block, answering: transfer.plan.request).head
        let body = HTTPResponseBody([], for: transfer.plan.request, failingWith: error)
        return HTTPResponse(
            request: transfer.plan.request, status: head.status, message: head.message, headers: head.headers, body: body,
            version: head.version)
    }

    /// Whether nothing of the request's body is left, as far as is known.
    private var isBodySent: Bool { sentCount.map { $0.count >= $0.length ?? 0 } ?? true }

    /// How far the transfer had come.
    private var phase: TransferPhase {
        if progress.head.status > 0 { return .receiving }
        if !progress.sentHeader.isEmpty { return isBodySent ? .waiting : .sending }
        if easy.offset(CURLINFO_CONNECT_TIME_T) > 0 { return .securing }
        return easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0 ? .connecting : .resolving
    }
}

/// What a transfer was doing.
enum TransferPhase: String {
    case resolving = "looking up the host name"
    case connecting = "connecting"
    case securing = "setting up TLS"
    case sending = "sending the body"
    case waiting = "waiting for the answer"
    case receiving = "receiving the answer"
}
