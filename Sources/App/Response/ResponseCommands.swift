import Document
import Workspace

/// The commands of the response pane.
enum ResponseCommands {
    static let all: [Command<ResponseCommandState, ResponseMessage>] =
        [
            Command(
                "response.nextTab", "Go to the next tab", synonyms: ["right", "section"], keys: ["]"], scope: .response, group: .view,
                sends: .nextTab
            ),
            Command(
                "response.previousTab", "Go to the previous tab", label: "tabs", synonyms: ["left", "section"], keys: ["["],
                scope: .response,
                group: .view, footer: 80,
                sends: .previousTab),
            Command(
                "response.search", "Find in response", label: "find", synonyms: ["search", "look for"], keys: ["/", "ctrl+f"],
                scope: .response,
                group: .view,
                footer: 75,
                disabled: nothingToSearch, sends: .search(.start)),
            Command(
                "response.nextMatch", "Find next", label: "matches", synonyms: ["search", "match"], keys: ["n"], scope: .response,
                group: .view, footer: 78, disabled: noSearch,
                sends: .search(.next)),
            Command(
                "response.previousMatch", "Find previous", synonyms: ["search", "match"], keys: ["N"], scope: .response, group: .view,
                disabled: noSearch,
                sends: .search(.previous)),
            Command(
                "response.toggleRegularExpression", "Toggle regular expression", synonyms: ["regex", "search"], keys: [], scope: .response,
                group: .view, disabled: noSearch, sends: .search(.toggleRegularExpression)),
            Command(
                "response.closeSearch", "Close search", synonyms: ["find", "clear"], keys: [], scope: .response, group: .view,
                disabled: noSearch,
                sends: .search(.close)),
            Command(
                "response.goToLine", "Go to line", synonyms: ["jump", "percent"], keys: ["g l"], scope: .response, group: .view,
                disabled: noBody, sends: .view(.askPlace)),
            Command(
                "response.nextView", "Change body view", label: "view",
                synonyms: ["pretty", "raw", "hex", "hexadecimal", "table", "image", "preview"],
                keys: ["t"], scope: .response,
                group: .view,
                footer: 70, disabled: noBody, sends: .view(.nextForm)),
            Command(
                "response.previousView", "Go to the previous body view", synonyms: ["pretty", "raw", "back"], keys: ["b"], scope: .response,
                group: .view, disabled: noBody, sends: .view(.previousForm)),
            Command(
                "response.wrap", "Toggle line wrapping", label: "wrap", synonyms: ["word wrap", "wrap lines", "soft wrap"], keys: ["w"],
                scope: .response, group: .view,
                disabled: { BodyWrapping.reason($0.response, $0.context) }, sends: .view(.toggleWrap)),
            Command(
                "response.parts", "Show parts of body", synonyms: ["multipart", "json lines"], keys: ["M"], scope: .response, group: .view,
                disabled: { $0.response.viewer.body == nil ? "there is no body" : BodyParts.reason($0.response) }, sends: .parts(.list)),
            Command(
                "response.sortColumn", "Sort by column", synonyms: ["order", "table"], keys: ["S"], scope: .response, group: .view,
                disabled: noTable, sends: .table(.sort)),
            Command(
                "response.hideColumn", "Hide column", synonyms: ["table", "remove"], keys: ["H"], scope: .response, group: .view,
                disabled: noTable,
                sends: .table(.hideColumn)),
            Command(
                "response.showColumns", "Show all columns", synonyms: ["table", "unhide"], keys: ["A"], scope: .response, group: .view,
                disabled: noTable,
                sends: .table(.showColumns)),
            Command(
                "response.query", "Query body", label: "query", synonyms: ["jq", "jsonpath", "xpath", "filter", "grep", "shell"],
                keys: ["|"],
                scope: .response,
                group: .view, footer: 74, disabled: noBody, sends: .query(.start)),
            Command(
                "response.pickQuery", "Choose recent query", synonyms: ["history", "jq", "recent queries"], keys: ["g |"], scope: .response,
                group: .view,
                disabled: { noBody($0) ?? ($0.context.queries.isEmpty ? "no query has been run yet" : nil) }, sends: .query(.pick)),
            Command(
                "response.closeQuery", "Close query", synonyms: ["jq", "clear filter"], keys: ["backspace"], scope: .response, group: .view,
                disabled: noQuery, sends: .query(.close)),
            Command(
                "response.chooseType", "Read body as another type", synonyms: ["charset", "encoding", "content type"], keys: ["T"],
                scope: .response,
                group: .view, disabled: noBody, sends: .view(.chooseReading)),
            Command(
                "response.showProblem", "Go to syntax error", synonyms: ["problem", "invalid"], keys: ["g p"], scope: .response,
                group: .view, disabled: noProblem, sends: .view(.showProblem)),
            Command(
                "response.save", "Save response body", label: "save body",
                synonyms: ["download", "save response", "export", "save to file"], keys: ["s"], scope: .response,
                group: .file, footer: 55,
                disabled: noBody, sends: .file(.startSaving)),
            Command(
                "response.saveValue", "Save value", synonyms: ["download", "export"], keys: ["g s"], scope: .response, group: .file,
                disabled: noBody, sends: .file(.startSavingValue)),
            Command(
                "response.openOutside", "Open in default application", label: "open", synonyms: ["browser", "viewer"], keys: ["o"],
                scope: .response,
                group: .file, footer: 50, disabled: noBody, sends: .file(.openOutside)),
            Command(
                "response.openPager", "Open in pager", synonyms: ["less", "view"], keys: ["f3"], scope: .everywhere, group: .file,
                disabled: noBody,
                sends: .file(.openPager)),
            Command(
                "response.openEditor", "Open copy in editor", synonyms: ["vim", "view"], keys: ["f4"], scope: .response, group: .file,
                disabled: noBody, sends: .file(.openEditor)),
            Command(
                "response.copyBody", "Copy body", label: "copy", synonyms: ["copy response", "clipboard"], keys: ["y b"], scope: .response,
                group: .copy, disabled: noResponse,
                sends: .copy(.body)),
            Command(
                "response.copyHeaders", "Copy headers", synonyms: ["copy response", "clipboard"], keys: ["y h"], scope: .response,
                group: .copy, disabled: noResponse,
                sends: .copy(.headers)),
            Command(
                "response.copyURL", "Copy URL", synonyms: ["address", "link"], keys: ["y u"], scope: .response, group: .copy,
                disabled: noResponse,
                sends: .copy(.url)),
            Command(
                "response.copyAsCurl", "Copy as curl", synonyms: ["command", "export", "curl"], keys: ["y c"], scope: .response,
                group: .copy,
                disabled: notOver, sends: .copy(.curl)),
            Command(
                "response.copyAsMaskedCurl", "Copy as curl, masked", synonyms: ["export", "command", "without secrets"], keys: ["y C"],
                scope: .response, group: .copy, disabled: notOver, sends: .copy(.maskedCurl)),
            Command(
                "response.pin", "Toggle pin in history", synonyms: ["keep", "favorite", "bookmark"], keys: ["P"], scope: .response,
                group: .edit,
                disabled: notOver, now: { $0.response.exchange.map { $0.isPinned ? "Unpin in history" : "Pin in history" } },
                sends: .togglePin),
            Command(
                "response.saveExample", "Save response as example", synonyms: ["store", "mock"], keys: ["g a"], scope: .response,
                group: .file, disabled: notOver, sends: .examples(.save)),
            Command(
                "response.examples", "Show examples of request", synonyms: ["saved responses", "mock"], keys: ["g f"], scope: .response,
                group: .view, disabled: noExample, sends: .examples(.show)),
            Command(
                "response.compareExample", "Compare with example", synonyms: ["diff", "saved response"], keys: ["g ="],
                scope: .response, group: .view, disabled: { notOver($0) ?? noExample($0) }, sends: .examples(.compare)),
            Command(
                "response.renameExample", "Rename example", synonyms: ["saved response", "title"], keys: ["g N"], scope: .response,
                group: .file, disabled: noExample,
                sends: .examples(.rename)),
            Command(
                "response.deleteExample", "Delete example", synonyms: ["remove", "saved response"], keys: ["g D"], scope: .response,
                group: .file, disabled: noExample, sends: .examples(.delete)),
            Command(
                "response.compare", "Compare with pinned or previous", label: "compare", synonyms: ["diff", "difference"], keys: ["="],
                scope: .response, group: .view, footer: 45, disabled: notOver, sends: .compare),
            Command(
                "response.toggleFold", "Toggle fold", label: "fold", synonyms: ["collapse", "expand"], keys: ["space", "enter"],
                scope: .response,
                group: .view, footer: 65, disabled: notShown, sends: .fold(.toggle)),
            Command(
                "response.foldIn", "Fold", synonyms: ["parent", "collapse"], keys: ["h"], scope: .response, group: .view,
                disabled: notShown,
                sends: .fold(.inward)),
            Command(
                "response.foldOut", "Unfold", synonyms: ["expand", "children"], keys: ["l"], scope: .response, group: .view,
                disabled: notShown, sends: .fold(.outward)),
            Command(
                "response.foldAll", "Fold all", synonyms: ["collapse all", "close"], keys: ["C"], scope: .response, group: .view,
                disabled: noResponse,
                sends: .fold(.to(level: 1))),
            Command(
                "response.unfoldAll", "Unfold all", synonyms: ["expand all", "open"], keys: ["E"], scope: .response, group: .view,
                disabled: noResponse,
                sends: .fold(.unfoldAll)),
            Command(
                "response.copyKey", "Copy key", synonyms: ["name", "property"], keys: ["y k"], scope: .response, group: .copy,
                disabled: noResponse,
                sends: .copy(.key)),
            Command(
                "response.copyJSONPath", "Copy path as JSONPath", synonyms: ["jsonpath", "selector"], keys: ["y j"], scope: .response,
                group: .copy,
                disabled: noResponse, sends: .copy(.jsonPath)),
            Command(
                "response.copyPath", "Copy path", synonyms: ["jq", "selector"], keys: ["y p"], scope: .response, group: .copy,
                disabled: noResponse,
                sends: .copy(.path)),
            Command(
                "response.copyJSON", "Copy value as JSON", synonyms: ["quotes", "raw"], keys: ["y J"], scope: .response, group: .copy,
                disabled: noResponse, sends: .copy(.json)),
            Command(
                "response.copyValue", "Copy value", synonyms: ["clipboard", "text"], keys: ["y y"], scope: .response, group: .copy,
                disabled: noResponse,
                sends: .copy(.line)),
            Command(
                "response.capture", "Capture value as variable", label: "capture", synonyms: ["extract", "save token", "set variable"],
                keys: ["c"], scope: .response, group: .edit, disabled: noResponse, sends: .test(.capture)),
            Command(
                "response.assert", "Assert value", label: "assert", synonyms: ["add test", "expect", "check"], keys: ["a"],
                scope: .response,
                group: .edit, disabled: noResponse, sends: .test(.assert)),
            Command(
                "response.showLast", "Show last response again", synonyms: ["back", "return", "close history entry"], keys: [],
                scope: .response, group: .view, disabled: nothingHidden, sends: .showLast),
            Command(
                "response.replay", "Replay as sent", label: "replay", synonyms: ["send again", "repeat", "resend"], keys: ["R"],
                scope: .response,
                group: .send, footer: 60,
                disabled: notOver, sends: .replay),
        ] + levels + tabs

