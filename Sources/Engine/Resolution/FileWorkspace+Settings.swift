public import Workspace

/// The settings of collections and folders that were read, so that one whose file is removed outside says on what it said: what it protects,
/// and who is trusted, must not change by that.
extension FileWorkspace {
    /// Remembers what was read of the folders around something.
    func note(_ layers: [Loaded<FolderDraft>]) {
        for layer in layers where layer.bytes != nil { settings[layer.path] = layer }
    }

    /// The folders whose settings' files are among `removed`, with what they said; each is told once.
    public func lostSettings(removed: Set<String>) -> [String: FolderDraft] {
        guard let store = try? store() else { return [:] }
        var lost: [String: FolderDraft] = [:]
        for (file, known) in settings {
            let folder = WorkspaceTree.folder(of: file)
            if !store.isMissing(file) || store.isMissing(folder) {
                toldSettings.remove(file)
            } else if removed.contains(file), toldSettings.insert(file).inserted {
                lost[folder] = known.content
            }
        }
        return lost
    }

    /// The settings of a folder whose file is gone.
    private func lostSettings(of folder: String) throws -> Loaded<FolderDraft>? {
        let file = WorkspaceStore.settingsFile(of: folder)
        return try store().isMissing(file) && !store().isMissing(folder) ? settings[file] : nil
    }

    /// Reads the settings of a collection or folder.
    public func folder(at path: String) throws -> FolderDraft {
        let loaded = try lostSettings(of: path) ?? store().folder(at: path)
        loadedFolders[path] = loaded
        return loaded.content
    }

    /// Writes the settings over what was read, which comes back where it was removed; nothing is written when the file changed since.
    public func save(_ draft: FolderDraft, at path: String) throws {
        if let lost = try lostSettings(of: path) {
            try store().bringBack(lost)
            loadedFolders[path] = lost
        }
        let known = try loadedFolders[path] ?? store().folder(at: path)
        let saved = try store().save(draft, over: known)
        noteWritten(draft, over: known.content, at: saved.path)
        loadedFolders[path] = saved
        note([saved])
    }
}
