import HTTP
import JSON
import Platform
import Synchronization

/// A kind of record in the API, with its fields and their valid values.
struct Resource: Sendable {
    struct Field: Sendable {
        let name: String
        let kind: Kind
        var isRequired = false
    }

    enum Kind: Sendable {
        case text(atMost: Int)
        case number(ClosedRange<Int>)
        case choice([String])

        var expected: String {
            switch self {
            case .text(let most): "a text of 1 to \(most) characters"
            case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound), or null"
            case .choice(let words): "one of " + words.joined(separator: ", ")
            }
        }

        func accepts(_ value: JSONValue) -> Bool {
            switch (self, value) {
            case (.text(let most), .string(let text)): (1...most).contains(text.count)
            case (.number, .null): true
            case (.number(let range), _): value.integer.map(range.contains) ?? false
            case (.choice(let words), .string(let text)): words.contains(text)
            default: false
            }
        }
    }

    /// The path segment under `/api`: `people`.
    let name: String
    let singular: String
    let fields: [Field]
    /// The initial records, without `id` and `url`.
    let records: [JSONValue]

    /// The values in the order of the fields.
    ///
    /// - Throws: 422 with all invalid values.
    func validate(_ value: JSONValue) throws(RouteError) -> JSONValue {
        guard case .object = value else { throw Self.invalid([("", "expected an object")]) }
        var mistakes: [(pointer: String, detail: String)] = []
        for name in value.memberNames where !fields.contains(where: { $0.name == name }) && !Self.ownFields.contains(name) {
            mistakes.append(("/\(name)", "is unknown; known are \(fields.map(\.name).joined(separator: ", "))"))
        }
        var record: JSONValue = [:]
        for field in fields {
            guard let given = value[field.name] else {
                if field.isRequired { mistakes.append(("/\(field.name)", "is missing; expected \(field.kind.expected)")) }
                continue
            }
            if !field.kind.accepts(given) { mistakes.append(("/\(field.name)", "expected \(field.kind.expected)")) }
            record[field.name] = given
        }
        guard mistakes.isEmpty else { throw Self.invalid(mistakes) }
        return record
    }

    /// Fields that the server sets. They are ignored in requests, so that a client can send back a record that it has read.
    private static let ownFields = ["id", "url"]

    private static func invalid(_ mistakes: [(pointer: String, detail: String)]) -> RouteError {
        RouteError(
            status: 422, title: "Invalid content",
            detail: mistakes.count == 1 ? "1 value is invalid." : "\(mistakes.count) values are invalid.",
            members: [("errors", .array(mistakes.map { ["pointer": .string("#\($0.pointer)"), "detail": .string($0.detail)] }))])
    }
}

/// The records of a resource by number. No number is used twice.
final class RecordStore: Sendable {
    private struct State {
        var records: [Int: JSONValue]
        var nextID: Int
    }

    private static let maxRecords = 10_000

    /// Guards the records and the next number.
    private let state: Mutex<State>

    init(_ records: [JSONValue]) {
        let numbered = records.enumerated().map { ($0.offset + 1, $0.element) }
        state = Mutex(State(records: Dictionary(uniqueKeysWithValues: numbered), nextID: records.count + 1))
    }

    /// All records in the order of their numbers.
    var all: [(id: Int, record: JSONValue)] {
        state.withLock { state in state.records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }

    func record(_ id: Int) -> JSONValue? { state.withLock { $0.records[id] } }

    /// Adds a record and returns its number; nil if there are too many records.
    func add(_ record: JSONValue) -> Int? {
        state.withLock { state in
            guard state.records.count < Self.maxRecords else { return nil }
            defer { state.nextID += 1 }
            state.records[state.nextID] = record
            return state.nextID
        }
    }

    /// Replaces a record by the result of `change`, and returns it; nil if there is no such record.
    func change(_ id: Int, _ change: (JSONValue) throws(RouteError) -> JSONValue) throws(RouteError) -> JSONValue? {
        try state.withLock { state throws(RouteError) in
            guard let record = state.records[id] else { return nil }
            let changed = try change(record)
            state.records[id] = changed
            return changed
        }
    }

    /// Removes a record; false if there is no such record.
    func remove(_ id: Int) -> Bool { state.withLock { $0.records.removeValue(forKey: id) != nil } }
}

extension JSONObject {
    /// The values by name; of a name that is given twice, the last one.
    fileprivate var valuesByName: [String: JSONValue] { Dictionary(map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }) }
}

extension JSONValue {
    /// Applies a JSON Merge Patch (RFC 7396, section 2): `null` deletes, objects merge, all else replaces.
    func merging(patch: JSONValue) -> JSONValue {
        guard let changes = patch.object?.valuesByName else { return patch }
        let known = object?.valuesByName ?? [:]
        var seen: Set<String> = []
        let names = (memberNames + patch.memberNames).filter { seen.insert($0).inserted }
        return .object(
            names.compactMap { name in
                guard let change = changes[name] else { return known[name].map { (name, $0) } }
                return change.isNull ? nil : (name, (known[name] ?? .null).merging(patch: change))
            })
    }
}

/// List, search, read, create, change and delete for one resource.
struct ResourceRoutes: Sendable {
    private static let largestPage = 100

    private let resource: Resource
    private let store: RecordStore

    init(_ resource: Resource) {
        self.resource = resource
        store = RecordStore(resource.records)
    }

