import HTTP
import Interchange
import JSON
import JSONSchema
import Platform
package import Workspace

/// The responses that an OpenAPI document describes (2.0, and 3.0 to 3.2).
final class OpenAPIContract {
    /// The states of the files that it was read from.
    var stamps: [String: FileStatus] { documents.stamps }
    private let documents: ContractDocuments
    private let root: ContractValue
    private let version: String
    /// The compiled schemas by place, and by whether their violations show values.
    private var schemas: [String: Result<JSONSchema, SchemaError>] = [:]
    private static let shownViolations = 20

    /// Reads a document of a workspace.
    init(_ file: String, in workspace: String) throws(ContractError) {
        documents = ContractDocuments(workspace)
        root = try documents.document(file)
        version = root.value["openapi"]?.string ?? root.value["swagger"]?.string ?? ""
        guard ["2.", "3."].contains(where: version.hasPrefix), root.value["paths"]?.object != nil || root.value["webhooks"] != nil else {
            throw ContractError("it is not an OpenAPI document of version 2 or 3")
        }
    }

    /// Compares a response with the document's description of its operation. Results quote only the shown fields and values without secrets.
    func checks(of facts: ResponseFacts, shown: HTTPHeaders, method: String, url: String) -> [CheckReport.Checked] {
        guard let match = operation(method: method, url: url) else {
            return [.contract("\(method) \(Self.path(of: url)) is documented", "no path of the document matches")]
        }
        guard let operation = match.operation else {
            return [.contract("\(method) \(match.path) is documented", "the document has only \(match.methods.joined(separator: ", "))")]
        }
        let responses = part(operation, "responses")
        guard let response = response(facts.status, of: responses) else {
            let known = (responses?.value.memberNames ?? []).filter { !$0.hasPrefix("x-") }
            let problem = known.isEmpty ? "the document describes no response" : "the document has only \(known.joined(separator: ", "))"
            return [.contract("status \(facts.status) of \(method) \(match.path) is documented", problem)]
        }
        if let reference = response.value["$ref"]?.string {
            return [.contract("status \(facts.status) of \(method) \(match.path) is documented", "there is nothing at \(reference)")]
        }
        return [.contract("status \(facts.status) of \(method) \(match.path) is documented")]
            + headerChecks(facts, shown, response) + bodyChecks(facts, method, response, operation)
    }

    // MARK: Operations

    private struct Match {
        let path: String
        let operation: ContractValue?
        let methods: [String]
        let rank: (Int, Int, Int, Int)
    }

    /// The operation whose path template fits best: first by method, then by a server's base path, then by the number of literal parts.
    private func operation(method: String, url: String) -> Match? {
        let segments = Self.path(of: url).split(separator: "/")
        let bases = Set(serverPaths(of: root.value))
        var best: Match?
        let paths = part(root, "paths")
        for member in paths?.value.object ?? JSONObject() where member.name.hasPrefix("/") {
            let template = member.name.split(separator: "/")
            guard template.count <= segments.count, zip(template, segments.suffix(template.count)).allSatisfy(Self.fits) else { continue }
            let literals = template.count { !$0.contains("{") }
            let prefix = "/" + segments.dropLast(template.count).joined(separator: "/")
            guard let item = paths.flatMap({ part($0, member.name) }) else { continue }
            let isBase = prefix == "/" || bases.contains(prefix) || serverPaths(of: item.value).contains(prefix)
            guard isBase || literals > 0 else { continue }
            let operation = part(item, method.lowercased())
            let methods = item.value.memberNames.filter(Self.methods.contains).map { $0.uppercased() }
            let rank = (operation == nil ? 0 : 1, isBase ? 1 : 0, literals, template.count)
            if best.map({ $0.rank < rank }) ?? true { best = Match(path: member.name, operation: operation, methods: methods, rank: rank) }
        }
        return best
    }

    private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// The base paths of the document: `basePath`, or the paths of `servers` with the defaults of their variables.
    private func serverPaths(of value: JSONValue) -> [String] {
        if let base = value["basePath"]?.string { return [Self.path(of: base)] }
        return (value["servers"]?.array ?? []).compactMap { server in
            guard let url = server["url"]?.string else { return nil }
            let pairs = (server["variables"]?.object ?? JSONObject()).map { ($0.name, $0.value["default"]?.string ?? "") }
            let defaults = Dictionary(pairs) { $1 }
            return Self.path(of: url.replacingBraces { defaults[$0] })
        }
    }

