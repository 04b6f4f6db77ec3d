import HTTP
import JSON
public import Platform

/// All inputs for resolving a draft.
public struct ResolutionInput: Sendable {
    /// The request as edited.
    public var draft: RequestDraft
    /// The request's file, or the path where it would be saved, relative to the workspace; nil for none.
    public var requestPath: String?
    /// The settings of the collection and the folders around it, outermost first.
    public var inherited: [Loaded<FolderDraft>]
    /// The variables of the workspace.
    public var workspaceVariables: [Row]
    /// The selected environment; nil for none.
    public var environment: EnvironmentDraft?
    /// The environment's file, relative to the workspace.
    public var environmentPath: String?
    /// The values of the environment's secrets, by name.
    public var secrets: [String: String]
    /// The secrets of the collection that are stored on this machine, by name.
    public var collectionSecrets: [String: String] = [:]
    /// The reason why they could not be read, as the end of a sentence; nil if they could.
    public var collectionSecretProblem: String?
    /// The entries of the environment that `secrets` were read from.
    var readSecrets: [SecretEntry] = []
    /// The reasons why secrets could not be read, by name.
    public var secretFailures: [String: SecretError]
    /// The values that the user was asked for, by name.
    public var prompted: [String: String]
    /// The names of the prompted values that are secrets.
    public var promptedSecrets: Set<String> = []
    /// The values captured in this session; those of the environment are used.
    public var captured: CapturedValues
    /// The process environment.
    public var process: [String: String]
    /// The absolute path that the request's files are relative to.
    public var root: String
    /// The files, as written, that a draft from outside the workspace names: they need permission wherever they are.
    public var foreignFiles: Set<String> = []
    /// The time of sending.
    public var now: Date
    /// True to resolve only the options: nothing else is read or asked for.
    public var isForOptions = false
    /// True to resolve only the expected values of assertions and the URL, whose server the permissions apply to.
    public var isForTests = false
    /// True if headers of the environment are needed even if the URL is complete: a replay sends those that were sent.
    public var needsEnvironment = false

    /// Resolves a draft alone; the other properties are set as needed.
    public init(_ draft: RequestDraft, root: String = "/", now: Date = Date()) {
        self.draft = draft
        inherited = []
        workspaceVariables = []
        secrets = [:]
        secretFailures = [:]
        prompted = [:]
        captured = CapturedValues()
        process = [:]
        self.root = root
        self.now = now
    }

    /// True if a prompted value is a secret: it was given as one, is a secret of the environment, or has such a name.
    public func isSecret(_ name: String) -> Bool {
        promptedSecrets.contains(name) || SecretName.isSecretPrompt(name) || environment?.secrets.contains { $0.name == name } == true
    }

    /// Removes variables of these names that have no value yet, as a login captures it later; they then count as undefined.
    package mutating func removeEmptyVariables(named names: Set<String>) {
        func isEmpty(_ row: Row) -> Bool { row.isEnabled && row.value.isEmpty && names.contains(row.name) }
        environment?.variables.removeAll(where: isEmpty)
        draft.variables.removeAll(where: isEmpty)
        for index in inherited.indices { inherited[index].content.variables.removeAll(where: isEmpty) }
        workspaceVariables.removeAll(where: isEmpty)
    }

    /// The variables, nearest first.
    public var scopes: VariableScopes {
        var scopes = VariableScopes()
        let asked = Set(environment?.secrets.map(\.name) ?? [])
        if !prompted.isEmpty {
            scopes.append(prompted.filter { isSecret($0.key) }, .prompt, isSecret: true)
            scopes.append(prompted, .prompt)
        }
        let (taken, origin) = (captured[environment?.name], VariableOrigin.captured(environment: environment?.name))
        if !taken.isEmpty {
            scopes.append(taken.filter(\.value.isSecret).mapValues(\.text), origin, isSecret: true)
            scopes.append(taken.mapValues(\.text), origin)
        }
        if let environment {
            scopes.append(secrets.filter { asked.contains($0.key) }, .secret(environment: environment.name), isSecret: true)
            scopes.append(environment.variables, .environment(environment.name))
        }
        scopes.append(draft.variables, .request)
        for layer in inherited.reversed() {
            if case .collection(let name) = layer.origin { scopes.append(collectionSecrets, .collectionSecret(name), isSecret: true) }
            scopes.append(layer.content.variables, layer.origin)
        }
        scopes.append(workspaceVariables, .workspace)
        return scopes
    }
}

extension Loaded<FolderDraft> {
    /// The origin of values from this folder or collection.
    package var origin: VariableOrigin {
        let folder = WorkspacePath.parent(of: path).lastPathComponent
        let name = content.name.isEmpty ? folder : content.name
        return path.lastPathComponent == WorkspacePath.collectionFile ? .collection(name) : .folder(name)
    }
}

