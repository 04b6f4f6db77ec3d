import Comparison
import Platform
import Widgets
import Workspace

/// The request that is being composed: a draft split into the fields that are edited.
///
/// The content of each kind of body and each authentication scheme is kept separately, so that changing the kind loses nothing.
///
/// A request is copied wherever it is read from the program's state: the copies share what is large and seldom changed.
struct RequestState: Sendable, Equatable {
    /// The file's path in the workspace; nil for a request that was never saved.
    var path: String?
    /// The folder of a request without a file, from which it inherits; nil for none.
    var folder: String?
    /// The name typed for a file that is not written yet; the request gets it with the file.
    var newName: String?
    /// The parts of the draft that no other property holds: name, method, kinds of body and authentication, and fields without an editor.
    @CopiedOnWrite var base: RequestDraft
    /// The URL with its query, as typed.
    var url = TextFieldState()
    /// The problem of the URL, as far as it is known before variables are resolved.
    var urlProblem: String?
    var methodProblem: String?
    /// The issue in the line of the method and the URL.
    var lineProblem: String? { methodProblem ?? urlProblem }
    /// The path parameters (their names begin with a colon) and the query.
    @CopiedOnWrite var params = RowsState()
    /// Name and value of each header.
    @CopiedOnWrite var headers = RowsState()
    /// The content type of a text body.
    @CopiedOnWrite var textType = RowsState()
    /// The content of a text body.
    var text = TextAreaState()
    /// The text of a JSON body.
    var json = TextAreaState()
    /// The text of an XML body.
    var xml = TextAreaState()
    /// The document of a GraphQL body.
    var graphql = TextAreaState()
    /// The variables of a GraphQL body, a JSON object.
    var graphqlVariables = TextAreaState()
    /// The operation of the GraphQL document that runs.
    @CopiedOnWrite var graphqlOperation = RowsState()
    /// The fields of a form body.
    @CopiedOnWrite var form = RowsState()
    /// The parts of a multipart body.
    @CopiedOnWrite var parts = RowsState()
    /// The path of a file body, and its content type.
    @CopiedOnWrite var file = RowsState()
    /// The fields of the authentication scheme.
    @CopiedOnWrite var auth = RowsState()
    /// The options of sending.
    @CopiedOnWrite var options = RowsState()
    /// Name and value of each variable of its own.
    @CopiedOnWrite var variables = RowsState()
    /// The variable rows at the last validation.
    var validVariables: [TableRow] = []
    @CopiedOnWrite var tags = RowsState()
    /// The differences between responses to ignore. They are saved at once, independent of undo and saving.
    var comparison = IgnoreRules()
    /// The captures from the response.
    @CopiedOnWrite var captures = RowsState()
    /// The assertions on the response.
    @CopiedOnWrite var assertions = RowsState()
    /// The captures and assertions.
    var tests: [[TableRow]] { [captures.rows, assertions.rows] }
    /// The captures and assertions that were last sent or run; nil if there were none.
    var testsRun: [[TableRow]]?
    /// The syntax checks of the queries in captures and assertions.
    var queries = CheckedQueries()
    /// True if a field with a problem prevented the last use, and a message says so.
    var isRefused = false
    /// The script before sending; stored but not run.
    var scriptBefore = TextAreaState()
    /// The script after the response; stored but not run.
    var scriptAfter = TextAreaState()
    /// The documentation in Markdown.
    var docs = TextAreaState()
    /// The whole request as text, while that tab is shown.
    var document = TextAreaState()
    /// The table that is edited as lines of text.
    var textualTable: RequestSection?
    /// The lines of that table.
    var rowsText = TextAreaState()
    /// The version of the lines from which the rows were read.
    var rowsVersion = 0
    /// The version of the text from which the request was read.
    var documentVersion = 0
    /// A snapshot of the request at the last time the text was written or read.
    @CopiedOnWrite var documentSnapshot: DraftSnapshot?
    /// The reason why the text is not a valid request, with the place.
    var documentProblem: String?
    /// The invalid line, from 0.
    var documentProblemLine = 0
    /// The beginning of the faulty line; the cursor's place if it is in that line.
    var documentProblemPlace: TextPosition? {
        guard documentProblem != nil else { return nil }
        let line = min(documentProblemLine, document.lineCount - 1)
        return document.cursor.line == line ? document.cursor : TextPosition(line: line, offset: 0)
    }
    /// The request before the text became invalid; the tabs may have changed it since.
    @CopiedOnWrite var documentBase: RequestDraft?
    /// The invalid text that discarding took away; nil for none.
    @CopiedOnWrite var discardedText: DiscardedText?
    /// The fields that the text and the tabs changed in different ways; nil if they agree.
    @CopiedOnWrite var dispute: Dispute?
    /// A part of the text that can be read in more than one way.
    var documentDoubt: String?
    /// The first syntax error of each text, by section.
    var syntaxProblems: [RequestSection: BodyFormat.SyntaxError] = [:]
    /// The checked version of each text.
    var checkedVersions: [RequestSection: Int] = [:]
    /// The number of the last command that formats or validates a text, or that cancels one.
    var formatNumber = 0
    /// The tab that is shown below the URL.
    var tab = RequestTab.params
    /// The problem that was shown last.
    var shownIssue: RequestIssue?
    /// The part with the cursor.
    var part = RequestPart.url
    /// The section of the tab that has the cursor.
    var sectionIndex = 0
    /// True while the URL or a text is edited; tables have a flag of their own.
    var isEditingText = false
    /// True if closing the find bar returns to command mode.
    var leavesAfterFinding = false
    /// The completion of the word at the cursor.
    var completion: CompletionState?
    /// The range of the variable name at the cursor that no known variable matches; its list opens when one does.
    var unknownVariable: Range<Int>?
    /// True if the tab stays open when another request is opened, although the request is unchanged.
    var staysOpen = false
    /// True if another program deleted the file; the request keeps its path until it is saved there again or closed.
    var isFileGone = false
    /// The change that another program made to the file since it was read; nil if none is known.
    @CopiedOnWrite var diskChange: DiskChange?
    /// The last choice between the request and a change of its file; nil if none was made since it was saved otherwise.
    @CopiedOnWrite var versionChoice: VersionChoice?
    /// True if the draft differs from the file.
    var hasUnsavedChanges = false
    /// The draft as stored in the file.
    @CopiedOnWrite var saved: RequestDraft
    /// A snapshot of the file's content; nil if it is not known.
    @CopiedOnWrite var savedSnapshot: DraftSnapshot?
    /// A snapshot of the request at the last send if the history stores all of it; nil if it was not sent.
    @CopiedOnWrite var sentSnapshot: DraftSnapshot?
    /// Undo and redo.
    @CopiedOnWrite var history = RequestHistory()

