/// The values that were captured from the responses to a collection's requests. They are kept by environment: a token or an id of one
/// environment means nothing in another.
public struct CapturedValues: Hashable, Sendable {
    /// The values by environment name (empty for none) and variable. An environment without values has no entry.
    private var values: [String: [String: CapturedValue]] = [:]

    /// No values.
    public init() {}

    /// True if there are no values.
    public var isEmpty: Bool { values.isEmpty }
    /// The number of values.
    public var count: Int { values.values.reduce(0) { $0 + $1.count } }
    /// All values, ordered by environment (nil for none) and variable.
    public var all: [(environment: String?, variable: String, value: CapturedValue)] {
        values.sorted { $0.key < $1.key }.flatMap { environment, own in
            own.sorted { $0.key < $1.key }.map { (environment.isEmpty ? nil : environment, $0.key, $0.value) }
        }
    }

    /// The values of an environment by variable; nil for requests without an environment.
    public subscript(environment: String?) -> [String: CapturedValue] { values[environment ?? ""] ?? [:] }

    /// Adds the values captured in an environment; they replace older ones.
    public mutating func merge(_ new: [String: CapturedValue], of environment: String?) {
        guard !new.isEmpty else { return }
        values[environment ?? "", default: [:]].merge(new) { $1 }
    }

    /// Puts back values that were removed; newer ones are kept.
    public mutating func restore(_ old: CapturedValues) {
        for (environment, own) in old.values { values[environment, default: [:]].merge(own) { new, _ in new } }
    }

    /// Moves the values of a renamed environment to its new name.
    public mutating func rename(_ environment: String, to name: String) {
        guard environment != name, let own = values.removeValue(forKey: environment) else { return }
        values[name, default: [:]].merge(own) { new, _ in new }
    }
}

/// A value that was captured from a response.
public struct CapturedValue: Hashable, Sendable {
    /// The value as text.
    public var text: String
    /// True if the value is a secret.
    public var isSecret: Bool

    /// A captured value.
    public init(_ text: String, isSecret: Bool = false) {
        self.text = text
        self.isSecret = isSecret
    }

    /// The text for the screen: masked if it is a secret.
    public var shown: String { isSecret ? SecretMask.sign : text }
}
