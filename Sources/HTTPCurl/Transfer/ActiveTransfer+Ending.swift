internal import CCurl
internal import HTTP

extension ActiveTransfer {
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
