/// One member of an object.
public struct JSONMember: Hashable, Sendable {
    /// Its name, escapes decoded.
    public var name: String
    /// Its value.
    public var value: JSONValue

    /// Takes a name and a value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
