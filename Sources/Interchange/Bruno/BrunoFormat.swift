import JSON
import Workspace

extension ImportFormat {
    /// One file of Bruno's markup language.
    static let bru = ImportFormat(
        id: "bruno", title: "Bruno", readsDocuments: false, endings: ["bru"], readsOtherEndings: false,
        recognizes: { source in
            let name = source.name.lowercased()
            // Style sheets and programs in Lua look alike.
            guard !["css", "scss", "less", "lua"].contains(where: { name.hasSuffix(".\($0)") }) else { return false }
            return source.document == nil && BruText.recognizes(source.text)
        },
        read: { source, context throws(ImportError) in
            let document = BruDocument(try BruText(source.text))
            var reader = OpenCollectionReader(context: context)
            let content = try BrunoFiles.content(of: document, named: BrunoFiles.stem(of: source.name), &reader)
            context = reader.context
            context.changeIssues(from: 0) { $0.placeInBlock(of: document.lines) }
            return content.withReferencesOfBruno
        })

    /// One file of OpenCollection: a bundled collection, a request, or an environment.
    static let openCollection = ImportFormat(
        id: "opencollection", title: "OpenCollection",
        recognizes: { source in
            guard let document = source.document else { return false }
            if document["opencollection"] != nil { return true }
            return document["info"]?.object != nil && (document["http"]?.object != nil || document["graphql"]?.object != nil)
        },
        read: { source, context throws(ImportError) in
            var reader = OpenCollectionReader(context: context)
            let content = try BrunoFiles.content(of: source.document ?? .null, named: BrunoFiles.stem(of: source.name), &reader)
            context = reader.context
            return content.withReferencesOfBruno
        })
}

extension ImportFolderFormat {
    /// A collection in a folder of Bruno, in either of its formats.
    static let bruno = ImportFolderFormat(
        title: "Bruno",
        roots: { files in
            let markers: Set<String> = ["bruno.json", "opencollection.yml", "opencollection.yaml"]
            return Set(
                files.filter { markers.contains($0.lastPathComponent) }
                    .map { file in file.lastIndex(of: "/").map { "\(file[..<$0])/" } ?? "" })
        },
        read: { folder, files, root, context throws(ImportError) in
            var reader = OpenCollectionReader(context: context)
            let content = try BrunoFiles.collection(in: folder, files, root, &reader)
            context = reader.context
            return content.withReferencesOfBruno
        },
        isSettings: { source in
            guard let document = source.document else { return false }
            if source.name.lastPathComponent == "bruno.json" { return document["version"] != nil || document["name"] != nil }
            return document["opencollection"] != nil && document["items"] == nil
                && ["opencollection.yml", "opencollection.yaml"].contains(source.name.lastPathComponent)
        })
}

extension ImportedContent {
    /// The content with Bruno's references to the process environment (`{{process.env.NAME}}`) and prompts (`{{?TEXT}}`) converted.
    fileprivate var withReferencesOfBruno: ImportedContent {
        var content = self
        content.collections = collections.map { tree in
            tree.replacingReferences { name in
                name.reference(after: "process.env.").map { "env:" + $0 }
                    ?? name.reference(after: "?").map { VariableResolver.promptPrefix + $0 }
            }
        }
        return content
    }
}

/// The files of a Bruno collection.
enum BrunoFiles {
    /// The name of a file without its folder and extension.
    static func stem(of path: String) -> String {
        let name = path.lastPathComponent
        return name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
    }

    /// The content of one `.bru` file.
    static func content(of document: BruDocument, named name: String, _ reader: inout OpenCollectionReader) throws(ImportError)
        -> ImportedContent
    {
        if document.isRequest { return ImportedContent(part: try reader.request(document.request, named: name)) }
        if document.isEnvironment { return ImportedContent(environments: [reader.environment(document.environment, named: name)]) }
        return ImportedContent(collections: [CollectionTree(reader.folder(document.settings, named: name))])
    }

