import HTTP
import Platform
import Workspace

/// Reads files of other programs.
public struct Importer: Sendable {
    let limits: ImportLimits
    private let format: ImportFormat?
    /// The remote documents that files may refer to.
    var network = ImportNetwork()
    private let commandReading: CommandReading

    /// An importer with these limits, which takes each file as the format, or recognizes it by its content.
    public init(limits: ImportLimits = ImportLimits(), format: ImportFormat? = nil, commandReading: CommandReading = .pasted) {
        self.limits = limits
        self.format = format
        self.commandReading = commandReading
    }

    /// The state of a file's import.
    private func context(of file: String, in folder: ImportFolder?) -> ImportContext {
        ImportContext(file: file, limits: limits, folder: folder, network: network, commandReading: commandReading)
    }

    /// Reads one file.
    ///
    /// - Parameters:
    ///   - bytes: the content, which is released before the requests are created, unless the caller retains it.
    ///   - folder: the folder to which references in the file are limited.
    /// - Throws: the reason why the file cannot be read at all.
    public func read(name: String, bytes: consuming [UInt8], in folder: ImportFolder? = nil) throws(ImportError) -> ImportResult {
        var result = ImportResult()
        try add(name: name, source: source(name, bytes), in: folder, to: &result)
        result.joinEnvironments(of: name)
        return result
    }

    /// Reads every file of a folder that has a known format. A file that cannot be read becomes an issue.
    ///
    /// - Throws: an error for a folder without any such file.
    public func read(_ folder: ImportFolder) throws(ImportError) -> ImportResult {
        var result = ImportResult()
        let listing = try folder.listing()
        var files = listing.files
        try addFolders(of: folder, &files, to: &result)
        var unknown = try addFiles(files, of: folder, to: &result)
        if result.formats.isEmpty { addDocuments(&unknown, of: folder, to: &result) }
        guard !result.formats.isEmpty else {
            let hint = listing.links.isEmpty ? "" : " Symbolic links are not followed."
            throw ImportError(
                result.issues.first { $0.severity == .failed }?.text ?? "None of the folder's files has a known format." + hint)
        }
        for (names, kind, why) in [(unknown, "files", "no known format"), (listing.hidden, "folders", "hidden folders are not read")]
        where !names.isEmpty {
            let named = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more \(kind)" : "")
            result.issues.append(
                ImportIssue(severity: .note, file: folder.path, place: .file, what: named, why: why, instead: "left out"))
        }
        result.report(links: listing.links)
        // Files of environments are read for each file of requests.
        var reported: Set<ImportIssue> = []
        result.issues = result.issues.filter { reported.insert($0).inserted }
        result.joinEnvironments(of: folder.path)
        return result
    }

    private func add(name: String, source: ImportSource, in folder: ImportFolder?, to result: inout ImportResult) throws(ImportError) {
        if let whole = try wholeFolder(of: source, in: folder) {
            add(whole.content, whole.title, whole.context, to: &result)
            return result.report(links: whole.links)
        }
        let format = try formatOfOne(source)
        var context = self.context(of: name, in: folder)
        let content = try format.read(source, &context)
        add(content, format.title, context, to: &result)
    }

    /// The collection around a file that contains only its settings; nil for any other file.
    private func wholeFolder(
        of source: ImportSource, in folder: ImportFolder?
    ) throws(ImportError) -> (content: ImportedContent, title: String, context: ImportContext, links: [String])? {
        guard format == nil, let folder, let format = ImportFolderFormat.all.first(where: { $0.isSettings(source) }) else { return nil }
        let root = source.name.lastIndex(of: "/").map { String(source.name[...$0]) } ?? ""
        let (files, links, _) = try folder.listing()
        let inner = format.roots(files).filter { $0 != root && $0.hasPrefix(root) }
        func isOwn(_ file: String) -> Bool { file.hasPrefix(root) && !inner.contains(where: file.hasPrefix) }
        var context = self.context(of: source.name, in: folder)
        return (try format.read(folder, files.filter(isOwn), root, &context), format.title, context, links.filter(isOwn))
    }

