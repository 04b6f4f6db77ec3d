#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sends the request's key with it, in a header or in the query.
public struct APIKeyAuth: HTTPLoaderLink {
    /// Holds nothing.
    public init() {}

    /// Sets the field or adds the item.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without a key or a name for it.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let key = request.apiKey, !key.name.isEmpty else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No API key is given for this request.")
        }
        var signed = request
        switch key.place {
        case .header: signed.headers[key.name] = key.value.value
        case .query: signed.appendQueryItems([URLQueryItem(name: key.name, value: key.value.value)])
        }
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }
}
