import Engine
import Interchange
import Platform
import Screen
import Widgets
import Workspace

/// Messages about imports and exports.
enum TransferMessage: Sendable, Equatable {
    // Actions of the user.
    /// Asks for the file, folder or URL to import.
    case askSource
    /// Performs an effect, such as the import of a file that the user has named.
    case perform(TransferEffect)
    /// Writes an import that the user confirmed.
    case write(PendingImport)
    /// Lists the export formats for the item under the tree's cursor.
    case pickFormat(includesSecrets: Bool)
    /// Asks for the folder of the new files.
    case askTarget(ExportOrder)
    /// Lists the targets for which the current request can be written as code.
    case pickCode
    /// Shows it as code of the target with this id.
    case copyAs(String)

    // Results of effects.
    case wasRead(PendingImport)
    /// Files were written; `edit` takes that back, except for new collections, which are deleted.
    case written(paths: [String], isUpdate: Bool, edit: FileEdit? = nil)
    /// An import failed after it had written some files.
    case interrupted(reason: String, edit: FileEdit)
    /// Undoes the last change in the collections: an import, unless it created several collections.
    case undo
    /// Asks before the collections of an import are deleted again.
    case askToDelete(paths: [String])
    /// Deletes the collections of an import.
    case delete(paths: [String])
    case exported(ExportOrder, files: [String], losses: [String])
    /// Files of the export already exist.
    case exists(ExportOrder, paths: [String])
    /// The text of the prompt cannot be used.
    case refused(String)
    case failed(String)
}

/// An import that was read and is not written yet.
struct PendingImport: Sendable, Equatable {
    /// The file, the folder or the URL.
    var origin: ImportOrigin
    let result: ImportResult
    /// The changes to collections that were imported from this source before, and to environments of the same names.
    var updates: [CollectionUpdate] = []
    var credentials: [CollectionCredentials.Place] = []
    /// True if a prompt waits for it.
    var isAsked: Bool

    /// True if it creates no collection.
    var isUpdate: Bool {
        updates.contains { !WorkspacePath.isEnvironment($0.collection) } || !updates.isEmpty && result.collections.isEmpty
    }

    /// True if the credentials of a collection are kept as secrets already, which keeps them out of its files.
    fileprivate var keepsSecrets: Bool { origin.separatesSecrets && updates.contains { !WorkspacePath.isEnvironment($0.collection) } }

    /// A copy that creates new collections.
    fileprivate var asNew: PendingImport {
        var pending = self
        pending.origin.isNew = true
        pending.updates = []
        return pending
    }

    /// A copy that stores credentials as secrets on this machine, or in the files.
    fileprivate var switchingSecrets: PendingImport {
        var pending = self
        pending.origin.separatesSecrets.toggle()
        pending.isAsked = false
        return pending
    }
}

/// A collection or folder to be written in the format of another program.
struct ExportOrder: Sendable, Equatable {
    /// The path in the workspace.
    let path: String
    /// The id of the format.
    let format: String
    let includesSecrets: Bool
    /// The folder of the new files.
    var target = ""
    var overwrites = false
}

extension ExportOrder {
    /// A copy with a folder for the files.
    init(_ order: ExportOrder, to target: String) {
        self = order
        self.target = target
    }
}

/// Effects of imports and exports.
indirect enum TransferEffect: Sendable, Equatable {
    /// Reads a file, a folder or a URL without writing anything; `isAsked` if a prompt waits for the result.
    case read(String, isAsked: Bool, followsReferences: Bool = false, separatesSecrets: Bool = false)
    case readClipboard
    /// Reads a text that was pasted while nothing is edited.
    case readPasted(String)
    /// Finds the changes of an import, and shows the report again.
    case plan(PendingImport)
    /// Writes an import; environments without a collection go into `collection`, nil for the workspace.
    case write(PendingImport, collection: String?)
    case export(ExportOrder)
}

/// Requests of imports and exports to other features.
enum TransferOutput {
    /// Closes the prompt, or shows in it why its text cannot be used.
    case endPrompt(problem: String?)
    /// Shows the request in front as code of the target with this id.
    case showCode(String)
    /// Selects an imported item in the tree and expands it.
    case reveal(path: String)
    /// Lets undo in the collections delete an imported one.
    case created(path: String)
    /// Lets undo in the collections take back the files that an import wrote.
    case edited(FileEdit)
    /// Undoes the last change in the collections.
    case undo
    /// Deletes an imported collection.
    case delete(path: String)
}

