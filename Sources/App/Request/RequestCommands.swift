import Widgets
import Workspace

/// The commands of the request pane.
enum RequestCommands {
    static let all: [AppCommand] = looking + kinds + rows + texts + sending + files

    private static let looking: [AppCommand] = [
        AppCommand(
            "request.edit", "Edit what is under the cursor", label: "edit", keys: ["e", "enter"], scope: .request, group: .edit, footer: 90,
            sends: .request(.edit)),
        AppCommand("request.nextTab", "Next tab", keys: ["]"], scope: .request, group: .view, sends: .request(.nextTab)),
        AppCommand(
            "request.previousTab", "Previous tab", label: "tabs", keys: ["["], scope: .request, group: .view, footer: 40,
            sends: .request(.previousTab)),
        AppCommand(
            "request.explain", "Explain what is under the cursor", label: "explain", keys: ["i"], scope: .request, group: .view,
            sends: .request(.explain)),
        AppCommand(
            "request.undo", "Undo the last change of the request", label: "undo", keys: ["u"], scope: .request, group: .edit,
            sends: .request(.undo)),
        AppCommand("request.redo", "Redo it", keys: ["U"], scope: .request, group: .edit, sends: .request(.redo)),
    ]

    private static let kinds: [AppCommand] =
        [
            AppCommand(
                "request.method", "Choose the method", label: "method", keys: ["m"], scope: .request, group: .edit, footer: 80,
                sends: .request(.pickMethod)),
            AppCommand(
                "request.bodyKind", "Choose the kind of body", label: "body", keys: ["b"], scope: .request, group: .edit, footer: 70,
                sends: .request(.pickBodyKind)),
            AppCommand(
                "request.authKind", "Choose the kind of authentication", label: "auth", keys: ["A"], scope: .request, group: .edit,
                footer: 42,
                sends: .request(.pickAuthKind)),
        ] + tabs

    private static let tabs: [AppCommand] =
        [
            (RequestTab.params, ["Q"], "parameters"), (.headers, ["H"], "headers"), (.body, [], "body"), (.auth, [], "authentication"),
            (.options, ["O"], "options and variables"), (.tests, ["T"], "captures and assertions"),
            (.scripts, [], "scripts, which are kept and not run"),
            (.docs, [], "docs and tags"),
            (.text, ["X"], "whole request as text"),
        ].map { tab, keys, name in
            AppCommand(
                "request.tab.\(tab.rawValue)", "Show the \(name)", keys: keys, scope: .request, group: .view,
                sends: .request(.selectTab(tab)))
        } + [
            AppCommand(
                "request.variables", "Go to the variables of the request", keys: ["v"], scope: .request, group: .view,
                sends: .request(.showVariables))
        ]

    private static let rows: [AppCommand] = [
        AppCommand(
            "request.toggleRow", "Switch the row on or off, or take its next choice", label: "on/off", keys: ["space"], scope: .request,
            group: .edit, disabled: noRows, sends: .request(.toggleRow)),
        AppCommand(
            "request.addRow", "Add a row", label: "add", keys: ["a"], scope: .request, group: .edit, footer: 65, disabled: noTable,
            sends: .request(.addRow)),
        AppCommand(
            "request.deleteRow", "Delete the row", label: "delete", keys: ["d"], scope: .request, group: .edit, footer: 45,
            disabled: noRow, sends: .request(.deleteRow)),
        AppCommand(
            "request.duplicateRow", "Duplicate the row", keys: ["D"], scope: .request, group: .edit, disabled: noRow,
            sends: .request(.duplicateRow)),
        AppCommand(
            "request.moveRowDown", "Move the row down", keys: ["J"], scope: .request, group: .edit, disabled: noRow,
            sends: .request(.moveRow(1))),
        AppCommand(
            "request.moveRowUp", "Move the row up; outside of tables explain the variable", keys: ["K"], scope: .request, group: .edit,
            sends: .request(.moveRow(-1))),
        AppCommand(
            "request.editRowsAsText", "Edit the table as lines of text", label: "as text", keys: ["B"], scope: .request,
            group: .edit, disabled: noPairs, sends: .request(.editRowsAsText)),
    ]

