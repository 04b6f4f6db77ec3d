import JSON
import Platform
import Workspace

extension ImportFolderFormat {
    /// A Postman collection of version 3: a folder of YAML files.
    static let postman = ImportFolderFormat(
        title: "Postman", roots: PostmanFolder.roots,
        read: { folder, files, root, context throws(ImportError) in
            var collection = PostmanFolder(folder, root: root)
            return try collection.read(files, &context)
        })
}

/// Reads the files of a Postman collection of version 3.
///
/// They become one document of version 2.1, so that one reader reads all versions; the issues name the files again.
struct PostmanFolder {
    private let folder: ImportFolder
    private let root: String
    /// The documents by their paths from the collection's folder on.
    private var documents: [String: JSONValue] = [:]
    /// The paths of the documents in each folder and below it; the folders end with a slash.
    private var pathsBelow: [Substring: [String]] = [:]
    /// The files that items were made of, by their places in the document.
    private var sources: [[JSONPointer.Step]: String] = [:]
    /// The files of the requests, in their order.
    private var requestFiles: [String] = []

    init(_ folder: ImportFolder, root: String) {
        self.folder = folder
        self.root = root
    }

    /// The folders of collections, with a trailing slash: the outermost ones with requests or settings, or those in `collections`.
    static func roots(of files: [String]) -> Set<String> {
        var folders: Set<String> = []
        for file in files where isPart(file) {
            var names = file.split(separator: "/").map(String.init).dropLast()
            if let index = names.firstIndex(of: ".resources") { names = names[..<index] }
            if let index = names.firstIndex(of: "collections"), index + 1 < names.endIndex { names = names[...(index + 1)] }
            folders.insert(names.map { $0 + "/" }.joined())
        }
        return folders.filter { folder in !Self.folders(of: folder.dropLast()).contains { folders.contains(String($0)) } || folder.isEmpty }
    }

    /// The folders around a file, outermost first, each with a trailing slash; the first is empty.
    private static func folders(of path: some StringProtocol) -> [Substring] {
        let path = Substring(path)
        return [""] + path.indices.filter { path[$0] == "/" }.map { path[...$0] }
    }

    private static func isPart(_ file: String) -> Bool {
        let name = file.lastPathComponent
        return stem(of: name, "request") != nil || stem(of: name, "definition") == "" && file.contains(".resources/")
    }

    /// The part of a file's name before `.KIND.yaml`; nil for another kind of file.
    private static func stem(of name: some StringProtocol, _ kind: String) -> String? {
        for ending in ["\(kind).yaml", "\(kind).yml"] where name.hasSuffix(ending) {
            let stem = name.dropLast(ending.count)
            if stem.isEmpty || stem.hasSuffix(".") { return String(stem.dropLast()) }
        }
        return nil
    }

    /// Reads the collection.
    mutating func read(_ files: [String], _ context: inout ImportContext) throws(ImportError) -> ImportedContent {
        for file in files where file.hasSuffix(".yaml") || file.hasSuffix(".yml") {
            do throws(ImportError) {
                let source = try ImportSource(name: file, bytes: try folder.read(file))
                if let error = source.documentError { throw error }
                let path = String(file.dropFirst(root.count))
                documents[path] = source.document
                for folder in Self.folders(of: path) { pathsBelow[folder, default: []].append(path) }
            } catch {
                context.reportFile(file, error)
            }
        }
        let name = (root.isEmpty ? folder.path : root).split(separator: "/").last.map(String.init) ?? "Postman"
        let definition = documents[".resources/definition.yaml"] ?? documents[".resources/definition.yml"] ?? .null
        var document = Self.folder(definition, named: name)
        document["info"] = ["name": .string(document.text("name")), "description": document["description"] ?? .null]
        sources[[]] = root + ".resources/definition.yaml"
        document["item"] = .array(items(of: "", at: [], &context))
        let first = context.issues.count
        var reader = PostmanReader(context)
        var tree = try reader.collection(.object(document))
        var files = requestFiles[...]
        tree.root.changeWholeRequests { request in
            request.sourcePlace.file = files.popFirst()
            return true
        }
        context = reader.context
        context.changeIssues(from: first) { [sources] in $0 = Self.located($0, by: sources) }
        return ImportedContent(collections: [tree])
    }

    /// An issue with the file that its item was made of.
    private static func located(_ issue: ImportIssue, by sources: [[JSONPointer.Step]: String]) -> ImportIssue {
        guard case .pointer(let pointer) = issue.place else { return issue }
        var issue = issue
        var steps = pointer.steps
        while sources[steps] == nil, !steps.isEmpty { steps.removeLast() }
        let rest = pointer.steps.dropFirst(steps.count).filter { $0 != .member("request") }
        (issue.file, issue.place) = (sources[steps] ?? issue.file, rest.isEmpty ? .file : .pointer(JSONPointer(Array(rest))))
        return issue
    }