    /// The content of one file of OpenCollection.
    static func content(of document: JSONValue, named name: String, _ reader: inout OpenCollectionReader) throws(ImportError)
        -> ImportedContent
    {
        guard document["opencollection"] != nil else {
            return ImportedContent(part: try reader.request(document, named: name))
        }
        var tree = CollectionTree(reader.folder(document, named: name))
        tree.root.items = try items(document.elements("items"), at: JSONPointer().member("items"), depth: 0, &reader)
        tree.environments = environments(of: document, &reader)
        reportUnusedSettings(in: document["config"] ?? .null, at: JSONPointer().member("config"), &reader)
        return ImportedContent(collections: [tree])
    }

    private static func items(
        _ items: [JSONValue], at pointer: JSONPointer, depth: Int, _ reader: inout OpenCollectionReader
    ) throws(ImportError) -> [CollectionTree.Item] {
        var result: [CollectionTree.Item] = []
        for (index, item) in items.enumerated() {
            let place = pointer.element(index)
            guard reader.context.isObject(item, "item", at: place) else { continue }
            guard item["items"] != nil || item["info"]?.text("type") == "folder" else {
                let type = item["info"]?.nonEmpty("type") ?? item.text("type")
                guard ["", "http", "graphql"].contains(type) || unsentTypes.contains(type) else {
                    reader.context.report(.lost, at: place, "item of type “\(type)”", "Apus has no equivalent", instead: "left out")
                    continue
                }
                result.append(.request(try reader.request(item, named: "Request", at: place)))
                continue
            }
            var folder = reader.folder(item, named: "Folder", at: place)
            folder.items = try self.items(item.elements("items"), at: place.member("items"), depth: depth + 1, &reader)
            if depth < reader.context.limits.folderDepth { result.append(.folder(folder)) } else { result += folder.items }
        }
        return result
    }

    // MARK: Folders

    private static func environments(of settings: JSONValue, _ reader: inout OpenCollectionReader) -> [CollectionTree.Environment] {
        let environments = settings["config"]?.elements("environments") ?? []
        return environments.filter { $0.object != nil }.map { reader.environment($0, named: "Environment") }
    }

    /// Reports the settings of a collection that have no equivalent in Apus.
    private static func reportUnusedSettings(in settings: JSONValue, at pointer: JSONPointer, _ reader: inout OpenCollectionReader) {
        for member in settings.object ?? JSONObject() where ["proxy", "clientCertificates", "scripts", "protobuf"].contains(member.name) {
            guard member.value.object?.isEmpty == false || member.value.array?.isEmpty == false else { continue }
            // A proxy that is inherited or off sets nothing.
            if member.name == "proxy", member.value["inherit"]?.looseFlag == true || member.value["enabled"]?.bool == false { continue }
            reader.context.report(
                .lost, at: pointer.member(member.name), "setting “\(member.name)”", "collections in Apus have no such setting")
        }
    }

    /// A collection in a folder; `root` is the folder's path with a trailing slash, empty for the imported folder itself.
    static func collection(
        in folder: ImportFolder, _ files: [String], _ root: String, _ reader: inout OpenCollectionReader
    ) throws(ImportError) -> ImportedContent {
        var documents: [String: JSONValue] = [:]
        for file in files {
            do throws(ImportError) {
                guard let document = try document(file, in: folder) else { continue }
                documents[String(file.dropFirst(root.count))] = document
            } catch {
                reader.context.reportFile(file, error)
            }
        }
        let settings = documents["bruno.json"] ?? .null
        let collectionFile = documents["collection.bru"] ?? documents["opencollection.yml"] ?? documents["opencollection.yaml"] ?? .null
        let name = settings.nonEmpty("name") ?? folder.path.split(separator: "/").last.map(String.init) ?? "Bruno"
        if collectionFile["items"]?.array?.isEmpty == false { return try self.content(of: collectionFile, named: name, &reader) }
        let file = ["collection.bru", "opencollection.yml", "opencollection.yaml"].first { documents[$0] != nil } ?? "bruno.json"
        var tree = CollectionTree(reader.reading(root + file, collectionFile) { reader in reader.folder(collectionFile, named: name) })
        if let name = settings.nonEmpty("name") { tree.root.draft.name = name }
        reader.reading(root + "bruno.json", settings) { reportUnusedSettings(in: settings, at: JSONPointer(), &$0) }
        reader.reading(root + file, collectionFile) {
            reportUnusedSettings(in: collectionFile["config"] ?? .null, at: JSONPointer().member("config"), &$0)
        }
        tree.root.items = try items(of: "", root, documents, depth: 0, &reader)
        for (path, value) in documents.sorted(by: { $0.key < $1.key }) where path.hasPrefix("environments/") {
            tree.environments.append(reader.reading(root + path, value) { $0.environment(value, named: stem(of: path)) })
        }
        let known = Set(tree.environments.map(\.draft.name))
        tree.environments += environments(of: collectionFile, &reader).filter { !known.contains($0.draft.name) }
        return ImportedContent(collections: [tree])
    }

