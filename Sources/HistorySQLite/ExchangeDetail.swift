import HTTP
import JSON
import Platform
import Workspace

/// The part of an exchange that is stored as JSON: everything but its row in the list and its bodies.
struct ExchangeDetail {
    /// The members about the outcome: left out when only the request is read.
    static let membersOfOutcome: Set = ["response", "hops", "error", "trace"]
    /// The members that the full-text index does not have.
    static let unsearchedMembers: Set = ["hops", "trace", "draft", "options"]

    let requestHeaders: HTTPHeaders
    let requestHeaderBytes: [UInt8]
    let jarCookies: [String]
    let environmentHeaders: [String]
    let hasOneTimeCredentials: Bool
    /// The response without status and body.
    let response: Exchange.Response?
    let hops: [Exchange.Hop]
    let errorMessage: String
    let trace: [Exchange.TraceLine]
    let draft: RequestDraft?
    let options: RequestOptions?
    let offline: String?

    init(_ exchange: Exchange) {
        requestHeaders = exchange.request.headers
        requestHeaderBytes = exchange.request.headerBytes
        jarCookies = exchange.request.jarCookies
        environmentHeaders = exchange.request.environmentHeaders
        hasOneTimeCredentials = exchange.request.hasOneTimeCredentials
        response = exchange.response
        hops = exchange.hops
        errorMessage = exchange.error?.message ?? ""
        trace = exchange.trace
        draft = exchange.draft
        options = exchange.options
        offline = exchange.offline.map { ResolutionPlace.naming($0) }
    }

    init(stored: JSONValue) {
        requestHeaders = HTTPHeaders(stored["requestHeaders"]?.fields ?? [])
        requestHeaderBytes = stored["requestHeader"]?.bytes ?? []
        jarCookies = (stored["jarCookies"]?.array ?? []).compactMap(\.string)
        environmentHeaders = (stored["environmentHeaders"]?.array ?? []).compactMap(\.string)
        hasOneTimeCredentials = stored["oneTimeCredentials"] == true
        response = stored["response"].map { Exchange.Response(stored: $0) }
        let headerBytes = HeaderBytes(request: requestHeaderBytes, response: response?.headerBytes ?? [])
        hops = (stored["hops"]?.array ?? []).map { Exchange.Hop(stored: $0, sharing: headerBytes) }
        errorMessage = stored["error"]?.string ?? ""
        trace = (stored["trace"]?.array ?? []).map { Exchange.TraceLine(stored: $0) }
        draft = stored["draft"].flatMap { try? RequestDraft(document: $0) }
        options = stored["options"].flatMap { try? RequestOptions(fileValue: $0) }
        offline = stored["offline"]?.string
    }

    private var headerBytes: HeaderBytes { HeaderBytes(request: requestHeaderBytes, response: response?.headerBytes ?? []) }

    /// The exchange as JSON in UTF-8.
    var bytes: [UInt8] {
        var writer = DetailWriter()
        writer.object(write)
        return writer.bytes
    }

    private func write(to writer: inout DetailWriter) {
        writer.member("requestHeaders", requestHeaders.fields)
        writer.member("requestHeader", base64: requestHeaderBytes)
        writer.member("jarCookies", jarCookies)
        writer.member("environmentHeaders", environmentHeaders)
        writer.member("oneTimeCredentials", hasOneTimeCredentials ? true : nil)
        if let response { writer.object("response", response.write) }
        writer.list("hops", hops) { writer, hop in writer.object { hop.write(to: &$0, sharing: headerBytes) } }
        writer.member("error", errorMessage)
        writer.list("trace", trace) { writer, line in writer.array(line.write) }
        writer.member("draft", draft?.document)
        writer.member("options", options?.fileValue)
        if let offline {
            writer.name("offline")
            writer.string(offline)
        }
    }
}

extension Exchange.Response {
    fileprivate func write(to writer: inout DetailWriter) {
        writer.member("reason", reason)
        writer.member("version", version?.stored)
        writer.member("headers", headers.fields)
        writer.member("header", base64: headerBytes)
    }

    init(stored: JSONValue) {
        self.init(
            status: 0, reason: stored["reason"]?.string ?? "", version: stored["version"].flatMap { HTTPVersion(stored: $0) },
            headers: HTTPHeaders(stored["headers"]?.fields ?? []), headerBytes: stored["header"]?.bytes ?? [])
    }
}

/// The header bytes of an exchange; usually its only hop has the same ones.
struct HeaderBytes {
    let request: [UInt8]
    let response: [UInt8]
}

