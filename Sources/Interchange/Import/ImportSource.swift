internal import HTTP
public import JSON
internal import Workspace

/// A file to import: its name, its bytes, and its content as a document or as text.
public struct ImportSource: Sendable {
    /// The parsed content.
    public enum Content: Sendable {
        /// A JSON or YAML document.
        case document(JSONValue)
        /// Any other text.
        case text(String)
    }

    /// The file's name, as given. It is shown, and its extension determines the format of a text.
    public let name: String
    /// The text, without a byte order mark and decoded from UTF-16 if needed.
    public let text: String
    /// The document, or the text.
    public let content: Content
    /// The error of a text that looks like a document but is not valid.
    public let documentError: ImportError?

    /// Decodes and parses the bytes of a file.
    ///
    /// - Parameter allowsEmpty: true to accept an empty file as text.
    /// - Throws: an error for a file that is too large, empty or not text.
    public init(
        name: String, bytes: [UInt8], limits: ImportLimits = ImportLimits(), allowsEmpty: Bool = false
    ) throws(ImportError) {
        self.name = name
        guard bytes.count <= limits.fileByteCount else {
            throw ImportError("The file has \(bytes.count) bytes; the limit is \(limits.fileByteCount >> 20) MB.")
        }
        let bytes = try Self.utf8(bytes)
        guard allowsEmpty || bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            throw ImportError("The file is empty.")
        }
        let isYAML = [".yaml", ".yml"].contains { name.lowercased().hasSuffix($0) }
        (content, documentError, text) = try Self.parse(bytes, isYAML: isYAML, limits)
    }

    /// The document, if the file is one.
    public var document: JSONValue? { if case .document(let value) = content { value } else { nil } }

    /// True for the name of a text for people, such as a README.
    static func isForPeople(_ name: String) -> Bool {
        let endings = ["md", "markdown", "mdx", "rst", "adoc", "asciidoc", "org", "txt", "html", "htm"]
        return endings.contains { name.lowercased().hasSuffix(".\($0)") }
    }

    /// - Parameter isYAML: true for a document that need not be JSON, for any first character.
    private static func parse(
        _ bytes: [UInt8], isYAML: Bool, _ limits: ImportLimits
    ) throws(ImportError) -> (Content, ImportError?, String) {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        var failure: ImportError?
        let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if looksLikeJSON {
            do throws(JSONError) {
                let limits = JSONLimits(depth: limits.documentDepth, byteCount: limits.fileByteCount)
                return (.document(try JSONValue(parsing: bytes, limits: limits)), nil, "")
            } catch {
                failure = isYAML ? nil : ImportError(error)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw notUTF8(bytes) }
        guard looksLikeJSON || looksLikeYAML(text) else { return (.text(text), nil, text) }
        do throws(ImportError) {
            let value = try YAMLReader.document(bytes, limits: limits)
            return value.object == nil && value.array == nil ? (.text(text), failure, text) : (.document(value), failure, text)
        } catch {
            return (.text(text), failure ?? error, text)
        }
    }

    /// True if the first significant line is a directive, the start of a document, a key, or a list entry.
    private static func looksLikeYAML(_ text: String) -> Bool {
        var text = text[...].drop(while: \.isWhitespace)
        while text.first == "#" { text = text.drop { !$0.isNewline }.drop(while: \.isWhitespace) }
        // A key is shorter; some files have one line of megabytes.
        let line = text.prefix(1_000).prefix { !$0.isNewline }
        if line.hasPrefix("%YAML") || line == "---" || line.hasPrefix("--- ") || line.hasPrefix("- ") { return true }
        guard let colon = line.firstIndex(of: ":") else { return false }
        let rest = line[line.index(after: colon)...]
        return rest.isEmpty || rest.first?.isWhitespace == true
    }

    /// The bytes in UTF-8, without a byte order mark and decoded from UTF-16 if needed.
    private static func utf8(_ bytes: [UInt8]) throws(ImportError) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        guard bytes.count.isMultiple(of: 2) else { throw ImportError("The file is UTF-16 with an odd number of bytes.") }
        let units = stride(from: 2, to: bytes.count, by: 2).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func notUTF8(_ bytes: [UInt8]) -> ImportError {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var line = 1
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { if scalar == "\n" { line += 1 } }
        return ImportError("The file is not text: expected UTF-8 or UTF-16.", at: .line(line))
    }
}

extension ImportError {
    init(_ error: JSONError) {
        self.init("Expected \(error.expected), found \(error.found).", at: .line(error.position.line, column: error.position.column))
    }
}

