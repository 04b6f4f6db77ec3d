import Hashing
import JSON
import Platform
import Workspace

extension ExportFormat {
    /// An HTTP Archive 1.2: each request with its first example as the response.
    static let har = ExportFormat(
        id: "har", title: "HAR", fileExtension: "har", carries: [.examples, .documentation, .partNames, .bareRows, .tokenPrefix],
        hasPathParameters: false, authentication: [.basic, .bearer, .apiKey]
    ) { tree, losses in
        let writer = HARWriter()
        for (request, folders) in tree.requests {
            let item = CollectionTree.path(of: request.draft.name, in: folders)
            if request.examples.count > 1 {
                losses.append(.init(item: item, what: "\(request.examples.count - 1) examples", why: "an entry has one response"))
            }
            var files = request
            files.draft.body.parts.removeAll { !$0.isFile }
            if ExportFeature.partNames.isUsed(by: files) {
                losses.append(.init(item: item, what: ExportFeature.partNames.title, why: "an entry has the path of a file in their place"))
            }
        }
        losses += tree.lostVariables(in: "HAR")
        let stem = tree.root.draft.name.fileStem
        return [ExportedFile(path: stem + ".har", text: writer.archive(tree).prettyText)]
    }
}

/// URLs that conform to the schema of the format.
enum HARURL {
    /// An absolute URI (RFC 3986): invalid characters are escaped, and a missing scheme is added.
    static func valid(_ url: String) -> String {
        let hasScheme = url.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
        let separator = url.firstRange(of: "://")
        let scheme = hasScheme ? separator.map { String(url[..<$0.upperBound]) } ?? "" : "http://"
        let rest = hasScheme ? separator.map { url[$0.upperBound...] } ?? url[...] : url[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let parts = rest.dropFirst(authority.count).split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.map { escaped(String($0), keeping: Self.path) }.joined(separator: "#")
        return scheme + host(String(authority)) + path
    }

    private static let path = ASCIISet.path.union(ASCIISet("?"))
    private static let authority = ASCIISet.unreserved.union(ASCIISet("!$&'()*+,;=:"))

    /// The authority: an address in brackets, or a name with a port of digits.
    private static func host(_ text: String) -> String {
        let user = text.lastIndex(of: "@").map { escaped(String(text[..<$0]), keeping: authority) + "@" } ?? ""
        let host = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text[...]
        if host.hasPrefix("["), host.contains("]") { return user + host }
        let port = host.lastIndex(of: ":").map { host[host.index(after: $0)...] }
        guard let port, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return user + host.percentEncoded(keeping: .unreserved)
        }
        return user + host.dropLast(port.count + 1).percentEncoded(keeping: .unreserved) + ":" + port
    }

    /// Escapes all other bytes; a percent sign with two digits is an escape already.
    private static func escaped(_ text: String, keeping allowed: ASCIISet) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            let isEscape = part.prefix(2).count == 2 && part.prefix(2).utf8.allSatisfy { Self.digits.contains($0) }
            return (index == 0 ? "" : isEscape ? "%" : "%25") + part.percentEncoded(keeping: allowed)
        }.joined()
    }

    private static let digits = ASCIISet("0123456789ABCDEFabcdef")
}

/// Writes an HTTP Archive. Unknown times are written as the format requires.
struct HARWriter {
    private static let start: JSONValue = "1970-01-01T00:00:00.000Z"

    func archive(_ tree: CollectionTree) -> JSONValue {
        // The folders at the top level become pages.
        let folders = tree.root.items.compactMap { item -> CollectionTree.Folder? in
            if case .folder(let folder) = item { folder } else { nil }
        }
        let pages: [JSONValue] = folders.indices.map { index in
            [
                "startedDateTime": Self.start, "id": .string("page_\(index + 1)"), "title": .string(folders[index].draft.name),
                "pageTimings": [:],
            ]
        }
        var entries: [JSONValue] = []
        var page = 0
        for item in tree.root.items {
            switch item {
            case .request(let request): entries.append(entry(request, page: nil))
            case .folder(let folder):
                page += 1
                entries += CollectionTree(folder).requests.map { entry($0.request, page: "page_\(page)") }
            }
        }
        return [
            "log": [
                "version": "1.2", "creator": ["name": "Apus", "version": .string(Version.number)], "pages": .array(pages),
                "entries": .array(entries),
            ]
        ]
    }

    private func entry(_ request: CollectionTree.Request, page: String?) -> JSONValue {
        var object = JSONObject()
        if let page { object["pageref"] = .string(page) }
        object["startedDateTime"] = Self.start
        object["time"] = 0
        object["request"] = self.request(request.draft)
        object["response"] = response(request.examples.first { $0.status != 0 } ?? request.examples.first)
        object["cache"] = [:]
        object["timings"] = ["send": 0, "wait": 0, "receive": 0]
        if !request.draft.docs.isEmpty { object["comment"] = .string(request.draft.docs) }
        return .object(object)
    }

