import JSON
import Workspace

/// Reads requests, folders and environments in OpenCollection, the format that Bruno writes as YAML.
struct OpenCollectionReader {
    /// The member of our files that preserves details of Bruno's format.
    static let extensionName = "x-bruno"

    var context: ImportContext

    /// Reads a part from a file of a folder; its issues name the file, and the lines of the blocks of a `.bru` file.
    mutating func reading<Value, Failure: Error>(
        _ file: String, _ document: JSONValue, _ read: (inout Self) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let count = context.issues.count
        let value = try read(&self)
        context.changeIssues(from: count) { issue in
            issue.file = file
            if let lines = document["lines"] { issue.placeInBlock(of: lines) }
        }
        return value
    }

    // MARK: Requests

    /// A request, with this name if the file has none.
    mutating func request(_ value: JSONValue, named name: String, at pointer: JSONPointer = JSONPointer()) throws(ImportError)
        -> CollectionTree.Request
    {
        try context.countRequest()
        let http = value["http"] ?? value["graphql"] ?? value["websocket"] ?? value["grpc"] ?? .null
        let runtime = value["runtime"] ?? .null
        var result = CollectionTree.Request()
        result.draft.name = context.name(value["info"]?.nonEmpty("name") ?? name, at: .pointer(pointer.member("info").member("name")))
        result.draft.tags = (value["info"]?["tags"]?.array ?? []).map(\.looseText)
        result.draft.docs = PostmanReader.description(value["docs"])
        result.draft.method = http.nonEmpty("method") ?? "GET"
        result.draft.headers = Self.rows(http["headers"])
        insertURL(http, into: &result.draft)
        var details = JSONObject()
        let auth = self.auth(http["auth"] ?? runtime["auth"] ?? "none", at: pointer.member("http").member("auth"))
        result.draft.auth = auth.draft
        if !auth.isComplete { details.set("auth", http["auth"] ?? runtime["auth"]) }
        result.draft.body = body(http["body"] ?? .null, at: pointer.member("http").member("body"), &details)
        result.draft.variables = variables(runtime["variables"], at: pointer.member("runtime").member("variables"))
        insert(runtime, into: &result.draft, at: pointer.member("runtime"), &details)
        insertSettings(value["settings"] ?? .null, into: &result.draft.options)
        // Bruno then encodes the whole value, also a percent sign in it.
        if value["settings"]?["encodeUrl"]?.looseFlag == true { result.draft.query = result.draft.query.map(\.escapingQuery) }
        let type = value["info"]?.text("type") ?? ""
        if BrunoFiles.unsentTypes.contains(type) {
            context.report(.kept, at: pointer, "request “\(result.draft.name)”", "\(type) cannot be sent yet")
            details["request"] = value["original"] ?? value
        } else {
            keepBlocks(of: value, at: pointer, &details)
        }
        for saved in value.elements("examples") where saved.object != nil { result.examples.append(example(saved)) }
        if !details.isEmpty { result.extensions[Self.extensionName] = .object(details) }
        return result
    }

    /// Keeps the unused blocks of a `.bru` file.
    private mutating func keepBlocks(of value: JSONValue, at pointer: JSONPointer, _ details: inout JSONObject) {
        let blocks = value.elements("blocks")
        guard !blocks.isEmpty else { return }
        details["blocks"] = .array(blocks)
        for block in blocks {
            let name = block.text("name")
            context.report(
                .kept, at: pointer.member("blocks").member(name), "block “\(name)”",
                "nothing in the file uses it, or Apus has no equivalent")
        }
    }

    private func insertURL(_ http: JSONValue, into draft: inout RequestDraft) {
        let params = http.elements("params")
        let query = params.filter { $0.text("type") != "path" }
        draft.pathParameters = Self.rows(.array(params.filter { $0.text("type") == "path" }))
        let parts = URLParts.split(http.text("url"))
        draft.url = parts.url
        // The list repeats the query of the URL, and also contains disabled rows.
        draft.query = query.isEmpty ? parts.query : Self.rows(.array(query))
        // The list takes the fragment of the URL for the end of the last value.
        if let mark = parts.url.firstIndex(of: "#"), let last = draft.query.lastIndex(where: \.isEnabled),
            draft.query[last].value.hasSuffix(parts.url[mark...])
        {
            draft.query[last].value.removeLast(parts.url[mark...].count)
        }
        let bare = Set(parts.query.filter(\.isBare).map(\.name))
        for index in draft.query.indices where draft.query[index].isEnabled && draft.query[index].value.isEmpty {
            draft.query[index].isBare = bare.contains(draft.query[index].name)
        }
        draft.readLiteralSegments()
    }

