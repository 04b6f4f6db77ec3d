/// The two layers of input: letters are commands, or letters are text.
public enum Layer: Sendable, Equatable {
    /// Letters are commands.
    case nav
    /// Letters are text.
    case edit

    /// The word in the footer.
    public var title: String {
        switch self {
        case .nav: "NAV"
        case .edit: "EDIT"
        }
    }
}
