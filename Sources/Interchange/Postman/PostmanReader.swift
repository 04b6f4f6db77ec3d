import JSON
import Workspace

/// Reads a Postman collection of version 2.0 or 2.1.
///
/// Real files differ from the schema, so everything is optional and of any kind here; some converters write `events`, `headers` and `responses`. A
/// broken item becomes an issue of the report and never stops the rest.
struct PostmanReader {
    /// The member of our files that preserves details of Postman's format.
    static let extensionName = "x-postman"
    private static let typesOfBodies: [BodyDraft.Kind: String] = [.multipart: "multipart/", .form: "application/x-www-form-urlencoded"]

    var context: ImportContext
    /// True where a folder around sets `disableBodyPruning`: bodies are sent with every method.
    private var sendsEveryBody = false

    init(_ context: ImportContext) { self.context = context }

    mutating func collection(_ document: JSONValue) throws(ImportError) -> CollectionTree {
        let info = document["info"] ?? .null
        let root = JSONPointer()
        var folder = try self.folder(document, at: root, depth: 0)
        folder.draft.name = context.name(info["name"]?.looseText ?? document.text("name"), at: .pointer(root.member("info").member("name")))
        if folder.draft.name.isEmpty { folder.draft.name = "Imported collection" }
        folder.draft.docs = Self.description(info["description"] ?? document["description"])
        var details = folder.extensions[Self.extensionName]?.object ?? JSONObject()
        details.set("version", info["version"])
        if !details.isEmpty { folder.extensions[Self.extensionName] = .object(details) }
        var tree = CollectionTree(folder)
        Self.separateSecrets(named: Self.secretNames(in: document["variable"] ?? document["variables"]), of: &tree)
        return tree
    }

    /// The names of the variables that the file marks as secret.
    private static func secretNames(in value: JSONValue?) -> Set<String> {
        Set((value?.array ?? []).filter { $0["type"]?.string == "secret" }.map { row($0).name })
    }

    /// Takes secret values out of the variables; a reference to another variable and an empty value are none.
    private static func separateSecrets(named names: Set<String>, of tree: inout CollectionTree) {
        for row in tree.root.draft.variables where names.contains(row.name) && row.isEnabled && !row.value.isEmpty {
            if !row.value.contains("{{") { tree.secretValues[row.name] = row.value }
        }
        tree.root.draft.variables.removeAll { tree.secretValues[$0.name] == $0.value && $0.isEnabled }
    }

    // MARK: Folders

    /// A folder, or the collection itself, with its items.
    private mutating func folder(_ value: JSONValue, at pointer: JSONPointer, depth: Int) throws(ImportError) -> CollectionTree.Folder {
        var folder = CollectionTree.Folder()
        folder.draft.name = context.name(value.text("name"), at: .pointer(pointer.member("name")))
        folder.draft.docs = Self.description(value["description"])
        folder.draft.variables = variables(value["variable"] ?? value["variables"], at: pointer.member("variable"))
        let auth = self.auth(value["auth"], at: pointer.member("auth"), isRequest: false)
        folder.draft.auth = auth.draft
        let scripts = self.scripts(value["event"] ?? value["events"], at: pointer.member("event"))
        folder.draft.scripts = scripts.draft
        var details = auth.details
        details.members += scripts.details.members
        let behaviour = behaviour(value["protocolProfileBehavior"], at: pointer.member("protocolProfileBehavior"))
        folder.draft.options = behaviour.options
        details.members += behaviour.details.members
        let outer = sendsEveryBody
        defer { sendsEveryBody = outer }
        sendsEveryBody = sendsEveryBody(value)
        if !details.isEmpty { folder.extensions[Self.extensionName] = .object(details) }
        try addItems(of: value, at: pointer, depth: depth, to: &folder)
        return folder
    }

    /// The setting of an item, or else that of the folders around it.
    private func sendsEveryBody(_ item: JSONValue) -> Bool {
        item["protocolProfileBehavior"]?["disableBodyPruning"]?.looseFlag ?? sendsEveryBody
    }

