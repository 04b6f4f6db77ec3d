import Engine
import Platform
import Workspace

/// Effects on the workspace's files.
indirect enum WorkspaceEffect: Sendable, Equatable {
    /// Reads the part of the tree that the first frame shows: the expanded collections and folders.
    case open(unfolded: Set<String>)
    /// Reads the whole tree and the environments, and again after each change.
    case watchTree
    case readRequest(path: String)
    /// Finds the saved requests that contain a text.
    case find(String)
    /// Remembers the current content of a request's file without showing it; reports it if it is not the known one.
    case noteRequest(path: String, knowing: RequestDraft? = nil)
    /// Records a draft that came from elsewhere: its sensitive settings need the user's permission.
    case noteForeign(RequestDraft)
    case saveRequest(path: String, draft: RequestDraft)
    /// Overwrites a file that another program changed, or undoes that.
    case overwriteRequest(path: String, draft: RequestDraft, isUndo: Bool = false)
    /// Creates a file for the request of a tab, in a new collection if `folder` is empty.
    case createRequest(folder: String, draft: RequestDraft, of: TabID)
    /// Stores secrets on this machine, next to the environment or, without one, next to the request's collection; then writes the request.
    case storeSecrets([String: String], environmentPath: String?, then: WorkspaceEffect)
    /// Reads the files that the words in the URL bar name, for the sending or the preview that waits for them.
    case readTexts([String], for: String, SendPurpose?)
    /// Lists the folder in a path that is being typed.
    case listFolder(String)
    /// Reads the variables that a request can use.
    case readVariables(environmentPath: String?, requestPath: String?)
    /// Forgets the secrets that were typed in, so that they are asked for again.
    case forgetTypedSecrets
    case readGrantedPermissions
    case revoke(TrustStore.GrantedPermission)
    /// Changes files or folders; undo and redo run the opposite change.
    case change(WorkspaceChange, TreeHistory.Step = .new)
    case settings(SettingsEffect)
}

/// Reads and writes the workspace's files.
struct WorkspaceEffects: Sendable {
    private let workspace: any WorkspaceAccess
    private let post: @Sendable (WorkspaceMessage) -> Void
    /// Waits while other programs are writing.
    private let wait: @Sendable (Duration) async throws -> Void

    init(
        workspace: any WorkspaceAccess,
        wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        post: @escaping @Sendable (WorkspaceMessage) -> Void
    ) {
        self.workspace = workspace
        self.wait = wait
        self.post = post
    }

    /// The id under which an effect replaces an earlier one, or waits for it if it may write files; nil for other effects.
    static func id(of effect: WorkspaceEffect) -> EffectID? {
        switch effect {
        case .open: .openWorkspace
        case .watchTree: .watchWorkspace
        case .readRequest: .readRequest
        case .find: .findRequests
        case .readVariables: .readVariables
        case .readTexts: .readTexts
        case .listFolder: .listFolder
        case .saveRequest, .overwriteRequest, .createRequest, .storeSecrets, .change, .settings: .writeFiles
        case .noteRequest, .noteForeign, .forgetTypedSecrets, .readGrantedPermissions, .revoke: nil
        }
    }

    func run(_ effect: WorkspaceEffect) async {
        do {
            switch effect {
            case .change(let change, let step): await perform(change, step)
            case .open(let unfolded): await open(unfolded)
            case .watchTree: try await watchTree()
            case .readRequest(let path): try await read(path)
            case .find(let text):
                try await workspace.find(text, limit: FindMessage.limit) { [post] in post(.found($0, of: text, isWhole: $1)) }
            case .noteRequest(let path, let known):
                let read = try await workspace.request(at: path)
                if let known, !read.isIdentical(to: known) { post(.changedOutside(path: path, read)) }
            case .noteForeign(let draft): await workspace.noteForeign(draft)
            case .saveRequest(let path, let draft): try await save(draft, at: path, overwrites: false)
            case .overwriteRequest(let path, let draft, true): try await save(draft, at: path, overwrites: true, isUndo: true)
            case .overwriteRequest(let path, let draft, false):
                try await noting("the overwrite of \(path)", path, in: [path]) { try await save(draft, at: path, overwrites: true) }
            case .createRequest(let folder, let draft, let tab):
                post(.saved(first: tab, path: try await workspace.create(draft, in: folder), draft))
            case .storeSecrets(let values, let environment, let write): try await storeSecretsFirst(values, environment, write)
            case .readTexts(let paths, let words, let purpose):
                var texts: [String: String] = [:]
                for path in paths { texts[path] = try await workspace.text(ofFileAt: path) }
                post(.textsRead(words, files: texts, purpose))
            case .listFolder(let folder): post(.folderListed(await workspace.listing(ofFolderAt: folder)))
            case .forgetTypedSecrets: await workspace.forgetTypedSecrets()
            case .readGrantedPermissions: post(.grantedPermissionsRead(await workspace.grantedPermissions()))
            case .revoke(let permission):
                try await workspace.revoke(permission)
                post(.grantedPermissionsRead(await workspace.grantedPermissions()))
            case .readVariables(let environment, let request): await readVariables(environment, request)
            case .settings(let effect): post(await result(of: effect))
            }
        } catch {
            post(.failed("\(error)", about: Self.topic(of: effect)))
        }
    }

