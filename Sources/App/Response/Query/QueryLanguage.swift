import Document
import Query

/// Finds the language that a query is written in.
enum QueryLanguage {
    /// `!` begins a command, `$` JSONPath, `/` XPath; anything else is XPath for XML and HTML, and jq for the rest. A jq filter that begins
    /// with a variable or a slash has none of its own, so that nothing is lost.
    static func query(_ text: String, kind: ContentKind) -> Query? {
        let text = text.trimmed
        guard let first = text.first else { return nil }
        let isMarkup = kind == .xml || kind == .html
        switch first {
        case "!":
            let command = String(text.dropFirst()).trimmed
            return command.isEmpty ? nil : Query(.shell, command)
        case "$" where !text.hasPrefix("$ENV") && !text.hasPrefix("$__"): return Query(.jsonPath, text)
        case _ where isMarkup || first == "/": return Query(kind == .html ? .xpathHTML : .xpath, text)
        default: return Query(.jq, text)
        }
    }

    /// The name for a person.
    static func name(_ kind: Query.Kind) -> String {
        switch kind {
        case .jq: "jq"
        case .jsonPath: "JSONPath"
        case .xpath, .xpathHTML: "XPath"
        case .shell: "command"
        }
    }

    /// The content kind of a language's results.
    static func resultKind(_ kind: Query.Kind) -> ContentKind? {
        switch kind {
        case .jq, .jsonPath: .jsonLines
        case .xpath: .xml
        case .xpathHTML: .html
        case .shell: nil
        }
    }
}
