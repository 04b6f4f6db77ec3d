import Engine
import Screen
import Widgets
import Workspace

/// The commands of the history pane.
enum HistoryCommands {
    static let all: [Command<HistoryState, HistoryMessage>] = [
        Command(
            "history.open", "Show response", label: "open", synonyms: ["details", "view"], keys: ["enter"], scope: .history, group: .view,
            footer: 90,
            disabled: nothing, sends: .open),
        Command(
            "history.replay", "Replay as sent", label: "replay", synonyms: ["send again", "repeat", "resend"], keys: ["R"], scope: .history,
            group: .send, footer: 85, disabled: nothing, now: { counted("Replay", $0.chosen, $0, one: "Replay as sent") }, sends: .replay),
        Command(
            "history.replayElsewhere", "Replay in another environment", synonyms: ["send again", "staging", "compare environments"],
            keys: ["E"], scope: .history, group: .send, disabled: nothing, sends: .replayElsewhere),
        Command(
            "history.resend", "Resend with current variables", synonyms: ["send again", "repeat", "retry"], keys: ["r"],
            scope: .history,
            group: .send, disabled: nothing, sends: .edit(sends: true)),
        Command(
            "history.edit", "Load into editor", label: "edit", synonyms: ["open request", "restore"], keys: ["e"], scope: .history,
            group: .edit,
            footer: 80, disabled: nothing, sends: .edit(sends: false)),
        Command(
            "history.pin", "Toggle pin", label: "pin", synonyms: ["keep", "favorite", "bookmark"], keys: ["P"], scope: .history,
            group: .edit,
            footer: 40, disabled: nothing, now: { counted($0.isUnpinning ? "Unpin" : "Pin", $0.chosen, $0) }, sends: .togglePin),
        Command(
            "history.mark", "Toggle mark", label: "mark", synonyms: ["select many", "multiple"], keys: ["space"], scope: .history,
            group: .edit,
            footer: 60, disabled: nothing, now: { state in state.current.map { state.marked.contains($0.id) ? "Unmark" : "Mark" } },
            sends: .toggleMark),
        Command(
            "history.markAll", "Mark all listed entries", synonyms: ["select all", "everything"], keys: ["A"], scope: .history,
            group: .edit,
            disabled: nothing, sends: .markAll),
        Command(
            "history.clearMarks", "Unmark all entries", synonyms: ["deselect", "clear selection"], keys: ["M"], scope: .history,
            group: .edit,
            disabled: { $0.marked.isEmpty ? "nothing is marked" : nil }, sends: .clearMarks),
        Command(
            "history.compare", "Compare responses", label: "compare", synonyms: ["diff", "difference"], keys: ["="], scope: .history,
            group: .view, footer: 75, disabled: nothing, sends: .compare(.start)),
        Command(
            "history.notes", "Edit note and tags", label: "note", synonyms: ["comment", "label"], keys: ["a"], scope: .history,
            group: .edit,
            disabled: nothing, sends: .editNotes),
        Command(
            "history.ofRequest", "Show history of this request", synonyms: ["sent before", "past responses", "previous"], keys: ["g h"],
            scope: .nav, group: .view,
            sends: .filters(.ofRequest)),
        Command(
            "history.savedFilters", "Choose saved filter", label: "filters", synonyms: ["save filter", "search history"], keys: ["F"],
            scope: .history, group: .view, sends: .filters(.show)),
        Command(
            "history.timings", "Show durations over time", synonyms: ["chart", "percentile", "slowest", "performance", "statistics"],
            keys: ["T"],
            scope: .history, group: .view, disabled: nothing, sends: .showTimings),
        Command(
            "history.export", "Export as HAR", synonyms: ["archive", "save", "download"], keys: ["X"], scope: .history, group: .file,
            disabled: nothing, now: { counted("Export", $0.chosen, $0, one: "Export as HAR") }, sends: .export(.start)),
        Command(
            "history.copyAsCurl", "Copy as curl", synonyms: ["command", "export", "curl"], keys: ["y c"], scope: .history, group: .copy,
            disabled: nothing, sends: .copyAsCurl),
        Command(
            "history.copyURL", "Copy URL", synonyms: ["address", "link"], keys: ["y u"], scope: .history, group: .copy, disabled: nothing,
            sends: .copyURL),
        Command(
            "history.delete", "Delete entry", label: "delete", synonyms: ["remove", "clear history", "delete history"], keys: ["d"],
            scope: .history, group: .edit,
            footer: 35, disabled: nothing, now: { counted("Delete", $0.deletable, $0, one: "Delete entry") }, sends: .delete),
        Command(
            "history.undelete", "Restore deleted entries", synonyms: ["undo delete", "recover"], keys: ["u"], scope: .history, group: .edit,
            disabled: { $0.deletions.isEmpty ? "no deleted entries to restore" : nil }, sends: .restore(nil)),
        Command(
            "history.filter", "Filter history", label: "filter", synonyms: ["search history", "find"], keys: ["/", "ctrl+f"],
            scope: .history, group: .view, footer: 70, sends: .startFilter),
    ]

    /// The title of a command for some entries, which names the marked ones: the cursor may be on another. Nil if there are none.
    private static func counted(_ verb: String, _ rows: [ExchangeSummary], _ state: HistoryState, one: String? = nil) -> String? {
        guard !rows.isEmpty, !state.marked.isEmpty else { return rows.isEmpty ? nil : one ?? verb }
        return "\(verb) \(CountText.of(rows.count, "marked entry", "marked entries"))"
    }

    @Sendable
    private static func nothing(_ state: HistoryState) -> String? {
        guard state.current == nil else { return nil }
        return state.filter?.text.isEmpty == false ? "no matches; Esc clears the filter" : "the history is empty"
    }
}

/// Completes the key or the value at the cursor of the history's filter.
enum FilterCompletion {
    /// The number of the newest rows that are searched for values.
    private static let rowCount = 1000

    /// The completions of the term at the cursor, the best one first: the missing part of a key or of a value.
    static func endings(_ text: String, cursor: Int, rows: [ExchangeSummary]) -> [String] {
        guard let term = FilterText(text).terms.last(where: { $0.range.upperBound == cursor }), !term.isQuoted else { return [] }
        let typed = term.value.lowercased()
        guard let key = term.key else {
            guard !typed.isEmpty, typed.allSatisfy(\.isLetter) else { return [] }
            let words = FilterKey.allCases.map { $0.rawValue + ":" } + ["pinned", "failed"]
            return words.filter { $0.hasPrefix(typed) && $0 != typed }.map { String($0.dropFirst(typed.count)) }
        }
        return values(of: key, in: rows).filter { $0.lowercased().hasPrefix(typed) && $0.count > typed.count }.map { value in
            // A value with spaces needs quotes, which can only be added while nothing of it has been typed.
            typed.isEmpty ? FilterText.quoted(value) : String(value.dropFirst(typed.count))
        }.filter { typed.isEmpty || !$0.contains(" ") }
    }

    private static func values(of key: FilterKey, in rows: [ExchangeSummary]) -> [String] {
        var counts: [String: Int] = [:]
        for row in rows.prefix(rowCount) { if let value = key.value(of: row) { counts[value, default: 0] += 1 } }
        let common = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return common + key.values.filter { counts[$0] == nil }
    }
}
