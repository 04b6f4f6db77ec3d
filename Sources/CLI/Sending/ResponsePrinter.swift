import Engine
import HTTP
import Interchange
import JSON
import Workspace

/// Prints requests and responses: formatted and coloured on a terminal, unchanged in a pipe.
struct ResponsePrinter: Sendable {
    /// The maximum size of a formatted body; longer ones are printed unchanged.
    static let longestFormatted = 16 << 20
    /// The maximum size of a request's body that is printed; it is in memory as a whole, to mask secrets.
    static let longestRequestBody = 64 << 20
    let streams: CommandStreams
    let parts: PrintedParts
    let colors: Bool

    /// True if a body is formatted.
    var formats: Bool { parts.isFormatted ?? streams.isOutputTerminal }

    /// Prints the head of a request after all links, as the transport sends it, and its body.
    func printRequest(
        _ request: HTTPRequest, _ resolved: ResolvedSend, _ transportHeaders: (HTTPRequest) throws(HTTPError) -> HTTPHeaders
    ) throws {
        let headers = try transportHeaders(request)
        let mask = resolved.mask
        if parts.errorParts.contains("H") {
            let lines = ["\(request.method) \(request.url)"] + headers.fields.map { "\($0.name): \($0.value)" }
            writeError(lines.map(mask.masked), ">")
        }
        if parts.requestHead {
            let lines = headers.fields.map { field(mask.masked($0.name), mask.masked($0.value)) }
            let start = painted(mask.masked("\(request.method) \(request.url)"), "1")
            try streams.write(painted: ([start] + lines).joined(separator: "\n") + "\n\n")
        }
        if parts.requestBody, !request.body.isEmpty {
            if let bytes = try request.body.bytes(upTo: Self.longestRequestBody) {
                try write(mask.masked(bytes), mediaType: headers["Content-Type"])
            } else {
                try streams.write("(a body of more than \(ByteText.count(Int64(Self.longestRequestBody))), which is not shown)")
            }
            try streams.write("\n")
        }
    }

    func printHead(_ head: HTTPResponseHead) throws {
        if parts.errorParts.contains("h") { writeError(Self.lines(of: head), "<") }
        guard parts.responseHead else { return }
        let color = head.status.rawValue < 400 ? "32" : "31"
        let start = painted(Self.lines(of: head)[0], "1;\(color)")
        let lines = head.headers.fields.map { field($0.name, $0.value) }
        try streams.write(painted: ([start] + lines).joined(separator: "\n") + "\n\n")
    }

    /// The status line and the fields of a response.
    static func lines(of head: HTTPResponseHead) -> [String] {
        let version = head.version.map { "\($0) " } ?? ""
        return ["\(version)\(head.status) \(head.message)"] + head.headers.fields.map { "\($0.name): \($0.value)" }
    }

    /// Writes the lines of a head to standard error, each after a sign, as curl does.
    private func writeError(_ lines: [String], _ sign: String) {
        for line in lines + [""] { streams.writeError(line: line.isEmpty ? sign : "\(sign) \(line)") }
    }

    /// Prints a body: formatted on a terminal, unchanged elsewhere.
    func write(_ bytes: [UInt8], mediaType: String?) throws {
        guard formats else { return try streams.write(bytes) }
        guard let text = Self.text(of: bytes, mediaType: mediaType) else {
            if !streams.isOutputTerminal { return try streams.write(bytes) }
            return try streams.write("(\(ByteText.count(Int64(bytes.count))) of binary data; --output FILE saves it)\n")
        }
        let isJSON = mediaType?.contains("json") ?? true
        if isJSON, bytes.count <= Self.longestFormatted, let value = try? JSONValue(parsing: text) {
            let text = streams.visible(value.prettyText)
            return try streams.write(painted: (colors ? JSONColors.painted(text) : text) + "\n")
        }
        try streams.write(text + (text.hasSuffix("\n") ? "" : "\n"))
    }

    /// The text of a body as the workbench shows it; nil for binary data. Only a body that is said to be text may have invalid bytes.
    static func text(of bytes: [UInt8], mediaType: String?) -> String? {
        let text = LiveQueries.all.text(bytes, mediaType)
        guard !text.utf8.contains(0) else { return nil }
        let type = mediaType?.lowercased() ?? ""
        let isText = type.hasPrefix("text/") || ["json", "xml", "javascript"].contains(where: type.contains)
        return isText || !text.unicodeScalars.contains("\u{FFFD}") || String(validating: bytes, as: UTF8.self) != nil ? text : nil
    }

