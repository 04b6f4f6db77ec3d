public import HTTP

/// An API's door: owns a loader and speaks in resources (part 18 of the series).
///
/// ```swift
/// let connection = Connection(ApplyEnvironment(.production) --> CurlLoader())
/// let people = try await connection.request(api.get(.json(encoded: [Person].self), from: "people"))
/// ```
public struct Connection: Sendable {
    /// What everything goes through.
    public let loader: any HTTPLoader

    /// A connection over a loader.
    public init(_ loader: any HTTPLoader) { self.loader = loader }

    /// The resource of a request; an answer that is no success (2xx) is an error with its head.
    public func request<R: RequestConvertible>(_ request: R) async throws(RequestTransportError) -> R.Resource {
        try await loader.perform(request) { $0.status.isSuccess }.resource
    }

    /// Ends what is under way and forgets what is held.
    public func reset() async { await loader.reset() }
}
