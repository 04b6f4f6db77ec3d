import Hashing
import JSON
import Workspace

extension ImportFormat {
    /// A collection of ATAC, JSON or YAML.
    static let atac = ImportFormat(
        id: "atac", title: "ATAC",
        recognizes: { source in
            guard let document = source.document, let requests = document["requests"]?.array, document["name"]?.string != nil,
                PostmanV1.otherProgram(document) == nil
            else {
                return false
            }
            guard let first = requests.first else { return document["last_position"] != nil }
            return first["url"]?.string != nil
                && (first["protocol"] != nil || first["auth"]?.string != nil || first["auth"]?.object != nil
                    || first["settings"]?["use_config_proxy"] != nil)
        },
        read: { source, context throws(ImportError) in
            var reader = ATACReader(context: context)
            let tree = try reader.collection(source.document ?? .null)
            context = reader.context
            return ImportedContent(collections: [tree])
        })
}

/// Reads ATAC's collections. Folders exist only as a naming convention there, so all requests are at the top level.
private struct ATACReader {
    var context: ImportContext

    mutating func collection(_ document: JSONValue) throws(ImportError) -> CollectionTree {
        var tree = CollectionTree(.init(FolderDraft(name: context.name(document.text("name"), at: .file))))
        for (index, value) in document.elements("requests").enumerated() {
            let pointer = JSONPointer().member("requests").element(index)
            guard context.isObject(value, "request", at: pointer) else { continue }
            tree.root.items.append(.request(try request(value, at: pointer)))
        }
        tree.environments = environments()
        return tree
    }

    /// The environments in the files `.env.NAME` beside the collection.
    private mutating func environments() -> [CollectionTree.Environment] {
        guard let folder = context.folder else { return [] }
        let parent = context.file.lastIndex(of: "/").map { String(context.file[...$0]) } ?? ""
        return folder.names(in: parent).filter { $0.hasPrefix(".env.") }.sorted().prefix(100).compactMap { name in
            do throws(ImportError) {
                let source = try ImportSource(name: name, bytes: try folder.read(parent + name), limits: context.limits, allowsEmpty: true)
                var inner = ImportContext(file: parent + name, limits: context.limits)
                let rows = DotenvFile.variables(in: source.text, reportingTo: &inner)
                for issue in inner.issues {
                    context.report(issue.severity, of: issue.file, at: issue.place, issue.what, issue.why, instead: issue.instead)
                }
                return .init(EnvironmentDraft(name: context.name(DotenvFile.environmentName(of: name), at: .file), variables: rows))
            } catch {
                context.reportFile(parent + name, error)
                return nil
            }
        }
    }

