import Engine
import Interchange
import Platform
import Workspace

extension RunPlan {
    /// Parses the words of `run`.
    ///
    /// - Parameters:
    ///   - environment: the name of the environment, for files that have environments.
    ///   - warn: takes the parts of files that are not used, as sentences.
    /// - Throws: a ``CommandError`` with code 2 if nothing matches.
    init(_ words: CommandWords, in store: WorkspaceStore?, environment: String?, warn: (String) -> Void) throws {
        var items: [Item] = []
        let tags = words.values("tag")
        let operands = words.operands.isEmpty && !tags.isEmpty ? ["."] : words.operands
        if operands.isEmpty { throw UsageError("missing WHAT: a request, a folder, a collection, a file, or --tag TAG") }
        if operands.contains(where: RequestSource.isBlank) { throw UsageError("an empty WHAT: expected a request, a folder or a file") }
        let namesFiles = Self.namesFiles(operands, in: store)
        for operand in operands { items += try Self.items(operand, in: store, environment, namesFiles: namesFiles, warn) }
        if !tags.isEmpty {
            var reader = store.map { ResolutionReader($0) }
            items.removeAll { !Self.has(tags, $0, &reader) }
        }
        if items.isEmpty {
            throw CommandError(tags.isEmpty ? "there is no request" : "no request has the tag \(tags.joined(separator: " or "))", code: 2)
        }
        for index in items.indices { items[index].draft = try items[index].draft.settingOptions(words) }
        let rows = try words.value("data").map(Self.rows(ofFile:)) ?? [[:]]
        self.init(items, rows: rows, repetitions: words.number("repeat") ?? 1)
    }

    /// True if the request, its collection or a folder around it has one of the tags. Those of a file that cannot be read are not known.
    private static func has(_ tags: [String], _ item: Item, _ reader: inout ResolutionReader?) -> Bool {
        if item.problem != nil || item.draft.tags.contains(where: tags.contains) { return true }
        guard let path = item.path, reader != nil else { return false }
        return reader?.inheritedTags(of: path)?.contains(where: tags.contains) ?? true
    }

    static func rows(ofFile path: String) throws -> [[String: String]] {
        do throws(DataRows.ReadError) {
            return try DataRows(file: path == "-" ? "/dev/stdin" : path).rows
        } catch {
            throw CommandError("--data \(error.message)", code: 2)
        }
    }

    private static func items(
        _ operand: String, in store: WorkspaceStore?, _ environment: String?, namesFiles: Bool, _ warn: (String) -> Void
    ) throws -> [Item] {
        func items(_ path: String, _ name: String? = nil) throws -> [Item] {
            let file = try RequestFile(path, environment: environment, in: store)
            let (indices, losses) = try file.selection(name)
            for loss in losses { warn(loss) }
            return file.items(indices, namesFile: namesFiles)
        }
        // In a workspace, a word may be the name of a folder in it.
        let isFolder = store == nil && FileStatus.isFolder(operand)
        if isFolder || FileStatus(of: operand)?.kind == .file && !operand.hasSuffix(".request.json") { return try items(operand) }
        if let store, let inside = try self.items(below: operand, store) { return inside }
        if case (let path, let name?)? = RequestSource.file(operand) { return try items(path, name) }
        let source = try RequestSource([operand], rest: [], in: store, environment: environment)
        for loss in source.losses { warn(loss) }
        return [
            Item(
                draft: source.draft, path: source.path, place: source.place, failedChecks: source.failedChecks,
                environmentSecrets: source.environmentSecrets)
        ]
    }

    /// True if requests of files are named with their file: if there are several, or a folder of them.
    private static func namesFiles(_ operands: [String], in store: WorkspaceStore?) -> Bool {
        let files = operands.compactMap { RequestSource.file($0)?.path ?? (store == nil && FileStatus.isFolder($0) ? $0 : nil) }
            .filter { !$0.hasSuffix(".request.json") }
        return Set(files.map { resolvedPath($0) ?? $0 }).count > 1 || files.contains { FileStatus.isFolder($0) }
    }

    /// The requests in the folder at this path or with this name, or the request at this path; nil if there is none.
    private static func items(below operand: String, _ store: WorkspaceStore) throws -> [Item]? {
        let tree = try store.tree()
        let wanted = WorkspacePath.shown(operand.hasSuffix("/") ? String(operand.dropLast()) : operand)
        let isAll = wanted == "." || wanted == "collections"
        func inside(_ place: String) throws -> [Item] {
            try tree.requestsAndBroken.compactMap { node in
                let path = WorkspacePath.shown(node.path)
                // A request that is named itself is an error if it cannot be read.
                if path == place, node.path.hasSuffix(".request.json") { return item(try store.draft(at: node.path), node.path, store) }
                return isAll || path == place || path.hasPrefix(place + "/") ? item(node, store) : nil
            }
        }
        let items = try inside(wanted)
        guard items.isEmpty, !tree.requests.contains(where: { $0.name == operand }),
            let folder = try? tree.folderAnywhere(named: wanted)
        else { return items.isEmpty ? nil : items }
        let named = try inside(WorkspacePath.shown(folder))
        if named.isEmpty, try RequestSource.path(operand, in: store) == nil { throw hasNoRequests(operand) }
        return named.isEmpty ? nil : named
    }