    /// The file of a single request.
    static func content(ofRequest document: JSONValue, _ context: inout ImportContext) throws(ImportError) -> ImportedContent {
        let name = stem(of: context.file.lastPathComponent, "request") ?? "Request"
        guard let item = item(of: document, named: name) else {
            throw ImportError("\(document.text("$kind")) cannot be sent yet: expected http-request or graphql-request.")
        }
        var reader = PostmanReader(context)
        let tree = try reader.collection(["info": ["name": item["name"] ?? .null], "item": [.object(item)]])
        context = reader.context
        return ImportedContent(collections: [tree], isPart: true)
    }

    // MARK: Items

    /// The items of a folder, in the order of their numbers, then by name.
    private mutating func items(of parent: String, at place: [JSONPointer.Step], _ context: inout ImportContext) -> [JSONValue] {
        var found: [(path: String, value: JSONValue, isFolder: Bool, name: String)] = []
        var folders: Set<String> = []
        for path in pathsBelow[parent[...]] ?? [] {
            let names = path.dropFirst(parent.count).split(separator: "/")
            if names.count > 1, names[0] != ".resources" {
                folders.insert(String(names[0]))
            } else if names.count == 1, let stem = Self.stem(of: names[0], "request") {
                found.append((path, documents[path] ?? .null, false, stem))
            }
        }
        for name in folders {
            let path = "\(parent)\(name)/"
            let value = documents[path + ".resources/definition.yaml"] ?? documents[path + ".resources/definition.yml"] ?? .null
            found.append((path, value, true, name))
        }
        found.sort { one, other in
            let order = { (value: JSONValue) in value["order"]?.double ?? .infinity }
            return (order(one.value), one.name) < (order(other.value), other.name)
        }
        var items: [JSONValue] = []
        for entry in found {
            let place = place + [.member("item"), .element(items.count)]
            sources[place] = root + (entry.isFolder ? entry.path + ".resources/definition.yaml" : entry.path)
            if entry.isFolder {
                var folder = Self.folder(entry.value, named: entry.name)
                // The items of a folder below the depth limit are not read.
                folder["item"] = .array(
                    place.count < 2 * context.limits.documentDepth ? self.items(of: entry.path, at: place, &context) : [])
                items.append(.object(folder))
            } else if let item = request(entry.value, named: entry.name, in: parent, file: root + entry.path, &context) {
                items.append(.object(item))
                requestFiles.append(root + entry.path)
            }
        }
        return items
    }

    /// A folder or collection in the form of version 2.1, without its items.
    private static func folder(_ value: JSONValue, named name: String) -> JSONObject {
        var folder: JSONObject = ["name": .string(value.nonEmpty("name") ?? name)]
        folder.set("description", value["description"])
        folder.set("variable", value["variables"])
        folder.set("auth", auth(value["auth"]))
        folder.set("event", events(value["scripts"]))
        folder.set("protocolProfileBehavior", value["settings"])
        return folder
    }

    /// A request in the form of version 2.1, with its examples; nil for one of another protocol.
    private func request(
        _ value: JSONValue, named name: String, in parent: String, file: String, _ context: inout ImportContext
    ) -> JSONObject? {
        guard var item = PostmanFolder.item(of: value, named: name) else {
            context.report(
                .lost, at: .file, "request “\(value.nonEmpty("name") ?? name)”", "\(value.text("$kind")) cannot be sent yet",
                instead: "left out")
            context.changeIssues(from: context.issues.count - 1) { $0.file = file }
            return nil
        }
        var folders = ["\(parent).resources/\(name).resources/examples/"]
        if let path = value.nonEmpty("examples") {
            folders.append(parent + path.split(separator: "/").filter { $0 != "." }.map { $0 + "/" }.joined())
        }
        let paths = Set(folders.flatMap { pathsBelow[$0[...]] ?? [] }).filter { Self.stem(of: $0, "example") != nil }
        let ordered = paths.map { ($0, documents[$0] ?? .null) }.sorted { one, other in
            let order = { (value: JSONValue) in value["order"]?.double ?? .infinity }
            return (order(one.1), one.0) < (order(other.1), other.0)
        }
        item["response"] = .array(
            ordered.map { path, value in
                Self.example(value, named: Self.stem(of: path.lastPathComponent, "example") ?? "")
            })
        return item
    }

