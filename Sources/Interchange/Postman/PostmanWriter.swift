import JSON
import Workspace

extension ExportFormat {
    /// Postman collections of version 2.1, with a file for each environment.
    static let postman = ExportFormat(
        id: "postman", title: "Postman", fileExtension: "postman_collection.json",
        carries: [
            .variables, .scripts, .captures, .assertions, .examples, .documentation, .disabledRows, .comments, .partNames, .environments,
        ],
        inherits: [.variables, .authentication, .options],
        options: ["redirects.follow", "redirects.limit", "redirects.keepMethod", "tls.verify", "cookies", "httpVersion"],
        optionValues: ["redirects.keepMethod": ["none", "301 302 303"], "httpVersion": ["1.1", "2"]], checks: .postman,
        reference: { $0.postmanReference },
        authentication: [.basic, .bearer, .apiKey, .digest, .oauth2, .awsSignature, .ntlm]
    ) { tree, losses in
        let writer = PostmanWriter()
        for (request, folders) in tree.requests where request.draft.body.isEmptyForm {
            let item = CollectionTree.path(of: request.draft.name, in: folders)
            losses.append(.init(item: item, what: "empty form", why: "Postman sends no body for one"))
        }
        let name = tree.root.draft.name.fileStem
        let collection = ExportedFile(path: "\(name).postman_collection.json", text: writer.collection(tree.root).prettyText)
        var stems = FileNames.exported()
        return [collection]
            + tree.environments.map { environment in
                let stem = stems.next(for: environment.draft.name)
                return ExportedFile(path: "\(stem).postman_environment.json", text: writer.environment(environment).prettyText)
            }
    }
}

extension BodyDraft {
    /// True for a form without rows, of which only the content type is sent.
    fileprivate var isEmptyForm: Bool {
        kind == .form ? !form.contains(where: \.isEnabled) : kind == .multipart && !parts.contains(where: \.isEnabled)
    }
}

/// Writes a Postman collection of version 2.1, valid to the official schema.
struct PostmanWriter {
    private static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

    func collection(_ root: CollectionTree.Folder) -> JSONValue {
        let details = root.extensions[PostmanReader.extensionName]
        var info: JSONObject = ["name": .string(root.draft.name), "schema": .string(Self.schema)]
        if !root.draft.docs.isEmpty { info["description"] = .string(root.draft.docs) }
        info.set("version", details?["version"])
        var object: JSONObject = ["info": .object(info)]
        object.members += settings(root)
        object["item"] = .array(items(root))
        return .object(object)
    }

    // MARK: Folders

    private func items(_ folder: CollectionTree.Folder) -> [JSONValue] {
        folder.items.map { item in
            switch item {
            case .request(let request): return self.item(request)
            case .folder(let child):
                var object: JSONObject = ["name": .string(child.draft.name)]
                if !child.draft.docs.isEmpty { object["description"] = .string(child.draft.docs) }
                object.members += settings(child)
                object["item"] = .array(items(child))
                return .object(object)
            }
        }
    }

    private func settings(_ folder: CollectionTree.Folder) -> [JSONMember] {
        let details = folder.extensions[PostmanReader.extensionName] ?? .null
        var object = JSONObject()
        object.set("auth", auth(folder.draft.auth, details))
        object.set("event", events(folder.draft.scripts, details))
        object.set("variable", variables(folder.draft.variables))
        object.set("protocolProfileBehavior", behaviour(folder.draft.options, details))
        return object.members
    }

    private func variables(_ rows: [Row]) -> JSONValue? {
        guard !rows.isEmpty else { return nil }
        return .array(rows.map { row in .object(JSONObject(pair(row).members + [JSONMember("type", "string")])) })
    }

    private func events(_ scripts: Scripts, _ details: JSONValue) -> JSONValue? {
        let phases = [("prerequest", scripts.before), ("test", scripts.after)].filter { !$0.1.isEmpty }
        let events: [JSONValue] = phases.map { listen, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { JSONValue.string(String($0)) }
            return ["listen": .string(listen), "script": ["type": "text/javascript", "exec": .array(lines)]]
        }
        let all = events + details.elements("events")
        return all.isEmpty ? nil : .array(all)
    }

