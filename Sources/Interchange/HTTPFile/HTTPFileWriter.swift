import HTTP
import Hashing
import JSON
import Workspace

extension ExportFormat {
    /// One `.http` file for JetBrains' HTTP Client, with the environments in `http-client.env.json`.
    static let httpFile = ExportFormat(
        id: "http", title: ".http", fileExtension: "http",
        carries: [
            .variables, .scripts, .captures, .assertions, .documentation, .tags, .partHeaders, .partNames, .bareRows,
            .tokenPrefix, .environments,
        ],
        options: ["timeout", "connectTimeout", "redirects.follow", "cookies", "httpVersion"],
        optionValues: ["httpVersion": Set(HTTPFileReader.httpVersions.values)], checks: .jetBrains, hasPathParameters: false,
        reference: { HTTPFileWriter.Dialect.jetBrains.reference($0) }, authentication: [.basic, .bearer, .digest, .apiKey]
    ) { tree, losses in
        HTTPFileWriter.files(of: tree, .jetBrains, &losses) + HTTPFileWriter.environments(tree.environments)
    }

    /// One `.http` file for VS Code's REST Client, which has no scripts, with the environments in `.vscode/settings.json`.
    static let vsCode = ExportFormat(
        id: "vscode", title: "VS Code .http", fileExtension: "http",
        carries: [.variables, .documentation, .partHeaders, .partNames, .bareRows, .tokenPrefix, .environments],
        options: ["redirects.follow", "cookies"],
        hasPathParameters: false, reference: { HTTPFileWriter.Dialect.vsCode.reference($0) },
        variableName: { name in
            // A reference to a response is no variable.
            name.contains(".response.") ? name : String(name.map { $0.isWhitespace ? "_" : $0 })
        }, hasCapture: ScriptChecks.isReference,
        authentication: [.basic, .bearer, .digest, .apiKey]
    ) { tree, losses in
        HTTPFileWriter.files(of: tree, .vsCode, &losses) + HTTPFileWriter.settings(tree.environments)
    }
}

/// Writes requests as a file for VS Code's REST Client or JetBrains' HTTP Client.
struct HTTPFileWriter {
    /// The program that sends the requests.
    enum Dialect {
        case jetBrains, vsCode
    }

    private let dialect: Dialect
    fileprivate(set) var out: ExportLines
    /// The names of the variables in the file by their names and values in the collection.
    private var names: [String: [String: String]] = [:]
    /// The last number that was added to a name.
    private var lastNumbers: [String: Int] = [:]
    /// The variables of the collection and its folders.
    private var shared: [Row] = []
    /// The latest value of each variable in the lines written so far.
    private var values: [String: String] = [:]
    /// The files of the bodies whose bytes lines cannot keep.
    private var bodies: [ExportedFile] = []
    private var bodyNames = FileNames()
    /// The folder of these files.
    private var bodyFolder = ""
    /// The boundary of the request's parts.
    private var boundary = HTTPFileWriter.ownBoundary

    static func files(of tree: CollectionTree, _ dialect: Dialect, _ losses: inout [ExportLoss]) -> [ExportedFile] {
        var writer = HTTPFileWriter(dialect, losses: losses)
        let text = writer.text(of: tree)
        let files = writer.out.files(of: tree, text, fileExtension: "http")
        losses = writer.out.losses
        return files + writer.bodies
    }

    init(_ dialect: Dialect, losses: [ExportLoss]) {
        self.dialect = dialect
        out = ExportLines(format: dialect == .vsCode ? "VS Code .http" : ".http", losses: losses)
    }

    mutating func text(of tree: CollectionTree) -> String {
        shared = tree.allVariables.filter(\.isEnabled)
        // A name in the text of a path could be a reference.
        var folders = FileNames()
        bodyFolder = folders.next(for: tree.root.draft.name) + ".bodies"
        for row in shared {
            add(row)
            values[row.name] = row.value
            names[row.name] = [row.value: row.name]
        }
        for row in tree.environments.flatMap(\.draft.variables) where names[row.name] == nil { names[row.name] = [:] }
        for (request, folders) in tree.requests {
            out.item = CollectionTree.path(of: request.draft.name, in: folders)
            out.lines += out.lines.isEmpty ? [] : [""]
            write(request)
        }
        return out.lines.joined(separator: "\n") + "\n"
    }

