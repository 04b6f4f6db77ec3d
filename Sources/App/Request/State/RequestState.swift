public import Widgets
public import Workspace

/// The request that is being composed: a draft, taken apart into what is edited.
///
/// What each kind of body and each scheme of authentication holds is kept beside the others, so that changing the kind loses nothing.
public struct RequestState: Sendable, Equatable {
    /// The file's path in the workspace; nil for a request that was never saved.
    public internal(set) var path: String?
    /// The folder that a request without a file was made in, of which it inherits; nil for none.
    public internal(set) var folder: String?
    /// What of the draft no editor holds.
    public internal(set) var base: RequestDraft
    /// The URL with its query, as typed.
    public internal(set) var url = TextFieldState()
    /// Why it cannot be asked for, as far as that is known before its variables are.
    var urlProblem: String?
    /// Why no request can have its method.
    var methodProblem: String?
    /// What is wrong in the line of the method and the URL.
    var lineProblem: String? { methodProblem ?? urlProblem }
    /// The path parameters (their names begin with a colon) and the query.
    public internal(set) var params = RowsState()
    /// Name and value of each header.
    public internal(set) var headers = RowsState()
    /// The content type of a body of text.
    public internal(set) var textType = RowsState()
    /// The text of a body of that kind.
    public internal(set) var text = TextAreaState()
    /// The text of a JSON body.
    public internal(set) var json = TextAreaState()
    /// The text of an XML body.
    public internal(set) var xml = TextAreaState()
    /// The document of a GraphQL body.
    public internal(set) var graphql = TextAreaState()
    /// The variables of a GraphQL body, a JSON object.
    public internal(set) var graphqlVariables = TextAreaState()
    /// Which operation of the document runs.
    public internal(set) var graphqlOperation = RowsState()
    /// The fields of a form body.
    public internal(set) var form = RowsState()
    /// The parts of a multipart body.
    public internal(set) var parts = RowsState()
    /// Where the file of a body is, and its content type.
    public internal(set) var file = RowsState()
    /// The fields of the authentication scheme.
    public internal(set) var auth = RowsState()
    /// How the request is sent.
    public internal(set) var options = RowsState()
    /// Name and value of each variable of its own.
    public internal(set) var variables = RowsState()
    /// Its rows as they were when what is wrong was put beside them.
    var validVariables: [TableRow] = []
    /// Words to find it by.
    public internal(set) var tags = RowsState()
    /// What is taken out of the answer.
    public internal(set) var captures = RowsState()
    /// What must hold of the answer.
    public internal(set) var assertions = RowsState()
    /// What is known of the queries of both.
    var queries = CheckedQueries()
    /// Kept to be run before sending.
    public internal(set) var scriptBefore = TextAreaState()
    /// Kept to be run after the answer.
    public internal(set) var scriptAfter = TextAreaState()
    /// Markdown.
    public internal(set) var docs = TextAreaState()
    /// The whole request as text, while that tab is shown.
    public internal(set) var document = TextAreaState()
    /// The table that is edited as lines of text.
    var textualTable: RequestSection?
    /// Its lines.
    public internal(set) var rowsText = TextAreaState()
    /// Which version of them is in the rows.
    var rowsVersion = 0
    /// Which version of that text is in the request.
    var documentVersion = 0
    /// What the request held when the text was written or read.
    var documentMark: RequestMark?
    /// Why that text is no request, with the place.
    public internal(set) var documentProblem: String?
    /// The line that says so, from 0.
    var documentFaultLine = 0
    /// Where that line begins; the cursor's place where it is in that line already.
    var documentFaultPlace: TextPosition? {
        guard documentProblem != nil else { return nil }
        let line = min(documentFaultLine, document.lineCount - 1)
        return document.cursor.line == line ? document.cursor : TextPosition(line: line, offset: 0)
    }
    /// What the request was when the text became none: the tabs may have been changed since.
    var documentBase: RequestDraft?
    /// What of the text may be meant otherwise than it is read.
    var documentDoubt: String?
    /// Why the variables of a GraphQL body are no JSON object.
    var variablesFault: BodyFormat.Fault?
    /// Which version of them was looked at.
    var checkedVariables: Int?
    /// What is shown below the URL.
    public internal(set) var tab = RequestTab.params
    /// Where the cursor is.
    public internal(set) var part = RequestPart.url
    /// Which of the tab's sections has the cursor.
    var sectionIndex = 0
    /// Whether the URL or a text is being edited; a table knows for itself.
    public internal(set) var isEditingText = false
    /// Whether letters are commands again when nothing is looked for any more.
    var leavesAfterFinding = false
    /// What the word at the cursor can be completed to.
    var completion: CompletionState?
    /// Whether it stays open when another request is opened, although nothing was changed.
    public internal(set) var isKept = false
    /// Whether the file was removed outside; the request keeps its place until it is saved there again, or closed.
    public internal(set) var isFileGone = false
    /// Whether the draft differs from the file.
    public internal(set) var hasUnsavedChanges = false
    /// The draft as it is in the file.
    public internal(set) var saved: RequestDraft
    /// What the file holds, taken apart; nil where that is not known.
    var savedMark: RequestMark?
    /// What undo takes back.
    var history = RequestHistory()

    /// A request of a draft; a draft without a file counts as saved while it is empty.
    init(_ draft: RequestDraft = RequestDraft(), path: String? = nil, preset: EditorPreset = .standard) {
        self.path = path
        base = draft
        saved = draft
        fill(draft, isFirst: true)
        for section in RequestSection.texts { section.area.map { self[keyPath: $0].preset = preset } }
        if draft.body.kind != .none { tab = .body } else if params.rows.isEmpty, !headers.rows.isEmpty { tab = .headers }
        let mark = mark
        savedMark = mark
        history = RequestHistory(mark)
    }

    /// The name on the pane's border; where there is none, the method with the path of the URL.
    public var name: String {
        if !base.name.isEmpty { return base.name }
        return url.text.isEmpty ? "New request" : "\(base.method) \(URLText.shortened(url.text))"
    }
    /// Whether it is a new request to which nothing was done.
    var isBlank: Bool { path == nil && !hasUnsavedChanges && saved == RequestDraft() }
    /// Its file, or else the place where it would be saved; nil for one that was made in no folder.
    var place: String? { path ?? folder.map { "\($0)/new.request.json" } }
    /// The body's kind.
    public var bodyKind: BodyDraft.Kind { base.body.kind }

    /// What the tab shows.
    var sections: [RequestSection] { RequestSection.shown(on: tab, of: self) }
    /// The section with the cursor; nil where the tab has none or the cursor is in the URL.
    var section: RequestSection? {
        let all = sections
        return part == .content && !all.isEmpty ? all[min(sectionIndex, all.count - 1)] : nil
    }
    /// The table with the cursor.
    var currentRows: WritableKeyPath<RequestState, RowsState>? { section?.rows }
    /// The text with the cursor.
    var currentArea: WritableKeyPath<RequestState, TextAreaState>? { section?.area }

    /// Whether keys are text of the URL now.
    var isTypingURL: Bool { part == .url && isEditingText }
    /// Whether keys are text now.
    var isEditing: Bool { isEditingText || currentRows.map { self[keyPath: $0].table.isEditing } == true }
}
