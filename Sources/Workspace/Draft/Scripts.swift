/// Scripts of a request, a folder or a collection: kept and exported, not run.
public struct Scripts: Hashable, Sendable {
    /// Run before sending.
    public var before: String
    /// Run after the answer.
    public var after: String

    /// None unless said otherwise.
    public init(before: String = "", after: String = "") {
        self.before = before
        self.after = after
    }
}
