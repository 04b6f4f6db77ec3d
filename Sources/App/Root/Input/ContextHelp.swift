import Widgets
import Workspace

/// Help about the element with the cursor: a few sentences above the list of keys.
enum ContextHelp {
    /// The sentences; empty if nothing needs an explanation.
    static func lines(for state: AppState) -> [String] {
        let key = state.keymap.name(of:)
        return switch state.focus {
        case .tree: tree(state)
        case .request: request(state)
        case .response:
            [
                "The newest response, or the one opened from the history. \(key("response.previousTab")) and \(key("response.nextTab")) "
                    + "change the tab; dragging over text copies it."
            ]
        case .history:
            [
                "Sent requests, newest first. \(key("history.replay")) replays one, \(key("history.edit")) opens it in the request pane, "
                    + "\(key("history.pin")) pins it so that it is never deleted."
            ]
        }
    }

    private static func tree(_ state: AppState) -> [String] {
        let key = state.keymap.name(of:)
        guard let node = state.tree.current?.node else {
            return [
                "No collections yet. \(key("tree.addCollection")) adds a collection, \(key("request.new")) a request; “apus demo” opens a "
                    + "workspace to look around."
            ]
        }
        switch node.kind {
        case .collection:
            return [
                "A collection: a folder of requests with its own environments. Its settings (\(key("tree.edit"))) apply to everything in it."
            ]
        case .folder:
            return ["A folder. Its settings (\(key("tree.edit"))) apply to everything in it that has no setting of its own."]
        case .request:
            return [
                "A request. Enter opens it, \(key("tree.openInNewTab")) opens it in a new tab, \(key("tree.moveDown")) and "
                    + "\(key("tree.moveUp")) move it."
            ]
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
        return tab(state.request.tab, state.keymap) + [option].compactMap { $0 }
    }

    private static func auth(_ state: AppState) -> [String] {
        let kind = state.request.base.auth.kind.entry
        let fields = kind.fields(of: state.request.base.auth)
        let selected = state.request.auth.table.selected
        return [kind.help] + (fields.indices.contains(selected) ? ["\(fields[selected].label): \(fields[selected].help)"] : [])
    }

    private static func tab(_ tab: RequestTab, _ keymap: Keymap) -> [String] {
        switch tab {
        case .params:
            [
                "Path parameters (with a colon) and the query, in the order in which they are sent. "
                    + "\(keymap.name(of: "request.toggleRow")) switches a row off and keeps it."
            ]
        case .headers: ["Headers as they are sent. A row replaces the automatic header of its name."]
        case .body:
            [
                "The body. \(keymap.name(of: "request.bodyKind")) chooses its type, \(keymap.name(of: "request.openEditor")) opens the external "
                    + "editor. Each type keeps its own content."
            ]
        case .options:
            [
                "How the request is sent: timeouts, redirects, retries, TLS, proxy. Empty rows are inherited.",
                "Below them are the variables of this request. The environment overrides them; they override those of folders.",
            ]
        case .tests: ["Captures copy values of the response into variables. Assertions check the response."]
        case .docs: ["Notes in Markdown and tags, stored in the request's file."]
        case .text: ["The whole request as text. Text that cannot be parsed stays as typed."]
        case .auth, .scripts: []
        }
    }
}

extension ContextHelp {
    /// All commands: the most used ones, then those of the focused pane, then all others.
    fileprivate static func sections(for state: AppState) -> [HelpState.Section] {
        let first = mostUsed(in: state.focus)
        let panes = [state.focus.scope, .nav, .everywhere] + PaneID.allCases.map(\.scope).filter { $0 != state.focus.scope }
        let scopes = panes + CommandScope.allCases.filter { !panes.contains($0) }
        let others = scopes.map { scope in
            let commands = CommandTable.all.filter { $0.scope == scope && $0.alias == nil && !first.contains($0.id) }
            return HelpState.Section(title: scope.title, entries: entries(commands, state))
        }
        return [HelpState.Section(title: "Most used", entries: entries(first.compactMap(CommandTable.command), state))] + others
    }

    /// The commands that one needs first: to send, save, find and move.
    private static func mostUsed(in pane: PaneID) -> [String] {
        let find =
            switch pane {
            case .tree: "tree.filter"
            case .request: "request.find"
            case .response: "response.search"
            case .history: "history.filter"
            }
        return ["request.send", "request.save", find, "application.palette", "pane.next", "pane.tree", "pane.request", "pane.response"]
            + ["history.focus"]
    }

    /// The commands as entries, unusable ones last.
    private static func entries(_ commands: [AppCommand], _ state: AppState) -> [HelpState.Entry] {
        let entries = commands.map { command in
            HelpState.Entry(
                id: command.id, keys: state.keymap.shownKeys(of: command.id), title: command.title,
                disabledReason: command.disabledReason(state))
        }
        return entries.filter { $0.disabledReason == nil } + entries.filter { $0.disabledReason != nil }
    }
}

extension AppState {
    /// The help for the focused pane.
    var help: HelpState { HelpState(about: ContextHelp.lines(for: self), sections: ContextHelp.sections(for: self)) }
}