    /// Rows of `name`, `value`, `disabled` and `description`.
    static func rows(_ value: JSONValue?) -> [Row] {
        (value?.array ?? []).filter { $0.object != nil }.map { row in
            let isEnabled = row["disabled"]?.looseFlag != true && row["enabled"].map(\.looseFlag) != false
            let value = row["value"]?.array.map { chosen($0)?["value"] ?? .null } ?? row["value"] ?? .null
            return Row(
                row.text("name"), value["data"]?.looseText ?? value.looseText, isEnabled: isEnabled,
                comment: PostmanReader.description(row["description"]))
        }
    }

    private func insertSettings(_ settings: JSONValue, into options: inout RequestOptions) {
        options.redirects.follow = settings["followRedirects"]?.bool
        options.redirects.limit = settings["maxRedirects"]?.looseInteger
        // Milliseconds; 0 for none.
        if let timeout = settings["timeout"]?.looseInteger, timeout > 0 { options.timeout = Double(timeout) / 1000 }
    }

    /// The chosen variant of a value or a body, or else the first.
    private static func chosen(_ variants: [JSONValue]) -> JSONValue? {
        variants.first { $0["selected"]?.looseFlag == true } ?? variants.first
    }

    /// The rows of variables, whose values may have variants.
    private mutating func variables(_ list: JSONValue?, at pointer: JSONPointer) -> [Row] {
        for (index, row) in (list?.array ?? []).enumerated() {
            guard let variants = row["value"]?.array, variants.count > 1 else { continue }
            context.report(
                .lost, at: pointer.element(index), "\(variants.count - 1) other values of “\(row.text("name"))”", "a variable has one value"
            )
        }
        return Self.rows(list)
    }

    private mutating func body(_ value: JSONValue, at pointer: JSONPointer, _ details: inout JSONObject) -> BodyDraft {
        if let variants = value.array {
            let chosen = Self.chosen(variants)
            if variants.count > 1 {
                details["body"] = value
                context.report(.kept, at: pointer, "\(variants.count - 1) other bodies", "a request has one body")
            }
            return body(chosen?["body"] ?? chosen ?? .null, at: pointer, &details)
        }
        let data = value["data"] ?? .null
        switch value.text("type") {
        case "": return value["query"] == nil ? BodyDraft() : BodyDraft(kind: .graphql, graphql: .init(value))
        case "json":
            context.reportComments(in: data.looseText, at: pointer)
            return BodyDraft(kind: .json, json: data.looseText)
        case "xml": return BodyDraft(kind: .xml, xml: data.looseText)
        case "text": return BodyDraft(kind: .text, text: data.looseText)
        case "sparql": return BodyDraft(kind: .text, text: data.looseText, contentType: "application/sparql-query")
        case "form-urlencoded": return BodyDraft(kind: .form, form: Self.rows(data))
        case "graphql": return BodyDraft(kind: .graphql, graphql: .init(value))
        case "multipart-form": return BodyDraft(kind: .multipart, parts: (data.array ?? []).flatMap(Self.parts))
        case "file":
            let files = data.array ?? []
            let file = files.first { $0["selected"]?.looseFlag == true } ?? files.first ?? .null
            return BodyDraft(kind: .file, file: file.text("filePath"), fileContentType: file.text("contentType"))
        case let other:
            details["body"] = value
            context.report(.kept, at: pointer, "body “\(other)”", "Apus cannot send it yet", instead: "the request is sent without a body")
            return BodyDraft()
        }
    }

    private static func parts(_ value: JSONValue) -> [BodyDraft.Part] {
        // Converters keep the notation of `.bru`.
        let notation = value["type"] == nil ? value.text("value").wholeMatch(of: /@file\((.*)\)/)?.1 : nil
        let values = notation?.split(separator: "|").map(String.init) ?? value["value"]?.array?.map(\.looseText) ?? [value.text("value")]
        return (values.isEmpty ? [""] : values).map { text in
            BodyDraft.Part(
                value.text("name"), text, isFile: notation != nil || value.text("type") == "file", contentType: value.text("contentType"),
                isEnabled: value["disabled"]?.looseFlag != true, comment: PostmanReader.description(value["description"]))
        }
    }