/// The parts of the program's state that imports and exports read.
struct TransferContext {
    /// The collection or folder under the tree's cursor, or around the request there.
    let folder: String?
    /// The number of collections in the workspace.
    let collectionCount: Int
    /// True while a prompt waits for its text to be used.
    let isPromptWaiting: Bool
    /// The names of the open requests with unsaved changes whose files are in a folder, or are it.
    var unsavedNames: (_ folder: String) -> [String] = { _ in [] }

    var collection: String? { folder.map { $0.split(separator: "/").prefix(2).joined(separator: "/") } }
}

/// Runs imports and exports. Nothing is written before the user has seen the report.
enum TransferReducer {
    typealias Result = Outcome<TransferMessage, TransferEffect, TransferOutput>

    static func reduce(_ message: TransferMessage, _ context: TransferContext) -> Result {
        switch message {
        case .askSource: [.show(.prompt(source))]
        case .perform(let effect): [.effect(effect)]
        case .write(let pending):
            // Environments that come without a collection are for the only one, or else for the workspace.
            [.effect(.write(pending, collection: context.collectionCount == 1 ? context.collection : nil))]
        case .pickFormat(let includesSecrets): pickFormat(includesSecrets, context)
        case .askTarget(let order):
            [.show(.prompt(target(of: order)))]
        case .pickCode:
            [
                .show(
                    .picker(
                        Picker("Copy as code", CodeTarget.all.map { .init(title: $0.title, keywords: [$0.id], message: .copyAs($0.id)) })))
            ]
        case .copyAs(let target): [.output(.showCode(target))]
        case .wasRead(let pending): show(pending, context)
        case .written(let paths, let isUpdate, let edit): written(paths, isUpdate, edit)
        case .interrupted(let reason, let edit): interrupted(reason, edit)
        case .undo: [.output(.undo)]
        case .askToDelete(let paths): [.show(.confirm(deletion(of: paths)))]
        case .delete(let paths): Result(paths.map { .output(.delete(path: $0)) })
        case .exported(let order, let files, let losses): exported(order, files, losses, context)
        case .exists(let order, let paths): askToOverwrite(order, paths)
        case .refused(let reason): [.output(.endPrompt(problem: reason))]
        case .failed(let reason): .notify(.error, reason)
        }
    }

    private static var source: Prompt<TransferMessage> {
        Prompt("Import", "preview", "Path or URL", note: "Or paste a curl command or the content of a file", kind: .source, waits: true) {
            text, _ in
            .perform(.read(DroppedPath.unquoted(text), isAsked: true))
        }
    }

    private static func target(of order: ExportOrder) -> Prompt<TransferMessage> {
        Prompt("Export to folder", "export", "Folder", TextFieldState(replacing: "."), kind: .folder, waits: true) { folder, _ in
            .perform(.export(ExportOrder(order, to: folder)))
        }
    }

    // MARK: Import

    /// Shows the report before anything is written.
    private static func show(_ pending: PendingImport, _ context: TransferContext) -> Result {
        guard !pending.isAsked || context.isPromptWaiting else { return [] }
        let ended: Result = pending.isAsked ? [.output(.endPrompt(problem: nil))] : []
        return ended + [.show(.confirm(question(pending)))]
    }

    /// The report, with the changes of collections first.
    private static func question(_ pending: PendingImport) -> Question<TransferMessage> {
        let result = pending.result
        let isOneFile = Set(result.issues.map(\.file)).count == 1
        let issues = ImportIssue.lines(of: result.issues, namesFiles: !isOneFile).sorted { $0.severity > $1.severity }.map {
            "\($0.severity.rawValue): \($0.text)"
        }
        let items = pending.updates.flatMap(\.changes).map(\.text) + issues + pending.credentials.map { "credential: \($0.text)" }
        let shown = Array(items.prefix(shownItemCount))
        let rest = items.count + result.droppedIssueCount - shown.count
        let counts = ImportIssue.Severity.allCases.reversed().compactMap { severity -> String? in
            let count = result.issues.count { $0.severity == severity }
            switch severity {
            case _ where count == 0: return nil
            case .note: return CountText.of(count, "note")
            case .kept: return "\(count) kept but not used"
            case .changed, .lost, .failed: return "\(count) \(severity.rawValue)"
            }
        }
        let report = counts.isEmpty ? "Nothing was lost." : counts.joined(separator: ", ") + "."
        let source = pending.origin.source.split(separator: "/").last ?? "clipboard"
        return Question(
            title: "Import from " + TextWidth.fitted(source, columns: maxSourceColumns, cut: .middle),
            text: (["\(result.formats.joined(separator: ", ")): \(result.summary). \(report)"] + pending.updates.map(text)
                + credentialCounts(pending)).joined(separator: " "),
            items: shown + (rest > 0 ? ["and \(rest) more: apus import --json lists all"] : []), showsWholeItems: true,
            choices: choices(pending))
    }

