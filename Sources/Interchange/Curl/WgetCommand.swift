import Workspace

/// Reads a command of GNU Wget (gnu.org/software/wget/manual, “HTTP Options”), as far as it says a request.
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
        // Wget follows redirects unless told not to.
        reader.options.append((.location, ""))
        try reader.read(line.words.dropFirst())
        if let loss = line.loss { reader.losses.append(loss) }
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