    /// Creates a request from a draft; an empty draft without a file counts as saved.
    init(_ draft: RequestDraft = RequestDraft(), path: String? = nil, preset: EditorPreset = .standard) {
        self.path = path
        base = draft
        saved = draft
        fill(draft, isFirst: true)
        for section in RequestSection.texts { section.area.map { self[keyPath: $0].preset = preset } }
        tab = .first(of: self)
        let snapshot = snapshot
        savedSnapshot = snapshot
        history = RequestHistory(snapshot)
    }

    /// Fields that two versions changed in different ways.
    struct Dispute: Sendable, Equatable {
        /// A line for each field.
        let items: [String]
        /// The request with the fields of the tabs.
        let alternative: RequestDraft
    }

    /// The name on the pane's border; without a name, the method with the path of the URL.
    var name: String {
        if !base.name.isEmpty { return base.name }
        return url.text.isEmpty ? "New request" : "\(base.method) \(ReadableURL.text(URLText.shortened(url.text)))"
    }
    /// True for a new request without changes.
    var isBlank: Bool { path == nil && !hasUnsavedChanges && saved == RequestDraft() }
    /// The request's file, or the path where it would be saved; nil for a request outside all folders.
    ///
    /// Inlined, so that asking for it does not copy the whole state out of its storage: every frame does so many times.
    @inline(__always) var place: String? { path ?? folder.map { "\($0)/new.request.json" } }
    /// True if changes would be lost without a draft. A sent request without a file is in the history.
    var needsDraft: Bool { hasUnsavedChanges && (path != nil || sentSnapshot == nil || sentSnapshot != snapshot) }
    /// The body's kind.
    var bodyKind: BodyDraft.Kind { base.body.kind }

