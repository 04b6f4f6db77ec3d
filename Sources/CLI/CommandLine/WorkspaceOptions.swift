import JSON
import Platform
import Workspace

extension CommandWords {
    /// The folder of the workspace in the options, or the nearest one around the current folder; nil if there is none.
    var workspaceFolder: String? {
        if let folder = value("workspace") { return resolvedPath(folder) ?? folder }
        return nearestWorkspace()
    }

    /// The workspace; nil if there is none.
    func workspace() throws(WorkspaceError) -> WorkspaceStore? {
        try workspaceFolder.map { folder throws(WorkspaceError) in try WorkspaceStore(opening: folder) }
    }

    /// The workspace; throws if there is none.
    func requiredWorkspace() throws -> WorkspaceStore {
        guard let store = try workspace() else {
            throw CommandError("there is no workspace here (a folder that contains `collections`)", code: 2)
        }
        guard FileStatus.isFolder(store.root + "/collections") else {
            throw CommandError("\(store.root) is not a workspace (a folder that contains `collections`)", code: 2)
        }
        return store
    }

    /// The name of the environment in the options or in `APUS_ENVIRONMENT`; nil for none.
    func environmentName(_ context: CommandContext) throws(UsageError) -> String? {
        if value("environment") == "" { throw UsageError("--environment needs a name") }
        let name = value("environment") ?? context.environment["APUS_ENVIRONMENT"]
        return name?.isEmpty == false ? name : nil
    }

    /// That environment, in the collection of a request, in the workspace or in a file of its own. `APUS_ENVIRONMENT` is a name, in every folder,
    /// and no file; it has no effect where there are no environments.
    func environment(_ context: CommandContext, of request: String?, in store: WorkspaceStore?) throws -> ChosenEnvironment {
        guard let name = try environmentName(context) else { return ChosenEnvironment() }
        do {
            return ChosenEnvironment(path: try EnvironmentSummary.path(named: name, of: request, in: store))
        } catch let error as CommandError {
            if value("environment") != nil {
                guard let environment = try RequestFile.environment(inFile: name) else { throw error }
                context.streams.conceal(Set(environment.secretValues.values))
                return ChosenEnvironment(outside: environment)
            }
            if try EnvironmentSummary.all(for: request, in: store).isEmpty { return ChosenEnvironment() }
            throw CommandError("APUS_ENVIRONMENT: \(error.message)", code: error.code)
        }
    }
}

/// The environment that requests are sent to; none without both.
struct ChosenEnvironment: Sendable {
    /// Its file in the workspace.
    var path: String?
    /// The content of a file outside.
    var outside: CollectionTree.Environment?
}

/// The workspace that contains a folder, or is it; nil if there is none.
func nearestWorkspace(to folder: String = currentFolder() ?? "/") -> String? {
    var folder = folder
    while !FileStatus.isFolder(folder + "/collections") {
        guard folder.count > 1 else { return nil }
        folder = parentFolder(of: folder)
    }
    return folder
}

extension EnvironmentSummary {
    /// The file of an environment in the collection of a request, or in any collection without a request.
    ///
    /// - Throws: a ``CommandError`` with code 2 that names a similar environment.
    static func path(named name: String, of request: String?, in store: WorkspaceStore?) throws -> String {
        let known = try all(for: request, in: store)
        let (file, root) = (resolvedPath(name), store.flatMap { resolvedPath($0.root) } ?? "")
        let found = known.filter { $0.isNamed(name) || file == "\(root)/\($0.path)" }
        // An environment of the collection comes before one of the workspace.
        if let first = found.first, request != nil || found.count == 1 || first.fullName == first.name { return first.path }
        guard found.isEmpty else {
            let names = found.map(\.fullName).joined(separator: ", ")
            throw CommandError("several collections have an environment “\(name)”: \(names)", code: 2)
        }
        let names = Set(known.map { request == nil ? $0.fullName : $0.name }).sorted()
        let near = NearestName.of(name, among: names).map { "did you mean “\($0)”?" }
        let hint =
            near ?? (names.isEmpty ? "neither the collection nor the workspace has one" : "available: \(names.joined(separator: ", "))")
        throw CommandError("there is no environment “\(name)”; \(hint)", code: 2)
    }

    /// The environments of a request's collection and of the workspace; without a request those of the workspace, then of all collections.
    fileprivate static func all(for request: String?, in store: WorkspaceStore?) throws(CommandError) -> [EnvironmentSummary] {
        guard let store else { return [] }
        if let request { return store.environments(for: WorkspacePath.collection(of: request) ?? "") }
        do throws(WorkspaceError) {
            return try store.tree().environments.sorted { $0.key < $1.key }.flatMap(\.value)
        } catch {
            throw CommandError(error.message, code: 2)
        }
    }

    /// True if the name is that of the environment, of its file, or that of the environment after the folder of its collection.
    func isNamed(_ name: String) -> Bool { self.name == name || path.hasSuffix("/\(name).json") || fullName == name }

    /// The name with that of its collection's folder: `api/local`.
    private var fullName: String { WorkspacePath.collection(of: path).map { "\(WorkspacePath.shown($0))/\(name)" } ?? name }
}