    /// Reads the folders of formats that store a collection in a folder, and removes their files from the list.
    private func addFolders(of folder: ImportFolder, _ files: inout [String], to result: inout ImportResult) throws(ImportError) {
        for format in ImportFolderFormat.all {
            // A file belongs to the innermost of these folders.
            for root in format.roots(files).sorted(by: { ($0.count, $0) > ($1.count, $1) }) {
                let folderFiles = files.filter { $0.hasPrefix(root) }
                files.removeAll { $0.hasPrefix(root) }
                var context = self.context(of: root.isEmpty ? folder.path : root, in: folder)
                var content = try format.read(folder, folderFiles, root, &context)
                content.moveFiles(from: root, in: folder)
                add(content, format.title, context, to: &result)
            }
        }
    }

    /// Reads files one by one, and returns the files without a known format that no other file uses.
    private func addFiles(_ files: [String], of folder: ImportFolder, to result: inout ImportResult) throws(ImportError) -> [String] {
        var room = limits.totalByteCount
        var unknown: [String] = []
        var parts = CollectionParts(named: folder.path.split(separator: "/").last.map(String.init) ?? "Imported")
        for file in files {
            var unrecognized: [UInt8]?
            do throws(ImportError) {
                let bytes = try folder.read(file)
                unrecognized = bytes
                room -= bytes.count
                guard room >= 0 else { throw ImportError("All files together have more than \(limits.totalByteCount >> 20) MB.") }
                let source = try source(file, bytes)
                let format = try format(of: source)
                unrecognized = nil
                var context = self.context(of: file, in: folder)
                guard var content = try Self.read(source, as: format, &context) else {
                    unknown.append(file)
                    continue
                }
                content.place(in: file, of: folder)
                add(content, format.title, context, to: &result)
                if content.isPart, !content.collections.isEmpty {
                    parts.add(result.collections.removeLast(), file: file, depth: limits.folderDepth)
                }
            } catch {
                guard room >= 0 else { throw error }
                guard !error.isUnknownFormat, unrecognized.map({ Self.isMeant(file, $0) }) ?? true else {
                    unknown.append(file)
                    continue
                }
                result.issues.append(
                    ImportIssue(severity: .failed, file: file, place: error.place, what: "file", why: error.message, instead: "left out"))
            }
        }
        if let tree = parts.tree { result.collections.append(tree) }
        return unknown.filter { !result.usedFiles.contains($0) }
    }

    /// Reads the commands in the documents of a folder that has nothing else, and removes those documents from the list.
    private func addDocuments(_ unknown: inout [String], of folder: ImportFolder, to result: inout ImportResult) {
        var parts = CollectionParts(named: folder.path.split(separator: "/").last.map(String.init) ?? "Imported")
        for file in unknown where ImportSource.isForPeople(file) {
            guard let bytes = try? folder.read(file), let source = try? self.source(file, bytes),
                let format = ImportFormat.all.first(where: { $0.isInDocumentation(source.text) })
            else { continue }
            var context = self.context(of: file, in: folder)
            do throws(ImportError) {
                var content = try format.read(source, &context)
                content.place(in: file, of: folder)
                add(content, format.title, context, to: &result)
                parts.add(result.collections.removeLast(), file: file, depth: limits.folderDepth)
                unknown.removeAll { $0 == file }
            } catch {
                guard !error.isUnknownFormat else { continue }
                unknown.removeAll { $0 == file }
                result.issues.append(
                    ImportIssue(severity: .failed, file: file, place: error.place, what: "file", why: error.message, instead: "left out"))
            }
        }
        if let tree = parts.tree { result.collections.append(tree) }
    }