    private func field(_ name: String, _ value: String) -> String { painted(name, "36") + ": " + streams.visible(value) }

    /// An untrusted text in a colour.
    private func painted(_ text: String, _ code: String) -> String {
        colors ? "\u{1B}[\(code)m\(streams.visible(text))\u{1B}[0m" : streams.visible(text)
    }
}

/// The parts of an exchange that are printed.
struct PrintedParts: Hashable, Sendable {
    var requestHead = false
    var requestBody = false
    var responseHead = false
    var responseBody = true
    /// The heads that are written to standard error, as letters H and h.
    var errorParts = ""
    /// True if JSON is formatted; nil if that depends on the terminal.
    var isFormatted: Bool?

    /// Only the request.
    static let request = PrintedParts(requestHead: true, requestBody: true, responseHead: false, responseBody: false)

    var printsRequest: Bool { requestHead || requestBody || errorParts.contains("H") }
}

extension PrintedParts {
    /// Parses the letters or the word of `--print`, or the parts that a command prints; without them, the whole response on a terminal, and
    /// the body in a pipe.
    init(_ words: CommandWords, _ output: CommandOutput, isTerminal: Bool) throws(UsageError) {
        responseHead = isTerminal
        (errorParts, isFormatted) = (output.errorParts, output.isFormatted)
        if ["json", "query"].contains(where: words.has) || output.place != .standardOutput {
            (responseHead, responseBody) = (false, false)
        }
        guard let text = words.value("print") ?? output.parts else { return }
        let names = ["headers": "h", "body": "b", "both": "hb", "all": "HBhb"]
        let letters = names[text] ?? text
        guard letters.allSatisfy({ "HBhb".contains($0) }) else {
            throw UsageError("--print \(text): expected letters of HBhb, or headers, body, both, all")
        }
        (requestHead, requestBody) = (letters.contains("H"), letters.contains("B"))
        (responseHead, responseBody) = (letters.contains("h"), letters.contains("b"))
    }
}

extension HTTPBody {
    /// The whole body; nil if it is longer than `limit` bytes.
    func bytes(upTo limit: Int) throws -> [UInt8]? {
        if case .known(let count) = length, count > Int64(limit) { return nil }
        var stream = try makeBytes()
        var bytes: [UInt8] = []
        while let chunk = try stream.next(upTo: 65_536) {
            bytes += chunk
            guard bytes.count <= limit else { return nil }
        }
        return bytes
    }
}

/// Colours formatted JSON.
enum JSONColors {
    /// The text with coloured names, strings, numbers and words. JSON itself escapes control characters in strings.
    static func painted(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line($0) }.joined(separator: "\n")
    }

    private static func line(_ line: Substring) -> String {
        let indent = line.prefix { $0 == " " }
        var rest = line.dropFirst(indent.count)
        var result = String(indent)
        if rest.first == "\"", let end = stringEnd(rest), rest[end...].hasPrefix(": ") {
            result += "\u{1B}[34m\(rest[..<end])\u{1B}[0m: "
            rest = rest[end...].dropFirst(2)
        }
        guard let first = rest.first, !"{}[]".contains(first) else { return result + rest }
        let value = rest.last == "," ? rest.dropLast() : rest
        let color = first == "\"" ? "32" : first.isNumber || first == "-" ? "35" : "33"
        return result + "\u{1B}[\(color)m\(value)\u{1B}[0m" + rest.dropFirst(value.count)
    }

    /// The index after the string at the beginning of a text.
    private static func stringEnd(_ text: Substring) -> String.Index? {
        var index = text.index(after: text.startIndex)
        while index < text.endIndex {
            if text[index] == "\"" { return text.index(after: index) }
            if text[index] == "\\" { index = text.index(after: index) }
            guard index < text.endIndex else { return nil }
            index = text.index(after: index)
        }
        return nil
    }
}

/// A command in single quotes with variables of the shell in place of masked secrets, so that it can be pasted.
struct PasteableCommand {
    private(set) var text = ""
    /// The names of the variables, in order.
    private(set) var names: [String] = []

