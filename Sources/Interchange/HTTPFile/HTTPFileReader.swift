import HTTP
import JSON
import Workspace

/// Converts a file of requests to a collection, with the environments in the files next to it.
struct HTTPFileReader {
    /// The member of our files that preserves details of the format.
    static let extensionName = "x-http"

    var context: ImportContext
    /// The settings next to the file.
    private var settings: HTTPFileSettings
    /// The variables of the file `.env` next to it.
    private var dotenvNames: Set<String> = []
    /// True if the variable `host` is defined, which httpyac puts before paths.
    private var hasHost = false
    /// The dynamic values that are already in the report.
    private var reportedValues: Set<String> = []

    init(_ context: ImportContext) {
        self.context = context
        settings = HTTPFileSettings(context)
    }

    mutating func read(_ file: HTTPFile, named name: String) throws(ImportError) -> ImportedContent {
        let environments = settings.environments()
        let dotenv = settings.dotenv(for: file)
        dotenvNames = Set(dotenv.map(\.name))
        hasHost = (file.variables + dotenv + environments.flatMap(\.draft.variables)).contains { $0.name == "host" }
        context = settings.context
        for loss in file.losses.sorted(by: { $0.line < $1.line }) { context.report(.lost, at: .line(loss.line), loss.what, loss.why) }
        var content = ImportedContent()
        var tree = CollectionTree(.init(FolderDraft(name: context.name(name, at: .file))))
        tree.root.draft.variables = file.variables.map { Row($0.name, reference($0.value)) }
        for variable in file.variables { reportValues(in: variable.value, at: .file) }
        tree.root.draft.variables += dotenv.filter { row in !tree.root.draft.variables.contains { $0.name == row.name } }
        var named: [String: Int] = [:]
        var requests: [CollectionTree.Request] = []
        for request in file.requests {
            if let id = request.directives.first(where: { $0.name == "name" })?.value, !id.isEmpty {
                named[id] = requests.count
            } else if named[request.title] == nil {
                // Kulala's references also contain titles.
                named[request.title] = requests.count
            }
            requests.append(try self.request(request))
            requests[requests.count - 1].sourcePlace.line = request.line
            // A variable that is set again has another value in this request.
            let changedVariables = request.variables.filter { !file.variables.contains($0) }
            requests[requests.count - 1].draft.variables += changedVariables.map { Row($0.name, reference($0.value)) }
        }
        addCaptures(to: &requests, named, variables: tree.root.draft.variables)
        tree.root.items = requests.map { .request($0) }
        tree.environments = environments
        (tree.root.draft.headers, tree.root.draft.options) = (settings.defaultHeaders, settings.options)
        content.collections = [tree]
        content.isPart = true
        return content
    }

    // MARK: Requests

    private mutating func request(_ source: HTTPFile.Request) throws(ImportError) -> CollectionTree.Request {
        if let request = try own(source) { return request }
        var request: CollectionTree.Request
        if let command = try command(source) { request = command } else { request = try other(source) }
        if let own = source.own { try Self.add(own, to: &request.draft) }
        for check in source.strayChecks { keep(check, "it stands below the request line", in: &request) }
        return request
    }

    /// Keeps a directive that has no effect.
    private mutating func keep(
        _ directive: (name: String, value: String, line: Int), _ reason: String, in request: inout CollectionTree.Request
    ) {
        let isLost = Assertion.form(ofDirective: directive.name) != nil
        context.report(isLost ? .lost : .kept, at: .line(directive.line), "directive @\(directive.name)", reason)
        let known = request.extensions[Self.extensionName]?["directives"]?.array ?? []
        let value: JSONValue = ["name": .string(directive.name), "value": .string(directive.value)]
        request.extensions[Self.extensionName] = ["directives": .array(known + [value])]
    }

