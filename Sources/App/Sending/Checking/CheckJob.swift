public import Workspace

/// Captures and assertions to run on an answer.
public struct CheckJob: Sendable, Equatable {
    /// The captures to run.
    public let captures: [Capture]
    /// The assertions to run.
    public let assertions: [Assertion]
    /// The exchange with the answer.
    public let exchange: Exchange
    /// The collection that captured values belong to.
    public let collection: String
    /// The environment that the values belong to: the one the request was sent to; nil for none.
    var environment: String? { exchange.origin.environment }
}
