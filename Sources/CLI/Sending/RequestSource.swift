import Engine
import HTTP
import Interchange
import JSON
import Platform
import Workspace

/// The request named by the words of a command line.
struct RequestSource: Sendable {
    var draft: RequestDraft
    /// The request's file in the workspace; nil if it has none there.
    var path: String?
    /// The request's place in another file; nil if it is in none.
    var place: RequestPlace?
    /// The bytes of the body that the draft cannot hold; nil for none.
    var body: (any HTTPBody)?
    /// The output of a command.
    var output = CommandOutput()
    /// The requests after the first, of a command with several.
    var others: [RequestSource] = []
    /// True for a command of another program, whose own words determine the use of standard input.
    var isCommand = false
    /// True if the words ask for standard input as the body.
    var takesInput = false
    /// Failed checks of its file that the draft does not have.
    var failedChecks: [CheckReport.Checked] = []
    /// The parts of a command or a file that are not used, as sentences.
    var losses: [String] = []
    /// The secrets of the environment that was found in its file; nil if none was.
    var environmentSecrets: [String: String]?
}

extension RequestSource {
    /// Parses words: a saved request by its path or a part of its name, a file of requests, a URL with HTTPie's items, or a command after
    /// `--`.
    ///
    /// - Parameters:
    ///   - options: HTTPie's options of the items, such as `--form`.
    ///   - environment: the name of the environment to use if the words name a file with environments.
    /// - Throws: a ``CommandError`` with code 2 with the expected form and similar names.
    init(
        _ operands: [String], rest: [String], in workspace: WorkspaceStore?, options: [String] = [], environment: String? = nil,
        standardInput: @escaping () throws -> [UInt8] = { [] }
    ) throws {
        if !rest.isEmpty {
            if let extra = operands.first { throw UsageError("unexpected word “\(extra)” before the command after --") }
            self = try Self.command(rest, standardInput)
            return
        }
        if operands.first.map(Self.isBlank) == true { throw UsageError("REQUEST is empty: expected a saved request, a URL or a file") }
        let takesInput = operands.contains(Self.standardInput)
        let operands = operands.filter { $0 != Self.standardInput }
        guard let first = operands.first else { throw UsageError("missing REQUEST: a saved request, a URL or a file") }
        if let path = workspace.flatMap({ Self.exactPath(first, in: $0) }) {
            self = try Self.saved(path, operands, in: workspace)
        } else if let file = Self.file(first), operands.count == 1 {
            self = try Self.request(named: file.name, of: RequestFile(file.path, environment: environment, in: workspace))
        } else if let (file, name) = Self.pathInFile(first) {
            throw CommandError(
                "“\(file)” is a file: \(file)#\(name) is a request or a folder in it; a host of this name is written http://\(first)",
                code: 2)
        } else if operands.count == 1, Self.isCommandText(first) {
            self = try Self.command(operands, standardInput)
        } else if Self.isURL(first) || operands.count > 1 && HTTPieLine.isLine(Self.line(operands)) {
            self = try Self.words(options + operands)
        } else if let workspace, let path = try Self.path(first, in: workspace) {
            self = try Self.saved(path, operands, in: workspace)
        } else if Self.isHost(first) {
            self = try Self.words(options + operands)
        } else {
            throw CommandError(Self.unknown(first, in: workspace), code: 2)
        }
        guard takesInput else { return }
        let isInWords = path == nil && place == nil
        if isCommand || isInWords && draft.body.kind != .none { throw UsageError("@- and another body cannot be combined") }
        self.takesInput = true
    }

    /// The word for standard input as the body, in place of that of a saved request.
    static let standardInput = "@-"

    // MARK: Saved requests

    /// True for a word that names nothing, such as a shell variable without a value.
    static func isBlank(_ word: String) -> Bool { word.allSatisfy { $0.isWhitespace || $0 == "/" } }

    /// The path of a saved request that is given in full, with or without `collections/` and `.request.json`. Looks only for that file, so
    /// that the time does not depend on the size of the workspace.
    private static func exactPath(_ word: String, in store: WorkspaceStore) -> String? {
        let names = WorkspacePath.shown(word).split(separator: "/", omittingEmptySubsequences: false)
        guard names.count > 1, names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
        let path = "collections/\(names.joined(separator: "/")).request.json"
        return store.isMissing(path) ? nil : path
    }

