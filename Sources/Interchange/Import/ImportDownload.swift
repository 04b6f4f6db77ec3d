public import HTTP
import Platform
public import Workspace

/// The remote documents that an import may read: they are fetched before it runs, never by it.
struct ImportNetwork: Sendable {
    /// The URL of the imported file itself; nil for a local file.
    var address: String?
    /// The documents by URL.
    var documents: [String: [UInt8]] = [:]
    /// The reasons why others could not be fetched.
    var failures: [String: String] = [:]

    /// The URL of a reference, relative to another document; nil for a local path.
    static func address(of reference: String, from base: String) -> String? {
        guard reference.contains("://") || base.contains("://"), var url = WebURL(reference, base: WebURL(base)) else { return nil }
        url.hash = ""
        return ["http:", "https:"].contains(url.protocol) ? url.href : nil
    }
}

/// Fetches documents to import from HTTP servers, within limits of size and time.
public struct ImportDownload: Sendable {
    private let loader: any HTTPLoader
    private let limits: ImportLimits
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
        _ makeLoader: (any HTTPRecorder) -> any HTTPLoader, limits: ImportLimits = ImportLimits(),
        options: RequestOptions = RequestOptions(), headers: [Row] = [], of address: String = ""
    ) {
        loader = makeLoader(NoRecorder())
        self.limits = limits
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
            throw ImportError("\(address) could not be fetched: \(error.reasons.joined(separator: " "))")
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

extension Importer {
    /// Imports a remote document.
    ///
    /// - Parameters:
    ///   - address: an HTTP URL.
    ///   - followsReferences: true to fetch the referenced documents too.
    public func read(
        from address: String, by download: ImportDownload, followingReferences followsReferences: Bool = false
    ) async throws(ImportError) -> ImportResult {
        let bytes = try await download.fetch(address)
        let path = address.prefix { $0 != "?" && $0 != "#" }
        var importer = self
        importer.network.address = address
        // The host is not a file name.
        let name = path.split(separator: "/").dropFirst(2).last.map(String.init) ?? address
        return try await importer.following(followsReferences ? download : nil) { importer throws(ImportError) in
            try importer.read(name: name, bytes: bytes)
        }
    }

    /// Reads files repeatedly, each time with the remote documents that were missing before.
    ///
    /// - Parameter download: nil to follow no remote references.
    public func following(
        _ download: ImportDownload?, read: (Importer) throws(ImportError) -> ImportResult
    ) async throws(ImportError) -> ImportResult {
        var importer = self
        var result = try read(importer)
        guard let download else { return result }
        while true {
            let known = importer.network
            let missing = result.missingReferences.filter { known.documents[$0] == nil && known.failures[$0] == nil }
            guard !missing.isEmpty else { return result }
            for address in missing {
                guard importer.network.documents.count < limits.referenceCount else {
                    importer.network.failures[address] = "the limit of \(limits.referenceCount) remote documents is exceeded"
                    continue
                }
                do throws(ImportError) {
                    importer.network.documents[address] = try await download.fetch(address)
                } catch {
                    importer.network.failures[address] = error.message
                }
            }
            result = try read(importer)
        }
    }
}
