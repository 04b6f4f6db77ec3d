import Platform
public import Workspace

/// The target that the workbench opens at its start, from one word of the command line: a workspace, a URL, a file of requests, or a
/// request of a workspace.
public struct WorkbenchTarget: Hashable, Sendable {
    /// The folder of the workspace.
    public var folder: String
    /// Requests without a file in the workspace, each for a tab of its own.
    public var drafts: [RequestDraft] = []
    /// The saved request to show, by its path in the workspace.
    public var path: String?

    /// The maximum number of requests; a larger file must be imported.
    private static let maxDrafts = 50

    /// The workspace around the current folder, or the current folder itself.
    private init() { folder = nearestWorkspace() ?? "." }

    /// Parses the word; without one, the workspace around the current folder.
    ///
    /// - Throws: a ``UsageError`` with the expected form and similar names.
    public init(_ word: String?) throws(UsageError) {
        do {
            self = try Self.read(word ?? ".")
        } catch let failure as CommandError {
            throw UsageError(failure.message)
        } catch {
            throw UsageError("\(error)")
        }
    }

    private static func read(_ word: String) throws -> WorkbenchTarget {
        if isURL(word) { return try draft(word) }
        switch FileStatus(of: word)?.kind {
        case .folder: return WorkbenchTarget(folder: word)
        case nil where RequestSource.isFile(word): return try draft(word)
        case nil: return try request(word)
        default: return try file(word)
        }
    }

    private init(folder: String, path: String? = nil) {
        self.folder = folder
        self.path = path
    }

    /// A new request, from a URL or from one of the requests of a file.
    private static func draft(_ word: String) throws -> WorkbenchTarget {
        var target = WorkbenchTarget()
        target.drafts = [try RequestSource([word], rest: [], in: nil).draft]
        return target
    }

    private static func isURL(_ word: String) -> Bool {
        // A search for text takes a while at its first use.
        guard word.utf8.contains(UInt8(ascii: ":")) else { return false }
        return word.contains("://") || word.hasPrefix("localhost:") || word.hasPrefix(":") && word.dropFirst().first?.isNumber == true
    }

    /// A request file of a workspace, or the requests in another file.
    private static func file(_ word: String) throws -> WorkbenchTarget {
        let absolute = resolvedPath(word) ?? word
        if absolute.hasSuffix(".request.json"), let folder = nearestWorkspace(to: parentFolder(of: absolute)) {
            return WorkbenchTarget(folder: folder, path: String(absolute.dropFirst(folder.count + 1)))
        }
        var target = WorkbenchTarget()
        target.drafts = try RequestFile(word).drafts
        guard target.drafts.count <= maxDrafts else {
            throw CommandError("\(word) contains \(target.drafts.count) requests; apus import creates collections from them", code: 2)
        }
        return target
    }

    /// A request after the folder of its workspace, or in the workspace around the current folder; else a URL without a scheme, such as
    /// `127.0.0.1:3000/people`.
    private static func request(_ word: String) throws -> WorkbenchTarget {
        let isAddress = RequestSource.isHost(word) && word.contains { ":/".contains($0) }
        let slashes = word.indices.filter { word[$0] == "/" }.reversed()
        let inFolder = slashes.lazy.map { (folder: String(word[..<$0]), rest: String(word[word.index(after: $0)...])) }
            .first { FileStatus.isFolder($0.folder + "/collections") }
        let isPath = ["/", "./", "../", "~"].contains(where: word.hasPrefix)
        guard let place = inFolder ?? (isPath ? nil : here(word)) else {
            if isAddress { return try draft(word) }
            throw CommandError(missing(word), code: 2)
        }
        let store = try WorkspaceStore(opening: resolvedPath(place.folder) ?? place.folder)
        guard let path = try RequestSource.path(place.rest, in: store) else {
            if isAddress, word.contains(":") { return try draft(word) }
            throw CommandError(RequestSource.unknown(place.rest, in: store), code: 2)
        }
        return WorkbenchTarget(folder: place.folder, path: path)
    }

    /// The error for a word that names nothing, with the name that was probably meant.
    private static func missing(_ word: String) -> String {
        let advice = RequestSource.isHost(word) ? "for a URL write https://\(word)" : "apus new workspace \(word) creates one"
        return "there is no folder \(word); \(advice)"
    }

    private static func here(_ word: String) -> (folder: String, rest: String)? {
        nearestWorkspace().map { ($0, word) }
    }
}