    private func behaviour(_ options: RequestOptions, _ details: JSONValue) -> JSONValue? {
        var object = details["protocolProfileBehavior"]?.object ?? JSONObject()
        object.set("followRedirects", options.redirects.follow.map(JSONValue.bool))
        object.set("maxRedirects", options.redirects.limit.map { JSONValue.number($0) })
        let keepsMethod = options.redirects.keepMethod.flatMap { [[]: false, [301, 302, 303]: true][$0] }
        object.set("followOriginalHttpMethod", keepsMethod.map(JSONValue.bool))
        object.set("strictSSL", options.tls.verify.map(JSONValue.bool))
        object.set("disableCookies", options.cookies.map { JSONValue.bool(!$0) })
        object.set("protocolVersion", options.httpVersion.flatMap { ["1.1": "http1", "2": "http2"][$0] }.map(JSONValue.string))
        return object.isEmpty ? nil : .object(object)
    }

    // MARK: Requests

    private func item(_ request: CollectionTree.Request) -> JSONValue {
        let details = request.extensions[PostmanReader.extensionName] ?? .null
        var object: JSONObject = ["name": .string(request.draft.name)]
        object.set("event", events(request.draft.scripts, details))
        object.set("variable", variables(request.draft.variables))
        var behaviour = behaviour(request.draft.options, details)?.object ?? JSONObject()
        if request.draft.body.kind != .none, PostmanBody.prunedMethods.contains(request.draft.method) {
            behaviour["disableBodyPruning"] = true
        }
        let type = request.draft.body.kind == .file ? request.draft.body.fileContentType : request.draft.body.contentType
        if [.text, .file].contains(request.draft.body.kind), type == BodyDraft.noContentType {
            var headers = behaviour["disabledSystemHeaders"]?.object ?? JSONObject()
            headers["content-type"] = true
            behaviour["disabledSystemHeaders"] = .object(headers)
        }
        object.set("protocolProfileBehavior", behaviour.isEmpty ? nil : .object(behaviour))
        object["request"] = self.request(request.draft, details)
        object["response"] = .array(request.examples.map(example))
        return .object(object)
    }

    private func request(_ draft: RequestDraft, _ details: JSONValue) -> JSONValue {
        var object: JSONObject = ["method": .string(draft.method)]
        var headers = draft.headers
        let body = body(draft.body, &headers)
        if details.object?["auth"]?.isNull == true, draft.auth.kind == .none {
            object["auth"] = .null
        } else {
            object.set("auth", auth(draft.auth, details))
        }
        object["header"] = .array(headers.map { .object(pair($0)) })
        object.set("body", body ?? details["body"])
        object["url"] = PostmanURL.value(of: draft)
        if !draft.docs.isEmpty { object["description"] = .string(draft.docs) }
        object.set("proxy", details["proxy"])
        object.set("certificate", details["certificate"])
        return .object(object)
    }

    private func example(_ saved: SavedResponse) -> JSONValue {
        var object: JSONObject = ["name": .string(saved.name)]
        if let request = saved.request { object["originalRequest"] = self.request(request, .null) }
        object["status"] = .string(saved.reason)
        object["code"] = .number(saved.servedStatus)
        object["header"] = .array(saved.headers.map { .object(pair($0)) })
        object["body"] = .string(String(decoding: saved.body, as: UTF8.self))
        return .object(object)
    }

    private func pair(_ row: Row) -> JSONObject {
        var object: JSONObject = ["key": .string(row.name), "value": .string(row.value)]
        if !row.isEnabled { object["disabled"] = true }
        if !row.comment.isEmpty { object["description"] = .string(row.comment) }
        return object
    }

    // MARK: Bodies

    private static let languagesOfTypes = ["text/plain": "text", "text/html": "html", "application/javascript": "javascript"]

