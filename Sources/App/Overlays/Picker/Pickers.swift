import Screen
import Workspace

extension PickerOverlay {
    /// Every command, then every request, environment, theme and what was sent last.
    static func palette(_ state: AppState) -> PickerOverlay {
        let commands = CommandTable.all.filter { $0.group != .move && $0.alias == nil }.map { command in
            Item(
                command.title, detail: state.keymap.shownKey(of: command) ?? "", disabledReason: command.disabledReason(state),
                sends: command.message)
        }
        return PickerOverlay("Commands and requests", commands + requests(in: state.workspace.tree.nodes, folder: "") + others(state))
    }

    private static func others(_ state: AppState) -> [Item] {
        let environments = state.workspace.environments(for: state.request.path).map { environment in
            Item(
                environment.name, detail: "environment", disabledReason: environment.problem?.description,
                sends: .workspace(.pickEnvironment(environment)))
        }
        let themes = state.themes.map { Item($0.name, detail: "theme", sends: .application(.useTheme($0.name))) }
        let sent = state.history.rows.prefix(HistoryState.pageSize).map { row in
            let title = row.origin.name.isEmpty ? row.url : row.origin.name
            return Item(
                title,
                detail:
                    "\(row.status.map { "\($0)" } ?? "ERR") \(row.method) · sent \(TimeText.clock(row.startedAt, offset: state.timeZoneOffset))",
                sends: .perform(.history(.open(row.id, owner: state.response.owner))))
        }
        return environments + themes + sent
    }

    static func environments(_ state: AppState) -> PickerOverlay {
        let all = state.workspace.environments(for: state.request.path)
        let items = all.map { environment in
            Item(
                environment.name, detail: environment.isProtected ? "protected" : "",
                disabledReason: environment.problem?.description, sends: .workspace(.pickEnvironment(environment)))
        }
        let chosen = all.firstIndex { $0.path == state.workspace.environment(for: state.request.path)?.path } ?? all.count
        let none = Item("none", sends: .workspace(.pickEnvironment(nil)))
        let ids = ["environment.edit", "environment.new", "environment.duplicate", "environment.rename", "environment.delete"]
        return PickerOverlay("Environment", items + [none] + ids.compactMap { action($0, state) }, selected: chosen)
    }

    static func openRequests(_ state: AppState) -> PickerOverlay {
        let items = state.openTabs.enumerated().map { index, open in
            let sign = TabSign(of: open, state).map { ", \($0.word)" } ?? ""
            return Item(
                open.request.name + (open.request.hasUnsavedChanges ? " ●" : ""), detail: (open.request.path ?? "not saved") + sign,
                sends: .tabs(.select(index)))
        }
        return PickerOverlay("Open requests", items, selected: state.tabs.index)
    }

    /// The folders that what is under the tree's cursor can go into.
    static func folders(_ state: AppState) -> PickerOverlay {
        guard let node = state.tree.current?.node else { return PickerOverlay("Move", []) }
        let folders = state.workspace.tree.folders.filter { $0.node.path != node.path && !$0.node.path.hasPrefix(node.path + "/") }
        let items = folders.map { folder, depth in
            Item(
                String(repeating: "  ", count: depth) + folder.name, detail: folder.path,
                disabledReason: folder.path == WorkspaceTree.folder(of: node.path) ? "it is there" : nil,
                sends: .tree(.moveTo(path: node.path, folder: folder.path)))
        }
        return PickerOverlay("Move “\(node.name)” into", items)
    }

    /// A command as an item of a list.
    private static func action(_ id: String, _ state: AppState) -> Item? {
        CommandTable.command(id).map { command in
            Item(
                "… " + command.title, detail: state.keymap.shownKey(of: id) ?? "", disabledReason: command.disabledReason(state),
                sends: command.message)
        }
    }

    static func themes(_ state: AppState) -> PickerOverlay {
        let items = state.themes.map { Item($0.name, detail: $0.appearance.rawValue, sends: .application(.useTheme($0.name))) }
        let chosen = state.themes.firstIndex(of: state.theme) ?? 0
        return PickerOverlay("Theme", items, selected: chosen, cancelMessage: .application(.useTheme(state.theme.name)))
    }

    static func methods(_ state: AppState) -> PickerOverlay {
        let names = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT"]
        let items = names.map { Item($0, sends: .request(.setMethod($0))) }
        return PickerOverlay("Method (or type any)", items, selected: names.firstIndex(of: state.request.base.method) ?? 0) {
            .request(.setMethod($0))
        }
    }

    static func bodyKinds(_ state: AppState) -> PickerOverlay {
        let kinds = BodyDraft.Kind.allCases
        return PickerOverlay(
            "Kind of body", kinds.map { Item($0.rawValue, sends: .request(.setBodyKind($0))) },
            selected: kinds.firstIndex(of: state.request.bodyKind) ?? 0)
    }

    static func authKinds(_ state: AppState) -> PickerOverlay {
        let kinds = AuthDraft.Kind.allCases
        return PickerOverlay(
            "Authentication", kinds.map { Item($0.rawValue, sends: .request(.setAuthKind($0))) },
            selected: kinds.firstIndex(of: state.request.base.auth.kind) ?? 0)
    }

    private static func requests(in nodes: [WorkspaceNode], folder: String) -> [Item] {
        nodes.flatMap { node -> [Item] in
            guard let method = node.method else { return requests(in: node.children, folder: node.name) }
            return [Item("\(node.name)", detail: "\(method) · \(folder)", sends: .request(.open(path: node.path)))]
        }
    }
}
