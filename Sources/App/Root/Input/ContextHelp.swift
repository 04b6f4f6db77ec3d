import Widgets
import Workspace

/// Help about the element with the cursor: a few sentences above the list of keys.
enum ContextHelp {
    /// The sentences; empty if nothing needs an explanation.
    static func lines(for state: AppState) -> [String] {
        switch state.focus {
        case .tree: tree(state)
        case .request: request(state)
        case .response:
            [
                "The newest response, or the one opened from the history. [ and ] change the tab; dragging over text copies it."
            ]
        case .history:
            [
                "Sent requests, newest first. R replays one, e opens it in the request pane, P pins it so that it is never deleted."
            ]
        }
    }

    private static func tree(_ state: AppState) -> [String] {
        guard let node = state.tree.current?.node else {
            return ["No collections yet. N adds a collection, ^N a request; “apus demo” opens a workspace to look around."]
        }
        switch node.kind {
        case .collection:
            return ["A collection: a folder of requests with its own environments. Its settings (e) apply to everything in it."]
        case .folder: return ["A folder. Its settings (e) apply to everything in it that has no setting of its own."]
        case .request: return ["A request. Enter opens it, t opens it in a new tab, J and K move it."]
        case .broken(let problem): return ["This file cannot be read and is never overwritten.", problem.description]
        }
    }

    private static func request(_ state: AppState) -> [String] {
        if state.request.part == .url {
            return [
                "The URL: absolute, or relative to the environment's base URL. {{name}} is a variable, :name in the path is a path parameter.",
                "The query after ? and the rows of Params are the same.",
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
        "headers": ["Headers as they are sent. Rows marked [+] are added automatically unless they are set here."],
        "body": ["The body. b chooses its type, F4 opens the external editor. Each type keeps its own content."],
        "options": [
            "How the request is sent: timeouts, redirects, retries, TLS, proxy. Empty rows are inherited.",
            "Below them are the variables of this request. The environment overrides them; they override those of folders.",
        ],
        "tests": ["Captures copy values of the response into variables. Assertions check the response."],
        "docs": ["Notes in Markdown and tags, stored in the request's file."],
        "text": ["The whole request as text. Text that cannot be parsed stays as typed."],
    ]
}

extension AppState {
    /// The help: all commands, those of the focused pane first.
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
