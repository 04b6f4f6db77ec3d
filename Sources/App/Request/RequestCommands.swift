import Widgets
import Workspace

/// The commands of the request pane.
enum RequestCommands {
    static let all: [Command<RequestCommandState, RequestMessage>] = looking + kinds + rows + texts + sending + files

    private static let looking: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.edit", "Edit", label: "edit", synonyms: ["change", "insert", "type"], keys: ["e", "enter"], scope: .request,
            group: .edit,
            footer: 90,
            sends: .edit),
        Command(
            "request.nextTab", "Go to the next tab", synonyms: ["right", "section"], keys: ["]"], scope: .request, group: .view,
            sends: .nextTab),
        Command(
            "request.previousTab", "Go to the previous tab", label: "tabs", synonyms: ["left", "section"], keys: ["["], scope: .request,
            group: .view,
            footer: 40,
            sends: .previousTab),
        Command(
            "request.explain", "Explain under cursor", label: "explain", synonyms: ["variable", "value", "hover", "tooltip"], keys: ["i"],
            scope: .request, group: .view,
            sends: .explain),
        Command(
            "request.defineVariable", "Define missing variable", synonyms: ["undefined", "add variable", "unresolved"], keys: [],
            scope: .request, group: .edit,
            disabled: { RequestIssues.missingNames($0.request, $0.context).isEmpty ? "all variables are defined" : nil },
            sends: .define(nil)),
        Command(
            "request.undo", "Undo", label: "undo", synonyms: ["revert", "restore"], keys: ["u"], scope: .request, group: .edit,
            disabled: { $0.request.canUndo ? nil : "nothing to undo" }, sends: .undo),
        Command(
            "request.redo", "Redo", synonyms: ["again", "repeat"], keys: ["U"], scope: .request, group: .edit,
            disabled: { $0.request.canRedo ? nil : "nothing to redo" }, sends: .redo),
    ]

    private static let kinds: [Command<RequestCommandState, RequestMessage>] =
        [
            Command(
                "request.method", "Choose method", label: "method", synonyms: ["GET", "POST", "PUT", "PATCH", "DELETE", "verb"],
                keys: ["m"], scope: .request,
                group: .edit, footer: 80,
                sends: .kind(.pickMethod)),
            Command(
                "request.bodyKind", "Choose body type", label: "body",
                synonyms: [
                    "json", "xml", "graphql", "form data", "urlencoded", "multipart", "upload file", "attach file", "binary", "raw",
                    "content type",
                ], keys: ["b"],
                scope: .request, group: .edit, footer: 70,
                sends: .kind(.pickBody)),
            Command(
                "request.authKind", "Choose authentication", label: "auth",
                synonyms: ["auth", "bearer", "basic", "oauth", "api key", "jwt", "digest", "aws", "login", "token"],
                keys: ["A"], scope: .request, group: .edit,
                footer: 42,
                sends: .kind(.pickAuth)),
        ] + tabs

    private static let tabs: [Command<RequestCommandState, RequestMessage>] =
        [
            (RequestTab.params, ["Q"], "parameters", ["query", "path", "add parameter"]),
            (.headers, ["H"], "request headers", ["add header", "user agent", "content type"]),
            (.body, [], "request body", ["payload", "data"]), (.auth, [], "authentication", ["token", "password", "login"]),
            (
                .options, ["O"], "options and variables",
                ["timeout", "proxy", "TLS", "SSL verification", "certificate", "follow redirects", "HTTP version", "retry", "cache"]
            ), (.tests, ["T"], "tests", ["captures", "assertions", "add test"]),
            (.scripts, [], "scripts", ["pre-request script", "before", "after", "javascript"]),
            (.docs, [], "docs and tags", ["notes", "description", "documentation"]),
            (.text, ["X"], "request as text", ["http file", "source", "raw"]),
        ].map { tab, keys, name, synonyms in
            Command(
                "request.tab.\(tab.rawValue)", "Show \(name)", synonyms: synonyms, keys: keys, scope: .request, group: .view,
                sends: .selectTab(tab))
        } + [
            Command(
                "request.variables", "Go to request variables", synonyms: ["variables", "set variable", "local"], keys: ["v"],
                scope: .request, group: .view,
                sends: .showVariables)
        ]

    private static let rows: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.toggleRow", "Toggle row", label: "on/off", synonyms: ["enable", "disable", "switch", "checkbox"], keys: ["space"],
            scope: .request,
            group: .edit, disabled: noRows, sends: .row(.toggle)),
        Command(
            "request.addRow", "Add row", label: "add",
            synonyms: ["new header", "new parameter", "add header", "add parameter", "add test", "insert"], keys: ["a"], scope: .request,
            group: .edit, footer: 65, disabled: noTable,
            sends: .row(.add)),
        Command(
            "request.deleteRow", "Delete row", label: "delete", synonyms: ["remove header", "remove parameter", "drop"], keys: ["d"],
            scope: .request, group: .edit, footer: 45,
            disabled: noRow, sends: .row(.delete)),
        Command(
            "request.duplicateRow", "Duplicate row", synonyms: ["copy", "clone"], keys: ["D"], scope: .request, group: .edit,
            disabled: noRow,
            sends: .row(.duplicate)),
        Command(
            "request.moveRowDown", "Move row down", synonyms: ["reorder", "order"], keys: ["J"], scope: .request, group: .edit,
            disabled: noRow,
            sends: .row(.move(1))),
        Command(
            "request.moveRowUp", "Move row up", synonyms: ["reorder", "order"], keys: ["K"], scope: .request, group: .edit,
            disabled: noRow,
            sends: .row(.move(-1))),
        Command(
            "request.editRowsAsText", "Edit rows as text", label: "as text", synonyms: ["bulk edit", "paste headers", "raw"], keys: ["B"],
            scope: .request,
            group: .edit, disabled: noPairs, sends: .row(.editAsText)),
    ]

    private static let texts: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.format", "Format body", label: "format", synonyms: ["pretty print", "prettify", "beautify", "indent", "json", "xml"],
            keys: ["="],
            scope: .request, group: .edit, disabled: noFormat,
            sends: .text(.format)),
        Command(
            "request.validate", "Validate body", synonyms: ["check", "lint", "syntax", "well-formed"], keys: ["V"], scope: .request,
            group: .edit,
            disabled: noFormat,
            sends: .text(.validate)),
        Command(
            "request.find", "Find in text", label: "find", synonyms: ["search", "look for"], keys: ["/", "ctrl+f"], scope: .request,
            group: .edit,
            disabled: noText,
            sends: .text(.find)),
        Command(
            "request.findNext", "Find next", synonyms: ["search", "match"], keys: ["n"], scope: .request, group: .edit, disabled: noText,
            sends: .text(.findAgain(1))),
        Command(
            "request.findPrevious", "Find previous", synonyms: ["search", "match"], keys: ["N"], scope: .request, group: .edit,
            disabled: noText,
            sends: .text(.findAgain(-1))),
        Command(
            "request.replace", "Find and replace", synonyms: ["search", "substitute"], keys: ["r"], scope: .request, group: .edit,
            disabled: noText,
            sends: .text(.replace)),
        Command(
            "request.replaceOne", "Replace this match", synonyms: ["substitute", "search"], keys: [], scope: .request, group: .edit,
            disabled: notReplacing,
            sends: .text(.replaceFound(all: false))),
        Command(
            "request.replaceAll", "Replace all", synonyms: ["substitute", "search"], keys: [], scope: .request, group: .edit,
            disabled: notReplacing,
            sends: .text(.replaceFound(all: true))),
        Command(
            "request.openEditor", "Open in external editor", synonyms: ["vim", "nano", "EDITOR", "vscode"], keys: ["f4"],
            scope: .everywhere, group: .edit,
            disabled: { state in
                state.request.sections.contains { $0.area != nil } ? nil : "this tab has no text"
            }, sends: .text(.openEditor)),
    ]

    private static let sending: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.preview", "Preview request", label: "preview", synonyms: ["will be sent", "dry run", "inspect", "resolved"],
            keys: ["f7"], scope: .everywhere, group: .send, footer: 30,
            sends: .submit(.preview)),
        Command(
            "request.copyAsMaskedCurl", "Copy as curl, masked", synonyms: ["export", "command", "without secrets"], keys: ["y C"],
            scope: .request,
            group: .send,
            sends: .submit(.copy(withSecrets: false))),
        Command(
            "request.copyAsCurl", "Copy as curl", synonyms: ["export", "command", "with secrets"], keys: ["y c"],
            scope: .request,
            group: .send, sends: .submit(.copy(withSecrets: true))),
        Command(
            "request.showProblem", "Go to the next problem", synonyms: ["error", "issue", "invalid"], keys: ["g p"], scope: .request,
            group: .send,
            sends: .showIssue),
        Command(
            "request.logOut", "Log out", synonyms: ["logout", "oauth", "forget tokens", "sign out"], keys: ["g o"], scope: .request,
            group: .send,
            disabled: noLogin, sends: .submit(.logOut)),
    ]

    private static let files: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.rename", "Rename request", label: "rename", synonyms: ["name", "title"], keys: ["f2"], scope: .everywhere,
            group: .file,
            sends: .file(.rename))
    ]

    @Sendable
    private static func noRows(_ state: RequestCommandState) -> String? {
        state.request.currentRows != nil ? nil : "the cursor is not in a table"
    }

    @Sendable
    private static func noTable(_ state: RequestCommandState) -> String? {
        guard let section = state.request.shownSection, section.rows != nil else { return "this tab has no table" }
        return section.isForm ? "the rows of a form are fixed" : nil
    }

    @Sendable
    private static func noRow(_ state: RequestCommandState) -> String? {
        if let reason = noRows(state) ?? noTable(state) { return reason }
        guard let rows = state.request.currentRows.map({ state.request[keyPath: $0] }) else { return nil }
        if rows.rows.indices.contains(rows.table.selected) { return nil }
        return rows.table.selected > rows.rows.count ? "this header is added when sending" : "there is no row under the cursor"
    }

    @Sendable
    private static func noPairs(_ state: RequestCommandState) -> String? {
        guard let section = state.request.shownSection, section.rows != nil else { return "this tab has no table" }
        return RequestSection.pairs.contains(section) ? nil : "this table cannot be edited as text here; use the Text tab"
    }

    @Sendable
    private static func noLogin(_ state: RequestCommandState) -> String? {
        let own = state.request.base.auth.kind
        let kind = own == .inherit ? state.context.inheritedAuth?.kind ?? .none : own
        return kind == .oauth2 ? nil : "the request's authentication is not OAuth 2.0"
    }

    @Sendable
    private static func noText(_ state: RequestCommandState) -> String? {
        state.request.currentArea != nil ? nil : "the cursor is not in a text field"
    }

    @Sendable
    private static func notReplacing(_ state: RequestCommandState) -> String? {
        state.request.currentArea.map { state.request[keyPath: $0].isReplacing } == true
            ? nil : "no replacement text: \(state.context.keys.shown("request.replace") ?? "r") sets it"
    }

    @Sendable
    private static func noFormat(_ state: RequestCommandState) -> String? {
        let sections = [state.request.section].compactMap { $0 } + RequestSection.shown(on: .body, of: state.request)
        return sections.contains { [.json, .xml, .graphqlVariables].contains($0) } ? nil : "there is no JSON or XML"
    }
}
