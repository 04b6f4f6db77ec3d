package import Comparison
import HTTP
import JSON
package import Interchange
package import Workspace

/// A workspace in a folder on disk. ``WorkspaceAccess`` documents the functions; comments here add what is particular to files.
///
/// An actor, so that files are read and written outside the main actor and writes stay in order.
package actor FileWorkspace: WorkspaceAccess {
    /// The name of the collection that is created for the first request.
    package static let firstCollection = "My requests"

    private let folder: String
    private let environment: [String: String]
    /// Decides about permissions of requests.
    let trust: WorkspaceTrust
    private var opened: WorkspaceStore?
    /// The last read or written state of each request's file, for writing unchanged parts back.
    var loaded: [String: LoadedRequest] = [:]
    /// The new paths of requests that were renamed or moved, for saves that began before.
    private var moved: [String: String] = [:]
    /// The requests of the last tree; nil before the first.
    var listed: Set<String>?
    /// The paths of invalid files whose beginning can be read.
    private var unreadable: Set<String> = []
    private var inspection: FileInspection?
    /// The typed secrets, by environment and name.
    private var typedSecrets: [String: [String: String]] = [:]
    /// The last read settings of folders around requests, by file, and the files whose change or removal was reported.
    var settings: [String: Loaded<FolderDraft>] = [:]
    var reported: Set<String> = []
    /// The last read or written state of folders and environments.
    var loadedFolders: [String: Loaded<FolderDraft>] = [:]
    var loadedEnvironments: [String: Loaded<EnvironmentDraft>] = [:]
    /// The files of folders before items in them were moved or renamed, by folder, the oldest first.
    var settingsBefore: [String: [Loaded<FolderDraft>]] = [:]
    /// The files and secrets that a run has read; nil if each request reads them itself.
    var readings: RunReadings?
    /// The reason why settings made by the user could not be stored as allowed; nil if they were.
    var trustProblem: String?
    /// Sensitive settings that were read and that the user did not write.
    var foreign: Set<WrittenPermission> = []
    /// Removed items, by the number of the deletion that restores them, with the paths of their requests that were read.
    var deletions: [(item: DeletedItem, requests: [String])] = []

    /// Creates a workspace with the process environment for `{{env:NAME}}`; its files are read at first use.
    package init(folder: String, environment: [String: String], trust: WorkspaceTrust) {
        self.folder = folder
        self.trust = trust
        self.environment = environment
    }

    package func tree(unfolded: Set<String>) throws -> WorkspaceTree { try store().tree(unfolded: unfolded) }

    package func plan(_ result: ImportResult, from origin: ImportOrigin) throws -> ImportPlan {
        try ImportPlan(result, from: origin, in: try store())
    }

    package func environmentUpdates(of plan: ImportPlan, in collection: String?) throws -> [CollectionUpdate] {
        try plan.environmentUpdates(in: try store(), of: collection)
    }

    package func write(_ result: ImportResult, from origin: ImportOrigin, environmentsOf collection: String?) throws -> [String] {
        var paths: [String] = []
        do throws(WorkspaceError) {
            // Files may have changed since the plan was shown.
            let store = try store()
            try ImportPlan(result, from: origin, in: store).write(into: store, environmentsOf: collection, adding: &paths)
        } catch {
            throw PartialImport(paths: paths, reason: error)
        }
        return paths
    }

    package func collection(at path: String, includingSecrets: Bool) throws -> (tree: CollectionTree, problems: [WorkspaceIssue]) {
        try store().collection(at: path, includingSecrets: includingSecrets)
    }

    package func tree() throws -> WorkspaceTree {
        var tree = try store().tree()
        tree.setProblems(try problems())
        listed = Set(tree.requests.map(\.path))
        return tree
    }

    package func findUnreadable(in tree: WorkspaceTree) async -> Bool {
        guard let store = try? store() else { return false }
        let inspection = inspection ?? FileInspection(store)
        self.inspection = inspection
        let brokenPaths = await inspection.problems(in: tree).keys
        guard !unreadable.isSuperset(of: brokenPaths) else { return false }
        unreadable.formUnion(brokenPaths)
        return true
    }

    /// The problems of invalid files; repaired ones are dropped.
    private func problems() throws -> [String: WorkspaceIssue] {
        var problems: [String: WorkspaceIssue] = [:]
        let store = try store()
        for path in unreadable { problems[path] = store.problem(at: path) }
        unreadable = Set(problems.keys)
        return problems
    }

    /// Reads a request and remembers its file, to notice changes by other programs.
    package func request(at path: String) throws -> RequestDraft {
        do throws(WorkspaceError) {
            return try remember(path).draft
        } catch {
            if error.problem != nil { unreadable.insert(path) }
            // A draft of the last session may wait for the file, which must not be overwritten when it is there.
            if loaded[path] == nil { loaded[path] = removed(path) }
            throw error
        }
    }

    package func failedChecks(ofRequestAt path: String) -> [CheckReport.Checked] {
        (try? store())?.failedChecks(ofRequestAt: path) ?? []
    }

    /// Saves the changes of a request, or all of it if its file was deleted; nil if the file changed since it was read.
    package func save(_ draft: RequestDraft, at path: String, overwrites: Bool) throws -> String? {
        let store = try store()
        var path = path
        while store.isMissing(path), let new = moved[path] { path = new }
        let current = try store.isMissing(path) ? removed(path) : (overwrites ? nil : loaded[path]) ?? store.request(at: path)
        let draft = draft.restoringSecrets(from: current.draft)
        do throws(WorkspaceError) {
            let saved = try store.save(draft, over: current)
            noteWritten(saved.draft, over: current.draft, at: path)
            loaded[path] = saved
            // The replaced content must not be reported.
            reported.remove(path)
            return path
        } catch {
            guard error.code == .changedOutside else { throw error }
            return nil
        }
    }

    package nonisolated func owns(_ origin: Exchange.Origin) -> Bool { origin.workspace.isEmpty || origin.workspace == folder }

    package func examples(of path: String) throws -> [SavedResponse] { try store().savedResponses(of: path).content.examples }

    package func changeExamples(of path: String, _ change: @Sendable (inout [SavedResponse]) throws -> Void) throws {
        let store = try store()
        // Without its request, nothing would refer to the file.
        _ = try store.request(at: path)
        let known = try store.savedResponses(of: path)
        var examples = known.content.examples
        try change(&examples)
        _ = try store.save(SavedResponses(examples), over: known)
    }

    package func ignoreRules(of path: String) -> IgnoreRules { (try? store().request(at: path))?.draft.comparison ?? IgnoreRules() }

    package func saveIgnoreRules(_ rules: IgnoreRules, of path: String) throws {
        let store = try store()
        let current = try store.request(at: path)
        var draft = current.draft
        draft.comparison = rules
        let saved = try store.save(draft, over: current)
        // A change by another program that was not reported yet must still be reported.
        if loaded[path]?.file.bytes == current.file.bytes { loaded[path] = saved }
    }

    package func create(_ draft: RequestDraft, in folder: String) throws -> String {
        let place = folder.isEmpty ? try store().createCollection(FolderDraft(name: Self.firstCollection)) : folder
        return try create(draft, in: place, after: nil)
    }

    package func rename(_ path: String, to name: String) throws -> String {
        noteSettings(of: WorkspacePath.parent(of: path))
        let renamed = try store().rename(path, to: name, knowing: settingsBefore)
        movePaths(from: path, to: renamed)
        return renamed
    }

    /// Reads a request's file and remembers its content.
    @discardableResult func remember(_ path: String) throws(WorkspaceError) -> LoadedRequest {
        let request = try store().request(at: path, keeping: settings)
        rememberSettings(request.inherited)
        (loaded[path], moved[path]) = (request, nil)
        noteForeign(request.draft, at: path)
        return request
    }

    /// Moves the content remembered at a path and below to the new path. Of files that cannot be read now, what was known stays, so that they
    /// are not overwritten.
    func movePaths(from path: String, to new: String) {
        let before = loaded
        let below = forget(path)
        try? trust.movePaths(path, to: new)
        for known in below {
            let place = new + known.dropFirst(path.count)
            moved[known] = place
            guard (try? remember(place)) == nil, var request = before[known] else { continue }
            request.file.path = place
            (loaded[place], moved[place]) = (request, nil)
        }
    }

    /// The names of the variables that the requests at a path use. Remembered files stay unchanged, as the base of later saves.
    package func usedVariables(at path: String) -> Set<String> {
        guard let store = try? store(), let node = try? store.tree().node(at: path) else { return [] }
        return WorkspaceTree(nodes: [node]).requests.reduce(into: []) { names, request in
            if let draft = try? store.draft(at: request.path) { names.formUnion(draft.variableNames) }
        }
    }

    package func variables(environmentPath: String?, requestPath: String?) throws -> [KnownVariable] {
        // A renamed request is read under its new path soon; a deleted one is reported when it is sent.
        let store = try store()
        let environmentPath = environmentPath.flatMap { store.isMissing($0) ? nil : $0 }
        let input = try store.resolutionInput(
            RequestDraft(), requestPath: requestPath, environmentPath: environmentPath, keeping: settings)
        let kept = environmentPath.map(store.namesOfStoredSecrets) ?? []
        let inFile = Set(input.environment?.secrets.filter { $0.source == .file }.map(\.name) ?? [])
        let unset = inFile.subtracting(kept)
        let definitions = input.definitions.map { known in
            var known = known
            known.isUnset = known.value == nil && known.isOfEnvironment && unset.contains(known.name)
            // The only secrets outside environments are those of collections.
            known.isStored = known.value == nil && (!known.isOfEnvironment || inFile.contains(known.name) && !known.isUnset)
            return known
        }
        let all = definitions + processValues(of: definitions, input.environment?.processSecrets ?? [])
        return all.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    }

    /// The process environment variables to which the values of variables refer.
    private func processValues(of variables: [KnownVariable], _ secretNames: Set<String>) -> [KnownVariable] {
        let names = Set(variables.flatMap { Template($0.value ?? "").names }).filter { $0.hasPrefix("env:") }
        return names.compactMap { name in
            let variable = String(name.dropFirst(4))
            return environment[variable].map {
                let isSecret = VariableResolver.isSecret(variable, secretNames)
                return KnownVariable(
                    name: name, value: isSecret ? nil : $0, origin: VariableOrigin.process.description, place: .process,
                    isTemplate: false)
            }
        }
    }

    /// Starts to read each file and each secret only once, for a run of many requests.
    package func readOnce() { readings = readings ?? RunReadings() }

    package func resolve(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendError) -> ResolvedSend {
        let input = try input(of: job)
        remember(job.prompted, of: input)
        try storePermissions(of: job)
        do throws(ResolutionError) {
            let (reader, gate) = (reader(for: input, waiting), gate(for: job, input))
            let resolved = try await RequestResolver.resolve(input, asking: reader, permitting: gate)
            readings?.record(resolved.permissions, of: input.requestPath)
            return send(job, input, resolved)
        } catch {
            throw refusal(error, input)
        }
    }

    package func outline(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendError) -> ResolvedSend {
        let input = try input(of: job)
        let outline = await RequestResolver.outline(
            input, asking: reader(for: input, waiting), permitting: gate(for: job, input))
        var send = send(job, input, outline.resolved)
        send.problems = outline.problems
        send.placeholders = outline.placeholders
        send.missingPermissions = outline.missingPermissions
        return send
    }

    private func reader(for input: ResolutionInput, _ waiting: @escaping SecretReader.Waiting) -> SecretReader {
        SecretReader(
            process: environment, environmentFile: input.environmentPath.map { "\(folder)/\($0)" }, workspace: folder,
            memory: readings?.secrets ?? SecretMemory(), waiting: waiting)
    }

    private func send(_ job: SendJob, _ input: ResolutionInput, _ resolved: ResolvedRequest) -> ResolvedSend {
        var origin = Exchange.Origin(
            workspace: folder, requestPath: job.path, name: job.draft.name, environment: input.environment?.name)
        origin.expected = resolved.expected
        origin.openAPI = input.inherited.last { !$0.content.openAPI.isEmpty }?.content.openAPI
        var send = ResolvedSend(
            request: job.requestAsSent?.restored(in: resolved.request) ?? resolved.request, mask: resolved.mask, origin: origin,
            values: resolved.values, options: resolved.options, warnings: resolved.warnings)
        send.permissions = resolved.permissions
        let typed = Set(input.prompted.keys)
        send.hasTypedSecrets = resolved.values.contains { $0.text.parts.contains { $0.isSecret && typed.contains($0.name ?? "") } }
        send.protectedEnvironment = input.environment.flatMap { $0.isProtected ? $0.name : nil }
        return send
    }

    package func forgetTypedSecrets() { typedSecrets = [:] }

    /// Keeps typed secrets until the program quits.
    private func remember(_ values: [String: String], of input: ResolutionInput) {
        guard let path = input.environmentPath else { return }
        let secrets = Set(input.environment?.secrets.map(\.name) ?? [])
        typedSecrets[path, default: [:]].merge(values.filter { secrets.contains($0.key) }) { $1 }
    }

    private func refusal(_ error: ResolutionError, _ input: ResolutionInput) -> SendError {
        guard error.permissions.isEmpty else { return .permissions(error.permissions, problem: trustProblem) }
        let asked = error.prompts.map { name in
            AskedValue(name, note: error.problems.first { $0.name == name }?.place.description ?? "", isSecret: input.isSecret(name))
        }
        guard asked.isEmpty else { return .asks(asked) }
        return .issues(error.reasons)
    }

    /// The input of resolution from disk. An unsaved draft needs no workspace.
    private func input(of job: SendJob) throws(SendError) -> ResolutionInput {
        var input = ResolutionInput(job.draft, root: folder)
        let place = job.path ?? job.place
        if place != nil || job.environmentPath != nil || job.environmentName != nil {
            do throws(WorkspaceError) {
                var environment = job.environmentPath
                if environment == nil { environment = try environmentPath(of: job) }
                try readFiles(of: &input, job, at: place, environment)
            } catch {
                throw .failed(error)
            }
        }
        input.environment = input.environment ?? job.environment
        if input.draft.lacksSecrets, let path = job.path, let file = try? store().request(at: path) {
            input.draft = input.draft.restoringSecrets(from: file.draft)
        }
        job.requestAsSent?.leaveOutStored(in: &input)
        if let options = job.optionsAsSent { input.use(options) }
        input.foreignFiles = foreignFiles(of: job)
        input.isForOptions = job.isForOptions
        input.isForTests = job.isForTests
        (input.process, input.captured, input.promptedSecrets) = (environment, job.captured, job.promptedSecrets)
        input.prompted = (input.environmentPath.flatMap { typedSecrets[$0] } ?? [:]).merging(job.prompted) { $1 }
        return input
    }

    /// Adds the content of folders, environment and workspace to the input of a job.
    private func readFiles(of input: inout ResolutionInput, _ job: SendJob, at path: String?, _ environment: String?) throws(WorkspaceError)
    {
        let place = RunReadings.Place(job, path, environment)
        input.requestPath = path
        if let known = readings?.files[place] { return input.copyFiles(of: known) }
        let read = try store().resolutionInput(job.draft, requestPath: path, environmentPath: environment, keeping: settings)
        input.copyFiles(of: read)
        rememberSettings(read.inherited)
        readings?.files[place] = read
    }

    /// The environment named by the job, in the request's collection or else in the workspace. For a request outside all collections, the only
    /// environment with that name in any of them.
    private func environmentPath(of job: SendJob) throws(WorkspaceError) -> String? {
        guard let name = job.environmentName else { return nil }
        if let path = job.path {
            return try store().environments(for: WorkspacePath.collection(of: path) ?? "").first { $0.name == name }?.path
        }
        let named = try store().allEnvironments().filter { $0.name == name }
        return named.count == 1 ? named[0].path : nil
    }

    package func changes() throws -> AsyncStream<Void> { try store().changes() }

    /// The absolute path of a file that the user names: in the workspace, or in the home folder after `~/`.
    func absolutePath(_ path: String) -> String {
        if path.hasPrefix("~/"), let home = environment["HOME"] { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    func store() throws(WorkspaceError) -> WorkspaceStore {
        if let opened { return opened }
        let store = try WorkspaceStore(opening: folder)
        opened = store
        return store
    }
}
