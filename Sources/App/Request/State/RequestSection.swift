import Screen
import Widgets
import Workspace

/// A part of the request with a cursor of its own: a table, a form or a text. A tab shows one or a few of them.
enum RequestSection: String, CaseIterable, Sendable {
    case params, headers
    case textType, text, json, xml, graphql, graphqlVariables, graphqlOperation, form, parts, file
    case auth, options, variables, captures, assertions, scriptBefore, scriptAfter, docs, tags
    /// The whole request as text.
    case document
    /// The lines of text that replace a table while it is edited as text.
    case rowsText

    var editor: RequestEditor {
        switch self {
        case .params: .table(\.params, { .pairs("Add a parameter", .parameters) }, empty: "No parameters in the URL")
        case .headers: .table(\.headers, { .pairs("Add a header", .headers) })
        case .textType: .form(\.textType)
        case .text: .text(\.text, .plain)
        case .json: .text(\.json, .json)
        case .xml: .text(\.xml, .xml)
        case .graphql: .text(\.graphql, .graphql, title: "Query", placeholder: "query { … }")
        case .graphqlVariables: .text(\.graphqlVariables, .jsonObject, title: "Variables (JSON)", placeholder: "{ }")
        case .graphqlOperation: .form(\.graphqlOperation)
        case .form: .table(\.form, { .pairs("Add a field", .parameters) }, empty: "No fields in the form")
        case .parts: .table(\.parts, { .parts }, empty: "No parts in the body")
        case .file: .form(\.file)
        case .auth: .form(\.auth)
        case .options: .form(\.options, title: "Options")
        case .variables:
            .table(\.variables, { .pairs("Add a variable", .parameters) }, title: "Variables of this request", isSent: false)
        case .captures: .table(\.captures, { .captures }, title: "Save to variable")
        case .assertions: .table(\.assertions, { .assertions }, title: "Assertions")
        case .scriptBefore: .text(\.scriptBefore, .javaScript, title: "Before sending (saved, not run yet)", isSent: false)
        case .scriptAfter: .text(\.scriptAfter, .javaScript, title: "After response (saved, not run yet)", isSent: false)
        case .docs: .text(\.docs, .markdown, placeholder: "Markdown that is saved with the request", isSent: false)
        case .tags: .table(\.tags, { .tags }, title: "Tags", isSent: false)
        case .document: .text(\.document, .http, isSent: false)
        case .rowsText: .text(\.rowsText, .plain, isSent: false)
        }
    }

    /// The table or form of the section; nil for a text.
    var rows: WritableKeyPath<RequestState, RowsState>? {
        switch editor.content {
        case .table(let rows, _, _), .form(let rows): rows
        case .text: nil
        }
    }

    /// The text of the section; nil for a table.
    var area: WritableKeyPath<RequestState, TextAreaState>? { text?.area }

    /// The syntax of the section's text; plain for a table.
    var syntax: TextSyntax { text?.syntax ?? .plain }

    /// The placeholder of an empty text.
    var placeholder: String { text?.placeholder ?? "" }

    private var text: (area: WritableKeyPath<RequestState, TextAreaState>, syntax: TextSyntax, placeholder: String)? {
        if case .text(let area, let syntax, let placeholder) = editor.content { (area, syntax, placeholder) } else { nil }
    }

    /// True if the rows are fixed, so that the section is as high as they are.
    var isForm: Bool { if case .form = editor.content { true } else { false } }

    /// The heading where a tab shows more than one section; that of a form is shown instead of its rows.
    var title: String { editor.title }

    /// The text of an empty table; nil for a table that shows more than its rows.
    var emptyText: String? { if case .table(_, _, let text) = editor.content { text } else { nil } }

    /// The columns and abilities of the table or form.
    var shape: TableShape { if case .table(_, let shape, _) = editor.content { shape() } else { .form(labelColumns: Self.labelColumns) } }
    /// The width of the labels of forms.
    static let labelColumns = 20

    static let texts = allCases.filter { $0.area != nil }
    /// The texts that are part of the draft.
    static let draftTexts = texts.filter { $0 != .document && $0 != .rowsText }
    /// Tables of names and values, which can be edited as lines.
    static let pairs: Set<RequestSection> = [.params, .headers, .form, .variables]

    /// The sections that a tab shows.
    static func shown(on tab: RequestTab, of request: RequestState) -> [RequestSection] {
        tables(on: tab, of: request).map { $0 == request.textualTable ? .rowsText : $0 }
    }