    /// Reads a file of a folder; nil for one of another kind, such as a README or the source of a program, in which a line only looks like
    /// a request.
    private static func read(
        _ source: ImportSource, as format: ImportFormat, _ context: inout ImportContext
    ) throws(ImportError) -> ImportedContent? {
        guard ImportFormat.named(byEndingOf: source.name)?.id != format.id else { return try format.read(source, &context) }
        let isOfOther = source.name.lastPathComponent.contains(".")
        guard format.readsOtherEndings || !isOfOther else { return nil }
        let content = try format.read(source, &context)
        return format.isCertain(source, content.collections.flatMap(\.requests).map(\.request.draft)) ? content : nil
    }

    /// True for a damaged file that probably has a known format, by the extension of its name or a word in it.
    private static func isMeant(_ file: String, _ bytes: [UInt8]) -> Bool {
        if ImportFormat.named(byEndingOf: file) != nil { return true }
        // A word in the source of a program means nothing.
        let name = file.lastPathComponent.lowercased()
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let isNamed = ["json", "yaml", "yml"].contains { name.hasSuffix(".\($0)") }
        guard isNamed || looksLikeJSON && !name.contains(".") else { return false }
        let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self).lowercased()
        let marks = [
            "postman", "openapi", "swagger", "insomnia", "opencollection", "posting_version", "\"entries\"", "\"requests\"", "\"item\"",
        ]
        return marks.contains { text.contains($0) }
    }

    private func add(_ content: ImportedContent, _ title: String, _ context: ImportContext, to result: inout ImportResult) {
        var (content, context) = (content, context)
        result.usedFiles.formUnion(context.readFiles.union(content.sentFiles))
        content.replaceUnsendable(reportingTo: &context)
        context.reportScripts(of: content.collections)
        result.collections += content.collections
        result.environments += content.environments
        result.globals += content.globals
        if !result.formats.contains(title) { result.formats.append(title) }
        result.issues += context.issues
        result.droppedIssueCount += context.droppedIssueCount
        result.missingReferences += context.missingReferences
    }

    /// The file's content. An empty file is a text of the requested format.
    private func source(_ name: String, _ bytes: consuming [UInt8]) throws(ImportError) -> ImportSource {
        try ImportSource(name: name, bytes: bytes, limits: limits, allowsEmpty: format != nil)
    }

    /// The format of a file that is imported alone: in a folder, environments of `.http` files are read with those.
    private func formatOfOne(_ source: ImportSource) throws(ImportError) -> ImportFormat {
        guard format == nil else { return try format(of: source) }
        if let format = ImportFormat.all.first(where: { $0.isSettings(source.name) }) { return format }
        // In documentation, or a block of it, other programs may run before the first request.
        let isText = ImportSource.isForPeople(source.name) || !source.name.contains(".") && source.document == nil
        if isText, ImportFormat.format(of: source) == nil,
            let format = ImportFormat.all.first(where: { $0.isInBlock(source.text) })
        {
            return format
        }
        return try format(of: source)
    }

    private func format(of source: ImportSource) throws(ImportError) -> ImportFormat {
        if let format {
            guard !format.readsDocuments || source.document != nil else {
                throw source.documentError ?? ImportError("The file is not valid \(format.title): expected JSON or YAML.")
            }
            return format
        }
        if let format = ImportFormat.format(of: source) { return format }
        if let line = source.text.textLines.firstIndex(where: { $0.hasPrefix("<<<<<<< ") }) {
            throw ImportError("A merge conflict of git is not resolved: choose one side.", at: .line(line + 1))
        }
        // Prose may look like YAML, but not like JSON.
        let isProse = ImportSource.isForPeople(source.name) && source.text.first != "{" && source.text.first != "["
        if let error = source.documentError, !isProse { throw error }
        if let document = source.document, let program = ImportFormat.all.lazy.compactMap({ $0.otherProgram(document) }).first {
            throw ImportError("Collections of \(program) cannot be read: export it there as Postman or OpenAPI.", isUnknownFormat: true)
        }
        let titles = ImportFormat.all.map(\.title).joined(separator: ", ")
        throw ImportError("Unknown format. Expected a file of one of these formats: \(titles).", isUnknownFormat: true)
    }
}

