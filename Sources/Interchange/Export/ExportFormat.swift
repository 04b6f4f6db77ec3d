import JSON
import Platform
public import Workspace

/// A file of an export.
public struct ExportedFile: Hashable, Sendable {
    /// The path, relative to the place of the export.
    public let path: String
    /// The content.
    public let text: String
    /// The groups of settings to merge into an existing file; nil for a file that contains only the export.
    var settings: JSONValue?

    /// The content to write at a path. In an existing file of settings, only the groups of the export change.
    fileprivate func text(for path: String) throws -> String {
        guard let settings, FileStatus(of: path) != nil else { return text }
        let old = String(decoding: try Descriptor.contents(ofFile: path, limit: 1 << 26), as: UTF8.self)
        if old.allSatisfy(\.isWhitespace) { return text }
        var result = old
        for group in settings.object ?? JSONObject() {
            for member in group.value.object ?? JSONObject() {
                guard let next = SettingsText.setting(member.value, at: [group.name, member.name], in: result) else {
                    throw ExportError(description: "\(path): these settings are not JSON; add the member “\(group.name)” yourself: \(text)")
                }
                result = next
            }
        }
        return result
    }
}

/// A reason why nothing was written.
struct ExportError: Error, CustomStringConvertible {
    let description: String
}

/// A part of a collection that is missing in the exported files.
public struct ExportLoss: Hashable, Sendable {
    /// The names of the folders and the request, joined by slashes; empty for the collection.
    public var item: String
    /// The part.
    public var what: String
    /// The reason.
    public var why: String

    /// One line: item, part and reason.
    public var text: String { (item.isEmpty ? "" : item + ": ") + "\(what): \(why)" }
}

/// The lines of a format of text, and the parts that it cannot express.
struct ExportLines {
    /// The format's title.
    private let format: String
    /// The folders and the request that is being written.
    var item = ""
    /// The lines so far; a body may have line breaks.
    var lines: [String] = []
    /// The losses so far.
    private(set) var losses: [ExportLoss]

    init(format: String, losses: [ExportLoss]) { (self.format, self.losses) = (format, losses) }

    /// Adds one line; its line breaks are lost.
    mutating func add(_ line: String) {
        let plain = line.onOneLine
        lines.append(plain)
        if plain != line { lose("line breaks of “\(plain.prefix(60))”", because: "\(format) has no escape for them there") }
    }

    mutating func lose(_ what: String, because why: String? = nil) {
        losses.append(.init(item: item, what: what, why: why ?? "\(format) has no equivalent"))
    }

    /// The draft without the files that are not chosen, for a format in which a file needs a path: it has no body, or empty parts.
    mutating func withChosenFiles(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        if draft.body.kind == .file, draft.body.file.isEmpty {
            lose("file of the body", because: "no file is chosen")
            draft.body = BodyDraft()
        }
        guard draft.body.kind == .multipart else { return draft }
        for (index, part) in draft.body.parts.enumerated() where part.isEnabled && part.isFile && part.value.isEmpty {
            lose("file of the part “\(part.name)”", because: "no file is chosen")
            draft.body.parts[index].isFile = false
        }
        return draft
    }

    /// The file of a collection; none without lines, since no program reads an empty file.
    mutating func files(of tree: CollectionTree, _ text: String, fileExtension: String) -> [ExportedFile] {
        if text.allSatisfy(\.isNewline) {
            item = ""
            lose("collection", because: "\(format) cannot contain a collection without requests")
            return []
        }
        return [ExportedFile(path: "\(tree.root.draft.name.fileStem).\(fileExtension)", text: text)]
    }
}

/// The result of an export: the files, and the parts that are missing in them.
public struct ExportResult: Hashable, Sendable {
    /// The files; none if the format cannot express a collection without requests.
    public var files: [ExportedFile]
    /// The losses, in the order of the collection.
    public var losses: [ExportLoss]

    /// The paths of its files that exist in a folder.
    public func existingFiles(in folder: String) -> [String] {
        paths(in: folder).filter { FileStatus(of: $0) != nil }
    }

    private func paths(in folder: String) -> [String] { files.map { folder + (folder.hasSuffix("/") ? "" : "/") + $0.path } }

