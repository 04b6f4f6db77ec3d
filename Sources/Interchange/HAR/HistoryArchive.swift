import Hashing
import HTTP
import JSON
import Platform
public import Workspace

/// Writes history entries as an HTTP Archive 1.2, and reads archives for the history. Masked values stay masked.
public struct HistoryArchive: Sendable {
    /// The maximum size of a body; of a longer one the beginning is written, with a comment.
    private static let bodyLimit = 16 << 20
    /// The text before the first entry.
    private static let beginning = """
        {
          "log": {
            "version": "1.2",
            "creator": {
              "name": "Apus",
              "version": \(JSONValue.string(Version.number).compactText)
            },
            "entries": [

        """
    /// The beginning of each line of an entry.
    private static let margin = String(repeating: " ", count: 6)
    private var isBegun = false

    /// An archive without entries.
    public init() {}

    /// The text of the next entry, which follows the texts of those before it. Reads body files: not for the main actor.
    public mutating func text(of exchange: Exchange) -> [UInt8] {
        var text = Array(((isBegun ? ",\n" : Self.beginning) + Self.margin).utf8)
        isBegun = true
        for byte in entry(exchange).bytes(.pretty) {
            text.append(byte)
            if byte == UInt8(ascii: "\n") { text.append(contentsOf: Self.margin.utf8) }
        }
        return text
    }

    /// The text after the last entry.
    public var end: [UInt8] { Array(((isBegun ? "\n" : Self.beginning) + "    ]\n  }\n}\n").utf8) }

    private func entry(_ exchange: Exchange) -> JSONValue {
        let metrics = exchange.hops.last?.metrics
        var object: JSONObject = [
            "startedDateTime": .string(Self.time(exchange.startedAt)), "time": Self.milliseconds(exchange.duration),
            "request": request(exchange.request, exchange.response?.version),
            "response": response(exchange.response, exchange.error), "cache": [:],
            "timings": timings(metrics?.timings ?? HTTPTimings()),
        ]
        if let remote = metrics?.connection?.remote { object["serverIPAddress"] = .string(remote.address) }
        let notes = [exchange.notes.text, exchange.notes.tags.map { "#" + $0 }.joined(separator: " ")]
        let comment = notes.filter { !$0.isEmpty }.joined(separator: " ")
        if !comment.isEmpty { object["comment"] = .string(comment) }
        return .object(object)
    }

    private func request(_ request: Exchange.Request, _ version: HTTPVersion?) -> JSONValue {
        let query = HTTPRequest(url: request.url).queryItems
        var object: JSONObject = [
            "method": .string(request.method), "url": .string(HARURL.valid(request.url)), "httpVersion": Self.text(version), "cookies": [],
            "headers": Self.fields(request.headers),
            "queryString": .array(query.map { ["name": .string($0.name), "value": .string($0.value ?? "")] }),
            "headersSize": .number(request.headerBytes.isEmpty ? -1 : request.headerBytes.count),
            "bodySize": .number(Int(request.body.byteCount)),
        ]
        if !request.body.isEmpty {
            object["postData"] = .object(content(request.body, type: request.headers["Content-Type"]))
        }
        return .object(object)
    }

    /// The response; without one, a response with status 0, as browsers write.
    private func response(_ response: Exchange.Response?, _ error: Exchange.Failure?) -> JSONValue {
        var content = response.map { self.content($0.body, type: $0.headers["Content-Type"]) } ?? ["mimeType": ""]
        content["size"] = .number(Int(response?.body.byteCount ?? 0))
        var object: JSONObject = [
            "status": .number(response?.status ?? 0), "statusText": .string(response?.reason ?? ""),
            "httpVersion": Self.text(response?.version), "cookies": [], "headers": Self.fields(response?.headers ?? [:]),
            "content": .object(content), "redirectURL": .string(response?.headers["Location"] ?? ""),
            "headersSize": .number(response.map { $0.headerBytes.isEmpty ? -1 : $0.headerBytes.count } ?? -1), "bodySize": -1,
        ]
        // As Chrome names the reason of a failure.
        if let error { (object["_error"], object["_errorCode"]) = (.string(error.message), .string(error.code)) }
        return .object(object)
    }

    /// Text as it is, other bytes in Base64.
    private func content(_ body: ExchangeBody, type: String?) -> JSONObject {
        let bytes = body.beginning(Self.bodyLimit)
        var object: JSONObject = ["mimeType": .string(type ?? "")]
        if let text = String(validating: bytes, as: UTF8.self) {
            object["text"] = .string(text)
        } else {
            object["text"] = .string(Base64.encode(bytes))
            object["encoding"] = "base64"
        }
        if Int64(bytes.count) < body.byteCount { object["comment"] = "the beginning of a longer body" }
        return object
    }

