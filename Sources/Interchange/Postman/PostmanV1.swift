import JSON
import Workspace

/// Converts a Postman collection of version 1 to version 2.1.
///
/// Version 1 has flat lists of requests and folders; lists of ids define the order.
struct PostmanV1 {
    private let requests: [String: JSONValue]
    private let folders: [String: JSONValue]
    /// The requests that name the folder with this id.
    private let requestsByFolder: [String: [JSONValue]]
    private var placed: Set<String> = []
    /// The member of a converted item with its place in the file of version 1.
    private static let placeName = "_place"

    static func recognizes(_ document: JSONValue) -> Bool {
        guard document["requests"]?.array != nil, document["item"] == nil, otherProgram(document) == nil else { return false }
        return document["order"]?.array != nil || document["folders"]?.array != nil || document.elements("requests").first?["url"] != nil
    }

    /// The program that wrote a collection in a format of its own that Apus does not read; nil if it is not known.
    static func otherProgram(_ document: JSONValue) -> String? {
        let collection = document.array?.first ?? document
        if collection.text("kind").hasPrefix("ARC#") { return "ARC" }
        guard let requests = collection["requests"]?.array else { return nil }
        if ["clientName", "colName", "collectionName"].contains(where: { collection[$0] != nil }) { return "Thunder Client" }
        if collection["v"]?.integer != nil || requests.first?["endpoint"] != nil { return "Hoppscotch" }
        let isOfAnother =
            ["_id", "path"].contains { requests.first?[$0] != nil } || collection.elements("folders").contains { $0["requests"] != nil }
        return isOfAnother ? "another program" : nil
    }

    static func converted(_ document: JSONValue) -> JSONValue {
        var document = document
        for name in ["requests", "folders"] where document[name]?.array != nil {
            var ids: Set<String> = [""]
            let elements = document.elements(name).enumerated().map { index, value in
                var value = value
                guard value.object != nil else { return value }
                value[placeName] = .number(index)
                // Each item needs a unique id; an id in an order list refers to the first item that has it.
                if !ids.insert(value.text("id")).inserted { value["id"] = .string("\(placeName).\(name).\(index)") }
                return value
            }
            document[name] = .array(elements)
        }
        var conversion = PostmanV1(document)
        return conversion.collection(document)
    }

    /// The place in a file of version 1 for one in the converted document: that of the request or the folder around it.
    static func place(of pointer: JSONPointer, in converted: JSONValue) -> JSONPointer {
        var (value, place) = (converted, JSONPointer())
        for step in pointer.steps {
            switch step {
            case .member(let name): value = value[name] ?? .null
            case .element(let index): value = value[index] ?? .null
            }
            guard let index = value[placeName]?.integer else { continue }
            place = JSONPointer().member(value["item"] != nil ? "folders" : "requests").element(index)
        }
        return place
    }

    private init(_ document: JSONValue) {
        func byID(_ name: String) -> [String: JSONValue] {
            Dictionary(document.elements(name).map { ($0.text("id"), $0) }) { first, _ in first }
        }
        requests = byID("requests")
        folders = byID("folders")
        requestsByFolder = Dictionary(grouping: requests.values) { $0.text("folder") }
    }

    private mutating func collection(_ document: JSONValue) -> JSONValue {
        var result: JSONObject = ["info": ["name": .string(document.text("name")), "description": .string(document.text("description"))]]
        var items = self.items(of: document)
        // Items without a place in an order come last: folders first, then requests, each in its folder if there is one.
        for folder in document.elements("folders") where !placed.contains(folder.text("id")) && folder.nonEmpty("folder") == nil {
            items.append(self.folder(folder))
        }
        for folder in document.elements("folders") where !placed.contains(folder.text("id")) { items.append(self.folder(folder)) }
        for request in document.elements("requests") where placed.insert(request.text("id")).inserted {
            items.append(self.request(request))
        }
        result["item"] = .array(items)
        result.set("variable", document["variables"])
        result.set("auth", document["auth"])
        result.set("event", document["events"])
        result.set("protocolProfileBehavior", document["protocolProfileBehavior"])
        return .object(result)
    }

    /// The folders and requests of a folder or of the collection, in the order given by its order lists.
    private mutating func items(of value: JSONValue) -> [JSONValue] {
        var items: [JSONValue] = []
        for id in value.elements("folders_order").map(\.looseText) {
            if let folder = folders[id], !placed.contains(id) { items.append(self.folder(folder)) }
        }
        // Old collections have no order of folders; they are in the order of the file, all on one level.
        if value["folders_order"] == nil {
            for folder in value.elements("folders") where folder.object != nil && folder.nonEmpty("folder") == nil {
                if !placed.contains(folder.text("id")) { items.append(self.folder(folder)) }
            }
        }
        for id in value.elements("order").map(\.looseText) where requests[id] != nil && placed.insert(id).inserted {
            items.append(request(requests[id] ?? .null))
        }
        return items
    }

    private mutating func folder(_ value: JSONValue) -> JSONValue {
        placed.insert(value.text("id"))
        var result: JSONObject = ["name": .string(value.text("name"))]
        result.set(Self.placeName, value[Self.placeName])
        result.set("description", value["description"])
        var items = self.items(of: value)
        let id = value.text("id")
        if !id.isEmpty {
            for request in (requestsByFolder[id] ?? []).sorted(by: { $0.text("name") < $1.text("name") })
            where placed.insert(request.text("id")).inserted {
                items.append(self.request(request))
            }
        }
        result["item"] = .array(items)
        result.set("variable", value["variables"])
        result.set("auth", value["auth"])
        result.set("event", value["events"])
        return .object(result)
    }

    // MARK: Requests

