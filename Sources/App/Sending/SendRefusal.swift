/// Why a draft cannot be sent.
public enum SendRefusal: Error, Equatable {
    /// Sentences for a person, each with its place.
    case reasons([String])
    /// Nothing but values that a person must type in is missing.
    case asks([AskedValue])
}

/// A value that only a person knows.
public struct AskedValue: Sendable, Equatable {
    /// The variable's name.
    public let name: String
    /// Where it is used first.
    public let note: String
    /// Whether nobody may see it.
    public let isSecret: Bool

    /// Takes a name, the place where it is used, and whether nobody may see it.
    public init(_ name: String, note: String = "", isSecret: Bool) {
        self.name = name
        self.note = note
        self.isSecret = isSecret
    }
}