    /// The subject of an error of an effect: the file that it writes.
    private static func topic(of effect: WorkspaceEffect) -> ToastTopic? {
        if case .storeSecrets(_, _, let write) = effect { return topic(of: write) }
        if case .saveRequest(let path, _) = effect { return .saving(path) }
        if case .overwriteRequest(let path, _, _) = effect { return .saving(path) }
        return id(of: effect) == .writeFiles ? .saving(nil) : nil
    }

    /// Reads the inherited settings of the request in front. An error is over when the files can be read again.
    private func readVariables(_ environment: String?, _ request: String?) async {
        do {
            post(.variablesKnown(try await workspace.variables(environmentPath: environment, requestPath: request)))
            let layers = if let request { try await workspace.inheritance(of: request) } else { [InheritedLayer]() }
            post(.authKnown(InheritedAuth(layers)))
            post(.optionsKnown(InheritedOptions(layers)))
        } catch {
            post(.inheritanceFailed("\(error)"))
        }
    }

    private func read(_ path: String) async throws {
        do {
            post(.requestRead(path: path, try await workspace.request(at: path)))
        } catch {
            // The tree then marks the file as unreadable.
            if let tree = try? await workspace.tree() { post(.opened(tree, isWhole: true)) }
            throw error
        }
    }

    /// Shows the expanded part. What cannot be read is reported with the whole tree.
    private func open(_ unfolded: Set<String>) async {
        if let tree = try? await workspace.tree(unfolded: unfolded) { post(.opened(tree, isWhole: false)) }
    }

    /// Shows the whole tree, and again after each change.
    private func watchTree() async throws {
        guard let changes = await watch() else { return }
        // Watching begins before the whole tree is read, so no change is missed.
        try await noticeChanges()
        await releaseMemoryOfStart()
        var pace = ReadingPace()
        for await _ in changes {
            let pause = pace.pause(at: .now)
            do { if pause > .zero { try await wait(pause) } } catch { return }
            // Changes that follow a failure are noticed.
            do { try await noticeChanges() } catch { post(.failed("\(error)")) }
            pace.noteReading(at: .now)
        }
    }

    /// The changes of other programs; nil if the task is cancelled. While the system cannot report any, it is asked again at times.
    private func watch() async -> AsyncStream<Void>? {
        var pause = Duration.zero
        while true {
            do {
                let changes = try await workspace.changes()
                if pause > .zero { post(.watched(problem: nil)) }
                return changes
            } catch {
                if pause == .zero {
                    do { try await noticeChanges() } catch { post(.failed("\(error)")) }
                    post(.watched(problem: "\(error)"))
                }
                pause = min(max(pause * 2, .seconds(10)), .seconds(300))
                do { try await wait(pause) } catch { return nil }
            }
        }
    }

    /// Reports the changes of other programs.
    func noticeChanges() async throws {
        let removed = try await removedFiles()
        let renamed = await workspace.renamedRequests(removed: removed)
        let tree = try await show()
        for (old, path, name) in renamed { post(.renamedOutside(from: old, to: path, name: name)) }
        await workspace.changedRequests(removed: removed) { post(.changedOutside(path: $0, $1)) }
        for (path, draft) in await workspace.lostSettings(removed: removed) { post(.settingsLost(path: path, draft)) }
        if await workspace.findUnreadable(in: tree) { _ = try await show() }
    }

    /// The files that stay deleted: git and some editors delete a file only to write it again.
    private func removedFiles() async throws -> Set<String> {
        let missing = await workspace.missingFiles()
        guard !missing.isEmpty else { return [] }
        try await wait(.milliseconds(300))
        return await workspace.missingFiles().intersection(missing)
    }

    private func show() async throws -> WorkspaceTree {
        let tree = try await workspace.tree()
        post(.opened(tree, isWhole: true))
        return tree
    }

    /// Stores secrets, then runs the write: a file must never refer to a secret that is stored nowhere.
    private func storeSecretsFirst(_ values: [String: String], _ environment: String?, _ write: WorkspaceEffect) async throws {
        var (write, place) = (write, environment)
        switch write {
        case .saveRequest(let path, _): place = place ?? path
        case .createRequest(let folder, let draft, let tab):
            let folder = folder.isEmpty ? try await workspace.createFolder(FileWorkspace.firstCollection, in: "") : folder
            (write, place) = (.createRequest(folder: folder, draft: draft, of: tab), place ?? folder)
        default: break
        }
        guard let place else { return }
        try await storeSecrets(values, for: place)
        await run(write)
    }

