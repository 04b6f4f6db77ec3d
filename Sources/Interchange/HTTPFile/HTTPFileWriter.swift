import JSON
import Workspace

extension ExportFormat {
    /// One `.http` file, with the environments in `http-client.env.json`.
    static let httpFile = ExportFormat(
        id: "http", title: ".http", fileExtension: "http",
        carries: [.variables, .scripts, .captures, .assertions, .documentation, .tags, .partHeaders, .bareRows, .environments],
        options: ["timeout", "connectTimeout", "redirects.follow", "cookies"], checks: .jetBrains, hasPathParameters: false,
        authentication: [.basic, .bearer, .digest, .apiKey]
    ) { tree, losses in
        var writer = HTTPFileWriter(losses: losses)
        let text = writer.text(of: tree)
        let files = writer.out.files(of: tree, text, fileExtension: "http")
        losses = writer.out.losses
        return files + HTTPFileWriter.environments(tree.environments)
    }
}

/// Writes requests as a file for VS Code's REST Client and JetBrains' HTTP Client.
struct HTTPFileWriter {
    fileprivate(set) var out: ExportLines
    /// The boundary of the request's parts.
    private var boundary = HTTPFileWriter.ownBoundary

    init(losses: [ExportLoss]) { out = ExportLines(format: ".http", losses: losses) }

    mutating func text(of tree: CollectionTree) -> String {
        // Variables of requests apply from their place on.
        for row in tree.allVariables where row.isEnabled { out.add("@\(row.name) = \(row.value)") }
        for (request, folders) in tree.requests {
            out.item = (folders.dropFirst().map(\.draft.name) + [request.draft.name]).joined(separator: "/")
            out.lines += out.lines.isEmpty ? [] : [""]
            write(request)
        }
        return out.lines.joined(separator: "\n") + "\n"
    }

    private mutating func write(_ request: CollectionTree.Request) {
        let draft = request.draft
        out.add("### \(draft.name)")
        if !draft.docs.isEmpty { out.lines += draft.docs.textLines.map { $0.isEmpty ? "#" : "# \($0.onOneLine)" } }
        writeDirectives(draft, request.extensions[HTTPFileReader.extensionName] ?? .null)
        for row in draft.variables where row.isEnabled { out.add("@\(row.name) = \(row.value)") }
        if !draft.scripts.before.isEmpty { out.lines += ["< {%", draft.scripts.before, "%}"] }
        let isGraphQL = draft.body.kind == .graphql
        out.add("\(draft.method) \(PostmanURL.escapedText(of: query(of: draft)))")
        let headers = headers(of: draft).filter { $0.isEnabled && !$0.name.isEmpty }
        for row in headers { out.add("\(row.name): \(row.value)") }
        boundary = headers.compactMap { HTTPFileReader.boundary(of: $0.value) }.first ?? Self.ownBoundary
        if isGraphQL { out.lines.append("X-REQUEST-TYPE: GraphQL") }
        writeBody(draft.body)
        if !draft.scripts.after.isEmpty { out.lines += ["", "> {%", draft.scripts.after, "%}"] }
    }

    /// True for a capture by the name of a request: `{{login.response.body.$.token}}`.
    @Sendable static func isReference(_ capture: Capture) -> Bool {
        let parts = capture.variable.split(separator: ".", maxSplits: 3)
        return parts.count == 4 && parts[1] == "response"
    }

    private mutating func writeDirectives(_ draft: RequestDraft, _ details: JSONValue) {
        for capture in draft.captures where Self.isReference(capture) {
            let line = "# @name \(capture.variable.prefix { $0 != "." })"
            if !out.lines.suffix(8).contains(line.onOneLine) { out.add(line) }
        }
        if draft.options.redirects.follow == false { out.lines.append("# @no-redirect") }
        if draft.options.cookies == false { out.lines.append("# @no-cookie-jar") }
        if let timeout = draft.options.timeout { out.lines.append("# @timeout \(Int(timeout * 1000)) ms") }
        if let timeout = draft.options.connectTimeout { out.lines.append("# @connection-timeout \(Int(timeout * 1000)) ms") }
        if !draft.tags.isEmpty {
            // With a comma, spaces do not separate tags.
            let isOneOfWords = draft.tags.count == 1 && draft.tags[0].contains(" ")
            out.add("# @tags \(draft.tags.joined(separator: ", "))" + (isOneOfWords ? "," : ""))
        }
        for directive in details.elements("directives") { out.add("# @\(directive.text("name")) \(directive.text("value"))") }
    }

