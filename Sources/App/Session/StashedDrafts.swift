import Workspace

/// Fields of saved requests that their files cannot hold: those of other body kinds and authentication schemes.
///
/// They are kept as long as the request exists, in a tab or not. They may contain passwords, so they are deleted with the request. If its file
/// is gone, as after a checkout of another branch, the next start shows the request as unsaved, or offers to if it is one of several; they go
/// when that tab is closed.
struct StashedDrafts: Sendable, Equatable {
    /// The requests as they were saved, by path.
    private var drafts: [String: RequestDraft] = [:]
    /// The paths that are missing in the tree; they may exist again later.
    private var missing: Set<String> = []
    /// The paths of requests without a file that this start has shown as unsaved.
    private var shown: Set<String> = []
    /// Deleted fields, by the number of the deletion that restores them.
    private var deleted: [Int: [String: RequestDraft]] = [:]

    /// Stores the fields of a saved request.
    /// - Returns: true if the stored fields may have changed.
    mutating func store(_ draft: RequestDraft, of path: String) -> Bool {
        missing.remove(path)
        let before = drafts.updateValue(draft, forKey: path)
        guard !draft.hasStashedFields else { return true }
        drafts[path] = nil
        return before != nil
    }

    /// Merges the fields stored by earlier runs: those of the last one count first, then those of the others; requests saved since keep
    /// their own.
    mutating func add(_ found: [AutosavedDraft]) {
        let drafts = found.compactMap { kept in kept.path.map { ($0, kept.draft) } }
        self.drafts.merge(Dictionary(drafts) { $1.applyingStashedFields(of: $0, over: $0) }) { $0.applyingStashedFields(of: $1, over: $1) }
    }

    /// Adds the stashed fields to a draft read from a file.
    func completing(_ draft: RequestDraft, of path: String) -> RequestDraft {
        drafts[path].map { draft.applyingStashedFields(of: $0, over: $0) } ?? draft
    }

    /// Notes that a request whose file is gone is shown as unsaved.
    mutating func noteShown(_ path: String) { shown.insert(path) }

    /// The drafts to store for the next start, with the files of the open requests.
    func kept(open: Set<String>) -> [AutosavedDraft] {
        let closed = missing.intersection(shown).subtracting(open)
        return drafts.filter { !closed.contains($0.key) }.sorted { $0.key < $1.key }.map { path, draft in
            var kept = AutosavedDraft(path: path, draft: draft)
            kept.isStashed = true
            return kept
        }
    }

    // MARK: Files

    /// Records which requests are missing in the tree. If it is empty or a folder cannot be read, no request counts as missing.
    /// - Returns: true if the stored fields have changed.
    mutating func look(in tree: WorkspaceTree) -> Bool {
        guard let rest = tree.missing(Set(drafts.keys)) else { return false }
        defer { missing = rest }
        return rest != missing
    }

    /// Drops the fields at a path that now belongs to another item.
    mutating func forget(_ path: String) { drafts = drafts.filter { !Self.isWithin($0.key, path) } }

    /// Drops the fields of a deleted item.
    mutating func delete(_ path: String, _ deletion: Int) {
        deleted[deletion] = drafts.filter { Self.isWithin($0.key, path) }
        forget(path)
    }

    /// Restores the fields that a deletion removed.
    mutating func restore(_ deletion: Int) { drafts.merge(deleted.removeValue(forKey: deletion) ?? [:]) { now, _ in now } }

    /// Updates the paths of moved requests. Fields of another file that was once at the new path are dropped.
    mutating func updatePaths(from old: String, to path: String) {
        let moving = drafts.filter { Self.isWithin($0.key, old) }
        forget(old)
        forget(path)
        for (known, draft) in moving { drafts[path + known.dropFirst(old.count)] = draft }
    }

    private static func isWithin(_ known: String, _ path: String) -> Bool { known == path || known.hasPrefix(path + "/") }
}
