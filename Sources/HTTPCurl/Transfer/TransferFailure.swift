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
    case idle(Duration)
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
        case .idle, .keptByServer, .timedOutInQueue: waitingVerdict(on: own)
        }
    }

    /// The code and the message for a response that did not come in time.
    private func waitingVerdict(on own: TransferFailure) -> Verdict {
        switch own {
        case .idle(let limit):
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

    /// The message for a body that cannot be decoded.
    func undecodable(_ reason: String) -> String {
        "The response cannot be decoded: \(reason.hasSuffix(".") ? reason : reason + ".") Turn off `decompression` to see the bytes as received."
    }
}

extension ActiveTransfer {
    /// The error for the end of the transfer; nil if it ended well.
    func verdict(_ result: CURLcode) -> HTTPError? {
        guard result != CURLE_OK || progress.failure != nil else { return nil }
        if progress.endsWithHead, progress.failure == nil { return nil }
        let failure = CurlFailure(
            code: result, own: progress.failure, detail: easy.errorDetail, phase: phase, request: transfer.plan.request,
            proxyStatus: easy.long(CURLINFO_HTTP_CONNECTCODE), usesProxy: easy.usesProxy, systemError: systemError,
            isOverdue: transfer.deadline.map { $0 <= .now } ?? false)
        let error = HTTPError(
            failure.httpCode, request: transfer.plan.request, underlyingError: failure.underlyingError, message: failure.message)
        guard let response = partialResponse(before: error) else { return error }
        return HTTPError(
            error.code, request: error.request, response: response, underlyingError: error.underlyingError, message: error.message)
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
        if easy.offset(CURLINFO_CONNECT_TIME_T) > 0 { return .securing }
        return easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0 ? .connecting : .resolving
    }
}