extension Exchange.Hop {
    fileprivate func write(to writer: inout DetailWriter, sharing headerBytes: HeaderBytes) {
        writer.member("method", method)
        writer.member("url", url)
        writer.member("status", status.map { .number($0) })
        writer.member("reason", reason)
        writer.object("metrics") { metrics.write(to: &$0, sharing: headerBytes) }
        writer.member("error", error.map { ["code": .string($0.code), "message": .string($0.message)] })
        writer.member("attempt", attempt > 1 ? attempt : 0)
        writer.member("pauseMicroseconds", pause > 0 ? Int((pause * 1e6).rounded()) : 0)
    }

    init(stored: JSONValue, sharing headerBytes: HeaderBytes) {
        self.init(
            method: stored["method"]?.string ?? "", url: stored["url"]?.string ?? "", status: stored["status"]?.integer,
            reason: stored["reason"]?.string ?? "", metrics: HTTPMetrics(stored: stored["metrics"], sharing: headerBytes),
            error: stored["error"].map { .init(code: $0["code"]?.string ?? "", message: $0["message"]?.string ?? "") },
            attempt: stored["attempt"]?.integer ?? 1, pause: Double(stored["pauseMicroseconds"]?.integer ?? 0) / 1e6)
    }
}

extension Exchange.TraceLine {
    fileprivate func write(to writer: inout DetailWriter) {
        writer.number(Int((offset * 1e6).rounded()))
        writer.string(text)
    }

    init(stored: JSONValue) {
        self.init(offset: Double(stored[0]?.integer ?? 0) / 1e6, text: stored[1]?.string ?? "")
    }
}

extension JSONValue {
    /// An object of the members whose value is not nil.
    static func stored(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Bytes from Base64.
    var bytes: [UInt8] { string.flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? [] }

    /// Whole microseconds.
    var microseconds: Duration? { integer.map { .microseconds($0) } }

    /// Pairs of name and value in order; nil if empty.
    static func fields(_ fields: [HTTPHeaderField]) -> JSONValue? {
        fields.isEmpty ? nil : .array(fields.map { [.string($0.name), .string($0.value)] })
    }

    /// Decodes ``fields(_:)``.
    var fields: [HTTPHeaderField] {
        (array ?? []).map { HTTPHeaderField(name: $0[0]?.string ?? "", value: $0[1]?.string ?? "") }
    }
}

/// An exchange in its stored form; all slow work has been done.
struct HistoryEntry: Sendable {
    let id: Exchange.ID
    let startedAt: Date
    /// The values of all ``ExchangeColumn``s, in their order.
    let row: [SQLValue]
    /// JSON in UTF-8.
    let detail: [UInt8]
    let bodies: [PreparedBody]

    init(_ exchange: Exchange, bodies: [PreparedBody]) {
        id = exchange.id
        startedAt = exchange.startedAt
        let summary = exchange.summary
        row = ExchangeColumn.allCases.map { $0.value(of: summary) }
        detail = ExchangeDetail(exchange).bytes
        self.bodies = bodies
    }

    init(id: Exchange.ID, startedAt: Date, row: [SQLValue], detail: [UInt8], bodies: [PreparedBody]) {
        self.id = id
        self.startedAt = startedAt
        self.row = row
        self.detail = detail
        self.bodies = bodies
    }

    /// The number of bytes that it adds to the database, without the search index.
    var storedByteCount: Int64 { Int64(detail.count) + bodies.reduce(0) { $0 + $1.inlineByteCount } }
}

/// A body in the form in which it is stored.
struct PreparedBody: Sendable {
    /// The message that the body belongs to. The raw value is stored in the database.
    enum Role: Int64, Sendable {
        case request = 0
        case response = 1
    }

    /// The bytes, or the file that holds them.
    enum Content: Sendable {
        case bytes([UInt8])
        case file(hash: String, byteCount: Int64, incomingPath: String)
    }

    let role: Role
    /// The number of bytes of the body, stored or not.
    let byteCount: Int64
    let isComplete: Bool
    let content: Content

    /// The number of bytes that are stored in the database itself.
    var inlineByteCount: Int64 {
        if case .bytes(let bytes) = content { Int64(bytes.count) } else { 0 }
    }

    /// True for an empty, complete body, which is not stored: an exchange without a stored body is read with such a body.
    var isEmptyAndWhole: Bool { byteCount == 0 && isComplete && inlineByteCount == 0 && incomingPath == nil }

    /// The temporary file; nil if the bytes are stored in the database.
    var incomingPath: String? {
        if case .file(_, _, let path) = content { path } else { nil }
    }
}
