public import JSON

/// What runs queries over bodies. The languages are not this module's.
public struct BodyQueries: Sendable {
    /// Everything that a query finds in a body, in order.
    public var values: @Sendable (_ query: String, _ body: [UInt8], _ mediaType: String?) async throws(CheckFailure) -> [JSONValue]
    /// Whether a regular expression is found in a text.
    public var matches: @Sendable (_ pattern: String, _ text: String) throws(CheckFailure) -> Bool

    /// Whether null is what a query found; else it is the query's word for nothing, as for a member that is not there in jq.
    public var findsNull: @Sendable (_ query: String) -> Bool

    /// Takes all three.
    public init(
        values: @escaping @Sendable (String, [UInt8], String?) async throws(CheckFailure) -> [JSONValue],
        matches: @escaping @Sendable (String, String) throws(CheckFailure) -> Bool,
        findsNull: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.values = values
        self.matches = matches
        self.findsNull = findsNull
    }
}
