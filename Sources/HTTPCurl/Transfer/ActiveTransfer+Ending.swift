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
        if progress.sentBodyByteCount > 0 {
            let length: Int64? = if case .stream(let length) = transfer.plan.content { length } else { nil }
            transfer.reporter.report(.sent(progress.sentBodyByteCount, of: length))
        }
        guard progress.responseHead != nil else { return }
        let length = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        transfer.reporter.report(.received(easy.offset(CURLINFO_SIZE_DOWNLOAD_T), of: length >= 0 ? length : nil))
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

    /// How far the transfer had come.
    private var phase: TransferPhase {
        if progress.head.status > 0 { return .receiving }
        if !progress.sentHeader.isEmpty { return .waiting }
        if easy.offset(CURLINFO_CONNECT_TIME_T) > 0 { return .securing }
        return easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0 ? .connecting : .resolving
    }
}

/// What a transfer was doing.
enum TransferPhase: String {
    case resolving = "looking up the host name"
    case connecting = "connecting"
    case securing = "setting up TLS"
    case waiting = "waiting for the answer"
    case receiving = "receiving the answer"
}
