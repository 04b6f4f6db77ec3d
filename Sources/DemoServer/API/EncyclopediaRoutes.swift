import JSON

/// A search as MediaWiki answers it (`action=opensearch`), over the people and planets of the API.
enum EncyclopediaRoutes {
    static let routes = [
        Route("GET", "/wookieepedia/api.php", "A wiki's search: ?action=opensearch&search=…&limit=…&format=json", handler: search)
    ]

    private static func search(_ request: Request) throws(Problem) -> Response {
        guard request.query("action") == "opensearch" else {
            throw Input(name: "action", text: request.query("action") ?? "").wrong("opensearch")
        }
        guard request.input("format", default: "json").text == "json" else {
            throw Input(name: "format", text: request.query("format") ?? "").wrong("json")
        }
        let limit = try request.input("limit", default: "10").integer(in: 1...500)
        let search = request.query("search") ?? ""
        let titles = search.isEmpty ? [] : Array(titles.filter { $0.lowercased().hasPrefix(search.lowercased()) }.prefix(limit))
        let addresses = titles.map { "\(request.baseURL)/wookieepedia/\(PercentEncoding.encode($0))" }
        return .json([.string(search), strings(titles), strings(titles.map { _ in "" }), strings(addresses)])
    }

    private static let titles = (Catalogue.people.records + Catalogue.planets.records).compactMap { record -> String? in
        if case .string(let name) = record["name"] { name } else { nil }
    }

    private static func strings(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}
