import Comparison
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
    /// Draft fields that have no editor; kept unchanged on save.
    public internal(set) var base: RequestDraft
    /// The URL with its query, as typed.
    public internal(set) var url = TextFieldState()
    /// Why it cannot be asked for, as far as that is known before its variables are.
    var urlProblem: String?
    /// Why no request can have its method.
    var methodProblem: String?
    /// The issue in the line of the method and the URL.
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
    /// The operation of the GraphQL document that runs.
    public internal(set) var graphqlOperation = RowsState()
    /// The fields of a form body.
    public internal(set) var form = RowsState()
    /// The parts of a multipart body.
    public internal(set) var parts = RowsState()
    /// The path of a file body, and its content type.
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
    /// The differences between responses that do not count. They are saved at once, so that neither undo nor saving knows of them.
    var comparison = IgnoreRules()
    /// The captures from the response.
    public internal(set) var captures = RowsState()
    /// The assertions on the response.
    public internal(set) var assertions = RowsState()
    /// The syntax checks of the queries in captures and assertions.
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
    /// The version of the text that the rows were read from.
    var rowsVersion = 0
    /// The version of the text that the request was read from.
    var documentVersion = 0
    /// A snapshot of the request when the text was written or read.
    var documentMark: DraftSnapshot?
    /// Why that text is no request, with the place.
    public internal(set) var documentProblem: String?
    /// The line that says so, from 0.
    var documentFaultLine = 0
    /// The beginning of the faulty line; the cursor's place if it is in that line.
    var documentFaultPlace: TextPosition? {
        guard documentProblem != nil else { return nil }
        let line = min(documentFaultLine, document.lineCount - 1)
        return document.cursor.line == line ? document.cursor : TextPosition(line: line, offset: 0)
    }
    /// The request before the text became invalid: the tabs may have changed it since.
    var documentBase: RequestDraft?
    /// The fields that both the text and the tabs changed; nil where they agree.
    var dispute: Dispute?
    /// A part of the text that may be meant differently from how it is read.
    var documentDoubt: String?
    /// The first place that breaks the syntax of the body's text, by its section.
    var syntaxFaults: [RequestSection: BodyFormat.Fault] = [:]
    /// The version of each text that was checked.
    var checkedVersions: [RequestSection: Int] = [:]
    /// The tab that is shown below the URL.
    public internal(set) var tab = RequestTab.params
    /// The part that has the cursor.
    public internal(set) var part = RequestPart.url
    /// The section of the tab that has the cursor.
    var sectionIndex = 0
    /// True while the URL or a text is edited; a table knows for itself.
    public internal(set) var isEditingText = false
    /// True if closing the find bar leads back to commands.
    var leavesAfterFinding = false
    /// The completion of the word at the cursor.
    var completion: CompletionState?
    /// True if the tab stays open when another request is opened, although nothing was changed.
    public internal(set) var isKept = false
    /// True if the file was removed outside; the request keeps its place until it is saved there again or closed.
    public internal(set) var isFileGone = false
    /// The change that another program made to the file since it was read; nil if none is known.
    public internal(set) var diskChange: DiskChange?
    /// True if the draft differs from the file.
    public internal(set) var hasUnsavedChanges = false
    /// The draft as it is in the file.
    public internal(set) var saved: RequestDraft
    /// A snapshot of the file's content; nil if that is not known.
    var savedMark: DraftSnapshot?
    /// A snapshot of the request when it was sent last, if the history keeps all of it; nil if it was not sent.
    var sentMark: DraftSnapshot?
    /// Undo and redo.
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

    /// Fields that two sides changed in different ways.
    struct Dispute: Sendable, Equatable {
        /// A line for each field.
        let items: [String]
        /// The request with the fields as the tabs have them.
        let alternative: RequestDraft
    }

    /// The name on the pane's border; where there is none, the method with the path of the URL.
    public var name: String {
        if !base.name.isEmpty { return base.name }
        return url.text.isEmpty ? "New request" : "\(base.method) \(URLText.shortened(url.text))"
    }
    /// True for a new request that was not touched.
    var isBlank: Bool { path == nil && !hasUnsavedChanges && saved == RequestDraft() }
    /// Its file, or else the place where it would be saved; nil for one that was made in no folder.
    var place: String? { path ?? folder.map { "\($0)/new.request.json" } }
    /// True if changes would be lost without a draft. A request without a file that was sent as it stands is in the history.
    var needsDraft: Bool { hasUnsavedChanges && (path != nil || sentMark == nil || sentMark != mark) }
    /// The body's kind.
    public var bodyKind: BodyDraft.Kind { base.body.kind }

    /// The sections of the tab.
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

    /// Puts the cursor into the URL, to be typed in.
    mutating func typeURL() { (part, isEditingText) = (.url, true) }

    /// True while the URL is typed.
    var isTypingURL: Bool { part == .url && isEditingText }
    /// True while letters are text.
    var isEditing: Bool { isEditingText || currentRows.map { self[keyPath: $0].table.isEditing } == true }
}

