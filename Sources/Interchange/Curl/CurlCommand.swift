import Workspace

/// Parses curl commands pasted from documentation and browsers' developer tools.
public enum CurlCommand {
    /// The maximum length of a command.
    public static let limit = 8 << 20

    /// True if a text looks like a curl command.
    public static func isCommand(_ text: String) -> Bool {
        let word = CommandPrelude(text).command.prefix(16).prefix { !$0.isWhitespace && $0 != "^" && $0 != "`" && $0 != "\\" }
        return word == "curl" || word == "curl.exe"
    }

    /// The first request that the command would send.
    ///
    /// - Throws: a sentence that names the place.
    public static func read(_ text: String, _ dialect: ShellWords.Dialect? = nil) throws(ImportError) -> ImportedRequest {
        let all = try requests(of: try line(text, dialect, .pasted), .pasted)
        var first = all[0].onlyFirst
        if all.count > 1 { first.losses.append("the requests after --next are omitted") }
        return first
    }

    /// The requests that the command would send, one for each URL, including those after `--next` and those of further commands of curl.
    ///
    /// - Throws: a sentence that names the place.
    public static func requests(
        _ text: String, _ dialect: ShellWords.Dialect? = nil, reading: CommandReading = .pasted,
        files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [ImportedRequest] {
        var all: [ImportedRequest] = []
        var next: String? = text
        while let text = next {
            var line = try line(text, dialect, reading)
            next = following(line)
            if next != nil { line.rest = "" }
            all += try requests(of: line, reading, files).flatMap(\.self)
        }
        return all
    }

    /// The next command, if it is one of curl too: behind `;`, `&&`, `&` or a line break.
    private static func following(_ line: ShellCommand) -> String? {
        let text = line.rest.drop { $0.isWhitespace || $0 == ";" || $0 == "&" }
        return isCommand(String(text)) ? String(text) : nil
    }

    /// The words of a command.
    private static func line(_ text: String, _ dialect: ShellWords.Dialect?, _ reading: CommandReading) throws(ImportError) -> ShellCommand
    {
        guard text.utf8.count <= limit else { throw ImportError("The curl command is longer than \(limit >> 20) MB.") }
        let prelude = CommandPrelude(text)
        let command = String(prelude.command)
        do throws(OpenQuote) {
            var line = try ShellWords.command(command, dialect ?? ShellWords.dialect(of: command), reading)
            line.input = line.input ?? prelude.input
            return line
        } catch {
            throw ImportError(error.message(of: "curl"))
        }
    }

    /// The requests between `--next`.
    static func requests(
        of line: ShellCommand, _ reading: CommandReading, _ files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [[ImportedRequest]] {
        guard let first = line.words.first, first == "curl" || first == "curl.exe" else {
            throw ImportError("The text is not a curl command.")
        }
        var rest = line.words.dropFirst()
        var requests: [[ImportedRequest]] = []
        repeat {
            var reader = CurlReader(reading, files)
            try reader.read(&rest)
            reader.takeInput(line.input)
            reader.takeFiles()
            if requests.isEmpty { reader.take(line) }
            requests.append(try reader.requests())
        } while !rest.isEmpty
        return requests
    }
}

/// Parses a command of GNU Wget (gnu.org/software/wget/manual, “HTTP Options”).
enum WgetCommand {
    static func isCommand(_ text: Substring) -> Bool {
        let word = text.prefix(16).prefix { !$0.isWhitespace && $0 != "\\" }
        return word == "wget" || word == "wget.exe"
    }

    static func requests(_ text: String, _ reading: CommandReading) throws(ImportError) -> [ImportedRequest] {
        let line: ShellCommand
        do throws(OpenQuote) {
            line = try ShellWords.command(text, ShellWords.dialect(of: text), reading)
        } catch {
            throw ImportError(error.message(of: "wget"))
        }
        return try requests(of: line, reading)
    }

    static func requests(of line: ShellCommand, _ reading: CommandReading) throws(ImportError) -> [ImportedRequest] {
        var reader = CurlReader(reading)
        reader.program = "wget"
        (reader.long, reader.short) = (long, short)
        // Wget follows redirects by default.
        reader.options.append((.location, ""))
        var words = line.words.dropFirst()
        try reader.read(&words)
        reader.take(line)
        return try reader.requests()
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