    /// The draft with a key of its authentication in the query.
    private func query(of draft: RequestDraft) -> RequestDraft {
        var draft = draft
        if draft.auth.kind == .apiKey, draft.auth["in"] == "query" { draft.query.append(Row(draft.auth["key"], draft.auth["value"])) }
        return draft
    }

    /// The headers, including those of the authentication and the body.
    private func headers(of draft: RequestDraft) -> [Row] {
        var rows = draft.headers
        let credentials = "\(draft.auth["username"]) \(draft.auth["password"])"
        switch draft.auth.kind {
        case .basic: rows.append(Row("Authorization", "Basic \(credentials)"))
        case .digest: rows.append(Row("Authorization", "Digest \(credentials)"))
        case .bearer:
            let prefix = draft.auth["prefix"].isEmpty ? "Bearer" : draft.auth["prefix"]
            rows.append(Row("Authorization", "\(prefix) \(draft.auth["token"])"))
        case .apiKey where draft.auth["in"] != "query": rows.append(Row(draft.auth["key"], draft.auth["value"]))
        default: break
        }
        let hasType = rows.contains { $0.isEnabled && $0.name.lowercased() == "content-type" }
        if draft.body.kind == .multipart, let index = rows.firstIndex(where: { $0.isEnabled && $0.name.lowercased() == "content-type" }) {
            if !rows[index].value.contains("boundary=") { rows[index].value += "; boundary=\(Self.ownBoundary)" }
        } else if !hasType, draft.body.kind != .graphql, let type = draft.body.kind.entry.contentType(draft.body) {
            rows.append(Row("Content-Type", draft.body.kind == .multipart ? "\(type); boundary=\(Self.ownBoundary)" : type))
        }
        return rows
    }

    // MARK: Bodies

    private static let ownBoundary = "apus-boundary"

    private mutating func writeBody(_ body: BodyDraft) {
        var text: String
        switch body.kind {
        case .none: return
        case .text: text = plain(body.text)
        case .json: text = plain(body.json)
        case .xml: text = plain(body.xml)
        case .form: text = FormText.text(of: body.form.filter(\.isEnabled)).replacing("&", with: "&\n")
        case .file: text = "< \(body.file.onOneLine)"
        case .graphql: text = plain(body.graphql.query + (body.graphql.variables.isEmpty ? "" : "\n\n" + body.graphql.variables))
        case .multipart:
            text = ""
            for part in body.parts where part.isEnabled { text += self.text(of: part) }
            text += "--\(boundary)--"
        }
        var lines = text.textLines
        // Blank lines at the end are none of the body.
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        out.lines += [""] + lines
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
            ? part.fileName.isEmpty ? part.value.split(separator: "/").last.map(String.init) ?? "" : part.fileName : part.fileName
        var head = "Content-Disposition: form-data; name=\"\(part.name)\"" + (name.isEmpty ? "" : "; filename=\"\(name)\"")
        head = head.onOneLine
        if !part.contentType.isEmpty { head += "\nContent-Type: \(part.contentType.onOneLine)" }
        for line in part.headers.split(whereSeparator: \.isNewline) { head += "\n\(line)" }
        // Without a path, the sign of a file would be the text of the part.
        if part.isFile, part.value.isEmpty {
            out.lose("file of the part “\(part.name)”", because: "none is chosen")
            return "--\(boundary)\n\(head)\n\n\n"
        }
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
}
