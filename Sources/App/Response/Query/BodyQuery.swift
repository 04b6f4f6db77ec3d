public import Document
public import Query
public import Widgets

/// A query over the body: its text and its result.
public struct BodyQuery: Sendable, Equatable {
    /// The text of the query.
    public internal(set) var field: TextFieldState
    /// True while it is typed.
    public internal(set) var isTyping = true
    /// True while it runs.
    public internal(set) var isRunning = false
    /// Why it gave no result, or only a part of one.
    public internal(set) var problem: QueryError?
    /// The result, shown in the place of the body; without a body before there was one.
    public internal(set) var viewer = BodyViewerState()
    /// The keys that fit what is typed.
    public internal(set) var completion: CompletionState?
    /// The layer of the newest run; what an older one says is not heard.
    var layer = 0
    /// The place in the history of queries that is shown, from the newest; nil for what is typed anew.
    var recalled: Int?

    init(text: String = "") { field = TextFieldState(text: text) }

    /// The query in the language that its text and the body suggest; nil for none.
    func query(of viewer: BodyViewerState) -> Query? {
        QueryLanguage.query(field.text, kind: viewer.body?.document.kind ?? .text)
    }
}

/// The keys that a body has, for completing a query.
public struct SurveyedKeys: Sendable, Equatable {
    /// The body that was looked at.
    public let body: BodyHandle
    /// The keys that were found.
    public let survey: KeySurvey

    /// Takes what was seen in a body.
    public init(body: BodyHandle, survey: KeySurvey) {
        self.body = body
        self.survey = survey
    }
}

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
