import Document
/// What can be done with the answer.
enum ResponseCommands {
    static let all: [Command] =
        [
            Command("response.nextTab", "Next tab", keys: ["]"], scope: .response, group: .view, sends: .response(.nextTab)),
            Command(
                "response.previousTab", "Previous tab", label: "tabs", keys: ["["], scope: .response, group: .view, footer: 80,
                sends: .response(.previousTab)),
            Command(
                "response.search", "Search in what the tab shows", label: "search", keys: ["/", "ctrl+f"], scope: .response, group: .view,
                footer: 75,
                disabled: nothingToSearch, sends: .response(.startSearch)),
            Command(
                "response.nextMatch", "Next match", keys: ["n"], scope: .response, group: .view, disabled: noSearch,
                sends: .response(.nextMatch)),
            Command(
                "response.previousMatch", "Match before", keys: ["N"], scope: .response, group: .view, disabled: noSearch,
                sends: .response(.previousMatch)),
            Command(
                "response.toggleRegularExpression", "Search for a regular expression, or for text again", keys: [], scope: .response,
                group: .view, disabled: noSearch, sends: .response(.toggleRegularExpression)),
            Command(
                "response.closeSearch", "Close the search", keys: [], scope: .response, group: .view, disabled: noSearch,
                sends: .response(.closeSearch)),
            Command(
                "response.goToLine", "Go to a line, or to a share such as 50%", keys: ["g l"], scope: .response, group: .view,
                disabled: noBody, sends: .response(.startGoing)),
            Command(
                "response.nextForm", "Show the body pretty, raw, in hexadecimal, as a table", label: "view", keys: ["t"], scope: .response,
                group: .view,
                footer: 70, disabled: noBody, sends: .response(.nextForm)),
            Command(
                "response.wrap", "Wrap long lines, or cut them off", label: "wrap", keys: ["w"], scope: .response, group: .view,
                disabled: { BodyWrapping.reason($0) }, sends: .response(.toggleWrap)),
            Command(
                "response.parts", "Parts of a multipart body, lines of JSON lines", keys: ["M"], scope: .response, group: .view,
                disabled: { $0.response.viewer.body == nil ? "there is no body" : BodyParts.reason($0) }, sends: .response(.listParts)),
            Command(
                "response.sortColumn", "Sort the table by the column: up, down, not at all", keys: ["S"], scope: .response, group: .view,
                disabled: noTable, sends: .response(.sortColumn)),
            Command(
                "response.hideColumn", "Hide the column", keys: ["H"], scope: .response, group: .view, disabled: noTable,
                sends: .response(.hideColumn)),
            Command(
                "response.showColumns", "Show all columns", keys: ["A"], scope: .response, group: .view, disabled: noTable,
                sends: .response(.showColumns)),
            Command(
                "response.query", "Ask the body in jq, JSONPath, XPath or a command", label: "query", keys: ["|"], scope: .response,
                group: .view, footer: 74, disabled: noBody, sends: .response(.startQuery)),
            Command(
                "response.pickQuery", "Choose a query that was asked before", keys: ["g |"], scope: .response, group: .view,
                disabled: { noBody($0) ?? ($0.queries.isEmpty ? "nothing was asked yet" : nil) }, sends: .response(.pickQuery)),
            Command(
                "response.closeQuery", "Close the query and its result", keys: ["backspace"], scope: .response, group: .view,
                disabled: noQuery, sends: .response(.closeQuery)),
            Command(
                "response.chooseReading", "Read the body as another kind, or in another character set", keys: ["T"], scope: .response,
                group: .view, disabled: noBody, sends: .response(.chooseReading)),
            Command(
                "response.showProblem", "Go to what is wrong in the body", keys: ["g p"], scope: .response, group: .view,
                disabled: noProblem, sends: .response(.showProblem)),
            Command(
                "response.save", "Save what is shown to a file", label: "save", keys: ["s"], scope: .response, group: .file, footer: 55,
                disabled: noBody, sends: .response(.startSaving)),
            Command(
                "response.saveValue", "Save the value under the cursor to a file", keys: ["g s"], scope: .response, group: .file,
                disabled: noBody, sends: .response(.startSavingValue)),
            Command(
                "response.openOutside", "Open the body in the program for its kind", label: "open", keys: ["o"], scope: .response,
                group: .file, footer: 50, disabled: noBody, sends: .response(.openOutside)),
            Command(
                "response.openPager", "Open the body in the pager", keys: ["f3"], scope: .everywhere, group: .file, disabled: noBody,
                sends: .response(.openPager)),
            Command(
                "response.openEditor", "Open a copy of the body in the editor", keys: ["f4"], scope: .response, group: .file,
                disabled: noBody, sends: .response(.openEditor)),
            Command(
                "response.copyBody", "Copy the body", label: "copy", keys: ["y b"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyBody)),
            Command(
                "response.copyHeaders", "Copy the headers", keys: ["y h"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyHeaders)),
            Command(
                "response.copyURL", "Copy the URL", keys: ["y u"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyURL)),
            Command(
                "response.copyAsCurl", "Copy what was sent as a curl command", keys: ["y c"], scope: .response, group: .copy,
                disabled: notOver, sends: .response(.copyAsCurl)),
            Command(
                "response.pin", "Pin in the history, so that it stays", keys: ["P"], scope: .response, group: .edit, disabled: notOver,
                sends: .response(.togglePin)),
            Command(
                "response.toggleFold", "Fold or unfold what begins here", label: "fold", keys: ["space", "enter"], scope: .response,
                group: .view, footer: 65, disabled: notShown, sends: .response(.toggleFold)),
            Command(
                "response.foldIn", "Fold, or go to what surrounds this", keys: ["h"], scope: .response, group: .view, disabled: notShown,
                sends: .response(.foldIn)),
            Command(
                "response.foldOut", "Unfold", keys: ["l"], scope: .response, group: .view, disabled: notShown, sends: .response(.foldOut)),
            Command(
                "response.foldAll", "Collapse all", keys: ["C"], scope: .response, group: .view, disabled: noAnswer,
                sends: .response(.foldTo(level: 1))),
            Command(
                "response.unfoldAll", "Expand all", keys: ["E"], scope: .response, group: .view, disabled: noAnswer,
                sends: .response(.unfoldAll)),
            Command(
                "response.copyKey", "Copy the key", keys: ["y k"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyKey)),
            Command(
                "response.copyJSONPath", "Copy the path, as JSONPath writes it", keys: ["y j"], scope: .response, group: .copy,
                disabled: noAnswer, sends: .response(.copyJSONPath)),
            Command(
                "response.copyPath", "Copy the path, as jq writes it", keys: ["y p"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyPath)),
            Command(
                "response.copyLine", "Copy the value, or the line", keys: ["y y"], scope: .response, group: .copy, disabled: noAnswer,
                sends: .response(.copyLine)),
            Command(
                "response.replay", "Send the request of the answer again, as it was sent", label: "replay", keys: ["R"], scope: .response,
                group: .send, footer: 60,
                disabled: notOver, sends: .response(.replay)),
        ] + levels + tabs

    private static let tabs = ResponseTab.allCases.map { tab in
        Command(
            "response.tab.\(tab.rawValue)", "Show the answer's \(tab.name)", keys: [], scope: .response, group: .view,
            sends: .response(.selectTab(tab)))
    }

    private static let levels = (2...6).map { level in
        Command(
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
