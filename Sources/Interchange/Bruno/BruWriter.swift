import JSON
import Platform
import Workspace

extension ExportFormat {
    /// A folder of Bruno's `.bru` files.
    static let bruno = ExportFormat(
        id: "bruno", title: "Bruno", fileExtension: "",
        carries: [
            .variables, .scripts, .captures, .assertions, .examples, .documentation, .tags, .disabledRows, .comments, .environments,
        ], inherits: [.headers, .variables, .authentication], options: ["redirects.follow", "redirects.limit", "timeout"],
        reference: { name in
            name.reference(after: "env:").map { "process.env." + $0 } ?? name.reference(after: "prompt:").map { "?" + $0 }
                ?? name.postmanReference
        },
        authentication: [.basic, .bearer, .apiKey, .digest, .oauth2, .awsSignature, .ntlm]
    ) { tree, losses in
        var writer = BruWriter(losses: losses)
        let files = writer.files(of: tree)
        losses = writer.losses
        return files
    }
}

/// Writes a collection as a folder of Bruno's files.
struct BruWriter {
    private(set) var losses: [ExportLoss]
    private var files: [ExportedFile] = []
    private var item = ""

    init(losses: [ExportLoss]) { self.losses = losses }

    private mutating func lose(_ what: String, because why: String) { losses.append(.init(item: item, what: what, why: why)) }

    mutating func files(of tree: CollectionTree) -> [ExportedFile] {
        let root = tree.root.draft.name.fileStem
        let settings: JSONValue = ["version": "1", "name": .string(tree.root.draft.name), "type": "collection"]
        files = [ExportedFile(path: root + "/bruno.json", text: settings.prettyText)]
        let own = folderText(tree.root, sequence: nil)
        if own.contains(where: { !$0.isWhitespace }) { files.append(ExportedFile(path: root + "/collection.bru", text: own)) }
        var stems = FileNames.exported()
        for environment in tree.environments {
            let stem = stems.next(for: environment.draft.name)
            if stem != environment.draft.name {
                lose("name of the environment “\(environment.draft.name)”", because: "Bruno takes that of the file, “\(stem)”")
            }
            files.append(ExportedFile(path: "\(root)/environments/\(stem).bru", text: text(of: environment)))
        }
        write(tree.root, to: root, [])
        return files
    }

    private mutating func write(_ folder: CollectionTree.Folder, to path: String, _ names: [String]) {
        var stems = FileNames.exported(taken: ["folder", "collection", "environments"])
        for (index, child) in folder.items.enumerated() {
            switch child {
            case .folder(let child):
                let path = "\(path)/\(stems.next(for: child.draft.name))"
                item = (names + [child.draft.name]).joined(separator: "/")
                files.append(ExportedFile(path: path + "/folder.bru", text: folderText(child, sequence: index + 1)))
                write(child, to: path, names + [child.draft.name])
            case .request(let request):
                item = (names + [request.draft.name]).joined(separator: "/")
                files.append(
                    ExportedFile(
                        path: "\(path)/\(stems.next(for: request.draft.name)).bru", text: text(of: request, sequence: index + 1)))
            }
        }
    }

    // MARK: Blocks

    private struct Pair {
        var name: String
        var value: String
        var isEnabled = true
        var comment = ""

        init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

        init(_ row: Row) {
            (name, value, isEnabled, comment) = (row.name, row.value, row.isEnabled, row.comment)
        }

        var lines: String {
            let isPlain =
                !name.isEmpty && name.utf8.first != UInt8(ascii: "~")
                && !name.unicodeScalars.contains { ":\"{}'".unicodeScalars.contains($0) || $0.properties.isWhitespace }
            let key = isPlain ? name : "\"" + name.onOneLine.escapingWithBackslash("\"") + "\""
            let isBlock = value.contains(where: \.isNewline) && !value.utf8.contains("'''".utf8)
            let text = isBlock ? "'''\n\(BruWriter.indented(BruWriter.indented(value)))\n  '''" : value.onOneLine
            return (comment.isEmpty ? "" : "  @description(\(BruText.argument(comment)))\n") + "  \(isEnabled ? "" : "~")\(key): \(text)"
        }

