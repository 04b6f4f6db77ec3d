import JSON
import Workspace

extension ImportFormat {
    /// A collection of ATAC, JSON or YAML.
    static let atac = ImportFormat(
        id: "atac", title: "ATAC",
        recognizes: { source in
            guard let document = source.document, let requests = document["requests"]?.array, document["name"]?.string != nil else {
                return false
            }
            guard let first = requests.first else { return document["last_position"] != nil }
            return first["url"]?.string != nil
                && (first["protocol"] != nil || first["auth"]?.string != nil || first["settings"]?["use_config_proxy"] != nil)
        },
        read: { source, context throws(ImportError) in
            var reader = ATACReader(context)
            let tree = try reader.collection(source.document ?? .null)
            context = reader.context
            return ImportedContent(format: "atac", collections: [tree])
        },
        facts: { RequestFacts.facts($0, kind: "atac") })
}

/// Reads ATAC's collections. Folders exist only as a naming convention there, so all requests are at the top level.
private struct ATACReader {
    var context: ImportContext

    init(_ context: ImportContext) { self.context = context }

    mutating func collection(_ document: JSONValue) throws(ImportError) -> CollectionTree {
        var tree = CollectionTree(.init(FolderDraft(name: context.name(document.text("name"), at: .file))))
        for (index, value) in document.elements("requests").enumerated() {
            let pointer = JSONPointer().member("requests").element(index)
            guard value.object != nil else {
                context.report(
                    .failed, at: pointer, "request", "it is \(value.kindDescription), but an object is expected", instead: "left out")
                continue
            }
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
        result.draft.query += rows(value["params"])
        result.draft.headers = rows(value["headers"])
        result.draft.body = body(http["body"] ?? value["body"] ?? .null)
        putAuth(value["auth"] ?? .null, into: &result.draft, at: pointer.member("auth"))
        let scripts = value["scripts"] ?? .null
        result.draft.scripts = Scripts(before: scripts.text("pre_request_script"), after: scripts.text("post_request_script"))
        let settings = value["settings"] ?? .null
        result.draft.options.redirects.follow = settings["allow_redirects"]?.bool
        if settings["accept_invalid_certs"]?.bool == true { result.draft.options.tls.verify = false }
        // Milliseconds.
        if let timeout = settings["timeout"]?.looseInteger, timeout > 0 { result.draft.options.timeout = Double(timeout) / 1000 }
        if http["type"]?.string == "websocket" {
            context.report(.kept, at: pointer, "request “\(result.draft.name)”", "a WebSocket cannot be opened yet")
            result.extensions["x-atac"] = ["request": value]
        }
        return result
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

    private mutating func putAuth(_ value: JSONValue, into draft: inout RequestDraft, at pointer: JSONPointer) {
        guard let member = value.object?.first else { return }
        // Older files have a list in the place of names.
        func text(_ name: String, _ index: Int) -> String { member.value[name]?.looseText ?? member.value[index]?.looseText ?? "" }
        switch member.name {
        case "basic_auth": draft.auth = AuthDraft(.basic, fields: ["username": text("username", 0), "password": text("password", 1)])
        case "digest": draft.auth = AuthDraft(.digest, fields: ["username": text("username", 0), "password": text("password", 1)])
        case "bearer_token":
            draft.auth = AuthDraft(.bearer, fields: ["token": member.value.string ?? text("token", 0)])
        default:
            context.report(.lost, at: pointer, "authentication “\(member.name)”", "Apus cannot send it yet")
        }
    }
}
