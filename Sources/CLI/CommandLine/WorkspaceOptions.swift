import Engine
import Interchange
import JSON
import Platform
import Workspace

extension CommandWords {
    /// The folder of the workspace in the options, or the nearest one around the current folder; nil if there is none.
    var workspaceFolder: String? {
        if let folder = value("workspace") { return resolvedPath(folder) ?? folder }
        return nearestWorkspace()
    }

    /// The workspace; nil if there is none.
    func workspace() throws(WorkspaceError) -> WorkspaceStore? {
        try workspaceFolder.map { folder throws(WorkspaceError) in try WorkspaceStore(opening: folder) }
    }

    /// The workspace; throws if there is none.
    func requiredWorkspace() throws -> WorkspaceStore {
        guard let store = try workspace() else {
            throw CommandError("there is no workspace here (a folder that contains `collections`)", code: 2)
        }
        guard FileStatus.isFolder(store.root + "/collections") else {
            throw CommandError("\(store.root) is not a workspace (a folder that contains `collections`)", code: 2)
        }
        return store
    }

    /// The name of the environment in the options or in `APUS_ENVIRONMENT`; nil for none.
    func environmentName(_ context: CommandContext) throws(UsageError) -> String? {
        if value("environment") == "" { throw UsageError("--environment needs a name") }
        let name = value("environment") ?? context.environment["APUS_ENVIRONMENT"]
        return name?.isEmpty == false ? name : nil
    }

    /// The environment with the name of ``environmentName(_:)``, in the collection of a request, in the workspace or in a file of its own.
    /// `APUS_ENVIRONMENT` is a name, in every folder, and no file; it has no effect where there are no environments.
    func environment(_ context: CommandContext, of request: String?, in store: WorkspaceStore?) throws -> ChosenEnvironment {
        guard let name = try environmentName(context) else { return ChosenEnvironment() }
        do {
            return ChosenEnvironment(path: try EnvironmentSummary.path(named: name, of: request, in: store))
        } catch let error as CommandError {
            if value("environment") != nil {
                guard let environment = try RequestFile.environment(inFile: name) else { throw error }
                context.streams.conceal(Set(environment.secretValues.values))
                return ChosenEnvironment(outside: environment)
            }
            if try EnvironmentSummary.all(for: request, in: store).isEmpty { return ChosenEnvironment() }
            throw CommandError("APUS_ENVIRONMENT: \(error.message)", code: error.code)
        }
    }
}

/// The environment that requests are sent to; none without both.
struct ChosenEnvironment: Sendable {
    /// The environment's file in the workspace.
    var path: String?
    /// The content of a file outside.
    var outside: CollectionTree.Environment?
}

/// The workspace that contains a folder, or is it; nil if there is none.
func nearestWorkspace(to folder: String = currentFolder() ?? "/") -> String? {
    var folder = folder
    while !FileStatus.isFolder(folder + "/collections") {
        guard folder.count > 1 else { return nil }
        folder = parentFolder(of: folder)
    }
    return folder
}

extension EnvironmentSummary {
    /// The file of an environment in the collection of a request, or in any collection without a request.
    ///
    /// - Throws: a ``CommandError`` with code 2 that names a similar environment.
    static func path(named name: String, of request: String?, in store: WorkspaceStore?) throws -> String {
        let known = try all(for: request, in: store)
        let (file, root) = (resolvedPath(name), store.flatMap { resolvedPath($0.root) } ?? "")
        let matches = known.filter { $0.isNamed(name) || file == "\(root)/\($0.path)" }
        // An environment of the collection comes before one of the workspace.
        if let first = matches.first, request != nil || matches.count == 1 || first.fullName == first.name { return first.path }
        guard matches.isEmpty else {
            let names = matches.map(\.fullName).joined(separator: ", ")
            throw CommandError("several collections have an environment “\(name)”: \(names)", code: 2)
        }
        let names = Set(known.map { request == nil ? $0.fullName : $0.name }).sorted()
        let near = NearestName.of(name, among: names).map { "did you mean “\($0)”?" }
        let hint =
            near ?? (names.isEmpty ? "neither the collection nor the workspace has one" : "available: \(names.joined(separator: ", "))")
        throw CommandError("there is no environment “\(name)”; \(hint)", code: 2)
    }