        /// True if Bruno reads back exactly this name, value and comment.
        var isKept: Bool {
            BruText.pairs(lines.lines.map(BruText.withoutMargin)).first.map {
                ($0.name, $0.value, $0.description) == (name, value, comment)
            } ?? false
        }
    }

    private static func indented(_ text: String) -> String {
        text.textLines.map { "  " + $0 }.joined(separator: "\n")
    }

    private mutating func block(_ name: String, _ pairs: [Pair]) -> [String] {
        for pair in pairs where !pair.isKept {
            let what = "“\(pair.name.onOneLine.prefix(60))” in “\(name)”"
            lose(what, because: "Bruno drops spaces around it, quotes in several lines and CR")
        }
        return pairs.isEmpty ? [] : ["\(name) {\n\(pairs.map(\.lines).joined(separator: "\n"))\n}"]
    }

    private mutating func block(_ name: String, text: String) -> [String] {
        if text.utf8.contains(UInt8(ascii: "\r")) {
            let place = name.hasPrefix("body:") ? "the body" : "“\(name)”"
            lose("CR at the ends of lines in \(place)", because: "Bruno ends lines with LF")
        }
        return text.isEmpty ? [] : ["\(name) {\n\(Self.indented(text))\n}"]
    }

    private func joined(_ blocks: [String]) -> String { blocks.joined(separator: "\n\n") + "\n" }

    // MARK: Files

    private mutating func folderText(_ folder: CollectionTree.Folder, sequence: Int?) -> String {
        let draft = folder.draft
        var blocks: [String] = []
        if let sequence { blocks += block("meta", [Pair("name", draft.name), Pair("seq", "\(sequence)")]) }
        let details = folder.extensions[OpenCollectionReader.extensionName] ?? .null
        blocks += block("headers", draft.headers.map { Pair($0) })
        let (mode, auth) = auth(draft.auth, details)
        if draft.auth.kind != .inherit { blocks += block("auth", [Pair("mode", mode)]) + auth }
        blocks += block("vars:pre-request", draft.variables.map { Pair($0) }) + scripts(draft.scripts)
        blocks += block("docs", text: draft.docs)
        return joined(blocks + kept(details))
    }

    private mutating func text(of environment: CollectionTree.Environment) -> String {
        let secrets = environment.draft.secrets.map(\.name)
        let values = secrets.compactMap { name in environment.secretValues[name].map { Pair(name, $0) } }
        let variables = environment.draft.variables.map { Pair($0) } + values
        var blocks = variables.isEmpty && secrets.isEmpty ? ["vars {\n}"] : block("vars", variables)
        let hidden = secrets.filter { environment.secretValues[$0] == nil }
        if !hidden.isEmpty { blocks.append("vars:secret [\n\(hidden.map { "  " + $0.onOneLine }.joined(separator: ",\n"))\n]") }
        return joined(blocks)
    }