    private static func text(_ update: CollectionUpdate) -> String {
        let counts = CollectionUpdate.Change.Kind.allCases.compactMap { kind -> String? in
            let count = update.changes.count { $0.kind == kind }
            return count > 0 ? "\(count) \(kind.rawValue)" : nil
        }
        let known = WorkspacePath.isEnvironment(update.collection) ? "has the same name" : "was imported before"
        return "\(update.collection) \(known): \(counts.isEmpty ? "no changes" : counts.joined(separator: ", "))."
    }

    /// The numbers of credentials in plain text and of credentials kept as secrets.
    private static func credentialCounts(_ pending: PendingImport) -> [String] {
        let clear = pending.credentials.count { $0.replacement == .none }
        let kept = pending.credentials.count - clear
        return (kept > 0 ? ["\(CountText.of(kept, "credential")) kept as \(kept == 1 ? "a secret" : "secrets") on this machine."] : [])
            + (clear > 0 ? ["\(CountText.of(clear, "credential")) in plain text in the files."] : [])
    }

    private static func choices(_ pending: PendingImport) -> [Question<TransferMessage>.Choice] {
        var choices: [Question<TransferMessage>.Choice] = []
        if !pending.isUpdate {
            choices.append(.init("i", "Import", [.write(pending)]))
        } else {
            choices.append(.init("u", "Update", [.write(pending)]))
            choices.append(.init("n", "Import as new", [.write(pending.asNew)]))
        }
        if !pending.credentials.isEmpty, !pending.keepsSecrets {
            let label = pending.origin.separatesSecrets ? "Write credentials into files" : "Keep credentials as secrets"
            choices.append(.init("s", label, [.perform(.plan(pending.switchingSecrets))]))
        }
        if !pending.result.missingReferences.isEmpty, !pending.origin.source.isEmpty {
            let count = pending.result.missingReferences.count
            let reading = TransferEffect.read(
                pending.origin.source, isAsked: false, followsReferences: true, separatesSecrets: pending.origin.separatesSecrets)
            choices.append(.init("f", "Fetch \(CountText.of(count, "reference"))", [.perform(reading)]))
        }
        return choices + [.init("c", "Cancel", [])]
    }

    private static let shownItemCount = 500
    private static let maxSourceColumns = 44

    private static func written(_ paths: [String], _ isUpdate: Bool, _ edit: FileEdit?) -> Result {
        guard !paths.isEmpty else { return .notify(.done, "No changes: everything is already imported or was changed here") }
        let places = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
        let shown: Result = paths.first.map { [.output(.reveal(path: $0))] } ?? []
        guard !isUpdate, !paths.isEmpty, paths.allSatisfy(WorkspacePath.isCollection) else {
            let undo = edit.map { _ in Toast<TransferMessage>.Action(label: "undo", message: .undo) }
            let edited: Result = edit.map { [.output(.edited($0))] } ?? []
            return edited + .notify(.done, "\(isUpdate ? "Updated" : "Imported") \(places)", about: edit == nil ? nil : .tree, action: undo)
                + shown
        }
        let undo = Toast<TransferMessage>.Action(label: "undo", message: paths.count == 1 ? .undo : .askToDelete(paths: paths))
        let created = Result(paths.map { .output(.created(path: $0)) })
        return created + .notify(.done, "Imported \(places)", about: .tree, action: undo) + shown
    }

    private static func interrupted(_ reason: String, _ edit: FileEdit) -> Result {
        let progress = edit.fileCount == 0 ? "halfway" : "after \(CountText.of(edit.fileCount, "file"))"
        return [.output(.edited(edit))]
            + .notify(
                .error, "The import ended \(progress): \(reason)", about: .tree,
                action: Toast<TransferMessage>.Action(label: "undo", message: .undo))
    }

    private static func deletion(of paths: [String]) -> Question<TransferMessage> {
        .deleting(
            "Delete imported collections?",
            "\(CountText.of(paths.count, "collection")) with all their requests. Undo restores everything until you quit.",
            items: paths, delete: [.delete(paths: paths)])
    }

    // MARK: Export

    private static func pickFormat(_ includesSecrets: Bool, _ context: TransferContext) -> Result {
        guard let folder = context.folder else { return .notify(.warning, "Choose a collection or a folder first") }
        let items = ExportFormat.all.map { format in
            Picker<TransferMessage>.Item(
                title: format.title, detail: files(of: format), keywords: [format.id],
                message: .askTarget(ExportOrder(path: folder, format: format.id, includesSecrets: includesSecrets)))
        }
        return [.show(.picker(Picker(includesSecrets ? "Export with secrets as" : "Export as", items)))]
    }

