import JSON
import Workspace

extension ImportFormat {
    /// Insomnia's exports of versions 1 to 5, JSON or YAML.
    static let insomnia = ImportFormat(
        id: "insomnia", title: "Insomnia",
        recognizes: { source in
            guard let document = source.document else { return false }
            if document["__export_format"] != nil { return true }
            return document["type"]?.string?.contains(".insomnia.rest/") == true
        },
        read: { source, context throws(ImportError) in
            var reader = InsomniaReader(context: context)
            let content = try reader.read(source.document ?? .null)
            context = reader.context
            return content
        })
}

/// Reads Insomnia's files.
///
/// Version 5 nests its items. Versions 2 to 4 are lists of resources with parent ids; they are converted to the form of version 5, and so
/// are the groups of version 1.
struct InsomniaReader {
    /// The member of our files that preserves details of Insomnia's format.
    static let extensionName = "x-insomnia"

    var context: ImportContext
    /// The names of the file's requests by their ids.
    private(set) var requestNames: [String: String] = [:]
    /// The captures that tags ask for, by the ids of their requests.
    var captures: [String: [Capture]] = [:]
    /// True within a body that is sent as written, without references.
    private(set) var isLiteral = false

    mutating func read(_ document: JSONValue) throws(ImportError) -> ImportedContent {
        if let type = document["type"]?.string { return try readNested(document, type) }
        let version = document["__export_format"]?.looseText ?? ""
        if version == "1" { return ImportedContent(collections: [try firstVersion(document)]) }
        guard let number = Int(version), (2...4).contains(number) else {
            throw ImportError("Unknown Insomnia export format “\(version.prefix(40))”: expected 1 to 5.")
        }
        let resources = document.elements("resources")
        recordNames(of: resources)
        for (index, resource) in resources.enumerated() {
            _ = context.isObject(resource, "resource", at: JSONPointer().member("resources").element(index))
        }
        let list = InsomniaResources(resources)
        var content = ImportedContent()
        for workspace in list.workspaces {
            guard let tree = try collection(workspace, in: list) else { continue }
            if workspace.text("scope") == "environment" {
                let base = CollectionTree.Environment(EnvironmentDraft(name: tree.root.draft.name, variables: tree.root.draft.variables))
                content.environments += [base] + tree.environments.map { $0.inheriting(base.draft.variables) }
            } else {
                content.collections.append(tree)
            }
        }
        content.collections = content.collections.map { tree in tree.mapping { request, _ in addCaptures(to: &request) } }
        return content
    }

    /// Records the names of requests, also of those in folders of version 5.
    private mutating func recordNames(of items: [JSONValue]) {
        for item in items where item.object != nil {
            if let id = item["meta"]?.nonEmpty("id") ?? item.nonEmpty("_id") { requestNames[id] = item.text("name") }
            recordNames(of: item.elements("children"))
        }
    }

    /// Adds the captures that tags in other requests ask for.
    private func addCaptures(to request: inout CollectionTree.Request) {
        request.draft.captures += captures[request.sourceID ?? ""] ?? []
    }

    // MARK: Version 5

    private mutating func readNested(_ document: JSONValue, _ type: String) throws(ImportError) -> ImportedContent {
        if type.hasPrefix("environment.") {
            return ImportedContent(environments: environments(document["environments"] ?? document, base: nil))
        }
        guard type.hasPrefix("collection.") || type.hasPrefix("spec.") else {
            throw ImportError(
                "Insomnia's “\(type.prefix(60))” contains no requests: expected a collection, a specification or environments.")
        }
        var tree = CollectionTree()
        tree.root.draft.name = context.name(document.text("name"), at: .pointer(JSONPointer().member("name")))
        if tree.root.draft.name.isEmpty { tree.root.draft.name = "Insomnia" }
        tree.root.draft.docs = document["meta"]?.text("description") ?? ""
        recordNames(of: document.elements("collection"))
        try addItems(document.elements("collection"), at: JSONPointer().member("collection"), depth: 0, to: &tree.root)
        addEnvironments(document["environments"], to: &tree)
        reportRest(of: document)
        return ImportedContent(collections: [tree.mapping { request, _ in addCaptures(to: &request) }])
    }

    private mutating func reportRest(of document: JSONValue) {
        if document["spec"]?["contents"]?.object?.isEmpty == false || document["spec"]?["file"] != nil {
            context.report(
                .lost, at: JSONPointer().member("spec"), "API specification", "collections contain none",
                instead: "import the document by itself")
        }
        if document["cookieJar"]?.elements("cookies").isEmpty == false {
            context.report(.lost, at: JSONPointer().member("cookieJar"), "cookies", "cookies are not part of a collection")
        }
        for name in ["testSuites", "certificates", "server"]
        where document[name]?.array?.isEmpty == false || document[name]?.object?.isEmpty == false {
            context.report(.lost, at: JSONPointer().member(name), name, "Apus has no equivalent")
        }
    }