    private mutating func example(_ value: JSONValue) -> SavedResponse {
        let response = value["response"] ?? .null
        var saved = SavedResponse(
            name: value.text("name"), status: response["status"]?.looseInteger ?? 200, reason: response.text("statusText"),
            headers: Self.rows(response["headers"]), body: Array((response["body"]?.text("data") ?? "").utf8))
        guard let request = value["request"], request.object != nil else { return saved }
        var (draft, kept) = (RequestDraft(method: request.methodInCapitals), JSONObject())
        insertURL(request, into: &draft)
        draft.headers = Self.rows(request["headers"])
        draft.body = body(request["body"] ?? .null, at: JSONPointer().member("examples"), &kept)
        saved.request = draft
        return saved
    }

    // MARK: Scripts, captures, assertions

    private mutating func insert(
        _ runtime: JSONValue, into draft: inout RequestDraft, at pointer: JSONPointer, _ details: inout JSONObject
    ) {
        draft.scripts = scripts(runtime["scripts"])
        var keptActions: [JSONValue] = []
        for (index, action) in runtime.elements("actions").enumerated() {
            let expression = action["selector"]?.text("expression") ?? ""
            let name = action["variable"]?.text("name") ?? ""
            if let found = BrunoExpression(expression), action.text("type") == "set-variable" {
                draft.captures.append(
                    Capture(variable: name, from: found.source, query: found.query, isEnabled: action["disabled"]?.looseFlag != true))
            } else {
                keptActions.append(action)
                context.report(
                    .kept, at: pointer.member("actions").element(index), "variable “\(name)”",
                    "“\(expression.prefix(200))” is more than a path into the response")
            }
        }
        draft.addChecksOfScript(&context.scriptReadings)
        if !keptActions.isEmpty { details["actions"] = .array(keptActions) }
        var keptAssertions: [JSONValue] = []
        for (index, value) in runtime.elements("assertions").enumerated() {
            if let assertion = BrunoExpression.assertion(value) {
                draft.assertions.append(assertion)
            } else {
                keptAssertions.append(value)
                context.report(
                    .kept, at: pointer.member("assertions").element(index),
                    "assertion “\(value.text("expression")) \(value.text("operator"))”", "Apus has no equivalent")
            }
        }
        if !keptAssertions.isEmpty { details["assertions"] = .array(keptAssertions) }
    }

    /// The scripts of a list; tests run after the response, following its script.
    private func scripts(_ value: JSONValue?) -> Scripts {
        func text(_ types: [String]) -> String {
            let all = (value?.array ?? []).filter { types.contains($0.text("type")) }
            return all.map { $0["code"]?.looseLines ?? "" }.filter { !$0.isEmpty }.joined(separator: "\n\n")
        }
        return Scripts(before: text(["before-request", "pre-request"]), after: text(["after-response", "post-response", "tests"]))
    }

    // MARK: Authentication

    mutating func auth(_ value: JSONValue, at pointer: JSONPointer) -> (draft: AuthDraft, isComplete: Bool) {
        if let word = value.string { return (AuthDraft(word == "inherit" ? .inherit : .none), true) }
        let type = value.text("type")
        switch type {
        case "", "none": return (AuthDraft(.none), true)
        case "inherit": return (AuthDraft(), true)
        case "oauth2": return (oauth(value, at: pointer), false)
        default: break
        }
        guard let (kind, entry) = BruWriter.authNames.first(where: { $0.value.mode == type }) else {
            context.report(
                .kept, at: pointer, "authentication “\(type)”", "Apus cannot send it yet",
                instead: "the request is sent without authentication")
            return (AuthDraft(.none), false)
        }
        var draft = AuthDraft(kind)
        for (own, name) in entry.fields { draft[own] = value.text(name) }
        if kind == .apiKey, value.text("placement").hasPrefix("query") { draft["in"] = "query" }
        return (draft, kind != .awsSignature || value.nonEmpty("profileName") == nil)
    }

