import Workspace

/// Reads a curl command as people paste it: from documentation, and from the developer tools of browsers.
public enum CurlCommand {
    /// Longer commands are refused.
    public static let limit = 8 << 20

    /// Whether a text is meant as a curl command.
    public static func isCommand(_ text: String) -> Bool {
        let word = withoutPrompt(text).prefix { !$0.isWhitespace && $0 != "^" && $0 != "`" && $0 != "\\" }
        return word == "curl" || word == "curl.exe"
    }

    /// The request that the command would send.
    ///
    /// - Throws: a sentence that names the place.
    public static func read(_ text: String, _ dialect: ShellWords.Dialect? = nil) throws(ImportError) -> ImportedRequest {
        guard text.utf8.count <= limit else { throw ImportError("The curl command is longer than \(limit >> 20) MB.") }
        let command = String(withoutPrompt(text))
        guard let words = ShellWords.split(command, dialect ?? ShellWords.dialect(of: command)) else {
            throw ImportError("The curl command has a quote that is not closed.")
        }
        guard let first = words.first, first == "curl" || first == "curl.exe" else { throw ImportError("The text is no curl command.") }
        var reader = CurlReader()
        try reader.read(words.dropFirst())
        return try reader.request()
    }

    private static func withoutPrompt(_ text: String) -> Substring {
        let start = text.drop { $0.isWhitespace }
        return start.hasPrefix("$ ") || start.hasPrefix("> ") ? start.dropFirst(2).drop { $0.isWhitespace } : start
    }
}
