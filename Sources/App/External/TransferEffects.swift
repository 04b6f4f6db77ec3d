import Engine
import HTTP
import Interchange
import Platform
import Workspace

/// Reads and writes files of other programs; not on the main thread.
struct TransferEffects: Sendable {
    let workspace: any WorkspaceAccess
    /// Makes the loader chain that fetches URLs.
    let makeLoader: @Sendable (any HTTPRecorder) -> any HTTPLoader
    /// The text on the clipboard; nil where none can be read.
    let clipboard: @Sendable () async -> String?
    let post: @Sendable (TransferMessage) -> Void

    func run(_ effect: TransferEffect) async {
        switch effect {
        case .read(let source, let isAsked, let follows, let separates):
            await read(source, isAsked: isAsked, followsReferences: follows, separatesSecrets: separates)
        case .readClipboard: await readClipboard()
        case .readPasted(let text):
            await readText(text, called: "The pasted text", elsePosting: "Nothing is being edited. Start editing, then paste.")
        case .plan(let pending): await plan(pending)
        case .write(let pending, let collection): await write(pending, collection)
        case .export(let order): await export(order)
        }
    }

    // MARK: Import

    private func read(
        _ source: String, isAsked: Bool, followsReferences: Bool = false, separatesSecrets: Bool = false
    ) async {
        do {
            let place = ImportDownload.isAddress(source) ? source : absolutePath(source)
            let origin = ImportOrigin(place, separatesSecrets: separatesSecrets)
            let result = try await result(of: origin.source, shown: source, followsReferences: followsReferences)
            post(.wasRead(try await pending(result, origin, isAsked: isAsked)))
        } catch {
            post(isAsked ? .refused("\(error)") : .failed("\(source): \(error)"))
        }
    }

    private func result(of source: String, shown: String, followsReferences: Bool) async throws(ImportError) -> ImportResult {
        let download = ImportDownload(makeLoader)
        if ImportDownload.isAddress(source) {
            return try await Importer().read(from: source, by: download, followingReferences: followsReferences)
        }
        return try await Importer().following(followsReferences ? download : nil) { importer throws(ImportError) in
            if FileStatus.isFolder(source) { return try importer.read(ImportFolder(source)) }
            let name = source.lastPathComponent
            let bytes = try ImportFolder.readFile(source, shown: shown)
            return try importer.read(name: name, bytes: bytes, in: ImportFolder(parentFolder(of: source)))
        }
    }

    /// An import that waits for confirmation: the items read, and the changes to existing collections.
    private func pending(_ result: ImportResult, _ origin: ImportOrigin, isAsked: Bool) async throws -> PendingImport {
        let plan = try await workspace.plan(result, from: origin)
        // Environments without a collection are for the only one, as they are written.
        let collections = result.environments.isEmpty ? [] : try await workspace.tree(unfolded: []).nodes
        let environments = try await workspace.environmentUpdates(of: plan, in: collections.count == 1 ? collections[0].path : nil)
        var origin = origin
        // A source whose credentials were kept as secrets keeps that choice.
        origin.separatesSecrets = plan.separatesSecrets
        return PendingImport(
            origin: origin, result: plan.result, updates: plan.updates + environments, credentials: plan.credentials, isAsked: isAsked)
    }

    private func plan(_ import: PendingImport) async {
        do {
            post(.wasRead(try await pending(`import`.result, `import`.origin, isAsked: false)))
        } catch {
            post(.failed("Not imported: \(error)"))
        }
    }

    /// Imports from the clipboard: a path or a URL, else the content of a file.
    private func readClipboard() async {
        guard let text = await clipboard(), !text.isEmpty else {
            return post(.failed("Nothing to import: the clipboard is empty or cannot be read"))
        }
        if let path = DroppedPath.path(in: text) { return await read(path, isAsked: false) }
        let line = text.trimmed
        if ImportDownload.isAddress(line), !line.contains(where: \.isWhitespace) { return await read(line, isAsked: false) }
        await readText(text, called: "The clipboard")
    }

    /// Imports the content of a file, or posts the hint for a text of no known format.
    private func readText(_ text: String, called name: String, elsePosting hint: String? = nil) async {
        do {
            let result = try Importer().read(name: "clipboard", bytes: Array(text.utf8))
            post(.wasRead(try await pending(result, ImportOrigin(""), isAsked: false)))
        } catch let error as ImportError where error.isUnknownFormat && hint != nil {
            post(.failed(hint ?? ""))
        } catch {
            post(.failed("\(name): \(error)"))
        }
    }

    private func write(_ pending: PendingImport, _ collection: String?) async {
        let records = [collection, nil].map { ($0.map { $0 + "/" } ?? "") + "environments/\(WorkspaceStore.importFile)" }
        let existing = pending.updates.map(\.collection) + records + [WorkspacePath.settings(of: "")]
        let before = await workspace.snapshot(of: existing)
        do {
            let paths = try await workspace.write(pending.result, from: pending.origin, environmentsOf: collection)
            let isNew = !pending.isUpdate && paths.allSatisfy(WorkspacePath.isCollection)
            let after = isNew ? before : await workspace.snapshot(of: existing + paths)
            let what =
                "the \(pending.isUpdate ? "update" : "import") of \(paths.first ?? "")"
                + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
            post(.written(paths: paths, isUpdate: pending.isUpdate, edit: FileEdit(what, at: paths.first ?? "", from: before, to: after)))
        } catch {
            let paths = (error as? PartialImport)?.paths ?? []
            let after = await workspace.snapshot(of: existing + paths)
            let item = (paths + pending.updates.map(\.collection)).first ?? ""
            guard let edit = FileEdit("the interrupted import", at: item, from: before, to: after), edit.fileCount > 0 || !paths.isEmpty
            else { return post(.failed("Not imported: \(error)")) }
            post(.interrupted(reason: "\(error)", edit: edit))
        }
    }

    // MARK: Export

    private func export(_ order: ExportOrder) async {
        guard let format = ExportFormat.named(order.format) else { return }
        do {
            let (tree, problems) = try await workspace.collection(at: order.path, includingSecrets: order.includesSecrets)
            let result = format.export(tree, includingSecrets: order.includesSecrets)
            let folder = absolutePath(order.target)
            let existing = result.existingFiles(in: folder)
            guard order.overwrites || existing.isEmpty else { return post(.exists(order, paths: existing)) }
            let files = try result.write(into: folder, overwrites: order.overwrites, isPrivate: order.includesSecrets)
            post(.exported(order, files: files, losses: problems.map(\.description) + result.losses.map(\.text)))
        } catch let error as SystemError {
            post(.refused("\(error.path ?? order.target): \(error.reason)"))
        } catch {
            post(.refused("\(error)"))
        }
    }
}