    /// The path of a saved request: given in full, or the only one whose path or name contains the words.
    static func path(_ word: String, in store: WorkspaceStore) throws -> String? {
        if let exact = exactPath(word, in: store) { return exact }
        let requests = try store.tree().requests
        let wanted = WorkspacePath.shown(word)
        let parts = wanted.lowercased().split { $0 == "/" || $0 == " " }
        guard !parts.isEmpty else { return nil }
        let near = requests.filter { node in
            let text = (WorkspacePath.shown(node.path) + " " + node.name).lowercased()
            return parts.allSatisfy { text.contains($0) }
        }
        guard near.count > 1 else { return near.first?.path }
        let named = near.filter { $0.name.lowercased() == wanted.lowercased() }
        if named.count == 1 { return named[0].path }
        let list = near.prefix(10).map { "  \(WorkspacePath.shown($0.path))" } + (near.count > 10 ? ["  …"] : [])
        throw CommandError("“\(word)” matches \(near.count) requests:", details: list, code: 2)
    }

    private static func saved(_ path: String, _ operands: [String], in workspace: WorkspaceStore?) throws -> RequestSource {
        guard let workspace else { throw CommandError("there is no workspace", code: 2) }
        guard operands.count == 1 else {
            throw CommandError("unexpected “\(operands[1])” after a saved request; --variable NAME=VALUE sets a variable", code: 2)
        }
        do throws(WorkspaceError) {
            let draft = try workspace.request(at: path).draft
            return RequestSource(draft: draft, path: path, failedChecks: workspace.failedChecks(ofRequestAt: path))
        } catch {
            throw CommandError(error.message, code: 2)
        }
    }

    static func unknown(_ word: String, in workspace: WorkspaceStore?) -> String {
        let file = word.prefix { $0 != "#" }
        if isFileName(file), file.contains(".") { return "there is no file “\(file)”; a host of this name is written http://\(word)" }
        guard let workspace, let tree = try? workspace.tree() else {
            let isPlace = word.hasPrefix("/") || word.hasPrefix(".") || word.isEmpty
            return "“\(word)” is not a URL or a file, and there is no workspace here (a folder that contains `collections`)"
                + (isPlace ? "" : "; a host without a dot is written http://\(word)")
        }
        let names = tree.requests.map { WorkspacePath.shown($0.path) }
        let last = word.lastPathComponent
        let near =
            NearestName.of(word, among: names)
            ?? NearestName.of(last, among: names.map(\.lastPathComponent)).flatMap { near in
                names.first { $0.hasSuffix(near) }
            }
        return "there is no request “\(word)” in \(workspace.root)"
            + (near.map { "; did you mean \($0)?" } ?? "; apus list shows all")
    }

    // MARK: Words, commands and files

    private static func isURL(_ word: String) -> Bool {
        word.contains("://") || word.hasPrefix(":") || word.hasPrefix("[") || word.hasPrefix("/") && FileStatus(of: word) == nil
            || word.hasPrefix("localhost")
    }