    private mutating func request(_ value: JSONValue, at pointer: JSONPointer) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        var result = CollectionTree.Request()
        let http = value["protocol"] ?? value
        result.draft.name = context.name(value.text("name"), at: .pointer(pointer.member("name")))
        result.draft.method = http.nonEmpty("method") ?? "GET"
        (result.draft.url, result.draft.query) = URLParts.split(value.text("url"))
        insertParameters(rows(value["params"]), into: &result.draft)
        result.draft.headers = rows(value["headers"])
        result.draft.body = body(http["body"] ?? value["body"] ?? .null)
        insertAuth(value["auth"] ?? .null, into: &result, at: pointer.member("auth"))
        let scripts = value["scripts"] ?? .null
        result.draft.scripts = Scripts(before: scripts.text("pre_request_script"), after: scripts.text("post_request_script"))
        let settings = value["settings"] ?? .null
        result.draft.options.redirects.follow = settings["allow_redirects"]?.bool
        if settings["accept_invalid_certs"]?.bool == true { result.draft.options.tls.verify = false }
        // Milliseconds.
        if let timeout = settings["timeout"]?.looseInteger, timeout > 0 { result.draft.options.timeout = Double(timeout) / 1000 }
        if http["type"]?.string == "websocket" {
            context.report(.kept, at: pointer, "request “\(result.draft.name)”", "a WebSocket cannot be opened yet")
            result.extensions[Self.extensionName] = ["request": value]
        }
        return result
    }

    private static let extensionName = "x-atac"

    /// Query items, and values of the path: those named `{name}` or `:name`.
    private func insertParameters(_ rows: [Row], into draft: inout RequestDraft) {
        for row in rows {
            let isPlace = row.name.hasPrefix("{") && row.name.hasSuffix("}") || row.name.hasPrefix(":")
            let name = String(row.name.dropFirst().prefix { $0 != "}" })
            let segments = draft.url.split(separator: "/", omittingEmptySubsequences: false)
            if isPlace, segments.contains(row.name[...]), PathParameters.names(in: "/:" + name) == [name] {
                draft.url = segments.map { $0 == row.name ? ":" + name : String($0) }.joined(separator: "/")
                draft.pathParameters.append(Row(name, row.value, isEnabled: row.isEnabled))
            } else if !row.name.hasPrefix("{") || !draft.url.contains(row.name) {
                draft.query.append(row)
            }
            // A parameter is a whole segment: within a segment, its value is inserted.
            if isPlace, row.isEnabled, row.name.hasPrefix("{") { draft.url = draft.url.replacing(row.name, with: row.value) }
        }
    }

    /// A token that is signed with a secret (RFC 7515); nil for other algorithms, and for one with variables.
    private static func token(_ algorithm: String, _ secret: String, _ payload: String) -> String? {
        guard algorithm == "HS256", !(secret + payload).contains("{{"), let claims = try? JSONValue(parsing: payload) else { return nil }
        let head = "{\"typ\":\"JWT\",\"alg\":\"\(algorithm)\"}"
        let text = [head, claims.compactText].map { Base64.encodeForURL(Array($0.utf8)) }.joined(separator: ".")
        return text + "." + Base64.encodeForURL(HMAC.code(for: Array(text.utf8), key: Array(secret.utf8), using: .sha256))
    }

    /// Rows of `enabled` and a pair.
    private func rows(_ value: JSONValue?) -> [Row] {
        (value?.array ?? []).map { row in
            let pair = row["data"] ?? row
            return Row(pair[0]?.looseText ?? "", pair[1]?.looseText ?? "", isEnabled: row["enabled"].map(\.looseFlag) ?? true)
        }
    }

    private func body(_ value: JSONValue) -> BodyDraft {
        guard let member = value.object?.first else { return BodyDraft() }
        let text = member.value.looseText
        switch member.name {
        case "json": return BodyDraft(kind: .json, json: text)
        case "xml": return BodyDraft(kind: .xml, xml: text)
        case "html": return BodyDraft(kind: .text, text: text, contentType: "text/html")
        case "javascript": return BodyDraft(kind: .text, text: text, contentType: "application/javascript")
        case "raw": return BodyDraft(kind: .text, text: text)
        case "file": return BodyDraft(kind: .file, file: text)
        case "form": return BodyDraft(kind: .form, form: rows(member.value))
        case "multipart":
            let parts = rows(member.value).map { row in
                // Two exclamation marks precede a path.
                let isFile = row.value.hasPrefix("!!")
                return BodyDraft.Part(
                    row.name, isFile ? String(row.value.dropFirst(2)) : row.value, isFile: isFile, isEnabled: row.isEnabled)
            }
            return BodyDraft(kind: .multipart, parts: parts)
        default: return BodyDraft()
        }
    }

    private mutating func insertAuth(_ value: JSONValue, into request: inout CollectionTree.Request, at pointer: JSONPointer) {
        guard let member = value.object?.first else { return }
        // Older files have a list of values instead of named members.
        func text(_ name: String, _ index: Int) -> String { member.value[name]?.looseText ?? member.value[index]?.looseText ?? "" }
        switch member.name {
        case "basic_auth":
            request.draft.auth = .basic(text("username", 0), text("password", 1))
        case "digest": request.draft.auth = .digest(text("username", 0), text("password", 1))
        case "bearer_token":
            request.draft.auth = .bearer(member.value.string ?? text("token", 0))
        case "jwt_token":
            request.extensions[Self.extensionName] = ["auth": value]
            guard let token = Self.token(text("algorithm", 0), text("secret", 1), text("payload", 2)) else { fallthrough }
            request.draft.auth = .bearer(token)
            context.report(
                .changed, at: pointer, "authentication “jwt_token”", "Apus signs no tokens", instead: "the token is signed once, now")
        default:
            request.extensions[Self.extensionName] = ["auth": value]
            context.report(.kept, at: pointer, "authentication “\(member.name)”", "Apus cannot send it yet")
        }
    }
}