    private static func tables(on tab: RequestTab, of request: RequestState) -> [RequestSection] {
        switch tab {
        case .params: [.params]
        case .headers: [.headers]
        case .body: body(request.bodyKind)
        case .auth: request.auth.rows.isEmpty ? [] : [.auth]
        case .options: [.options, .variables]
        case .tests: [.captures, .assertions]
        case .scripts: [.scriptBefore, .scriptAfter]
        case .docs: [.docs, .tags]
        case .text: [.document]
        }
    }

    static func body(_ kind: BodyDraft.Kind) -> [RequestSection] {
        switch kind {
        case .none: []
        case .text: [.textType, .text]
        case .json: [.json]
        case .xml: [.xml]
        case .graphql: [.graphql, .graphqlVariables, .graphqlOperation]
        case .form: [.form]
        case .multipart: [.parts]
        case .file: [.file]
        }
    }
}

/// The editor of a section: what it edits, and how. A new one is a case of ``RequestSection`` and its entry there.
struct RequestEditor {
    typealias Rows = WritableKeyPath<RequestState, RowsState>

    enum Content {
        /// A table to which rows can be added; with the text that it shows if it is empty.
        case table(Rows, @Sendable () -> TableShape, empty: String?)
        /// A form with fixed rows.
        case form(Rows)
        case text(WritableKeyPath<RequestState, TextAreaState>, TextSyntax, placeholder: String)
    }

    let content: Content
    /// The heading where a tab shows more than one section.
    var title = ""
    /// True if the content is sent, so that its variables need values.
    var isSent = true

    static func table(
        _ rows: Rows, _ shape: @escaping @Sendable () -> TableShape, title: String = "", empty: String? = nil, isSent: Bool = true
    ) -> Self {
        Self(content: .table(rows, shape, empty: empty), title: title, isSent: isSent)
    }

    static func form(_ rows: Rows, title: String = "") -> Self { Self(content: .form(rows), title: title) }

    static func text(
        _ area: WritableKeyPath<RequestState, TextAreaState>, _ syntax: TextSyntax, title: String = "", placeholder: String = "",
        isSent: Bool = true
    ) -> Self {
        Self(content: .text(area, syntax, placeholder: placeholder), title: title, isSent: isSent)
    }
}

/// The tables of the request.
extension TableShape {
    private static let name = TableColumn("Name", width: .share(2), role: .headerName)

    fileprivate static func pairs(_ addTitle: String, _ text: TableText) -> TableShape {
        let value = TableColumn("Value", width: .share(3), role: .headerValue)
        return TableShape(columns: [name, value], addTitle: addTitle, text: text)
    }

    fileprivate static var parts: TableShape {
        TableShape(
            columns: [
                name, TableColumn("Value or @file", width: .share(3), placeholder: "text, or @path", role: .headerValue),
                TableColumn("Content type", width: .share(2), placeholder: "from file name", isOptional: true),
                TableColumn("File name", width: .share(2), placeholder: "from path", isOptional: true),
                TableColumn("Headers", width: .share(2), placeholder: "X-Name: value", isOptional: true),
            ], addTitle: "Add a part", text: .parameters)
    }

    fileprivate static var captures: TableShape {
        TableShape(
            columns: [
                TableColumn("Variable", width: .share(2), role: .headerName),
                TableColumn("From", width: .share(1), placeholder: "body", showsPlaceholder: true),
                TableColumn("Query", width: .share(3), placeholder: ".id   $.id   //id   regex:id=(\\d+)", role: .headerValue),
                TableColumn("Secret", width: .share(1), placeholder: "by name"),
            ], addTitle: "Add a capture", text: .parameters)
    }

    fileprivate static var assertions: TableShape {
        TableShape(
            columns: [
                TableColumn("Check", width: .share(3), placeholder: "status, body .id", role: .headerName),
                TableColumn("Condition", width: .share(2), placeholder: "equals", showsPlaceholder: true),
                TableColumn("Expected", width: .share(2), placeholder: "JSON or text", role: .headerValue),
            ], addTitle: "Add an assertion", text: .parameters)
    }

    fileprivate static var tags: TableShape {
        TableShape(columns: [TableColumn("", placeholder: "a word")], hasCheckboxes: false, addTitle: "Add a tag", text: .parameters)
    }
}