    var routes: [Route] {
        let list = "/api/\(resource.name)"
        let one = "\(list)/{id}"
        return [
            Route("GET", list, "The \(resource.name), ?limit= on each page, ?page=; ?search= in their names", handler: self.list),
            Route("POST", list, "A new \(resource.singular): 201 and its URL, or 422 with all invalid values", handler: create),
            Route("GET", one, "One \(resource.singular)", handler: read),
            Route("PUT", one, "The \(resource.singular) replaced", handler: replace),
            Route("PATCH", one, "The \(resource.singular) changed (JSON Merge Patch, RFC 7396)", handler: patch),
            Route("DELETE", one, "The \(resource.singular) deleted: 204", handler: delete),
        ]
    }

    private func list(_ request: Request) throws(RouteError) -> Response {
        let page = try request.input("page", default: "1").integer(in: 1...1_000_000)
        let limit = try request.input("limit", default: "10").integer(in: 1...Self.largestPage)
        let found = store.all.filter { matches($0.record, search: request.query("search")) }
        let shown = found.dropFirst((page - 1) * limit).prefix(limit)
        return .json([
            "count": .number(found.count),
            "next": page * limit < found.count ? link(request, page: page + 1) : .null,
            "previous": page > 1 ? link(request, page: page - 1) : .null,
            "results": .array(shown.map { present($0.record, id: $0.id, request: request) }),
        ])
    }

    private func create(_ request: Request) throws(RouteError) -> Response {
        let record = try resource.validate(try request.jsonBody())
        guard let id = store.add(record) else {
            throw RouteError(status: 507, title: "Full", detail: "There are too many \(resource.name). Delete some.")
        }
        return .json(
            present(record, id: id, request: request), status: 201, headers: ["Location": "/api/\(resource.name)/\(id)"])
    }

    private func read(_ request: Request) throws(RouteError) -> Response {
        let id = try id(request)
        guard let record = store.record(id) else { throw missing(id) }
        return .json(present(record, id: id, request: request))
    }

    private func replace(_ request: Request) throws(RouteError) -> Response {
        let record = try resource.validate(try request.jsonBody())
        return try change(request) { _ in record }
    }

    private func patch(_ request: Request) throws(RouteError) -> Response {
        let patch = try request.jsonBody()
        guard case .object = patch else { return try change(request) { _ throws(RouteError) in try resource.validate(patch) } }
        return try change(request) { record throws(RouteError) in try resource.validate(record.merging(patch: patch)) }
    }

    private func delete(_ request: Request) throws(RouteError) -> Response {
        let id = try id(request)
        guard store.remove(id) else { throw missing(id) }
        return Response(status: 204)
    }

    private func change(_ request: Request, _ change: (JSONValue) throws(RouteError) -> JSONValue) throws(RouteError) -> Response {
        let id = try id(request)
        guard let record = try store.change(id, change) else { throw missing(id) }
        return .json(present(record, id: id, request: request))
    }

    private func id(_ request: Request) throws(RouteError) -> Int {
        try request.parameter("id").integer(in: 1...Int.max)
    }

    private func missing(_ id: Int) -> RouteError {
        RouteError(status: 404, title: "Not found", detail: "There is no \(resource.singular) \(id). GET /api/\(resource.name) lists them.")
    }

    private func matches(_ record: JSONValue, search: String?) -> Bool {
        guard let search = search?.lowercased(), !search.isEmpty else { return true }
        guard case .string(let name) = record["name"] else { return false }
        return name.lowercased().contains(search)
    }

    private func link(_ request: Request, page: Int) -> JSONValue {
        let others = request.queryItems.filter { $0.name != "page" }
        let query = (others + [NameValue("page", String(page))])
            .map { "\($0.name.percentEncoded(keeping: .unreserved))=\($0.value.percentEncoded(keeping: .unreserved))" }.joined(
                separator: "&")
        return .string("\(request.baseURL)/api/\(resource.name)?\(query)")
    }

    /// The record for clients: `id` first, `url` last, and paths in it as whole URLs.
    private func present(_ record: JSONValue, id: Int, request: Request) -> JSONValue {
        var shown: JSONValue = ["id": .number(id)]
        for name in record.memberNames {
            if case .string(let text) = record[name], text.hasPrefix("/api/") {
                shown[name] = .string(request.baseURL + text)
            } else {
                shown[name] = record[name]
            }
        }
        shown["url"] = .string("\(request.baseURL)/api/\(resource.name)/\(id)")
        return shown
    }
}

/// A search in the people and planets of the API, with the responses of MediaWiki (`action=opensearch`).
enum EncyclopediaRoutes {
    static let routes = [
        Route("GET", "/wookieepedia/api.php", "A wiki's search: ?action=opensearch&search=…&limit=…&format=json", handler: search)
    ]

    private static func search(_ request: Request) throws(RouteError) -> Response {
        guard request.query("action") == "opensearch" else {
            throw Input(name: "action", text: request.query("action") ?? "").wrong("opensearch")
        }
        guard request.input("format", default: "json").text == "json" else {
            throw Input(name: "format", text: request.query("format") ?? "").wrong("json")
        }
        let limit = try request.input("limit", default: "10").integer(in: 1...500)
        let search = request.query("search") ?? ""
        let titles = search.isEmpty ? [] : Array(titles.filter { $0.lowercased().hasPrefix(search.lowercased()) }.prefix(limit))
        let addresses = titles.map { "\(request.baseURL)/wookieepedia/\($0.percentEncoded(keeping: .unreserved))" }
        return .json([.string(search), strings(titles), strings(titles.map { _ in "" }), strings(addresses)])
    }

    private static let titles = (Catalogue.people.records + Catalogue.planets.records).compactMap { record -> String? in
        if case .string(let name) = record["name"] { name } else { nil }
    }

    private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
