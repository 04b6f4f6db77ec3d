import Platform
import Workspace

/// A folder that an import may read from. Paths outside the folder, also through links, are refused.
public struct ImportFolder: Hashable, Sendable {
    /// The folder's absolute path, with links resolved.
    public let path: String
    private let limits: ImportLimits
    /// True if nothing above the folder is read.
    private let isBoundary: Bool

    /// Takes a folder.
    ///
    /// - Parameter isBoundary: true to read nothing above the folder, see ``nearest(_:to:)``.
    public init(_ path: String, limits: ImportLimits = ImportLimits(), isBoundary: Bool = false) throws(ImportError) {
        guard let resolved = resolvedPath(path) else { throw ImportError("\(path) does not exist.") }
        guard FileStatus.isFolder(resolved) else { throw ImportError("\(path) is not a folder.") }
        self.path = resolved
        self.limits = limits
        self.isBoundary = isBoundary
    }

    /// The bytes of a file in the folder.
    ///
    /// - Parameter relative: the path within the folder.
    /// - Throws: an error for a path outside the folder, and for a file that is missing or too large.
    public func read(_ relative: String) throws(ImportError) -> [UInt8] {
        guard !relative.contains("\0"), !relative.hasPrefix("/") else { throw ImportError("\(relative) is outside the folder.") }
        guard let resolved = resolvedPath("\(path)/\(relative)") else { throw ImportError("\(relative) was not found.") }
        guard !isOutside(relative) else { throw ImportError("\(relative) is outside the folder.") }
        return try Self.readFile(resolved, shown: relative, limits: limits)
    }

    /// The nearest file with this name: beside another file, in the folders around it, or above this folder. For fixed names only, so that
    /// an imported file cannot choose a file above the folder.
    ///
    /// - Returns: the folder to read from, the path in it, and the path from this folder; nil if there is no such file.
    func nearest(_ name: String, to file: String) -> (folder: ImportFolder, path: String, shown: String)? {
        var parents = file.split(separator: "/").dropLast().map(String.init)
        while true {
            let path = (parents + [name]).joined(separator: "/")
            if Self.file(path, in: self.path) != nil { return (self, path, path) }
            guard parents.popLast() != nil else { break }
        }
        var shown = name
        for parent in foldersAbove {
            shown = "../" + shown
            if Self.file(name, in: parent) != nil, let folder = try? ImportFolder(parent, limits: limits) { return (folder, name, shown) }
        }
        return nil
    }

    /// The folders above, up to the root of the git repository, or else the nearest three. Ends before the home folder and before a folder in which
    /// everyone can write.
    private var foldersAbove: [String] {
        let home = homeFolder.flatMap { resolvedPath($0) }
        var (folders, current) = ([String](), path)
        while !isBoundary, folders.count < 16 {
            if FileStatus(of: "\(current)/.git") != nil { return folders }
            current = parentFolder(of: current)
            guard current != "/", current != home, let status = FileStatus(of: current), status.permissions & 0o002 == 0 else { break }
            folders.append(current)
        }
        return Array(folders.prefix(3))
    }

    /// The absolute path of a file in a folder; nil if it is not there, leads out of the folder, or is no regular file.
    static func file(_ relative: String, in folder: String) -> String? {
        guard !relative.contains("\0"), let file = resolvedPath("\(folder)/\(relative)"), file.hasPrefix(folder + "/"),
            FileStatus(of: file)?.kind == .file
        else { return nil }
        return file
    }

    /// True for the path of an existing file outside the folder.
    func isOutside(_ relative: String) -> Bool {
        resolvedPath("\(path)/\(relative)").map { !$0.hasPrefix(path == "/" ? path : path + "/") } ?? false
    }

    /// The paths of all files in the folder and below it, relative to it and sorted; without links, `node_modules` and hidden names other than
    /// Postman's `.resources` and requests in `.vscode`.
    ///
    /// - Throws: an error for more files than the limit.
    public func files() throws(ImportError) -> [String] { try listing().files }