    private mutating func addItems(
        of value: JSONValue, at pointer: JSONPointer, depth: Int, to folder: inout CollectionTree.Folder
    ) throws(ImportError) {
        let pointer = pointer.member("item")
        guard let list = value["item"], !list.isNull else { return }
        // Some files have a single item instead of an array.
        let items = list.array ?? [list]
        for (index, item) in items.enumerated() {
            let place = list.array == nil ? pointer : pointer.element(index)
            guard context.isObject(item, "item", at: place) else { continue }
            guard item["item"] != nil, item["request"] == nil else {
                folder.items.append(.request(try request(item, at: place)))
                continue
            }
            let child = try self.folder(item, at: place, depth: depth + 1)
            if depth < context.limits.folderDepth {
                folder.items.append(.folder(child))
            } else {
                context.report(
                    .changed, at: place, "folder “\(child.draft.name)”", "it is nested deeper than \(context.limits.folderDepth) levels",
                    instead: "its items are moved to the parent folder")
                folder.items += child.items
            }
        }
    }

    // MARK: Requests

    private mutating func request(_ item: JSONValue, at pointer: JSONPointer) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        var result = CollectionTree.Request()
        let value = item["request"] ?? .null
        let place = pointer.member("request")
        if value.object == nil, value.string == nil {
            let found = item["request"] == nil ? "there is none" : "it is \(value.kindDescription)"
            context.report(.failed, at: place, "request", found, instead: "it becomes an empty request")
        }
        if value.object != nil || value.string != nil {
            (result.draft, result.extensions) = draft(value, at: place, isPruned: !sendsEveryBody(item))
        }
        result.draft.name = context.name(item.text("name"), at: .pointer(pointer.member("name")))
        if result.draft.docs.isEmpty { result.draft.docs = Self.description(item["description"]) }
        result.draft.variables = variables(item["variable"], at: pointer.member("variable"))
        let scripts = self.scripts(item["event"] ?? item["events"], at: pointer.member("event"))
        result.draft.scripts = scripts.draft
        result.draft.addChecksOfScript(&context.scriptReadings)
        let isImplied = result.draft.body.kind != .none && PostmanBody.prunedMethods.contains(result.draft.method)
        let hasType = result.draft.headers.contentType != nil
        let disablesType = item["protocolProfileBehavior"]?["disabledSystemHeaders"]?["content-type"]?.looseFlag == true
        let omitsType = result.draft.body.kind == .text && !hasType && disablesType
        if omitsType { result.draft.body.contentType = BodyDraft.noContentType }
        if !disablesType { context.disableForeignType(of: &result.draft, kinds: Self.typesOfBodies, at: place.member("header")) }
        let behaviour = behaviour(
            item["protocolProfileBehavior"], at: pointer.member("protocolProfileBehavior"), impliesBody: isImplied, omitsType: omitsType)
        result.draft.options = behaviour.options
        addDetails(scripts.details.members + behaviour.details.members, to: &result.extensions)
        for (index, saved) in item.elements(item["response"] == nil ? "responses" : "response").enumerated() {
            let place = pointer.member("response").element(index)
            guard saved.object != nil else {
                context.report(.failed, at: place, "example", "it is \(saved.kindDescription), but an object is expected")
                continue
            }
            result.examples.append(example(saved, at: place))
        }
        return result
    }

    private func addDetails(_ members: [JSONMember], to extensions: inout JSONObject) {
        guard !members.isEmpty else { return }
        var details = extensions[Self.extensionName]?.object ?? JSONObject()
        details.members += members
        extensions[Self.extensionName] = .object(details)
    }

    /// The request's own members, without the members of the item around it.
    private mutating func draft(_ value: JSONValue, at pointer: JSONPointer, isPruned: Bool) -> (RequestDraft, JSONObject) {
        var draft = RequestDraft()
        var details = JSONObject()
        if let url = value.string {
            PostmanURL.read(.string(url), into: &draft)
            return (draft, JSONObject())
        }
        draft.method = value.methodInCapitals
        draft.docs = Self.description(value["description"])
        draft.headers = headers(value["header"] ?? value["headers"], at: pointer.member("header"))
        var extensions = JSONObject()
        readURL(value["url"] ?? .null, at: pointer.member("url"), into: &draft)
        let auth = self.auth(value["auth"], at: pointer.member("auth"), isRequest: true)
        draft.auth = auth.draft
        details.members += auth.details.members
        var body = PostmanBody(value: value["body"] ?? .null, pointer: pointer.member("body"))
        body.read(into: &draft, isPruned: isPruned, &context)
        details.members += body.details.members
        for name in ["proxy", "certificate"] {
            guard let member = value[name], member.object?.isEmpty == false else { continue }
            details[name] = member
            context.report(.kept, at: pointer.member(name), name, "Apus has no such setting for a request")
        }
        if !details.isEmpty { extensions[Self.extensionName] = .object(details) }
        return (draft, extensions)
    }

    private mutating func readURL(_ value: JSONValue, at pointer: JSONPointer, into draft: inout RequestDraft) {
        if value.isNull { context.report(.changed, at: pointer, "URL", "there is none", instead: "the URL is empty") }
        PostmanURL.read(value, into: &draft)
        let renamed = PostmanURL.renameParameters(of: &draft)
        for (old, new) in renamed {
            context.report(
                .changed, at: pointer, "path parameter “\(old)”", "its name has characters other than letters, digits, _ and -",
                instead: "renamed “\(new)”")
        }
        let text = PostmanURL.text(of: draft)
        guard renamed.isEmpty, let raw = value["raw"]?.string, !raw.isEmpty, raw != text, PostmanURL.differs(raw, from: draft) else {
            return
        }
        context.report(
            .note, at: pointer.member("raw"), "URL", "its text and its parts differ",
            instead: "the parts are used, as Postman does: \(text)")
    }

    private mutating func headers(_ value: JSONValue?, at pointer: JSONPointer) -> [Row] {
        guard let value, !value.isNull else { return [] }
        if let text = value.string { return PostmanV1.headerRows(text) }
        if let object = value.object { return object.map { Row($0.name, $0.value.looseText) } }
        guard let rows = value.array else {
            context.report(.lost, at: pointer, "headers", "they are \(value.kindDescription), but an array is expected")
            return []
        }
        var result: [Row] = []
        for (index, row) in rows.enumerated() {
            if let text = row.string {
                result += PostmanV1.headerRows(text)
            } else if row.object != nil {
                result.append(Self.row(row))
            } else if !row.isNull {
                context.report(.lost, at: pointer.element(index), "header", "it is \(row.kindDescription), but an object is expected")
            }
        }
        return result
    }

    /// A row of headers, query items, form fields or variables.
    static func row(_ value: JSONValue) -> Row {
        let name = value["key"] ?? value["id"] ?? value["name"] ?? .null
        return Row(
            name.looseText, value.text("value"), isEnabled: !PostmanFile.isDisabled(value), comment: description(value["description"]))
    }

    // MARK: Variables, scripts, options, descriptions

    /// A variable; without a `value`, its value is `current` or else `initial`, as in newer exports.
    static func variable(_ value: JSONValue) -> Row {
        var row = row(value)
        if value["value"] == nil { row.value = (value["current"] ?? value["initial"] ?? .null).looseText }
        return row
    }

    private mutating func variables(_ value: JSONValue?, at pointer: JSONPointer) -> [Row] {
        guard let value, !value.isNull else { return [] }
        if let object = value.object, object["key"] == nil { return object.map { Row($0.name, $0.value.looseText) } }
        return (value.array ?? [value]).filter { $0.object != nil }.map { Self.variable($0) }
    }

    private mutating func scripts(_ value: JSONValue?, at pointer: JSONPointer) -> (draft: Scripts, details: JSONObject) {
        var (before, after, kept) = ([String](), [String](), [JSONValue]())
        for (index, event) in (value?.array ?? []).enumerated() {
            let place = pointer.element(index)
            let script = event["script"] ?? .null
            let text = (script["exec"] ?? script).looseLines ?? ""
            if let source = script["src"], !source.isNull {
                kept.append(event)
                context.report(.kept, at: place, "script", "it is in an external file: \(source.looseText.prefix(200))")
                continue
            }
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            switch event["listen"]?.string {
            case _ where PostmanFile.isDisabled(event):
                kept.append(event)
                context.report(.kept, at: place, "script", "it is disabled")
            case "prerequest"?: before.append(text)
            case "test"?: after.append(text)
            case let other:
                kept.append(event)
                context.report(.kept, at: place, "script", "it is for the event “\(other ?? "")”, which Apus does not have")
            }
        }
        let draft = Scripts(before: before.joined(separator: "\n"), after: after.joined(separator: "\n"))
        return (draft, kept.isEmpty ? JSONObject() : ["events": .array(kept)])
    }

    /// - Parameters:
    ///   - impliesBody: true if the draft itself says that its body is sent.
    ///   - omitsType: true if the draft itself says that it is sent without Content-Type.
    private mutating func behaviour(
        _ value: JSONValue?, at pointer: JSONPointer, impliesBody: Bool = false, omitsType: Bool = false
    ) -> (options: RequestOptions, details: JSONObject) {
        var options = RequestOptions()
        guard let object = value?.object, !object.isEmpty else { return (options, JSONObject()) }
        var kept = JSONObject()
        for member in object {
            switch member.name {
            case "followRedirects": options.redirects.follow = member.value.looseFlag
            case "maxRedirects": options.redirects.limit = member.value.looseInteger
            case "followOriginalHttpMethod": options.redirects.keepMethod = member.value.looseFlag ? [301, 302, 303] : []
            case "strictSSL": options.tls.verify = member.value.looseFlag
            case "disableCookies": options.cookies = !member.value.looseFlag
            // Read before the body, see ``sendsEveryBody(_:)``.
            case "disableBodyPruning": if !impliesBody { kept[member.name] = member.value }
            case "disabledSystemHeaders" where member.value.memberNames.allSatisfy { omitsType && $0 == "content-type" }: continue
            case "protocolVersion": options.httpVersion = ["http1": "1.1", "http2": "2"][member.value.looseText]
            default:
                kept[member.name] = member.value
                context.report(.kept, at: pointer.member(member.name), "setting “\(member.name)”", "Apus has no option for it")
            }
        }
        return (options, kept.isEmpty ? JSONObject() : ["protocolProfileBehavior": .object(kept)])
    }

    /// Markdown: a string, or an object of `content` and `type`.
    static func description(_ value: JSONValue?) -> String {
        guard let value else { return "" }
        return value.object == nil ? value.looseText : value.text("content")
    }
}

