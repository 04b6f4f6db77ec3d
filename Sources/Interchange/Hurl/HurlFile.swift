import JSON

/// The syntactic structure of a Hurl file by the grammar in Hurl's documentation, not interpreted.
struct HurlFile {
    /// A name with a value.
    struct Pair: Hashable {
        var name: String
        var value: String
        /// The line, from 1.
        var line: Int
    }

    /// A query with its filters and, for an assertion, its predicate.
    struct Query: Hashable {
        /// The variable of a capture; empty for an assertion.
        var variable = ""
        var type = ""
        var argument = ""
        /// The names of filters with their arguments.
        var filters: [String] = []
        var isNegated = false
        var predicate = ""
        /// The value of the predicate; nil if it has none.
        var value: JSONValue?
        /// The query as written.
        var text = ""
        var line = 0
    }

    /// The bytes of a request or the expected bytes of a response.
    enum Body: Hashable {
        case json(String)
        case xml(String)
        case text(String)
        case graphql(query: String, variables: String)
        case base64(String)
        case hexadecimal(String)
        case file(String)
    }

    /// A request with the response that is expected.
    struct Entry {
        var line = 0
        var comments: [String] = []
        var method = ""
        var url = ""
        var headers: [Pair] = []
        /// The sections with pairs, by name: `Query`, `Form`, `Multipart`, `Cookies`, `BasicAuth`, `Options`.
        var sections: [String: [Pair]] = [:]
        var body: Body?
        /// The version and the status of the expected response; nil if none is expected, `*` for any.
        var response: (version: String, status: String)?
        var responseHeaders: [Pair] = []
        var captures: [Query] = []
        var assertions: [Query] = []
        var responseBody: Body?
    }

    let entries: [Entry]
    /// The lines of texts with a backslash before a variable.
    let backslashLines: [Int]

    init(_ text: String) throws(ImportError) {
        var parser = HurlParser(text)
        entries = try parser.file()
        backslashLines = parser.backslashLines
    }

    /// True for a text whose first significant line is a request, and which has a part that only Hurl has.
    static func recognizes(_ text: String) -> Bool {
        let lines = text.lines
        guard let first = lines.first(where: { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }) else { return false }
        guard let request = HTTPFile.requestLine(first), request.hasMethod, !first.hasSuffix("HTTP/1.1") else { return false }
        if lines.contains(where: { $0.hasPrefix("###") }) { return false }
        return lines.contains { line in
            if line.hasPrefix("HTTP/") || line.hasPrefix("HTTP ") { return true }
            guard line.first == "[", let close = line.firstIndex(of: "]") else { return false }
            return HurlParser.requestSections.keys.contains(String(line[line.index(after: line.startIndex)..<close]))
                || ["Captures", "Asserts"].contains(line[line.index(after: line.startIndex)..<close])
        }
    }
}

extension HurlFile.Pair {
    private static let flags: Set<String> = [
        "compressed", "digest", "fail", "http1.0", "http1.1", "http2", "http3", "insecure", "ipv4", "ipv6", "location", "location-trusted",
        "negotiate", "netrc", "netrc-optional", "ntlm", "path-as-is", "skip", "verbose", "very-verbose",
    ]
    private static let texts: Set<String> = [
        "aws-sigv4", "cacert", "cert", "connect-to", "header", "key", "netrc-file", "output", "pinnedpubkey", "proxy", "resolve",
        "unix-socket",
        "user", "variable", "verbosity",
    ]
    private static let numbers: Set<String> = ["limit-rate", "max-redirs", "repeat", "retry"]
    private static let times: Set<String> = ["connect-timeout", "delay", "max-time", "retry-interval"]

    /// Refuses an unknown option, or one with a value of the wrong kind.
    func checkAsOption() throws(ImportError) {
        func refuse(_ message: String) -> ImportError { ImportError("\(message), found “\(value)”.", at: .line(line)) }
        let isTemplate = value.hasPrefix("{{")
        switch name {
        case _ where Self.flags.contains(name):
            guard isTemplate || ["true", "false"].contains(value) else { throw refuse("Expected true or false for \(name)") }
        case _ where Self.numbers.contains(name):
            guard isTemplate || (Int(value) ?? -2) >= -1 else { throw refuse("Expected -1 or a larger whole number for \(name)") }
        case _ where Self.times.contains(name):
            let unit = value.drop { $0.isNumber }
            guard isTemplate || (value.first?.isNumber == true && ["", "ms", "s", "m", "h"].contains(unit)) else {
                throw refuse("Expected a duration such as 500ms or 2s for \(name)")
            }
        case _ where Self.texts.contains(name):
            guard !value.isEmpty else { throw refuse("Expected a value for \(name)") }
            guard name != "variable" || value.contains("=") else { throw refuse("Expected name=value for \(name)") }
        default: throw ImportError("Unknown option “\(name)”.", at: .line(line))
        }
    }
}
