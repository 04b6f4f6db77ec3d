public import Workspace

/// Changes by other programs to requests that were read here.
extension FileWorkspace {
    /// Files of requests and settings that were read here and are not there, as long as that was not told.
    public func missingFiles() -> Set<String> {
        guard let store = try? store() else { return [] }
        let requests = loaded.filter { $0.value.file.bytes != nil }.map(\.key)
        // Settings that went with their folder are not told.
        let known = settings.keys.filter { !toldSettings.contains($0) && !store.isMissing(WorkspaceTree.folder(of: $0)) }
        let missing = (requests + known).filter(store.isMissing)
        // Where nothing can be read, nothing is known to be removed.
        return missing.isEmpty || (try? store.topLevel()) == nil ? [] : Set(missing)
    }

    /// The requests that were read here and are not as they were then, with what their files say now; nil for one that is gone.
    public func changedRequests(removed: Set<String>) -> [String: RequestDraft?] {
        guard let store = try? store() else { return [:] }
        var changed: [String: RequestDraft?] = [:]
        for (path, request) in loaded where store.hasChanged(request.file) {
            // A file that is broken now is shown so in the tree; what was read of it stays.
            guard let current = try? store.request(at: path) else {
                guard removed.contains(path), store.isMissing(path) else { continue }
                changed[path] = .some(nil)
                // It is told once; whatever comes in its place is news.
                loaded[path]?.file.bytes = nil
                continue
            }
            changed[path] = current.draft
        }
        return changed
    }
}
