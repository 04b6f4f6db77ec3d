import Widgets
import Workspace

/// Help about what has the cursor: a few sentences above the list of keys.
enum ContextHelp {
    /// The sentences; none where nothing needs to be said.
    static func lines(for state: AppState) -> [String] {
        switch state.focus {
        case .tree: tree(state)
        case .request: request(state)
        case .response:
            [
                "The newest answer, or the one opened from the history. [ and ] go through its tabs; a drag over text copies it."
            ]
        case .history:
            [
                "What was sent, newest first. R sends it again as it was, e loads it into the request pane, P keeps it when old ones go."
            ]
        }
    }

    private static func tree(_ state: AppState) -> [String] {
        guard let node = state.tree.current?.node else { return ["Nothing is here yet: N makes a collection, ^N a request."] }
        switch node.kind {
        case .collection:
            return ["A collection: a folder of requests with environments of its own. What it says (e) holds for everything in it."]
        case .folder: return ["A folder: what it says (e) holds for everything in it, unless something in it says otherwise."]
        case .request: return ["A request: Enter opens it, t in a tab of its own. J and K move it, also into open folders and out of them."]
        case .broken(let problem): return ["This file cannot be read and is never overwritten.", problem.description]
        }
    }

    private static func request(_ state: AppState) -> [String] {
        if state.request.part == .url {
            return [
                "The URL: absolute, or relative to the environment. {{name}} stands for a variable, :name in the path for a path parameter.",
                "What stands behind ? is the same as the rows of Params.",
            ]
        }
        if state.request.tab == .auth { return auth(state) }
        let option =
            state.request.section == .options
            ? OptionFields.help(state.request.options.table.selected, state.workspace.inheritedOptions) : nil
        return (tabs["\(state.request.tab)"] ?? []) + [option].compactMap { $0 }
    }

    private static func auth(_ state: AppState) -> [String] {
        let kind = state.request.base.auth.kind.entry
        let fields = kind.fields(of: state.request.base.auth)
        let selected = state.request.auth.table.selected
        return [kind.help] + (fields.indices.contains(selected) ? ["\(fields[selected].label): \(fields[selected].help)"] : [])
    }

    private static let tabs = [
        "params": [
            "Path parameters (with a colon) and the query, in the order in which they are sent. Space switches a row off and keeps it."
        ],
        "headers": ["Headers as they are sent; rows marked [+] are added by others when they are missing here, named behind the value."],
        "body": ["The body: b chooses its kind, F4 opens the external editor. What another kind held comes back when you choose it again."],
        "options": [
            "How the request is sent: times, redirects, retries, TLS, proxy. What is empty is inherited from the folder.",
            "Below them stand the variables of this request: what the environment says is nearer, what its folders say further away.",
        ],
        "tests": ["Captures take values out of the answer into variables; assertions say what it should be."],
        "docs": ["Notes in Markdown and tags, kept in the request's file."],
        "text": ["The whole request as text; what cannot be read stays as typed."],
    ]
}

extension AppState {
    /// The help: every command of the table, those of the focused pane first.
    var help: HelpState {
        let panes = [focus.scope, .nav, .everywhere] + PaneID.allCases.map(\.scope).filter { $0 != focus.scope }
        let scopes = panes + CommandScope.allCases.filter { !panes.contains($0) }
        let sections = scopes.map { scope in
            let commands = CommandTable.all.filter { $0.scope == scope && $0.alias == nil }
            return HelpState.Section(
                title: scope.title,
                entries: commands.map { command in
                    HelpState.Entry(
                        id: command.id, keys: keymap.shownKeys(of: command.id), title: command.title,
                        disabledReason: command.disabledReason(self))
                })
        }
        return HelpState(about: ContextHelp.lines(for: self), sections: sections)
    }
}
