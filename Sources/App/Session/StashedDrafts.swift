import Workspace

/// Fields of saved requests that their files do not hold: those of other body kinds and authentication kinds.
///
/// It is kept as long as the request is, in a tab or not: passwords may be among it, so it goes with the request's file.
struct StashedDrafts: Sendable, Equatable {
    /// The requests as they were saved, by path.
    private var drafts: [String: RequestDraft] = [:]
    /// The paths of those that the tree has not; it may have them again.
    private var missing: Set<String> = []
    /// Deleted fields, by the number of the deletion that restores them.
    private var deleted: [Int: [String: RequestDraft]] = [:]

    /// Takes what a request holds that was saved.
    /// - Returns: whether what is kept may be other than before.
    mutating func note(_ draft: RequestDraft, of path: String) -> Bool {
        missing.remove(path)
        let before = drafts.updateValue(draft, forKey: path)
        guard !draft.holdsUnfiled else { return true }
        drafts[path] = nil
        return before != nil
    }

    /// Takes what earlier runs of the program kept, the last one last; what was saved since counts for what it holds.
    mutating func take(_ found: [AutosavedDraft]) {
        let drafts = found.compactMap { kept in kept.path.map { ($0, kept.draft) } }
        self.drafts.merge(Dictionary(drafts) { $1 }) { $0.takingUnused(of: $1, over: $1) }
    }

    /// Adds the fields kept aside to a draft read from a file.
    func completing(_ draft: RequestDraft, of path: String) -> RequestDraft {
        drafts[path].map { draft.takingUnused(of: $0, over: $0) } ?? draft
    }

    /// The drafts to keep over the end of the program.
    var kept: [AutosavedDraft] {
        drafts.filter { !missing.contains($0.key) }.sorted { $0.key < $1.key }.map { path, draft in
            var kept = AutosavedDraft(path: path, draft: draft)
            kept.isAside = true
            return kept
        }
    }

    // MARK: Files

    /// Leaves out what the tree has not. Where it has nothing at all, or a folder cannot be read, nothing is known to be gone.
    /// - Returns: whether what is kept is other than before.
    mutating func look(in tree: WorkspaceTree) -> Bool {
        guard let rest = tree.missing(Set(drafts.keys)) else { return false }
        defer { missing = rest }
        return rest != missing
    }

    /// Lets go of what stood at a path, where another thing is now.
    mutating func forget(_ path: String) { drafts = drafts.filter { !Self.isWithin($0.key, path) } }

    /// Lets go of what was deleted.
    mutating func delete(_ path: String, _ deletion: Int) {
        deleted[deletion] = drafts.filter { Self.isWithin($0.key, path) }
        forget(path)
    }

    /// Has again what went with a deletion.
    mutating func restore(_ deletion: Int) { drafts.merge(deleted.removeValue(forKey: deletion) ?? [:]) { now, _ in now } }

    /// Gives requests their new paths. What is known of another file that stood there once is not theirs.
    mutating func follow(from old: String, to path: String) {
        let moving = drafts.filter { Self.isWithin($0.key, old) }
        forget(old)
        forget(path)
        for (known, draft) in moving { drafts[path + known.dropFirst(old.count)] = draft }
    }

    private static func isWithin(_ known: String, _ path: String) -> Bool { known == path || known.hasPrefix(path + "/") }
}
