import Hashing
import JSON
import Platform
import Workspace

extension ImportFormat {
    /// HTTP Archive 1.1 and 1.2, as a log, one entry or one request.
    static let har = ImportFormat(
        id: "har", title: "HAR",
        recognizes: { source in source.document.map(HARReader.recognizes) ?? false },
        read: { source, context throws(ImportError) in
            var reader = HARReader(context: context)
            let content = try reader.read(source.document ?? .null, named: BrunoFiles.stem(of: source.name))
            context = reader.context
            return content
        })
}

/// Converts an archive to a collection: pages become folders, responses become examples.
struct HARReader {
    /// Headers that belong to one connection or are created for each request.
    private static let droppedHeaders: Set<String> = [
        "content-length", "host", "connection", "proxy-connection", "transfer-encoding", "keep-alive",
    ]

    var context: ImportContext
    /// True for an export of Apus.
    private var isOwn = false

    init(context: ImportContext) { self.context = context }

    static func recognizes(_ document: JSONValue) -> Bool {
        if let log = document["log"] { return ["entries", "pages", "creator"].contains { log[$0] != nil } }
        if isLog(document) { return true }
        // One entry of a log.
        if document["startedDateTime"] != nil, let request = document["request"] { return request["url"]?.string != nil }
        // One request, in the form used by code generators.
        guard document["method"]?.string != nil, document["url"]?.string != nil else { return false }
        let known: Set<String> = [
            "method", "url", "httpVersion", "headers", "queryString", "cookies", "postData", "headersSize", "bodySize", "comment",
        ]
        return document.memberNames.allSatisfy { known.contains($0) || $0.hasPrefix("_") }
    }

    /// True for the content of a log without the object around it, as some programs write it.
    private static func isLog(_ document: JSONValue) -> Bool {
        document.elements("entries").first?["request"]?["url"]?.string != nil
    }

    /// The log of an archive and its place; nil if the document is none.
    static func log(of document: JSONValue) -> (value: JSONValue, pointer: JSONPointer)? {
        if let log = document["log"] { return (log, JSONPointer().member("log")) }
        return isLog(document) ? (document, JSONPointer()) : nil
    }

    mutating func read(_ document: JSONValue, named name: String) throws(ImportError) -> ImportedContent {
        let log = Self.log(of: document)
        isOwn = log?.value["creator"]?["name"] == "Apus"
        var tree = CollectionTree(.init(FolderDraft(name: context.name(name.isEmpty ? "HAR" : name, at: .file))))
        if let log {
            try add(log.value, at: log.pointer, to: &tree.root)
        } else {
            let value = document["request"] ?? document
            let isRecorded = document["request"] != nil
            tree.root.items = [.request(try request(value, response: document["response"], isRecorded: isRecorded, at: JSONPointer()))]
        }
        return ImportedContent(collections: [tree])
    }

    private mutating func add(
        _ log: JSONValue, at place: JSONPointer, to root: inout CollectionTree.Folder
    ) throws(ImportError) {
        let pages = log.elements("pages").filter { $0.object != nil }
        var folders = pages.enumerated().map { index, page in
            CollectionTree.Folder(
                FolderDraft(name: context.name(page.nonEmpty("title") ?? page.nonEmpty("id") ?? "Page \(index + 1)", at: .file)))
        }
        let indices = Dictionary(pages.enumerated().map { ($0.element.text("id"), $0.offset) }) { first, _ in first }
        for (index, entry) in log.elements("entries").enumerated() {
            let pointer = place.member("entries").element(index)
            guard let value = entry["request"], value.object != nil else {
                context.report(.failed, at: pointer, "entry", "it has no request", instead: "left out")
                continue
            }
            var request = try self.request(value, response: entry["response"], at: pointer)
            request.draft.docs = entry.text("comment")
            if entry["_webSocketMessages"] != nil {
                context.report(.lost, at: pointer.member("_webSocketMessages"), "messages of a WebSocket", "a request contains none")
            }
            if folders.count > 1, let page = indices[entry.text("pageref")] {
                folders[page].items.append(.request(request))
            } else {
                root.items.append(.request(request))
            }
        }
        root.items = folders.filter { !$0.items.isEmpty }.map { .folder($0) } + root.items
    }

