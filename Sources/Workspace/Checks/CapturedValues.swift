/// What was taken out of the answers to a collection's requests, by the environment that they were sent in: a token or a number of one
/// environment means nothing in another.
public struct CapturedValues: Hashable, Sendable {
    /// By the environment's name, empty for none, and by variable; no environment without a value.
    private var values: [String: [String: CapturedValue]] = [:]

    /// Nothing yet.
    public init() {}

    /// Whether there is none.
    public var isEmpty: Bool { values.isEmpty }
    /// How many there are.
    public var count: Int { values.values.reduce(0) { $0 + $1.count } }
    /// Each with its variable and its environment, nil for none, in the order of the names.
    public var all: [(environment: String?, variable: String, value: CapturedValue)] {
        values.sorted { $0.key < $1.key }.flatMap { environment, own in
            own.sorted { $0.key < $1.key }.map { (environment.isEmpty ? nil : environment, $0.key, $0.value) }
        }
    }

    /// The values of an environment by variable; of requests without one for nil.
    public subscript(environment: String?) -> [String: CapturedValue] { values[environment ?? ""] ?? [:] }

    /// Takes what an answer to a request of an environment brought; the newer value of a variable wins.
    public mutating func merge(_ new: [String: CapturedValue], of environment: String?) {
        guard !new.isEmpty else { return }
        values[environment ?? "", default: [:]].merge(new) { $1 }
    }

    /// Takes back what was forgotten; what came since is newer and stays.
    public mutating func restore(_ old: CapturedValues) {
        for (environment, own) in old.values { values[environment, default: [:]].merge(own) { new, _ in new } }
    }

    /// What belonged to an environment belongs to it under its new name.
    public mutating func rename(_ environment: String, to name: String) {
        guard environment != name, let own = values.removeValue(forKey: environment) else { return }
        values[name, default: [:]].merge(own) { new, _ in new }
    }
}

/// A value that was taken out of an answer.
public struct CapturedValue: Hashable, Sendable {
    /// What was found.
    public var text: String
    /// Whether nobody may see it.
    public var isSecret: Bool

    /// Takes what was found and whether it may be seen.
    public init(_ text: String, isSecret: Bool = false) {
        self.text = text
        self.isSecret = isSecret
    }

    /// What is shown of it.
    public var shown: String { isSecret ? SecretMask.sign : text }
}
