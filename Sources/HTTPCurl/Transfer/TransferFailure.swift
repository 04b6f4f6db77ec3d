internal import CCurl
internal import HTTP
internal import Platform

/// A reason for which this side ended a transfer.
enum TransferFailure {
    case cancelled
    case shutDown
    case invalidHead(String)
    case headerTooLarge(limit: Int)
    case bodyTooLarge(limit: Int64)
    case decompressedTooLarge(limit: Int64)
    case undecodable(ContentDecoder.CodingError)
    /// The compressed data has no end.
    case codingCutOff
    case bodyUnreadable(any Error)
    /// A reused connection ended without a response, and the request may not be sent twice, or could not.
    case brokenAfterSending
    /// A time without any byte; a part of the head of a response does not count.
    case idle(Duration, isInHead: Bool)
    /// The server kept libcurl busy without a response.
    case keptByServer
    /// The limit of the whole transfer passed while it waited for a connection.
    case timedOutInQueue
}

extension CurlFailure {
    /// The code and the message for a reason of our own.
    func verdict(on own: TransferFailure) -> Verdict {
        switch own {
        case .cancelled: (.cancelled, "The request was cancelled while \(phase.rawValue).")
        case .shutDown: (.cancelled, "The request was cancelled because its loader was reset.")
        case .invalidHead(let problem):
            (
                .invalidResponse,
                "The response header is not valid HTTP: \(problem). Set `responseParsing` to lenient to see the response anyway."
            )
        case .headerTooLarge(let limit):
            (
                .responseTooLarge,
                "The response's header lines exceed \(limit) bytes: raise `responseLimits.headerByteCount` to read them."
            )
        case .bodyTooLarge(let limit):
            (.responseTooLarge, "The response body exceeds \(limit) bytes: raise `responseLimits.bodyByteCount` to read it.")
        case .decompressedTooLarge(let limit):
            (
                .responseTooLarge,
                "The response body decompresses to more than \(limit) bytes: set `responseLimits.bodyByteCount` to read more of it."
            )
        case .undecodable(let failure): (.invalidResponse, undecodable(failure.reason))
        case .codingCutOff:
            (
                .invalidResponse,
                "The response ended too soon: its compressed data has no end. Set `responseParsing` to lenient to read what arrived."
            )
        case .bodyUnreadable(let error): (.unknown, "The request body could not be read to its end: \(error)")
        case .brokenAfterSending:
            (.invalidResponse, "The connection broke after the request was sent; whether the server handled it is unknown.")
        case .idle, .keptByServer, .timedOutInQueue: waitingVerdict(on: own)
        }
    }

    /// The code and the message for a response that did not come in time.
    private func waitingVerdict(on own: TransferFailure) -> Verdict {
        switch own {
        case .idle(let limit, isInHead: true):
            (
                .timedOut,
                "The head of the response was not complete after \(limit): the server may hang. Raise `timeouts.idle` to wait longer."
            )
        case .idle(let limit, isInHead: false):
            (
                .timedOut,
                "No bytes were sent or received for \(limit) while \(phase.rawValue): the server may hang. Raise `timeouts.idle` to wait longer."
            )
        case .keptByServer:
            (
                .invalidResponse,
                "The server sent HTTP/2 frames without end that belong to no response, so the connection was closed. Send again, or set `versionPreference` to HTTP/1.1."
            )
        case .timedOutInQueue:
            (
                .timedOut,
                "Time ran out\(request.timeouts.total.map { " (\($0))" } ?? "") while \(phase.rawValue): all connections that the loader may open were in use. Raise `timeouts.total`, or the loader's `connectionLimits`."
            )
        default: (.unknown, explanation)
        }
    }