    /// The environments of a request's collection and of the workspace; without a request those of the workspace, then of all collections.
    fileprivate static func all(for request: String?, in store: WorkspaceStore?) throws(CommandError) -> [EnvironmentSummary] {
        guard let store else { return [] }
        if let request { return store.environments(for: WorkspacePath.collection(of: request) ?? "") }
        do throws(WorkspaceError) {
            return try store.tree().environments.sorted { $0.key < $1.key }.flatMap(\.value)
        } catch {
            throw CommandError(error.message, code: 2)
        }
    }

    /// True if the name is that of the environment, of its file, or that of the environment after the folder of its collection.
    func isNamed(_ name: String) -> Bool { self.name == name || path.hasSuffix("/\(name).json") || fullName == name }

    /// The name with that of its collection's folder: `api/local`.
    private var fullName: String { WorkspacePath.collection(of: path).map { "\(WorkspacePath.shown($0))/\(name)" } ?? name }
}

/// A file or folder of requests in any format of imports. Each request has the settings of its folders, and of an environment of the file, as its own.
struct RequestFile {
    let path: String
    let drafts: [RequestDraft]
    /// The paths of the requests, made of the names of folders and requests: `people/list`.
    let paths: [String]
    /// The names of the folders around each request, the outermost first.
    let folders: [[String]]
    /// The names by which requests of the file refer to each other, beside their titles.
    let ids: [String?]
    /// The places of the requests, in their files by absolute paths.
    let places: [RequestPlace]
    let content: ImportResult
    /// The positions of the requests among those of the content, of which some are skipped.
    private let positions: [Int]
    /// The secrets of the environment; nil if none of the file is used.
    let environmentSecrets: [String: String]?

    /// The number of losses that are listed.
    private static let shownLossCount = 10

    /// Reads the file.
    ///
    /// - Parameter name: a file with an environment, an environment of the file itself, or else of the workspace; nil for none.
    /// - Throws: a ``CommandError`` with code 2 if neither has an environment of that name.
    init(_ path: String, environment name: String? = nil, in store: WorkspaceStore? = nil) throws {
        let content: ImportResult
        do throws(ImportError) { content = try Self.content(of: path) } catch { throw CommandError("\(path): \(error)", code: 2) }
        self.init(path, content, try Self.environment(named: name, of: content, path, store))
    }

    /// The file with another environment, as in ``init(_:environment:in:)``.
    func inEnvironment(_ name: String?, _ store: WorkspaceStore?) throws -> RequestFile {
        RequestFile(path, content, try Self.environment(named: name, of: content, path, store))
    }

    private static func environment(
        named name: String?, of content: ImportResult, _ path: String, _ store: WorkspaceStore?
    ) throws -> CollectionTree.Environment? {
        let known = environments(of: content)
        let environment = try name.flatMap(Self.environment(inFile:)) ?? known.first { $0.draft.name == name }
        if let name, environment == nil, !known.isEmpty, (try? EnvironmentSummary.path(named: name, of: nil, in: store)) == nil {
            let names = known.map(\.draft.name).joined(separator: ", ")
            throw CommandError("\(path) has no environment “\(name)”; available: \(names)", code: 2)
        }
        return environment
    }

    /// Reads the file without an environment; nil for another file of a workspace, such as a picture or a script.
    init?(named path: String) throws(ImportError) {
        let isInWorkspace = resolvedPath(path).flatMap { nearestWorkspace(to: parentFolder(of: $0)) } != nil
        let ending = path.lastPathComponent.split(separator: ".").last?.lowercased() ?? ""
        let isCertain = !isInWorkspace || FileStatus.isFolder(path) || ["bru", "har", "http", "hurl", "rest"].contains(ending)
        guard isCertain || ["json", "postman_collection", "yaml", "yml"].contains(ending) else { return nil }
        do throws(ImportError) { self = try RequestFile(reading: path) } catch {
            guard error.isUnknownFormat, !isCertain else { throw error }
            return nil
        }
    }