    /// A file in the form of OpenCollection; nil if it does not belong to the collection.
    private static func document(_ file: String, in folder: ImportFolder) throws(ImportError) -> JSONValue? {
        guard let ending = file.split(separator: ".").last, ["bru", "json", "yml", "yaml"].contains(ending) else { return nil }
        guard ending != "json" || file.hasSuffix("bruno.json") else { return nil }
        let source = try ImportSource(name: file, bytes: try folder.read(file), allowsEmpty: ending == "bru")
        guard ending == "bru" else {
            if let error = source.documentError { throw error }
            return source.document
        }
        let document = BruDocument(try BruText(source.text))
        var value = document.isRequest ? document.request : file.contains("environments/") ? document.environment : document.settings
        value["lines"] = document.lines
        return value
    }

    /// The items of a folder, sorted by their numbers, then by name. Its path in the collection has a trailing slash; it is empty for the
    /// collection, which has its own path in the imported folder.
    private static func items(
        of parent: String, _ root: String, _ documents: [String: JSONValue], depth: Int, _ reader: inout OpenCollectionReader
    ) throws(ImportError) -> [CollectionTree.Item] {
        let found = found(of: parent, root, documents, depth: depth, &reader)
        var items: [CollectionTree.Item] = []
        for (name, _, isFolder, value) in found.sorted(by: { ($0.sequence, $0.name) < ($1.sequence, $1.name) }) {
            let path = parent + name
            guard isFolder else {
                var request = try reader.reading(root + path, value) { reader throws(ImportError) in
                    try reader.request(value, named: stem(of: path))
                }
                request.sourcePlace.file = root + path
                items.append(.request(request))
                continue
            }
            let file = folderFiles.first { documents["\(path)/\($0)"] != nil } ?? ""
            var folder = reader.reading("\(root)\(path)/\(file)", value) { $0.folder(value, named: name) }
            folder.items = try self.items(of: path + "/", root, documents, depth: depth + 1, &reader)
            if !folder.items.isEmpty || !value.isNull { items.append(.folder(folder)) }
        }
        return items
    }

    /// A request file or a folder of a collection.
    private typealias Found = (name: String, sequence: Int, isFolder: Bool, value: JSONValue)

    /// The request files and folders in a folder; files of other kinds are reported.
    private static func found(
        of parent: String, _ root: String, _ documents: [String: JSONValue], depth: Int, _ reader: inout OpenCollectionReader
    ) -> [Found] {
        var found: [Found] = []
        var folders: Set<String> = []
        let settings: Set<String> = [
            "collection.bru", "folder.bru", "folder.yml", "folder.yaml", "opencollection.yml", "opencollection.yaml", "bruno.json",
        ]
        for (path, value) in documents.sorted(by: { $0.key < $1.key }) where path.hasPrefix(parent) && !path.hasPrefix("environments/") {
            let rest = path.dropFirst(parent.count)
            if let slash = rest.firstIndex(of: "/") {
                folders.insert(String(rest[..<slash]))
            } else if !settings.contains(String(rest)) {
                let type = value["info"]?.text("type") ?? ""
                if ["http", "graphql", "original"].contains(where: { value[$0] != nil }) || unsentTypes.contains(type) {
                    found.append((String(rest), OpenCollectionReader.sequence(of: value) ?? Int.max, false, value))
                } else if !type.isEmpty {
                    reader.context.report(
                        .lost, of: root + path, at: .file, "item of type “\(type)”", "Apus has no equivalent", instead: "left out")
                }
            }
        }
        for name in folders where depth < reader.context.limits.folderDepth {
            let value = folderFiles.lazy.compactMap { documents["\(parent)\(name)/\($0)"] }.first ?? .null
            found.append((name, OpenCollectionReader.sequence(of: value) ?? Int.max, true, value))
        }
        return found
    }