    /// The path of a URL without a trailing slash; `/` for none.
    private static func path(of url: String) -> String {
        let start = url.firstRange(of: "://").map { url[$0.upperBound...].firstIndex(of: "/") ?? url.endIndex } ?? url.startIndex
        let path = url[start...].prefix { $0 != "?" && $0 != "#" }
        return "/" + path.split(separator: "/").joined(separator: "/")
    }

    /// True if a path segment matches a template segment, in which `{name}` matches any text that is not empty.
    private static func fits(template: Substring, segment: Substring) -> Bool {
        guard let open = template.firstIndex(of: "{"), let close = template.lastIndex(of: "}"), open < close else {
            return template == segment || template == segment.percentDecoded()[...]
        }
        let (prefix, suffix) = (template[..<open], template[template.index(after: close)...])
        return segment.hasPrefix(prefix) && segment.hasSuffix(suffix) && segment.count > prefix.count + suffix.count
    }

    /// The response of a status, of its class (`2XX`), or the default one.
    private func response(_ status: Int, of responses: ContractValue?) -> ContractValue? {
        guard let responses else { return nil }
        let names = responses.value.memberNames
        let name =
            names.first { $0 == "\(status)" } ?? names.first { $0.uppercased() == "\(status / 100)XX" } ?? names.first { $0 == "default" }
        return name.flatMap { part(responses, $0) ?? responses.part($0) }
    }

    // MARK: Headers

    private func headerChecks(_ facts: ResponseFacts, _ shown: HTTPHeaders, _ response: ContractValue) -> [CheckReport.Checked] {
        let headers = part(response, "headers")
        let names = headers?.value.memberNames ?? []
        var checks: [CheckReport.Checked] = []
        for name in names where name.lowercased() != "content-type" {
            guard let header = headers.flatMap({ part($0, name) }) else { continue }
            guard let text = facts.headers[name] else {
                if header.value["required"]?.bool == true { checks.append(.contract("header \(name) is present", "it is missing")) }
                continue
            }
            let schema = version.hasPrefix("2.") ? header : header.part("schema")
            guard let schema else { continue }
            checks += violations(of: Self.value(of: text, as: schema.value), by: schema, "header \(name)", showsValues: text == shown[name])
        }
        let known = Set(names.map { $0.lowercased() }).union(Self.usualHeaders)
        var seen = Set<String>()
        for field in facts.headers.fields where !known.contains(field.name.lowercased()) && seen.insert(field.name.lowercased()).inserted {
            checks.append(.note("header \(field.name) is not documented"))
        }
        return checks
    }

    /// A header's text as a value of the type in its schema.
    private static func value(of text: String, as schema: JSONValue) -> JSONValue {
        switch schema["type"]?.string ?? schema["type"]?[0]?.string {
        case "integer", "number": JSONNumber(text).map(JSONValue.number) ?? .string(text)
        case "boolean": text == "true" ? true : text == "false" ? false : .string(text)
        case "array": .array(text.split(separator: ",").map { .string(String($0.trimmingSpacesAndTabs)) })
        case "object": (try? JSONValue(parsing: text)) ?? .string(text)
        default: .string(text)
        }
    }

    /// Common headers, allowed in every response: for caches, connections, content, cookies, authentication and security.
    private static let usualHeaders: Set<String> = Set(
        """
        accept-ch accept-patch accept-post accept-ranges access-control-allow-credentials access-control-allow-headers \
        access-control-allow-methods access-control-allow-origin access-control-expose-headers access-control-max-age age allow alt-svc \
        authentication-info cache-control connection content-disposition content-encoding content-language content-length content-location \
        content-range content-security-policy content-type cross-origin-embedder-policy cross-origin-opener-policy \
        cross-origin-resource-policy date etag expires keep-alive last-modified link location nel permissions-policy pragma \
        proxy-authenticate referrer-policy report-to retry-after server server-timing set-cookie strict-transport-security te trailer \
        transfer-encoding upgrade vary via warning www-authenticate x-content-type-options x-frame-options x-powered-by x-xss-protection
        """.split(separator: " ").map(String.init))

    // MARK: Body

