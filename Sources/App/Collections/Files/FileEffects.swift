import Engine
import Workspace

/// Does what is to be done with files and folders, and shows the tree anew.
struct FileEffects: Sendable {
    private let workspace: any WorkspaceAccess
    private let post: @Sendable (Message) -> Void

    init(workspace: any WorkspaceAccess, post: @escaping @Sendable (Message) -> Void) {
        self.workspace = workspace
        self.post = post
    }

    func run(_ effect: FileEffect) async {
        do {
            let message = try await perform(effect)
            if message.changesTree { post(.workspace(.opened(try await workspace.tree(isWhole: true), isWhole: true))) }
            post(.files(message))
        } catch {
            if case .again(let inner, let way) = effect { post(.files(.notAgain(inner, way))) }
            post(.files(.failed("\(error)")))
        }
    }

    private func perform(_ effect: FileEffect) async throws -> FileMessage {
        switch effect {
        case .createRequest(let draft, let folder, let sibling):
            return .created(path: try await workspace.create(draft, in: folder, after: sibling))
        case .createFolder(let name, let folder): return .created(path: try await workspace.createFolder(name, in: folder))
        case .rename(let path, let name): return try await rename(path, to: name)
        case .duplicate(let path): return .duplicated(path: try await workspace.duplicate(path))
        case .move(let path, let folder, let sibling): return try await move(path, to: folder, before: sibling)
        case .delete(let path, let name): return .deleted(path: path, name: name, deletion: try await workspace.delete(path))
        case .restore(let deletion): return .restored(path: try await workspace.restore(deletion), deletion: deletion)
        case .again(let effect, let way): return .again(try await perform(effect), way)
        default: return try await settings(effect)
        }
    }

    private func settings(_ effect: FileEffect) async throws -> FileMessage {
        switch effect {
        case .readFolder(let path):
            return .folderRead(path: path, try await workspace.folder(at: path), try await workspace.inheritance(of: path))
        case .saveFolder(let path, let draft):
            try await workspace.save(draft, at: path)
            return .folderSaved(path: path)
        case .readEnvironment(let path): return .environmentRead(path: path, try await workspace.environment(at: path))
        case .saveEnvironment(let path, let draft, let oldName):
            try await workspace.save(draft, at: path)
            guard draft.name != oldName else { return .environmentSaved(path: path) }
            let renamed = try await workspace.rename(path, to: draft.name)
            return .moved(from: path, to: renamed, back: .rename(path: renamed, name: oldName))
        case .createEnvironment(let draft, let collection):
            return .environmentCreated(path: try await workspace.create(draft, in: collection))
        case .setSecret(let name, let value, let path):
            try await workspace.setSecret(name, to: value, environment: path)
            return .secretKept(name: name, environment: path)
        case .readInheritance(let path):
            return .inheritanceRead(path: path, try await workspace.inheritance(of: path))
        default: preconditionFailure("perform(_:) takes the others")
        }
    }

    /// The name as it was is read from the tree, for the way back.
    private func rename(_ path: String, to name: String) async throws -> FileMessage {
        let old = try await workspace.tree(isWhole: true).name(of: path) ?? ""
        let renamed = try await workspace.rename(path, to: name)
        return .moved(from: path, to: renamed, back: .rename(path: renamed, name: old))
    }

    private func move(_ path: String, to folder: String, before sibling: String?) async throws -> FileMessage {
        let (parent, next) = try await workspace.tree(isWhole: true).place(of: path)
        let moved = try await workspace.move(path, to: folder, before: sibling)
        return .moved(from: path, to: moved, back: .move(path: moved, folder: parent, before: next))
    }
}

extension FileMessage {
    /// True if the effect changed the tree.
    fileprivate var changesTree: Bool {
        switch self {
        case .created, .duplicated, .moved, .deleted, .restored, .folderSaved, .environmentSaved, .secretKept, .environmentCreated: true
        case .again(let message, _): message.changesTree
        case .inheritanceRead, .folderRead, .environmentRead, .notAgain, .failed: false
        }
    }
}
