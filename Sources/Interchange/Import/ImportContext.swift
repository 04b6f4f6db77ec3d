import HTTP
import JSON
import Workspace

/// The state of one file's import: its limits, the files around it, and the issues found so far.
public struct ImportContext: Sendable {
    /// The name of the file, as given.
    let file: String
    /// The limits on sizes.
    let limits: ImportLimits
    /// The folder around the file; nil if only the file itself may be read.
    let folder: ImportFolder?
    /// The remote documents that the file may refer to.
    let network: ImportNetwork
    /// The way in which commands of curl and wget are read.
    let commandReading: CommandReading
    /// The URLs of referenced documents that were not read, in order.
    private(set) var missingReferences: [String] = []
    /// The files of the folder that were read for this one.
    private(set) var readFiles: Set<String> = []
    /// The issues found so far, in order.
    private(set) var issues: [ImportIssue] = []
    /// The number of issues beyond the limit.
    private(set) var droppedIssueCount = 0
    private var requestCount = 0
    /// The numbers of expressions without an equivalent, by the stem of their variable's name.
    private var expressionNumbers: [String: [String: Int]] = [:]
    /// The scripts of its requests that were read.
    var scriptReadings = ScriptReadings()

    init(
        file: String, limits: ImportLimits, folder: ImportFolder? = nil, network: ImportNetwork = ImportNetwork(),
        commandReading: CommandReading = .pasted
    ) {
        self.file = file
        self.commandReading = commandReading
        self.limits = limits
        self.folder = folder
        self.network = network
    }

    /// Adds an issue to the report, about the imported file if no other is given.
    mutating func report(
        _ severity: ImportIssue.Severity, of other: String? = nil, at place: ImportPlace, _ what: String, _ why: String,
        instead: String = "", isFault: Bool = false
    ) {
        guard issues.count < limits.issueCount else { return droppedIssueCount += 1 }
        issues.append(
            ImportIssue(
                severity: severity, file: other ?? file, place: place, what: what, why: why, instead: instead, request: requestCount,
                isFault: isFault))
    }

    /// True for an object; anything else is reported and left out.
    mutating func isObject(_ value: JSONValue, _ what: String, at place: JSONPointer) -> Bool {
        if value.object != nil { return true }
        report(.failed, at: place, what, "it is \(value.kindDescription), but an object is expected", instead: "left out")
        return false
    }

    /// Adds one issue about all scripts that the collections keep and Apus does not run.
    mutating func reportScripts(of collections: [CollectionTree]) {
        let items = collections.flatMap { Self.scripts(of: $0.root, &scriptReadings) }
        if let issue = ImportIssue(scriptsOf: items, in: file) { issues.append(issue) }
    }

    private static func scripts(
        of folder: CollectionTree.Folder, _ readings: inout ScriptReadings
    ) -> [(name: String, texts: [String])] {
        // Folders have no captures, which scripts of requests may become.
        [(folder.draft.name, folder.draft.scripts.texts)]
            + folder.items.flatMap { item in
                switch item {
                case .folder(let child): scripts(of: child, &readings)
                case .request(let request): [(request.draft.name, request.draft.scripts.texts.filter { readings.leaves($0) })]
                }
            }
    }

    /// Switches off a `Content-Type` that cannot be that of the body: Postman and Insomnia send that of the body instead.
    mutating func disableForeignType(of draft: inout RequestDraft, kinds: [BodyDraft.Kind: String], at pointer: JSONPointer) {
        guard let expected = kinds[draft.body.kind] else { return }
        for (index, row) in draft.headers.enumerated() where row.isEnabled && row.isNamed("content-type") {
            guard !row.value.lowercased().hasPrefix(expected), !row.value.contains("{{") else { continue }
            draft.headers[index].isEnabled = false
            report(
                .changed, at: pointer, "Content-Type “\(row.value.prefix(100))” of a body of another type",
                "the program sends the type of the body", instead: "the header is switched off")
        }
    }

    /// Adds an issue about a value of the document.
    mutating func report(
        _ severity: ImportIssue.Severity, at pointer: JSONPointer, _ what: String, _ why: String, instead: String = "",
        isFault: Bool = false
    ) {
        report(severity, at: .pointer(pointer), what, why, instead: instead, isFault: isFault)
    }

    /// Changes all issues but the first `count`.
    mutating func changeIssues(from count: Int, _ change: (inout ImportIssue) -> Void) {
        for index in issues.indices.dropFirst(count) { change(&issues[index]) }
    }

    /// Adds an issue about another file that could not be read.
    mutating func reportFile(_ file: String, _ error: ImportError) {
        report(.failed, of: file, at: error.place, "file", error.message, instead: "left out")
    }

    /// Records a referenced URL that was not read.
    mutating func miss(_ address: String) { if !missingReferences.contains(address) { missingReferences.append(address) } }

    /// Records files of the folder that were read for this one.
    mutating func markRead(_ files: some Sequence<String>) { readFiles.formUnion(files) }

    /// Counts a request.
    ///
    /// - Throws: an error when the limit is exceeded.
    mutating func countRequest() throws(ImportError) {
        requestCount += 1
        guard requestCount <= limits.requestCount else {
            throw ImportError("The file has more than \(limits.requestCount) requests. Import it in parts.")
        }
    }

