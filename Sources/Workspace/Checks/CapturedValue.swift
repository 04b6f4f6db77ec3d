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
