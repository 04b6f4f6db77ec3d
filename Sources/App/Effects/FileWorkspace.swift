import HTTP
public import Workspace

/// The workspace of a folder on disk.
///
/// An actor, so that reading and writing stay away from the main actor and one write does not overtake another.
public actor FileWorkspace: WorkspaceAccess {
    private let folder: String
    private let environment: [String: String]
    private var opened: WorkspaceStore?
    private var watcher: WorkspaceWatcher?
    /// What was last read or written of each request's file, to write back what did not change.
    private var loaded: [String: LoadedRequest] = [:]

    /// A workspace that is looked at when it is first asked for.
    ///
    /// `environment` is what `{{env:NAME}}` reads.
    public init(folder: String, environment: [String: String]) {
        self.folder = folder
        self.environment = environment
    }

    public func tree(isWhole: Bool) throws -> WorkspaceTree {
        isWhole ? try store().tree() : try store().topLevel()
    }

    public func request(at path: String) throws -> RequestDraft {
        let request = try store().request(at: path)
        loaded[path] = request
        return request.draft
    }

    public func save(_ draft: RequestDraft, at path: String, overwrites: Bool) throws -> Bool {
        let store = try store()
        let known = overwrites ? nil : loaded[path]
        let current = try known ?? store.request(at: path)
        do throws(WorkspaceError) {
            loaded[path] = try store.save(draft, over: current)
            return true
        } catch {
            guard error.code == .changedOutside else { throw error }
            return false
        }
    }

    public func create(_ draft: RequestDraft, in folder: String) throws -> String {
        let store = try store()
        let place = folder.isEmpty ? try store.createCollection(FolderDraft(name: Self.firstCollection)) : folder
        let path = try store.create(draft, in: place)
        loaded[path] = try store.request(at: path)
        return path
    }

    public func rename(_ path: String, to name: String) throws -> String {
        let store = try store()
        let renamed = try store.rename(path, to: name)
        loaded[path] = nil
        loaded[renamed] = try store.request(at: renamed)
        return renamed
    }

    public func variableNames(environmentPath: String?, requestPath: String?) -> Set<String> {
        guard let input = try? input(RequestDraft(), path: requestPath, environmentPath: environmentPath) else { return [] }
        return Set(input.scopes.names + (input.environment?.secrets.map(\.name) ?? []))
    }

    public func resolve(_ job: SendJob) throws(SendRefusal) -> ResolvedSend {
        do {
            let input = try input(job.draft, path: job.path, environmentPath: job.environmentPath)
            let resolved = try RequestResolver.resolve(input)
            let origin = Exchange.Origin(
                workspace: input.root, requestPath: job.path, name: job.draft.name, environment: input.environment?.name)
            return ResolvedSend(request: resolved.request, mask: resolved.mask, origin: origin)
        } catch let error as ResolutionError {
            throw SendRefusal(error.problems.map(\.description))
        } catch {
            throw SendRefusal(["\(error)"])
        }
    }

    public func changes() throws -> AsyncStream<Void> {
        let watcher = try WorkspaceWatcher(store())
        self.watcher = watcher
        return watcher.changes
    }

    /// Everything that decides what a draft becomes, read anew, so that what was just saved counts.
    private func input(_ draft: RequestDraft, path: String?, environmentPath: String?) throws(WorkspaceError) -> ResolutionInput {
        let store = try store()
        var input = ResolutionInput(draft, root: store.root)
        if let path {
            let (layers, problems) = store.inheritance(of: path)
            if let problem = problems.first { throw WorkspaceError(.broken, path: problem.file, message: problem.description) }
            input.inherited = layers
        }
        input.workspaceVariables = try store.workspaceSettings().content.variables
        if let environmentPath { input.environment = try store.environment(at: environmentPath).content }
        input.process = environment
        for entry in input.environment?.secrets ?? [] {
            if case .environment(let name) = entry.source, let value = environment[name] { input.secrets[entry.name] = value }
        }
        return input
    }

    private static let firstCollection = "My requests"

    private func store() throws(WorkspaceError) -> WorkspaceStore {
        if let opened { return opened }
        let store = try WorkspaceStore(opening: folder)
        opened = store
        return store
    }
}