/// A format of another program: recognizes and reads its files.
public struct ImportFormat: Sendable {
    /// The id in reports.
    public let id: String
    /// The title.
    public let title: String
    /// True for a format based on JSON or YAML documents, false for a text format.
    var readsDocuments = true
    /// The file extensions of this format, without the leading dot, if its content looks like that of
    /// other formats and faulty content cannot be recognized.
    var endings: Set<String> = []
    /// False for a format whose files have these extensions alone: in a file of another kind, a line only looks like a request.
    var readsOtherEndings = true
    /// True for the name of a file with settings of this format, such as environments.
    var isSettings: @Sendable (_ name: String) -> Bool = { _ in false }
    /// True for a text for people with requests of this format in it.
    var isInDocumentation: @Sendable (_ text: String) -> Bool = { _ in false }
    /// True for a block of documentation in which any line begins a request of this format.
    var isInBlock: @Sendable (_ text: String) -> Bool = { _ in false }
    /// True for the content of a file that is certainly one of this format, although its name has another extension or none.
    var isCertain: @Sendable (ImportSource, [RequestDraft]) -> Bool = { _, _ in true }
    /// The program that wrote a similar document, which Apus does not read; nil if it is not known.
    var otherProgram: @Sendable (JSONValue) -> String? = { _ in nil }
    /// Recognizes a file of this format by its content.
    let recognizes: @Sendable (ImportSource) -> Bool
    /// Reads a file of this format.
    let read: @Sendable (ImportSource, inout ImportContext) throws(ImportError) -> ImportedContent

    /// All formats; the first that recognizes a file reads it.
    public static let all: [ImportFormat] = [
        commands, atac, postman, openAPI, insomnia, openCollection, slumber, posting, har, bru, hurl, httpFile, dotenv,
    ]

    /// The format of a file: by the extension of its name, else by its content; nil if it is unknown.
    public static func format(of source: ImportSource) -> ImportFormat? {
        if source.name.lastPathComponent.hasPrefix(".env.") { return dotenv }
        if let format = named(byEndingOf: source.name), format.readsDocuments == (source.document != nil) { return format }
        return all.first { $0.recognizes(source) }
    }

    /// The format for the extension of a name; nil for others.
    static func named(byEndingOf name: String) -> ImportFormat? {
        let name = name.lowercased()
        return all.first { $0.endings.contains { name.hasSuffix(".\($0)") } }
    }
}

/// A format of another program that stores a collection in a folder.
struct ImportFolderFormat: Sendable {
    let title: String
    /// The folders with collections among the files of an import, each with a trailing slash.
    let roots: @Sendable ([String]) -> Set<String>
    /// Reads a folder: the imported folder, the files of the collection, and the collection's own path with a trailing slash.
    let read: @Sendable (ImportFolder, [String], String, inout ImportContext) throws(ImportError) -> ImportedContent
    /// True for a file that holds the settings of a collection alone, and so stands for its folder.
    var isSettings: @Sendable (ImportSource) -> Bool = { _ in false }

    static let all: [ImportFolderFormat] = [bruno, postman]
}

/// The content of an imported file.
struct ImportedContent: Sendable {
    /// Collections, in order.
    var collections: [CollectionTree] = []
    /// Environments that belong to no collection of the file.
    var environments: [CollectionTree.Environment] = []
    /// Variables of the whole workspace.
    var globals: [Row] = []
    /// True for a format that distributes a collection over files: those of one folder become one collection.
    var isPart = false
}

extension ImportedContent {
    /// The content of a file with one request of a collection that is distributed over files.
    init(part request: CollectionTree.Request) {
        self.init(collections: [CollectionTree(.init(FolderDraft(name: request.draft.name), items: [.request(request)]))], isPart: true)
    }
}

extension ImportedContent {
    /// Replaces parts that cannot be sent: a method such as a list in a damaged file by GET, and a header without a name by a disabled one.
    mutating func replaceUnsendable(reportingTo context: inout ImportContext) {
        let all = collections.flatMap(\.environments) + environments
        context.reportWebSockets(in: globals + collections.flatMap(\.allVariables) + all.flatMap(\.draft.variables))
        for index in collections.indices {
            collections[index].root.changeRequests { draft in
                let nameless = draft.headers.indices.filter { draft.headers[$0].isEnabled && draft.headers[$0].name.isEmpty }
                for header in nameless {
                    context.report(
                        .changed, at: .file, "header “\(draft.headers[header].value)” of “\(draft.name)”", "it has no name",
                        instead: "it is disabled")
                    draft.headers[header].isEnabled = false
                }
                context.reportUnsendable(draft)
                guard !draft.method.contains("{{"), HTTPRequest.fault(ofMethod: draft.method) != nil else {
                    return !nameless.isEmpty
                }
                context.report(
                    .changed, at: .file, "method “\(draft.method)” of “\(draft.name)”", "it is not an HTTP method",
                    instead: "the method becomes GET")
                draft.method = "GET"
                return true
            }
        }
    }
}

extension String {
    /// The reason why a URL cannot be sent, as for a WebSocket; nil for others.
    var faultOfScheme: String? {
        let scheme = firstRange(of: ":").map { self[..<$0.lowerBound].lowercased() } ?? ""
        let isOther = ["ws", "wss", "ftp", "ftps", "file", "data", "grpc", "grpcs"].contains(scheme)
        return isOther ? "URLs with “\(scheme):” cannot be sent" : nil
    }
}

