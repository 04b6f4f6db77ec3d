import Workspace

/// Parses curl commands pasted from documentation and browsers' developer tools.
public enum CurlCommand {
    /// The maximum length of a command.
    public static let limit = 8 << 20

    /// True if a text looks like a curl command.
    public static func isCommand(_ text: String) -> Bool {
        let word = withoutPrompt(text).prefix(16).prefix { !$0.isWhitespace && $0 != "^" && $0 != "`" && $0 != "\\" }
        return word == "curl" || word == "curl.exe"
    }

    /// The request that the command would send.
    ///
    /// - Throws: a sentence that names the place.
    public static func read(_ text: String, _ dialect: ShellWords.Dialect? = nil) throws(ImportError) -> ImportedRequest {
        var (reader, words, line) = try split(text, dialect)
        try reader.read(words[0])
        reader.takeInput(line.input)
        if words.count > 1 { reader.losses.append("the requests after --next are omitted") }
        reader.take(line)
        return try reader.request()
    }

    /// The requests that the command would send: one for each URL, including those after `--next`.
    ///
    /// - Throws: a sentence that names the place.
    public static func requests(_ text: String, _ dialect: ShellWords.Dialect? = nil) throws(ImportError) -> [ImportedRequest] {
        let (empty, words, line) = try split(text, dialect)
        var requests: [ImportedRequest] = []
        for part in words {
            var reader = empty
            try reader.read(part)
            reader.takeInput(line.input)
            if requests.isEmpty { reader.take(line) }
            requests += try reader.requests()
        }
        return requests
    }

    /// The words of the command, split at `--next`.
    private static func split(
        _ text: String, _ dialect: ShellWords.Dialect?
    ) throws(ImportError) -> (reader: CurlReader, words: [ArraySlice<String>], line: ShellCommand) {
        guard text.utf8.count <= limit else { throw ImportError("The curl command is longer than \(limit >> 20) MB.") }
        let command = String(withoutPrompt(text))
        let line: ShellCommand
        do throws(OpenQuote) {
            line = try ShellWords.command(command, dialect ?? ShellWords.dialect(of: command))
        } catch {
            throw ImportError(error.message(of: "curl"))
        }
        guard let first = line.words.first, first == "curl" || first == "curl.exe" else {
            throw ImportError("The text is not a curl command.")
        }
        let words = line.words.dropFirst().split(omittingEmptySubsequences: true) { $0 == "--next" || $0 == "-:" }
        return (CurlReader(), words.isEmpty ? [[]] : words, line)
    }

    static func withoutPrompt(_ text: String) -> Substring {
        let start = text.drop { $0.isWhitespace }
        return start.hasPrefix("$ ") || start.hasPrefix("> ") ? start.dropFirst(2).drop { $0.isWhitespace } : start
    }
}

/// Parses a command of GNU Wget (gnu.org/software/wget/manual, “HTTP Options”).
enum WgetCommand {
    static func isCommand(_ text: Substring) -> Bool {
        let word = text.prefix(16).prefix { !$0.isWhitespace && $0 != "\\" }
        return word == "wget" || word == "wget.exe"
    }

    static func read(_ text: String) throws(ImportError) -> ImportedRequest {
        let line: ShellCommand
        do throws(OpenQuote) {
            line = try ShellWords.command(text, ShellWords.dialect(of: text))
        } catch {
            throw ImportError(error.message(of: "wget"))
        }
        var reader = CurlReader()
        reader.program = "wget"
        (reader.long, reader.short) = (long, short)
        // Wget follows redirects by default.
        reader.options.append((.location, ""))
        try reader.read(line.words.dropFirst())
        reader.take(line)
        return try reader.request()
    }

    private static let long: [String: CurlOption.Meaning] = [
        "header": .header, "method": .method, "post-data": .dataRaw, "body-data": .dataRaw, "user-agent": .userAgent, "referer": .referer,
        "no-check-certificate": .setting("insecure"), "timeout": .setting("max-time"), "max-redirect": .setting("max-redirs"),
        "ca-certificate": .setting("cacert"), "connect-timeout": .setting("connect-timeout"), "read-timeout": .setting("speed-time"),
        "limit-rate": .setting("limit-rate"), "bind-address": .setting("interface"), "inet4-only": .setting("ipv4"),
        "inet6-only": .setting("ipv6"),
        "certificate": .setting("cert"), "private-key": .setting("key"), "quiet": .silent, "verbose": .silent, "no-verbose": .silent,
        "output-document": .unsupportedValue, "output-file": .unsupportedValue, "directory-prefix": .unsupportedValue,
        "post-file": .unsupportedValue, "body-file": .unsupportedValue, "user": .unsupportedValue, "password": .unsupportedValue,
        "http-user": .unsupportedValue, "http-password": .unsupportedValue, "tries": .unsupportedValue,
        "load-cookies": .unsupportedValue, "save-cookies": .unsupportedValue, "content-disposition": .unsupported,
    ]

    private static let short: [Character: CurlOption.Meaning] = [
        "U": .userAgent, "T": .setting("max-time"), "4": .setting("ipv4"), "6": .setting("ipv6"), "q": .silent, "v": .silent,
        "O": .unsupportedValue, "o": .unsupportedValue, "P": .unsupportedValue,
        "t": .unsupportedValue, "S": .silent, "c": .unsupported, "N": .unsupported,
    ]
}
