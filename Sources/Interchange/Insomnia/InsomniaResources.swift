import JSON
import Workspace

/// The resources of an export of version 2 to 4, by their parents.
struct InsomniaResources {
    private let children: [String: [JSONValue]]
    /// The workspaces; for requests outside a workspace, one without a name.
    let workspaces: [JSONValue]

    init(_ resources: [JSONValue]) {
        var children: [String: [JSONValue]] = [:]
        let parents = Dictionary(resources.map { ($0.text("_id"), $0.text("parentId")) }) { first, _ in first }
        var loose = false
        var found = resources.filter { $0["_type"]?.string == "workspace" }
        for (index, resource) in resources.enumerated() where resource.object != nil && resource["_type"]?.string != "workspace" {
            var item = resource
            item["_index"] = .number(index)
            let parent = resource.text("parentId")
            // A resource whose parent is missing, or that is its own parent's parent, becomes a top-level item.
            let isKnown = parents[parent] != nil && !Self.isInCircle(resource.text("_id"), parents)
            if !isKnown { loose = true }
            children[isKnown ? parent : "", default: []].append(item)
        }
        if found.isEmpty || loose {
            // Items without a known parent join the first workspace, if there is one.
            if let first = found.first {
                children[first.text("_id"), default: []] += children[""] ?? []
            } else {
                found = [["_id": "", "name": "Insomnia"]]
            }
        }
        self.children = children
        workspaces = found
    }

    /// True for a resource that is one of its own ancestors.
    private static func isInCircle(_ id: String, _ parents: [String: String]) -> Bool {
        var visited: Set<String> = []
        var next = parents[id] ?? ""
        while next != id, visited.insert(next).inserted, let parent = parents[next] { next = parent }
        return next == id && !id.isEmpty
    }

    /// The resources with this parent, as Insomnia sorts them.
    func children(of id: String) -> [JSONValue] {
        (children[id] ?? []).enumerated().sorted { one, other in
            let keys = (one.element["metaSortKey"]?.double ?? 0, other.element["metaSortKey"]?.double ?? 0)
            return keys.0 == keys.1 ? one.offset < other.offset : keys.0 < keys.1
        }.map(\.element)
    }
}

extension InsomniaReader {
    /// The collection of a workspace; nil if it contains nothing to import.
    mutating func collection(_ workspace: JSONValue, in list: InsomniaResources) throws(ImportError) -> CollectionTree? {
        var tree = CollectionTree()
        tree.root.draft.name = context.name(workspace.text("name"), at: .file)
        if tree.root.draft.name.isEmpty { tree.root.draft.name = "Insomnia" }
        tree.root.draft.docs = workspace.text("description")
        var visited: Set<String> = []
        let items = try nested(workspace.text("_id"), in: list, &visited, depth: 0)
        try addItems(items, at: JSONPointer().member("resources"), depth: 0, to: &tree.root)
        for resource in list.children(of: workspace.text("_id")) {
            switch resource["_type"]?.string {
            case "environment"?:
                tree.root.draft.variables += variables(resource["data"], at: Self.place(of: resource))
                tree.environments += environments(below: resource, in: list, depth: 0)
            case "api_spec"? where !resource.text("contents").isEmpty:
                context.report(
                    .lost, at: .file, "API specification “\(resource.text("fileName"))”", "collections contain none",
                    instead: "import the document by itself")
            case "cookie_jar"? where !resource.elements("cookies").isEmpty:
                context.report(.lost, at: .file, "cookies", "cookies are not part of a collection")
            case "unit_test_suite"?, "mock"?, "proto_file"?, "client_certificate"?, "ca_certificate"?:
                context.report(.lost, at: .file, "\(resource.text("_type")) “\(resource.text("name"))”", "Apus has no equivalent")
            default: break
            }
        }
        return tree
    }

    /// The environments below another one; those below them inherit its variables.
    private mutating func environments(
        below parent: JSONValue, in list: InsomniaResources, depth: Int
    ) -> [CollectionTree.Environment] {
        guard depth < context.limits.folderDepth else { return [] }
        return list.children(of: parent.text("_id")).filter { $0["_type"]?.string == "environment" }.flatMap { child in
            let name = context.name(child.nonEmpty("name") ?? "Environment", at: .file)
            let variables = variables(child["data"], at: Self.place(of: child))
            let environment = CollectionTree.Environment(EnvironmentDraft(name: name, variables: variables))
            return [environment] + environments(below: child, in: list, depth: depth + 1).map { $0.inheriting(variables) }
        }
    }

    /// The place of the data of an environment.
    private static func place(of resource: JSONValue) -> JSONPointer {
        JSONPointer().member("resources").element(resource["_index"]?.integer ?? 0).member("data")
    }

    /// The items of a parent in the form of version 5.
    private func nested(
        _ parent: String, in list: InsomniaResources, _ visited: inout Set<String>, depth: Int
    ) throws(ImportError) -> [JSONValue] {
        guard visited.insert(parent).inserted else { return [] }
        guard depth < context.limits.documentDepth else {
            throw ImportError("Folders are nested deeper than \(context.limits.documentDepth) levels.")
        }
        var items: [JSONValue] = []
        for resource in list.children(of: parent) {
            switch resource["_type"]?.string {
            case "request"?: items.append(resource)
            case "request_group"?:
                var folder = resource
                folder["children"] = .array(try nested(resource.text("_id"), in: list, &visited, depth: depth + 1))
                items.append(folder)
            case "grpc_request"?, "websocket_request"?, "socket_io_request"?:
                var other = resource
                other["_isOther"] = .string(resource["_type"]?.string == "grpc_request" ? "gRPC" : "WebSocket")
                other["method"] = nil
                items.append(other)
            default: break
            }
        }
        return items
    }

    /// The collection of an export of version 1: groups of requests.
    mutating func firstVersion(_ document: JSONValue) throws(ImportError) -> CollectionTree {
        var tree = CollectionTree(.init(FolderDraft(name: "Insomnia")))
        let items = document.elements("items").map { group -> JSONValue in
            guard group["requests"] != nil else { return Self.firstVersionRequest(group) }
            var folder = group
            folder["children"] = .array(group.elements("requests").map(Self.firstVersionRequest))
            folder["environment"] = group["environments"]?["base"] ?? .null
            return folder
        }
        try addItems(items, at: JSONPointer().member("items"), depth: 0, to: &tree.root)
        return tree
    }

    static func firstVersionRequest(_ value: JSONValue) -> JSONValue {
        var request = value
        request["url"] = .string(value.text("url"))
        request["method"] = .string(value.nonEmpty("method") ?? "GET")
        request["parameters"] = value["params"]
        // The format defines the kind of text of the body.
        let formats = [
            "json": "application/json", "xml": "application/xml", "form": "application/x-www-form-urlencoded", "text": "text/plain",
        ]
        if let text = value["body"]?.string, !text.isEmpty {
            let type = formats[value["__insomnia"]?.text("format") ?? ""] ?? ""
            request["body"] = type.isEmpty ? .string(text) : .object([("mimeType", .string(type)), ("text", .string(text))])
        }
        return request
    }
}

extension CollectionTree.Environment {
    /// The environment with the variables of another one that it does not set itself.
    func inheriting(_ variables: [Row]) -> CollectionTree.Environment {
        var environment = self
        let variableNames = Set(draft.variables.map(\.name))
        environment.draft.variables = variables.filter { !variableNames.contains($0.name) } + draft.variables
        return environment
    }
}