    /// A name for display and for a file name: one line, not longer than the limit.
    mutating func name(_ text: String, at place: ImportPlace) -> String {
        let byteCount = text.utf8.count
        let text = byteCount > limits.nameByteCount ? String(text.prefix(limits.nameByteCount + 1)) : text
        let line = text.contains(where: \.isNewline) ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
        guard byteCount > limits.nameByteCount else { return line }
        var (short, count) = ("", 0)
        for character in line {
            count += character.utf8.count
            guard count <= limits.nameByteCount else { break }
            short.append(character)
        }
        report(.changed, at: place, "name", "it has \(byteCount) bytes", instead: "cut to \(limits.nameByteCount)")
        return short
    }

    /// The variable for an expression that has no equivalent, by a stem of its name; different expressions with one stem are numbered.
    mutating func variable(_ stem: String, for expression: some StringProtocol) -> String {
        let number = expressionNumbers[stem]?[String(expression)] ?? (expressionNumbers[stem]?.count ?? 0) + 1
        expressionNumbers[stem, default: [:]][String(expression)] = number
        return number == 1 ? stem : "\(stem)-\(number)"
    }

    /// The name of a reference to a prompt, `prompt:…`; it shows whether the value is a secret.
    static func prompt(_ message: String, isSecret: Bool) -> String {
        let text = String(message.map { "{}\"|".contains($0) || $0.isNewline ? " " : $0 }[...].drop { $0 == " " })
        let name = text.isEmpty ? (isSecret ? "secret" : "value") : text
        let soundsSecret = SecretName.soundsSecret(name)
        return VariableResolver.promptPrefix + name + (isSecret && !soundsSecret ? " (secret)" : "")
    }
}

/// The remote documents that an import may read: they are fetched before it runs, never by it.
struct ImportNetwork: Sendable {
    /// The URL of the imported file itself; nil for a local file.
    var address: String?
    /// The documents by URL.
    var documents: [String: [UInt8]] = [:]
    /// The reasons why others could not be fetched.
    var failures: [String: String] = [:]

    /// The URL of a reference, relative to another document; nil for a local path.
    static func address(of reference: String, from base: String) -> String? {
        guard reference.contains("://") || base.contains("://"), var url = WebURL(reference, base: WebURL(base)) else { return nil }
        url.hash = ""
        return ["http:", "https:"].contains(url.protocol) ? url.href : nil
    }
}

extension ImportContext {
    /// Reports comments in a JSON body, which other programs remove before they send it. The text stays as it is.
    mutating func reportComments(in json: String, at pointer: JSONPointer) {
        var (rest, isInString) = (Array(json.utf8)[...], false)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { isInString.toggle() }
            if byte == UInt8(ascii: "\\"), isInString { rest = rest.dropFirst() }
            guard !isInString, byte == UInt8(ascii: "/"), let next = rest.first, "/*".utf8.contains(next) else { continue }
            return report(.changed, at: pointer, "comments in the body", "JSON has none", instead: "they are sent; remove them")
        }
    }
}

extension Scripts {
    /// Both scripts, without empty ones.
    var texts: [String] { [before, after].filter { !$0.isEmpty } }
}

extension ImportResult {
    /// The issues about requests, by their positions from 0, and about the whole of their files.
    public func issues(about indices: [Int]) -> [ImportIssue] {
        let requests = collections.flatMap(\.requests).map { $0.request }
        let indices = Set(indices.filter(requests.indices.contains))
        guard !indices.isEmpty else { return [] }
        let texts = indices.sorted().map {
            (name: requests[$0].draft.name, texts: requests[$0].draft.scripts.texts.filter(ScriptReader.leaves))
        }
        let scripts = ImportIssue(scriptsOf: texts, in: issues.first?.file ?? "")
        // In a folder, the requests of each file are counted on their own.
        let files = Dictionary(grouping: requests.indices) { requests[$0].sourcePlace.file }
        func isAbout(_ issue: ImportIssue) -> Bool {
            guard let number = issue.request else { return false }
            guard let positions = files[issue.file] ?? (files.count == 1 ? files[nil] : nil) else { return number == 0 }
            // Formats with a file for each request count those of the folder.
            guard positions.count > 1 || files.count == 1 else { return indices.contains(positions[0]) }
            guard number > 0 else { return !indices.isDisjoint(with: positions) }
            return positions.indices.contains(number - 1) && indices.contains(positions[number - 1])
        }
        return issues.filter(isAbout) + (scripts.map { [$0] } ?? [])
    }
}

/// The limits of an import. They prevent a hostile file from exhausting memory or stack.
public struct ImportLimits: Hashable, Sendable {
    /// The maximum size of one file in bytes.
    public var fileByteCount = 256 << 20
    /// The maximum size of all files of one import in bytes.
    var totalByteCount = 1 << 30
    /// The maximum number of files of one import.
    var fileCount = 20_000
    /// The maximum nesting of values in a document.
    var documentDepth = 256
    /// The maximum number of values of a document with references and aliases expanded.
    var valueCount = 20_000_000
    /// The maximum number of remote documents that the files of an import refer to.
    var referenceCount = 200
    /// The maximum number of documents that make up one, such as the files of an OpenAPI document.
    public var documentCount = 2_000
    /// The maximum number of requests of one import.
    public var requestCount = 100_000
    /// The maximum nesting of folders; deeper ones are merged with their parents. Leaves room for the workspace's own limit.
    var folderDepth = 48
    /// The maximum length of a name in bytes; longer ones are cut.
    var nameByteCount = 1_000
    /// The maximum number of issues in a report; further ones are only counted.
    var issueCount = 10_000

    /// The program's limits.
    public init() {}
}
