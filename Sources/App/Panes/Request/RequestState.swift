public import Widgets
public import Workspace

/// The request that is being composed: a draft, taken apart into what is edited.
public struct RequestState: Sendable, Equatable {
    /// The file's path in the workspace; nil for a request that was never saved.
    public internal(set) var path: String?
    /// What of the draft no editor holds.
    public internal(set) var base: RequestDraft
    /// The URL with its query, as typed.
    public internal(set) var url: TextFieldState
    /// The path parameters (their names begin with a colon) and the query.
    public internal(set) var params: RowsState
    /// The headers.
    public internal(set) var headers: RowsState
    /// The fields of the authentication scheme.
    public internal(set) var auth: RowsState
    /// The rows of a form or a multipart body.
    public internal(set) var form: RowsState
    /// The text of the body's kind.
    public internal(set) var text: TextAreaState
    /// What is shown below the URL.
    public internal(set) var tab = RequestTab.params
    /// Where the cursor is.
    public internal(set) var part = RequestPart.url
    /// Whether the URL or the body's text is being edited; a table knows for itself.
    public internal(set) var isEditingText = false
    /// Whether the draft differs from the file.
    public internal(set) var hasUnsavedChanges = false
    /// The draft as it is in the file.
    public internal(set) var saved: RequestDraft

    /// A request of a draft; a draft without a file counts as saved while it is empty.
    init(_ draft: RequestDraft = RequestDraft(), path: String? = nil) {
        self.path = path
        base = draft
        saved = draft
        url = TextFieldState(text: URLText.write(url: draft.url, query: draft.query))
        params = RowsState(draft.pathParameters.map { Row(":" + $0.name, $0.value, isEnabled: true) } + draft.query)
        headers = RowsState(draft.headers)
        auth = RowsState(AuthFields.rows(of: draft.auth))
        form = RowsState(BodyText.rows(of: draft.body))
        text = TextAreaState(text: BodyText.text(of: draft.body))
        if draft.body.kind != .none { tab = .body } else if params.rows.isEmpty, !headers.rows.isEmpty { tab = .headers }
        params.rows = URLText.withPathParameters(in: draft.url, rows: params.rows)
    }

    /// The name on the pane's border.
    public var name: String { base.name.isEmpty ? "New request" : base.name }
    /// The body's kind.
    public var bodyKind: BodyDraft.Kind { base.body.kind }

    /// The draft that all the editors together make.
    public var draft: RequestDraft {
        var draft = base
        draft.url = URLText.withoutQuery(url.text)
        draft.pathParameters = params.draft.filter { $0.name.hasPrefix(":") }.map { Row(String($0.name.dropFirst()), $0.value) }
        draft.query = params.draft.filter { !$0.name.hasPrefix(":") }
        draft.headers = headers.draft
        AuthFields.store(auth.draft, in: &draft.auth)
        BodyText.store(text: text.text, rows: form.draft, in: &draft.body)
        return draft
    }

    /// Whether keys are text now.
    var isEditing: Bool {
        isEditingText || params.table.isEditing || headers.table.isEditing || auth.table.isEditing || form.table.isEditing
    }

    /// Looks whether the draft still is what the file holds.
    mutating func noteChange() {
        hasUnsavedChanges = draft != saved
    }
}
