import Document
/// What can be done with the answer.
enum ResponseCommands {
    static let all: [AppCommand] =
        [
            AppCommand("response.nextTab", "Next tab", keys: ["]"], scope: .response, group: .view, sends: .response(.nextTab)),
            AppCommand(
                "response.previousTab", "Previous tab", label: "tabs", keys: ["["], scope: .response, group: .view, footer: 80,
                sends: .response(.previousTab)),
            AppCommand(
                "response.search", "Search in what the tab shows", label: "search", keys: ["/", "ctrl+f"], scope: .response, group: .view,
                footer: 75,
                disabled: nothingToSearch, sends: .response(.startSearch)),
            AppCommand(
                "response.nextMatch", "Next match", keys: ["n"], scope: .response, group: .view, disabled: noSearch,
                sends: .response(.nextMatch)),
            AppCommand(
                "response.previousMatch", "Match before", keys: ["N"], scope: .response, group: .view, disabled: noSearch,
                sends: .response(.previousMatch)),
            AppCommand(
                "response.toggleRegularExpression", "Search for a regular expression, or for text again", keys: [], scope: .response,
                group: .view, disabled: noSearch, sends: .response(.toggleRegularExpression)),
            AppCommand(
                "response.closeSearch", "Close the search", keys: [], scope: .response, group: .view, disabled: noSearch,
                sends: .response(.closeSearch)),
            AppCommand(
                "response.goToLine", "Go to a line, or to a share such as 50%", keys: ["g l"], scope: .response, group: .view,
                disabled: noBody, sends: .response(.startGoing)),
            AppCommand(
                "response.nextForm", "Show the body pretty, raw, in hexadecimal, as a table", label: "view", keys: ["t"], scope: .response,
                group: .view,
                footer: 70, disabled: noBody, sends: .response(.nextForm)),
            AppCommand(
                "response.wrap", "Wrap long lines, or cut them off", label: "wrap", keys: ["w"], scope: .response, group: .view,
                disabled: { BodyWrapping.reason($0) }, sends: .response(.toggleWrap)),
            AppCommand(
                "response.parts", "Parts of a multipart body, lines of JSON lines", keys: ["M"], scope: .response, group: .view,
                disabled: { $0.response.viewer.body == nil ? "there is no body" : BodyParts.reason($0) }, sends: .response(.listParts)),
            AppCommand(
                "response.sortColumn", "Sort the table by the column: up, down, not at all", keys: ["S"], scope: .response, group: .view,
                disabled: noTable, sends: .response(.sortColumn)),
            AppCommand(
                "response.hideColumn", "Hide the column", keys: ["H"], scope: .response, group: .view, disabled: noTable,
                sends: .response(.hideColumn)),
            AppCommand(
                "response.showColumns", "Show all columns", keys: ["A"], scope: .response, group: .view, disabled: noTable,
                sends: .response(.showColumns)),
            AppCommand(
                "response.query", "Ask the body in jq, JSONPath, XPath or a command", label: "query", keys: ["|"], scope: .response,
                group: .view, footer: 74, disabled: noBody, sends: .response(.startQuery)),
            AppCommand(
                "response.pickQuery", "Choose a query that was asked before", keys: ["g |"], scope: .response, group: .view,
                disabled: { noBody($0) ?? ($0.queries.isEmpty ? "nothing was asked yet" : nil) }, sends: .response(.pickQuery)),
            AppCommand(
                "response.closeQuery", "Close the query and its result", keys: ["backspace"], scope: .response, group: .view,
                disabled: noQuery, sends: .response(.closeQuery)),
            AppCommand(
                "response.chooseReading", "Read the body as another kind, or in another character set", keys: ["T"], scope: .response,
                group: .view, disabled: noBody, sends: .response(.chooseReading)),
            AppCommand(
                "response.showProblem", "Go to what is wrong in the body", keys: ["g p"], scope: .response, group: .view,
                disabled: noProblem, sends: .response(.showProblem)),
            AppCommand(
                "response.save", "Save what is shown to a file", label: "save", keys: ["s"], scope: .response, group: .file, footer: 55,
                disabled: noBody, sends: .response(.startSaving)),
            AppCommand(
                "response.saveValue", "Save the value under the cursor to a file", keys: ["g s"], scope: .response, group: .file,
                disabled: noBody, sends: .response(.startSavingValue)),
            AppCommand(
                "response.openOutside", "Open the body in the program for its kind", label: "open", keys: ["o"], scope: .response,
                group: .file, footer: 50, disabled: noBody, sends: .response(.openOutside)),
            AppCommand(
                "response.openPager", "Open the body in the pager", keys: ["f3"], scope: .everywhere, group: .file, disabled: noBody,
                sends: .response(.openPager)),
            AppCommand(
                "response.openEditor", "Open a copy of the body in the editor", keys: ["f4"], scope: .response, group: .file,
                disabled: noBody, sends: .response(.openEditor)),
            AppCommand(
                "response.copyBody", "Copy the body", label: "copy", keys: ["y b"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyBody)),
            AppCommand(
                "response.copyHeaders", "Copy the headers", keys: ["y h"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyHeaders)),
            AppCommand(
                "response.copyURL", "Copy the URL", keys: ["y u"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyURL)),
            AppCommand(
                "response.copyAsCurl", "Copy what was sent as a curl command", keys: ["y c"], scope: .response, group: .copy,
                disabled: notOver, sends: .response(.copyAsCurl)),
            AppCommand(
                "response.pin", "Pin in the history, so that it stays", keys: ["P"], scope: .response, group: .edit, disabled: notOver,
                sends: .response(.togglePin)),
            AppCommand(
                "response.toggleFold", "Fold or unfold what begins here", label: "fold", keys: ["space", "enter"], scope: .response,
                group: .view, footer: 65, disabled: notShown, sends: .response(.toggleFold)),
            AppCommand(
                "response.foldIn", "Fold, or go to what surrounds this", keys: ["h"], scope: .response, group: .view, disabled: notShown,
                sends: .response(.foldIn)),
            AppCommand(
                "response.foldOut", "Unfold", keys: ["l"], scope: .response, group: .view, disabled: notShown, sends: .response(.foldOut)),
            AppCommand(
                "response.foldAll", "Collapse all", keys: ["C"], scope: .response, group: .view, disabled: noAnswer,
                sends: .response(.foldTo(level: 1))),
            AppCommand(
                "response.unfoldAll", "Expand all", keys: ["E"], scope: .response, group: .view, disabled: noAnswer,
                sends: .response(.unfoldAll)),
            AppCommand(
                "response.copyKey", "Copy the key", keys: ["y k"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyKey)),
            AppCommand(
                "response.copyJSONPath", "Copy the path, as JSONPath writes it", keys: ["y j"], scope: .response, group: .copy,
                disabled: noAnswer, sends: .response(.copyJSONPath)),
            AppCommand(
                "response.copyPath", "Copy the path, as jq writes it", keys: ["y p"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyPath)),
            AppCommand(
                "response.copyLine", "Copy the value, or the line", keys: ["y y"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyLine)),
            AppCommand(
                "response.replay", "Send the request of the answer again, as it was sent", label: "replay", keys: ["R"], scope: .response,
                group: .send, footer: 60,
                disabled: notOver, sends: .response(.replay)),
        ] + levels + tabs

