public import JSON

/// What runs queries over bodies. The languages are not this module's.
public struct BodyQueries: Sendable {
    /// Everything that a query finds in a body, in order.
    public var values: @Sendable (_ query: String, _ body: [UInt8], _ mediaType: String?) async throws(CheckFailure) -> [JSONValue]
    /// Whether a regular expression is found in a text.
    public var matches: @Sendable (_ pattern: String, _ text: String) throws(CheckFailure) -> Bool

    /// Takes both.
    public init(
        values: @escaping @Sendable (String, [UInt8], String?) async throws(CheckFailure) -> [JSONValue],
        matches: @escaping @Sendable (String, String) throws(CheckFailure) -> Bool
    ) {
        self.values = values
        self.matches = matches
    }
}
