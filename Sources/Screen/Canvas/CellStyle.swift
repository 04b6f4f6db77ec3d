/// How a cell looks: a role for its text, and optionally another for what is behind it.
///
/// A highlighted number on the cursor's row is `CellStyle(.codeNumber, on: .cursorRow)`: the foreground and the attributes come from
/// the first role, the background from the second.
public struct CellStyle: Hashable, Sendable {
    /// Gives the foreground and the attributes, and the background where there is no `backdrop`.
    public var role: StyleRole
    /// Gives the background instead of `role`, when it is set.
    public var backdrop: StyleRole?

    /// Takes the text's role and the role behind it, if that differs.
    public init(_ role: StyleRole, on backdrop: StyleRole? = nil) {
        self.role = role
        self.backdrop = backdrop
    }
}