    private func request(_ value: JSONValue) -> JSONValue {
        var request = Self.requestOnly(value)
        request.set("description", value["description"])
        var item: JSONObject = ["name": .string(value.text("name")), "request": .object(request)]
        item.set(Self.placeName, value[Self.placeName])
        item.set("variable", value["variables"])
        item.set("protocolProfileBehavior", value["protocolProfileBehavior"])
        let scripts = [("prerequest", value["preRequestScript"]), ("test", value["tests"])].compactMap { listen, script -> JSONValue? in
            guard let text = script?.looseLines, !text.isEmpty else { return nil }
            return ["listen": .string(listen), "script": ["exec": .string(text)]]
        }
        let events = value.elements("events")
        if !(events + scripts).isEmpty { item["event"] = .array(events.isEmpty ? scripts : events) }
        item["response"] = .array(value.elements("responses").filter { $0.object != nil }.map(response))
        return .object(item)
    }

    private static func requestOnly(_ value: JSONValue) -> JSONObject {
        var request: JSONObject = ["method": .string(value.nonEmpty("method") ?? "GET")]
        request["url"] = url(value)
        request["header"] =
            value["headerData"]?.array.map { .array($0.map(enabledRow)) }
            ?? .array(
                headerRows(value["headers"]?.looseLines ?? "").map { row in
                    ["key": .string(row.name), "value": .string(row.value), "disabled": .bool(!row.isEnabled)]
                })
        request.set("auth", auth(value))
        request.set("body", body(value))
        return request
    }

    private static func url(_ value: JSONValue) -> JSONValue {
        let text = value.text("url")
        let parts = URLParts.split(text)
        var url: JSONObject = ["raw": .string(text)]
        if let query = value["queryParams"]?.array, query.contains(where: { PostmanFile.isDisabled($0) }) {
            // Disabled rows are only in this list.
            url["host"] = .string(parts.url)
            url["query"] = .array(query.map(enabledRow))
        }
        url["variable"] =
            value["pathVariableData"]?.array.map { .array($0) }
            ?? .array((value["pathVariables"]?.object ?? [:]).map { ["key": .string($0.name), "value": $0.value] })
        return .object(url)
    }

    private static func enabledRow(_ value: JSONValue) -> JSONValue {
        guard PostmanFile.isDisabled(value) else { return value }
        var row = value
        row["disabled"] = true
        return row
    }

    private static let helpers = [
        "basicAuth": "basic", "digestAuth": "digest", "bearerAuth": "bearer", "oAuth1": "oauth1", "oAuth2": "oauth2", "hawkAuth": "hawk",
        "awsSigV4": "awsv4", "ntlmAuth": "ntlm", "apikeyAuth": "apikey", "noAuth": "noauth", "normal": "",
    ]

    private static func auth(_ value: JSONValue) -> JSONValue? {
        if let auth = value["auth"], auth.object != nil { return auth }
        guard let helper = value["currentHelper"]?.string, let type = helpers[helper], !type.isEmpty else { return nil }
        let attributes = value["helperAttributes"] ?? .null
        let parameters = attributes.string.flatMap { try? JSONValue(parsing: $0) } ?? attributes
        return .object([("type", .string(type)), (type, parameters)])
    }

    private static func body(_ value: JSONValue) -> JSONValue? {
        let raw = value["rawModeData"]
        let rows = value["data"]?.array
        switch value["dataMode"]?.string {
        case "raw"?:
            let text = raw?.looseText ?? value["data"]?.string ?? ""
            guard !text.isEmpty else { return nil }
            return .object([("mode", "raw"), ("raw", .string(text)), ("options", value["dataOptions"] ?? .null)])
        case "binary"?: return .object([("mode", "file"), ("file", .object([("src", .string(raw?.looseText ?? ""))]))])
        case "graphql"?: return .object([("mode", "graphql"), ("graphql", value["graphqlModeData"] ?? raw ?? .null)])
        case "urlencoded"?: return rows.map { .object([("mode", "urlencoded"), ("urlencoded", .array($0.map(enabledRow)))]) }
        case "params"?: return rows.map { .object([("mode", "formdata"), ("formdata", .array($0.map(formRow)))]) }
        default: return nil
        }
    }

    /// The path of a file is the value in version 1.
    private static func formRow(_ value: JSONValue) -> JSONValue {
        var row = enabledRow(value)
        if row["type"]?.string == "file" { row["src"] = row["src"] ?? row["value"] ?? .null }
        return row
    }

    private func response(_ value: JSONValue) -> JSONValue {
        var response: JSONObject = ["name": .string(value.text("name"))]
        response.set("code", value["responseCode"]?["code"] ?? value["code"])
        response.set("status", value["responseCode"]?["name"] ?? value["status"])
        response.set("header", value["headers"] ?? value["header"])
        response.set("body", value["text"] ?? value["body"])
        let original = value["requestObject"]?.string.flatMap { try? JSONValue(parsing: $0) } ?? value["requestObject"] ?? value["request"]
        if let original, original.object != nil { response["originalRequest"] = .object(Self.requestOnly(original)) }
        return .object(response)
    }

    /// The lines of a header text: `Name: value`, with `//` before disabled ones.
    static func headerRows(_ text: String) -> [Row] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            var line = line.drop { $0.isWhitespace }
            let isEnabled = !line.hasPrefix("//")
            if !isEnabled { line = line.dropFirst(2).drop { $0.isWhitespace } }
            guard !line.isEmpty else { return nil }
            guard let colon = line.firstIndex(of: ":") else { return Row(String(line), "", isEnabled: isEnabled) }
            return Row(
                String(line[..<colon]).trimmingEnd(" "),
                String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }).trimmingEnd(" "), isEnabled: isEnabled)
        }
    }
}