    /// The types of items that Apus keeps and cannot send yet.
    static let unsentTypes: Set<String> = ["grpc", "ws", "websocket"]
    /// The names of the file with the settings of a folder.
    private static let folderFiles = ["folder.bru", "folder.yml", "folder.yaml"]
}

extension BrunoExpression {
    /// Bruno's expression for a source and a query; nil if the query is not a path.
    static func text(source: String, query: String) -> String? {
        switch source {
        case "status": return "res.status"
        case "time": return "res.responseTime"
        // The names in this object are in small letters.
        case "header": return "res.headers['\(query.lowercased())']"
        case "body" where query.isEmpty || query == ".": return "res.body"
        case "body":
            // A path in JSONPath is equivalent.
            let path = query.hasPrefix("$") ? String(query.dropFirst()) : query
            let text = "res.body" + path.replacing(/\."([^"]*)"/) { "[\"\($0.1)\"]" }.replacing(".[", with: "[")
            return BrunoExpression(text).map { $0.query == path || path.hasPrefix("[") && $0.query == "." + path } == true ? text : nil
        default: return nil
        }
    }

    /// The assertion on the part of the response.
    func assertion(_ predicate: AssertionPredicate, _ value: JSONValue, isEnabled: Bool) -> Assertion {
        let isJSON = source == "body" && query.isEmpty && Self.readsJSON(predicate, value)
        let subject = [source, isJSON ? "$" : query].filter { !$0.isEmpty }.joined(separator: " ")
        return Assertion(subject: subject, predicate: predicate.rawValue, value: value, isEnabled: isEnabled)
    }

    /// True for an assertion on the whole body that is about its JSON, which Bruno has parsed; false for one about its text.
    static func readsJSON(_ predicate: AssertionPredicate, _ value: JSONValue) -> Bool {
        switch predicate {
        case .isType: value != "string"
        case .hasLength, .notExists: true
        case .equals, .notEquals: value.string == nil
        default: false
        }
    }

    private static let words: [String: String] = [
        "equals": "eq", "notEquals": "neq", "greaterThan": "gt", "greaterOrEqual": "gte", "lessThan": "lt", "lessOrEqual": "lte",
        "contains": "contains", "notContains": "notContains", "hasLength": "length", "matches": "matches", "startsWith": "startsWith",
        "endsWith": "endsWith", "isEmpty": "isEmpty", "exists": "isDefined", "notExists": "isUndefined",
    ]
    private static let typeWords = [
        "number": "isNumber", "string": "isString", "boolean": "isBoolean", "array": "isArray", "null": "isNull",
    ]

    /// The line of an assertion; nil if Bruno has no equivalent.
    static func line(for assertion: Assertion) -> (expression: String, condition: String)? {
        guard let subject = AssertionSubject(assertion.subject), let text = text(source: subject.source.rawValue, query: subject.query)
        else {
            return nil
        }
        if text == "res.body" {
            // Bruno has one name for the body's text and its JSON; the comparison determines which is meant.
            guard let predicate = AssertionPredicate(rawValue: assertion.predicate),
                readsJSON(predicate, assertion.value) != subject.query.isEmpty
            else { return nil }
        }
        if assertion.predicate == AssertionPredicate.isType.rawValue {
            return typeWords[assertion.value.looseText].map { (text, $0) }
        }
        guard let word = words[assertion.predicate] else { return nil }
        let isComparison = ["eq", "neq"].contains(word)
        guard !assertion.value.isNull else { return (text, isComparison ? "\(word) null" : word) }
        // Bruno would compare the text of an object.
        if assertion.value.object != nil || assertion.value.string?.contains(where: \.isNewline) == true { return nil }
        guard let string = assertion.value.string else { return (text, "\(word) \(assertion.value.compactText)") }
        let isPlain = (try? JSONValue(parsing: string)) == nil && !string.isEmpty
        return (text, "\(word) \(isPlain ? string : "'\(string)'")")
    }
}