    mutating func addItems(
        _ items: [JSONValue], at pointer: JSONPointer, depth: Int, to folder: inout CollectionTree.Folder
    ) throws(ImportError) {
        for (index, item) in items.enumerated() {
            // Items of the older versions are elsewhere in the file.
            let place = item["_index"]?.integer.map { JSONPointer().member("resources").element($0) } ?? pointer.element(index)
            guard context.isObject(item, "item", at: place) else { continue }
            let isRequest = item["url"] != nil || item["method"] != nil || item["_type"]?.string == "request"
            let isFolder = item["children"] != nil || !isRequest
            guard isFolder else {
                folder.items.append(.request(try request(item, at: place)))
                continue
            }
            var child = settings(of: item, at: place)
            try addItems(item.elements("children"), at: place.member("children"), depth: depth + 1, to: &child)
            if depth < context.limits.folderDepth {
                folder.items.append(.folder(child))
            } else {
                folder.items += child.items
                context.report(
                    .changed, at: place, "folder “\(child.draft.name)”", "it is nested too deeply",
                    instead: "its items are moved to the parent folder")
            }
        }
    }

    private mutating func settings(of item: JSONValue, at pointer: JSONPointer) -> CollectionTree.Folder {
        var draft = FolderDraft(name: context.name(item.text("name"), at: .pointer(pointer.member("name"))))
        draft.docs = item["meta"]?.nonEmpty("description") ?? item.text("description")
        draft.variables = variables(item["environment"], at: pointer.member("environment"))
        draft.headers = rows(item["headers"], at: pointer.member("headers"))
        let auth = self.auth(item["authentication"], at: pointer.member("authentication"))
        draft.auth = auth.draft
        draft.scripts = scripts(of: item)
        var folder = CollectionTree.Folder(draft)
        if !auth.isComplete { folder.extensions[Self.extensionName] = .object([("authentication", item["authentication"] ?? .null)]) }
        return folder
    }

    // MARK: Requests

