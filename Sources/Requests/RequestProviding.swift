public import Foundation
public import HTTP

/// An API: knows where it lives, and begins requests to it.
///
/// An API whose requests have something in common implements ``request(to:using:)``; all others here go through it.
public protocol RequestProviding: Sendable {
    /// Where the API lives.
    var baseURL: URL { get }

    /// A request to an endpoint, from which all others are made.
    func request(to endpoint: String, using method: HTTPMethod) -> Request<Self, Void>
}

extension RequestProviding {
    /// A request with nothing but its endpoint and method.
    public func request(to endpoint: String, using method: HTTPMethod) -> Request<Self, Void> {
        Request(api: self, endpoint: endpoint, responseDecoder: .none, method: method)
    }

    /// Reads a resource.
    public func get<NewResource>(_ decoder: ResponseDecoder<NewResource>, from endpoint: String) -> Request<Self, NewResource> {
        request(to: endpoint, using: .get).receiving(decoder)
    }

    /// Hands over a body.
    public func post(_ body: BodyProvider, to endpoint: String) -> Request<Self, Void> {
        request(to: endpoint, using: .post).sending(body)
    }

    /// Replaces a resource.
    public func put(_ body: BodyProvider, to endpoint: String) -> Request<Self, Void> {
        request(to: endpoint, using: .put).sending(body)
    }

    /// Changes a resource in part.
    public func patch(_ endpoint: String, with body: BodyProvider) -> Request<Self, Void> {
        request(to: endpoint, using: .patch).sending(body)
    }

    /// Removes a resource.
    public func delete(_ endpoint: String) -> Request<Self, Void> { request(to: endpoint, using: .delete) }

    /// Asks for the head of a resource.
    public func head(_ endpoint: String) -> Request<Self, Void> { request(to: endpoint, using: .head) }
}

/// A base URL that belongs to no API.
public struct AnonymousRequestProvider: RequestProviding, Hashable {
    /// Where requests go.
    public let baseURL: URL

    /// Requests to this URL.
    public init(baseURL: URL) { self.baseURL = baseURL }

    /// Requests to a URL written in source; stops the program when it is none.
    public init(_ baseURL: StaticString) { self.init(baseURL: URL(baseURL)) }
}