    var sections: [RequestSection] { RequestSection.shown(on: tab, of: self) }
    /// The section with the cursor; nil where the tab has none or the cursor is in the URL.
    var section: RequestSection? { part == .content ? shownSection : nil }
    /// The section that gets the cursor when it moves into the tab; nil where the tab has none.
    var shownSection: RequestSection? {
        let all = sections
        return all.isEmpty ? nil : all[min(sectionIndex, all.count - 1)]
    }
    /// The table with the cursor.
    var currentRows: WritableKeyPath<RequestState, RowsState>? { section?.rows }
    /// The text with the cursor.
    var currentArea: WritableKeyPath<RequestState, TextAreaState>? { section?.area }

    /// Moves the cursor to the URL and begins to edit it.
    mutating func typeURL() { (part, isEditingText) = (.url, true) }

    /// True while the URL is edited.
    var isTypingURL: Bool { part == .url && isEditingText }
    /// True while letters are text.
    var isEditing: Bool { isEditingText || isEditingCell }
    /// True while a cell of a table or a field of a form is edited.
    var isEditingCell: Bool { currentRows.map { self[keyPath: $0].table.isEditing } == true }
}

/// The parts of the request pane that can have the cursor.
enum RequestPart: Sendable, Equatable {
    /// The line with the method and the URL.
    case url
    /// The content of the tab.
    case content
}

/// A change that another program made to a request's file while the request had edits.
struct DiskChange: Sendable, Equatable {
    /// The request as its file defines it now; nil if the file cannot be read.
    let draft: RequestDraft?
}

/// A choice between a request with edits and a change of its file, so that undoing it asks again.
struct VersionChoice: Sendable, Equatable {
    /// The request with its edits, before the choice.
    let mine: RequestDraft
    /// The content of the file that was edited.
    let base: RequestDraft
    /// The content of the file after the choice.
    let chosen: RequestDraft
}