    private func body(_ body: BodyDraft, _ headers: inout [Row]) -> JSONValue? {
        switch body.exportForm {
        case nil: return nil
        case .text(let text, let language, let contentType)?:
            let name = language == .plain ? Self.languagesOfTypes[contentType] : language.rawValue
            if name == nil { add(contentType, to: &headers) }
            return raw(text, language: name)
        case .rows(let rows)?: return ["mode": "urlencoded", "urlencoded": .array(rows.map { .object(pair($0)) })]
        case .parts(let parts)?: return ["mode": "formdata", "formdata": .array(parts.map(part))]
        case .file(let path, let contentType, _)?:
            add(contentType, to: &headers)
            return ["mode": "file", "file": ["src": .string(path)]]
        case .query(let graphql)?:
            var operation: JSONObject = ["query": .string(graphql.query), "variables": .string(graphql.variables)]
            if !graphql.operation.isEmpty { operation["operationName"] = .string(graphql.operation) }
            return ["mode": "graphql", "graphql": .object(operation)]
        }
    }

    /// Adds the type of a body, for which Postman has no other place, unless there is a header.
    private func add(_ contentType: String, to headers: inout [Row]) {
        guard !contentType.isEmpty, contentType != BodyDraft.noContentType, headers.contentType == nil else { return }
        headers.append(Row("Content-Type", contentType))
    }

    private func raw(_ text: String, language: String?) -> JSONValue {
        var object: JSONObject = ["mode": "raw", "raw": .string(text)]
        if let language { object["options"] = ["raw": ["language": .string(language)]] }
        return .object(object)
    }

    private func part(_ part: BodyDraft.Part) -> JSONValue {
        var object: JSONObject = ["key": .string(part.name), "type": part.isFile ? "file" : "text"]
        object[part.isFile ? "src" : "value"] = .string(part.value)
        if !part.contentType.isEmpty { object["contentType"] = .string(part.contentType) }
        if !part.fileName.isEmpty { object["fileName"] = .string(part.fileName) }
        if !part.isEnabled { object["disabled"] = true }
        if !part.comment.isEmpty { object["description"] = .string(part.comment) }
        return .object(object)
    }

    // MARK: Authentication and environments

    /// The authentication; for an imported file the original one, unless it was changed since.
    private func auth(_ draft: AuthDraft, _ details: JSONValue) -> JSONValue? {
        if let original = details["auth"], !original.isNull, PostmanAuth(original).draft == draft {
            return PostmanAuth.withListedParameters(original)
        }
        return PostmanAuth.value(of: draft)
    }

    func environment(_ environment: CollectionTree.Environment) -> JSONValue {
        let variables = environment.draft.variables.map { row in value(row.name, row.value, type: "default", isEnabled: row.isEnabled) }
        let secrets = environment.draft.secrets.map {
            value($0.name, environment.secretValues[$0.name] ?? "", type: "secret", isEnabled: true)
        }
        return [
            "name": .string(environment.draft.name), "values": .array(variables + secrets), "_postman_variable_scope": "environment",
        ]
    }

    private func value(_ name: String, _ value: String, type: String, isEnabled: Bool) -> JSONValue {
        ["key": .string(name), "value": .string(value), "type": .string(type), "enabled": .bool(isEnabled)]
    }
}

extension PostmanAuth {
    private static let names: [AuthDraft.Kind: String] = [
        .none: "noauth", .basic: "basic", .bearer: "bearer", .apiKey: "apikey", .digest: "digest", .oauth2: "oauth2",
        .awsSignature: "awsv4", .ntlm: "ntlm",
    ]
    private static let oauthNames = [
        "tokenURL": "accessTokenUrl", "authorizationURL": "authUrl", "clientID": "clientId", "redirectURL": "redirect_uri",
        "clientAuthentication": "client_authentication", "grant": "grant_type",
    ]

    /// Postman's value for an authentication; nil for one that is inherited or that Postman does not have.
    static func value(of draft: AuthDraft) -> JSONValue? {
        guard let type = names[draft.kind] else { return nil }
        guard draft.kind != .none else { return ["type": "noauth"] }
        let isLogin = draft.kind == .oauth2
        let names = draft.kind.fieldNames.filter { !draft[$0].isEmpty && !(isLogin && $0 == "parameters") }
        let parameters = names.map { name -> JSONValue in
            let value = name == "grant" && draft[name] == "password" ? "password_credentials" : draft[name]
            return parameter(isLogin ? oauthNames[name] ?? name : name, value)
        }
        return .object(["type": .string(type), type: .array(parameters + (isLogin ? addedParameters(draft["parameters"]) : []))])
    }

