import Workspace

/// A variable that the request can use.
public struct KnownVariable: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// As it is written, references unresolved; nil for a secret.
    public let value: String?
    /// Where it is defined, for a person.
    public let origin: String
    /// Whether the environment defines it, which is nearer than the request.
    public let isOfEnvironment: Bool
    /// Whether references in the value are resolved: not where somebody else said it.
    public let isTemplate: Bool

    /// Takes a name, a value where it is no secret, and where it is defined.
    public init(name: String, value: String?, origin: String, isOfEnvironment: Bool = false, isTemplate: Bool = true) {
        self.name = name
        self.value = value
        self.origin = origin
        self.isOfEnvironment = isOfEnvironment
        self.isTemplate = isTemplate
    }

    /// The value on the screen.
    var shownValue: String { value ?? SecretMask.sign }
}
