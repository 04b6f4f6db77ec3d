public import Comparison
import HTTP
public import Interchange
public import Workspace

/// The workspace of a folder on disk.
///
/// An actor, so that reading and writing stay away from the main actor and one write does not overtake another.
public actor FileWorkspace: WorkspaceAccess {
    /// The name of the collection that is made for the first request.
    public static let firstCollection = "My requests"

    private let folder: String
    private let environment: [String: String]
    /// Decides what requests may use of this machine.
    let trust: WorkspaceTrust
    private var opened: WorkspaceStore?
    /// The last read or written state of each request's file, to write back unchanged parts.
    var loaded: [String: LoadedRequest] = [:]
    /// Paths in the tree whose file is invalid, though its beginning can be read.
    private var unreadable: Set<String> = []
    private var inspection: FileInspection?
    /// The secrets that were typed in, by environment and name.
    private var answers: [String: [String: String]] = [:]
    /// The last read settings of folders around requests, by file, and those reported as removed.
    var settings: [String: Loaded<FolderDraft>] = [:]
    var toldSettings: Set<String> = []
    /// The last read or written state of folders and environments.
    var loadedFolders: [String: Loaded<FolderDraft>] = [:]
    var loadedEnvironments: [String: Loaded<EnvironmentDraft>] = [:]
    /// The files of folders as they were before things in them were moved and renamed, by the folder, the last time first.
    var settingsBefore: [String: [Loaded<FolderDraft>]] = [:]
    /// The files and secrets that a run has read; nil if each request reads them anew.
    var readings: RunReadings?
    /// Why settings that a person made could not be kept as theirs; nil if they were.
    var trustProblem: String?
    /// Removed items, by the number of the deletion that restores them.
    var deletions: [DeletedItem] = []

    /// A workspace that is looked at when it is first asked for.
    ///
    /// - Parameters:
    ///   - environment: what `{{env:NAME}}` reads.
    ///   - trust: decides what requests may use of this machine.
    public init(folder: String, environment: [String: String], trust: WorkspaceTrust) {
        self.folder = folder
        self.trust = trust
        self.environment = environment
    }

    /// The tree with the children of some collections and folders. Reads names and methods only.
    public func tree(unfolded: Set<String>) throws -> WorkspaceTree { try store().tree(unfolded: unfolded) }

    /// Compares what was read for an import with the collections that are there.
    public func plan(_ result: ImportResult, from origin: ImportOrigin) throws -> ImportPlan {
        try ImportPlan(result, from: origin, in: try store())
    }

    /// Writes what was imported, and gives the paths.
    public func write(_ result: ImportResult, from origin: ImportOrigin, environmentsOf collection: String?) throws -> [String] {
        let store = try store()
        // Files may have changed since the plan was shown.
        return try ImportPlan(result, from: origin, in: store).write(into: store, environmentsOf: collection)
    }

    /// A whole collection, or one folder of it, and the files of it that cannot be read.
    public func collection(at path: String, includingSecrets: Bool) throws -> (tree: CollectionTree, problems: [WorkspaceIssue]) {
        try store().collection(at: path, includingSecrets: includingSecrets)
    }

    /// The whole tree. Reads names and methods only.
    public func tree() throws -> WorkspaceTree {
        var tree = try store().tree()
        tree.mark(try problems())
        return tree
    }

    /// Looks what of the tree cannot be read whole, in the background; the tree marks it from then on.
    /// - Returns: whether there are some that were not known.
    public func findUnreadable(in tree: WorkspaceTree) async -> Bool {
        guard let store = try? store() else { return false }
        let inspection = inspection ?? FileInspection(store)
        self.inspection = inspection
        let found = await inspection.problems(in: tree).keys
        guard !unreadable.isSuperset(of: found) else { return false }
        unreadable.formUnion(found)
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

    /// Reads a request, and remembers the file as it was, to notice changes by others.
    public func request(at path: String) throws -> RequestDraft {
        do throws(WorkspaceError) {
            return try remember(path).draft
        } catch {
            if error.problem != nil { unreadable.insert(path) }
            throw error
        }
    }

    /// Writes what changed of a request, all of it where its file was removed; false when the file is not as it was read.
    public func save(_ draft: RequestDraft, at path: String, overwrites: Bool) throws -> Bool {
        let store = try store()
        let current = try store.isMissing(path) ? removed(path) : (overwrites ? nil : loaded[path]) ?? store.request(at: path)
        let draft = draft.restoringSecrets(from: current.draft)
        do throws(WorkspaceError) {
            let saved = try store.save(draft, over: current)
            noteWritten(saved.draft, over: current.draft, at: path)
            loaded[path] = saved
            return true
        } catch {
            guard error.code == .changedOutside else { throw error }
            return false
        }
    }

    /// The saved responses of a request.
    public func examples(of path: String) throws -> [SavedResponse] { try store().savedResponses(of: path).content.answers }

    /// Changes the saved responses of a request.
    public func changeExamples(of path: String, _ change: @Sendable (inout [SavedResponse]) throws -> Void) throws {
        let store = try store()
        // Without its request nothing would find the file.
        _ = try store.request(at: path)
        let known = try store.savedResponses(of: path)
        var examples = known.content.answers
        try change(&examples)
        _ = try store.save(SavedResponses(examples), over: known)
    }

    /// Reads nothing but the ignore rules of a request.
    public func ignoreRules(of path: String) -> IgnoreRules { (try? store().request(at: path))?.draft.comparison ?? IgnoreRules() }

    /// Writes nothing but the ignore rules of a request.
    public func saveIgnoreRules(_ rules: IgnoreRules, of path: String) throws {
        let store = try store()
        let current = try store.request(at: path)
        var draft = current.draft
        draft.comparison = rules
        let saved = try store.save(draft, over: current)
        // A change by another program, of which nobody has been told, stays unknown.
        if loaded[path]?.file.bytes == current.file.bytes { loaded[path] = saved }
    }

    /// A request of which no file is there any more, with what is known of it.
    private func removed(_ path: String) -> LoadedRequest {
        var request = loaded[path] ?? LoadedRequest(file: Loaded(path: path, content: RequestDraft()))
        request.file.bytes = nil
        return request
    }

    /// Makes a request's file; an empty `folder` stands for a new collection.
    public func create(_ draft: RequestDraft, in folder: String) throws -> String {
        let store = try store()
        let place = folder.isEmpty ? try store.createCollection(FolderDraft(name: Self.firstCollection)) : folder
        let path = try store.create(draft, in: place)
        noteWritten(draft, over: nil as RequestDraft?, at: path)
        try remember(path)
        return path
    }

    /// Renames a request, a folder, a collection or an environment, and its file.
    public func rename(_ path: String, to name: String) throws -> String {
        noteSettings(of: WorkspaceTree.folder(of: path))
        let renamed = try store().rename(path, to: name, knowing: settingsBefore)
        try followMove(from: path, to: renamed)
        return renamed
    }

    /// Remembers a request's file as it is.
    @discardableResult func remember(_ path: String) throws(WorkspaceError) -> LoadedRequest {
        let request = try store().request(at: path, keeping: settings)
        note(request.inherited)
        loaded[path] = request
        return request
    }

    /// Forgets what was read at a path and below.
    func forget(_ path: String) {
        settings = settings.filter { !$0.key.hasPrefix(path + "/") }
        for known in loaded.keys where known == path || known.hasPrefix(path + "/") { loaded[known] = nil }
    }

    /// Remembers what was read at a path and below under its new path.
    func followMove(from path: String, to new: String) throws {
        let below = loaded.keys.filter { $0 == path || $0.hasPrefix(path + "/") }
        forget(path)
        for known in below { try remember(new + known.dropFirst(path.count)) }
        try? trust.follow(path, to: new)
    }

    /// The variables of environment, folders and workspace by name, each with all places that define it, the nearest first; secrets have no
    /// values.
    public func variables(environmentPath: String?, requestPath: String?) throws -> [KnownVariable] {
        // One that was renamed since it was asked for is read under its new path soon; one that is gone is told of when something is sent.
        let store = try store()
        let environmentPath = environmentPath.flatMap { store.isMissing($0) ? nil : $0 }
        let input = try store.resolutionInput(
            RequestDraft(), requestPath: requestPath, environmentPath: environmentPath, keeping: settings)
        let definitions = input.definitions
        let all = definitions + processValues(of: definitions, input.environment?.processSecrets ?? [])
        return all.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    }

    /// Values that variables take from the process environment.
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

    /// Reads each file and each secret once from now on, for a run of many requests.
    package func readOnce() { readings = readings ?? RunReadings() }

    /// Makes a request of a draft, with what its folders and the environment say at this moment.
    public func resolve(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendRefusal) -> ResolvedSend {
        let input = try input(of: job)
        remember(job.prompted, of: input)
        try keepPermissions(of: job)
        do throws(ResolutionError) {
            let (reader, gate) = (reader(for: input, waiting), gate(for: job, input))
            let resolved = try await RequestResolver.resolve(input, asking: reader, permitting: gate)
            readings?.note(resolved.permissions, of: input.requestPath)
            return send(job, input, resolved)
        } catch {
            throw refusal(error, input)
        }
    }

    /// Puts together what can be of a draft, with what its folders and the environment say at this moment.
    public func outline(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendRefusal) -> ResolvedSend {
        let input = try input(of: job)
        let outline = await RequestResolver.outline(
            input, asking: reader(for: input, waiting), permitting: gate(for: job, input))
        var send = send(job, input, outline.resolved)
        send.problems = outline.problems
        send.marks = outline.marks
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
        origin.openAPI = input.inherited.last { !$0.content.openAPI.isEmpty }?.content.openAPI
        var send = ResolvedSend(
            request: resolved.request, mask: resolved.mask, origin: origin, values: resolved.values, options: resolved.options,
            warnings: resolved.warnings)
        send.permissions = resolved.permissions
        let typed = Set(input.prompted.keys)
        send.hasTypedSecrets = resolved.values.contains { $0.text.parts.contains { $0.isSecret && typed.contains($0.name ?? "") } }
        send.protectedEnvironment = input.environment.flatMap { $0.isProtected ? $0.name : nil }
        return send
    }

    /// Forgets the secrets that were typed in.
    public func forgetAnswers() { answers = [:] }

    /// Keeps the secrets that were typed in until the program ends.
    private func remember(_ values: [String: String], of input: ResolutionInput) {
        guard let path = input.environmentPath else { return }
        let secrets = Set(input.environment?.secrets.map(\.name) ?? [])
        answers[path, default: [:]].merge(values.filter { secrets.contains($0.key) }) { $1 }
    }

    private func refusal(_ error: ResolutionError, _ input: ResolutionInput) -> SendRefusal {
        guard error.permissions.isEmpty else { return .permissions(error.permissions, problem: trustProblem) }
        let asked = error.prompts.map { name in
            AskedValue(name, note: error.problems.first { $0.name == name }?.place ?? "", isSecret: input.isSecret(name))
        }
        return asked.isEmpty ? .reasons(error.reasons) : .asks(asked)
    }

    /// The input of resolution from disk. An unsaved draft needs no workspace.
    private func input(of job: SendJob) throws(SendRefusal) -> ResolutionInput {
        var input = ResolutionInput(job.draft, root: folder)
        let place = job.path ?? job.place
        if place != nil || job.environmentPath != nil {
            do throws(WorkspaceError) {
                var environment = job.environmentPath
                if environment == nil { environment = try environmentPath(of: job) }
                try readFiles(of: &input, job, at: place, environment)
            } catch {
                throw .reasons([error.message])
            }
        }
        if input.draft.lacksSecrets, let path = job.path, let file = try? store().request(at: path) {
            input.draft = input.draft.restoringSecrets(from: file.draft)
        }
        if let options = job.optionsAsSent { input.use(options) }
        input.isForOptions = job.repeats != nil
        input.process = environment
        input.captured = job.captured
        input.promptedSecrets = job.promptedSecrets
        input.prompted = (input.environmentPath.flatMap { answers[$0] } ?? [:]).merging(job.prompted) { $1 }
        return input
    }

    /// Puts what folders, environment and workspace say into the input of a job.
    private func readFiles(of input: inout ResolutionInput, _ job: SendJob, at path: String?, _ environment: String?) throws(WorkspaceError)
    {
        let place = RunReadings.Place(job, path, environment)
        input.requestPath = path
        if let known = readings?.files[place] { return input.takeFiles(of: known) }
        let read = try store().resolutionInput(job.draft, requestPath: path, environmentPath: environment, keeping: settings)
        input.takeFiles(of: read)
        note(read.inherited)
        readings?.files[place] = read
    }

    /// The environment that the job names, in the request's collection or else in the workspace.
    private func environmentPath(of job: SendJob) throws(WorkspaceError) -> String? {
        guard let name = job.environmentName, let path = job.path else { return nil }
        return try store().environments(for: WorkspaceTree.collection(of: path)).first { $0.name == name }?.path
    }

    /// Reports changes by other programs.
    ///
    /// - Throws: a `WorkspaceError` where the system cannot report them.
    public func changes() throws -> AsyncStream<Void> { try store().changes() }

    /// The absolute path of a file that a person named: in the workspace, or in the home folder after `~/`.
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
