import Engine
import Interchange
import Platform
public import Workspace

/// The thing that the workbench opens at its start, as one word of the command line says it: a workspace, a URL, a file of requests, or a
/// request of a workspace.
public struct WorkbenchTarget: Hashable, Sendable {
    /// The folder of the workspace.
    public var folder: String
    /// Requests that are in no file of the workspace, each for a tab of its own.
    public var drafts: [RequestDraft] = []
    /// The saved request to show, by its path in the workspace.
    public var path: String?

    /// A file with more requests is for an import.
    private static let mostDrafts = 50

    /// The workspace around the current folder, or the current folder itself.
    private init() { folder = SendVariables.nearestWorkspace(to: currentFolder() ?? "/") ?? "." }

    /// Reads the word; the workspace in the current folder without one.
    ///
    /// - Throws: a ``UsageError`` that says what the word was taken for, and what is near.
    public init(_ word: String?) throws(UsageError) {
        do {
            self = try Self.read(word ?? ".")
        } catch let failure as CommandFailure {
            throw UsageError(failure.message)
        } catch {
            throw UsageError("\(error)")
        }
    }

    private static func read(_ word: String) throws -> WorkbenchTarget {
        if isURL(word) {
            var target = WorkbenchTarget()
            target.drafts = [try RequestSource([word], rest: [], in: nil).draft]
            return target
        }
        switch FileStatus(of: word)?.kind {
        case .folder: return WorkbenchTarget(folder: word)
        case nil: return try request(word) ?? WorkbenchTarget(folder: word)
        default: return try file(word)
        }
    }

    private init(folder: String, path: String? = nil) {
        self.folder = folder
        self.path = path
    }

    private static func isURL(_ word: String) -> Bool {
        word.contains("://") || word.hasPrefix("localhost:") || word.hasPrefix(":") && word.dropFirst().first?.isNumber == true
    }

    /// A request file of a workspace, or the requests of another one.
    private static func file(_ word: String) throws -> WorkbenchTarget {
        let absolute = resolvedPath(word) ?? word
        if absolute.hasSuffix(".request.json"), let folder = SendVariables.nearestWorkspace(to: parentFolder(of: absolute)) {
            return WorkbenchTarget(folder: folder, path: String(absolute.dropFirst(folder.count + 1)))
        }
        var target = WorkbenchTarget()
        target.drafts = try RequestSource.requests(ofFile: word)
        guard target.drafts.count <= mostDrafts else {
            throw CommandFailure("\(word) holds \(target.drafts.count) requests; apus import makes collections of them", code: 2)
        }
        return target
    }

    /// A request behind the folder of its workspace, or in the workspace around the current folder; nil where there is no such workspace.
    private static func request(_ word: String) throws -> WorkbenchTarget? {
        let slashes = word.indices.filter { word[$0] == "/" }.reversed()
        let inFolder = slashes.lazy.map { (folder: String(word[..<$0]), rest: String(word[word.index(after: $0)...])) }
            .first { FileStatus.isFolder($0.folder + "/collections") }
        guard let place = inFolder ?? (slashes.isEmpty ? nil : here(word)) else { return nil }
        let store = try WorkspaceStore(opening: resolvedPath(place.folder) ?? place.folder)
        guard let path = try RequestSource.path(place.rest, in: store, isExact: false) else {
            throw CommandFailure(RequestSource.unknown(place.rest, in: store), code: 2)
        }
        return WorkbenchTarget(folder: place.folder, path: path)
    }

    private static func here(_ word: String) -> (folder: String, rest: String)? {
        SendVariables.nearestWorkspace(to: currentFolder() ?? "/").map { ($0, word) }
    }
}