    private static let tabs = ResponseTab.allCases.map { tab in
        AppCommand(
            "response.tab.\(tab.rawValue)", "Show the answer's \(tab.name)", keys: [], scope: .response, group: .view,
            sends: .response(.selectTab(tab)))
    }

    private static let levels = (2...6).map { level in
        AppCommand(
            "response.foldTo\(level)", "Collapse to level \(level)", keys: ["g \(level)"], scope: .response, group: .view,
            disabled: noAnswer, sends: .response(.foldTo(level: level)))
    }

    @Sendable
    private static func noAnswer(_ state: AppState) -> String? {
        state.response.answer == nil ? "there is no answer" : nil
    }

    @Sendable
    private static func nothingToSearch(_ state: AppState) -> String? {
        state.response.tab == .body ? noAnswer(state) : state.response.showsLines ? nil : "there are no lines"
    }

    @Sendable
    private static func noBody(_ state: AppState) -> String? {
        state.response.viewer.body == nil || state.response.hasEmptyBody ? "there is no body" : nil
    }

    /// What moves as well as folds is for what is seen.
    @Sendable
    private static func notShown(_ state: AppState) -> String? {
        noBody(state) ?? (state.response.tab == .body ? nil : "the body is not shown")
    }

    @Sendable
    private static func noTable(_ state: AppState) -> String? {
        state.response.shown.table == nil
            ? "the body is not shown as a table; \(state.keymap.shownKey(of: "response.nextForm") ?? "t") does" : nil
    }

    @Sendable
    private static func noQuery(_ state: AppState) -> String? {
        state.response.query == nil ? "nothing is asked" : nil
    }

    @Sendable
    private static func noProblem(_ state: AppState) -> String? {
        state.response.shown.body?.document.problem == nil ? "nothing is wrong in it, as far as it was looked at" : nil
    }

    @Sendable
    private static func noSearch(_ state: AppState) -> String? {
        state.response.search == nil ? "nothing is searched for" : nil
    }

    @Sendable
    private static func notOver(_ state: AppState) -> String? {
        state.response.exchange == nil ? "nothing has been sent" : nil
    }
}
