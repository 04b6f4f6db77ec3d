/// The panes of the screen, numbered as the keys that focus them.
public enum PaneID: Int, CaseIterable, Sendable, Hashable {
    case tree = 1
    case request = 2
    case response = 3
    case history = 4

    /// The name in the keymap file.
    var name: String {
        switch self {
        case .tree: "tree"
        case .request: "request"
        case .response: "response"
        case .history: "history"
        }
    }

    /// The pane's name on its border.
    public var title: String {
        switch self {
        case .tree: "Collections"
        case .request: "Request"
        case .response: "Response"
        case .history: "History"
        }
    }

    /// The name where there is little room.
    public var shortTitle: String {
        switch self {
        case .tree: "Tree"
        case .request: "Req"
        case .response: "Resp"
        case .history: "Hist"
        }
    }

    /// The scope of the pane's own commands.
    var scope: CommandScope {
        switch self {
        case .tree: .tree
        case .request: .request
        case .response: .response
        case .history: .history
        }
    }
}