    /// The request in the notation of other programs.
    private mutating func other(_ source: HTTPFile.Request) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        var result = CollectionTree.Request()
        let place = ImportPlace.line(source.line)
        let id = source.directives.first { $0.name == "name" }?.value ?? ""
        let (name, comments) = source.nameAndComments(id)
        result.draft.name = context.name(name, at: place)
        result.sourceID = id.isEmpty ? nil : id
        result.draft.docs = comments.joined(separator: "\n").trimmingEnd("\n")
        result.draft.method = source.method
        result.draft.options.httpVersion = Self.httpVersions[source.version.lowercased()]
        (result.draft.url, result.draft.query) = URLParts.split(reference(source.target))
        // The format has no parameters in paths.
        if source.own?.directives.contains("# @path ") != true { result.draft.url = PathParameters.escaped(result.draft.url) }
        result.draft.headers = source.headers.map { Row($0.name, reference($0.value)) }
        result.draft.scripts = Scripts(before: source.before.joined(separator: "\n"), after: source.after.joined(separator: "\n"))
        result.draft.addChecksOfScript(&context.scriptReadings)
        insertHost(into: &result.draft)
        insertAuthorization(into: &result.draft, at: place)
        settings.insertLogin(into: &result.draft)
        insertBody(source, into: &result.draft, at: place)
        for directive in source.directives { insert(directive, into: &result) }
        let headers = source.headers.filter { result.draft.auth.kind != .oauth2 || $0.name.lowercased() != "authorization" }
        for text in [source.target] + headers.map(\.value) + source.variables.map(\.value) { reportValues(in: text, at: place) }
        for line in source.body { reportValues(in: line, at: place) }
        if ["GRPC", "WEBSOCKET", "WS", "RSOCKET", "AMQP", "MQTT"].contains(source.method) {
            context.report(
                .changed, at: place, "request “\(result.draft.name)”", "Apus has no \(source.method) yet",
                instead: "it would be sent as HTTP with this method")
        }
        // A stream of events is the response to a GET.
        if ["SSE", "EVENTSOURCE"].contains(source.method) { result.draft.method = "GET" }
        return result
    }

    /// The request of a curl command instead of a request line; nil for other requests.
    private mutating func command(_ source: HTTPFile.Request) throws(ImportError) -> CollectionTree.Request? {
        guard !source.command.isEmpty else { return nil }
        let count = context.issues.count
        let tree = try CommandFile(source.command).collection(named: "", &context)
        context.changeIssues(from: count) { issue in
            if case .line(let line, let column) = issue.place { issue.place = .line(line + source.line - 1, column: column) }
        }
        guard var request = tree.requests.first?.request else { return nil }
        let id = source.directives.first { $0.name == "name" }?.value ?? ""
        let name = source.title.isEmpty ? id : source.title
        request.sourceID = id.isEmpty ? nil : id
        if !name.isEmpty { request.draft.name = context.name(name, at: .line(source.line)) }
        request.draft.docs = source.comments.joined(separator: "\n").trimmingEnd("\n")
        request.draft.scripts = Scripts(before: source.before.joined(separator: "\n"), after: source.after.joined(separator: "\n"))
        return request
    }

    /// Completes a target without a host from the header `Host`, or else from the variable.
    private func insertHost(into draft: inout RequestDraft) {
        guard draft.url.hasPrefix("/") else { return }
        guard let index = draft.headers.firstIndex(where: { $0.isNamed("host") }) else {
            if hasHost { draft.url = "{{host}}" + draft.url }
            return
        }
        let host = draft.headers.remove(at: index).value
        // A variable may contain the scheme. Otherwise, the port decides, as in VS Code's REST Client.
        let isSecure = [":443", ":8443"].contains { host.hasSuffix($0) }
        draft.url = (host.contains("://") || host.hasPrefix("{{") ? "" : isSecure ? "https://" : "http://") + host + draft.url
    }

    /// Replaces credentials in the shorthands of the format by an authentication.
    private mutating func insertAuthorization(into draft: inout RequestDraft, at place: ImportPlace) {
        guard let index = draft.headers.firstIndex(where: { $0.isNamed("authorization") }) else { return }
        let value = draft.headers[index].value
        let scheme = value.prefix { $0 != " " }
        if let reason = Self.otherLogins[scheme.lowercased()], value.count > scheme.count {
            draft.headers.remove(at: index)
            context.report(
                .lost, at: place, "authentication “\(scheme)”", reason, instead: "the request is sent without authentication")
        } else if let auth = AuthDraft(shorthand: value) {
            draft.headers.remove(at: index)
            draft.auth = auth
            guard auth.kind == .awsSignature, auth["region"].isEmpty || auth["service"].isEmpty else { return }
            if auth["region"].isEmpty { draft.auth["region"] = "us-east-1" }
            if auth["service"].isEmpty { draft.auth["service"] = "execute-api" }
            context.report(
                .changed, at: place, "AWS Signature", "its region or service is not given and depends on the host",
                instead: "they become “\(draft.auth["region"])” and “\(draft.auth["service"])”")
        }
    }

    /// Tags separated by commas, or by spaces if there are no commas.
    private static func tags(_ text: String) -> [String] {
        text.split(separator: text.contains(",") ? "," : " ").map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
    }

    mutating func insert(_ directive: (name: String, value: String, line: Int), into request: inout CollectionTree.Request) {
        switch directive.name {
        case "name", "no-log", "title": break
        case "description": request.draft.docs += directive.value
        case "no-redirect": request.draft.options.redirects.follow = false
        case "no-cookie-jar": request.draft.options.cookies = false
        case "timeout": request.draft.options.timeout = Self.seconds(directive.value)
        case "connection-timeout": request.draft.options.connectTimeout = Self.seconds(directive.value)
        case "tag", "tags": request.draft.tags += Self.tags(directive.value)
        case "no-reject-unauthorized": request.draft.options.tls.verify = false
        case "proxy" where !directive.value.isEmpty: request.draft.options.proxy = reference(directive.value)
        case "prompt": request.draft.variables += Self.promptedVariable(directive.value).map { [$0] } ?? []
        case _ where HTTPText.isOwnDirective("\(directive.name) \(directive.value)"): break
        default:
            let form = Assertion.form(ofDirective: directive.name)
            keep(directive, form.map { "expected \($0)" } ?? "Apus has no equivalent", in: &request)
        }
    }

    /// The variable of `# @prompt NAME description`, whose value is asked for each time.
    private static func promptedVariable(_ text: String) -> Row? {
        guard let name = text.split(separator: " ").first, !name.contains(where: { "{}\"".contains($0) }) else { return nil }
        return Row(String(name), "{{prompt:\(name)}}", comment: String(text.dropFirst(name.count)[...].trimmingBlanks))
    }

    /// A time with its unit; seconds without one.
    private static func seconds(_ text: String) -> Double? {
        let digits = text.prefix { $0.isNumber || $0 == "." }
        guard let number = Double(digits) else { return nil }
        let unit = text.dropFirst(digits.count).filter { !$0.isWhitespace }
        return unit == "ms" ? number / 1000 : unit == "m" ? number * 60 : number
    }

    // MARK: Bodies

    private mutating func insertBody(_ source: HTTPFile.Request, into draft: inout RequestDraft, at place: ImportPlace) {
        let type = draft.headers.last { $0.isNamed("content-type") }?.value ?? ""
        var isGraphQL = source.method == "GRAPHQL"
        if let index = draft.headers.firstIndex(where: { $0.isNamed("x-request-type") && $0.value.lowercased() == "graphql" }) {
            draft.headers.remove(at: index)
            isGraphQL = true
        }
        guard !isGraphQL else {
            if source.method == "GRAPHQL" { draft.method = "POST" }
            return insertGraphQL(source.body, into: &draft)
        }
        let significant = source.body.filter { !$0.allSatisfy(\.isWhitespace) }
        guard !significant.isEmpty else { return }
        if significant.count == 1, let file = HTTPFile.filePath(significant[0].trimmingBlanks) {
            draft.body = BodyDraft(kind: .file, file: reference(file.path), fileContentType: BodyDraft.noContentType)
            if file.hasVariables {
                context.report(.changed, at: place, "variables in the file \(file.path)", "files are sent unchanged")
            }
            return
        }
        draft.body = body(of: source, type, at: place)
        // The body adds it, with a boundary of its own.
        if draft.body.kind == .multipart { draft.headers.removeAll { $0.isNamed("content-type") && $0.value == type } }
    }

    /// A text body, of the kind given by its media type.
    private mutating func body(of source: HTTPFile.Request, _ type: String, at place: ImportPlace) -> BodyDraft {
        let text = reference(source.body.joined(separator: "\n"))
        let kind = BodyDraft.Kind(mediaType: type)
        if kind != .multipart, source.body.contains(where: { HTTPFile.filePath($0.trimmingBlanks) != nil }) {
            context.report(.lost, at: place, "files within the body", "a body is a text or one file", instead: "the lines stay unchanged")
        }
        switch kind {
        case .multipart?:
            return parts(source.body, type).map { BodyDraft(kind: .multipart, parts: $0) } ?? BodyDraft(kind: .text, text: text)
        case .form?:
            // Lines may continue after an ampersand. Spaces around it and around the equals sign are only for the reader.
            let items = source.body.map { $0.trimmingBlanks }.joined().split(separator: "&", omittingEmptySubsequences: false)
            let joined = items.map { item in
                item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmingBlanks }.joined(separator: "=")
            }.joined(separator: "&")
            return BodyDraft(kind: .form, form: FormText.rows(of: reference(joined)))
        case .xml?: return BodyDraft(kind: .xml, xml: text)
        case .json?: return BodyDraft(kind: .json, json: text)
        default:
            // No program adds a type.
            return BodyDraft(kind: .text, text: text, contentType: type.isEmpty ? BodyDraft.noContentType : "")
        }
    }

    /// The operation, followed after an empty line by its variables.
    private mutating func insertGraphQL(_ lines: [Substring], into draft: inout RequestDraft) {
        var operation = lines
        var variables: [Substring] = []
        if let start = lines.indices.first(where: { index in
            lines[index].trimmingBlanks.hasPrefix("{") && index > 0 && lines[index - 1].allSatisfy(\.isWhitespace)
                && lines[..<index].contains { !$0.allSatisfy(\.isWhitespace) }
        }) {
            (operation, variables) = (Array(lines[..<start]), Array(lines[start...]))
        }
        let query = operation.joined(separator: "\n")[...].trimmingBlanks
        draft.body = BodyDraft(
            kind: .graphql, graphql: .init(query: reference(String(query)), variables: reference(variables.joined(separator: "\n"))))
    }

    /// The parts between the boundaries; nil if there are none.
    private mutating func parts(_ lines: [Substring], _ type: String) -> [BodyDraft.Part]? {
        guard let boundary = Self.boundary(of: type) else { return nil }
        var parts: [BodyDraft.Part] = []
        var current: [Substring]?
        for line in lines {
            let trimmed = line.trimmingBlanks
            if trimmed == "--\(boundary)" || trimmed == "--\(boundary)--" {
                if let part = current.flatMap({ self.part($0) }) { parts.append(part) }
                current = trimmed.hasSuffix("--") && trimmed.count == boundary.count + 4 ? nil : []
            } else {
                current?.append(line)
            }
        }
        if let part = current.flatMap({ self.part($0) }) { parts.append(part) }
        return parts.isEmpty ? nil : parts
    }

    /// The boundary in a media type; nil if there is none.
    static func boundary(of type: String) -> String? {
        type.firstRange(of: "boundary=").map { range in type[range.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" } }
    }

    private mutating func part(_ lines: [Substring]) -> BodyDraft.Part? {
        let count = lines.prefix { !$0.allSatisfy(\.isWhitespace) }.count
        let content = lines.dropFirst(count + 1)
        var head: [String] = []
        for line in lines.prefix(count) {
            let text = line.trimmingBlanks
            if HTTPFile.margin(line) > 0, let last = head.last, HTTPFile.isContinuation(text, of: last) {
                head[head.count - 1] += " " + text
            } else {
                head.append(String(text))
            }
        }
        var part = BodyDraft.Part()
        for line in head {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].trimmingBlanks
            let value = String(line[line.index(after: colon)...].trimmingBlanks)
            switch name.lowercased() {
            case "content-disposition":
                part.name = Self.parameter("name", of: value)
                part.fileName = Self.parameter("filename", of: value)
            case "content-type": part.contentType = value
            default: part.headers += (part.headers.isEmpty ? "" : "\n") + reference("\(name): \(value)")
            }
        }
        guard !head.isEmpty else { return nil }
        let significant = content.filter { !$0.allSatisfy(\.isWhitespace) }
        if significant.count == 1, let file = HTTPFile.filePath(significant[0].trimmingBlanks) {
            part.isFile = true
            part.value = reference(file.path)
        } else {
            part.value = reference(content.joined(separator: "\n"))
        }
        return part
    }

    private static func parameter(_ name: String, of value: String) -> String {
        guard let start = value.firstRange(of: " \(name)=\"")?.upperBound ?? value.firstRange(of: ";\(name)=\"")?.upperBound else {
            return ""
        }
        return ContentDisposition.unescape(String(value[start...].prefix { $0 != "\"" }))
    }

    // MARK: References

    /// A text in which the dialects' dynamic values are replaced by those of Apus, and values of the file `.env` by variables.
    func reference(_ text: String) -> String {
        let text = Self.reference(text)
        guard !dotenvNames.isEmpty, text.contains("{{env:") else { return text }
        return dotenvNames.reduce(text) { $0.replacing("{{env:\($1)}}", with: "{{\($1)}}") }
    }

    /// A text in which the dialects' dynamic values are replaced by those of Apus.
    static func reference(_ text: String) -> String {
        guard text.contains("{{$") || text.contains("{{ $") || text.contains("{{%") else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let inner = rest[open.upperBound..<close.lowerBound].trimmingBlanks
            result += rest[..<open.lowerBound] + "{{\(name(of: inner))}}"
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// Reports dynamic values without an equivalent in Apus.
    private mutating func reportValues(in text: some StringProtocol, at place: ImportPlace) {
        guard text.contains("$") || text.contains("{{%") else { return }
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let inner = rest[open.upperBound..<close.lowerBound].trimmingBlanks
            rest = rest[close.upperBound...]
            guard inner.hasPrefix("$") || inner.hasPrefix("%"), let loss = Self.loss(of: inner) else { continue }
            guard reportedValues.insert(String(inner)).inserted else { continue }
            context.report(.changed, at: place, "value “\(inner.prefix(100))”", loss.why, instead: loss.instead)
        }
    }

    /// Converts references to another request's response (`{{login.response.body.$.token}}`) to captures of that request.
    private mutating func addCaptures(to requests: inout [CollectionTree.Request], _ named: [String: Int], variables: [Row]) {
        guard !named.isEmpty else { return }
        var found = Set(variables.flatMap { Template($0.value).names })
        for request in requests { found.formUnion(request.draft.variableNames) }
        for name in found.sorted() {
            let parts = name.split(separator: ".", maxSplits: 3).map(String.init)
            if parts.count == 4, parts[1] == "request", named[parts[0]] != nil {
                context.report(
                    .changed, at: .file, "value “\(name.prefix(100))”", "Apus captures values only from responses",
                    instead: "it is kept unchanged: give it a value")
            }
            guard parts.count > 2, parts[1] == "response", let index = named[parts[0]] else { continue }
            if let capture = Self.capture(name, parts.dropFirst(2).joined(separator: ".")) {
                requests[index].draft.captures.append(capture)
            }
        }
    }
}
