import Document
import Workspace

/// The commands of the response pane.
enum ResponseCommands {
    static let all: [Command<ResponseCommandState, ResponseMessage>] =
        [
            Command("response.nextTab", "Go to the next tab", ["]"], .response, .view, synonyms: ["right", "section"], sends: .nextTab),
            Command(
                "response.previousTab", "Go to the previous tab", label: "tabs", ["["], .response, .view, synonyms: ["left", "section"],
                footer: 80, sends: .previousTab),
            Command(
                "response.search", "Find in response", label: "find", ["/", "ctrl+f"], .response, .view,
                synonyms: ["search response", "look for"],
                footer: 75, disabled: nothingToSearch, sends: .search(.start)),
            Command(
                "response.nextMatch", "Find next", label: "matches", ["n"], .response, .view, synonyms: ["next match", "match"], footer: 78,
                disabled: noSearch, sends: .search(.next)),
            Command(
                "response.previousMatch", "Find previous", ["N"], .response, .view, synonyms: ["previous match", "match"],
                disabled: noSearch,
                sends: .search(.previous)),
            Command(
                "response.toggleRegularExpression", "Toggle regular expression", [], .response, .view,
                synonyms: ["regex", "search pattern"],
                disabled: noSearch, sends: .search(.toggleRegularExpression)),
            Command(
                "response.closeSearch", "Close search", [], .response, .view, synonyms: ["end search", "clear"], disabled: noSearch,
                sends: .search(.close)),
            Command(
                "response.goToLine", "Go to line", ["g l"], .response, .view, synonyms: ["jump", "percent"], disabled: noBody,
                sends: .view(.askPlace)),
            Command(
                "response.nextView", "Change body view", label: "view", ["t"], .response, .view,
                synonyms: ["pretty", "raw", "hex", "hexadecimal", "table", "image", "preview"], footer: 70, disabled: noBody,
                sends: .view(.nextForm)),
            Command(
                "response.previousView", "Go to the previous body view", ["b"], .response, .view, synonyms: ["pretty", "raw", "back"],
                disabled: noBody, sends: .view(.previousForm)),
            Command(
                "response.wrap", "Toggle line wrapping", label: "wrap", ["w"], .response, .view,
                synonyms: ["word wrap", "wrap lines", "soft wrap"], disabled: { BodyWrapping.reason($0.response, $0.context) },
                sends: .view(.toggleWrap)),
            Command(
                "response.parts", "Show parts of body", ["M"], .response, .view, synonyms: ["multipart", "json lines"],
                disabled: { $0.response.viewer.body == nil ? "there is no body" : BodyParts.reason($0.response) }, sends: .parts(.list)),
            Command(
                "response.sortColumn", "Sort by column", ["S"], .response, .view, synonyms: ["order", "table"], disabled: noTable,
                sends: .table(.sort)),
            Command(
                "response.hideColumn", "Hide column", ["H"], .response, .view, synonyms: ["table", "remove"], disabled: noTable,
                sends: .table(.hideColumn)),
            Command(
                "response.showColumns", "Show all columns", ["A"], .response, .view, synonyms: ["table", "unhide"], disabled: noTable,
                sends: .table(.showColumns)),
            Command(
                "response.query", "Query body", label: "query", ["|"], .response, .view,
                synonyms: ["jq", "jsonpath", "xpath", "filter", "grep", "shell"], footer: 74, disabled: noBody, sends: .query(.start)),
            Command(
                "response.pickQuery", "Choose recent query", ["g |"], .response, .view, synonyms: ["history", "jq", "recent queries"],
                disabled: { noBody($0) ?? ($0.context.queries.isEmpty ? "no query has been run yet" : nil) }, sends: .query(.pick)),
            Command(
                "response.closeQuery", "Close query", ["backspace"], .response, .view, synonyms: ["jq", "clear filter"], disabled: noQuery,
                sends: .query(.close)),
            Command(
                "response.chooseType", "Read body as another type", ["T"], .response, .view,
                synonyms: ["charset", "encoding", "content type"], disabled: noBody, sends: .view(.chooseReading)),
            Command(
                "response.showProblem", "Go to syntax error", ["g p"], .response, .view, synonyms: ["problem", "invalid"],
                disabled: noProblem, sends: .view(.showProblem)),
            Command(
                "response.save", "Save response body", label: "save body", ["s"], .response, .file,
                synonyms: ["download", "save response", "export", "save to file"], footer: 55, disabled: noBody, sends: .file(.startSaving)),
            Command(
                "response.saveValue", "Save value", ["g s"], .response, .file, synonyms: ["download", "export value"], disabled: noBody,
                sends: .file(.startSavingValue)),
            Command(
                "response.openOutside", "Open in default application", label: "open", ["o"], .response, .file,
                synonyms: ["browser", "viewer"], footer: 50, disabled: noBody, sends: .file(.openOutside)),
            Command(
                "response.openPager", "Open in pager", ["f3"], .everywhere, .file, synonyms: ["less", "view in pager"], disabled: noBody,
                sends: .file(.openPager)),
            Command(
                "response.openEditor", "Open copy in editor", ["f4"], .response, .file, synonyms: ["vim", "view in editor"],
                disabled: noBody,
                sends: .file(.openEditor)),
            Command(
                "response.copyBody", "Copy body", label: "copy", ["y b"], .response, .copy, synonyms: ["copy response", "clipboard"],
                disabled: noResponse, sends: .copy(.body)),
            Command(
                "response.copyHeaders", "Copy headers", ["y h"], .response, .copy, synonyms: ["copy response", "clipboard"],
                disabled: noResponse, sends: .copy(.headers)),
            Command(
                "response.copyURL", "Copy URL", ["y u"], .response, .copy, synonyms: ["address", "link"], disabled: noResponse,
                sends: .copy(.url)),
            Command(
                "response.copyAsCurl", "Copy as curl", ["y c"], .response, .copy, synonyms: ["command", "export", "curl"],
                disabled: notOver, sends: .copy(.curl)),
            Command(
                "response.copyAsMaskedCurl", "Copy as curl, masked", ["y C"], .response, .copy,
                synonyms: ["export", "command", "without secrets"], disabled: notOver, sends: .copy(.maskedCurl)),
            Command(
                "response.pin", "Toggle pin in history", ["P"], .response, .edit, synonyms: ["keep", "favorite", "bookmark"],
                disabled: notOver, now: { $0.response.exchange.map { $0.isPinned ? "Unpin in history" : "Pin in history" } },
                sends: .togglePin),
            Command(
                "response.saveExample", "Save response as example", ["g a"], .response, .file, synonyms: ["store", "mock"],
                disabled: notOver, sends: .examples(.save)),
            Command(
                "response.examples", "Show examples of request", ["g f"], .response, .view, synonyms: ["saved responses", "mock"],
                disabled: noExample, sends: .examples(.show)),
            Command(
                "response.compareExample", "Compare with example", ["g ="], .response, .view, synonyms: ["diff", "saved response"],
                disabled: { notOver($0) ?? noExample($0) }, sends: .examples(.compare)),
            Command(
                "response.renameExample", "Rename example", ["g N"], .response, .file, synonyms: ["saved response", "title"],
                disabled: noExample, sends: .examples(.rename)),
            Command(
                "response.deleteExample", "Delete example", ["g D"], .response, .file, synonyms: ["remove", "saved response"],
                disabled: noExample, sends: .examples(.delete)),
            Command(
                "response.compare", "Compare with pinned or previous", label: "compare", ["="], .response, .view,
                synonyms: ["diff", "difference"], footer: 45, disabled: notOver, sends: .compare),
            Command(
                "response.toggleFold", "Toggle fold", label: "fold", ["space", "enter"], .response, .view,
                synonyms: ["collapse", "expand"], footer: 65, disabled: notShown, sends: .fold(.toggle)),
            Command(
                "response.foldIn", "Fold", ["h"], .response, .view, synonyms: ["parent", "fold object", "collapse"], disabled: notShown,
                sends: .fold(.inward)),
            Command(
                "response.foldOut", "Unfold", ["l"], .response, .view, synonyms: ["expand", "children"], disabled: notShown,
                sends: .fold(.outward)),
            Command(
                "response.foldAll", "Fold all", ["C"], .response, .view, synonyms: ["collapse all", "close all levels"],
                disabled: noResponse,
                sends: .fold(.to(level: 1))),
            Command(
                "response.unfoldAll", "Unfold all", ["E"], .response, .view, synonyms: ["expand all", "open all levels"],
                disabled: noResponse,
                sends: .fold(.unfoldAll)),
            Command(
                "response.copyKey", "Copy key", ["y k"], .response, .copy, synonyms: ["field name", "property"], disabled: noResponse,
                sends: .copy(.key)),
            Command(
                "response.copyJSONPath", "Copy path as JSONPath", ["y j"], .response, .copy, synonyms: ["jsonpath", "selector"],
                disabled: noResponse, sends: .copy(.jsonPath)),
            Command(
                "response.copyPath", "Copy path", ["y p"], .response, .copy, synonyms: ["jq", "selector"], disabled: noResponse,
                sends: .copy(.path)),
            Command(
                "response.copyJSON", "Copy value as JSON", ["y J"], .response, .copy, synonyms: ["quotes", "raw value"],
                disabled: noResponse,
                sends: .copy(.json)),
            Command(
                "response.copyValue", "Copy value", ["y y"], .response, .copy, synonyms: ["clipboard", "copy cell", "text"],
                disabled: noResponse,
                sends: .copy(.line)),
            Command(
                "response.capture", "Capture value as variable", label: "capture", ["c"], .response, .edit,
                synonyms: ["extract", "save token", "set variable"], disabled: noResponse, sends: .test(.capture)),
            Command(
                "response.assert", "Assert value", label: "assert", ["a"], .response, .edit, synonyms: ["add test", "expect", "check"],
                disabled: noResponse, sends: .test(.assert)),
            Command(
                "response.showLast", "Show last response again", [], .response, .view, synonyms: ["back", "return", "close history entry"],
                disabled: nothingHidden, sends: .showLast),
            Command(
                "response.replay", "Replay unchanged", label: "replay", ["R"], .response, .send,
                synonyms: ["send again", "repeat", "resend"], footer: 60, disabled: notOver, sends: .replay),
        ] + levels + tabs

