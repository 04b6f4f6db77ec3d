/// The places where a command's keys are heard.
public enum CommandScope: String, CaseIterable, Sendable {
    /// In every pane and both layers.
    case everywhere
    /// In every pane while letters are commands.
    case nav
    /// In one pane while letters are commands; these win over `nav`.
    case tree, request, response, history
    /// In every window.
    case window
    /// In windows of one kind; these win over `window`.
    case tableWindow, textWindow, reportWindow, helpWindow, promptWindow, loginWindow, comparisonWindow

    /// How the help names it.
    public var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .nav: "In every pane (NAV)"
        case .tree: "Collections"
        case .request: "Request"
        case .response: "Response"
        case .history: "History"
        case .window: "In every window"
        case .tableWindow: "Windows with tables"
        case .textWindow: "Windows to read"
        case .reportWindow: "Request preview"
        case .helpWindow: "Help"
        case .promptWindow: "Windows to name something"
        case .loginWindow: "Login"
        case .comparisonWindow: "Comparison"
        }
    }
}

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