    private static let tabs: [Command<ResponseCommandState, ResponseMessage>] = ResponseTab.allCases.map { tab in
        Command(
            "response.tab.\(tab.rawValue)", "Show \(tab.name)", synonyms: tab.synonyms, keys: [], scope: .response, group: .view,
            sends: .selectTab(tab))
    }

    private static let levels: [Command<ResponseCommandState, ResponseMessage>] = (2...6).map { level in
        Command(
            "response.foldTo\(level)", "Fold to level \(level)", keys: ["g \(level)"], scope: .response, group: .view,
            disabled: noResponse, sends: .fold(.to(level: level)))
    }

    @Sendable
    private static func noResponse(_ state: ResponseCommandState) -> String? {
        state.response.head == nil ? "there is no response yet" : nil
    }

    @Sendable
    private static func nothingToSearch(_ state: ResponseCommandState) -> String? {
        state.response.tab == .body ? noResponse(state) : state.response.showsLines ? nil : "the tab is empty"
    }

    @Sendable
    private static func noBody(_ state: ResponseCommandState) -> String? {
        state.response.viewer.body == nil || state.response.hasEmptyBody ? "there is no body" : nil
    }

    /// The reason why commands that move and fold are disabled while the body is hidden.
    @Sendable
    private static func notShown(_ state: ResponseCommandState) -> String? {
        noBody(state) ?? (state.response.tab == .body ? nil : "the body is not shown")
    }

