internal import Foundation
internal import HTTP

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The reason why a transfer failed.
enum SessionFailure {
    case cancelled
    case notHTTP
    case headerTooLarge(limit: Int)
    case bodyTooLarge(limit: Int64)
    case decompressedTooLarge(limit: Int64)
    /// An error of the request body while it was sent.
    case bodyUnreadable(any Error)
    case total(Duration)
    /// An error of the session's task.
    case underlying(any Error)

    /// The error for the caller, with the received head.
    func error(for request: HTTPRequest, head: HTTPResponseHead?) -> HTTPError {
        let (code, message) = verdict(on: request, head)
        let underlying = underlyingError
        let plain = HTTPError(code, request: request, underlyingError: underlying, message: message)
        guard let head else { return plain }
        let response = HTTPResponse(
            request: request, status: head.status, message: head.message, headers: head.headers,
            body: HTTPResponseBody([], for: request, failingWith: plain), version: head.version)
        return HTTPError(code, request: request, response: response, underlyingError: underlying, message: message)
    }

    private var underlyingError: (any Error)? {
        switch self {
        case .underlying(let error), .bodyUnreadable(let error): error
        default: nil
        }
    }

    private func verdict(on request: HTTPRequest, _ head: HTTPResponseHead?) -> (HTTPError.Code, String) {
        switch self {
        case .cancelled: (.cancelled, "The request was cancelled.")
        case .notHTTP: (.invalidResponse, "The response is not HTTP: check the URL's scheme and port.")
        case .headerTooLarge(let limit):
            (.responseTooLarge, "The response's header lines exceed \(limit) bytes: raise `responseLimits.headerByteCount` to read them.")
        case .bodyTooLarge(let limit):
            (.responseTooLarge, "The response body exceeds \(limit) bytes: raise `responseLimits.bodyByteCount` to read it.")
        case .decompressedTooLarge(let limit):
            (
                .responseTooLarge,
                "The response body decompresses to more than \(limit) bytes: set `responseLimits.bodyByteCount` to read more of it."
            )
        case .bodyUnreadable(let error): (.unknown, "The request body could not be read to its end: \(error)")
        case .total(let limit): (.timedOut, "Time ran out (\(limit)). Raise `timeouts.total` to wait longer.")
        case .underlying(let error): verdict(on: error, request)
        }
    }

    private func verdict(on error: any Error, _ request: HTTPRequest) -> (HTTPError.Code, String) {
        let place = "\(request.host ?? ""):\(request.effectivePort)"
        guard let code = (error as? URLError)?.code ?? Self.code(of: error) else { return (.unknown, "The transfer failed: \(error)") }
        return switch code {
        case .cancelled: (.cancelled, "The request was cancelled.")
        case .timedOut:
            (
                .timedOut,
                "No bytes were sent or received\(request.timeouts.idle.map { " for \($0)" } ?? ""): the server may hang. Raise `timeouts.idle` to wait longer."
            )
        case .cannotFindHost, .dnsLookupFailed:
            (.cannotResolveHost, "The host name \"\(request.host ?? "")\" was not found: check its spelling and the network.")
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
            (.cannotConnect, "Cannot connect to \(place): check host and port, and that the server runs.")
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
            (.insecureConnection, "The connection to \(place) is not secure: \(error.localizedDescription)")
        case .badURL, .unsupportedURL: (.invalidRequest, "The URL cannot be used: \(error.localizedDescription)")
        case .userAuthenticationRequired: (.cannotAuthenticate, "The server did not accept the credentials.")
        case .requestBodyStreamExhausted: (.bodyNotReplayable, "The body can be read only once, and would have to be sent again.")
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData, .zeroByteResource,
            .networkConnectionLost:
            (.invalidResponse, "The response is not valid HTTP, or ended too soon: \(error.localizedDescription)")
        default: (.unknown, "The transfer failed: \(error.localizedDescription)")
        }
    }

    /// The code of an error that is not bridged.
    private static func code(of error: any Error) -> URLError.Code? {
        let error = error as NSError
        return error.domain == NSURLErrorDomain ? URLError.Code(rawValue: error.code) : nil
    }
}