    /// Writes the files into a folder, which is created if it is missing. Writes nothing if one of the files exists. Settings of an editor keep
    /// what does not belong to the export.
    ///
    /// - Parameter isPrivate: true for files that only this user may read.
    /// - Returns: the paths of the files.
    public func write(into folder: String, overwrites: Bool, isPrivate: Bool) throws -> [String] {
        let paths = paths(in: folder)
        if !overwrites, let path = existingFiles(in: folder).first { throw SystemError(EEXIST, path: path) }
        let texts = try zip(paths, files).map { try $1.text(for: $0) }
        for (path, text) in zip(paths, texts) {
            try Self.makeFolders(around: path)
            try AtomicFile.write(
                Array(text.utf8), to: path, permissions: isPrivate ? .private : .preserved, waitsForDisk: FileStatus(of: path) != nil)
        }
        return paths
    }

    private static func makeFolders(around path: String) throws(SystemError) {
        let folder = parentFolder(of: path)
        guard !FileStatus.isFolder(folder) else { return }
        try makeFolders(around: folder)
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw SystemError(path: folder) }
    }
}

/// A format of another program for exports. ``all`` is the table of all formats.
public struct ExportFormat: Sendable, Identifiable {
    /// A setting that requests can inherit from folders.
    enum Inheritance: Hashable, Sendable {
        case headers, variables, authentication, options
    }

    /// The name in commands: `postman`.
    public let id: String
    /// The title.
    public let title: String
    /// The extension of the file; empty for a format of several files.
    public let fileExtension: String
    /// The features of a collection that the format supports.
    let carries: Set<ExportFeature>
    /// The settings of folders that the format supports; others are written into the requests.
    var inherits: Set<Inheritance> = []
    /// The names of the request options that the format supports.
    var options: Set<String> = []
    /// The texts of options that the format supports only with some values.
    var optionValues: [String: Set<String>] = [:]
    /// The notation of captures and assertions in scripts; nil for a format with a place of their own, or none.
    var checks: ScriptChecks?
    /// True if the format has parameters in paths; otherwise their values are written into the URLs.
    var hasPathParameters = true
    /// The format's name for a dynamic value (`$uuid`), a variable of the process environment (`env:NAME`) or a prompt (`prompt:TEXT`); nil if
    /// it has none.
    var reference: @Sendable (String) -> String? = { $0 }
    /// A name of a variable in the form that the format allows.
    var variableName: @Sendable (String) -> String = { $0 }
    /// The setting that a renamed reference needs from a user of the exported file, such as a variable of the process environment; nil for none.
    var need: @Sendable (String) -> String? = { _ in nil }
    /// True for a capture that the format supports, although it does not support captures in general.
    var hasCapture: @Sendable (Capture) -> Bool = { _ in false }
    /// The authentication schemes that the format supports.
    let authentication: Set<AuthDraft.Kind>
    /// Writes a prepared collection: with absolute URLs, and without folder settings that the format does not support.
    let write: @Sendable (CollectionTree, inout [ExportLoss]) -> [ExportedFile]

    /// All formats, in the order of menus.
    public static let all: [ExportFormat] = [postman, openAPI, bruno, httpFile, vsCode, hurl, har, markdown, html]

    /// The format with that id.
    public static func named(_ id: String) -> ExportFormat? { all.first { $0.id == id } }

    /// Writes a collection.
    ///
    /// - Parameter includesSecrets: true to write typed passwords, tokens and the values of secrets instead of masks.
    public func export(_ tree: CollectionTree, includingSecrets includesSecrets: Bool = false) -> ExportResult {
        var removed: [ExportLoss] = []
        let tree =
            !carries.contains(.scripts)
            ? tree
            : tree.withoutForeignScripts(for: id) { item, program in
                removed.append(.init(item: item, what: "script", why: "it uses functions of \(program)"))
            }
        var losses = losses(of: tree) + removed
        var masked: [String] = []
        let safe = includesSecrets ? tree : tree.withoutSecrets { masked.append($0) }
        let (named, names) = safe.renamingVariables(variableName)
        for (old, new) in names.sorted(by: { $0.key < $1.key }) {
            losses.append(.init(item: "", what: "name of the variable “\(old)”", why: "\(title) does not allow it; it becomes “\(new)”"))
        }
        let whole = carries.contains(.variables) && !inherits.contains(.variables) ? named.withVariablesOfFolders : named
        let source = whole.withQueriesInRows.inheriting(except: inherits).withAbsoluteURLs
        var prepared = (hasPathParameters ? source : source.withPathValues).replacingReferences {
            $0.isDynamicReference ? reference($0) : nil
        }
        if let checks {
            prepared = prepared.mapping { request, _ in request.draft = checks.added(to: request.draft) }
        }
        let files = write(prepared, &losses)
        // A format that writes no credentials masks none.
        if let first = masked.first, files.contains(where: { SecretMask.isSeen(in: $0.text) }) {
            let what = "credentials of \(first)" + (masked.count == 1 ? "" : " and \(masked.count - 1) more")
            losses.append(.init(item: "", what: what, why: "they are masked; an export with secrets includes them"))
        }
        return ExportResult(files: files, losses: losses)
    }

