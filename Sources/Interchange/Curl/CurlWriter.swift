public import HTTP
import Platform
public import Workspace

extension CodeTarget {
    static let curl = CodeTarget(
        "curl", "curl",
        options: Set(CurlSetting.all.map(\.option) + ["redirects.follow"]), limits: [.doublesRetryDelay],
        logins: ["digest", "ntlm", "negotiate"], reachesServer: true,
        write: CurlWriter.command)
}

/// Writes a request as a curl command for POSIX shells.
public enum CurlWriter {
    /// The command, with one option per line. Files remain files.
    ///
    /// - Parameters:
    ///   - request: the request with an absolute URL and all headers.
    ///   - options: its options, with variables replaced.
    ///   - mask: masks secrets before quoting.
    /// - Throws: an error for a body that curl cannot send.
    public static func write(
        _ request: HTTPRequest, options: RequestOptions = RequestOptions(), mask: (String) -> String
    ) throws(ImportError) -> String {
        try CodeTarget.curl.code(for: CodeRequest(request, options: options, mask: mask)).text
    }

    fileprivate static func command(_ request: CodeRequest) throws(ImportError) -> String {
        if request.method == "HEAD", request.body != .none || !request.inputCommand.isEmpty {
            throw ImportError("curl cannot send a body with HEAD: it would wait for the body of the response.")
        }
        var lines = ["curl"] + methodWords(request)
        if request.value(of: "Content-Type") == nil {
            switch request.body {
            // Otherwise curl would send the data as a form.
            case .text, .file: lines.append("--header Content-Type:")
            case .none where request.statesNoContent: lines.append("--header Content-Type:")
            case .none, .parts: break
            }
        }
        lines += request.omittedHeaders.map { "--header \($0):" }
        for header in request.headers {
            // curl would omit a header given as a name without a value.
            let value = withoutBoundary(header.value, of: request.body)
            // curl removes a header of spaces alone.
            let isBlank = value.allSatisfy { $0 == " " || $0 == "\t" }
            lines.append("--header " + quoted(isBlank ? header.name + ";" : "\(header.name): \(value)"))
        }
        lines += request.inputCommand.isEmpty ? try bodyWords(request.body) : ["--data-binary @-"]
        if request.statesNoContent { lines.append("--data-raw ''") }
        if let login = request.login { lines += ["--\(login.scheme)", "--user " + quoted("\(login.user):\(login.password)")] }
        if request.followsRedirects { lines.append("--location") }
        for (word, value) in CurlSetting.words(for: request.options) { lines.append("--\(word)" + (value.map { " " + quoted($0) } ?? "")) }
        // Prevents brackets and braces in the URL from being patterns.
        if request.url.contains(where: { "[]{}".contains($0) }) { lines.append("--globoff") }
        if CurlReader.withoutDots(request.url) != request.url { lines.append("--path-as-is") }
        // `*`, the server itself, cannot be written as the path of a URL.
        if request.isToServer { lines.append("--request-target " + quoted("*")) }
        lines.append(quoted(request.url))
        return request.inputCommand + lines.joined(separator: " \\\n  ")
    }

    /// A header's value without the boundary of the parts, which curl adds to any type.
    private static func withoutBoundary(_ value: String, of body: CodeRequest.Body) -> String {
        guard case .parts(_, let boundary) = body, value.hasSuffix("; boundary=\(boundary)") else { return value }
        return String(value.dropLast("; boundary=\(boundary)".count))
    }

    private static func methodWords(_ request: CodeRequest) -> [String] {
        // With a body, curl would report a conflict of methods.
        if request.method == "HEAD", request.body == .none { return ["--head"] }
        let isPlain = request.method == (request.body == .none && !request.statesNoContent ? "GET" : "POST")
        return isPlain ? [] : ["--request " + quoted(request.method)]
    }

    private static func bodyWords(_ body: CodeRequest.Body) throws(ImportError) -> [String] {
        switch body {
        case .none: return []
        case .text(let text): return ["--data-raw " + quoted(text)]
        case .file(let path): return ["--data-binary " + quoted("@" + path)]
        case .parts(let parts, _):
            if let part = parts.first(where: { $0.name.contains("=") }) {
                throw ImportError("curl cannot send a part whose name contains an equals sign: “\(part.name)”.")
            }
            return parts.map(word)
        }
    }

    /// The part in curl's notation for `--form`: quoted values may contain separators.
    private static func word(for part: CodeRequest.Part) -> String {
        if !part.isFile, part.contentType == nil, part.fileName == nil, part.headers.isEmpty {
            return "--form-string " + quoted("\(part.name)=\(part.value)")
        }
        var value = (part.isFile ? "@" : "") + inQuotes(part.value)
        var headers = part.headers
        if let type = part.contentType {
            if isPlain(type) { value += ";type=\(type)" } else { headers.append(.init(name: "Content-Type", value: type)) }
        }
        if let name = part.fileName { value += ";filename=\(inQuotes(name))" }
        for header in headers { value += ";headers=\(inQuotes("\(header.name): \(header.value)"))" }
        return "--form " + quoted("\(part.name)=\(value)")
    }

    /// True for a media type that curl takes as it is. It reads no quotes there, and would find other attributes in it, or another file.
    private static func isPlain(_ type: String) -> Bool {
        let parts = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && type.utf8.allSatisfy(plainOfType.contains)
            || type.utf8.starts(with: "text/".utf8) && type.hasSuffix("; charset=utf-8") && isPlain(String(type.dropLast(15)))
    }

    private static let plainOfType = ASCIISet("/+-._").union(.alphanumeric)

    private static func inQuotes(_ text: String) -> String {
        "\"" + text.escapingWithBackslash("\\\"") + "\""
    }

    static func quoted(_ text: String) -> String { text.asShellWord }
}

extension CodeRequest {
    /// The length of an argument that every system accepts, in bytes; Linux allows 128 KiB.
    static let argumentLimit = 120_000

    /// True for retries with delays that are not constant, and not the usual ones.
    var hasOwnRetryDelay: Bool {
        let (attempts, backoff) = (options["retry.attempts"].flatMap { Int($0) } ?? 1, options["retry.backoff"])
        return attempts > 1 && (backoff == "immediate" || backoff != "constant" && options["retry.delay"] != nil)
    }

    /// The command of a shell before a program that reads the body from its input; empty for a body that fits in an argument.
    var inputCommand: String {
        guard case .text(let text) = body, text.utf8.count > Self.argumentLimit else { return "" }
        // The shell's own command, whose arguments have no limit.
        return "printf %s \(CurlWriter.quoted(text)) |\n"
    }
}
