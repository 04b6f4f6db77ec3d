import Document
public import Query
public import Widgets

/// What is asked of the body: the text that is typed, and what came of it.
public struct BodyQuery: Sendable, Equatable {
    /// The text of the query.
    public internal(set) var field: TextFieldState
    /// Whether it is being typed.
    public internal(set) var isTyping = true
    /// Whether a worker is at it.
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

    /// What to ask, in the language that the text and the body suggest; nil for nothing.
    func query(of viewer: BodyViewerState) -> Query? {
        QueryLanguage.query(field.text, kind: viewer.body?.document.kind ?? .text)
    }
}