    // MARK: Losses

    private func losses(of tree: CollectionTree) -> [ExportLoss] {
        var losses: [ExportLoss] = []
        for environment in tree.environments {
            if !carries.contains(.environments) {
                losses.append(.init(item: "", what: "environment “\(environment.draft.name)”", why: "\(title) has no equivalent"))
            } else if !environment.draft.headers.isEmpty || !environment.draft.query.isEmpty {
                losses.append(
                    .init(item: "", what: "environment “\(environment.draft.name)”", why: "its headers and query items are omitted"))
            }
        }
        for (request, folders) in tree.requests {
            let item = CollectionTree.path(of: request.draft.name, in: folders)
            for feature in ExportFeature.allCases where feature.isUsed(by: request) && !carries.contains(feature) {
                if feature == .captures, request.draft.captures.allSatisfy(hasCapture) { continue }
                if feature == .anyStatus, !carries.contains(.examples) { continue }
                losses.append(.init(item: item, what: feature.title, why: "\(title) has no equivalent"))
            }
            losses += self.losses(of: request.draft, folders, item)
            for name in request.draft.referenceNames where name.isDynamicReference {
                guard let why = reference(name) == nil ? "\(title) has no equivalent" : need(name) else { continue }
                losses.append(.init(item: item, what: "value {{\(name)}}", why: why))
            }
            losses += (checks?.missing(of: request.draft) ?? []).map { .init(item: item, what: $0, why: "\(title) has no equivalent") }
        }
        return losses
    }

    private func losses(of draft: RequestDraft, _ folders: [CollectionTree.Folder], _ item: String) -> [ExportLoss] {
        var losses: [ExportLoss] = []
        let auth = ([draft.auth] + folders.reversed().map(\.draft.auth)).first { $0.kind != .inherit }
        if let kind = auth?.kind, kind != .none, !authentication.contains(kind) {
            losses.append(.init(item: item, what: "authentication “\(kind.entry.label)”", why: "\(title) does not support it"))
        }
        if let auth, auth.kind == .bearer, !["", "Bearer"].contains(auth["prefix"]), !carries.contains(.tokenPrefix) {
            losses.append(.init(item: item, what: ExportFeature.tokenPrefix.title, why: "\(title) has no equivalent"))
        }
        let effective = folders.reversed().reduce(draft.options) { $0.inheriting($1.draft.options) }
        if !hasPathParameters {
            for name in draft.pathParametersWithoutValue {
                losses.append(.init(item: item, what: "path parameter “\(name)”", why: "it has no value, so the URL contains its name"))
            }
        }
        for option in RequestOption.all where option.isSet(in: effective) {
            guard options.contains(option.name), optionValues[option.name]?.contains(option.text(in: effective)) != false else {
                losses.append(.init(item: item, what: "option “\(option.label)”", why: "\(title) has no equivalent"))
                continue
            }
        }
        return losses
    }
}

extension String {
    /// True for the name of a dynamic value, a variable of the process environment or a prompt in a reference.
    var isDynamicReference: Bool {
        if hasPrefix("$") { return DynamicValues.has(String(dropFirst())) }
        return hasPrefix("env:") || hasPrefix(VariableResolver.promptPrefix)
    }

    /// The names of dynamic values that are random UUIDs.
    static let identifiers: Set<String> = ["$uuid", "$guid", "$randomUUID"]

    /// The reference in the notation of Postman, which has all dynamic values but no others, and no arguments.
    var postmanReference: String? { self == "$uuid" ? "$guid" : hasPrefix("$") && !contains(" ") ? self : nil }

