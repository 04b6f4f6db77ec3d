import Workspace

/// Messages to the environments of the current request's collection.
enum EnvironmentMessage: Sendable, Equatable {
    /// Asks for the environment to use.
    case pick
    case edit
    /// Edits the variables of the workspace, which all environments have.
    case editWorkspace
    /// Asks for the name of a new environment of the collection, or of the workspace.
    case add
    case addToWorkspace
    /// Creates an environment with a name in a collection; in the workspace if that is empty.
    case create(String, collection: String)
    case duplicate
    /// Asks for a new name.
    case rename
    case setName(String, path: String)
    /// Asks before it deletes.
    case delete
    case deleteConfirmed
    /// Applies one of these messages to an environment other than the chosen one.
    indirect case on(path: String, name: String, EnvironmentMessage)
    /// Lists the permissions that were given to collections.
    case reviewPermissions
}

/// Requests of the environments to other features.
enum EnvironmentOutput {
    /// Opens the list of environments to choose from.
    case showPicker
}

/// The parts of the program's state that the environments read.
struct EnvironmentContext: Sendable {
    /// The environment that the request in front is sent to; nil for none.
    let environment: EnvironmentSummary?
    /// The environments that can be chosen for that request.
    let choices: [EnvironmentSummary]
    /// The path of the collection that a new environment belongs to; empty if there is none.
    let collection: String
    let collectionName: String
}

typealias EnvironmentOutcome = Outcome<EnvironmentMessage, WorkspaceEffect, EnvironmentOutput>

/// Creates, edits, copies and deletes environments.
enum EnvironmentReducer {
    static func reduce(_ message: EnvironmentMessage, _ context: EnvironmentContext) -> EnvironmentOutcome {
        switch message {
        case .pick: return [.output(.showPicker)]
        case .add where !context.collection.isEmpty:
            return add("New environment in \(context.collectionName)", to: context.collection)
        // Without a collection, the workspace has the environment.
        case .add, .addToWorkspace: return add("New workspace environment", to: "")
        case .create(let name, let collection):
            return [.effect(.settings(.createEnvironment(EnvironmentDraft(name: name), collection: collection)))]
        case .editWorkspace: return [.effect(.settings(.readFolder(path: "")))]
        case .setName(let name, let path): return [.effect(.change(.rename(path: path, name: name)))]
        case .reviewPermissions: return [.effect(.readGrantedPermissions)]
        case .edit, .duplicate, .rename, .delete, .deleteConfirmed:
            let only = message == .edit && context.choices.count == 1 ? context.choices[0] : nil
            guard let environment = context.environment ?? only else {
                return [.show(.picker(choice(for: message, context)))]
            }
            return reduce(message, environment.path, environment.name)
        case .on(let path, let name, let message): return reduce(message, path, name)
        }
    }

    private static func reduce(_ message: EnvironmentMessage, _ path: String, _ name: String) -> EnvironmentOutcome {
        switch message {
        case .edit: [.effect(.settings(.readEnvironment(path: path)))]
        case .duplicate: [.effect(.change(.duplicate(path: path)))]
        case .rename: [.show(.prompt(.name("Rename “\(name)”", "rename", name) { .setName($0, path: path) }))]
        case .delete: [.show(.confirm(deletion(path, name)))]
        case .deleteConfirmed: [.effect(.change(.delete(path: path, name: name)))]
        case .pick, .editWorkspace, .add, .addToWorkspace, .create, .setName, .on, .reviewPermissions: []
        }
    }

    private static func deletion(_ path: String, _ name: String) -> Question<EnvironmentMessage> {
        .deleting(
            "Delete environment “\(name)”?",
            "Its secrets on this machine are deleted with it. Undo restores everything until you quit.",
            delete: [.on(path: path, name: name, .deleteConfirmed)])
    }

    /// The list that asks for the environment of a command while none is chosen.
    private static func choice(for message: EnvironmentMessage, _ context: EnvironmentContext) -> Picker<EnvironmentMessage> {
        let command = EnvironmentCommands.all.first { $0.message == message }
        let items = context.choices.map { environment in
            Picker<EnvironmentMessage>.Item(
                title: environment.name, detail: environment.path, disabledReason: environment.problem?.description,
                message: .on(path: environment.path, name: environment.name, message))
        }
        return Picker(command?.title ?? "Environment", items)
    }

    private static func add(_ title: String, to collection: String) -> EnvironmentOutcome {
        [.show(.prompt(.name(title, "create") { .create($0, collection: collection) }))]
    }
}

enum EnvironmentCommands {
    static let all: [Command<EnvironmentContext, EnvironmentMessage>] = [
        Command(
            "environment.pick", "Choose environment", label: "environment", ["ctrl+e"], .everywhere, .view,
            synonyms: ["switch environment", "select", "server", "staging", "production"], footer: 30, sends: .pick),
        Command(
            "environment.edit", "Edit environment", ["g e"], .nav, .edit,
            synonyms: ["manage environments", "variables", "secrets", "base URL", "server", "protect", "lock", "production"],
            disabled: none, sends: .edit),
        Command("environment.new", "New environment", ["g E"], .nav, .file, synonyms: ["add", "create", "server"], sends: .add),
        Command(
            "environment.newShared", "New workspace environment", [], .nav, .file,
            synonyms: ["add", "create", "shared"], sends: .addToWorkspace),
        Command(
            "environment.workspace", "Edit workspace variables", ["g V"], .nav, .edit,
            synonyms: ["global variables", "globals", "shared", "all collections", "workspace.json"], sends: .editWorkspace),
        Command(
            "environment.duplicate", "Duplicate environment", [], .nav, .file, synonyms: ["copy environment", "clone"], disabled: none,
            sends: .duplicate),
        Command("environment.rename", "Rename environment", [], .nav, .file, synonyms: ["name", "title"], disabled: none, sends: .rename),
        Command("environment.delete", "Delete environment", [], .nav, .file, synonyms: ["remove", "drop"], disabled: none, sends: .delete),
        Command(
            "workspace.permissions", "Review permissions", [], .everywhere, .view,
            synonyms: ["trust", "allowed", "revoke", "safety", "security"], sends: .reviewPermissions),
    ]

    private static func none(_ context: EnvironmentContext) -> String? {
        context.environment == nil && context.choices.isEmpty ? "there is no environment yet" : nil
    }
}
