import Document
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