    /// The part of a reference after that prefix; nil without it.
    func reference(after prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

/// A feature of requests that some formats do not support.
enum ExportFeature: String, CaseIterable, Sendable {
    case variables, scripts, captures, assertions, examples, anyStatus, documentation, tags, disabledRows, comments, partHeaders, partNames,
        bareRows
    case literalBraces, tokenPrefix, environments

    /// The name in reports and in the documentation.
    var title: String {
        switch self {
        case .anyStatus: "examples for any status"
        case .disabledRows: "disabled rows"
        case .partHeaders: "headers of parts"
        case .partNames: "file names of parts"
        case .bareRows: "form rows without “=”"
        case .tokenPrefix: "token prefix"
        case .literalBraces: "literal braces “\\{{”"
        default: rawValue
        }
    }

    /// True if the request uses the feature.
    func isUsed(by request: CollectionTree.Request) -> Bool {
        let draft = request.draft
        let parts = draft.body.kind == .multipart ? draft.body.parts : []
        let rows = draft.query + draft.headers + draft.pathParameters + (draft.body.kind == .form ? draft.body.form : [])
        switch self {
        case .variables: return !draft.variables.isEmpty
        case .scripts: return draft.scripts != Scripts()
        case .captures: return !draft.captures.isEmpty
        case .assertions: return !draft.assertions.isEmpty
        case .examples: return !request.examples.isEmpty
        case .anyStatus: return request.examples.contains { $0.status == 0 }
        case .documentation: return !draft.docs.isEmpty
        case .tags: return !draft.tags.isEmpty
        case .disabledRows: return rows.contains { !$0.isEnabled } || parts.contains { !$0.isEnabled }
        case .comments: return rows.contains { !$0.comment.isEmpty } || parts.contains { !$0.comment.isEmpty }
        case .partHeaders: return parts.contains { !$0.headers.isEmpty }
        case .partNames:
            return parts.contains { part in
                !part.fileName.isEmpty && !(part.isFile && part.value.lastPathComponent == part.fileName)
            }
        case .literalBraces: return draft.sentTexts.contains { $0.utf8.contains("\\{{".utf8) }
        case .bareRows:
            return draft.body.kind == .form && draft.body.form.contains { $0.isEnabled && $0.isBare && $0.value.isEmpty }
        case .tokenPrefix, .environments: return false
        }
    }
}

extension String {
    /// The text as the name of a file without its extension: unsafe characters are replaced; never empty, hidden or longer than 100
    /// characters or 200 bytes.
    var fileStem: String {
        let refused: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
        let plain = map { refused.contains($0) || $0.isNewline || ($0.unicodeScalars.first?.value ?? 32) < 32 ? "-" : $0 }
        var stem = String(String(plain).drop { $0 == "." || $0.isWhitespace }.prefix(100))
        // A file name has at most 255 bytes on most systems.
        while stem.utf8.count > 200 { stem.removeLast() }
        stem = stem.trimmingEnd(" ").trimmingEnd(".")
        return stem.isEmpty ? "untitled" : stem
    }
}

extension FileNames {
    static func exported(taken: Set<String> = []) -> FileNames { FileNames(taken: taken, separator: " ") { $0.fileStem } }
}

// Lines of imported and exported texts.
extension StringProtocol {
    /// The lines, ended by LF, CR LF or CR. A split at `"\n"` finds no CR LF, which is one `Character`.
    var textLines: [String] {
        String(self).replacing("\r\n", with: "\n").unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
            .map { String($0) }
    }

    /// The lines as parts of the text, ended by LF, CR LF or CR. Other line breaks of Unicode are parts of lines, as in other programs.
    var lines: [SubSequence] { split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" } }

    /// The text with a space for each line break, also for those of Unicode: it begins no line of its own in an exported file.
    var onOneLine: String { String(textLines.joined(separator: " ").map { $0.isNewline ? " " : $0 }) }
}

/// A program that runs scripts, known by the functions of its own that they call.
struct ScriptProgram {
    let title: String
    /// The id of its export format; empty for none.
    let format: String
    let calls: Regex<Substring>

    private static var all: [ScriptProgram] {
        [
            ScriptProgram(
                title: "Postman", format: "postman",
                calls: /\b(?:pm\.[a-z]|postman\.(?:set|get|clear)|responseBody(?!\w)|responseCode(?!\w)|tests\[)/),
            ScriptProgram(title: "Bruno", format: "bruno", calls: /\b(?:bru\.[a-z]|re[qs]\.(?:get|set)[A-Z]\w*\()/),
            ScriptProgram(
                title: "JetBrains", format: "http", calls: /\b(?:client\.(?:test|assert|log|exit|global)(?!\w)|request\.variables\.)/),
            ScriptProgram(title: "Insomnia", format: "", calls: /\binsomnia\.[a-z]/),
        ]
    }

    /// The program whose functions a script calls, unless it also calls those of the format; nil for none. Comments do not count.
    static func of(_ script: String, besides format: String) -> ScriptProgram? {
        guard !script.isEmpty else { return nil }
        let code = script.lines.filter { !$0.trimmingBlanks.hasPrefix("//") }.joined(separator: "\n")
        let found = all.filter { code.firstMatch(of: $0.calls) != nil }
        return found.contains { $0.format == format } ? nil : found.first
    }
}