/// The parts of the request pane that can have the cursor.
public enum RequestPart: Sendable, Equatable {
    /// The line with the method and the URL.
    case url
    /// The content of the tab.
    case content
}

/// A change that another program made to a request's file while the request had edits.
public struct DiskChange: Sendable, Equatable {
    /// The request as its file says it now; nil where that cannot be read.
    public let draft: RequestDraft?
}

extension RequestState {
    /// The draft that all the editors together make; costs the length of its texts.
    public var draft: RequestDraft {
        var draft = base
        draft.url = URLText.withoutQuery(url.text)
        draft.pathParameters = params.draft.filter { $0.name.hasPrefix(":") }.map {
            Row(String($0.name.dropFirst()), $0.value, comment: $0.comment)
        }
        draft.query = params.draft.filter { !$0.name.hasPrefix(":") }
        draft.headers = headers.draft
        AuthFields.store(auth.rows, in: &draft.auth)
        storeBody(in: &draft.body)
        OptionFields.store(options.rows, in: &draft.options)
        draft.variables = variables.draft
        draft.tags = tags.rows.map { $0[0] }.filter { !$0.isEmpty }
        draft.captures = TestRows.captures(captures.rows)
        draft.assertions = TestRows.assertions(assertions.rows)
        draft.comparison = comparison
        draft.scripts = Scripts(before: scriptBefore.text, after: scriptAfter.text)
        draft.docs = docs.text
        return draft
    }

    /// The request with what is being typed as lines of a table as rows of it.
    var withTypedRows: RequestState {
        guard let section = textualTable, let path = section.rows else { return self }
        var request = self
        request.textualTable = nil
        request[keyPath: path].show(shape(of: section).text.read(rowsText.text, keeping: self[keyPath: path].rows))
        return request
    }

    /// Puts a draft into all the editors. What is the same stays as it is, with its cursor and its history.
    mutating func fill(_ draft: RequestDraft, isFirst: Bool = false) {
        base = draft
        comparison = draft.comparison
        base.comparison = IgnoreRules()
        base.docs = ""
        base.scripts = Scripts()
        base.body = BodyDraft(kind: draft.body.kind)
        // A URL written by hand in a file, or taken from elsewhere, may hold a query of its own.
        let query = URLText.query(of: draft.url) + draft.query
        let address = URLText.write(url: URLText.withoutQuery(draft.url), query: query)
        if url.text != address { url = TextFieldState(text: address) }
        let rows = draft.pathParameters.map { TableRow([":" + $0.name, $0.value, $0.comment]) } + RowsState.rows(query)
        params.show(URLText.withPathParameters(in: draft.url, rows: rows))
        headers.show(RowsState.rows(draft.headers))
        auth.show(AuthFields.rows(of: draft.auth))
        options.show(OptionFields.rows(of: draft.options))
        variables.show(RowsState.rows(draft.variables))
        tags.show(draft.tags.map { TableRow([$0]) })
        captures.show(draft.captures.map(TestRows.row))
        assertions.show(draft.assertions.map(TestRows.row))
        fillBody(draft.body, isFirst)
        Self.put(draft.scripts.before, in: &scriptBefore, isFirst)
        Self.put(draft.scripts.after, in: &scriptAfter, isFirst)
        Self.put(draft.docs, in: &docs, isFirst)
        validate()
    }

    private mutating func fillBody(_ body: BodyDraft, _ isFirst: Bool) {
        Self.put(body.text, in: &text, isFirst)
        Self.put(body.json, in: &json, isFirst)
        Self.put(body.xml, in: &xml, isFirst)
        Self.put(body.graphql.query, in: &graphql, isFirst)
        Self.put(body.graphql.variables, in: &graphqlVariables, isFirst)
        graphqlOperation.show([TableRow(["Operation", body.graphql.operation])])
        form.show(RowsState.rows(body.form))
        parts.show(body.parts.map(PartRows.row))
        textType.show([TableRow(["Content type", body.contentType])])
        file.show(
            [("File", body.file), ("Content type", body.fileContentType), ("Line breaks", body.fileLineBreaks)].map {
                TableRow([$0.0, $0.1])
            })
    }

    private func storeBody(in body: inout BodyDraft) {
        body.text = text.text
        body.json = json.text
        body.xml = xml.text
        body.graphql = BodyDraft.GraphQL(
            query: graphql.text, variables: graphqlVariables.text, operation: graphqlOperation.rows.first?[1] ?? "")
        body.form = form.draft
        body.parts = parts.rows.map(PartRows.part)
        body.file = file.rows.first?[1] ?? ""
        if file.rows.count == 3 { (body.fileContentType, body.fileLineBreaks) = (file.rows[1][1], file.rows[2][1]) }
        body.contentType = textType.rows.first?[1] ?? ""
    }

    /// A text that is there first is no change; any other can be taken back.
    private static func put(_ text: String, in area: inout TextAreaState, _ isFirst: Bool) {
        guard area.text != text else { return }
        if isFirst { area = TextAreaState(text: text, preset: area.preset) } else { area.replaceAll(with: text) }
    }
}