    /// Missing phases are -1; the format has no phase between TLS and sending.
    private func timings(_ timings: HTTPTimings) -> JSONValue {
        var last = Duration.zero
        func phase(_ end: Duration?) -> JSONValue {
            guard let end, end >= last else { return -1 }
            defer { last = end }
            return Self.milliseconds((end - last) / .seconds(1))
        }
        let (dns, connect, tls) = (phase(timings.nameLookup), phase(timings.connection), phase(timings.tls))
        let (send, wait, receive) = (phase(timings.endOfSending), phase(timings.firstByte), phase(timings.lastByte))
        // These three must not be negative.
        func atLeastZero(_ value: JSONValue) -> JSONValue { value == -1 ? 0 : value }
        return [
            "blocked": -1, "dns": dns, "connect": connect, "ssl": tls, "send": atLeastZero(send), "wait": atLeastZero(wait),
            "receive": atLeastZero(receive),
        ]
    }

    private static func fields(_ headers: HTTPHeaders) -> JSONValue {
        .array(headers.fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    private static func text(_ version: HTTPVersion?) -> JSONValue { .string(version.map { "\($0)" } ?? "") }

    /// Whole microseconds are preserved.
    private static func milliseconds(_ seconds: Double) -> JSONValue {
        JSONNumber((seconds * 1_000_000).rounded() / 1_000).map { .number($0) } ?? 0
    }

    private static func time(_ date: Date) -> String { CivilTime.iso8601(secondsSince1970: date.timeIntervalSince1970) }
}

// MARK: - Reading

extension HistoryArchive {
    /// The entries of an archive for the history, with credentials masked, and issues for entries that could not be read.
    ///
    /// The same entry always has the same id, so that an archive is not imported twice.
    ///
    /// - Parameter name: the file's name in issues.
    /// - Throws: an error for a file that is not an archive.
    public static func exchanges(
        named name: String, bytes: [UInt8]
    ) throws(ImportError) -> (exchanges: [Exchange], issues: [ImportIssue]) {
        let limits = ImportLimits()
        let source = try ImportSource(name: name, bytes: bytes, limits: limits)
        guard let log = source.document.flatMap(HARReader.log), let entries = log.value["entries"]?.array else {
            throw source.documentError ?? ImportError("The file is not an HTTP Archive: expected an object with “log” and “entries”.")
        }
        var context = ImportContext(file: name, limits: limits)
        var exchanges: [Exchange] = []
        for (index, entry) in entries.enumerated() {
            let pointer = log.pointer.member("entries").element(index)
            guard let request = entry["request"], request.nonEmpty("url") != nil else {
                context.report(.failed, at: pointer, "entry", "it has no request with a URL", instead: "left out")
                continue
            }
            guard let start = date(entry.text("startedDateTime")) else {
                context.report(
                    .failed, at: pointer.member("startedDateTime"), "entry", "its time is not in ISO 8601", instead: "left out")
                continue
            }
            try context.countRequest()
            exchanges.append(exchange(entry, request, startedAt: start))
        }
        return (exchanges, context.issues)
    }

    private static func exchange(_ entry: JSONValue, _ request: JSONValue, startedAt start: Date) -> Exchange {
        let value = entry["response"] ?? .null
        let status = value["status"]?.looseInteger ?? 0
        let response = (100...999).contains(status) ? response(value, status) : nil
        var sent = Exchange.Request(
            method: request.nonEmpty("method") ?? "GET", url: request.text("url"), headers: headers(request), body: requestBody(request))
        // A browser's cookies came from its own jar; a replay uses the cookies of this program's jar.
        sent.jarCookies = sent.headers.fields.filter { $0.isNamed("Cookie") }.flatMap { field in
            field.value.split(separator: ";").map { String($0.prefix { $0 != "=" }.trimmingBlanks) }
        }
        var hop = Exchange.Hop(method: sent.method, url: sent.url, status: response?.status, reason: response?.reason ?? "")
        hop.metrics.timings = timings(entry["timings"] ?? .null)
        if let address = entry.nonEmpty("serverIPAddress") {
            hop.metrics.connection = HTTPConnectionDetails()
            hop.metrics.connection?.remote = HTTPEndpoint(address: address, port: 0)
        }
        let message = value.nonEmpty("_error") ?? (response == nil ? "The archive has no response." : nil)
        let code = value.nonEmpty("_errorCode") ?? (response == nil ? HTTPError.Code.cannotConnect : .invalidResponse).name
        let failure = message.map { Exchange.Failure(code: code, message: $0) }
        let exchange = Exchange(
            id: id(of: entry), startedAt: start, duration: (duration(entry["time"]) ?? .zero) / .seconds(1), request: sent, hops: [hop],
            response: response, error: failure,
            notes: Exchange.Notes(text: entry.text("comment"), tags: ["imported"]))
        let heads = [sent.headers, response?.headers ?? [:]]
        let secrets = heads.reduce(into: Set<String>()) { $0.formUnion(credentials(of: $1)) }
        let cookies = heads.reduce(into: Set<String>()) { $0.formUnion(TypedCredential.secrets(inCookiesOf: $1)) }
        return exchange.concealingCookies().masked(by: SecretMask(secrets).adding(unlikely: cookies))
    }

    private static func response(_ value: JSONValue, _ status: Int) -> Exchange.Response {
        let content = value["content"] ?? .null
        let bytes = bytes(content.text("text"), encoding: content.text("encoding"))
        var body = ExchangeBody(bytes)
        // Browsers omit bodies that are too large for them.
        if let size = content["size"]?.looseInteger, size > bytes.count, bytes.isEmpty || content["comment"] != nil {
            body = ExchangeBody(storage: .bytes(bytes), byteCount: Int64(size), isComplete: false)
        }
        return Exchange.Response(
            status: status, reason: value.text("statusText"), version: version(value.text("httpVersion")), headers: headers(value),
            body: body)
    }

    private static func requestBody(_ request: JSONValue) -> ExchangeBody {
        let post = request["postData"] ?? .null
        let text = post.text("text")
        let params = post.elements("params").filter { $0.object != nil }
        if text.isEmpty, !params.isEmpty, post.text("mimeType").hasPrefix("application/x-www-form-urlencoded") {
            let form = FormBody(params.map { URLQueryItem(name: $0.text("name"), value: $0.text("value")) })
            return ExchangeBody((try? form.encode()) ?? [])
        }
        if text.isEmpty, !params.isEmpty, BodyDraft.Kind(mediaType: post.text("mimeType")) == .json {
            return ExchangeBody(Array(HARReader.json(of: params).compactText.utf8))
        }
        return ExchangeBody(bytes(text, encoding: post.text("encoding")))
    }

    private static func bytes(_ text: String, encoding: String) -> [UInt8] {
        encoding == "base64" ? Base64.decode(text) ?? Array(text.utf8) : Array(text.utf8)
    }

    /// The headers without pseudo-headers of HTTP/2.
    private static func headers(_ message: JSONValue) -> HTTPHeaders {
        HTTPHeaders(
            message.elements("headers").filter { !$0.text("name").isEmpty && !$0.text("name").hasPrefix(":") }.map {
                HTTPHeaderField(name: $0.text("name"), value: $0.text("value"))
            })
    }

    /// The values of credential headers; cookies are masked by name.
    private static func credentials(of headers: HTTPHeaders) -> Set<String> {
        let fields = headers.fields.filter { $0.isCredential && !$0.isNamed("Cookie") && !$0.isNamed("Set-Cookie") }
        return Set(
            fields.map { field in
                // After the name of the scheme.
                field.isNamed("Authorization") || field.isNamed("Proxy-Authorization")
                    ? field.value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" : field.value
            })
    }

    /// A number of milliseconds; nil if it is negative or longer than eleven days.
    private static func duration(_ value: JSONValue?) -> Duration? {
        guard let milliseconds = value?.double, milliseconds >= 0, milliseconds < 1e9 else { return nil }
        return .microseconds(Int((milliseconds * 1000).rounded()))
    }

    private static func timings(_ value: JSONValue) -> HTTPTimings {
        var timings = HTTPTimings()
        var end = Duration.zero
        func phase(_ name: String) -> Duration? {
            guard let duration = duration(value[name]) else { return nil }
            end += duration
            return end
        }
        _ = phase("blocked")
        timings.nameLookup = phase("dns")
        // The TLS time is a part of the connecting time.
        let tls = duration(value["ssl"]) ?? .zero
        let connect = phase("connect")
        timings.connection = tls > .zero ? connect.map { max($0 - tls, timings.nameLookup ?? .zero) } : connect
        timings.tls = tls > .zero ? connect : nil
        timings.requestSent = phase("send")
        timings.firstByte = phase("wait")
        timings.lastByte = phase("receive")
        return timings
    }

    /// `HTTP/1.1`, `http/2.0`, `h2`, `h3`.
    private static func version(_ text: String) -> HTTPVersion? {
        let numbers = text.drop { !$0.isNumber }.split(separator: ".").compactMap { Int($0) }
        return numbers.first.map { HTTPVersion(major: $0, minor: numbers.count > 1 ? numbers[1] : 0) }
    }

    private static func date(_ text: String) -> Date? {
        (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))) ?? (try? Date(text, strategy: .iso8601))
    }

    /// A UUID of the entry's content (RFC 9562, section 5.8).
    private static func id(of entry: JSONValue) -> Exchange.ID {
        var digits = Array(HashAlgorithm.sha256.hexDigest(of: entry.compactText).prefix(32))
        (digits[12], digits[16]) = ("8", "8")
        let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return parts.map { String($0) }.joined(separator: "-")
    }
}
