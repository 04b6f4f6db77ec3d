public import Screen

/// The user's own themes on disk.
public struct ThemeFiles: Sendable {
    /// The themes as they were read at the start.
    public var known: LoadedThemes
    /// Reads them.
    public var load: @Sendable () async -> LoadedThemes
    /// Begins to tell of changes; nil where there is nothing to tell of. Throws why nothing can be told.
    public var watch: @Sendable () async throws -> AsyncStream<Void>?

    /// Takes everything; by default there are none.
    public init(
        known: LoadedThemes = LoadedThemes(themes: [], warnings: []),
        load: @escaping @Sendable () async -> LoadedThemes = { LoadedThemes(themes: [], warnings: []) },
        watch: @escaping @Sendable () async throws -> AsyncStream<Void>? = { nil }
    ) {
        self.known = known
        self.load = load
        self.watch = watch
    }

    /// Reports the themes whenever their files change, until the task is cancelled; complains once if changes cannot be noticed.
    func follow(_ report: @Sendable (LoadedThemes) -> Void, complain: @Sendable (String) -> Void) async {
        let changes: AsyncStream<Void>
        do {
            guard let watched = try await watch() else { return }
            changes = watched
        } catch {
            return complain("\(error)")
        }
        // What changed before the watch was set is told by nothing else.
        let loaded = await load()
        if loaded != known { report(loaded) }
        for await _ in changes { report(await load()) }
    }
}

/// Themes with what was wrong in their files.
public struct LoadedThemes: Sendable, Equatable {
    /// The themes to choose from.
    public let themes: [Theme]
    /// Warnings as sentences with file, line and column.
    public let warnings: [String]

    /// Takes themes and warnings.
    public init(themes: [Theme], warnings: [String]) {
        self.themes = themes
        self.warnings = warnings
    }
}