    /// Reads the file without an environment.
    init(reading path: String) throws(ImportError) { self.init(path, try Self.content(of: path), nil) }

    private static func content(of path: String) throws(ImportError) -> ImportResult {
        if FileStatus.isFolder(path) { return try Importer().read(ImportFolder(path)) }
        // As in an import, the name is relative to the folder, where the file's references are found.
        let name = path.lastPathComponent
        var result = try Importer().read(name: name, bytes: try ImportFolder.readFile(path), in: try ImportFolder(parentFolder(of: path)))
        for index in result.issues.indices where result.issues[index].file == name { result.issues[index].file = path }
        return result
    }

    private static func environments(of content: ImportResult) -> [CollectionTree.Environment] {
        content.environments + content.collections.flatMap(\.environments)
    }

    /// The first environment of another file, such as one of this program or one that Postman exported; nil if there is no such file.
    static func environment(inFile path: String) throws -> CollectionTree.Environment? {
        guard FileStatus(of: path)?.kind == .file else { return nil }
        if let environment = try WorkspaceStore.environment(inFile: absolutePath(path, home: nil)) { return environment }
        do throws(ImportError) {
            if let environment = environments(of: try content(of: path)).first { return environment }
        } catch {
            throw CommandError("\(path): \(error)", code: 2)
        }
        throw CommandError("\(path) contains no environment", code: 2)
    }

    /// The names of the environments of the file.
    var environmentNames: [String] { Self.environments(of: content).map(\.draft.name) }

    private init(_ path: String, _ content: ImportResult, _ environment: CollectionTree.Environment?) {
        self.path = path
        self.content = content
        environmentSecrets = environment?.secretValues
        let file = absolutePath(path, home: nil, relativeTo: currentFolder() ?? "/")
        let isFolder = FileStatus.isFolder(file)
        let folder = isFolder ? file : parentFolder(of: file)
        let (all, allPlaces) = (
            content.collections.flatMap { $0.requestsStandingAlone(in: environment) }, content.collections.flatMap(\.requests)
        )
        positions = all.indices.filter { !all[$0].isSkipped }
        let (requests, places) = (positions.map { all[$0] }, positions.map { allPlaces[$0] })
        paths = places.map { CollectionTree.path(of: $0.request.draft.name, in: $0.folders) }
        folders = places.map { $0.folders.dropFirst().map(\.draft.name) }
        let shown = file.contains("/../") ? resolvedPath(file) ?? file : file
        ids = requests.map(\.sourceID)
        let base = isFolder ? shown.hasSuffix("/") ? String(shown.dropLast()) : shown : parentFolder(of: shown)
        self.places = requests.map { request in
            RequestPlace(file: request.sourcePlace.file.map { "\(base)/\($0)" } ?? shown, line: request.sourcePlace.line)
        }
        drafts = requests.map { request in
            var draft = request.draft.readingFiles(in: folder)
            draft.assertions += request.failingAssertions
            return draft
        }
    }

    /// The request with this id, path or name, or with this word of ``words``; nil if there is none.
    ///
    /// - Throws: a ``CommandError`` with code 2 that lists the words of several.
    func index(named name: String) throws -> Int? {
        // In a file of requests, a request has a title and a name.
        if ids.count(where: { $0 == name }) == 1, let index = ids.firstIndex(of: name) { return index }
        let exact = paths.indices.filter { paths[$0] == name }
        let matches = exact.count == 1 ? exact : drafts.indices.filter { drafts[$0].name == name }
        let words = self.words
        guard matches.count > 1 else { return matches.first ?? words.firstIndex(of: name) }
        throw ambiguity(name, CountText.of(matches.count, "request"), matches.map { words[$0] })
    }