    @Sendable
    private static func noTable(_ state: ResponseCommandState) -> String? {
        state.response.shown.table == nil
            ? "the body is not shown as a table. \(state.context.keys.shown("response.nextView") ?? "t") shows it." : nil
    }

    @Sendable
    private static func noQuery(_ state: ResponseCommandState) -> String? {
        state.response.query == nil ? "no query is open" : nil
    }

    @Sendable
    private static func noProblem(_ state: ResponseCommandState) -> String? {
        // A request that was not sent has a problem, and so may one without a response.
        guard state.response.refusal == nil else { return nil }
        return state.response.shown.body.map { $0.document.problem == nil ? "no syntax error was found" : nil } ?? nil
    }

    @Sendable
    private static func noSearch(_ state: ResponseCommandState) -> String? {
        state.response.search == nil ? "no search is open" : nil
    }

    @Sendable
    private static func noExample(_ state: ResponseCommandState) -> String? {
        guard state.context.requestPath != nil else { return "save the request first" }
        return state.context.hasExamples() ? nil : "the request has no examples"
    }

    @Sendable
    private static func nothingHidden(_ state: ResponseCommandState) -> String? {
        state.response.hiddenID == nil ? "no other response is shown" : nil
    }

    @Sendable
    private static func notOver(_ state: ResponseCommandState) -> String? {
        state.response.exchange == nil ? "nothing has been sent yet" : nil
    }
}
