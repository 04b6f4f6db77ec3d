/// One line of a header section: a name, kept in the case that was written, and a value without the white space around it.
public struct HTTPHeaderField: Hashable, Sendable {
    /// The field name as written; compare it with ``isNamed(_:)``.
    public var name: String

    /// The field value. Received bytes that are no UTF-8 were read as ISO 8859-1 (RFC 9110 section 5.5).
    public var value: String

    /// A field with exactly this name and value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// True when both names are equal but for ASCII case (RFC 9110 section 5.1).
    public func isNamed(_ other: String) -> Bool { ASCII.equalIgnoringCase(name, other) }
}