    /// The requests in a folder with this path or name, and in its subfolders; empty if there is no such folder.
    ///
    /// - Throws: a ``CommandError`` with code 2 that lists the paths of several.
    func indices(inFolder name: String) throws -> [Int] {
        let name = name.hasSuffix("/") ? String(name.dropLast()) : name
        func inside(_ path: String) -> [Int] {
            folders.indices.filter { index in
                folders[index].indices.contains { folders[index][...$0].joined(separator: "/") == path }
            }
        }
        let exact = inside(name)
        guard exact.isEmpty else { return exact }
        let named = folders.flatMap { names in
            names.indices.filter { names[$0] == name }.map { names[...$0].joined(separator: "/") }
        }
        let paths = Set(named)
        guard paths.count < 2 else { throw ambiguity(name, "\(paths.count) folders", paths.sorted()) }
        return paths.first.map(inside) ?? []
    }

    /// The requests that a name after `#` selects: one, or those in a folder, which a slash at the end distinguishes from a request.
    ///
    /// - Throws: a ``CommandError`` with code 2 if there are none, or if the name is not that of one.
    func indices(named name: String) throws -> [Int] {
        if !name.hasSuffix("/"), let index = try index(named: name) { return [index] }
        let inside = try indices(inFolder: name)
        if inside.isEmpty { throw noMatch(name) }
        return inside
    }

    /// The requests of a name after `#`, or all without one, and the parts of theirs that are not used.
    func selection(_ name: String?) throws -> (indices: [Int], losses: [String]) {
        guard let name else { return (Array(drafts.indices), losses(content.issues)) }
        let indices = try indices(named: name)
        return (indices, losses(ofRequests: indices))
    }

    /// The error for a name of several requests or folders.
    private func ambiguity(_ name: String, _ found: String, _ choices: [String]) -> CommandError {
        let list = choices.prefix(10).joined(separator: ", ") + (choices.count > 10 ? ", …" : "")
        return CommandError("\(path) has \(found) “\(name)”; name one of them: \(list)", code: 2)
    }

    /// The error for a name that neither a request nor a folder has.
    func noMatch(_ name: String) -> CommandError {
        let names = drafts.map(\.name)
        let near = NearestName.of(name, among: names + ids.compactMap(\.self) + Set(folders.flatMap(\.self)).sorted())
        let hint = near.map { "did you mean “\($0)”?" } ?? "available: \(names.joined(separator: ", "))"
        return CommandError("\(path) has no request “\(name)”; \(hint)", code: 2)
    }

    /// The words after `#`, each of which names one request: its path, its id, or its path with its number among those of the same path.
    var words: [String] {
        let counts = Dictionary(paths.map { ($0, 1) }, uniquingKeysWith: +)
        let idCounts = Dictionary(ids.compactMap { id in id.map { ($0, 1) } }, uniquingKeysWith: +)
        var numbers: [String: Int] = [:]
        return zip(paths, ids).map { path, id in
            let number = numbers[path, default: 0] + 1
            numbers[path] = number
            if counts[path] == 1, idCounts[path] == nil || id == path { return path }
            if let id, idCounts[id] == 1 { return id }
            return path + (counts["\(path):\(number)"] == nil ? ":" : "::") + "\(number)"
        }
    }

    /// The parts of these requests that are not used.
    func losses(ofRequests indices: [Int]) -> [String] { losses(content.issues(about: indices.map { positions[$0] })) }

    /// The parts that are not used, the most severe first.
    func losses(_ issues: [ImportIssue]) -> [String] {
        let grave = ImportIssue.lines(of: issues.filter { $0.severity > .note }).sorted { $0.severity > $1.severity }
        let rest = grave.count - Self.shownLossCount
        return grave.prefix(Self.shownLossCount).map { "\($0.severity.rawValue): \($0.text)" }
            + (rest > 0 ? ["… and \(rest) more; apus import \(path.asShellWord) --dry-run --json lists all"] : [])
    }
}