    private static let verbs: Set<String> = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "CONNECT", "TRACE"]

    private mutating func text(of request: CollectionTree.Request, sequence: Int) -> String {
        let details = request.extensions[OpenCollectionReader.extensionName] ?? .null
        // A request that Apus cannot send is exported as it was imported.
        if let original = details["request"]?.string { return original + "\n" }
        if details["request"] != nil { lose("request", because: "its protocol is written only as OpenCollection") }
        var draft = request.draft
        let hasType = draft.headers.contentType != nil
        if draft.body.kind == .text, !hasType, !["", BodyDraft.noContentType].contains(draft.body.contentType) {
            draft.headers.append(Row("Content-Type", draft.body.contentType))
        } else if draft.body.kind == .text, !hasType, draft.body.contentType == BodyDraft.noContentType {
            lose("body without Content-Type", because: "Bruno sends text/plain")
        }
        var meta = block(
            "meta", [Pair("name", draft.name), Pair("type", draft.body.kind == .graphql ? "graphql" : "http"), Pair("seq", "\(sequence)")])
        if !draft.tags.isEmpty {
            let tags = draft.tags.map { "    \($0.onOneLine)\n" }.joined()
            meta[0] = String(meta[0].dropLast()) + "  tags: [\n\(tags)  ]\n}"
        }
        let (mode, auth) = auth(draft.auth, details)
        let (bodyMode, body) = body(draft.body)
        if draft.body.kind == .graphql, !draft.body.graphql.operation.isEmpty {
            lose("name of the operation", because: "Bruno has no equivalent")
        }
        let isVerb = Self.verbs.contains(draft.method)
        let parts = draft.withLiteralSegmentsAsParameters
        var main = [Pair("url", PostmanURL.escapedText(of: parts)), Pair("body", bodyMode), Pair("auth", mode)]
        if !isVerb { main.insert(Pair("method", draft.method), at: 0) }
        var blocks = meta + block(isVerb ? draft.method.lowercased() : "http", main)
        blocks += block("params:query", draft.query.map { Pair($0) }) + block("params:path", parts.pathParameters.map { Pair($0) })
        blocks += block("headers", draft.headers.map { Pair($0) }) + auth + body
        blocks += block("vars:pre-request", draft.variables.map { Pair($0) }) + checks(draft, details) + scripts(draft.scripts)
        blocks += block("settings", settings(draft.options)) + block("docs", text: draft.docs)
        blocks += kept(details)
        for saved in request.examples { blocks.append(example(saved, draft)) }
        return joined(blocks)
    }

    /// The blocks that an import kept.
    private func kept(_ details: JSONValue) -> [String] { details.elements("blocks").map { $0.text("text") } }

    private func settings(_ options: RequestOptions) -> [Pair] {
        var pairs: [Pair] = []
        if let follow = options.redirects.follow { pairs.append(Pair("followRedirects", "\(follow)")) }
        if let limit = options.redirects.limit { pairs.append(Pair("maxRedirects", "\(limit)")) }
        if let timeout = options.timeout { pairs.append(Pair("timeout", "\(Int(timeout * 1000))")) }
        return pairs
    }

    /// Writes a script after the response as a test if it contains tests.
    private mutating func scripts(_ scripts: Scripts) -> [String] {
        block("script:pre-request", text: scripts.before)
            + block(scripts.after.contains("test(") ? "tests" : "script:post-response", text: scripts.after)
    }

    // MARK: Authentication and bodies

    /// The name of each kind in Bruno's files, and the names of its fields; those of OAuth 2 have another form in OpenCollection.
    static let authNames: [AuthDraft.Kind: (mode: String, fields: [(own: String, name: String)])] = [
        .basic: ("basic", [("username", "username"), ("password", "password")]), .bearer: ("bearer", [("token", "token")]),
        .digest: ("digest", [("username", "username"), ("password", "password")]),
        .ntlm: ("ntlm", [("username", "username"), ("password", "password"), ("domain", "domain")]),
        .apiKey: ("apikey", [("key", "key"), ("value", "value")]),
        .awsSignature: (
            "awsv4",
            [
                ("accessKey", "accessKeyId"), ("secretKey", "secretAccessKey"), ("sessionToken", "sessionToken"), ("region", "region"),
                ("service", "service"),
            ]
        ),
        .oauth2: (
            "oauth2",
            [
                ("tokenURL", "access_token_url"), ("authorizationURL", "authorization_url"), ("clientID", "client_id"),
                ("clientSecret", "client_secret"), ("scope", "scope"), ("redirectURL", "callback_url"), ("username", "username"),
                ("password", "password"),
            ]
        ),
    ]

    /// - Parameter details: the parts of the authentication that an import kept: one that Apus cannot send, or more parameters of OAuth 2.
    private mutating func auth(_ draft: AuthDraft, _ details: JSONValue) -> (mode: String, blocks: [String]) {
        if draft.kind == .inherit { return ("inherit", []) }
        let kept = details["auth"] ?? .null
        guard let (mode, fields) = Self.authNames[draft.kind] else {
            guard draft.kind == .none, let mode = kept.nonEmpty("type") else { return ("none", []) }
            return (mode, block("auth:\(mode)", keptPairs(kept, besides: [])))
        }
        var pairs = fields.filter { !draft[$0.own].isEmpty }.map { Pair($0.name, draft[$0.own]) }
        if draft.kind == .apiKey { pairs.append(Pair("placement", draft["in"] == "query" ? "queryparams" : "header")) }
        if draft.kind == .oauth2 {
            pairs.insert(Pair("grant_type", draft["grant"].isEmpty ? "authorization_code" : draft["grant"]), at: 0)
            if draft["clientAuthentication"] == "body" { pairs.append(Pair("credentials_placement", "body")) }
        }
        let written = Set(fields.map(\.own) + ["prefix", "in", "grant", "clientAuthentication"])
        for name in draft.kind.fieldNames where !draft[name].isEmpty && !written.contains(name) {
            lose("“\(AuthKind.field(name)?.label ?? name)” of the authentication", because: "Bruno has no equivalent")
        }
        if kept.text("type") == mode { pairs += keptPairs(kept, besides: pairs.map(\.name) + fields.map(\.name)) }
        return (mode, block("auth:\(mode)", pairs))
    }

    private static let authWords = Dictionary(uniqueKeysWithValues: BruDocument.authNames.map { ($1, $0) })

    /// The parameters of an authentication that have no place in a draft.
    private func keptPairs(_ auth: JSONValue, besides known: [String]) -> [Pair] {
        (auth.object ?? JSONObject()).compactMap { member in
            let name = Self.authWords[member.name] ?? member.name
            guard name != "type", !known.contains(name), member.value.object == nil, member.value.array == nil else { return nil }
            return Pair(name, member.value.looseText)
        }
    }

    private mutating func body(_ body: BodyDraft) -> (mode: String, blocks: [String]) {
        switch body.exportForm {
        case nil: return ("none", [])
        case .text(let text, let language, _)?:
            let mode = language == .plain ? "text" : language.rawValue
            return (mode, block("body:\(mode)", text: text))
        case .rows(let rows)?: return ("formUrlEncoded", block("body:form-urlencoded", rows.map { Pair($0) }))
        case .query(let graphql)?:
            return ("graphql", block("body:graphql", text: graphql.query) + block("body:graphql:vars", text: graphql.variables))
        case .parts(let parts)?: return ("multipartForm", block("body:multipart-form", parts.map { part($0) }))
        case .file(let path, let contentType, _)?:
            let type = contentType.isEmpty ? "" : " @contentType(\(contentType))"
            return ("file", block("body:file", [Pair("file", "@file(\(path))" + type)]))
        }
    }

    private mutating func part(_ part: BodyDraft.Part) -> Pair {
        let value = part.isFile ? "@file(\(part.value))" : part.value
        var pair = Pair(part.name, value + (part.contentType.isEmpty ? "" : " @contentType(\(part.contentType))"))
        (pair.isEnabled, pair.comment) = (part.isEnabled, part.comment)
        let read = BruDocument.content(pair.value)
        if read != (part.value, part.isFile, part.contentType) || part.isFile && part.value.contains("|") {
            lose("part “\(part.name.onOneLine.prefix(60))”", because: "Bruno would read it differently")
        }
        return pair
    }

    // MARK: Checks and examples

    private mutating func checks(_ draft: RequestDraft, _ details: JSONValue) -> [String] {
        var captures: [Pair] = []
        for capture in draft.captures {
            guard let expression = BrunoExpression.text(source: capture.from, query: capture.query) else {
                lose("capture “\(capture.variable)”", because: "Bruno supports only paths")
                continue
            }
            var pair = Pair(capture.variable, expression)
            pair.isEnabled = capture.isEnabled
            captures.append(pair)
        }
        var assertions: [Pair] = []
        for assertion in draft.withoutChecksOfScript.assertions {
            guard let line = BrunoExpression.line(for: assertion) else {
                lose("assertion “\(assertion.subject) \(assertion.predicate)”", because: "Bruno has no equivalent")
                continue
            }
            var pair = Pair(line.expression, line.condition)
            pair.isEnabled = assertion.isEnabled
            assertions.append(pair)
        }
        captures += details.elements("actions").map { action in
            keptPair(action, action["variable"]?.text("name") ?? "", action["selector"]?.text("expression") ?? "")
        }
        assertions += details.elements("assertions").map { assertion in
            keptPair(assertion, assertion.text("expression"), "\(assertion.text("operator")) \(assertion.text("value"))".trimmingEnd(" "))
        }
        return lines("vars:post-response", captures) + lines("assert", assertions)
    }

    private func keptPair(_ kept: JSONValue, _ name: String, _ value: String) -> Pair {
        var pair = Pair(name, value)
        pair.isEnabled = kept["disabled"]?.looseFlag != true
        return pair
    }

    /// A block whose names are expressions, written without quotes.
    private func lines(_ name: String, _ pairs: [Pair]) -> [String] {
        guard !pairs.isEmpty else { return [] }
        let lines = pairs.map { "  \($0.isEnabled ? "" : "~")\($0.name): \($0.value)".onOneLine }
        return ["\(name) {\n\(lines.joined(separator: "\n"))\n}"]
    }

    /// The blocks of the request of an example, which is one of its own.
    private mutating func blocks(of request: RequestDraft, in name: String) -> (mode: String, blocks: String) {
        let outer = item
        item = "\(outer), example “\(name)”"
        defer { item = outer }
        if ![.inherit, .none].contains(request.auth.kind) {
            lose("authentication", because: "Bruno has none in examples")
        }
        if ExportFeature.comments.isUsed(by: .init(request)) { lose("comments", because: "Bruno has none in examples") }
        let rows = { (rows: [Row]) in rows.map { Pair(Row($0.name, $0.value, isEnabled: $0.isEnabled)) } }
        var content = request.body
        for index in content.form.indices { content.form[index].comment = "" }
        for index in content.parts.indices { content.parts[index].comment = "" }
        let (mode, body) = body(content)
        let parts = request.withLiteralSegmentsAsParameters
        let all =
            block("params:query", rows(request.query)) + block("params:path", rows(parts.pathParameters))
            + block("headers", rows(request.headers)) + body
        let lines = all.flatMap { block in
            // A block within a block has a colon after its name.
            let lines = block.textLines
            return [String(lines[0].dropLast(2)) + ": {"] + lines.dropFirst()
        }
        return (mode, lines.map { "    \($0)\n" }.joined())
    }

    private mutating func example(_ saved: SavedResponse, _ draft: RequestDraft) -> String {
        let request = saved.request ?? draft
        let (mode, blocks) = saved.request.map { self.blocks(of: $0, in: saved.name) } ?? ("none", "")
        let headers = saved.headers.filter(\.isEnabled).map { "      \($0.name): \($0.value)".onOneLine + "\n" }.joined()
        let text = String(decoding: saved.body, as: UTF8.self)
        let isJSON = (try? JSONValue(parsing: text)) != nil
        let lines = text.textLines.map { "        \($0)\n" }.joined()
        let content = "\n    body: {\n      type: \(isJSON ? "json" : "text")\n      content: '''\n\(lines)      '''\n    }\n"
        let written = """
            example {
              name: \(saved.name.onOneLine.trimmingEnd(" "))

              request: {
                url: \(PathParameters.unescaped(PostmanURL.escapedText(of: request)).onOneLine)
                method: \(request.method.lowercased().onOneLine)
                mode: \(mode)
            \(blocks)  }

              response: {
                headers: {
            \(headers)    }

                status: {
                  code: \(saved.servedStatus)
                  text: \(saved.reason.onOneLine)
                }
            \(text.isEmpty ? "" : content)  }
            }
            """
        for part in BruDocument.changes(of: saved, in: written) {
            lose("\(part) of the example “\(saved.name.onOneLine.prefix(60))”", because: "Bruno would read it differently")
        }
        return written
    }
}
