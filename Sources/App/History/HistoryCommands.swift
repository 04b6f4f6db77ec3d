import Engine
import Screen
import Widgets
import Workspace

/// The commands of the history pane.
enum HistoryCommands {
    static let all: [Command<HistoryState, HistoryMessage>] = [
        Command(
            "history.open", "Show response", label: "open", ["enter"], .history, .view, synonyms: ["details", "view"], footer: 90,
            disabled: nothing, sends: .open),
        Command(
            "history.replay", "Replay unchanged", label: "replay", ["R"], .history, .send, synonyms: ["send again", "repeat", "resend"],
            footer: 85, disabled: nothing, now: { counted("Replay", $0.chosen, $0, one: "Replay unchanged") }, sends: .replay),
        Command(
            "history.replayElsewhere", "Replay in another environment", ["E"], .history, .send,
            synonyms: ["send again", "staging", "compare environments"], disabled: nothing, sends: .replayElsewhere),
        Command(
            "history.resend", "Resend with current variables", ["r"], .history, .send, synonyms: ["send again", "repeat", "retry"],
            disabled: nothing, sends: .edit(sends: true)),
        Command(
            "history.edit", "Load into editor", label: "edit", ["e"], .history, .edit, synonyms: ["open request", "restore"], footer: 80,
            disabled: nothing, sends: .edit(sends: false)),
        Command(
            "history.pin", "Toggle pin", label: "pin", ["P"], .history, .edit, synonyms: ["keep", "favorite", "bookmark"], footer: 40,
            disabled: nothing, now: { counted($0.isUnpinning ? "Unpin" : "Pin", $0.chosen, $0) }, sends: .togglePin),
        Command(
            "history.mark", "Toggle mark", label: "mark", ["space"], .history, .edit, synonyms: ["select many", "multiple"], footer: 60,
            disabled: nothing, now: { state in state.current.map { state.marked.contains($0.id) ? "Unmark" : "Mark" } }, sends: .toggleMark),
        Command(
            "history.markAll", "Mark all listed entries", ["A"], .history, .edit,
            synonyms: ["select all", "everything", "clear history", "delete history"], disabled: nothing,
            sends: .markAll),
        Command(
            "history.clearMarks", "Unmark all entries", ["M"], .history, .edit, synonyms: ["deselect", "clear selection"],
            disabled: { $0.marked.isEmpty ? "nothing is marked" : nil }, sends: .clearMarks),
        Command(
            "history.compare", "Compare responses", label: "compare", ["="], .history, .view, synonyms: ["diff", "difference"], footer: 75,
            disabled: nothing, sends: .compare(.start)),
        Command(
            "history.notes", "Edit note and tags", label: "note", ["a"], .history, .edit, synonyms: ["comment", "label"], disabled: nothing,
            sends: .editNotes),
        Command(
            "history.ofRequest", "Show history of this request", ["g h"], .nav, .view,
            synonyms: ["sent before", "past responses", "previous"], sends: .filters(.ofRequest)),
        Command(
            "history.savedFilters", "Choose saved filter", label: "filters", ["F"], .history, .view,
            synonyms: ["save filter", "search history"], sends: .filters(.show)),
        Command(
            "history.timings", "Show durations over time", ["T"], .history, .view,
            synonyms: ["chart", "percentile", "slowest", "performance", "statistics"], disabled: nothing, sends: .showTimings),
        Command(
            "history.export", "Export as HAR", ["X"], .history, .file, synonyms: ["archive", "save", "download"], disabled: nothing,
            now: { counted("Export", $0.chosen, $0, one: "Export as HAR") }, sends: .export(.start)),
        Command(
            "history.copyAsCurl", "Copy as curl", ["y c"], .history, .copy, synonyms: ["command", "export", "curl"], disabled: nothing,
            sends: .copyAsCurl),
        Command(
            "history.copyURL", "Copy URL", ["y u"], .history, .copy, synonyms: ["address", "link"], disabled: nothing, sends: .copyURL),
        Command(
            "history.delete", "Delete entry", label: "delete", ["d"], .history, .edit,
            synonyms: ["remove"], footer: 35, disabled: nothing,
            now: { counted("Delete", $0.deletable, $0, one: "Delete entry") }, sends: .delete),
        Command(
            "history.undelete", "Restore deleted entries", ["u"], .history, .edit, synonyms: ["undo delete", "recover"],
            disabled: { $0.deletions.isEmpty ? "no deleted entries to restore" : nil }, sends: .restore(nil)),
        Command(
            "history.filter", "Filter history", label: "filter", ["/", "ctrl+f"], .history, .view, synonyms: ["search history", "find"],
            footer: 70, sends: .startFilter),
    ]

    /// The title of a command for some entries, which names the marked ones: the cursor may be on another. Nil if there are none.
    private static func counted(_ verb: String, _ rows: [ExchangeSummary], _ state: HistoryState, one: String? = nil) -> String? {
        guard !rows.isEmpty, !state.marked.isEmpty else { return rows.isEmpty ? nil : one ?? verb }
        return "\(verb) \(CountText.of(rows.count, "marked entry", "marked entries"))"
    }

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