    private static let texts: [AppCommand] = [
        AppCommand(
            "request.format", "Format the JSON or XML", label: "format", keys: ["="], scope: .request, group: .edit, disabled: noFormat,
            sends: .request(.format)),
        AppCommand(
            "request.validate", "Look whether the JSON or XML is well-formed", keys: ["V"], scope: .request, group: .edit,
            disabled: noFormat,
            sends: .request(.validate)),
        AppCommand(
            "request.find", "Find in the text", label: "find", keys: ["/", "ctrl+f"], scope: .request, group: .edit, disabled: noText,
            sends: .request(.find)),
        AppCommand(
            "request.findNext", "Next place of what was looked for", keys: ["n"], scope: .request, group: .edit, disabled: noText,
            sends: .request(.findAgain(1))),
        AppCommand(
            "request.findPrevious", "Place before of what was looked for", keys: ["N"], scope: .request, group: .edit, disabled: noText,
            sends: .request(.findAgain(-1))),
        AppCommand(
            "request.replace", "Find and replace in the text", keys: ["r"], scope: .request, group: .edit, disabled: noText,
            sends: .request(.replace)),
        AppCommand(
            "request.replaceOne", "Replace the place that was found", keys: [], scope: .request, group: .edit, disabled: notReplacing,
            sends: .request(.replaceFound(all: false))),
        AppCommand(
            "request.replaceAll", "Replace all places that were found", keys: [], scope: .request, group: .edit, disabled: notReplacing,
            sends: .request(.replaceFound(all: true))),
        AppCommand(
            "request.openEditor", "Edit the text in the external editor", keys: ["f4"], scope: .everywhere, group: .edit,
            disabled: { state in
                state.request.sections.contains { $0.area != nil } ? nil : "the tab has no text"
            }, sends: .request(.openEditor)),
    ]

    private static let sending: [AppCommand] = [
        AppCommand(
            "request.preview", "Show what will be sent", label: "will be sent", keys: ["f7"], scope: .everywhere, group: .send, footer: 30,
            sends: .request(.preview)),
        AppCommand(
            "request.copyAsCurl", "Copy the request as a curl command, secrets masked", keys: ["y c"], scope: .request, group: .send,
            sends: .request(.copyAsCurl(withSecrets: false))),
        AppCommand(
            "request.copyAsCurlWithSecrets", "Copy the request as a curl command, secrets included", keys: ["y C"], scope: .request,
            group: .send, sends: .request(.copyAsCurl(withSecrets: true))),
        AppCommand(
            "request.runTests", "Run captures and assertions on the answer that is shown", keys: ["t"], scope: .request, group: .send,
            sends: .request(.runTests)),
        AppCommand(
            "request.showFault", "Go to what keeps the request from being sent", keys: ["g p"], scope: .request, group: .send,
            sends: .request(.showFault)),
        AppCommand(
            "request.logOut", "Log out: forget the tokens of the request's login", keys: ["g o"], scope: .request, group: .send,
            disabled: noLogin, sends: .request(.logOut)),
        AppCommand(
            "request.forgetAnswers", "Ask again for secrets that were typed in", keys: [], scope: .everywhere, group: .send,
            sends: .request(.forgetAnswers)),
        AppCommand(
            "request.forgetCaptured", "Show the values that were captured from answers, to forget them", keys: [], scope: .everywhere,
            group: .send,
            disabled: { $0.workspace.captured(for: $0.request.place).isEmpty ? "nothing was captured for the collection" : nil },
            sends: .request(.captured(.show))),
    ]

    private static let files: [AppCommand] = [
        AppCommand(
            "request.rename", "Rename the request", label: "rename", keys: ["f2"], scope: .everywhere, group: .file,
            sends: .request(.rename))
    ]

    @Sendable
    private static func noRows(_ state: AppState) -> String? {
        state.request.currentRows != nil ? nil : "the cursor is in no table"
    }

    @Sendable
    private static func noTable(_ state: AppState) -> String? {
        guard let section = state.request.section, section.rows != nil else { return "the cursor is in no table" }
        return section.isForm ? "the rows of a form are given" : nil
    }

    @Sendable
    private static func noRow(_ state: AppState) -> String? {
        if let reason = noTable(state) { return reason }
        guard let rows = state.request.currentRows.map({ state.request[keyPath: $0] }) else { return nil }
        return rows.rows.indices.contains(rows.table.selected) ? nil : "there is no row under the cursor"
    }

    @Sendable
    private static func noPairs(_ state: AppState) -> String? {
        guard let section = state.request.section, section.rows != nil else { return "the cursor is in no table" }
        return RequestSection.pairs.contains(section) ? nil : "it is no table of names and values: the Text tab shows it"
    }

    @Sendable
    private static func noLogin(_ state: AppState) -> String? {
        let own = state.request.base.auth.kind
        let kind = own == .inherit ? state.workspace.inheritedAuth?.kind ?? .none : own
        return kind == .oauth2 ? nil : "the request's authentication is not OAuth 2"
    }

    @Sendable
    private static func noText(_ state: AppState) -> String? { state.request.currentArea != nil ? nil : "the cursor is in no text" }

    @Sendable
    private static func notReplacing(_ state: AppState) -> String? {
        state.request.currentArea.map { state.request[keyPath: $0].isReplacing } == true
            ? nil : "nothing is to be replaced: \(state.keymap.shownKey(of: "request.replace") ?? "r") asks for it"
    }

    @Sendable
    private static func noFormat(_ state: AppState) -> String? {
        let sections = [state.request.section].compactMap { $0 } + RequestSection.shown(on: .body, of: state.request)
        return sections.contains { [.json, .xml, .graphqlVariables].contains($0) } ? nil : "there is no JSON or XML"
    }
}