    /// Errors of responses that are not valid HTTP or end too soon.
    var responseVerdict: Verdict? {
        switch code {
        case CURLE_GOT_NOTHING:
            (
                .invalidResponse,
                "\(request.scheme == "https" ? place : contact) closed the connection without a response: check that it speaks \(request.versionPreference == .http2PriorKnowledge ? "HTTP/2 (`versionPreference` is 2-prior-knowledge)" : "HTTP"), and read its log."
            )
        case CURLE_PARTIAL_FILE: (.invalidResponse, "The response ended too soon: \(explanation)")
        case CURLE_BAD_CONTENT_ENCODING:
            (.invalidResponse, undecodable(explanation))
        // libcurl's buffer for the head of a response in HTTP/2; its other callbacks do not fail.
        case _ where detail.contains("nghttp2") && detail.contains("-902"):
            (
                .responseTooLarge,
                "The response's header lines exceed libcurl's limit for HTTP/2 (128 KiB): set `versionPreference` to 1.1, and raise `responseLimits.headerByteCount` to read them."
            )
        case _ where detail.contains("nghttp2"): (.invalidResponse, sessionMessage)
        case CURLE_HTTP2 where detail.isEmpty:
            (.invalidResponse, "The server ended the HTTP/2 connection. Send again, or set `versionPreference` to 1.1.")
        case CURLE_HTTP2_STREAM: (.invalidResponse, "The server ended the response before it was complete: \(explanation)")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP3, CURLE_WRITE_ERROR, CURLE_RECV_ERROR:
            (.invalidResponse, "The response is not valid HTTP: \(explanation)")
        case CURLE_QUIC_CONNECT_ERROR:
            (.cannotConnect, "\(place) does not respond over HTTP/3: choose another `versionPreference`. (\(explanation))")
        case CURLE_UNSUPPORTED_PROTOCOL where detail.contains("HTTP/0.9"):
            (
                .invalidResponse,
                request.scheme == "https" || proxyPlace != nil
                    ? "\(request.scheme == "https" ? place : contact) did not respond with HTTP: check the port."
                    : "\(place) did not respond with HTTP: check the port, and try https://, or 2-prior-knowledge as `versionPreference` if it speaks only HTTP/2."
            )
        case CURLE_UNSUPPORTED_PROTOCOL where [.sending, .waiting, .receiving].contains(phase):
            (.invalidResponse, "The response is not valid HTTP: \(explanation)")
        case CURLE_BAD_FUNCTION_ARGUMENT where phase == .receiving:
            (.invalidResponse, "The response header is not valid HTTP: \(explanation)")
        case CURLE_OUT_OF_MEMORY where phase == .receiving:
            (.responseTooLarge, "A header line or a paused body of the response is larger than libcurl's limit (100 KiB for a line).")
        case CURLE_FILESIZE_EXCEEDED: (.responseTooLarge, "The response is larger than allowed: \(explanation)")
        default: nil
        }
    }

    /// The reason why nghttp2 closed an HTTP/2 connection. libcurl leaves nghttp2's limits at their defaults.
    private var sessionMessage: String {
        let other = "Set `versionPreference` to 1.1 to avoid HTTP/2."
        return switch detail {
        case _ where detail.contains("Flooding"):
            "The connection was closed: the server sent more HTTP/2 pings or settings than may wait for their confirmation (1,000). \(other)"
        case _ where detail.contains("CONTINUATION"):
            "The connection was closed: the server sent a header in more HTTP/2 frames than are allowed (8 CONTINUATION frames). \(other)"
        default: "The response is not valid HTTP/2: \(explanation) \(other)"
        }
    }

    /// Errors of requests that cannot be sent.
    var requestVerdict: Verdict? {
        switch code {
        case CURLE_SEND_FAIL_REWIND:
            (
                .bodyNotReplayable,
                "The connection ended, and the body can be read only once, so that it could not be sent again: send the request again."
            )
        case CURLE_URL_MALFORMAT: (.invalidRequest, "The URL cannot be used: \(explanation)")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_NOT_BUILT_IN, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION:
            (.invalidRequest, "The installed libcurl cannot do this: \(explanation)")
        case CURLE_UPLOAD_FAILED:
            (.invalidRequest, "The body cannot be sent: \(explanation) HTTP/1.0 needs a body whose length is known.")
        default: nil
        }
    }