    private mutating func write(_ request: CollectionTree.Request) {
        let (plain, prompts) = Self.withPrompts(out.withChosenFiles(request.draft))
        let draft = dialect == .vsCode ? withOwnNames(plain) : plain
        out.add("### \(draft.name)")
        if draft.name.isRule, !draft.docs.isEmpty {
            out.lose("name", because: "below a title of dashes, the comment is read as the name")
        }
        if !draft.docs.isEmpty { out.lines += draft.docs.textLines.map { $0.isEmpty ? "#" : "# \($0.onOneLine)" } }
        writeDirectives(draft, request.extensions[HTTPFileReader.extensionName] ?? .null)
        for prompt in prompts { out.add("# @prompt \(prompt)") }
        for row in variables(of: draft) { add(row) }
        let scripts = dialect == .vsCode ? Scripts() : draft.scripts
        if !scripts.before.isEmpty { out.lines += ["< {%", scripts.before, "%}"] }
        let isGraphQL = draft.body.kind == .graphql
        out.add("\(draft.method) \(PostmanURL.escapedText(of: draft.withKeyInQuery))" + version(of: draft))
        let headers = headers(of: draft).filter { $0.isEnabled && canSend($0) }
        for row in headers { out.add("\(row.name): \(row.value)") }
        boundary = headers.compactMap { HTTPFileReader.boundary(of: $0.value) }.first ?? Self.ownBoundary
        if isGraphQL { out.lines.append("X-REQUEST-TYPE: GraphQL") }
        reportLosses(of: draft)
        writeBody(draft.body, headers, of: draft.name)
        if !scripts.after.isEmpty { out.lines += ["", "> {%", scripts.after, "%}"] }
    }

    /// The variables to write before a request: its own, and shared ones to which an earlier request has given another value. A value
    /// applies from its position on.
    private mutating func variables(of draft: RequestDraft) -> [Row] {
        let requestRows = draft.variables.filter(\.isEnabled)
        let changed = shared.filter { row in values[row.name] != row.value && !requestRows.contains { $0.name == row.name } }
        for row in changed + requestRows { values[row.name] = row.value }
        return dialect == .vsCode ? requestRows : changed + requestRows
    }