    private mutating func request(_ item: JSONValue, at pointer: JSONPointer) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        var result = CollectionTree.Request()
        result.draft.name = context.name(item.text("name"), at: .pointer(pointer.member("name")))
        result.draft.docs = item["meta"]?.nonEmpty("description") ?? item.text("description")
        result.draft.method = item.nonEmpty("method") ?? "GET"
        let url = template(item.text("url"), at: pointer.member("url"))
        (result.draft.url, result.draft.query) = URLParts.split(url)
        result.draft.query += rows(item["parameters"], at: pointer.member("parameters")).map(\.escapingPlus)
        result.draft.pathParameters = rows(item["pathParameters"], at: pointer.member("pathParameters"))
        result.draft.headers = rows(item["headers"], at: pointer.member("headers"))
        result.draft.scripts = scripts(of: item)
        result.draft.addChecksOfScript(&context.scriptReadings)
        let isRendered =
            item["settings"]?["renderRequestBody"].map(\.looseFlag) ?? (item["settingDisableRenderRequestBody"]?.looseFlag != true)
        isLiteral = !isRendered
        result.draft.body = body(item["body"] ?? .null, at: pointer.member("body"), result.draft.headers)
        isLiteral = false
        context.disableForeignType(of: &result.draft, kinds: [.multipart: "multipart/"], at: pointer.member("headers"))
        let auth = self.auth(item["authentication"], at: pointer.member("authentication"))
        result.draft.auth = auth.draft
        var details = JSONObject()
        if !auth.isComplete { details.set("authentication", item["authentication"]) }
        result.draft.options = options(of: item, at: pointer)
        if item["method"] == nil, let kind = Self.otherProtocol(item) {
            context.report(.kept, at: pointer, "request “\(result.draft.name)”", "\(kind) cannot be sent yet")
            details["request"] = item
        }
        if !details.isEmpty { result.extensions[Self.extensionName] = .object(details) }
        result.sourceID = item["meta"]?.nonEmpty("id") ?? item.text("_id")
        return result
    }

    private static func otherProtocol(_ item: JSONValue) -> String? {
        if let kind = item["_isOther"]?.string { return kind }
        let id = item["meta"]?["id"]?.string ?? item["_id"]?.string ?? ""
        if id.hasPrefix("greq") { return "gRPC" }
        if id.hasPrefix("ws-req") || item.text("url").hasPrefix("ws") { return "WebSocket" }
        return id.hasPrefix("socketio") ? "Socket.IO" : nil
    }

    private mutating func rows(_ value: JSONValue?, at pointer: JSONPointer) -> [Row] {
        (value?.array ?? []).enumerated().filter { $0.element.object != nil }.map { index, row in
            let place = pointer.element(index)
            return Row(
                template(row.text("name"), at: place), template(row.text("value"), at: place),
                isEnabled: row["disabled"]?.looseFlag != true,
                comment: row.text("description"))
        }
    }

    private mutating func body(_ value: JSONValue, at pointer: JSONPointer, _ headers: [Row]) -> BodyDraft {
        if let text = value.string { return PostmanBody.text(template(text, at: pointer), language: "", headers) }
        let type = value.text("mimeType")
        let text = template(value.text("text"), at: pointer.member("text"))
        switch BodyDraft.Kind(mediaType: type) {
        case .form?:
            let form = rows(value["params"], at: pointer.member("params"))
            return BodyDraft(kind: .form, form: form.isEmpty && !text.isEmpty ? FormText.rows(of: text) : form)
        case .multipart?: return BodyDraft(kind: .multipart, parts: parts(value["params"], at: pointer.member("params")))
        case .graphql?:
            let operation = (try? JSONValue(parsing: text)) ?? .null
            return BodyDraft(kind: .graphql, graphql: operation.object == nil ? .init(query: text) : .init(operation))
        case .json?: return text.isEmpty ? BodyDraft() : BodyDraft(kind: .json, json: text)
        case .xml?: return text.isEmpty ? BodyDraft() : BodyDraft(kind: .xml, xml: text)
        default:
            if let path = value.nonEmpty("fileName") { return BodyDraft(kind: .file, file: path, fileContentType: type) }
            return text.isEmpty ? BodyDraft() : BodyDraft(kind: .text, text: text, contentType: type)
        }
    }

    private mutating func parts(_ value: JSONValue?, at pointer: JSONPointer) -> [BodyDraft.Part] {
        (value?.array ?? []).enumerated().filter { $0.element.object != nil }.map { index, part in
            let place = pointer.element(index)
            let isFile = part["type"]?.string == "file"
            return BodyDraft.Part(
                template(part.text("name"), at: place), isFile ? part.text("fileName") : template(part.text("value"), at: place),
                isFile: isFile,
                contentType: part.nonEmpty("contentType") ?? part["multiline"]?.string ?? "",
                isEnabled: part["disabled"]?.looseFlag != true, comment: part.text("description"))
        }
    }

    private func scripts(of item: JSONValue) -> Scripts {
        let nested = item["scripts"] ?? .null
        return Scripts(
            before: nested.nonEmpty("preRequest") ?? item.text("preRequestScript"),
            after: nested.nonEmpty("afterResponse") ?? item.text("afterResponseScript"))
    }

    private mutating func options(of item: JSONValue, at pointer: JSONPointer) -> RequestOptions {
        var options = RequestOptions()
        let settings = item["settings"] ?? .null
        switch settings["followRedirects"]?.looseText ?? item.text("settingFollowRedirects") {
        case "on", "true": options.redirects.follow = true
        case "off", "false": options.redirects.follow = false
        default: break
        }
        let cookies = settings["cookies"]?["send"] ?? item["settingSendCookies"]
        if cookies.map({ $0.bool == false }) ?? false { options.cookies = false }
        let others = [
            ("encodeUrl", settings["encodeUrl"] ?? item["settingEncodeUrl"]),
            ("storeCookies", settings["cookies"]?["store"] ?? item["settingStoreCookies"]),
        ]
        for (name, value) in others where value?.bool == false {
            context.report(.lost, at: pointer, "setting “\(name)”", "Apus has no equivalent")
        }
        return options
    }

    // MARK: Environments

    /// Variables from a nested object, named `a.b` and `a[0]`.
    mutating func variables(_ value: JSONValue?, at pointer: JSONPointer) -> [Row] {
        var rows: [Row] = []
        func add(_ value: JSONValue, _ name: String, _ place: JSONPointer) {
            if let object = value.object {
                for member in object {
                    add(member.value, name.isEmpty ? member.name : "\(name).\(member.name)", place.member(member.name))
                }
            } else if let elements = value.array {
                for (index, element) in elements.enumerated() { add(element, "\(name)[\(index)]", place.element(index)) }
            } else {
                rows.append(Row(name, template(value.looseText, at: place)))
            }
        }
        if let value, value.object != nil { add(value, "", pointer) }
        return rows
    }

    private mutating func addEnvironments(_ value: JSONValue?, to tree: inout CollectionTree) {
        guard let value, value.object != nil else { return }
        tree.root.draft.variables += variables(value["data"], at: JSONPointer().member("environments").member("data"))
        tree.environments += environments(value, base: tree)
    }

    /// The environments below the base environment; the base itself if there is no collection for its variables.
    private mutating func environments(_ value: JSONValue, base tree: CollectionTree?) -> [CollectionTree.Environment] {
        var all = (tree == nil ? [value] : []) + value.elements("subEnvironments")
        if tree == nil, value["data"] == nil, value["environments"] == nil { all = value.elements("subEnvironments") }
        let place = JSONPointer().member("environments")
        let base = tree == nil ? variables(value["data"], at: place) : []
        return all.filter { $0.object != nil }.map { environment in
            let name = context.name(environment.nonEmpty("name") ?? "Environment", at: .file)
            let rows = variables(environment["data"], at: place)
            return CollectionTree.Environment(EnvironmentDraft(name: name, variables: rows)).inheriting(base)
        }
    }
}
