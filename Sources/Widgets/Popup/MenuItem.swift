/// A line of a menu.
public struct MenuItem: Hashable, Sendable {
    /// What it does.
    public var title: String
    /// The key that does the same, as it is shown.
    public var keys: String
    /// Why it cannot be done now; nil when it can.
    public var disabledReason: String?

    /// Takes what a line says.
    public init(_ title: String, keys: String = "", disabledReason: String? = nil) {
        self.title = title
        self.keys = keys
        self.disabledReason = disabledReason
    }
}
