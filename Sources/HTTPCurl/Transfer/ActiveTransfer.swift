internal import CCurl
internal import HTTP
internal import Platform

/// A running transfer with its easy handle and its progress. After its end, other transfers of the same shape may reuse the handle.
///
/// Used by the engine's driver alone; libcurl's callbacks run on its thread and get this as their argument.
final class ActiveTransfer {
    /// The transfer; nil while the handle waits for one.
    private var current: Transfer?
    /// The transfer's host in the engine's queue.
    private(set) var host: ConnectionQueue<Transfer>.Host
    let easy: EasyHandle
    // Accesses need no check at run time: only the driver makes them, and no part of it calls back.
    @exclusivity(unchecked) var progress: TransferProgress
    /// True if it is in the engine's list of transfers with news.
    var isChanged = false
    /// True once its end was reported; nothing is reported after that.
    var hasEnded = false

    /// True if the response was stopped because libcurl must not parse it.
    var isRefused = false
    /// True if libcurl would treat a first header line that is a continuation as part of the previous transfer
    /// (`CurlVersion.keepsLastHeader`).
    private(set) var watchesFirstField = false

    /// True if libcurl calls `connect`.
    private(set) var reportsConnection = true
    let board: SharedTransferState
    private let version: CurlVersion

    /// The transfer that runs. libcurl and the engine use this object only while there is one.
    var transfer: Transfer { current! }

    /// Begins a transfer on a handle of the same shape, or on a new one.
    ///
    /// - Throws: `invalidRequest` if the installed library lacks an option, `unknown` if it is out of memory.
    static func begin(
        _ transfer: Transfer, at host: ConnectionQueue<Transfer>.Host, library: CurlLibrary, board: SharedTransferState, isOneOfMany: Bool
    ) throws(HTTPError) -> ActiveTransfer {
        let running: ActiveTransfer
        if let shape = transfer.plan.handleShape, let used = board.handles.removeHandle(shape) {
            used.runAgain(transfer, at: host)
            running = used
        } else {
            running = try ActiveTransfer(transfer, at: host, library: library, board: board)
        }
        running.easy.setURL(transfer.plan.url)
        running.easy.set(CURLOPT_BUFFERSIZE, transfer.plan.readSize(isOneOfMany: isOneOfMany))
        // The limit includes the wait for a connection, and earlier transfers of the request.
        if let deadline = transfer.deadline { running.easy.set(CURLOPT_TIMEOUT_MS, TransferSettings.milliseconds(deadline - .now)) }
        return running
    }

    private init(
        _ transfer: Transfer, at host: ConnectionQueue<Transfer>.Host, library: CurlLibrary, board: SharedTransferState
    ) throws(HTTPError) {
        guard let easy = EasyHandle(library.functions) else {
            throw HTTPError(.unknown, request: transfer.plan.request, message: "libcurl is out of memory.")
        }
        current = transfer
        self.host = host
        self.easy = easy
        self.board = board
        version = library.version
        progress = TransferProgress(headerLimit: transfer.plan.responseLimits.headerByteCount)
        easy.setArgument(self)
        reportsConnection = easy.setCallbacks()
        setVerbose(!reportsConnection || transfer.plan.isEncrypted || transfer.plan.mayUseProxy)
        if case .stream = transfer.plan.content { easy.setUploadCallbacks(for: self) }
        try easy.configure(for: transfer.plan, version: version)
    }

    private func runAgain(_ transfer: Transfer, at host: ConnectionQueue<Transfer>.Host) {
        current = transfer
        self.host = host
        progress.begin(headerLimit: transfer.plan.responseLimits.headerByteCount)
        (hasEnded, isRefused, watchesFirstField) = (false, false, version.keepsLastHeader)
        easy.forgetError()
    }

    /// Adds the transfer to the engine's list of transfers with news.
    func markChanged() {
        guard !isChanged else { return }
        isChanged = true
        board.changed.append(self)
    }