    private func storeSecrets(_ values: [String: String], for place: String) async throws {
        try await workspace.storeSecrets(values, for: place)
        post(.settings(.secretsStored(names: values.keys.sorted(), environment: place)))
    }

    private func save(_ draft: RequestDraft, at path: String, overwrites: Bool, isUndo: Bool = false) async throws {
        if let path = try await workspace.save(draft, at: path, overwrites: overwrites) {
            post(.saved(first: nil, path: path, draft, isUndo: isUndo))
        } else {
            // Nil if their version cannot be read.
            let changed = await workspace.changedRequests(removed: []) { other, draft in
                if other != path { post(.changedOutside(path: other, draft)) }
            }
            post(.conflicted(path: path, theirs: changed[path] ?? nil))
        }
    }

    // MARK: Changes

    private func perform(_ change: WorkspaceChange, _ step: TreeHistory.Step) async {
        do {
            let result = try await result(of: change)
            _ = try await show()
            post(.changed(result, step))
        } catch {
            // What is gone, and an edit whose files were changed since, cannot be undone later either.
            let code = (error as? WorkspaceError)?.code
            let isGone = code == .notFound || change.isEdit && code == .changedOutside
            if step != .new { post(.notChanged(isGone ? nil : change, step)) }
            post(.changeFailed("\(error)"))
        }
    }

    private func result(of change: WorkspaceChange) async throws -> WorkspaceChangeResult {
        switch change {
        case .createRequest(let draft, let folder, let sibling):
            return .created(path: try await workspace.create(draft, in: folder, after: sibling))
        case .createFolder(let name, let folder): return .created(path: try await workspace.createFolder(name, in: folder))
        case .rename(let path, let name):
            let old = try await workspace.tree().name(of: path) ?? ""
            return try await rename(path, to: name, from: old)
        case .duplicate(let path): return .duplicated(path: try await workspace.duplicate(path))
        case .move(let path, let folder, let sibling):
            let tree = try await workspace.tree()
            let (parent, next) = tree.place(of: path)
            let isLeaving = WorkspacePath.collection(of: path) != WorkspacePath.collection(of: folder)
            let used = isLeaving ? await workspace.usedVariables(at: path).intersection(definedVariables(path, tree)) : []
            let moved = try await workspace.move(path, to: folder, before: sibling)
            let lost = used.isEmpty ? [] : used.subtracting(await definedVariables(moved, tree)).sorted()
            return .moved(from: path, to: moved, back: .move(path: moved, folder: parent, before: next), lost: lost)
        case .delete(let path, let name): return .deleted(path: path, name: name, deletion: try await workspace.delete(path))
        case .restore(let deletion): return .restored(path: try await workspace.restore(deletion), deletion: deletion)
        case .takeBack(let edit):
            try await workspace.takeBack(edit)
            return .edited(edit.reversed)
        }
    }

    /// The names of the variables and secrets that are defined around a path, in any environment of its collection.
    private func definedVariables(_ path: String, _ tree: WorkspaceTree) async -> Set<String> {
        var names: Set<String> = []
        for environment in tree.environments(for: WorkspacePath.collection(of: path) ?? "").map(\.path) + [nil] {
            names.formUnion((try? await workspace.variables(environmentPath: environment, requestPath: path))?.map(\.name) ?? [])
        }
        return names
    }

    private func rename(_ path: String, to name: String, from old: String) async throws -> WorkspaceChangeResult {
        let renamed = try await workspace.rename(path, to: name)
        return .moved(from: path, to: renamed, back: .rename(path: renamed, name: old))
    }

    // MARK: Settings

    private func result(of effect: SettingsEffect) async -> WorkspaceMessage {
        do {
            let message = try await perform(effect)
            if message.changesTree { _ = try await show() }
            return message
        } catch {
            // The window merges what another program wrote.
            let isChanged = (error as? WorkspaceError)?.code == .changedOutside
            if isChanged, let reading = effect.reading, let message = try? await perform(reading) { return message }
            return .changeFailed("\(error)")
        }
    }