// MARK: Authentication and examples

extension PostmanReader {
    /// The authentication, and the original if a draft cannot express all of it.
    private mutating func auth(
        _ value: JSONValue?, at pointer: JSONPointer, isRequest: Bool
    ) -> (draft: AuthDraft, details: JSONObject) {
        guard let value else { return (AuthDraft(), JSONObject()) }
        // Postman sends nothing for a request whose authentication is null, and asks the folder around for a folder's.
        guard !value.isNull else { return (AuthDraft(isRequest ? .none : .inherit), isRequest ? ["auth": .null] : JSONObject()) }
        let auth = PostmanAuth(value)
        if let issue = auth.issue {
            context.report(issue.severity, at: pointer, "authentication “\(auth.type)”", issue.why, instead: issue.instead)
        }
        if auth.draft.kind == .bearer, auth.draft["token"].isEmpty {
            context.report(.note, at: pointer, "bearer token", "it is empty", instead: "set it before sending; Postman sends none")
        }
        return (auth.draft, auth.isComplete ? JSONObject() : ["auth": value])
    }

    private mutating func example(_ value: JSONValue, at pointer: JSONPointer) -> SavedResponse {
        var saved = SavedResponse(name: value.text("name"), status: value["code"]?.looseInteger ?? 0, reason: value.text("status"))
        if saved.status == 0 {
            saved.status = value["status"]?.looseInteger ?? 200
            saved.reason = ""
        }
        saved.headers = headers(value["header"] ?? value["headers"], at: pointer.member("header"))
        saved.body = Array(value.text("body").utf8)
        if let request = value["originalRequest"] ?? value["request"], request.object != nil || request.string != nil {
            var ignored = ImportContext(file: context.file, limits: context.limits)
            swap(&context, &ignored)
            saved.request = draft(request, at: pointer, isPruned: false).0
            swap(&context, &ignored)
        }
        return saved
    }
}
