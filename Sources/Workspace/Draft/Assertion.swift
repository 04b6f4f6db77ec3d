public import JSON

/// Something that must hold of an answer.
public struct Assertion: Hashable, Sendable {
    /// What is looked at: `status`, `header Content-Type`, `body .id`, `time`.
    public var subject: String
    /// How it is compared: `equals`, `contains`, `matches`, `exists`, `lessThan`, …
    public var predicate: String
    /// With what; `null` where the predicate needs nothing.
    public var value: JSONValue
    /// Whether it is checked.
    public var isEnabled: Bool

    /// Takes a subject, a predicate and a value.
    public init(subject: String = "", predicate: String = "equals", value: JSONValue = .null, isEnabled: Bool = true) {
        self.subject = subject
        self.predicate = predicate
        self.value = value
        self.isEnabled = isEnabled
    }
}