    /// The added parameters in both of Postman's lists: in the address of the login, and in the body of the token request.
    private static func addedParameters(_ text: String) -> [JSONValue] {
        let rows = FormText.rows(of: text)
        guard !rows.isEmpty else { return [] }
        return [("authRequestParams", "request_url"), ("tokenRequestParams", "request_body")].map { list, place in
            let items = rows.map { row -> JSONValue in
                ["key": .string(row.name), "value": .string(row.value), "enabled": true, "send_as": .string(place)]
            }
            return ["key": .string(list), "value": .array(items), "type": "any"]
        }
    }

    private static func parameter(_ name: String, _ value: String) -> JSONValue {
        ["key": .string(name), "value": .string(value), "type": "string"]
    }

    /// The value with its parameters as a list, as version 2.1 has them.
    static func withListedParameters(_ value: JSONValue) -> JSONValue {
        guard var object = value.object, let type = value["type"]?.string, let parameters = value[type]?.object else { return value }
        object[type] = .array(parameters.map { ["key": .string($0.name), "value": $0.value, "type": "any"] })
        return .object(object)
    }
}

extension PostmanURL {
    /// The URL of a draft as an object of parts, which Postman shows, with the disabled rows.
    static func value(of draft: RequestDraft) -> JSONValue {
        let draft = draft.withLiteralSegmentsAsParameters
        var object: JSONObject = ["raw": .string(text(of: draft))]
        let parts = self.parts(of: draft.url)
        var check = RequestDraft()
        read(.object(parts), into: &check)
        // A URL that its parts do not reproduce is written as the host.
        object.members += check.url == draft.url ? parts.members : [JSONMember("host", .string(draft.url))]
        if !draft.query.isEmpty {
            object["query"] = .array(
                draft.query.map { row in
                    var item: JSONObject = [
                        "key": .string(row.name), "value": row.isBare && row.value.isEmpty ? .null : .string(row.value),
                    ]
                    if !row.isEnabled { item["disabled"] = true }
                    if !row.comment.isEmpty { item["description"] = .string(row.comment) }
                    return .object(item)
                })
        }
        if !draft.pathParameters.isEmpty {
            object["variable"] = .array(
                draft.pathParameters.map { row in
                    var item: JSONObject = ["key": .string(row.name), "value": .string(row.value)]
                    if !row.isEnabled { item["disabled"] = true }
                    if !row.comment.isEmpty { item["description"] = .string(row.comment) }
                    return .object(item)
                })
        }
        return .object(object)
    }

    private static func parts(of url: String) -> JSONObject {
        var parts = JSONObject()
        var rest = url[...]
        if let hash = rest.firstIndex(of: "#") {
            parts["hash"] = .string(String(rest[hash...].dropFirst()))
            rest = rest[..<hash]
        }
        if let scheme = rest.firstRange(of: "://") {
            parts["protocol"] = .string(String(rest[..<scheme.lowerBound]))
            rest = rest[scheme.upperBound...]
        }
        var host = splitOutsideVariables(rest).first ?? ""
        let path = rest.dropFirst(host.count)
        if let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber), !host[colon...].dropFirst().isEmpty {
            parts["port"] = .string(String(host[colon...].dropFirst()))
            host = host[..<colon]
        }
        let labels = host.contains("{{") ? [host] : host.split(separator: ".", omittingEmptySubsequences: false)
        if !host.isEmpty { parts["host"] = .array(labels.map { .string(String($0)) }) }
        if path.hasPrefix("/") {
            let segments = splitOutsideVariables(path.dropFirst())
            parts["path"] = .array(segments.map { JSONValue.string(String($0)) })
        }
        return parts
    }

    /// The parts between slashes; a slash inside the braces of a variable does not separate.
    private static func splitOutsideVariables(_ text: Substring) -> [Substring] {
        var depth = 0
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
            return character == "/" && depth <= 0
        }
    }
}
