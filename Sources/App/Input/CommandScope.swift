/// The places where a command's keys are heard.
public enum CommandScope: String, CaseIterable, Sendable {
    /// In every pane and both layers.
    case everywhere
    /// In every pane while letters are commands.
    case nav
    /// In one pane while letters are commands; these win over `nav`.
    case tree, request, response, history

    /// How the help names it.
    public var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .nav: "In every pane (NAV)"
        case .tree: "Collections"
        case .request: "Request"
        case .response: "Response"
        case .history: "History"
        }
    }
}
