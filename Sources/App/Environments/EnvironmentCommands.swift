import Workspace

/// The commands of environments.
enum EnvironmentCommands {
    static let all: [AppCommand] = [
        AppCommand(
            "environment.pick", "Choose the environment", label: "environment", keys: ["ctrl+e"], scope: .everywhere, group: .view,
            footer: 30, sends: .application(.showEnvironments)),
        AppCommand(
            "environment.edit", "Edit the environment", keys: ["g e"], scope: .nav, group: .edit, disabled: none,
            sends: .application(.editEnvironment)),
        AppCommand(
            "environment.new", "New environment", keys: ["g E"], scope: .nav, group: .file,
            disabled: { $0.workspace.tree.nodes.isEmpty ? "there is no collection yet" : nil }, sends: .application(.addEnvironment)),
        AppCommand(
            "environment.duplicate", "Duplicate the environment", keys: [], scope: .nav, group: .file, disabled: none,
            sends: .application(.duplicateEnvironment)),
        AppCommand(
            "environment.rename", "Rename the environment", keys: [], scope: .nav, group: .file, disabled: none,
            sends: .application(.renameEnvironment)),
        AppCommand(
            "environment.delete", "Delete the environment; undo brings it back", keys: [], scope: .nav, group: .file, disabled: none,
            sends: .application(.deleteEnvironment)),
    ]

    @Sendable
    private static func none(_ state: AppState) -> String? {
        state.environment == nil ? "no environment is chosen" : nil
    }
}