    private static let tabs: [Command<ResponseCommandState, ResponseMessage>] = ResponseTab.allCases.map { tab in
        Command("response.tab.\(tab.rawValue)", "Show \(tab.name)", [], .response, .view, synonyms: tab.synonyms, sends: .selectTab(tab))
    }

    private static let levels: [Command<ResponseCommandState, ResponseMessage>] = (2...6).map { level in
        Command(
            "response.foldTo\(level)", "Fold to level \(level)", ["g \(level)"], .response, .view,
            synonyms: ["collapse to level \(level)", "unfold to level \(level)", "level \(level)"], disabled: noResponse,
            sends: .fold(.to(level: level)))
    }

    private static func noResponse(_ state: ResponseCommandState) -> String? {
        state.response.head == nil ? "there is no response yet" : nil
    }

    private static func nothingToSearch(_ state: ResponseCommandState) -> String? {
        state.response.tab == .body ? noResponse(state) : state.response.showsLines ? nil : "the tab is empty"
    }

    private static func noBody(_ state: ResponseCommandState) -> String? {
        state.response.viewer.body == nil || state.response.hasEmptyBody ? "there is no body" : nil
    }

    /// The reason why commands that move and fold are disabled while the body is hidden.
    private static func notShown(_ state: ResponseCommandState) -> String? {
        noBody(state) ?? (state.response.tab == .body ? nil : "the body is not shown")
    }