    /// True if the word begins with a host name such as `example.org`.
    static func isHost(_ word: String) -> Bool {
        let name = word.prefix { $0 != "#" }
        let authority = name.prefix { $0 != "/" && $0 != "?" }
        let host = authority[(authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...].prefix { $0 != ":" }
        return host.contains(".") && !host.hasPrefix(".") && !host.hasSuffix(".") && !(host == name && isFileName(name))
    }

    private static let fileEndings: Set<Substring> = [
        "bru", "csv", "har", "http", "hurl", "json", "jsonl", "postman_collection", "rest", "sh", "txt", "xml", "yaml", "yml",
    ]

    /// True for a name with the ending of a file. A missing file must not become a host.
    private static func isFileName(_ word: Substring) -> Bool {
        word.split(separator: ".").last.map(fileEndings.contains) ?? false
    }

    /// The parts of a word with a slash after the name of a file, such as `c.json/Login`, where `#` is expected.
    private static func pathInFile(_ word: String) -> (file: String, name: String)? {
        guard !word.contains("://") else { return nil }
        let slash = word.indices.first { index in
            word[index] == "/" && isFileName(word[..<index]) && FileStatus(of: String(word[..<index]))?.kind == .file
        }
        return slash.map { (String(word[..<$0]), String(word[word.index(after: $0)...])) }
    }

    private static func words(_ operands: [String], isLiteral: Bool = false) throws -> RequestSource {
        let line = line(operands)
        do throws(ImportError) {
            var files: [String: String] = [:]
            for path in HTTPieLine.files(in: line) {
                files[path] = String(validating: try ImportFolder.readFile(path), as: UTF8.self)
                if files[path] == nil { throw ImportError("\(path) is not UTF-8 text; name@\(path) sends the file itself.") }
            }
            return source(try HTTPieLine.command(line, files: files, isLiteral: isLiteral))
        } catch {
            throw CommandError(error.message, code: 2)
        }
    }

    /// A request of a command, without the losses that its output is.
    private static func source(_ imported: ImportedRequest) -> RequestSource {
        let losses = imported.losses.filter { !imported.output.omissions.contains($0) } + imported.changes
        return RequestSource(draft: imported.draft.readingFiles(in: currentFolder() ?? "/"), output: imported.output, losses: losses)
    }

    /// True if a word is a whole command of curl, wget or PowerShell.
    private static func isCommandText(_ word: String) -> Bool {
        word.contains(where: \.isWhitespace) && PastedCommand(word) != nil
    }

    /// A command whose words a shell has split, or a whole command in one word.
    private static func command(_ words: [String], _ standardInput: @escaping () throws -> [UInt8]) throws -> RequestSource {
        let files: CommandFiles = { path in
            let bytes = path == "-" ? try? standardInput() : try? ImportFolder.readFile(path)
            return bytes.flatMap { String(validating: $0, as: UTF8.self) }
        }
        guard let command = PastedCommand(words[0]) else { return try httpie(words) }
        do throws(ImportError) {
            let isText = words.count == 1 && isCommandText(words[0])
            let requests = try isText ? command.requests(words[0], files: files) : command.requests(ofWords: words, files: files)
            var sources = requests.map(source)
            var first = sources.removeFirst()
            first.losses += sources.flatMap(\.losses)
            (first.others, first.isCommand) = (sources, true)
            return first
        } catch {
            throw CommandError(error.message, code: 2)
        }
    }

    private static func httpie(_ words: [String]) throws -> RequestSource {
        var source = try Self.words(words, isLiteral: true)
        source.isCommand = HTTPieLine.ignoresInput(words)
        return source
    }

    /// Words as a shell command line; words without special characters stay unquoted.
    private static func line(_ words: [String]) -> String {
        // `joined` looks up conformances at run time, once per process, which a short request would notice.
        words.reduce(into: "") { $0 += ($0.isEmpty ? "" : " ") + $1.asShellWord }
    }

    /// A file of requests, and the name after `#` of a request in it or in a folder.
    static func file(_ word: String) -> (path: String, name: String?)? {
        if FileStatus(of: word)?.kind == .file { return (word, nil) }
        // Names of files and requests may contain the sign, too.
        let sign = word.indices.last { index in
            guard word[index] == "#", let kind = FileStatus(of: String(word[..<index]))?.kind else { return false }
            return kind == .file || kind == .folder
        }
        return sign.map { (String(word[..<$0]), String(word[word.index(after: $0)...])) }
    }

    private static func request(named name: String?, of file: RequestFile) throws -> RequestSource {
        guard let name else {
            let names = file.drafts.map(\.name)
            guard names.count == 1 else {
                throw CommandError(
                    "\(file.path) contains \(names.count) requests; add # and a name, or use apus run for all: \(names.joined(separator: ", "))",
                    code: 2)
            }
            return source(0, of: file)
        }
        if let index = try file.index(named: name) { return source(index, of: file) }
        let count = try file.indices(inFolder: name).count
        if count == 0 { throw file.noMatch(name) }
        throw CommandError(
            "“\(name)” is a folder of \(file.path) with \(CountText.of(count, "request")); apus run sends all of them", code: 2)
    }

    private static func source(_ index: Int, of file: RequestFile) -> RequestSource {
        RequestSource(
            draft: file.drafts[index], place: file.places[index], losses: file.losses(ofRequests: [index]),
            environmentSecrets: file.environmentSecrets)
    }

    /// True if the word names a file, optionally with a request after `#`.
    static func isFile(_ word: String?) -> Bool { word.flatMap(file) != nil }

    /// True if the word names a file outside the workspace.
    static func isForeignFile(_ word: String?, _ store: WorkspaceStore?) -> Bool {
        guard let path = word.flatMap(file)?.path else { return false }
        guard let root = store.flatMap({ resolvedPath($0.root) }), let resolved = resolvedPath(path) else { return true }
        return !resolved.hasPrefix(root + "/")
    }
}
