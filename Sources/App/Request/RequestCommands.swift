import Engine
import Widgets
import Workspace

/// The commands of the request pane.
enum RequestCommands {
    static let all: [Command<RequestCommandState, RequestMessage>] = looking + kinds + newRows + rows + texts + sending + files

    private static let looking: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.edit", "Edit", label: "edit", ["e", "enter"], .request, .edit, synonyms: ["change", "insert", "type"], footer: 90,
            sends: .edit),
        Command("request.nextTab", "Go to the next tab", ["]"], .request, .view, synonyms: ["right", "section"], sends: .nextTab),
        Command(
            "request.previousTab", "Go to the previous tab", label: "tabs", ["["], .request, .view, synonyms: ["left", "section"],
            footer: 40, sends: .previousTab),
        Command(
            "request.explain", "Explain under cursor", label: "explain", ["i"], .request, .view,
            synonyms: ["variable", "value", "hover", "tooltip"], sends: .explain),
        Command(
            "request.defineVariable", "Define missing variable", [], .request, .edit,
            synonyms: ["undefined", "add variable", "unresolved"],
            disabled: { RequestIssues.missingNames($0.request, $0.context).isEmpty ? "all variables are defined" : nil },
            sends: .define(nil)),
        Command(
            "request.undo", "Undo", label: "undo", ["u"], .request, .edit, synonyms: ["revert", "restore"],
            disabled: { $0.request.canUndo ? nil : "nothing to undo" }, sends: .undo),
        Command(
            "request.redo", "Redo", ["U"], .request, .edit, synonyms: ["again", "repeat"],
            disabled: { $0.request.canRedo ? nil : "nothing to redo" }, sends: .redo),
    ]

    private static let kinds: [Command<RequestCommandState, RequestMessage>] =
        [
            Command(
                "request.method", "Choose method", label: "method", ["m"], .request, .edit,
                synonyms: ["GET", "POST", "PUT", "PATCH", "DELETE", "verb"], footer: 80, sends: .kind(.pickMethod)),
            Command(
                "request.bodyKind", "Choose body type", label: "body", ["b"], .request, .edit,
                synonyms: [
                    "json", "xml", "graphql", "form data", "x-www-form-urlencoded", "urlencoded", "multipart", "upload file",
                    "attach file", "binary", "raw", "content type",
                ], footer: 70, sends: .kind(.pickBody)),
            Command(
                "request.authKind", "Choose authentication", label: "auth", ["A"], .request, .edit,
                synonyms: [
                    "auth", "authorization", "bearer", "basic", "oauth", "api key", "jwt", "digest", "aws", "ntlm", "login", "token",
                    "client credentials", "new access token",
                ], footer: 42, sends: .kind(.pickAuth)),
        ] + tabs

    private static let tabs: [Command<RequestCommandState, RequestMessage>] =
        [
            (RequestTab.params, ["Q"], "parameters", ["query", "path variables", "path parameters"]),
            (.headers, ["H"], "request headers", ["user agent", "content type"]),
            (.body, [], "request body", ["payload", "data"]), (.auth, [], "authentication", ["token", "password", "login"]),
            (
                .options, ["O"], "options and variables",
                ["timeout", "proxy", "TLS", "SSL verification", "certificate", "follow redirects", "HTTP version", "retry", "cache"]
            ), (.tests, ["T"], "tests", ["captures", "assertions"]),
            (.scripts, [], "scripts", ["pre-request script", "before", "after", "javascript"]),
            (.docs, [], "docs and tags", ["notes", "description", "documentation"]),
            (.text, ["X"], "request as text", ["http file", "source", "raw"]),
        ].map { tab, keys, name, synonyms in
            Command("request.tab.\(tab.rawValue)", "Show \(name)", keys, .request, .view, synonyms: synonyms, sends: .selectTab(tab))
        } + [
            Command(
                "request.variables", "Go to request variables", ["v"], .request, .view, synonyms: ["variables", "set variable", "local"],
                sends: .showVariables)
        ]

    private static let newRows: [Command<RequestCommandState, RequestMessage>] = [
        (RequestSection.params, "parameter", ["query"]), (.headers, "header", ["custom header"]), (.captures, "capture", ["save value"]),
        (.assertions, "assertion", ["test", "check", "schema"]), (.variables, "request variable", ["variable"]),
    ].map { section, name, synonyms in
        Command(
            "request.add.\(section.rawValue)", "Add \(name)", [], .request, .edit,
            synonyms: ["new \(name)"] + synonyms.flatMap { ["add \($0)", "new \($0)"] }, sends: .row(.addTo(section)))
    }

    private static let rows: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.toggleRow", "Toggle row", label: "on/off", ["space"], .request, .edit,
            synonyms: ["enable", "disable", "switch", "checkbox"], disabled: noRows, sends: .row(.toggle)),
        Command(
            "request.addRow", "Add row", label: "add", ["a"], .request, .edit,
            synonyms: ["new row", "insert"], footer: 65, disabled: noTable, sends: .row(.add)),
        Command(
            "request.deleteRow", "Delete row", label: "delete", ["d"], .request, .edit,
            synonyms: ["remove header", "remove parameter", "drop"], footer: 45, disabled: noRow, sends: .row(.delete)),
        Command(
            "request.duplicateRow", "Duplicate row", ["D"], .request, .edit, synonyms: ["copy row", "clone"], disabled: noRow,
            sends: .row(.duplicate)),
        Command(
            "request.moveRowDown", "Move row down", ["J"], .request, .edit, synonyms: ["reorder rows", "order"], disabled: noRow,
            sends: .row(.move(1))),
        Command(
            "request.moveRowUp", "Move row up", ["K"], .request, .edit, synonyms: ["reorder rows", "order"], disabled: noRow,
            sends: .row(.move(-1))),
        Command(
            "request.editRowsAsText", "Edit rows as text", label: "as text", ["B"], .request, .edit,
            synonyms: ["bulk edit", "paste headers", "raw"], disabled: noPairs, sends: .row(.editAsText)),
    ]

    private static let texts: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.format", "Format body", label: "format", ["="], .request, .edit,
            synonyms: ["pretty print", "prettify", "beautify", "indent", "json", "xml"], disabled: noFormat, sends: .text(.format)),
        Command(
            "request.validate", "Validate body", ["V"], .request, .edit, synonyms: ["check", "lint", "syntax", "well-formed"],
            disabled: noFormat, sends: .text(.validate)),
        Command(
            "request.find", "Find in text or table", label: "find", ["/", "ctrl+f"], .request, .edit,
            synonyms: ["search", "look for", "option", "go to row"], disabled: noSearch, sends: .text(.find)),
        Command(
            "request.findNext", "Find next", ["n"], .request, .edit, synonyms: ["next match", "match"], disabled: noText,
            sends: .text(.findAgain(1))),
        Command(
            "request.findPrevious", "Find previous", ["N"], .request, .edit, synonyms: ["previous match", "match"], disabled: noText,
            sends: .text(.findAgain(-1))),
        Command(
            "request.replace", "Find and replace", ["r"], .request, .edit, synonyms: ["search and replace", "substitute"], disabled: noText,
            sends: .text(.replace)),
        Command(
            "request.replaceOne", "Replace this match", [], .request, .edit, synonyms: ["substitute", "replace one"],
            disabled: notReplacing,
            sends: .text(.replaceFound(all: false))),
        Command(
            "request.replaceAll", "Replace all", [], .request, .edit, synonyms: ["substitute", "replace every match"],
            disabled: notReplacing,
            sends: .text(.replaceFound(all: true))),
        Command(
            "request.openEditor", "Open in external editor", ["f4"], .everywhere, .edit, synonyms: ["vim", "nano", "EDITOR", "vscode"],
            disabled: { state in
                state.request.sections.contains { $0.area != nil } ? nil : "this tab has no text"
            }, sends: .text(.openEditor)),
    ]

    private static let sending: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.preview", "Preview request", label: "preview", ["f7"], .everywhere, .send,
            synonyms: ["will be sent", "dry run", "inspect", "resolved"], footer: 30, sends: .submit(.preview)),
        Command(
            "request.copyAsMaskedCurl", "Copy as curl, masked", ["y C"], .request, .send,
            synonyms: ["export", "command", "without secrets"], sends: .submit(.copy(withSecrets: false))),
        Command(
            "request.copyAsCurl", "Copy as curl", ["y c"], .request, .send, synonyms: ["export", "command", "with secrets"],
            sends: .submit(.copy(withSecrets: true))),
        Command(
            "request.showProblem", "Go to the next problem", ["g p"], .request, .send, synonyms: ["error", "issue", "invalid"],
            sends: .showIssue),
        Command(
            "request.logOut", "Log out", ["g o"], .request, .send, synonyms: ["logout", "oauth", "forget tokens", "sign out"],
            disabled: noLogin, sends: .submit(.logOut)),
    ]

    private static let files: [Command<RequestCommandState, RequestMessage>] = [
        Command(
            "request.rename", "Rename request", label: "rename", ["f2"], .everywhere, .file, synonyms: ["name", "title"],
            sends: .file(.rename))
    ]

    private static func noRows(_ state: RequestCommandState) -> String? {
        state.request.currentRows != nil ? nil : "the cursor is not in a table"
    }

    private static func noTable(_ state: RequestCommandState) -> String? {
        guard let section = state.request.shownSection, section.rows != nil else { return "this tab has no table" }
        return section.isForm ? "the rows of a form are fixed" : nil
    }

    private static func noRow(_ state: RequestCommandState) -> String? {
        if let reason = noRows(state) ?? noTable(state) { return reason }
        guard let rows = state.request.currentRows.map({ state.request[keyPath: $0] }) else { return nil }
        if rows.rows.indices.contains(rows.table.selected) { return nil }
        return rows.table.selected > rows.rows.count
            ? "this header is added when sending; Enter replaces it" : "there is no row under the cursor"
    }

    private static func noPairs(_ state: RequestCommandState) -> String? {
        guard let section = state.request.shownSection, section.rows != nil else { return "this tab has no table" }
        return RequestSection.pairs.contains(section) ? nil : "this table cannot be edited as text here; use the Text tab"
    }

    private static func noLogin(_ state: RequestCommandState) -> String? {
        let requestKind = state.request.base.auth.kind
        let kind = requestKind == .inherit ? state.context.inheritedAuth?.kind ?? .none : requestKind
        return kind == .oauth2 ? nil : "the request's authentication is not OAuth 2.0"
    }

    private static func noSearch(_ state: RequestCommandState) -> String? {
        state.request.section == nil ? "the cursor is not in a text field or a table" : nil
    }

    private static func noText(_ state: RequestCommandState) -> String? {
        state.request.currentArea != nil ? nil : "the cursor is not in a text field"
    }

    private static func notReplacing(_ state: RequestCommandState) -> String? {
        state.request.currentArea.map { state.request[keyPath: $0].isReplacing } == true
            ? nil : "no replacement text: \(state.context.keys.shown("request.replace") ?? "r") sets it"
    }

    private static func noFormat(_ state: RequestCommandState) -> String? {
        let sections = [state.request.section].compactMap { $0 } + RequestSection.shown(on: .body, of: state.request)
        return sections.contains { [.json, .xml, .graphqlVariables].contains($0) } ? nil : "there is no JSON or XML"
    }
}