    /// The item of a request's file; nil for a request of another protocol.
    static func item(of value: JSONValue, named name: String) -> JSONObject? {
        var item: JSONObject = ["name": .string(value.nonEmpty("name") ?? name)]
        var request = JSONObject()
        switch value["$kind"]?.string {
        case "http-request"?, nil: request = self.request(value)
        case "graphql-request"?:
            request = self.request(value)
            request["method"] = .string(value.nonEmpty("method") ?? "POST")
            if value["body"] == nil {
                request["body"] = [
                    "mode": "graphql", "graphql": ["query": value["query"] ?? "", "variables": value["variables"] ?? ""],
                ]
            }
        default: return nil
        }
        request.set("description", value["description"])
        item["request"] = .object(request)
        item.set("event", events(value["scripts"]))
        item.set("protocolProfileBehavior", value["settings"])
        return item
    }

    private static func request(_ value: JSONValue) -> JSONObject {
        var request: JSONObject = ["method": .string(value.nonEmpty("method") ?? "GET")]
        var draft = URLParts.split(value.text("url"))
        // The rows repeat the query of the URL, and also contain disabled rows.
        var url: JSONObject = [:]
        if let rows = value["queryParams"], !rows.isNull {
            let known = Set(self.rows(rows).map { $0.text("key") })
            draft.query.removeAll { known.contains($0.name) }
            url["query"] = .array(
                draft.query.map { ["key": .string($0.name), "value": $0.isBare ? .null : .string($0.value)] } + self.rows(rows))
            url["host"] = .string(draft.url)
        } else {
            url["raw"] = .string(value.text("url"))
        }
        url.set("variable", value["pathVariables"])
        request["url"] = .object(url)
        request.set("header", value["headers"])
        request.set("auth", auth(value["auth"]))
        request.set("body", body(value["body"] ?? .null))
        return request
    }

    private static func example(_ value: JSONValue, named name: String) -> JSONValue {
        let response = value["response"] ?? value
        var example: JSONObject = ["name": .string(value.nonEmpty("name") ?? name)]
        example.set("code", response["statusCode"] ?? response["code"])
        example.set("status", response["statusText"] ?? response["status"])
        example.set("header", response["headers"])
        if let body = response["body"] { example["body"] = .string(body.object == nil ? body.looseText : body.text("content")) }
        if let original = value["request"] ?? value["originalRequest"], original.object != nil {
            example["originalRequest"] = .object(request(original))
        }
        return .object(example)
    }

    // MARK: Parts

    /// Rows of `key` and `value`; an object is converted to rows too.
    private static func rows(_ value: JSONValue) -> [JSONValue] {
        value.array ?? (value.object ?? [:]).map { ["key": .string($0.name), "value": $0.value] }
    }

    /// The first authentication of a list; null is kept.
    private static func auth(_ value: JSONValue?) -> JSONValue? {
        guard let value = value?.array?.first ?? value, value.object != nil else { return value }
        let type = value.text("type") == "aws" ? "awsv4" : value.text("type")
        return .object(["type": .string(type), type.isEmpty ? "none" : type: .array(rows(value["credentials"] ?? .null))])
    }

    private static func events(_ value: JSONValue?) -> JSONValue? {
        guard let scripts = value?.array else { return nil }
        return .array(
            scripts.map { script in
                let moment = script.text("type").split(separator: ":").last ?? ""
                let listen = ["beforeRequest": "prerequest", "afterResponse": "test"][moment] ?? String(moment)
                let other = script["path"] ?? script["src"] ?? script["file"]
                let source: JSONValue = other.map { ["src": $0] } ?? ["exec": script["code"] ?? ""]
                return ["listen": .string(listen), "script": source, "disabled": script["disabled"] ?? false]
            })
    }

    private static func body(_ value: JSONValue) -> JSONValue? {
        let content = value["content"] ?? .null
        let type = value.text("type")
        switch type {
        case "", "none": return nil
        case "urlencoded", "formdata": return ["mode": .string(type), type: .array(rows(content))]
        case "file", "binary": return ["mode": "file", "file": ["src": .string(content.nonEmpty("src") ?? content.looseText)]]
        case "graphql": return ["mode": "graphql", "graphql": content.object == nil ? ["query": content] : content]
        case "json", "text", "xml", "html", "javascript", "raw":
            let text: JSONValue = content.object == nil && content.array == nil ? .string(content.looseText) : content
            return ["mode": "raw", "raw": text, "options": ["raw": ["language": .string(type == "raw" ? "" : type)]]]
        default: return ["mode": .string(type), type: content]
        }
    }
}