    /// Returns the handle to the pool; only after a transfer that ended without an error.
    func returnHandle() {
        guard reportsConnection, let shape = transfer.plan.handleShape else { return }
        setVerbose(false)
        current = nil
        progress = TransferProgress(start: progress.start)
        board.handles.store(self, shape)
    }

    /// Switches the debug callback on or off. It reports the header bytes as sent and the TLS parameters.
    ///
    /// With it, libcurl formats every remark, which takes an eighth of the time of a short transfer. So it is on only while TLS or a
    /// proxy is set up and until the header was sent, if libcurl reports when that begins.
    func setVerbose(_ isVerbose: Bool) { easy.set(CURLOPT_VERBOSE, isVerbose) }

    // MARK: - Receiving

    /// Receives one header line of any block.
    ///
    /// - Returns: false to end the transfer.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        progress.isUnanswered = false
        let event = progress.head.receive(line)
        if watchesFirstField, progress.head.isAtFirstField { setVerbose(true) }
        switch event {
        // A head that comes a line at a time does not extend the idle limit, or it could go on for days.
        case .line, .trailer: break
        case .informational: noteActivity()
        case .head(let status):
            noteActivity()
            if progress.head.hasInterim { progress.answered = .now }
            let isRefusal = status == 417 && transfer.plan.expectsContinue
            guard isRefusal || !transfer.plan.mayBeRepeatedByLibrary else { return true }
            progress.endsWithHead = transfer.plan.isHeadWithBody || isRefusal
            guard deliverHead(), progress.endsWithHead else { return progress.failure == nil }
            if isRefusal, progress.responseHead?.headers["Content-Length"] != "0" { noteRefusal() }
            return false
        case .tooLarge:
            progress.failure = .headerTooLarge(limit: progress.head.limit)
            return false
        }
        return true
    }

    /// Notes that the server did not agree to get the body: libcurl would now drop the response and send the same request again, for ever.
    private func noteRefusal() {
        transfer.execution.report(.noted("The body of a response with 417 cannot be read. Remove the header Expect to send the request."))
        transfer.markTruncated()
    }

    /// Passes the latest head to the reader, once.
    ///
    /// - Returns: false if the head is refused as invalid.
    @discardableResult
    func deliverHead() -> Bool {
        guard progress.responseHead == nil else { return true }
        let (head, problem) = ResponseHeadParser.parse(
            progress.head.block, progress.head.statusLine, answering: transfer.plan.request, sharing: board.texts)
        progress.responseHead = head
        reportSentCount()
        transfer.execution.report(.responded(head))
        if head.status == .unauthorized, let remark = progress.authenticationRemark { transfer.execution.report(.noted(remark)) }
        if transfer.plan.isStrict,
            let problem = progress.head.isCutOff ? "it ends before its empty line" : problem
        {
            progress.failure = .invalidHead(problem)
            return false
        }
        progress.isCoded = transfer.plan.decompresses && !head.contentCodings.isEmpty
        progress.bodyLimit = bodyLimit
        transfer.deliver(head)
        markChanged()
        return true
    }

    private var bodyLimit: (Int64, TransferFailure)? {
        if let limit = transfer.plan.responseLimits.bodyByteCount { return (limit, .bodyTooLarge(limit: limit)) }
        guard progress.isCoded else { return nil }
        let limit = HTTPResponseLimits.decompressedByteCount
        return (limit, .decompressedTooLarge(limit: limit))
    }

    /// Receives bytes of the body.
    ///
    /// - Returns: the value for libcurl's write callback: the count if all were taken, "pause", or 0 to end the transfer.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard deliverHead() else { return 0 }
        noteActivity()
        if progress.isCoded { return receiveCodedBody(bytes) }
        return switch deliver(bytes) {
        case .accepted: bytes.count
        case .paused: CCURL_WRITEFUNC_PAUSE
        case .refused: 0
        }
    }

    /// Receives bytes that have to be decoded. They are kept until the reader has room for the decoded bytes.
    private func receiveCodedBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        do throws(ContentDecoder.CodingError) {
            let decoder = try makeDecoder()
            guard decoder.isStarved else { return CCURL_WRITEFUNC_PAUSE }
            decoder.feed(bytes)
            guard try decode(decoder) else { return 0 }
            // Paused, libcurl does not end the transfer after its last bytes.
            if !decoder.isStarved { _ = easy.pause(CURLPAUSE_RECV) }
            return bytes.count
        } catch {
            progress.failure = .undecodable(error)
            return 0
        }
    }

    private func makeDecoder() throws(ContentDecoder.CodingError) -> ContentDecoder {
        if let decoder = progress.decoder { return decoder }
        let decoder = try ContentDecoder(progress.responseHead?.contentCodings ?? [])
        progress.decoder = decoder
        return decoder
    }

    /// Decodes until the reader has no room, or more bytes are needed.
    ///
    /// - Returns: false to end the transfer.
    private func decode(_ decoder: ContentDecoder) throws(ContentDecoder.CodingError) -> Bool {
        while !decoder.isStarved {
            let room = transfer.makeRoom()
            if room == 0 { break }
            guard try decoder.decode(upTo: room, { deliver($0) != .refused }) else { return false }
        }
        return true
    }

    /// Refuses a body whose compressed data has no end although the server ended it, or marks it as truncated for a lenient reader.
    func checkCodingEnd(_ result: CURLcode) {
        guard result == CURLE_OK, progress.failure == nil, let decoder = progress.decoder, !decoder.isComplete else { return }
        guard !transfer.plan.isStrict else { return progress.failure = .codingCutOff }
        transfer.execution.report(.noted("The compressed data of the body has no end: the body may be incomplete."))
        transfer.markTruncated()
    }

    /// Passes bytes of the decoded body to the reader.
    private func deliver(_ bytes: UnsafeRawBufferPointer) -> Mailbox<HTTPResponseHead, Transfer.Outcome>.Acceptance {
        if let limit = progress.bodyLimit, progress.decodedByteCount + Int64(bytes.count) > limit.byteCount {
            progress.failure = limit.failure
            return .refused
        }
        let acceptance = transfer.append(bytes)
        guard acceptance == .accepted else { return acceptance }
        progress.decodedByteCount += Int64(bytes.count)
        markChanged()
        return acceptance
    }

    /// Opens a socket for libcurl. libcurl 7.88 opens its own without close-on-exec.
    func openSocket(_ address: curl_sockaddr) -> curl_socket_t {
        guard beginsAttempt() else { return CURL_SOCKET_BAD }
        let socket = Platform.openSocket(family: address.family, type: address.socktype, protocolNumber: address.`protocol`)
        if socket < 0 { progress.socketError = errno }
        return socket
    }

    /// Receives bytes on the wire, and libcurl's debug messages.
    func trace(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        switch kind {
        case CURLINFO_HEADER_OUT:
            markSent()
            // The exchange with a proxy that opens a tunnel does not belong to the request.
            if !bytes.starts(with: "CONNECT ".utf8) || transfer.plan.request.method == .connect {
                if !bytes.isEmpty { progress.isUnanswered = true }
                progress.head.addSent(bytes)
                if hasSentAll { setVerbose(false) }
            }
        case CURLINFO_DATA_OUT: markSent()
        case CURLINFO_SSL_DATA_OUT: progress.hasBegunTLS = true
        case CURLINFO_HEADER_IN where watchesFirstField: checkFirstField(bytes)
        case CURLINFO_TEXT:
            if progress.isUnanswered, RefusalRemark.matches(bytes) { progress.isUnanswered = false }
            TLSRemark.add(bytes, to: &progress.tls)
            if let proxy = ProxyRemark.parse(bytes) { progress.environmentProxy = proxy }
            if transfer.plan.mayBeRepeatedByLibrary, let remark = NegotiateRemark.parse(bytes) { progress.authenticationRemark = remark }
        default: break
        }
    }

    /// Stops a response whose first header line continues another one, before libcurl parses it.
    private func checkFirstField(_ line: UnsafeRawBufferPointer) {
        setVerbose(false)
        guard let first = line.first, HeaderText.isSpace(first) else { return }
        isRefused = true
        _ = easy.pause(CURLPAUSE_RECV)
        markChanged()
    }

    /// True if nothing follows the header bytes that were sent.
    private var hasSentAll: Bool {
        guard reportsConnection, case .none = transfer.plan.content, !transfer.plan.mayBeRepeatedByLibrary else { return false }
        return progress.head.sent.suffix(4).elementsEqual("\r\n\r\n".utf8)
    }

    private func markSent() {
        progress.lastSent = .now
        noteActivity()
    }

    /// Restarts the idle time. The clock is read only if there is a limit.
    func noteActivity() {
        if transfer.plan.idleLimit != nil { progress.lastActivity = .now }
    }

    /// Lets libcurl continue in both directions. What was received before is decoded and handed over first.
    ///
    /// - Returns: libcurl's code; other than `CURLE_OK` if that was refused, which ends the transfer.
    func resume() -> CURLcode {
        noteActivity()
        guard let decoder = progress.decoder, !decoder.isStarved else { return easy.pause(CURLPAUSE_CONT) }
        do throws(ContentDecoder.CodingError) {
            guard try decode(decoder) else { return CURLE_WRITE_ERROR }
            return easy.pause(decoder.isStarved ? CURLPAUSE_CONT : CURLPAUSE_RECV)
        } catch {
            progress.failure = .undecodable(error)
            return CURLE_WRITE_ERROR
        }
    }

    /// Reports the measurements at the head of a response whose body is still arriving, once. A response that ends at once is never asked for them.
    func reportArrival() {
        guard progress.responseHead != nil, !progress.hasReportedArrival else { return }
        progress.hasReportedArrival = true
        transfer.execution.report(.measured(TransferMetrics.read(from: easy, progress, isArriving: true)))
    }

    /// The shortest time between two reports of byte counts.
    private static let reportInterval = Duration.milliseconds(50)

    /// Reports byte counts if the last report is old enough.
    func reportCounts() {
        let now = ContinuousClock.now
        guard now - progress.lastReport >= Self.reportInterval else { return }
        progress.lastReport = now
        reportSentCount()
        if progress.responseHead != nil { reportReceivedCount() }
    }

    /// Reports the sent part of the request body if it has grown.
    func reportSentCount() {
        guard let (count, length) = sentCount, count != progress.reportedSentByteCount else { return }
        progress.reportedSentByteCount = count
        transfer.execution.report(.sent(count, of: length))
    }

    /// The sent bytes of the request body and its length; nil without a body.
    var sentCount: (count: Int64, length: Int64?)? {
        switch transfer.plan.content {
        case .none: nil
        case .bytes(let bytes): (easy.offset(CURLINFO_SIZE_UPLOAD_T), Int64(bytes.count))
        // libcurl counts the frames of the chunks too.
        case .stream(let known): (progress.sentBodyByteCount, known)
        }
    }

    /// Reports the received part of the response body if it has grown.
    func reportReceivedCount() {
        let count = easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
        guard count != progress.reportedReceivedByteCount else { return }
        progress.reportedReceivedByteCount = count
        let length = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        transfer.execution.report(.received(count, of: length >= 0 ? length : nil))
    }

    /// True if the connection is known to speak HTTP/2.
    var usesHTTP2: Bool {
        progress.connection?.tls?.applicationProtocol == "h2" || easy.long(CURLINFO_HTTP_VERSION) == Int(CURL_HTTP_VERSION_2_0)
    }

    /// The time at which the idle limit passes if nothing arrives until then; nil without a limit.
    var idleDeadline: ContinuousClock.Instant? { transfer.plan.idleLimit.map { progress.lastActivity + $0 } }
}
