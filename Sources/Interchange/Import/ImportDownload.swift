public import HTTP
import Platform
public import Workspace

/// Fetches documents to import from HTTP servers, within limits of size and time.
public struct ImportDownload: Sendable {
    private let loader: any HTTPLoader
    private let limits = ImportLimits()
    private let options: RequestOptions
    private let headers: [Row]
    private let origin: HTTPOrigin?

    /// Takes the chain of loaders for the requests, which are not recorded.
    ///
    /// - Parameters:
    ///   - options: the options of all requests; the client certificate and the trust in the server count for that of the imported document
    ///     alone, or for all servers if it is local.
    ///   - headers: the headers for the server of the imported document, such as a login; no other server gets them.
    ///   - address: the URL of the imported document, or the path of a local one, for which no server gets the headers.
    public init(
        _ makeLoader: (any HTTPRecorder) -> any HTTPLoader, options: RequestOptions = RequestOptions(), headers: [Row] = [],
        of address: String = ""
    ) {
        loader = makeLoader(NoRecorder())
        self.options = options
        self.headers = headers
        origin = Self.isAddress(address) ? HTTPRequest(url: address).origin : nil
    }

    /// True for an HTTP URL, false for a path.
    public static func isAddress(_ text: String) -> Bool {
        ["http://", "https://"].contains { text.prefix($0.count).lowercased() == $0 }
    }

    /// The content at a URL.
    ///
    /// - Throws: an error for another scheme than HTTP's, a failed transfer, a status other than success, or a body larger than the limit.
    public func fetch(_ address: String) async throws(ImportError) -> [UInt8] {
        guard Self.isAddress(address) else {
            throw ImportError("\(address) could not be fetched: expected a URL that begins with http:// or https://.")
        }
        let request = try request(to: address)
        do throws(HTTPError) {
            let response = try await loader.load(request)
            guard response.status.isSuccess else {
                await response.body.discard()
                let reason = response.message.isEmpty ? response.status.reasonPhrase ?? "" : response.message
                throw HTTPError(.invalidResponse, request: request, message: "the server responded with \(response.status) \(reason)")
            }
            return Array(try await response.body.data(upTo: limits.fileByteCount))
        } catch {
            let reason =
                error.code == .responseTooLarge
                ? "its response is larger than the limit of an import (\(limits.fileByteCount) bytes)." : error.message
            throw ImportError("\(address) could not be fetched: \(reason)")
        }
    }

    private func request(to address: String) throws(ImportError) -> HTTPRequest {
        var request: HTTPRequest
        do throws(ResolutionError) {
            // In the URL of a draft, some signs of an address have another meaning.
            request = try RequestResolver.resolve(ResolutionInput(RequestDraft(url: "http://localhost/", options: options))).request
        } catch {
            throw ImportError("\(address) could not be fetched: \(error.reasons.map(\.description).joined(separator: " "))")
        }
        request.url = address
        if let origin, request.origin == origin {
            for row in headers { request.headers.append(row.name, row.value) }
            request.confinement.headerNames = Set(headers.map { $0.name.lowercased() })
        } else if origin != nil {
            // The document chose the server, as a redirect would.
            (request.clientCertificate, request.serverTrust) = (nil, HTTPServerTrust())
        }
        request.headers.appendIfAbsent("Accept", "application/json, application/yaml, text/yaml, text/plain, */*;q=0.5")
        if options.connectTimeout == nil { request.timeouts.connect = .seconds(15) }
        if options.timeout == nil { request.timeouts.total = .seconds(120) }
        if options.idleTimeout == nil { request.timeouts.idle = .seconds(30) }
        request.responseLimits.bodyByteCount = Int64(limits.fileByteCount)
        return request
    }
}

/// A recorder that discards the exchanges of an import.
private struct NoRecorder: HTTPRecorder {
    func record(_ exchange: HTTPExchange) {}
}
