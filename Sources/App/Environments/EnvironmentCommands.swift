import Workspace

/// The commands of environments.
enum EnvironmentCommands {
    static let all: [AppCommand] = [
        AppCommand(
            "environment.pick", "Choose environment", label: "environment", synonyms: ["switch", "select", "server"], keys: ["ctrl+e"],
            scope: .everywhere, group: .view,
            footer: 30, sends: .application(.showEnvironments)),
        AppCommand(
            "environment.edit", "Edit environment", synonyms: ["variables", "secrets", "base URL"], keys: ["g e"], scope: .nav,
            group: .edit, disabled: none,
            sends: .application(.editEnvironment)),
        AppCommand(
            "environment.new", "New environment", synonyms: ["add", "create"], keys: ["g E"], scope: .nav, group: .file,
            disabled: { $0.workspace.tree.nodes.isEmpty ? "there is no collection yet" : nil }, sends: .application(.addEnvironment)),
        AppCommand(
            "environment.duplicate", "Duplicate environment", synonyms: ["copy"], keys: [], scope: .nav, group: .file, disabled: none,
            sends: .application(.duplicateEnvironment)),
        AppCommand(
            "environment.rename", "Rename environment", keys: [], scope: .nav, group: .file, disabled: none,
            sends: .application(.renameEnvironment)),
        AppCommand(
            "environment.delete", "Delete environment", synonyms: ["remove"], keys: [], scope: .nav, group: .file, disabled: none,
            sends: .application(.deleteEnvironment)),
        AppCommand(
            "workspace.permissions", "Review permissions", synonyms: ["trust", "allowed", "revoke", "safety"], keys: [],
            scope: .everywhere, group: .view, sends: .perform(.workspace(.readAllowances))),
    ]

    @Sendable
    private static func none(_ state: AppState) -> String? {
        state.environment == nil ? "no environment is chosen" : nil
    }
}
