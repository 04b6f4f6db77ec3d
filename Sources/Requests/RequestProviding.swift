public import Foundation
public import HTTP

/// An API: its base URL, and the requests to it.
///
/// An API whose requests have something in common implements ``request(to:using:)``, which all other methods use.
public protocol RequestProviding: Sendable {
    /// The base URL of the API.
    var baseURL: URL { get }

    /// Creates a request to an endpoint.
    func request(to endpoint: String, using method: HTTPMethod) -> Request<Self, Void>
}

extension RequestProviding {
    /// Creates a request with an endpoint and a method only.
    public func request(to endpoint: String, using method: HTTPMethod) -> Request<Self, Void> {
        Request(api: self, endpoint: endpoint, responseDecoder: .none, method: method)
    }

    /// A GET request for a resource.
    public func get<NewResource>(_ decoder: ResponseDecoder<NewResource>, from endpoint: String) -> Request<Self, NewResource> {
        request(to: endpoint, using: .get).receiving(decoder)
    }

    /// A POST request with a body.
    public func post(_ body: BodyProvider, to endpoint: String) -> Request<Self, Void> {
        request(to: endpoint, using: .post).sending(body)
    }

    /// A PUT request with a body.
    public func put(_ body: BodyProvider, to endpoint: String) -> Request<Self, Void> {
        request(to: endpoint, using: .put).sending(body)
    }

    /// A PATCH request with a body.
    public func patch(_ endpoint: String, with body: BodyProvider) -> Request<Self, Void> {
        request(to: endpoint, using: .patch).sending(body)
    }

    /// A DELETE request.
    public func delete(_ endpoint: String) -> Request<Self, Void> { request(to: endpoint, using: .delete) }

    /// A HEAD request.
    public func head(_ endpoint: String) -> Request<Self, Void> { request(to: endpoint, using: .head) }
}

/// A base URL without an API.
public struct AnonymousRequestProvider: RequestProviding, Hashable {
    /// The base URL.
    public let baseURL: URL

    /// Creates a provider.
    public init(baseURL: URL) { self.baseURL = baseURL }

    /// Creates a provider from a string literal. Traps if it is not a URL.
    public init(_ baseURL: StaticString) { self.init(baseURL: URL(baseURL)) }
}
