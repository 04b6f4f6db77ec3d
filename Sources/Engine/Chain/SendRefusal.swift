public import Workspace

/// Why a draft cannot be sent.
public enum SendRefusal: Error, Equatable {
    /// Sentences for a person, each with its place.
    case reasons([String])
    /// It uses things of this machine that nobody has allowed.
    case permissions([Permission])
    /// Only values that a person must type are missing.
    case asks([AskedValue])
}

/// A value that only a person knows.
public struct AskedValue: Sendable, Equatable {
    /// The variable's name.
    public let name: String
    /// The first place that uses it.
    public let note: String
    /// True if the value must not be shown.
    public let isSecret: Bool

    /// Takes a name, the place where it is used, and whether nobody may see it.
    public init(_ name: String, note: String = "", isSecret: Bool) {
        self.name = name
        self.note = note
        self.isSecret = isSecret
    }
}
