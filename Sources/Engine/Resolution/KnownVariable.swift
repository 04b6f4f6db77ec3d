import Workspace

/// A variable that the request can use.
public struct KnownVariable: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// As it is written, references unresolved; nil for a secret.
    public let value: String?
    /// The place that defines it, as text for the user.
    public let origin: String
    /// True if the environment defines it, which is nearer than the request.
    public let isOfEnvironment: Bool
    /// True if references in the value are resolved; false for values from outside, such as captured ones.
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
    public var shownValue: String { value ?? SecretMask.sign }
}