    private mutating func add(_ row: Row) {
        guard dialect == .vsCode else { return out.add("@\(row.name) = \(row.value)") }
        let escapes = [("\\", "\\\\"), ("\r\n", "\\r\\n"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")]
        out.add("@\(row.name) = \(escapes.reduce(row.value) { $0.replacing($1.0, with: $1.1) })")
    }

    /// The request with other names for its variables that have another value elsewhere: the last value of a name applies to the whole file.
    private mutating func withOwnNames(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        var renamed: [String: String] = [:]
        for index in draft.variables.indices where draft.variables[index].isEnabled {
            let row = draft.variables[index]
            var name = names[row.name]?[row.value] ?? row.name
            if names[row.name] != nil, names[row.name]?[row.value] == nil {
                var number = lastNumbers[row.name] ?? 1
                repeat { number += 1 } while names["\(row.name)_\(number)"] != nil
                lastNumbers[row.name] = number
                name = "\(row.name)_\(number)"
                names[name] = [row.value: name]
            }
            names[row.name, default: [:]][row.value] = name
            guard name != row.name else { continue }
            draft.variables[index].name = name
            renamed[row.name] = name
            out.lose("name of the variable “\(row.name)”", because: "its last value would apply to the whole file; it becomes “\(name)”")
        }
        return renamed.isEmpty ? draft : draft.replacingReferences { renamed[$0] }
    }

    private mutating func reportLosses(of draft: RequestDraft) {
        if dialect == .vsCode, !HTTPFile.methods.contains(draft.method) {
            out.lose("method “\(draft.method)”", because: "VS Code's REST Client does not know it, and takes the line for the URL of a GET")
        }
        guard draft.body.kind == .graphql, !draft.body.graphql.operation.isEmpty else { return }
        // REST Client sends the name of the first query.
        let first = draft.body.graphql.query.firstMatch(of: /\s*query\s+([^@\x7B(\s]+)/).map { String($0.1) }
        if dialect != .vsCode || first != draft.body.graphql.operation { out.lose("name of the operation") }
    }

    /// The request with a variable for each prompt, and the content of the `@prompt` directives: names and texts.
    private static func withPrompts(_ draft: RequestDraft) -> (draft: RequestDraft, prompts: [String]) {
        var prompts: [String] = []
        var names: [String: String] = [:]
        var result = draft
        // A variable whose whole value is a prompt needs only the directive.
        result.variables.removeAll { row in
            guard row.isEnabled, case .reference(let reference, _)? = Template(row.value).parts.first, row.value == "{{\(reference)}}",
                let text = reference.reference(after: VariableResolver.promptPrefix)
            else { return false }
            prompts.append(text == row.name ? text : "\(row.name) \(text)")
            return true
        }
        result = result.replacingReferences { reference in
            guard let text = reference.reference(after: VariableResolver.promptPrefix) else { return nil }
            if let name = names[text] { return name }
            let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "_" })
            names[text] = name
            prompts.append(text == name ? text : "\(name) \(text)")
            return name
        }
        return (result, prompts)
    }

    private func version(of draft: RequestDraft) -> String {
        guard dialect == .jetBrains, let version = draft.options.httpVersion else { return "" }
        return ["2": " HTTP/2", "2-prior-knowledge": " HTTP/2 (Prior Knowledge)"][version] ?? ""
    }

    private mutating func writeDirectives(_ draft: RequestDraft, _ details: JSONValue) {
        for capture in draft.captures where ScriptChecks.isReference(capture) {
            let line = "# @name \(capture.variable.prefix { $0 != "." })"
            if !out.lines.suffix(8).contains(line.onOneLine) { out.add(line) }
        }
        if draft.options.redirects.follow == false { out.lines.append("# @no-redirect") }
        if draft.options.cookies == false { out.lines.append("# @no-cookie-jar") }
        guard dialect == .jetBrains else { return writeOther(details) }
        if let timeout = draft.options.timeout { out.lines.append("# @timeout \(Int(timeout * 1000)) ms") }
        if let timeout = draft.options.connectTimeout { out.lines.append("# @connection-timeout \(Int(timeout * 1000)) ms") }
        if !draft.tags.isEmpty {
            // With a comma, spaces do not separate tags.
            let isOneOfWords = draft.tags.count == 1 && draft.tags[0].contains(" ")
            out.add("# @tags \(draft.tags.joined(separator: ", "))" + (isOneOfWords ? "," : ""))
        }
        writeOther(details)
    }

    /// The directives that an import has stored.
    private mutating func writeOther(_ details: JSONValue) {
        for directive in details.elements("directives") { out.add("# @\(directive.text("name")) \(directive.text("value"))") }
    }

    /// The headers, including headers of the authentication and the body.
    private func headers(of draft: RequestDraft) -> [Row] {
        var rows = draft.headers + (draft.authHeader.map { [$0] } ?? [])
        let credentials = "\(draft.auth["username"]) \(draft.auth["password"])"
        switch draft.effectiveAuth.kind {
        case .basic: rows.append(Row("Authorization", "Basic \(Self.basic(draft.auth, credentials))"))
        case .digest: rows.append(Row("Authorization", "Digest \(credentials)"))
        default: break
        }
        if draft.body.kind == .multipart, let index = rows.firstIndex(where: { $0.isEnabled && $0.isNamed("content-type") }) {
            if !rows[index].value.contains("boundary=") { rows[index].value += "; boundary=\(Self.ownBoundary)" }
        } else if rows.contentType == nil, !Self.isEmpty(draft.body), draft.body.kind != .graphql,
            let type = draft.body.kind.entry.contentType(draft.body)
        {
            rows.append(Row("Content-Type", draft.body.kind == .multipart ? "\(type); boundary=\(Self.ownBoundary)" : type))
        }
        return rows
    }

    /// The credentials of Basic as two words; as `user:password` if a word is empty or contains a space, in Base64 unless it has variables.
    private static func basic(_ auth: AuthDraft, _ words: String) -> String {
        let (user, password) = (auth["username"], auth["password"])
        guard password.isEmpty || user.isEmpty || (user + password).contains(where: \.isWhitespace) else { return words }
        let text = "\(user):\(password)"
        return text.contains("{{") ? text : Base64.encode(Array(text.utf8))
    }

    /// False for a header whose name would not be read as one; it is named, unless the row is empty.
    private mutating func canSend(_ row: Row) -> Bool {
        if row.name.hasPrefix("#") {
            out.lose("header “\(row.name)”", because: "the line would be a comment")
            return false
        }
        let isName = row.name.contains("{{") || !row.name.isEmpty && row.name.utf8.allSatisfy(HTTPHeaderField.isNameByte)
        if !isName, !row.name.isEmpty || !row.value.isEmpty {
            out.lose("header “\(row.name.onOneLine.prefix(60))”", because: "its name cannot be sent")
        }
        return isName
    }

    // MARK: Bodies

    /// True for a body without text, which is sent without a type.
    private static func isEmpty(_ body: BodyDraft) -> Bool {
        switch body.exportForm {
        case nil: true
        case .text(let text, _, _)?: text.isEmpty
        case .rows(let rows)?: !rows.contains(where: \.isEnabled)
        case .query?, .parts?, .file?: false
        }
    }

    private static let ownBoundary = "apus-boundary"

    private mutating func writeBody(_ body: BodyDraft, _ headers: [Row], of name: String) {
        let text: String
        var isPlain = false
        switch body.exportForm {
        case nil: return
        case .text(let content, .plain, _)?:
            isPlain = true
            text = hasOwnFile(content) ? "< ./" + file(of: content, for: name) : plain(content)
        case .text(let content, _, _)?: text = plain(content)
        case .rows(let rows)?:
            // Clients join lines only in a form: JetBrains' after an ampersand, VS Code's before one.
            let isForm = headers.contains { $0.isNamed("content-type") && BodyDraft.Kind(mediaType: $0.value) == .form }
            let separator = !isForm ? "&" : dialect == .vsCode ? "\n&" : "&\n"
            text = FormText.text(of: rows.filter(\.isEnabled)).replacing("&", with: separator)
        case .file(let path, _, _)?: text = "< \(path.onOneLine)"
        case .query(let graphql)?: text = plain(graphql.query + (graphql.variables.isEmpty ? "" : "\n\n" + graphql.variables))
        case .parts(let parts)?:
            text = parts.filter(\.isEnabled).map { self.text(of: $0) }.joined() + "--\(boundary)--"
        }
        var lines = text.textLines
        // Blank lines at the end do not belong to the body.
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        if isPlain, !lines.isEmpty, lines.joined(separator: "\n") != text.textLines.joined(separator: "\n") {
            out.lose("blank lines at the end of the body", because: "programs drop them from .http files")
        }
        if text.utf8.contains(UInt8(ascii: "\r")) { out.lose("CR in the body", because: "the lines of .http files end with LF") }
        out.lines += [""] + lines
    }

    /// True for a text of which lines would change bytes. A file of its own keeps them, but programs insert no variables there.
    private func hasOwnFile(_ text: String) -> Bool {
        guard !text.isEmpty, !text.contains("{{") else { return false }
        let lines = text.textLines
        return text.utf8.contains(UInt8(ascii: "\r")) || lines.last?.allSatisfy(\.isWhitespace) == true
            || lines.contains { Self.hasMeaning($0) || HTTPFile.isComment($0[...].trimmingBlanks) }
    }

    /// Adds the file of a body; returns its path.
    private mutating func file(of text: String, for name: String) -> String {
        let path = "\(bodyFolder)/\(bodyNames.next(for: name)).txt"
        bodies.append(ExportedFile(path: path, text: text))
        return path
    }

    /// The text with a space before each line that begins a request, names a file or holds a script in such a file.
    private mutating func plain(_ text: String) -> String {
        guard let first = text.textLines.first(where: Self.hasMeaning) else { return text }
        out.lose("body", because: "its line “\(first.prefix(60))” has a meaning in .http files and gets a space before it")
        return text.textLines.map { Self.hasMeaning($0) ? " " + $0 : $0 }.joined(separator: "\n")
    }

    private static func hasMeaning(_ line: String) -> Bool {
        ["###", "< ", "<@", "<>", "> ", ">>"].contains { line.utf8.starts(with: $0.utf8) }
    }

    private mutating func text(of part: BodyDraft.Part) -> String {
        let name =
            part.isFile
            ? part.fileName.isEmpty ? part.value.lastPathComponent : part.fileName : part.fileName
        func quoted(_ text: String) -> String { "\"\(MultipartPart.escape(text))\"" }
        var head = "Content-Disposition: form-data; name=" + quoted(part.name) + (name.isEmpty ? "" : "; filename=" + quoted(name))
        head = head.onOneLine
        if !part.contentType.isEmpty { head += "\nContent-Type: \(part.contentType.onOneLine)" }
        for line in part.headers.split(whereSeparator: \.isNewline) { head += "\n\(line)" }
        return "--\(boundary)\n\(head)\n\n\(part.isFile ? "< " + part.value.onOneLine : plain(part.value))\n"
    }

    // MARK: Environments

    /// The shared file, and the private one with the values of secrets.
    static func environments(_ environments: [CollectionTree.Environment]) -> [ExportedFile] {
        guard !environments.isEmpty else { return [] }
        var (shared, secret) = (JSONObject(), JSONObject())
        for environment in environments {
            let name = environment.draft.name
            shared[name] = .object(
                JSONObject(environment.draft.variables.filter(\.isEnabled).map { JSONMember($0.name, .string($0.value)) }))
            let secrets = environment.draft.secrets.map { JSONMember($0.name, .string(environment.secretValues[$0.name] ?? "")) }
            if !secrets.isEmpty { secret[name] = .object(JSONObject(secrets)) }
        }
        let file = ExportedFile(path: "http-client.env.json", text: JSONValue.object(shared).prettyText)
        guard !secret.isEmpty else { return [file] }
        return [file, ExportedFile(path: "http-client.private.env.json", text: JSONValue.object(secret).prettyText)]
    }

    /// The settings of VS Code with the environments.
    static func settings(_ environments: [CollectionTree.Environment]) -> [ExportedFile] {
        guard !environments.isEmpty else { return [] }
        var members = JSONObject()
        for environment in environments {
            let secrets = environment.draft.secrets.map { Row($0.name, environment.secretValues[$0.name] ?? "") }
            let rows = environment.draft.variables.filter(\.isEnabled) + secrets
            members[environment.draft.name] = .object(JSONObject(rows.map { JSONMember($0.name, .string($0.value)) }))
        }
        let settings: JSONValue = ["rest-client.environmentVariables": .object(members)]
        return [ExportedFile(path: ".vscode/settings.json", text: settings.prettyText, settings: settings)]
    }
}

extension HTTPFile {
    /// The path in `< path`, `<@ path` and `<@encoding path`, and true if variables in the file are replaced.
    static func filePath(_ line: Substring) -> (path: String, hasVariables: Bool)? {
        guard line.hasPrefix("<"), !line.hasPrefix("<>") else { return nil }
        var rest = line.dropFirst()
        let hasVariables = rest.hasPrefix("@")
        if hasVariables { rest = rest.dropFirst().drop { !$0.isWhitespace } }
        guard rest.first?.isWhitespace == true else { return nil }
        let path = rest.trimmingBlanks
        return path.isEmpty || path.hasPrefix("{%") ? nil : (String(path), hasVariables)
    }
}
