import JSON
import Platform

extension WorkspaceStore {
    /// Writes a collection as a new one: all of it, or nothing.
    ///
    /// The files are written into a hidden folder, which takes the collection's name at the end.
    ///
    /// - Returns: the collection's path.
    public func createCollection(_ tree: CollectionTree) throws(WorkspaceError) -> String {
        if !FileStatus.isFolder("\(root)/\(WorkspacePath.collections)") { try makeFolder(at: WorkspacePath.collections) }
        try protectSecrets()
        let hidden = "\(WorkspacePath.collections)/.apus-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        do throws(WorkspaceError) {
            try write(tree.root, to: hidden, isCollection: true)
            try write(tree.environments, to: hidden)
            let slug = Slug.make(of: tree.root.draft.name, avoiding: takenStems(in: WorkspacePath.collections))
            let path = "\(WorkspacePath.collections)/\(slug)"
            let target = try absolute(path)
            try changing(hidden) { absolute throws(DiskError) in try Disk.move(absolute, to: target) }
            return path
        } catch {
            discard(hidden)
            throw error
        }
    }

    private func write(_ folder: CollectionTree.Folder, to path: String, isCollection: Bool = false) throws(WorkspaceError) {
        try makeFolder(at: path)
        var names = FileNames(taken: isCollection ? [WorkspacePath.environments] : [])
        var order: [String] = []
        for item in folder.items {
            switch item {
            case .request(let request):
                let stem = names.next(for: request.draft.name.isEmpty ? "\(request.draft.method) request" : request.draft.name)
                order.append(stem)
                try write(request, to: "\(path)/\(stem)\(WorkspacePath.requestEnding)")
            case .folder(let child):
                let stem = names.next(for: child.draft.name)
                order.append(stem)
                try write(child, to: "\(path)/\(stem)")
            }
        }
        var draft = folder.draft
        draft.order = order.count > 1 ? order : []
        let file = isCollection ? WorkspacePath.collectionFile : WorkspacePath.folderFile
        try write(bytes(of: draft, folder.extensions), to: "\(path)/\(file)")
    }

    private func write(_ request: CollectionTree.Request, to path: String) throws(WorkspaceError) {
        try write(bytes(of: request.draft, request.extensions), to: path)
        guard !request.answers.isEmpty else { return }
        try write(bytes(of: SavedResponses(request.answers), JSONObject()), to: WorkspacePath.examples(of: path))
    }

    private func write(_ environments: [CollectionTree.Environment], to collection: String) throws(WorkspaceError) {
        guard !environments.isEmpty else { return }
        let folder = "\(collection)/\(WorkspacePath.environments)"
        try makeFolder(at: folder)
        var names = FileNames()
        for environment in environments {
            let stem = "\(folder)/\(names.next(for: environment.draft.name))"
            try write(bytes(of: environment.draft, JSONObject()), to: stem + WorkspacePath.environmentEnding)
            for (name, value) in environment.secretValues.sorted(by: { $0.key < $1.key }) {
                try setSecret(name, to: value, ofEnvironmentAt: stem + WorkspacePath.environmentEnding)
            }
        }
    }

    private func bytes(of content: some Formatted, _ extensions: JSONObject) -> [UInt8] {
        let value = JSONValue.object(JSONObject((content.json.object?.members ?? []) + extensions.filter { $0.name.hasPrefix("x-") }))
        let bytes = value.bytes(.rows)
        // A document is never one line, so that each change of a value is a change of one line.
        return (bytes.contains(UInt8(ascii: "\n")) ? bytes : value.bytes(.pretty)) + [UInt8(ascii: "\n")]
    }

    /// Removes a folder that was not finished. A failure leaves a hidden folder, which is no part of the workspace.
    private func discard(_ path: String) {
        guard let entries = try? Disk.entries(of: "\(root)/\(path)", includingHidden: true) else { return }
        for entry in entries {
            if entry.isFolder { discard("\(path)/\(entry.name)") } else { try? Disk.remove("\(root)/\(path)/\(entry.name)") }
        }
        try? Disk.remove("\(root)/\(path)")
    }
}

/// File names for items of one folder: unique, and made in time that does not grow with the number of items of the same name.
struct FileNames {
    private var taken: Set<String>
    private var numbers: [String: Int] = [:]

    /// Starts with names that must not be used.
    init(taken: Set<String> = []) { self.taken = taken }

    /// The name's slug, with a number behind it if it is taken.
    mutating func next(for name: String) -> String {
        let slug = Slug.make(of: name)
        var candidate = slug
        while !taken.insert(candidate.lowercased()).inserted {
            let number = (numbers[slug] ?? 1) + 1
            numbers[slug] = number
            candidate = "\(slug)-\(number)"
        }
        return candidate
    }
}
