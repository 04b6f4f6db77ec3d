import Workspace

/// Reads a curl command as people paste it: from documentation, and from the developer tools of browsers.
public enum CurlCommand {
    /// Longer commands are refused.
    public static let limit = 8 << 20

    /// True if a text is meant as a curl command.
    public static func isCommand(_ text: String) -> Bool {
        let word = withoutPrompt(text).prefix(16).prefix { !$0.isWhitespace && $0 != "^" && $0 != "`" && $0 != "\\" }
        return word == "curl" || word == "curl.exe"
    }

    /// The request that the command would send.
    ///
    /// - Throws: a sentence that names the place.
    public static func read(_ text: String, _ dialect: ShellWords.Dialect? = nil) throws(ImportError) -> ImportedRequest {
        guard text.utf8.count <= limit else { throw ImportError("The curl command is longer than \(limit >> 20) MB.") }
        let command = String(withoutPrompt(text))
        let line: ShellCommand
        do throws(OpenQuote) {
            line = try ShellWords.command(command, dialect ?? ShellWords.dialect(of: command))
        } catch {
            throw ImportError(error.message(of: "curl"))
        }
        guard let first = line.words.first, first == "curl" || first == "curl.exe" else {
            throw ImportError("The text is no curl command.")
        }
        var reader = CurlReader()
        try reader.read(line.words.dropFirst())
        reader.takeInput(line.input)
        if let loss = line.loss { reader.losses.append(loss) }
        return try reader.request()
    }

    static func withoutPrompt(_ text: String) -> Substring {
        let start = text.drop { $0.isWhitespace }
        return start.hasPrefix("$ ") || start.hasPrefix("> ") ? start.dropFirst(2).drop { $0.isWhitespace } : start
    }
}