    /// The ``files()``, the links, and the hidden folders that are not read, without that of git.
    func listing() throws(ImportError) -> (files: [String], links: [String], hidden: [String]) {
        var (found, links, hidden) = ([String](), [String](), [String]())
        var unread = [""]
        while let folder = unread.popLast() {
            let parent = folder.isEmpty ? path : "\(path)/\(folder)"
            let isOfEditor = folder.split(separator: "/").contains(".vscode")
            for name in namesInFolder(parent) where name != "node_modules" {
                let relative = folder.isEmpty ? name : "\(folder)/\(name)"
                let isHidden = name.hasPrefix(".") && name != ".resources" && name != ".vscode"
                switch FileStatus(of: "\(parent)/\(name)", followsLinks: false)?.kind {
                case .folder? where isHidden: if name != ".git", !name.hasPrefix(".apus") { hidden.append(relative) }
                case .folder?: unread.append(relative)
                case .file? where !isHidden && (!isOfEditor || Self.isOfRequests(name)): found.append(relative)
                case .link? where !isHidden && (!isOfEditor || Self.isOfRequests(name)): links.append(relative)
                default: break
                }
                guard found.count + links.count + unread.count <= limits.fileCount else {
                    throw ImportError("The folder has more than \(limits.fileCount) files. Import it in parts.")
                }
            }
        }
        return (found.sorted(), links.sorted(), hidden.sorted())
    }

    /// True for the name of a file of requests, among the settings of an editor.
    private static func isOfRequests(_ name: String) -> Bool {
        ImportFormat.named(byEndingOf: name).map { [ImportFormat.httpFile.id, ImportFormat.hurl.id].contains($0.id) } ?? false
    }

    /// The bytes of a file anywhere, which errors show by this name or else by its path.
    public static func readFile(
        _ path: String, shown: String? = nil, limits: ImportLimits = ImportLimits()
    ) throws(ImportError) -> [UInt8] {
        let name = shown ?? path
        do throws(SystemError) {
            return try Descriptor.contents(ofFile: path, limit: limits.fileByteCount)
        } catch {
            switch error.number {
            case EFBIG: throw ImportError("\(name) has more than \(limits.fileByteCount >> 20) MB.")
            case SystemError.notRegular, EISDIR: throw ImportError("\(name) is not a file.")
            default: throw ImportError("\(name) cannot be read: \(error.reason).")
            }
        }
    }

    /// The names of the entries of a folder in this one; empty for one outside.
    func names(in relative: String) -> [String] { !relative.isEmpty && isOutside(relative) ? [] : namesInFolder("\(path)/\(relative)") }
}

extension ImportResult {
    /// Reports the links of the folder that were not followed, since they may lead out of it or in a circle; without those that other files use, and those
    /// that an issue names already.
    mutating func report(links: [String]) {
        guard !links.isEmpty else { return }
        // As in “reference ../a.yaml#/b”.
        let named = Set(issues.filter { $0.severity >= .lost }.flatMap { $0.what.split { " /#“”".contains($0) }.map(String.init) })
        for link in links.prefix(100) where !usedFiles.contains(link) && !named.contains(link.lastPathComponent) {
            issues.append(
                ImportIssue(
                    severity: .lost, file: link, place: .file, what: "symbolic link", why: "links are not followed", instead: "left out"))
        }
    }
}

extension String {
    /// The text without this character at its end, however often it is repeated there.
    func trimmingEnd(_ character: Character) -> String {
        guard let end = lastIndex(where: { $0 != character }) else { return "" }
        return String(self[...end])
    }
}

/// One collection from many files, in the folders of the files.
struct CollectionParts {
    private var root: CollectionTree.Folder
    private var environments: [CollectionTree.Environment] = []

    init(named name: String) { root = CollectionTree.Folder(FolderDraft(name: name)) }