    private static func noTable(_ state: ResponseCommandState) -> String? {
        state.response.shown.table == nil
            ? "the body is not shown as a table. \(state.context.keys.shown("response.nextView") ?? "t") shows it." : nil
    }

    private static func noQuery(_ state: ResponseCommandState) -> String? {
        state.response.query == nil ? "no query is open" : nil
    }

    private static func noProblem(_ state: ResponseCommandState) -> String? {
        // A request that was not sent has a problem, and so may one without a response.
        guard state.response.refusal == nil else { return nil }
        return state.response.shown.body.map { $0.document.problem == nil ? "no syntax error was found" : nil } ?? nil
    }

    private static func noSearch(_ state: ResponseCommandState) -> String? {
        state.response.search == nil ? "no search is open" : nil
    }

    private static func noExample(_ state: ResponseCommandState) -> String? {
        guard state.context.requestPath != nil else { return "save the request first" }
        return state.context.hasExamples() ? nil : "the request has no examples"
    }

    private static func nothingHidden(_ state: ResponseCommandState) -> String? {
        state.response.hiddenID == nil ? "no other response is shown" : nil
    }

    private static func notOver(_ state: ResponseCommandState) -> String? {
        state.response.exchange == nil ? "nothing has been sent yet" : nil
    }
}