extension ImportResult {
    /// Adds the environments to the collection; beside several collections they stay separate, and become those of the workspace.
    fileprivate mutating func joinEnvironments(of file: String) {
        guard !collections.isEmpty else { return }
        if collections.count == 1 {
            collections[0].environments += environments
            environments = []
        }
        // In these programs, too, the variables of a file override those of environments.
        let isHTTPFile = formats.contains(ImportFormat.httpFile.title)
        issues += collections.flatMap { $0.overriddenVariables(withRoot: isHTTPFile, in: file) }
    }
}

extension CollectionTree {
    /// The issues for variables of folders and requests whose values an environment replaces; in other programs it is the other way round.
    fileprivate func overriddenVariables(withRoot: Bool, in file: String) -> [ImportIssue] {
        var owners: [String: String] = [:]
        for environment in environments.map(\.draft) {
            let names = environment.variables.filter(\.isEnabled).map(\.name) + environment.secrets.map(\.name)
            for name in names where owners[name] == nil { owners[name] = environment.name }
        }
        guard !owners.isEmpty else { return [] }
        func issues(_ place: String, _ rows: [Row]) -> [ImportIssue] {
            rows.filter(\.isEnabled).compactMap { row in
                owners[row.name].map { environment in
                    ImportIssue(
                        severity: .changed, file: file, place: .file, what: "variable “\(row.name)” of \(place)",
                        why: "the environment “\(environment)” has it too",
                        instead: "the value of the environment is used; rename one of them")
                }
            }
        }
        func all(_ folder: Folder, _ isIncluded: Bool) -> [ImportIssue] {
            (isIncluded ? issues("“\(folder.draft.name)”", folder.draft.variables) : [])
                + folder.items.flatMap { item in
                    switch item {
                    case .folder(let child): all(child, true)
                    case .request(let request): issues("“\(request.draft.name)”", request.draft.variables)
                    }
                }
        }
        return all(root, withRoot)
    }
}

extension Importer {
    /// Imports a remote document.
    ///
    /// - Parameters:
    ///   - address: an HTTP URL.
    ///   - followsReferences: true to fetch the referenced documents too.
    public func read(
        from address: String, by download: ImportDownload, followingReferences followsReferences: Bool = false
    ) async throws(ImportError) -> ImportResult {
        let bytes = try await download.fetch(address)
        let path = address.prefix { $0 != "?" && $0 != "#" }
        var importer = self
        importer.network.address = address
        // The host is not a file name.
        let name = path.split(separator: "/").dropFirst(2).last.map(String.init) ?? address
        return try await importer.following(followsReferences ? download : nil) { importer throws(ImportError) in
            try importer.read(name: name, bytes: bytes)
        }
    }

    /// Reads files repeatedly, each time with the remote documents that were missing before.
    ///
    /// - Parameter download: nil to follow no remote references.
    public func following(
        _ download: ImportDownload?, read: (Importer) throws(ImportError) -> ImportResult
    ) async throws(ImportError) -> ImportResult {
        var importer = self
        var result = try read(importer)
        guard let download else { return result }
        while true {
            let known = importer.network
            let missing = result.missingReferences.filter { known.documents[$0] == nil && known.failures[$0] == nil }
            guard !missing.isEmpty else { return result }
            for address in missing {
                guard importer.network.documents.count < limits.referenceCount else {
                    importer.network.failures[address] = "the limit of \(limits.referenceCount) remote documents is exceeded"
                    continue
                }
                do throws(ImportError) {
                    importer.network.documents[address] = try await download.fetch(address)
                } catch {
                    importer.network.failures[address] = error.message
                }
            }
            result = try read(importer)
        }
    }
}
