public import Workspace

/// Captures and assertions to run on an answer.
public struct CheckJob: Sendable, Equatable {
    /// What is taken out.
    public let captures: [Capture]
    /// What must hold.
    public let assertions: [Assertion]
    /// The exchange with the answer.
    public let exchange: Exchange
    /// The collection that captured values belong to.
    public let collection: String
    /// Which of its environments they belong to: the one that was asked; nil for none.
    var environment: String? { exchange.origin.environment }
}
