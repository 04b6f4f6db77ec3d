import Engine
import HTTP
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

    /// Prints the head of a request after all links, as the transport sends it, and its body.
    func printRequest(
        _ request: HTTPRequest, _ resolved: ResolvedSend, _ transportHeaders: (HTTPRequest) throws(HTTPError) -> HTTPHeaders
    ) throws {
        let headers = try transportHeaders(request)
        if parts.requestHead {
            let mask = resolved.mask
            let lines = headers.fields.map { field(mask.masked($0.name), mask.masked($0.value)) }
            let start = painted(mask.masked("\(request.method) \(request.url)"), "1")
            try streams.write(painted: ([start] + lines).joined(separator: "\n") + "\n\n")
        }
        if parts.requestBody, !request.body.isEmpty {
            if let bytes = try request.body.bytes(upTo: Self.longestRequestBody) {
                try write(resolved.mask.masked(bytes), mediaType: headers["Content-Type"])
            } else {
                try streams.write("(a body of more than \(ByteText.count(Int64(Self.longestRequestBody))), which is not shown)")
            }
            try streams.write("\n")
        }
    }

    func printHead(_ response: HTTPResponse) throws {
        guard parts.responseHead else { return }
        let color = response.status.rawValue < 400 ? "32" : "31"
        let version = response.version.map { "\($0) " } ?? ""
        let start = painted("\(version)\(response.status) \(response.message)", "1;\(color)")
        let lines = response.headers.fields.map { field($0.name, $0.value) }
        try streams.write(painted: ([start] + lines).joined(separator: "\n") + "\n\n")
    }

    /// Prints a body: formatted on a terminal, unchanged elsewhere.
    func write(_ bytes: [UInt8], mediaType: String?) throws {
        guard streams.isOutputTerminal else { return try streams.write(bytes) }
        guard let text = Self.text(of: bytes, mediaType: mediaType) else {
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

    /// Only the request.
    static let request = PrintedParts(requestHead: true, requestBody: true, responseHead: false, responseBody: false)

    var printsRequest: Bool { requestHead || requestBody }
}

extension PrintedParts {
    /// Parses the letters or the word of `--print`; without it, the whole response on a terminal, and the body in a pipe.
    init(_ words: CommandWords, isTerminal: Bool) throws(UsageError) {
        responseHead = isTerminal
        if ["json", "query", "output", "download"].contains(where: words.has) {
            (responseHead, responseBody) = (false, false)
        }
        guard let text = words.value("print") else { return }
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
        while let found = rest.firstRange(of: SecretMask.sign) {
            text += rest[..<found.lowerBound]
            let name = unusedName(after: text)
            names.append(name)
            // The quotes end before the variable and begin again after it, unless nothing would be in them.
            if text.last == "'" { text.removeLast() } else { text += "'" }
            text += "\"${\(name):?}\""
            rest = rest[found.upperBound...]
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