    /// Replaces the masked secrets of a command.
    init(_ command: String) {
        var rest = command[...]
        while let sign = rest.firstRange(of: SecretMask.sign) {
            text += rest[..<sign.lowerBound]
            let name = unusedName(after: text)
            names.append(name)
            // The quotes end before the variable and begin again after it, unless nothing would be in them.
            if text.last == "'" { text.removeLast() } else { text += "'" }
            text += "\"${\(name):?}\""
            rest = rest[sign.upperBound...]
            if rest.first == "'" { rest.removeFirst() } else { text += "'" }
        }
        text += rest
    }

    /// The name of a variable after the field before the secret: `SECRET_TOKEN` for `token=`.
    private func unusedName(after text: String) -> String {
        let before = text.suffix(100)
        let isLogin = before.firstMatch(of: /--(proxy-)?user '[^']*$/) != nil
        let field = before.firstMatch(of: /([A-Za-z][A-Za-z0-9_-]*)"?[:=] ?"?([A-Za-z]+ )?$/)?.1
        let part = isLogin ? "PASSWORD" : field?.uppercased().replacing("-", with: "_")
        let name = "SECRET" + (part.map { "_" + $0 } ?? "")
        return (1...).lazy.map { $0 == 1 ? name : "\(name)_\($0)" }.first { !names.contains($0) } ?? name
    }
}

/// The text of curl's `--write-out` about an exchange (curl(1)).
struct WriteOutText {
    private let exchange: Exchange
    private let output: CommandOutput
    private let code: Int32
    /// The file of the body, or of the head in its place; empty for none.
    private let file: String
    /// The headers and the URL as they arrived.
    private let headers: HTTPHeaders
    private let url: String

    /// - Parameter download: the file of a download, whose name the server has given.
    init(_ result: LiveSender.Result, _ output: CommandOutput, _ code: Int32, download: String?) {
        let facts = output.format.isEmpty ? nil : result.facts(bodyLimit: 0)
        (exchange, self.output, self.code) = (result.exchange, output, code)
        file = if case .file(let path) = output.place { path } else { output.headPlace ?? download ?? "" }
        headers = facts?.headers ?? HTTPHeaders()
        url = facts?.url ?? exchange.hops.last?.url ?? exchange.request.url
    }

    /// The variables of curl without an equivalent.
    private static let unavailableNames: Set<Substring> = ["json", "certs", "num_certs", "conn_id", "xfer_id", "urlnum"]