extension RequestState {
    /// The draft made from all editors; takes time proportional to the length of its texts.
    var draft: RequestDraft {
        var draft = base
        draft.url = URLText.withoutQuery(url.text)
        draft.pathParameters = params.draft.filter { $0.name.hasPrefix(":") }.map {
            Row(String($0.name.dropFirst()), $0.value, isEnabled: $0.isEnabled, comment: $0.comment)
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

    /// The request with the lines typed for a table converted to rows.
    var withTypedRows: RequestState {
        guard let section = textualTable, let path = section.rows else { return self }
        var request = self
        request.textualTable = nil
        request[keyPath: path].show(section.shape.text.read(rowsText.text, keeping: self[keyPath: path].rows))
        return request
    }

    /// Fills all editors from a draft. Unchanged fields keep their cursor and undo history.
    mutating func fill(_ draft: RequestDraft, isFirst: Bool = false) {
        base = draft
        comparison = draft.comparison
        base.comparison = IgnoreRules()
        base.docs = ""
        base.scripts = Scripts()
        base.body = BodyDraft(kind: draft.body.kind)
        // A URL from a hand-written file or from an import may contain a query.
        let query = URLText.query(of: draft.url) + draft.query
        let address = URLText.write(url: URLText.withoutQuery(draft.url), query: query)
        if !url.text.utf8.elementsEqual(address.utf8) { url = TextFieldState(text: address) }
        let rows =
            draft.pathParameters.map { TableRow([":" + $0.name, $0.value, $0.comment], isEnabled: $0.isEnabled) } + RowsState.rows(query)
        params.show(URLText.withPathParameters(in: draft.url, rows: rows))
        headers.show(RowsState.rows(draft.headers))
        auth.show(AuthFields.rows(of: draft.auth))
        options.show(OptionFields.rows(of: draft.options))
        variables.show(RowsState.rows(draft.variables))
        tags.show(draft.tags.map { TableRow([$0]) })
        captures.show(draft.captures.map(TestRows.row))
        assertions.show(draft.assertions.map(TestRows.row))
        fillBody(draft.body, isFirst)
        Self.setText(draft.scripts.before, in: &scriptBefore, isFirst)
        Self.setText(draft.scripts.after, in: &scriptAfter, isFirst)
        Self.setText(draft.docs, in: &docs, isFirst)
        validate()
    }

    private mutating func fillBody(_ body: BodyDraft, _ isFirst: Bool) {
        for kind in BodyDraft.Kind.allCases {
            switch kind {
            case .none: break
            case .text:
                textType.show(Self.lines(of: .text, body))
                Self.setText(body.text, in: &text, isFirst)
            case .json: Self.setText(body.json, in: &json, isFirst)
            case .xml: Self.setText(body.xml, in: &xml, isFirst)
            case .graphql:
                Self.setText(body.graphql.query, in: &graphql, isFirst)
                Self.setText(body.graphql.variables, in: &graphqlVariables, isFirst)
                graphqlOperation.show(Self.lines(of: .graphql, body))
            case .form: form.show(RowsState.rows(body.form))
            case .multipart: parts.show(body.parts.map(PartRows.row))
            case .file: file.show(Self.lines(of: .file, body))
            }
        }
    }

    /// The short texts of a kind of body as rows of a form.
    private static func lines(of kind: BodyDraft.Kind, _ body: BodyDraft) -> [TableRow] {
        kind.entry.fields.compactMap { field in
            guard case .line(let path) = field.content else { return nil }
            var row = TableRow([field.form.label, body[keyPath: path]], id: field.form.id, choices: field.form.choices)
            row.placeholder = field.form.isRequired ? "required" : field.form.placeholder
            return row
        }
    }

    /// Stores the rows that ``lines(of:_:)`` has made.
    private static func store(_ rows: [TableRow], of kind: BodyDraft.Kind, in body: inout BodyDraft) {
        for field in kind.entry.fields {
            guard case .line(let path) = field.content, let row = rows.first(where: { $0.id == field.form.id }) else { continue }
            body[keyPath: path] = row[1]
        }
    }

    private func storeBody(in body: inout BodyDraft) {
        for kind in BodyDraft.Kind.allCases {
            switch kind {
            case .none: break
            case .text:
                Self.store(textType.rows, of: .text, in: &body)
                body.text = text.text
            case .json: body.json = json.text
            case .xml: body.xml = xml.text
            case .graphql:
                body.graphql.query = graphql.text
                body.graphql.variables = graphqlVariables.text
                Self.store(graphqlOperation.rows, of: .graphql, in: &body)
            case .form: body.form = form.draft
            case .multipart: body.parts = parts.rows.map(PartRows.part)
            case .file: Self.store(file.rows, of: .file, in: &body)
            }
        }
    }

    /// Sets a text. The first text is not a change; any later one can be undone.
    private static func setText(_ text: String, in area: inout TextAreaState, _ isFirst: Bool) {
        guard !area.text.hasSameBytes(as: text) else { return }
        if isFirst { area = TextAreaState(text: text, preset: area.preset) } else { area.replaceAll(with: text) }
    }
}
