/// A value that is taken out of an answer and kept for later requests.
public struct Capture: Hashable, Sendable {
    /// The variable that gets it.
    public var variable: String
    /// `status`, `header`, `cookie`, `body`, `time` or `url`.
    public var from: String
    /// What to take: a header's or cookie's name, or a query into the body.
    public var query: String
    /// Whether nobody may see the value; nil for what it looks like, see ``holdsSecret``.
    public var isSecret: Bool?
    /// What was typed where only yes, no or nothing can stand for ``isSecret``. No file holds it.
    public var unreadSecrecy = ""
    /// Whether it is taken.
    public var isEnabled: Bool

    /// Takes a variable, a source and a query.
    public init(variable: String = "", from: String = "body", query: String = "", isSecret: Bool? = nil, isEnabled: Bool = true) {
        self.variable = variable
        self.from = from
        self.query = query
        self.isSecret = isSecret
        self.isEnabled = isEnabled
    }
}