    private static func files(of format: ExportFormat) -> String {
        let ending = "." + format.fileExtension
        return format.fileExtension.isEmpty ? "a folder of files" : ending == format.title ? "a text file" : ending
    }

    private static func exported(_ order: ExportOrder, _ files: [String], _ losses: [String], _ context: TransferContext) -> Result {
        let losses = context.unsavedNames(order.path).map { "“\($0)” has unsaved changes; its last saved state was exported" } + losses
        let notice: Result = files.isEmpty ? .notify(.error, "Nothing exported") : .notify(.done, "Exported \(places(of: files))")
        let done: Result = [.output(.endPrompt(problem: nil))] + notice
        guard !losses.isEmpty else { return done }
        let written = files.isEmpty ? [] : [StyledLine("Files", .textStrong)] + files.map { StyledLine($0) } + [StyledLine()]
        let lines = written + [StyledLine("Not exported", .textStrong)] + losses.map { StyledLine($0, .warning) }
        let count = files.isEmpty ? "Nothing exported" : "Exported \(CountText.of(files.count, "file"))"
        return done + [.show(.text(TextWindow("\(count), \(CountText.of(losses.count, "difference"))", lines)))]
    }

    /// The only file, or the number of files and the folder that contains them all.
    private static func places(of files: [String]) -> String {
        guard files.count > 1, var folder = files.first?.split(separator: "/", omittingEmptySubsequences: false).dropLast() else {
            return files.first ?? ""
        }
        while !folder.isEmpty, !files.allSatisfy({ $0.hasPrefix(folder.joined(separator: "/") + "/") }) { folder.removeLast() }
        return "\(files.count) files to \(folder.joined(separator: "/"))"
    }

    private static func askToOverwrite(_ order: ExportOrder, _ paths: [String]) -> Result {
        var again = order
        again.overwrites = true
        let first = paths.first ?? order.target
        let text = paths.count > 1 ? "\(first) and \(paths.count - 1) more of its files already exist." : "\(first) already exists."
        return [.show(.confirm(.overwriting(text, overwrite: .perform(.export(again))) { .refused($0) }))]
    }
}

/// A file path dropped on the terminal, which types or pastes it quoted, escaped or as a `file:` URL.
enum DroppedPath {
    private static let endings: Set<Substring> = ["json", "yaml", "yml", "har", "bru", "http", "rest", "hurl", "postman_collection"]

    /// The path in `text`; nil if there is none, or if no import reads files with its extension.
    static func path(in text: String) -> String? {
        let text = text.trimmed
        guard !text.contains(where: \.isNewline), text.utf8.count < 4_096 else { return nil }
        let path = unquoted(text)
        guard path.hasPrefix("/") || path.hasPrefix("~/"), let ending = path.split(separator: ".").last else { return nil }
        return endings.contains(ending) ? path : nil
    }

    /// A path without its quotes, escapes or `file:` scheme.
    static func unquoted(_ text: String) -> String {
        if text.count > 1, let quote = text.first, quote == "'" || quote == "\"", text.last == quote {
            return String(text.dropFirst().dropLast())
        }
        if text.hasPrefix("file://") { return String(text.dropFirst("file://".count)).percentDecoded() }
        return text.replacing("\\ ", with: " ")
    }
}

/// The commands of imports and exports.
enum TransferCommands {
    static let all: [Command<TransferContext, TransferMessage>] = [
        Command(
            "request.copyAs", "Copy as code", ["y a"], .request, .send,
            synonyms: ["curl", "python", "javascript", "swift", "go", "export", "snippet", "generate"], sends: .pickCode),
        Command(
            "transfer.import", "Import file or URL", label: "import", ["I"], .tree, .file,
            synonyms: [
                "import collection", "postman", "openapi", "swagger", "insomnia", "bruno", "har", "hurl", "curl", "open file",
            ], sends: .askSource),
        Command(
            "transfer.importClipboard", "Import from clipboard", ["P"], .tree, .file, synonyms: ["paste curl", "openapi", "postman"],
            sends: .perform(.readClipboard)),
        Command(
            "transfer.export", "Export collection or folder", label: "export", ["X"], .tree, .file,
            synonyms: ["postman", "openapi", "bruno", "har", "hurl", "markdown", "html", "documentation", "save as", "share"],
            disabled: { $0.folder == nil ? "there is no collection yet" : nil }, sends: .pickFormat(includesSecrets: false)),
        Command(
            "transfer.exportWithSecrets", "Export with secrets", [], .tree, .file, synonyms: ["postman", "passwords", "tokens"],
            disabled: { $0.folder == nil ? "there is no collection yet" : nil }, sends: .pickFormat(includesSecrets: true)),
    ]
}
