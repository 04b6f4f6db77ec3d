import Screen
import Widgets
import Workspace

/// A part of the request with a cursor of its own: a table, a form or a text. A tab shows one or a few of them.
public enum RequestSection: String, CaseIterable, Sendable {
    case params, headers
    case textType, text, json, xml, graphql, graphqlVariables, graphqlOperation, form, parts, file
    case auth, options, variables, captures, assertions, scriptBefore, scriptAfter, docs, tags
    /// The whole request as text.
    case document
    /// The lines of text that replace a table while it is edited as text.
    case rowsText

    /// The table or form of the section; nil for a text.
    var rows: WritableKeyPath<RequestState, RowsState>? {
        switch self {
        case .params: \.params
        case .headers: \.headers
        case .textType: \.textType
        case .graphqlOperation: \.graphqlOperation
        case .form: \.form
        case .parts: \.parts
        case .file: \.file
        case .auth: \.auth
        case .options: \.options
        case .variables: \.variables
        case .captures: \.captures
        case .assertions: \.assertions
        case .tags: \.tags
        case .rowsText, .text, .json, .xml, .graphql, .graphqlVariables, .scriptBefore, .scriptAfter, .docs, .document: nil
        }
    }

    /// The text of the section; nil for a table.
    var area: WritableKeyPath<RequestState, TextAreaState>? {
        switch self {
        case .text: \.text
        case .json: \.json
        case .xml: \.xml
        case .graphql: \.graphql
        case .graphqlVariables: \.graphqlVariables
        case .scriptBefore: \.scriptBefore
        case .scriptAfter: \.scriptAfter
        case .docs: \.docs
        case .document: \.document
        case .rowsText: \.rowsText
        default: nil
        }
    }

    /// True if the rows are fixed, so that the section is as high as they are.
    var isForm: Bool {
        switch self {
        case .textType, .graphqlOperation, .file, .auth, .options: true
        default: false
        }
    }

    /// True if the text has a syntax that is checked during typing.
    var hasSyntax: Bool { [.json, .xml, .graphqlVariables].contains(self) }

    /// True if brackets and quotes are completed in the text.
    var closesBrackets: Bool { [.json, .graphql, .graphqlVariables].contains(self) }

    /// The heading where a tab shows more than one section.
    var title: String {
        switch self {
        case .graphql: "Query"
        case .graphqlVariables: "Variables (JSON)"
        case .variables: "Variables of this request"
        case .scriptBefore: "Before sending (saved, not run yet)"
        case .scriptAfter: "After response (saved, not run yet)"
        case .tags: "Tags"
        case .captures: "Captures"
        case .assertions: "Assertions"
        default: ""
        }
    }

    /// The text of an empty table; nil for a table that shows more than its rows.
    var emptyText: String? {
        switch self {
        case .params: "No parameters in the URL"
        case .form: "No fields in the form"
        case .parts: "No parts in the body"
        default: nil
        }
    }

    /// The file name suffix of its text, from which an external editor knows the language.
    var fileSuffix: String {
        switch self {
        case .json, .graphqlVariables: ".json"
        case .xml: ".xml"
        case .graphql: ".graphql"
        case .scriptBefore, .scriptAfter: ".js"
        case .docs: ".md"
        case .document: ".http"
        default: ".txt"
        }
    }

    /// All sections that are texts.
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

    /// The sections of a kind of body.
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

extension RequestState {
    /// The columns and abilities of a section's table or form.
    func shape(of section: RequestSection) -> TableShape {
        switch section {
        case .params: pairs("Add a parameter", .parameters)
        case .headers: pairs("Add a header", .headers)
        case .form: pairs("Add a field", .parameters)
        case .variables: pairs("Add a variable", .parameters)
        case .tags:
            TableShape(columns: [TableColumn("", placeholder: "a word")], hasCheckboxes: false, addTitle: "Add a tag", text: .parameters)
        case .parts:
            TableShape(
                columns: [
                    Self.name, TableColumn("Value or @file", width: .share(3), placeholder: "text, or @path", role: .headerValue),
                    TableColumn("Content type", width: .share(2), placeholder: "from file name"),
                    TableColumn("File name", width: .share(2), placeholder: "from path"),
                    TableColumn("Headers", width: .share(2), placeholder: "X-Name: value"),
                ], addTitle: "Add a part", text: .parameters)
        case .captures:
            TableShape(
                columns: [
                    TableColumn("Variable", width: .share(2), role: .headerName),
                    TableColumn("From", width: .share(1), placeholder: "body", showsPlaceholder: true),
                    TableColumn("Query", width: .share(3), placeholder: ".id   $.id   //id   regex:id=(\\d+)", role: .headerValue),
                    TableColumn("Secret", width: .share(1), placeholder: "by name"),
                ], addTitle: "Add a capture", text: .parameters)
        case .assertions:
            TableShape(
                columns: [
                    TableColumn("Subject", width: .share(3), placeholder: "status, body .id", role: .headerName),
                    TableColumn("Comparison", width: .share(2), placeholder: "equals", showsPlaceholder: true),
                    TableColumn("Value", width: .share(2), placeholder: "JSON or text", role: .headerValue),
                ], addTitle: "Add an assertion", text: .parameters)
        default: .form(labelColumns: 20)
        }
    }

    private static let name = TableColumn("Name", width: .share(2), role: .headerName)

    private func pairs(_ addTitle: String, _ text: TableText) -> TableShape {
        let value = TableColumn("Value", width: .share(3), role: .headerValue)
        return TableShape(columns: [Self.name, value], addTitle: addTitle, text: text)
    }
}