extension ImportContext {
    /// Reports variables with the address of a WebSocket, each once, unless the format reported such servers itself.
    fileprivate mutating func reportWebSockets(in variables: [Row]) {
        let reported = Set(issues.map(\.why))
        var names: Set<String> = []
        for row in variables where row.isEnabled && row.value.prefix(2).lowercased() == "ws" {
            guard let fault = row.value.faultOfScheme, !reported.contains(fault), names.insert(row.name).inserted else { continue }
            report(.kept, at: .file, "variable “\(row.name)”", fault)
        }
    }

    /// Reports a scheme that cannot be sent, and variables whose names contain others.
    fileprivate mutating func reportUnsendable(_ draft: RequestDraft) {
        if let fault = draft.url.faultOfScheme { report(.kept, at: .file, "request “\(draft.name)”", fault) }
        let texts = [draft.url] + (draft.query + draft.headers + draft.variables).map(\.value)
        // Most texts have no two references, which are found sooner without the expression.
        let candidates = texts.lazy.filter { $0.utf8.count { $0 == UInt8(ascii: "{") } > 3 }
        if let nested = candidates.compactMap({ $0.firstMatch(of: /\x7B\x7B[^\x7B\x7D]*\x7B\x7B[^\x7B\x7D]*\x7D\x7D/) }).first {
            report(.changed, at: .file, "variable “\(nested.0)” of “\(draft.name)”", "a name cannot contain another variable")
        }
    }
}

extension ImportedContent {
    /// The paths of files that requests send.
    var sentFiles: Set<String> {
        var files: Set<String> = []
        for var root in collections.map(\.root) {
            root.changeFiles { path in
                files.insert(path.split(separator: "/").filter { $0 != "." }.joined(separator: "/"))
                return path
            }
        }
        return files
    }

    /// Places the requests in a file of the imported folder, to which the paths of files that they send become relative.
    mutating func place(in file: String, of folder: ImportFolder) {
        for index in collections.indices {
            collections[index].root.changeWholeRequests { request in
                request.sourcePlace.file = file
                return true
            }
        }
        moveFiles(from: file.lastIndex(of: "/").map { String(file[...$0]) } ?? "", in: folder)
    }

    /// Makes the paths of files that requests send relative to the imported folder, not to its subfolder `parent`, which ends with a slash.
    mutating func moveFiles(from parent: String, in folder: ImportFolder) {
        guard !parent.isEmpty else { return }
        for index in collections.indices {
            collections[index].root.changeFiles { ImportFolder.file(parent + $0, in: folder.path) == nil ? $0 : parent + $0 }
        }
    }
}

// Foreign documents often violate their own schemas: numbers instead of strings, null instead of nothing. These functions read the
// intended value.
extension JSONValue {
    /// The value as text: strings unchanged, numbers and booleans as written, null as an empty text, others as JSON.
    var looseText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text
        case .array, .object: compactText
        }
    }

    /// True for `true` and for the word.
    var looseFlag: Bool { bool ?? (string?.lowercased() == "true") }

    /// A whole number, also in a string.
    var looseInteger: Int? { integer ?? string.flatMap { Int($0) } }

    /// An array of strings as lines, or a string; nil for another kind.
    var looseLines: String? { string ?? array.map { $0.map(\.looseText).joined(separator: "\n") } }

    /// The member's text; empty where it is missing.
    func text(_ name: String) -> String { self[name]?.looseText ?? "" }

    /// The member's text; nil where it is missing, null or empty.
    func nonEmpty(_ name: String) -> String? { self[name].flatMap { $0.looseText.isEmpty ? nil : $0.looseText } }

    /// The request's method in a program that sends all methods in capitals; one with a variable as it is.
    var methodInCapitals: String {
        let method = nonEmpty("method") ?? "GET"
        return method.contains("{{") ? method : method.uppercased()
    }

    /// The member's elements; none where it is missing or of another kind.
    func elements(_ name: String) -> [JSONValue] { self[name]?.array ?? [] }
}

extension JSONPointer {
    /// One member further down.
    func member(_ name: String) -> JSONPointer { appending(.member(name)) }

    /// One element further down.
    func element(_ index: Int) -> JSONPointer { appending(.element(index)) }
}

extension JSONObject {
    /// Sets a member unless the value is empty.
    mutating func set(_ name: String, _ value: JSONValue?) {
        guard let value, !value.isNull else { return }
        self[name] = value
    }
}

extension StringProtocol {
    /// True for a comment or title without text: `-----`.
    var isRule: Bool {
        count > 2 && !contains { $0.isLetter || $0.isNumber || $0.unicodeScalars.contains(where: \.properties.isEmojiPresentation) }
    }
}

extension Substring {
    /// The text of a line between signs: `### Title ###`. A single sign directly after a word belongs to it, as in `C#`.
    var separatorTitle: String {
        let text = drop { $0 == "#" }.trimmingBlanks
        let title = text.dropLast(text.reversed().prefix { $0 == "#" }.count)
        let isFrame = title.count + 1 < text.count || title.last?.isWhitespace == true
        return String(isFrame ? title.trimmingBlanks : text)
    }
}
