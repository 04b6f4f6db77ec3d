public import HTTP
public import JSON

/// What of an answer captures and assertions look at.
public struct AnswerFacts: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields in order.
    public var headers: HTTPHeaders
    /// The URL that answered.
    public var url: String
    /// Milliseconds until all of it was there.
    public var milliseconds: Double
    /// What came after the headers, decoded.
    public var body: [UInt8]

    /// An answer of these parts.
    public init(status: Int, headers: HTTPHeaders, url: String = "", milliseconds: Double = 0, body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.url = url
        self.milliseconds = milliseconds
        self.body = body
    }

    /// An answer of the history; of its body at most `limit` bytes. Not for the main actor.
    public init?(_ exchange: Exchange, bodyLimit: Int) {
        guard let response = exchange.response else { return nil }
        self.init(
            status: response.status, headers: response.headers, url: exchange.hops.last?.url ?? exchange.request.url,
            milliseconds: exchange.duration * 1000, body: response.body.beginning(bodyLimit))
    }

    /// Everything that is found there, in order.
    public func values(_ source: CaptureSource, _ query: String, _ queries: BodyQueries) async throws(CheckFailure) -> [JSONValue] {
        switch source {
        case .status: return [.number(status)]
        case .time: return [.number(Seconds(nearest: milliseconds).whole)]
        case .url: return [.string(url)]
        case .header: return headers.fields.filter { $0.name.lowercased() == query.lowercased() }.map { .string($0.value) }
        case .cookie: return cookies.filter { $0.name == query }.map { .string($0.value) }
        case .body:
            if query.isEmpty { return [.string(String(decoding: body, as: UTF8.self))] }
            return try await queries.values(query, body, headers["Content-Type"])
        }
    }

    /// The cookies that the answer sets, as far as name and value go (RFC 6265, section 5.2).
    private var cookies: [(name: String, value: String)] {
        headers.fields.filter { $0.name.lowercased() == "set-cookie" }.compactMap { field in
            let pair = field.value.prefix { $0 != ";" }
            guard let sign = pair.firstIndex(of: "=") else { return nil }
            return (String(pair[..<sign].trimmingSpace), String(pair[pair.index(after: sign)...].trimmingSpace))
        }
    }
}