    private mutating func oauth(_ value: JSONValue, at pointer: JSONPointer) -> AuthDraft {
        var auth = AuthDraft(.oauth2)
        let credentials = value["credentials"] ?? .null
        let owner = value["resourceOwner"] ?? .null
        let names = [
            ("tokenURL", "accessTokenUrl"), ("authorizationURL", "authorizationUrl"), ("scope", "scope"), ("redirectURL", "callbackUrl"),
        ]
        for (own, name) in names { auth[own] = value.text(name) }
        auth["clientID"] = value.nonEmpty("clientId") ?? credentials.text("clientId")
        auth["clientSecret"] = value.nonEmpty("clientSecret") ?? credentials.text("clientSecret")
        auth["username"] = value.nonEmpty("username") ?? owner.text("username")
        auth["password"] = value.nonEmpty("password") ?? owner.text("password")
        let placement = value.nonEmpty("credentialsPlacement") ?? credentials.text("placement")
        if placement == "body" { auth["clientAuthentication"] = "body" }
        switch value.nonEmpty("flow") ?? value.text("grantType") {
        case "client_credentials": auth["grant"] = "client_credentials"
        case "password", "resource_owner_password_credentials": auth["grant"] = "password"
        case "authorization_code", "": auth["grant"] = "authorization_code"
        case let other:
            auth["grant"] = "authorization_code"
            context.report(
                .changed, at: pointer, "grant “\(other)”", "it is not supported", instead: "the grant becomes authorization code")
        }
        reportPlaceOfToken(value, at: pointer)
        return auth
    }

    /// Reports a token that is not sent as `Authorization: Bearer`.
    private mutating func reportPlaceOfToken(_ value: JSONValue, at pointer: JSONPointer) {
        let token = value["tokenConfig"] ?? .null
        let isInQuery =
            [value.text("tokenPlacement"), token.text("placement")].contains { ["query", "url"].contains($0) }
            || token["placement"]?["query"] != nil
        let prefix = value.nonEmpty("tokenHeaderPrefix") ?? token["placement"]?.nonEmpty("header") ?? "Bearer"
        guard isInQuery || prefix.lowercased() != "bearer" else { return }
        let what = isInQuery ? "token in the query" : "prefix “\(prefix)” of the token"
        context.report(.changed, at: pointer, what, "Apus sends tokens of a login in the header", instead: "it is sent as a Bearer token")
    }

    // MARK: Folders and environments

    /// The settings of a folder or a collection.
    mutating func folder(_ value: JSONValue, named name: String, at pointer: JSONPointer = JSONPointer()) -> CollectionTree.Folder {
        let request = value["request"] ?? .null
        var folder = CollectionTree.Folder()
        folder.draft.name = context.name(value["info"]?.nonEmpty("name") ?? name, at: .pointer(pointer))
        folder.draft.docs = PostmanReader.description(value["docs"])
        folder.draft.headers = Self.rows(request["headers"])
        folder.draft.variables = variables(request["variables"], at: pointer.member("request").member("variables"))
        let settings = request["settings"] ?? .null
        insertSettings(settings["http"] ?? settings, into: &folder.draft.options)
        if request["actions"]?.array?.isEmpty == false {
            context.report(.lost, at: pointer.member("request").member("actions"), "captures of the folder", "folders in Apus have none")
        }
        folder.draft.scripts = scripts(request["scripts"])
        var details = JSONObject()
        if let auth = request["auth"], !auth.isNull {
            let read = self.auth(auth, at: pointer.member("request").member("auth"))
            folder.draft.auth = read.draft
            if !read.isComplete { details["auth"] = auth }
        }
        keepBlocks(of: value, at: pointer, &details)
        if !details.isEmpty { folder.extensions[Self.extensionName] = .object(details) }
        return folder
    }

    /// The number by which a folder or a request is sorted.
    static func sequence(of value: JSONValue) -> Int? { value["info"]?["seq"]?.looseInteger }

    /// An environment. The values of its secrets are in no file.
    mutating func environment(_ value: JSONValue, named name: String) -> CollectionTree.Environment {
        var environment = EnvironmentDraft(name: context.name(value.nonEmpty("name") ?? name, at: .file))
        for variable in value.elements("variables") where variable.object != nil {
            let isSecret = variable["secret"]?.looseFlag == true || variable["transient"]?.looseFlag == true
            if isSecret, variable["disabled"]?.looseFlag == true {
                context.report(.lost, at: .file, "disabled secret “\(variable.text("name"))”", "secrets in Apus cannot be disabled")
            } else if isSecret {
                environment.secrets.append(SecretEntry(variable.text("name"), .prompt))
            }
            if !isSecret { environment.variables += variables([variable], at: JSONPointer().member("variables")) }
        }
        for name in ["extends", "dotEnvFilePath", "externalSecrets", "clientCertificates"] {
            guard let value = value[name], !["", "[]", "{}", "null"].contains(value.looseText) else { continue }
            context.report(.lost, at: .file, "setting “\(name)”", "environments in Apus have no such setting")
        }
        for block in value.elements("blocks") {
            context.report(.lost, at: .file, "block “\(block.text("name"))”", "environments in Apus have no such block")
        }
        return .init(environment)
    }
}