    /// The first variable in a format that has no equivalent, as it is written; nil if there is none.
    static func unavailable(in format: String) -> Substring? {
        guard !format.isEmpty else { return nil }
        // Two percent signs are one of the text.
        return format.replacing("%%", with: "").matches(of: /%(?:\{(\w+)\}|(?:output|time)\{[^}]*\}?)/)
            .first { $0.output.1.map(unavailableNames.contains) ?? true }?.output.0
    }

    /// Writes the text to the streams that it names.
    func write(to streams: CommandStreams) throws {
        var (rest, text, isError, isShown) = (output.format[...], "", false, true)
        func flush() throws {
            if isError { streams.writeError(text) } else { try streams.write(text) }
            text = ""
        }
        while isShown, let first = rest.popFirst() {
            if first == "\\", let sign = rest.first {
                text += ["n": "\n", "r": "\r", "t": "\t"][sign] ?? "\\\(sign)"
                rest.removeFirst()
            } else if first == "%", rest.first == "%" {
                text.append(rest.removeFirst())
            } else if first == "%", let match = rest.prefixMatch(of: /header\{([^}]*)\}/) {
                text += headers[String(match.output.1)] ?? ""
                rest = rest[match.range.upperBound...]
            } else if first == "%", let match = rest.prefixMatch(of: /\{([^}]*)\}/) {
                rest = rest[match.range.upperBound...]
                switch match.output.1 {
                case "stderr", "stdout":
                    try flush()
                    isError = match.output.1 == "stderr"
                case "onerror": isShown = code != 0
                case let name:
                    if let value = value(of: name) {
                        text += value
                    } else {
                        streams.writeError(line: "apus send: unknown --write-out variable: “\(name)”")
                    }
                }
            } else {
                text.append(first)
            }
        }
        try flush()
    }

    /// The value of a variable; nil for an unknown one.
    private func value(of name: Substring) -> String? {
        let (last, response) = (exchange.hops.last, exchange.response)
        let (counts, connection) = (last?.metrics.byteCounts, last?.metrics.connection)
        return switch name {
        case "http_code", "response_code": Self.code(response?.status)
        case "http_connect", "num_retries": name == "http_connect" ? "000" : String((last?.attempt ?? 1) - 1)
        case "content_type": headers["Content-Type"] ?? ""
        case "errormsg": exchange.error?.message ?? (code == 4 ? "The requested URL returned error: \(Self.code(response?.status))" : "")
        case "exitcode": String(code)
        case "filename_effective": file
        case "header_json": headerJSON
        case "http_version": response?.version.map { "\($0)".replacing("HTTP/", with: "") } ?? "0"
        case "local_ip", "remote_ip": (name == "local_ip" ? connection?.local : connection?.remote)?.address ?? ""
        case "local_port", "remote_port": String((name == "local_port" ? connection?.local : connection?.remote)?.port ?? 0)
        case "method": last?.method ?? exchange.request.method
        case "num_connects": String(lastAttempt.count { $0.metrics.connection?.isReused == false })
        case "num_headers": String(headers.count)
        case "num_redirects": String(redirects.count)
        case "redirect_url": redirectURL
        case "referer": exchange.request.headers["Referer"] ?? ""
        case "scheme": url.firstRange(of: "://").map { String(url[..<$0.lowerBound]) } ?? ""
        case "size_download": String(counts?.receivedBody ?? response?.body.byteCount ?? 0)
        case "size_header": String(lastAttempt.reduce(Int64(0)) { $0 + $1.metrics.byteCounts.receivedHeader })
        case "size_request": String(lastAttempt.reduce(Int64(0)) { $0 + $1.metrics.byteCounts.sentHeader + $1.metrics.byteCounts.sentBody })
        case "size_upload": String(counts?.sentBody ?? 0)
        case "speed_download", "speed_upload": speed(of: name == "speed_upload" ? counts?.sentBody : counts?.receivedBody)
        case "ssl_verify_result", "proxy_ssl_verify_result": name == "ssl_verify_result" && connection?.tls?.isVerified == false ? "1" : "0"
        case "url", "url_effective": name == "url" ? exchange.request.url : url
        case "ftp_entry_path": ""
        default: time(named: name)
        }
    }

    private static func code(_ status: Int?) -> String { String((status ?? 0) + 1000).suffix(3).description }

    /// The transfers of the last attempt.
    private var lastAttempt: [Exchange.Hop] { exchange.hops.filter { $0.attempt == exchange.hops.last?.attempt } }
    private var redirects: [Exchange.Hop] { lastAttempt.dropLast().filter { $0.status.map { 300..<400 ~= $0 } ?? false } }

    /// The address to which the response redirects; empty if it does not.
    private var redirectURL: String {
        guard let status = exchange.response?.status, 300..<400 ~= status, let location = headers["Location"] else { return "" }
        return WebURL(location, base: WebURL(url))?.href ?? location
    }

    private var headerJSON: String {
        var object = JSONObject()
        for field in headers.fields {
            let name = field.name.lowercased()
            object[name] = .array((object[name]?.array ?? []) + [.string(field.value)])
        }
        return JSONValue.object(object).compactText
    }

    private func speed(of byteCount: Int64?) -> String {
        exchange.duration > 0 ? String(Int64(Double(byteCount ?? 0) / exchange.duration)) : "0"
    }

    /// Seconds with six digits; nil for an unknown variable. As in curl, each phase is the sum of those of all transfers.
    private func time(named name: Substring) -> String? {
        let phases: [Substring: (HTTPTimings) -> Duration?] = [
            "time_namelookup": { $0.nameLookup }, "time_connect": { $0.connection }, "time_appconnect": { $0.tls },
            "time_pretransfer": { $0.tls ?? $0.connection ?? $0.nameLookup }, "time_posttransfer": { $0.endOfSending },
            "time_starttransfer": { $0.firstByte }, "time_redirect": { $0.lastByte },
        ]
        var seconds = exchange.duration
        if name != "time_total" {
            guard let phase = phases[name] else { return nil }
            let hops = name == "time_redirect" ? redirects : lastAttempt
            seconds = hops.reduce(0) { $0 + (phase($1.metrics.timings)?.seconds ?? 0) }
        }
        let microseconds = Int((min(max(seconds, 0), 1e9) * 1e6).rounded())
        return "\(microseconds / 1_000_000).\(String(1_000_000 + microseconds % 1_000_000).dropFirst())"
    }
}