    private func request(_ original: RequestDraft) -> JSONValue {
        let draft = original.withKeyInQuery
        let query = draft.query.filter(\.isEnabled)
        let url = PostmanURL.escapedText(of: draft)
        let validURL = HARURL.valid(url)
        var object: JSONObject = ["method": .string(draft.method), "url": .string(validURL), "httpVersion": "HTTP/1.1", "cookies": []]
        // A URL with variables is not a URI: it is stored in the member `_url` as well (HAR 1.2 section 4: custom names begin with an
        // underscore).
        if validURL != url { object["_url"] = .string(url) }
        if !draft.name.isEmpty { object["_name"] = .string(draft.name) }
        object["headers"] = .array(headers(of: draft).filter { $0.isEnabled && !$0.name.isEmpty }.map(pair))
        object["queryString"] = .array(query.map { pair(Row($0.name.percentDecoded(), $0.value.percentDecoded())) })
        object.set("postData", postData(draft.body, headers(of: draft)))
        object["headersSize"] = -1
        object["bodySize"] = -1
        return .object(object)
    }

    private func headers(of draft: RequestDraft) -> [Row] {
        var rows = draft.headers + (draft.authHeader.map { [$0] } ?? [])
        if draft.effectiveAuth.kind == .basic {
            // Variables are encoded by their names: no other text is valid there.
            let text = "\(draft.auth["username"]):\(draft.auth["password"])"
            rows.append(Row("Authorization", "Basic " + Base64.encode(Array(text.utf8))))
        }
        if rows.contentType == nil, draft.body.kind != .multipart, let type = draft.body.kind.entry.contentType(draft.body) {
            rows.append(Row("Content-Type", type))
        }
        return rows
    }

    private func pair(_ row: Row) -> JSONValue {
        var object: JSONObject = ["name": .string(row.name), "value": .string(row.value)]
        if !row.comment.isEmpty { object["comment"] = .string(row.comment) }
        return .object(object)
    }

    private func postData(_ body: BodyDraft, _ headers: [Row]) -> JSONValue? {
        let type = headers.contentType ?? body.kind.entry.contentType(body) ?? ""
        switch body.exportForm {
        case nil: return nil
        case .text(let text, _, _)?: return ["mimeType": .string(type), "text": .string(text)]
        case .rows(let all)?:
            let rows = all.filter(\.isEnabled)
            return [
                "mimeType": .string(type), "params": .array(rows.map { ["name": .string($0.name), "value": .string($0.value)] }),
                "text": .string(FormText.text(of: rows)),
            ]
        case .parts(let parts)?: return ["mimeType": "multipart/form-data", "params": .array(parts.filter(\.isEnabled).map(part))]
        case .file(let path, _, _)?: return ["mimeType": .string(type), "params": [["name": "", "fileName": .string(path)]]]
        case .query(let graphql)?:
            var operation: JSONObject = ["query": .string(graphql.query)]
            if !graphql.operation.isEmpty { operation["operationName"] = .string(graphql.operation) }
            if !graphql.variables.isEmpty {
                operation["variables"] = (try? JSONValue(parsing: graphql.variables)) ?? .string(graphql.variables)
            }
            return ["mimeType": .string(type), "text": .string(JSONValue.object(operation).compactText)]
        }
    }

    private func part(_ part: BodyDraft.Part) -> JSONValue {
        var object: JSONObject = ["name": .string(part.name)]
        if part.isFile {
            object["fileName"] = .string(part.value)
        } else {
            object["value"] = .string(part.value)
            if !part.fileName.isEmpty { object["fileName"] = .string(part.fileName) }
        }
        if !part.contentType.isEmpty { object["contentType"] = .string(part.contentType) }
        return .object(object)
    }

    /// The response; without an example, one with status 0, as browsers write for requests without a response.
    private func response(_ saved: SavedResponse?) -> JSONValue {
        let headers = saved?.headers.filter(\.isEnabled) ?? []
        let type = headers.first { $0.isNamed("content-type") }?.value ?? ""
        var content: JSONObject = ["size": .number(saved?.body.count ?? 0), "mimeType": .string(type)]
        if let body = saved?.body, !body.isEmpty {
            if let text = String(validating: body, as: UTF8.self) {
                content["text"] = .string(text)
            } else {
                content["text"] = .string(Base64.encode(body))
                content["encoding"] = "base64"
            }
        }
        return [
            "status": .number(saved?.servedStatus ?? 0), "statusText": .string(saved?.reason ?? ""), "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": .array(headers.map(pair)), "content": .object(content), "redirectURL": "", "headersSize": -1, "bodySize": -1,
        ]
    }
}