    // MARK: Requests

    /// - Parameter isRecorded: true for a request of an archive, whose URL is complete; the parameters of a request in the form of code
    ///   generators add to its URL.
    private mutating func request(
        _ value: JSONValue, response: JSONValue?, isRecorded: Bool = true, at pointer: JSONPointer
    ) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        var result = CollectionTree.Request()
        result.draft.method = value.nonEmpty("method") ?? "GET"
        let url = value["_url"]?.string ?? value.text("url")
        (result.draft.url, result.draft.query) = URLParts.split(url)
        if !isRecorded || !url.contains("?") { addQuery(value.elements("queryString"), to: &result.draft) }
        // The fragment is never sent.
        if let hash = result.draft.url.firstIndex(of: "#") { result.draft.url = String(result.draft.url[..<hash]) }
        let rest = result.draft.url.withoutScheme
        let path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? String(rest)
        result.draft.name = context.name(value.nonEmpty("_name") ?? "\(result.draft.method) \(path)", at: .pointer(pointer))
        // A recorded path is sent as it is.
        result.draft.url = PathParameters.escaped(result.draft.url)
        result.draft.headers = headers(value, url: url)
        extractCredentials(from: &result.draft)
        insertBody(value["postData"] ?? .null, into: &result.draft, at: pointer.member("request").member("postData"))
        if let response, let saved = savedResponse(response) { result.examples = [saved] }
        // What was recorded was sent as it stands; an export of Apus has variables.
        if isRecorded, !isOwn { result.draft = result.draft.escapingBraces(all: true) }
        return result
    }

    /// Adds the parameters that are not in the URL.
    private func addQuery(_ values: [JSONValue], to draft: inout RequestDraft) {
        var known = draft.query.map { [$0.name.percentDecoded(plusIsSpace: true), $0.value.percentDecoded(plusIsSpace: true)] }
        for value in values where value.object != nil {
            let pair = [value.text("name"), value.text("value")]
            let decoded = pair.map { $0.percentDecoded(plusIsSpace: true) }
            if let index = known.firstIndex(where: { $0 == pair || $0 == decoded }) {
                known.remove(at: index)
            } else {
                draft.query.append(Row(Self.queryText(pair[0]), Self.queryText(pair[1])))
            }
        }
    }

    /// A text of the parameter list in the notation of a query: existing escapes stay.
    private static func queryText(_ text: String) -> String {
        text.replacing("&", with: "%26").replacing("#", with: "%23").replacing("+", with: "%2B").replacing(" ", with: "%20")
    }

    private func headers(_ value: JSONValue, url: String) -> [Row] {
        var rows: [Row] = []
        for header in value.elements("headers") where header.object != nil {
            let name = header.text("name")
            // Names with a leading colon are pseudo-headers of HTTP/2.
            guard !name.hasPrefix(":"), !Self.droppedHeaders.contains(name.lowercased()) else { continue }
            rows.append(Row(name, header.text("value"), comment: header.text("comment")))
        }
        let cookies = value.elements("cookies").filter { $0.object != nil }
        if !cookies.isEmpty, !rows.contains(where: { $0.isNamed("cookie") }) {
            rows.append(Row("Cookie", cookies.map { "\($0.text("name"))=\($0.text("value"))" }.joined(separator: "; ")))
        }
        return rows
    }

    /// Turns an Authorization header that encodes names of variables into authentication.
    private func extractCredentials(from draft: inout RequestDraft) {
        guard let index = draft.headers.firstIndex(where: { $0.isNamed("authorization") }),
            let match = draft.headers[index].value.wholeMatch(of: /Basic ([A-Za-z0-9+\/=]+)/), let bytes = Base64.decode(String(match.1))
        else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("{{"), let parts = text.wholeMatch(of: /((?:\{\{.*?\}\}|[^:])*):(.*)/.dotMatchesNewlines()) else { return }
        draft.headers.remove(at: index)
        draft.auth = .basic(String(parts.1), String(parts.2))
    }

    private mutating func insertBody(_ post: JSONValue, into draft: inout RequestDraft, at pointer: JSONPointer) {
        guard post.object != nil else { return }
        let type = post.text("mimeType")
        let text = post["encoding"]?.string == "base64" ? decoded(post.text("text"), at: pointer) : post.text("text")
        let params = post.elements("params").filter { $0.object != nil }
        switch BodyDraft.Kind(mediaType: type) {
        case .form? where !text.isEmpty:
            draft.body = BodyDraft(kind: .form, form: FormText.rows(of: text))
        case .form? where !params.isEmpty:
            draft.body = BodyDraft(kind: .form, form: params.map { Row($0.text("name"), $0.text("value")) })
        case .multipart? where !params.isEmpty || text.isEmpty:
            draft.body = BodyDraft(kind: .multipart, parts: params.map(Self.part))
            // Its boundary is created again.
            draft.headers.removeAll { $0.isNamed("content-type") }
        case _ where text.isEmpty && params.count == 1 && params[0].text("name").isEmpty && params[0].nonEmpty("fileName") != nil:
            draft.body = BodyDraft(kind: .file, file: params[0].text("fileName"), fileContentType: type)
            draft.headers.removeAll { $0.isNamed("content-type") && $0.value == type }
        case .json? where text.isEmpty && !params.isEmpty:
            draft.body = BodyDraft(kind: .json, json: Self.json(of: params).compactText)
        case .json?: draft.body = text.isEmpty ? BodyDraft() : BodyDraft(kind: .json, json: text)
        case .xml?: draft.body = text.isEmpty ? BodyDraft() : BodyDraft(kind: .xml, xml: text)
        default: draft.body = text.isEmpty ? BodyDraft() : BodyDraft(kind: .text, text: text, contentType: type)
        }
        if draft.body.kind == .none, !params.isEmpty {
            context.report(.lost, at: pointer.member("params"), "body", "only its parameters are recorded, and “\(type)” has none")
        }
        let implied = [BodyDraft.Kind.json: "application/json", .xml: "application/xml", .form: "application/x-www-form-urlencoded"]
        let isSaid = draft.headers.contains { $0.isNamed("content-type") }
        if let own = implied[draft.body.kind], !isSaid, own != type, !type.isEmpty { draft.headers.append(Row("Content-Type", type)) }
    }

    /// The JSON document that some recorders write as parameters, one for each member or element.
    static func json(of params: [JSONValue]) -> JSONValue {
        let names = params.map { $0.text("name") }
        let values = params.map { $0["value"] ?? .null }
        guard names != params.indices.map(String.init) else { return .array(values) }
        return .object(JSONObject(zip(names, values).map { JSONMember($0, $1) }))
    }

    private static func part(_ value: JSONValue) -> BodyDraft.Part {
        let isFile = value["value"] == nil && value.nonEmpty("fileName") != nil
        return BodyDraft.Part(
            value.text("name"), isFile ? value.text("fileName") : value.text("value"), isFile: isFile,
            contentType: value.text("contentType"),
            fileName: isFile ? "" : value.text("fileName"))
    }

    private mutating func decoded(_ text: String, at pointer: JSONPointer) -> String {
        guard let bytes = Base64.decode(text), let decoded = String(validating: bytes, as: UTF8.self) else {
            context.report(.lost, at: pointer, "body", "its bytes are not text", instead: "it is kept as Base64")
            return text
        }
        return decoded
    }

    private func savedResponse(_ response: JSONValue) -> SavedResponse? {
        guard let status = response["status"]?.looseInteger, (100...999).contains(status) else { return nil }
        let content = response["content"] ?? .null
        let text = content.text("text")
        let bytes = content["encoding"]?.string == "base64" ? Base64.decode(text) ?? Array(text.utf8) : Array(text.utf8)
        let reason = response.text("statusText")
        let headers = response.elements("headers").filter { !$0.text("name").hasPrefix(":") }
        return SavedResponse(
            name: reason.isEmpty ? "\(status)" : "\(status) \(reason)", status: status, reason: reason,
            headers: headers.map { Row($0.text("name"), $0.text("value")) }, body: bytes)
    }
}
