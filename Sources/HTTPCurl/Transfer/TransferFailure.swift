internal import HTTP

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
