internal import CCurl
internal import HTTP

/// Why a transfer failed, in the terms of the core: a code, and a sentence that says what happened and what to try.
struct CurlFailure {
    let code: CURLcode
    /// Set where this side ended the transfer: then libcurl's code says nothing.
    let own: TransferFailure?
    /// libcurl's own words; for reading off details, and shown where nothing better is known.
    let detail: String
    let phase: TransferPhase
    let request: HTTPRequest
    /// The status a proxy gave to CONNECT; 0 without one.
    let proxyStatus: Int
    /// The `errno` of the last failed connection; 0 where there was none.
    let systemError: Int

    typealias Verdict = (code: HTTPError.Code, message: String)

    var httpCode: HTTPError.Code { verdict.code }
    var message: String { verdict.message }
    var underlyingError: (any Error)? {
        if case .bodyUnreadable(let error) = own { return error }
        return own == nil ? LibcurlError(number: code.rawValue, detail: detail) : nil
    }

    private var verdict: Verdict {
        if let own { return verdict(on: own) }
        return networkVerdict ?? tlsVerdict ?? answerVerdict ?? requestVerdict ?? (.unknown, "The transfer failed: \(explanation)")
    }

    /// libcurl's words as the end of a sentence, without the blank that some end with.
    var explanation: String {
        (detail.isEmpty ? "libcurl reports error \(code.rawValue)" : detail.split(separator: " ").joined(separator: " ")) + "."
    }

    /// Where the connection went to, for a person.
    var place: String {
        if let path = request.unixSocketPath { return "The socket \(path)" }
        return "\(request.host ?? ""):\(request.effectivePort)"
    }

    /// Whose TLS failed: a proxy's comes first, and is the only one until the proxy has opened a tunnel.
    var securedPlace: (host: String, port: Int) {
        if case .through(let proxy) = request.proxy, proxy.kind == .https, proxyStatus == 0 { return (proxy.host, proxy.port) }
        return (request.host ?? "", request.effectivePort)
    }

    var proxyPlace: String? {
        if case .through(let proxy) = request.proxy { return "\(proxy.host):\(proxy.port)" }
        return nil
    }

    private func verdict(on own: TransferFailure) -> Verdict {
        switch own {
        case .cancelled: (.cancelled, "The request was cancelled while \(phase.rawValue).")
        case .shutDown: (.cancelled, "The request was cancelled because its loader was reset.")
        case .invalidHead(let problem):
            (
                .invalidResponse,
                "The answer's header is not valid HTTP: \(problem). Make `responseParsing` lenient to see the answer all the same."
            )
        case .headerTooLarge(let limit):
            (
                .responseTooLarge,
                "The answer's header lines exceed \(limit) bytes: raise `responseLimits.headerByteCount` to read them."
            )
        case .bodyTooLarge(let limit):
            (.responseTooLarge, "The answer's body exceeds \(limit) bytes: raise `responseLimits.bodyByteCount` to read it.")
        case .bodyUnreadable(let error): (.unknown, "The request's body could not be read to its end: \(error)")
        case .idle(let limit):
            (
                .timedOut,
                "Nothing moved for \(limit) while \(phase.rawValue): the server may hang. Raise `timeouts.idle` to wait longer."
            )
        }
    }
}

/// libcurl's own error, kept below an `HTTPError`.
public struct LibcurlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of its `CURLcode` (libcurl-errors(3)).
    public let number: UInt32
    /// Its error buffer; may be empty.
    public let detail: String

    /// Number and words.
    public var description: String { "libcurl error \(number): \(detail)" }
}