    private func perform(_ effect: SettingsEffect) async throws -> WorkspaceMessage {
        switch effect {
        case .readInheritance(let path): return .settings(.inheritanceRead(path: path, try await workspace.inheritance(of: path)))
        case .readFolder(let path):
            let (draft, layers) = (try await workspace.folder(at: path), try await workspace.inheritance(of: path))
            let storedSecrets = await workspace.storedSecrets(environment: WorkspacePath.settings(of: path))
            return .settings(.folderRead(path: path, draft, layers, storedSecrets: storedSecrets))
        case .saveFolder(let path, let draft, let secrets, let kept, let asks):
            let found = asks ? try await workspace.separated(draft, at: path) : nil
            guard let split = found else { return try await write(draft, at: path, secrets, keeping: kept) }
            if let name = split.secrets.keys.sorted().first(where: secrets.names.contains) {
                return .changeFailed("Another credential in these settings would become the secret “\(name)” too: rename that on Secrets")
            }
            let others = secrets.keeping(split.secrets.keys)
            let keep = SettingsEffect.saveFolder(path: path, split.draft, secrets: others, keeping: split.secrets, asks: false)
            let write = SettingsEffect.saveFolder(path: path, draft, secrets: secrets, asks: false)
            return .settings(.credentialsTyped(path: path, places: split.places, keep: .settings(keep), write: .settings(write)))
        case .readEnvironment(let path):
            let storedSecrets = await workspace.storedSecrets(environment: path)
            if let former = await workspace.secretsBeforeRename(environment: path) {
                post(.settings(.secretsLeft(file: former, environment: path)))
            }
            return .settings(.environmentRead(path: path, try await workspace.environment(at: path), storedSecrets: storedSecrets))
        case .saveEnvironment(let path, let draft, let oldName, let secrets, let asks):
            guard asks, let split = try await workspace.separated(draft, at: path) else {
                return try await write(draft, at: path, oldName: oldName, secrets)
            }
            let all = secrets.merging(split.secrets) { typed, _ in typed }
            let kept = SettingsEffect.saveEnvironment(path: path, split.draft, oldName: oldName, secrets: all, asks: false)
            let write = SettingsEffect.saveEnvironment(path: path, draft, oldName: oldName, secrets: secrets, asks: false)
            return .settings(.credentialsTyped(path: path, places: split.places, keep: .settings(kept), write: .settings(write)))
        case .createEnvironment(let draft, let collection):
            return .settings(.environmentCreated(path: try await workspace.create(draft, in: collection)))
        case .takeOverSecrets(let path):
            return .settings(.secretsStored(names: try await workspace.takeOverSecrets(environment: path), environment: path))
        case .setSecret(let name, let value, let path):
            try await noting("secret \(name)", path, in: [path]) { try await workspace.setSecret(name, to: value, environment: path) }
            return .settings(.secretsStored(names: [name], environment: path))
        }
    }

    /// Edits a file, also if that fails halfway, and reports the edit for undo.
    private func noting(_ title: String, _ path: String, in files: [String], _ write: () async throws -> Void) async throws {
        let before = await workspace.snapshot(of: files)
        let result: Result<Void, any Error>
        do { result = .success(try await write()) } catch { result = .failure(error) }
        let after = await workspace.snapshot(of: files)
        if let edit = FileEdit(title, at: path, from: before, to: after) { post(.changed(.edited(edit))) }
        try result.get()
    }

    /// Writes the settings of a folder, then the secrets of a collection: a file that was changed meanwhile leaves both as they are. The
    /// secrets to which the settings refer are stored first.
    private func write(
        _ draft: FolderDraft, at path: String, _ secrets: SecretEdit, keeping kept: [String: String]
    ) async throws -> WorkspaceMessage {
        let collection = kept.isEmpty ? nil : WorkspacePath.collection(of: path)
        let files = [path, collection].compactMap { $0.map(WorkspacePath.settings) }
        try await noting("changes to the settings of \(path.isEmpty ? "the workspace" : path)", path, in: files) {
            if !kept.isEmpty { try await storeSecrets(kept, for: path) }
            try await workspace.save(draft, at: path)
            if !secrets.isEmpty { try await workspace.changeSecrets(secrets, ofCollectionAt: path) }
        }
        return .settings(.folderSaved(path: path))
    }

    private func write(
        _ draft: EnvironmentDraft, at path: String, oldName: String, _ secrets: [String: String]
    ) async throws -> WorkspaceMessage {
        try await noting("changes to \(path)", path, in: [path]) {
            // Secrets are stored first: a file must never refer to a secret that is stored nowhere.
            for (name, value) in secrets.sorted(by: { $0.key < $1.key }) {
                try await workspace.setSecret(name, to: value, environment: path)
            }
            try await workspace.save(draft, at: path)
        }
        guard draft.name != oldName else { return .settings(.environmentSaved(path: path)) }
        return .changed(try await rename(path, to: draft.name, from: oldName))
    }
}

extension WorkspaceChange {
    /// True if it takes an edit of files back.
    fileprivate var isEdit: Bool { if case .takeBack = self { true } else { false } }
}