    /// The collection; nil if there was no file.
    var tree: CollectionTree? { root.items.isEmpty ? nil : CollectionTree(root, environments: environments) }

    /// Adds a file's collection: a file with one request as a request, others as a folder.
    mutating func add(_ tree: CollectionTree, file: String, depth: Int) {
        let folders = file.split(separator: "/").dropLast().prefix(depth).map(String.init)
        let isSingle = tree.root.items.count == 1 && tree.root.draft.variables.isEmpty && tree.root.draft.headers.isEmpty
        Self.insert(isSingle ? tree.root.items : [.folder(tree.root)], folders[...], &root)
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        for environment in tree.environments { add(environment, of: folder.isEmpty ? file : folder) }
    }

    /// Merges an environment into the one of the same name; if they differ in a value, adds it with the folder after its name.
    private mutating func add(_ environment: CollectionTree.Environment, of folder: String) {
        var environment = environment
        if let index = environments.firstIndex(where: { $0.draft.name == environment.draft.name }) {
            if environments[index].merge(environment) { return }
            environment.draft.name += " (\(folder))"
        }
        if !environments.contains(where: { $0.draft.name == environment.draft.name }) { environments.append(environment) }
    }

    private static func insert(_ items: [CollectionTree.Item], _ path: ArraySlice<String>, _ folder: inout CollectionTree.Folder) {
        guard let name = path.first else { return folder.items += items }
        let index = folder.items.lastIndex { if case .folder(let child) = $0 { child.draft.name == name } else { false } }
        guard let index, case .folder(var child) = folder.items[index] else {
            var child = CollectionTree.Folder(FolderDraft(name: name))
            insert(items, path.dropFirst(), &child)
            return folder.items.append(.folder(child))
        }
        insert(items, path.dropFirst(), &child)
        folder.items[index] = .folder(child)
    }
}

extension CollectionTree.Environment {
    /// Adds the variables and secrets that only the other environment has; false, without a change, if they differ in anything else.
    fileprivate mutating func merge(_ other: Self) -> Bool {
        var (merged, own, added) = (self, draft, other.draft)
        (own.variables, own.secrets, added.variables, added.secrets) = ([], [], [], [])
        guard own == added else { return false }
        for row in other.draft.variables {
            let same = draft.variables.first { $0.name == row.name }
            guard same.map({ $0.value == row.value }) ?? true else { return false }
            if same == nil { merged.draft.variables.append(row) }
        }
        for secret in other.draft.secrets {
            let isKnown = draft.secrets.contains { $0.name == secret.name }
            guard !isKnown || secretValues[secret.name] == other.secretValues[secret.name] else { return false }
            if !isKnown { merged.draft.secrets.append(secret) }
            merged.secretValues[secret.name] = other.secretValues[secret.name]
        }
        self = merged
        return true
    }
}

extension CollectionTree.Folder {
    /// Changes requests in this folder and those below; true if the closure has changed any. Unchanged items are not copied.
    @discardableResult
    mutating func changeRequests(_ change: (inout RequestDraft) -> Bool) -> Bool {
        visit(requests: { request, _ in change(&request.draft) })
    }

    /// Changes requests as ``changeRequests(_:)`` does, with what the import knows of them.
    @discardableResult
    mutating func changeWholeRequests(_ change: (inout CollectionTree.Request) -> Bool) -> Bool {
        visit(requests: { request, _ in change(&request) })
    }

    /// Changes the relative paths of files that requests send, unless they contain variables.
    mutating func changeFiles(includingAbsolute: Bool = false, _ change: (String) -> String) {
        changeRequests { draft in
            var hasChanged = false
            draft.body.mapFiles { path in
                guard !path.isEmpty, includingAbsolute || !path.hasPrefix("/"), !path.hasPrefix("~"), !path.contains("{{") else {
                    return path
                }
                let new = change(path)
                hasChanged = hasChanged || new != path
                return new
            }
            return hasChanged
        }
    }
}
