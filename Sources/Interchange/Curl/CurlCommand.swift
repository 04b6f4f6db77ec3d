import Workspace

/// Parses curl commands pasted from documentation and browsers' developer tools.
public enum CurlCommand {
    /// The maximum length of a command.
    public static let limit = 8 << 20

    /// True if a text looks like a curl command.
    public static func isCommand(_ text: String) -> Bool { name(in: text)?.hasPrefix("curl") == true }

    /// The name of the program that a text runs first, if it is curl or Wget.
    static func name(in text: String) -> Substring? {
        let command = CommandPrelude(text).command
        if CommandPrelude.isProgram(command) { return command.prefix(4) }
        guard let first = ShellScript(String(text.prefix(longestPrefix))).commands.first else { return nil }
        return (try? first.line.get().words.first)?.prefix(4) ?? "curl"
    }

    /// The length of the text in which a first command is looked for.
    private static let longestPrefix = 20_000

    /// The first request that the command would send.
    ///
    /// - Throws: a sentence that names the place.
    public static func read(_ text: String, _ dialect: ShellWords.Dialect? = nil) throws(ImportError) -> ImportedRequest {
        let all = try requests(of: try lines(text, dialect, .pasted)[0], .pasted)
        var first = all[0].onlyFirst
        if all.count > 1 { first.losses.append("the requests after --next are omitted") }
        return first
    }

    /// The requests that the commands of curl and Wget in a text would send, one for each URL, including those after `--next`.
    ///
    /// - Throws: a sentence that names the place.
    public static func requests(
        _ text: String, _ dialect: ShellWords.Dialect? = nil, reading: CommandReading = .pasted,
        files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [ImportedRequest] {
        let lines = try lines(text, dialect, reading, files)
        guard lines.count > 1 else { return try requests(of: lines[0], reading, files).flatMap(\.self) }
        var (all, failures) = ([ImportedRequest](), [ImportError]())
        for line in lines {
            do throws(ImportError) { all += try requests(of: line, reading, files).flatMap(\.self) } catch { failures.append(error) }
        }
        if all.isEmpty, let first = failures.first { throw first }
        all[0].losses += failures.map(\.message)
        return all
    }

    /// The commands of a text, taken apart.
    private static func lines(
        _ text: String, _ dialect: ShellWords.Dialect?, _ reading: CommandReading, _ files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [ShellCommand] {
        guard text.utf8.count <= limit else { throw ImportError("The curl command is longer than \(limit >> 20) MB.") }
        let prelude = CommandPrelude(text)
        let dialect = dialect ?? ShellWords.dialect(of: String(prelude.command))
        let script = ShellScript(text, reading, files: files)
        do throws(OpenQuote) {
            guard dialect == .bash, !script.commands.isEmpty else {
                return [try ShellWords.command(String(prelude.command), dialect, reading)]
            }
            return try script.commands.map { command throws(OpenQuote) in
                var line = try command.line.get()
                line.variables += command.variables
                if !script.rest.isEmpty { line.rest = script.rest }
                return line
            }
        } catch {
            throw ImportError(error.message(of: "curl"))
        }
    }

    /// Gives requests the variables that a script sets before them.
    static func add(_ variables: [Row], to requests: [ImportedRequest]) -> [ImportedRequest] {
        guard !variables.isEmpty else { return requests }
        return requests.map { imported in
            var imported = imported
            let names = Set(Template(HTTPText.write(imported.draft)).names)
            var seen: Set<String> = []
            imported.draft.variables += variables.reversed().filter { names.contains($0.name) && seen.insert($0.name).inserted }.reversed()
            return imported
        }
    }

    /// The requests between `--next`.
    static func requests(
        of line: ShellCommand, _ reading: CommandReading, _ files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [[ImportedRequest]] {
        if line.words.first?.hasPrefix("wget") == true { return [add(line.variables, to: try WgetCommand.requests(of: line, reading))] }
        guard let first = line.words.first, first == "curl" || first == "curl.exe" else {
            throw ImportError("The text is not a curl command.")
        }
        var rest = line.words.dropFirst()
        var requests: [[ImportedRequest]] = []
        repeat {
            var reader = CurlReader(reading, files)
            reader.standardInput = line.input
            try reader.read(&rest)
            reader.takeInput(line.input)
            reader.takeFiles()
            if requests.isEmpty { reader.take(line) }
            requests.append(add(line.variables, to: try reader.requests()))
        } while !rest.isEmpty
        return requests
    }
}

/// Parses a command of GNU Wget (gnu.org/software/wget/manual, “HTTP Options”).
enum WgetCommand {
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
