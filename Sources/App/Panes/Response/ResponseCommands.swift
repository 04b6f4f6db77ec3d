/// What can be done with the answer.
enum ResponseCommands {
    static let all: [Command] = [
        Command("response.nextTab", "Next tab", keys: ["]"], scope: .response, group: .view, sends: .response(.nextTab)),
        Command(
            "response.previousTab", "Previous tab", label: "tabs", keys: ["["], scope: .response, group: .view, footer: 80,
            sends: .response(.previousTab)),
        Command(
            "response.search", "Search in the body", label: "search", keys: ["/", "ctrl+f"], scope: .response, group: .view, footer: 75,
            disabled: noAnswer, sends: .response(.startSearch)),
        Command(
            "response.nextMatch", "Next match", keys: ["n"], scope: .response, group: .view, disabled: noSearch,
            sends: .response(.nextMatch)),
        Command(
            "response.previousMatch", "Match before", keys: ["N"], scope: .response, group: .view, disabled: noSearch,
            sends: .response(.previousMatch)),
        Command(
            "response.nextForm", "Show the body pretty, raw or in hexadecimal", label: "view", keys: ["t"], scope: .response, group: .view,
            footer: 70, disabled: noAnswer, sends: .response(.nextForm)),
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
            "response.toggleFold", "Fold or unfold what begins here", label: "fold", keys: ["space", "enter"], scope: .response,
            group: .view, footer: 65, disabled: noAnswer, sends: .response(.toggleFold)),
        Command(
            "response.foldIn", "Fold, or go to what surrounds this", keys: ["h"], scope: .response, group: .view, disabled: noAnswer,
            sends: .response(.foldIn)),
        Command("response.foldOut", "Unfold", keys: ["l"], scope: .response, group: .view, disabled: noAnswer, sends: .response(.foldOut)),
        Command(
            "response.foldAll", "Collapse all", keys: ["C"], scope: .response, group: .view, disabled: noAnswer, sends: .response(.foldAll)),
        Command(
            "response.unfoldAll", "Expand all", keys: ["E"], scope: .response, group: .view, disabled: noAnswer,
            sends: .response(.unfoldAll)),
        Command(
            "response.copyKey", "Copy the key", keys: ["y k"], scope: .response, group: .copy, disabled: noAnswer,
            sends: .response(.copyKey)),
        Command(
            "response.copyPath", "Copy the path, as jq writes it", keys: ["y p"], scope: .response, group: .copy, disabled: noAnswer,
            sends: .response(.copyPath)),
        Command(
            "response.copyLine", "Copy the value, or the line", keys: ["y y"], scope: .response, group: .copy, disabled: noAnswer,
            sends: .response(.copyLine)),
        Command(
            "response.replay", "Send again, as it was sent", label: "replay", keys: ["R"], scope: .response, group: .send, footer: 60,
            disabled: notOver, sends: .response(.replay)),
    ]

    @Sendable
    private static func noAnswer(_ state: AppState) -> String? {
        state.response.answer == nil ? "there is no answer" : nil
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
