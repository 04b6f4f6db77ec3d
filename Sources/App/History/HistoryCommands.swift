import Widgets

/// What can be done in the history.
enum HistoryCommands {
    static let all: [Command] = [
        Command(
            "history.open", "Show the answer", label: "open", keys: ["enter"], scope: .history, group: .view, footer: 90, disabled: nothing,
            sends: .history(.open)),
        Command(
            "history.replay", "Send the row of the history again, as it was sent", label: "replay", keys: ["R"], scope: .history,
            group: .send, footer: 85,
            disabled: nothing, sends: .history(.replay)),
        Command(
            "history.resolveAnew", "Send what was written again, with the variables as they are now", keys: ["r"], scope: .history,
            group: .send,
            disabled: nothing, sends: .history(.resolveAnew)),
        Command(
            "history.edit", "Load into the editor", label: "edit", keys: ["e"], scope: .history, group: .edit, footer: 80,
            disabled: nothing, sends: .history(.edit)),
        Command(
            "history.pin", "Pin, so that it stays", label: "pin", keys: ["P"], scope: .history, group: .edit, footer: 40, disabled: nothing,
            sends: .history(.togglePin)),
        Command(
            "history.copyURL", "Copy the URL", keys: ["y u"], scope: .history, group: .copy, disabled: nothing,
            sends: .history(.copyURL)),
        Command(
            "history.delete", "Delete from the history", label: "delete", keys: ["d"], scope: .history, group: .edit, footer: 35,
            disabled: nothing, sends: .history(.delete)),
        Command(
            "history.undelete", "Bring back what was deleted last", keys: ["u"], scope: .history, group: .edit,
            disabled: { $0.history.leaving.isEmpty ? "nothing was deleted a moment ago" : nil }, sends: .history(.bringBack(nil))),
        Command(
            "history.filter", "Filter by words in anything: URL, headers, text, status, error, environment", label: "filter",
            keys: ["/", "ctrl+f"], scope: .history,
            group: .view, footer: 70, sends: .history(.startFilter)),
    ]

    @Sendable
    private static func nothing(_ state: AppState) -> String? {
        guard state.history.current == nil else { return nil }
        return state.history.filter?.text.isEmpty == false ? "nothing matches the filter; Esc shows everything" : "the history is empty"
    }
}
