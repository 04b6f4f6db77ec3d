import Engine
import Workspace

/// Reads and writes the workspace's files.
struct WorkspaceEffects: Sendable {
    private let workspace: any WorkspaceAccess
    private let post: @Sendable (Message) -> Void
    /// Waits until what another program does with a file is done.
    private let settle: @Sendable () async throws -> Void

    init(
        workspace: any WorkspaceAccess,
        settle: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(300)) },
        post: @escaping @Sendable (Message) -> Void
    ) {
        self.workspace = workspace
        self.settle = settle
        self.post = post
    }

    /// The id under which an effect replaces an earlier one. A write is never cut short.
    static func id(of effect: WorkspaceEffect) -> EffectID? {
        switch effect {
        case .open: .openWorkspace
        case .readRequest: .readRequest
        case .readVariables: .readVariables
        case .readTexts: .readTexts
        case .listFolder: .listFolder
        case .noteRequest, .saveRequest, .overwriteRequest, .createRequest, .keepSecrets, .renameRequest, .forgetAnswers: nil
        }
    }

    func run(_ effect: WorkspaceEffect) async {
        do {
            switch effect {
            case .open: try await open()
            case .readRequest(let path): try await read(path)
            case .noteRequest(let path): _ = try await workspace.request(at: path)
            case .saveRequest(let path, let draft): try await save(draft, at: path, overwrites: false)
            case .overwriteRequest(let path, let draft): try await save(draft, at: path, overwrites: true)
            case .createRequest(let folder, let draft): try await create(draft, in: folder)
            case .keepSecrets(let values, let environment, let write): try await keep(values, environment, write)
            case .renameRequest(let path, let name):
                post(.workspace(.renamed(from: path, to: try await workspace.rename(path, to: name), name: name)))
            case .readTexts(let paths, let words, let purpose):
                var texts: [String: String] = [:]
                for path in paths { texts[path] = try await workspace.text(ofFileAt: path) }
                post(.request(.wordsRead(words, files: texts, purpose)))
            case .listFolder(let folder): post(.workspace(.folderListed(await workspace.listing(ofFolderAt: folder))))
            case .forgetAnswers: await workspace.forgetAnswers()
            case .readVariables(let environment, let request):
                post(.workspace(.variablesKnown(try await workspace.variables(environmentPath: environment, requestPath: request))))
                let layers = if let request { try await workspace.inheritance(of: request) } else { [InheritedLayer]() }
                post(.workspace(.authKnown(InheritedAuth(layers))))
                post(.workspace(.optionsKnown(InheritedOptions(layers))))
            }
        } catch {
            post(.workspace(.failed("\(error)")))
        }
    }

    private func read(_ path: String) async throws {
        do {
            post(.workspace(.requestRead(path: path, try await workspace.request(at: path))))
        } catch {
            // The tree marks it from now on.
            if let tree = try? await workspace.tree(isWhole: true) { post(.workspace(.opened(tree, isWhole: true))) }
            throw error
        }
    }

    /// Shows the top level at once, then all of it, and again whenever something changes. What cannot be read whole is found afterwards.
    private func open() async throws {
        post(.workspace(.opened(try await workspace.tree(isWhole: false), isWhole: false)))
        let changes: AsyncStream<Void>
        do {
            changes = try await workspace.changes()
        } catch {
            try await noticeChanges()
            throw error
        }
        // All is read when it is watched already: what changed before is noticed here, and what changes from now on is told.
        try await noticeChanges()
        for await _ in changes { try await noticeChanges() }
    }

    /// Tells what other programs changed.
    func noticeChanges() async throws {
        let removed = try await removedFiles()
        let tree = try await show()
        for (path, draft) in await workspace.changedRequests(removed: removed) { post(.workspace(.changedOutside(path: path, draft))) }
        for (path, draft) in await workspace.lostSettings(removed: removed) { post(.workspace(.settingsLost(path: path, draft))) }
        try await markUnreadable(in: tree)
    }

    /// The files that stay away: git, and editors too, remove one just to write it anew.
    private func removedFiles() async throws -> Set<String> {
        let missing = await workspace.missingFiles()
        guard !missing.isEmpty else { return [] }
        try await settle()
        return await workspace.missingFiles().intersection(missing)
    }

    private func show() async throws -> WorkspaceTree {
        let tree = try await workspace.tree(isWhole: true)
        post(.workspace(.opened(tree, isWhole: true)))
        return tree
    }

    private func markUnreadable(in tree: WorkspaceTree) async throws {
        if await workspace.findUnreadable(in: tree) { _ = try await show() }
    }

    private func create(_ draft: RequestDraft, in folder: String) async throws {
        let path = try await workspace.create(draft, in: folder)
        post(.workspace(.saved(oldPath: nil, path: path, draft)))
    }

    /// Secrets come first: a file that names one that is nowhere is worth less than none.
    private func keep(_ values: [String: String], _ environment: String?, _ write: WorkspaceEffect) async throws {
        var (write, place) = (write, environment)
        switch write {
        case .saveRequest(let path, _): place = place ?? path
        case .createRequest(let folder, let draft):
            let folder = folder.isEmpty ? try await workspace.createFolder(FileWorkspace.firstCollection, in: "") : folder
            (write, place) = (.createRequest(folder: folder, draft: draft), place ?? folder)
        default: break
        }
        guard let place else { return }
        try await workspace.keepSecrets(values, for: place)
        for name in values.keys.sorted() { post(.files(.secretKept(name: name, environment: place))) }
        await run(write)
    }

    private func save(_ draft: RequestDraft, at path: String, overwrites: Bool) async throws {
        if try await workspace.save(draft, at: path, overwrites: overwrites) {
            post(.workspace(.saved(oldPath: path, path: path, draft)))
        } else {
            // What cannot be read is not there to look at.
            let theirs = await workspace.changedRequests(removed: [])[path] ?? nil
            post(.workspace(.conflicted(path: path, theirs: theirs)))
        }
    }
}
