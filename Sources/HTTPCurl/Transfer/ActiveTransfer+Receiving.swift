internal import CCurl
internal import HTTP

extension ActiveTransfer {
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
}