    private func bodyChecks(
        _ facts: ResponseFacts, _ method: String, _ response: ContractValue, _ operation: ContractValue
    ) -> [CheckReport.Checked] {
        guard method.uppercased() != "HEAD", !(facts.body.isEmpty && facts.isBodyComplete) else { return [] }
        let type = (facts.headers["Content-Type"] ?? "").prefix { $0 != ";" }.trimmingSpacesAndTabs.lowercased()
        var checks: [CheckReport.Checked] = []
        var schema: ContractValue?
        if version.hasPrefix("2.") {
            let produced = (operation.value["produces"] ?? root.value["produces"])?.array?.compactMap(\.string) ?? []
            if !produced.isEmpty { checks.append(typeCheck(type, produced)) }
            schema = response.part("schema")
        } else {
            guard let content = part(response, "content"), !content.value.memberNames.isEmpty else {
                return [.note("the body is not documented")]
            }
            checks.append(typeCheck(type, content.value.memberNames))
            schema = Self.range(for: type, among: content.value.memberNames).flatMap { part(content, $0) }.flatMap { $0.part("schema") }
        }
        guard let schema, type.hasSuffix("/json") || type.hasSuffix("+json") else { return checks }
        if let problem = facts.bodyProblem { return checks + [.contract("body matches its schema", problem)] }
        do throws(JSONError) {
            let value = try JSONValue(parsing: facts.body)
            return checks + violations(of: value, by: schema, "body", showsValues: facts.mask.masked(facts.body) == facts.body)
        } catch {
            return checks + [.contract("body matches its schema", "it is not JSON: \(error)")]
        }
    }

    private func typeCheck(_ type: String, _ known: [String]) -> CheckReport.Checked {
        let problem = Self.range(for: type, among: known) == nil ? "only \(known.joined(separator: ", "))" : nil
        return .contract("content type \(type.isEmpty ? "(none)" : type) is documented", problem)
    }

    /// The entry for a media type: itself, a range of it (`text/*`), or any.
    private static func range(for type: String, among names: [String]) -> String? {
        let bare = { (name: String) in name.prefix { $0 != ";" }.trimmingSpacesAndTabs.lowercased() }
        let range = type.prefix { $0 != "/" } + "/*"
        return names.first { bare($0) == type } ?? names.first { bare($0) == range } ?? names.first { bare($0) == "*/*" }
    }

    // MARK: Schemas

    private func violations(
        of value: JSONValue, by place: ContractValue, _ subject: String, showsValues: Bool
    ) -> [CheckReport.Checked] {
        let name = "\(subject) matches its schema"
        let schema: JSONSchema
        switch compiled(place, showsValues: showsValues) {
        case .success(let compiled): schema = compiled
        case .failure(let error):
            let hint = error.code == .unresolved ? "; only files in the workspace can be used" : ""
            return [.contract(name, "the schema cannot be used: \(error)\(hint)")]
        }
        let result = schema.result(for: value)
        var checks = result.violations.map {
            CheckReport.Checked.contract($0.instance.steps.isEmpty ? subject : "\(subject) \($0.instance)", $0.message)
        }
        if checks.isEmpty { checks = [.contract(name)] }
        checks += result.undocumented.map { .note("member \($0) of the \(subject) is not documented") }
        return checks
    }

    private func compiled(_ place: ContractValue, showsValues: Bool) -> Result<JSONSchema, SchemaError> {
        let key = "\(showsValues) \(place.reference)"
        if let known = schemas[key] { return known }
        let dialect: SchemaDialect = version.hasPrefix("3.1") || version.hasPrefix("3.2") ? .draft2020 : .openAPI30
        let options = SchemaOptions(
            dialect: dialect, baseURI: "workspace:/", assertsFormats: true, namesUndocumented: true, showsValues: showsValues,
            ignoresMalformedKeywords: true, violationLimit: Self.shownViolations)
        let result = Result { () throws(SchemaError) in
            try JSONSchema(["$ref": .string(place.reference)], options: options) { [documents] in documents.value(at: $0) }
        }
        schemas[key] = result
        return result
    }

    /// A member of an object in the document; references are followed.
    private func part(_ value: ContractValue, _ name: String) -> ContractValue? {
        documents.resolvedValue(value.part(name))
    }
}

extension CheckReport.Checked {
    fileprivate static func contract(_ sentence: String, _ problem: String? = nil) -> Self {
        .init(sentence: sentence, problem: problem, kind: .contract)
    }

    fileprivate static func note(_ sentence: String) -> Self { .init(sentence: sentence, problem: nil, kind: .note) }
}

/// The reason why an OpenAPI document cannot be used.
struct ContractError: Error {
    /// The reason, as the end of a sentence.
    let message: String

    init(_ message: String) { self.message = message }
}

/// A value in a document, with its place.
struct ContractValue {
    /// The URI of its document: the path in the workspace after `workspace:/`.
    let document: URIReference
    let pointer: String
    let value: JSONValue

    /// The place as a reference.
    var reference: String {
        var reference = document
        reference.fragment = pointer.isEmpty ? nil : pointer.percentEncoded(keeping: .path)
        return reference.text
    }

