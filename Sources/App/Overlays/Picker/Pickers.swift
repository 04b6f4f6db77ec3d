import Screen
import Workspace

extension PickerOverlay {
    /// Every command, then every request.
    static func palette(_ state: AppState) -> PickerOverlay {
        let commands = CommandTable.all.filter { $0.group != .move }.map { command in
            Item(
                command.title, detail: state.keymap.shownKey(of: command.id) ?? "", disabledReason: command.disabledReason(state),
                sends: command.message)
        }
        return PickerOverlay("Commands and requests", commands + requests(in: state.workspace.tree.nodes, folder: ""))
    }

    static func environments(_ state: AppState) -> PickerOverlay {
        let all = state.workspace.environments(for: state.request.path)
        let items = all.map { environment in
            Item(
                environment.name, detail: environment.isProtected ? "protected" : "",
                disabledReason: environment.problem?.description, sends: .workspace(.pickEnvironment(environment)))
        }
        let chosen = all.firstIndex { $0.path == state.workspace.environment(for: state.request.path)?.path } ?? all.count
        return PickerOverlay("Environment", items + [Item("none", sends: .workspace(.pickEnvironment(nil)))], selected: chosen)
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