    private static func hasNoRequests(_ folder: String) -> CommandError {
        CommandError("“\(folder)” has no requests; apus new request \(folder)/NAME creates one", code: 2)
    }

    /// The request of a file in a folder, or the reason why it cannot be read.
    private static func item(_ node: WorkspaceNode, _ store: WorkspaceStore) -> Item {
        if let problem = node.unreadable { return Item(unreadable: node.path, "\(problem)") }
        do throws(WorkspaceError) {
            return item(try store.draft(at: node.path), node.path, store)
        } catch {
            return Item(unreadable: node.path, error.message)
        }
    }

    private static func item(_ draft: RequestDraft, _ path: String, _ store: WorkspaceStore) -> Item {
        Item(draft: draft, path: path, failedChecks: store.failedChecks(ofRequestAt: path))
    }
}

extension RequestFile {
    /// The items of a run for requests of the file; `namesFile` puts it into their titles, as `apus list` writes them.
    fileprivate func items(_ indices: [Int], namesFile: Bool) -> [RunPlan.Item] {
        let words = namesFile ? self.words : []
        return indices.map { index in
            var place = places[index]
            place.isInTitle = namesFile
            return RunPlan.Item(
                draft: drafts[index], path: nil, place: place, title: namesFile ? "\(path)#\(words[index])" : nil,
                environmentSecrets: environmentSecrets)
        }
    }
}

extension RunSettings {
    /// Parses the options of `run`.
    init(_ words: CommandWords) {
        self.init()
        jobs = max(1, words.number("jobs") ?? 1)
        retries = words.number("retry") ?? 0
        retryDelay = words.duration("retry-delay")
        delay = words.duration("delay")
        rate = words.number("rate")
        stopsAtFailure = words.has("bail")
        failsByStatus = words.has("fail")
    }
}

extension Runner {
    /// Creates a run of the command line, with its environments and variables; workspace files and secrets are read once.
    convenience init(
        _ words: CommandWords, _ context: CommandContext, _ plan: RunPlan, in store: WorkspaceStore?, keeping recording: RecordQueue?
    ) async throws {
        let (settings, variables) = (RunSettings(words), try SendVariables(words, context))
        let folder = store?.root ?? currentFolder() ?? "/"
        let live = context.live
        let workspace = live.workspace(folder, words.has("trust"))
        await workspace.readOnce()
        let chain = live.chain.sending(atOnce: settings.jobs)
        let isStored = recording != nil
        let sender = LiveSender(isStored ? .all : .untraced, storing: isStored ? .all : .checked, makeBodyPath: live.makeBodyPath) {
            live.makeLoader($0, folder, chain)
        }
        let environments = try Self.environments(of: plan, words, context, in: store)
        context.streams.conceal(Set(plan.items.flatMap { ($0.environmentSecrets ?? [:]).values }))
        let isForeign = store == nil || words.operands.contains { RequestSource.isForeignFile($0, store) }
        let (isConfirmed, options) = (words.has("yes"), try RequestDraft().settingOptions(words))
        let resolve: Resolve = { item, row, captured throws(RunError) in
            let environment = item.environmentSecrets == nil ? environments[item.path.flatMap(WorkspacePath.collection)] : nil
            var job = SendJob(draft: item.draft, path: item.path, environmentPath: environment?.path)
            (job.prompted, job.promptedSecrets) = (variables.values, variables.secretNames)
            job.load(row: row)
            job.load(secrets: item.environmentSecrets ?? [:])
            job.load(environment: environment?.outside)
            // Settings from a file were not typed by the user.
            job.isTyped = item.path == nil && item.place == nil
            job.isForeign = isForeign && item.place != nil
            job.noteOwnSettings(options)
            job.captured = captured
            return try await Self.resolved(job, in: workspace, isConfirmed: isConfirmed)
        }
        let record = recording.map { queue -> Record in { sent in try await queue.record(sent) } }
        self.init(plan, settings, by: sender, resolve: resolve, record: record)
    }

    /// The environment for the items of each collection, and for items outside all collections; none for items with an environment of their file.
    private static func environments(
        of plan: RunPlan, _ words: CommandWords, _ context: CommandContext, in store: WorkspaceStore?
    ) throws -> [String?: ChosenEnvironment] {
        var environments: [String?: ChosenEnvironment] = [:]
        for item in plan.items where item.problem == nil && item.environmentSecrets == nil {
            let collection = item.path.flatMap(WorkspacePath.collection)
            guard environments[collection] == nil else { continue }
            environments[collection] = try words.environment(context, of: item.path, in: store)
        }
        return environments
    }

    private static func resolved(
        _ job: SendJob, in workspace: FileWorkspace, isConfirmed: Bool
    ) async throws(RunError) -> ResolvedSend {
        do {
            let resolved = try await Resolution.resolve(job, in: workspace)
            guard let question = SendConfirmation(resolved), !isConfirmed else { return resolved }
            throw CommandError("not sent: the environment “\(question.environment)” is protected; --yes sends it", code: 3)
        } catch {
            throw RunError(CommandError.text(of: error))
        }
    }
}