    /// A member; nil if there is none.
    func part(_ name: String) -> ContractValue? {
        value[name].map { ContractValue(document: document, pointer: "\(pointer)/\(JSONPointer.escaped(name))", value: $0) }
    }
}

/// The files of an OpenAPI document. All are in the workspace: no other file is read, and nothing is fetched.
final class ContractDocuments {
    private let workspace: String
    private var values: [String: JSONValue] = [:]
    private(set) var stamps: [String: FileStatus] = [:]
    private static let referenceLimit = 64
    private static let fileLimit = 200

    init(_ workspace: String) { self.workspace = workspace }

    /// The whole document of a file.
    func document(_ file: String) throws(ContractError) -> ContractValue {
        let uri = URIReference("workspace:/" + file.percentEncoded(keeping: .path)).resolved(against: URIReference("workspace:/"))
        return ContractValue(document: uri, pointer: "", value: try read(uri.text))
    }

    /// The document with this URI; nil if it cannot be read.
    func value(at uri: String) -> JSONValue? { try? read(uri) }

    /// The value at the end of a chain of references; nil if one cannot be resolved.
    func resolvedValue(_ value: ContractValue?) -> ContractValue? {
        var current = value
        for _ in 0..<Self.referenceLimit {
            guard let reference = current?.value["$ref"]?.string, let from = current?.document else { return current }
            current = target(of: reference, from: from)
        }
        return nil
    }

    private func target(of reference: String, from document: URIReference) -> ContractValue? {
        let target = URIReference(reference).resolved(against: document)
        guard let root = try? read(target.withoutFragment) else { return nil }
        var result: ContractValue? = ContractValue(document: URIReference(target.withoutFragment), pointer: "", value: root)
        for token in (target.decodedFragment ?? "").split(separator: "/") {
            guard let current = result else { return nil }
            if case .array = current.value {
                result = Int(token).flatMap { current.value[$0] }.map {
                    ContractValue(document: current.document, pointer: "\(current.pointer)/\(token)", value: $0)
                }
            } else {
                result = current.part(JSONPointer.unescaped(token))
            }
        }
        return result
    }

    private func read(_ uri: String) throws(ContractError) -> JSONValue {
        if let known = values[uri] { return known }
        let reference = URIReference(uri)
        guard reference.scheme == "workspace", reference.authority == nil else {
            throw ContractError("\(uri) is not in the workspace")
        }
        guard values.count < Self.fileLimit else { throw ContractError("the document refers to more than \(Self.fileLimit) files") }
        let path = workspace + reference.path.percentDecoded()
        guard WorkspaceStore.belongs(path, to: workspace) else { throw ContractError("\(path) is not in the workspace") }
        if let status = FileStatus(of: path) { stamps[path] = status }
        do throws(ImportError) {
            let source = try ImportSource(name: path, bytes: ImportFolder.readFile(path, shown: reference.path))
            guard let value = source.document else { throw source.documentError ?? ImportError("It is not JSON or YAML.") }
            values[uri] = value
            return value
        } catch {
            throw ContractError("\(error)")
        }
    }
}

/// Compares responses with the OpenAPI documents of their collections.
package actor ResponseContracts {
    /// The documents read so far, by workspace and file.
    private var contracts: [String: OpenAPIContract] = [:]

    package init() {}

    /// The results for a response; empty if its collection has no document. Reads a document again if one of its files has changed.
    package func checks(of exchange: Exchange, _ facts: ResponseFacts) -> [CheckReport.Checked] {
        guard let file = exchange.origin.openAPI else { return [] }
        do throws(ContractError) {
            let contract = try contract(file, in: exchange.origin.workspace)
            let checks = contract.checks(
                of: facts, shown: exchange.response?.headers ?? facts.headers, method: exchange.request.method, url: exchange.request.url)
            // Names of members may be secrets too.
            let mask = facts.mask
            return checks.map { .init(sentence: mask.masked($0.sentence), problem: $0.problem.map { mask.masked($0) }, kind: $0.kind) }
        } catch {
            return [.contract("the response matches \(file)", "the document cannot be used: \(error.message)")]
        }
    }

    private func contract(_ file: String, in workspace: String) throws(ContractError) -> OpenAPIContract {
        let key = "\(workspace)\0\(file)"
        if let known = contracts[key], known.stamps.allSatisfy({ FileStatus(of: $0.key) == $0.value }) { return known }
        let contract = try OpenAPIContract(file, in: workspace)
        contracts[key] = contract
        return contract
    }
}