    /// The message for a body that cannot be decoded.
    func undecodable(_ reason: String) -> String {
        "The response cannot be decoded: \(reason.hasSuffix(".") ? reason : reason + ".") Turn off `decompression` to see the bytes as received."
    }
}

extension ActiveTransfer {
    /// The reason for the end of a transfer whose idle limit has passed.
    func idleFailure(after limit: Duration) -> TransferFailure {
        .idle(limit, isInHead: progress.head.status >= 200 && progress.responseHead == nil)
    }

    /// The error for the end of the transfer; nil if it ended well.
    func verdict(_ result: CURLcode) -> HTTPError? {
        guard result != CURLE_OK || progress.failure != nil else { return nil }
        if progress.endsWithHead, progress.failure == nil { return nil }
        let failure = CurlFailure(
            code: result, own: progress.failure ?? repetitionFailure(result), detail: easy.errorDetail, phase: phase,
            request: transfer.plan.request,
            proxyStatus: easy.long(CURLINFO_HTTP_CONNECTCODE), usesProxy: easy.usesProxy, systemError: systemError,
            environmentProxy: progress.environmentProxy, isOverdue: transfer.deadline.map { $0 <= .now } ?? false)
        let error = HTTPError(
            failure.httpCode, request: transfer.plan.request, underlyingError: failure.underlyingError, message: failure.message)
        guard let response = partialResponse(before: error) else { return error }
        return HTTPError(
            error.code, request: error.request, response: response, underlyingError: error.underlyingError, message: error.message)
    }

    /// The failure of a request that was sent over a reused connection and could not be sent again: libcurl reports only the second connection,
    /// as if nothing had been sent.
    private func repetitionFailure(_ result: CURLcode) -> TransferFailure? {
        guard progress.isUnanswered, result != CURLE_OPERATION_TIMEDOUT else { return nil }
        let isAboutConnection = [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_SEND_FAIL_REWIND].contains(result)
        return progress.isRepeated || isAboutConnection ? .brokenAfterSending : nil
    }

    /// The `errno` of the last failed connection; `EMFILE` or `ENFILE` if no descriptor is left, which libcurl reports as many other errors.
    private var systemError: Int {
        guard [.resolving, .connecting, .securing].contains(phase) else { return easy.long(CURLINFO_OS_ERRNO) }
        do throws(SystemError) {
            _ = try Descriptor(opening: "/dev/null", O_RDONLY)
            return progress.socketError.map { Int($0) } ?? easy.long(CURLINFO_OS_ERRNO)
        } catch {
            return Int(error.number)
        }
    }

    /// The received part of the response, for an error: its head, possibly incomplete, and a body that fails.
    private func partialResponse(before error: HTTPError) -> HTTPResponse? {
        // Of the heads below 200, only that of 101 can be final.
        guard progress.head.status >= 200 || progress.responseHead != nil else { return nil }
        let head = progress.responseHead ?? ResponseHeadParser.parse(progress.head.block, answering: transfer.plan.request).head
        let body = HTTPResponseBody([], for: transfer.plan.request, failingWith: error)
        return HTTPResponse(
            request: transfer.plan.request, status: head.status, message: head.message, headers: head.headers, body: body,
            version: head.version)
    }

    /// True if the whole request body was sent, as far as is known.
    private var isBodySent: Bool { sentCount.map { $0.count >= $0.length ?? 0 } ?? true }

    /// The phase that the transfer has reached.
    private var phase: TransferPhase {
        if progress.head.status > 0 { return .receiving }
        if progress.head.sentByteCount > 0 { return isBodySent ? .waiting : .sending }
        // libcurl reports the time only when the handshake has ended too.
        if progress.hasBegunTLS || easy.offset(CURLINFO_CONNECT_TIME_T) > 0 { return .securing }
        return easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0 ? .connecting : .resolving
    }
}