/// Reads the inputs for resolving requests. Settings, environments and secrets that several requests share are read once, so that all
/// requests of a workspace take time in proportion to their number.
public struct ResolutionReader {
    private let store: WorkspaceStore
    /// Settings of folders by file, which are used if the file does not exist.
    private let known: [String: Loaded<FolderDraft>]
    private var folders: [String: Result<Loaded<FolderDraft>, WorkspaceError>] = [:]
    private var secrets: [String: Result<[String: String], SecretError>] = [:]
    private var environments: [String: Result<EnvironmentDraft, WorkspaceError>] = [:]
    private var environmentLists: [String: [EnvironmentSummary]] = [:]

    /// A reader that has read nothing yet.
    public init(_ store: WorkspaceStore, keeping known: [String: Loaded<FolderDraft>] = [:]) {
        self.store = store
        self.known = known
    }

    /// Reads all inputs for resolving a draft, as ``WorkspaceStore/resolutionInput(_:requestPath:environmentPath:keeping:)`` does.
    public mutating func input(
        _ draft: RequestDraft, requestPath: String?, environmentPath: String?
    ) throws(WorkspaceError) -> ResolutionInput {
        var input = ResolutionInput(draft, root: store.root)
        input.requestPath = requestPath
        if let requestPath {
            let (layers, problems) = inheritance(of: requestPath)
            if let problem = problems.first { throw .broken(problem) }
            input.inherited = layers
            if let collection = WorkspacePath.collection(of: requestPath) {
                switch try secrets(ofCollectionAt: collection) {
                case .success(let values): input.collectionSecrets = values
                case .failure(let error): input.collectionSecretProblem = error.message
                }
            }
        }
        input.workspaceVariables = try folder(WorkspacePath.workspaceFile).content.variables
        input.environmentPath = try namedEnvironment(input, requestPath) ?? environmentPath
        if let path = input.environmentPath { input.environment = try environment(at: path) }
        return input
    }

    /// The settings of the collection and the folders around `path`, outermost first, and those that cannot be read.
    mutating func inheritance(of path: String) -> (layers: [Loaded<FolderDraft>], problems: [WorkspaceIssue]) {
        var layers: [Loaded<FolderDraft>] = []
        var problems: [WorkspaceIssue] = []
        for folder in WorkspacePath.ancestors(of: path) {
            let file = WorkspacePath.settings(of: folder)
            do throws(WorkspaceError) {
                let layer = try self.folder(file)
                layers.append(layer.bytes == nil ? known[file] ?? layer : layer)
            } catch {
                problems.append(error.issue(at: file))
            }
        }
        return (layers, problems)
    }

    /// The tags of the collection and the folders around `path`; nil if one of them cannot be read.
    package mutating func inheritedTags(of path: String) -> Set<String>? {
        let (layers, problems) = inheritance(of: path)
        return problems.isEmpty ? Set(layers.flatMap(\.content.tags)) : nil
    }

    private mutating func folder(_ file: String) throws(WorkspaceError) -> Loaded<FolderDraft> {
        if let read = folders[file] { return try read.get() }
        let read = Result { () throws(WorkspaceError) in try store.loadIfPresent(FolderDraft.self, file) }
        folders[file] = read
        return try read.get()
    }

    private mutating func secrets(ofCollectionAt path: String) throws(WorkspaceError) -> Result<[String: String], SecretError> {
        if let read = secrets[path] { return read }
        let read = try store.secrets(ofCollectionAt: path)
        secrets[path] = read
        return read
    }

    private mutating func environment(at path: String) throws(WorkspaceError) -> EnvironmentDraft {
        if let read = environments[path] { return try read.get() }
        let read = Result { () throws(WorkspaceError) in
            guard !store.isMissing(path) else {
                let message = "The file of the chosen environment, \(path), is missing. Restore it, or choose another environment."
                throw WorkspaceError(.notFound, path: path, message: message)
            }
            let content = try store.environment(at: path).content
            return content.name.isEmpty ? content.named(WorkspacePath.stem(of: path)) : content
        }
        environments[path] = read
        return try read.get()
    }

    /// The environment that the request or its folders name.
    private mutating func namedEnvironment(_ input: ResolutionInput, _ requestPath: String?) throws(WorkspaceError) -> String? {
        guard let name = input.options.environment, !name.isEmpty else { return nil }
        let collection = requestPath.flatMap(WorkspacePath.collection) ?? ""
        let known = environmentLists[collection] ?? store.environments(for: collection.isEmpty ? nil : collection)
        environmentLists[collection] = known
        if let environment = known.first(where: { $0.name == name }) { return environment.path }
        let hint = NearestName.of(name, among: known.map(\.name)).map { " Did you mean “\($0)”?" } ?? ""
        throw WorkspaceError(
            .notFound, path: requestPath ?? "",
            message: "The request names the environment “\(name)”, which does not exist in its collection or in the workspace.\(hint)")
    }
}
