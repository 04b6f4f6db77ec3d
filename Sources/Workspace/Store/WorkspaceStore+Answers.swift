extension WorkspaceStore {
    /// Reads the answers that are saved beside the request at `path`; none where there is no such file.
    public func savedAnswers(of path: String) throws(WorkspaceError) -> Loaded<SavedAnswers> {
        try loadIfPresent(SavedAnswers.self, WorkspacePath.examples(of: path))
    }

    /// Writes saved answers; what did not change keeps its bytes.
    ///
    /// - Throws: `changedOutside` where the file is not as it was loaded.
    public func save(_ answers: SavedAnswers, over loaded: Loaded<SavedAnswers>) throws(WorkspaceError) -> Loaded<SavedAnswers> {
        try save(content: answers, over: loaded)
    }
}
