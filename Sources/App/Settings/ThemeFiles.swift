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

    /// Tells what they say whenever they change, until the task is cancelled, or once that this cannot be told.
    func follow(_ tell: @Sendable (ApplicationMessage) -> Void) async {
        let changes: AsyncStream<Void>
        do {
            guard let watched = try await watch() else { return }
            changes = watched
        } catch {
            return tell(.complain("\(error)"))
        }
        // What changed before the watch was set is told by nothing else.
        let loaded = await load()
        if loaded != known { tell(.themesChanged(loaded)) }
        for await _ in changes { tell(.themesChanged(await load())) }
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
