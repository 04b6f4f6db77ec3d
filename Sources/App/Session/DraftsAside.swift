import Workspace

/// What saved requests hold and their files do not: of other kinds of body and schemes of authentication.
///
/// It is kept as long as the request is, in a tab or not: passwords may be among it, so it goes with the request's file.
struct DraftsAside: Sendable, Equatable {
    /// The requests as they were saved, by path.
    private var drafts: [String: RequestDraft] = [:]
    /// The paths of those that the tree has not; it may have them again.
    private var missing: Set<String> = []
    /// What was deleted, by the path that brings it back.
    private var deleted: [String: [String: RequestDraft]] = [:]

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
    mutating func take(_ found: [KeptDraft]) {
        let drafts = found.compactMap { kept in kept.path.map { ($0, kept.draft) } }
        self.drafts.merge(Dictionary(drafts) { $1 }) { $0.takingUnused(of: $1, over: $1) }
    }

    /// What a file says, with what its request holds besides.
    func completing(_ draft: RequestDraft, of path: String) -> RequestDraft {
        drafts[path].map { draft.takingUnused(of: $0, over: $0) } ?? draft
    }

    /// What is to outlive the program.
    var kept: [KeptDraft] {
        drafts.filter { !missing.contains($0.key) }.sorted { $0.key < $1.key }.map { path, draft in
            var kept = KeptDraft(path: path, draft: draft)
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

    /// Lets go of what was deleted.
    mutating func delete(_ path: String) {
        let gone = drafts.filter { $0.key == path || $0.key.hasPrefix(path + "/") }
        drafts = drafts.filter { gone[$0.key] == nil }
        deleted[path] = gone
    }

    /// Has again what went with a path.
    mutating func restore(_ path: String) { drafts.merge(deleted.removeValue(forKey: path) ?? [:]) { now, _ in now } }

    /// Gives requests their new paths.
    mutating func follow(_ moved: (String) -> String?) {
        for (path, draft) in drafts {
            guard let new = moved(path) else { continue }
            drafts[path] = nil
            drafts[new] = draft
        }
    }
}
