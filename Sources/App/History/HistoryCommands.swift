import Engine
import Screen
import Widgets
import Workspace

/// The commands of the history pane.
enum HistoryCommands {
    static let all: [Command<HistoryState, HistoryMessage>] = [
        Command(
            "history.open", "Show response", label: "open", ["enter"], .history, .view, synonyms: ["details", "view entry"], footer: 90,
            disabled: nothing, sends: .open),
        Command(
            "history.replay", "Replay unchanged", label: "replay", ["R"], .history, .send, synonyms: ["send again", "repeat", "resend"],
            footer: 85, disabled: nothing, now: { counted("Replay", $0.chosenCount, $0, one: "Replay unchanged") }, sends: .replay),
        Command(
            "history.replayElsewhere", "Replay in another environment", ["E"], .history, .send,
            synonyms: ["send again", "staging", "compare environments"], disabled: nothing, sends: .replayElsewhere),
        Command(
            "history.resend", "Resend with current variables", ["r"], .history, .send, synonyms: ["send again", "repeat", "try again"],
            disabled: nothing, sends: .edit(sends: true)),
        Command(
            "history.edit", "Load into editor", label: "edit", ["e"], .history, .edit, synonyms: ["open request", "restore"], footer: 80,
            disabled: nothing, sends: .edit(sends: false)),
        Command(
            "history.pin", "Toggle pin", label: "pin", ["P"], .history, .edit, synonyms: ["keep", "favorite", "bookmark"], footer: 40,
            disabled: nothing, now: { counted($0.isUnpinning ? "Unpin" : "Pin", $0.chosenCount, $0) }, sends: .togglePin),
        Command(
            "history.mark", "Toggle mark", label: "mark", ["space"], .history, .edit, synonyms: ["select many", "multiple"], footer: 60,
            disabled: nothing, now: { state in state.current.map { state.marks.contains($0) ? "Unmark" : "Mark" } }, sends: .toggleMark),
        Command(
            "history.markAll", "Mark all matching entries", ["A"], .history, .edit,
            synonyms: ["select all", "everything", "clear history", "delete history"], disabled: nothing,
            sends: .markAll),
        Command(
            "history.clearMarks", "Unmark all entries", ["M"], .history, .edit, synonyms: ["deselect", "clear selection"],
            disabled: { $0.marks.isEmpty ? "nothing is marked" : nil }, sends: .clearMarks),
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
            synonyms: ["chart", "percentile", "slowest", "performance", "statistics"], disabled: nothing, sends: .readTimings),
        Command(
            "history.export", "Export as HAR", ["X"], .history, .file, synonyms: ["archive", "save", "download"], disabled: nothing,
            now: { counted("Export", $0.chosenCount, $0, one: "Export as HAR") }, sends: .export(.start)),
        Command(
            "history.copyAsCurl", "Copy as curl", ["y c"], .history, .copy, synonyms: ["command", "export", "curl"], disabled: nothing,
            sends: .copyAsCurl),
        Command(
            "history.copyURL", "Copy URL", ["y u"], .history, .copy, synonyms: ["address", "link"], disabled: nothing, sends: .copyURL),
        Command(
            "history.delete", "Delete entry", label: "delete", ["d"], .history, .edit,
            synonyms: ["remove entry", "clear history"], footer: 35, disabled: nothing,
            now: { counted("Delete", $0.deletableCount, $0, one: "Delete entry") }, sends: .delete),
        Command(
            "history.undelete", "Restore deleted entries", ["u"], .history, .edit, synonyms: ["undo delete", "recover"],
            disabled: { $0.deletions.isEmpty ? "no deleted entries to restore" : nil }, sends: .restore(nil)),
        Command(
            "history.filter", "Filter history", label: "filter", ["/", "ctrl+f"], .history, .view,
            synonyms: ["search history", "find entry"],
            footer: 70, sends: .startFilter),
    ]

    /// The title of a command for some entries, which names the marked ones: the cursor may be on another. Nil if there are none.
    private static func counted(_ verb: String, _ count: Int?, _ state: HistoryState, one: String? = nil) -> String? {
        guard let count else { return "\(verb) all marked entries" }
        guard count > 0, !state.marks.isEmpty else { return count == 0 ? nil : one ?? verb }
        return "\(verb) \(CountText.of(count, "marked entry", "marked entries"))"
    }

    private static func nothing(_ state: HistoryState) -> String? {
        guard state.current == nil else { return nil }
        return state.filter?.text.isEmpty == false ? "no matches; Esc clears the filter" : "the history is empty"
    }
}

extension HistoryReducer {
    /// Handles messages about filters as a whole.
    static func filters(_ state: inout HistoryState, _ message: FilterMessage, _ context: HistoryContext) -> HistoryOutcome {
        switch message {
        case .ofRequest:
            guard let text = context.requestFilter else { return .notify(.warning, "The request has no URL yet") }
            return [.next(.filters(.use(text))), .output(.focus)]
        case .use(let text):
            (state.filter, state.isFiltering, state.completion) = (TextFieldState(text: text), false, nil)
            return reload(&state)
        case .show: return [.effect(.listFilters)]
        case .listed(let saved): return [.show(.picker(picker(of: saved, present: state.filter?.text ?? "")))]
        case .name(let text):
            let prompt = Prompt<HistoryMessage>.name("Save filter “\(text)”", "save") { .filters(.save(SavedFilter(name: $0, text: text))) }
            return [.show(.prompt(prompt))]
        case .save(let filter):
            return [.effect(.saveFilter(filter))]
        case .saved(let filter, let old):
            guard !filter.text.isEmpty else { return [] }
            let undo = old.map { Toast<HistoryMessage>.Action(label: "undo", message: .filters(.save($0))) }
            let text = old == nil || old == filter ? "Saved the filter as “\(filter.name)”" : "Replaced the filter “\(filter.name)”"
            return .notify(.done, text, action: old == filter ? nil : undo)
        case .chooseDeletion(let saved):
            let items = saved.map { Picker<HistoryMessage>.Item(title: $0.name, detail: $0.text, message: .filters(.delete($0))) }
            return [.show(.picker(Picker("Delete saved filter", items)))]
        case .delete(let filter):
            let undo = Toast<HistoryMessage>.Action(label: "undo", message: .filters(.save(filter)))
            return [.effect(.saveFilter(SavedFilter(name: filter.name, text: "")))]
                + .notify(.done, "Deleted the filter “\(filter.name)”", action: undo)
        }
    }

    /// The saved filters, and the ways to save the current one and to delete one.
    private static func picker(of saved: [SavedFilter], present: String) -> Picker<HistoryMessage> {
        typealias Item = Picker<HistoryMessage>.Item
        var items = saved.map { Item(title: $0.name, detail: $0.text, keywords: [$0.text], message: .filters(.use($0.text))) }
        if !present.isEmpty {
            items.insert(Item(title: "Save current filter…", detail: present, isCounted: false, message: .filters(.name(present))), at: 0)
        }
        if !saved.isEmpty { items.append(Item(title: "Delete saved filter…", isCounted: false, message: .filters(.chooseDeletion(saved)))) }
        var picker = Picker("Saved filters", items)
        picker.emptyNote = "To save a filter, type it first (/)."
        guard !present.isEmpty else { return picker }
        picker.creates = { name in
            [
                Item(
                    title: "Save current filter as “\(name)”", detail: present, isCounted: false,
                    message: .filters(.save(SavedFilter(name: name, text: present))))
            ]
        }
        return picker
    }
}

extension HistoryReducer {
    /// Begins to read many entries in place of others; if that takes long, a notification says so, and Esc cancels it.
    static func read(_ state: inout HistoryState, _ id: EffectID, _ effect: HistoryEffect, _ name: String) -> HistoryOutcome {
        let other: HistoryOutcome = state.reading.map { $0 == id ? [] : [.cancel($0)] } ?? []
        state.reading = id
        return [.effect(effect), .after(.milliseconds(300), .readingNotice, .announceReading("Reading \(name)…"))] + other
    }

    static func announceReading(_ state: HistoryState, _ text: String) -> HistoryOutcome {
        guard state.reading != nil else { return [] }
        let cancel = Toast<HistoryMessage>.Action(label: "cancel", message: .stopReading)
        return .notify(.done, text, about: .reading, action: cancel, stays: true)
    }

    /// Ends the reading that the user waits for, and continues with `next`; does nothing if it was cancelled.
    static func endReading(_ state: inout HistoryState, _ id: EffectID, _ next: () -> HistoryOutcome) -> HistoryOutcome {
        guard state.reading == id else { return [] }
        state.reading = nil
        return [.cancel(.readingNotice), .dismissToasts(about: .reading)] + next()
    }

    static func stopReading(_ state: inout HistoryState) -> HistoryOutcome {
        guard let id = state.reading else { return [] }
        return [.cancel(id)] + endReading(&state, id) { [] }
    }

    static func readTimings(_ state: inout HistoryState) -> HistoryOutcome {
        let deleted = state.deletions + state.deleting
        return read(&state, .readTimings, .readTimings(state.matching, without: deleted), "the durations")
    }

    static func endTimings(_ state: inout HistoryState, _ chart: TimingChart, _ context: HistoryContext) -> HistoryOutcome {
        let isFiltered = state.filter != nil
        return endReading(&state, .readTimings) { offer(chart, isFiltered: isFiltered, context) }
    }

    /// Shows the durations, unless that would cover something that the user has begun meanwhile. Without any, it says so.
    private static func offer(_ chart: TimingChart, isFiltered: Bool, _ context: HistoryContext) -> HistoryOutcome {
        guard chart.count > 0 else {
            guard isFiltered else { return .notify(.warning, "No durations: nothing has been sent yet") }
            let clear = Toast<HistoryMessage>.Action(label: "clear filter", message: .clearFilter)
            return .notify(.warning, "No durations: the filter matches nothing that was sent", action: clear)
        }
        guard !context.canShowComparison else { return [.next(.showTimings(chart))] }
        let show = Toast<HistoryMessage>.Action(label: "show", message: .showTimings(chart))
        return .notify(.done, "The durations are ready", action: show)
    }

    static func showTimings(_ chart: TimingChart, _ state: HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        let lines = chart.lines { state.moment(of: $0, in: context.timeZone) }
        return [.show(.text(TextWindow("Durations of \(CountText.of(chart.count, "request"))", lines)))]
    }

    /// Asks for the note and the tags of the entry under the cursor.
    static func editNotes(_ state: HistoryState) -> HistoryOutcome {
        guard let row = state.current else { return [] }
        let text = ([row.notes.text] + row.notes.tags.map { "#" + $0 }).filter { !$0.isEmpty }.joined(separator: " ")
        let prompt = Prompt<HistoryMessage>(
            "Note and tags", "save", "Note and #tags", TextFieldState(text: text), note: "Words that begin with # are tags.",
            isOptional: true
        ) { text, _ in .setNotes(text, row.id) }
        return [.show(.prompt(prompt))]
    }

    /// Words that begin with `#` are tags.
    static func setNotes(_ state: inout HistoryState, _ text: String, _ id: Exchange.ID) -> HistoryOutcome {
        let words = text.split(separator: " ")
        let notes = Exchange.Notes(
            text: words.filter { !$0.hasPrefix("#") }.joined(separator: " "),
            tags: words.filter { $0.hasPrefix("#") && $0.count > 1 }.map { String($0.dropFirst()) })
        guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return [] }
        let shown = state.rows[index].notes
        guard notes != shown else { return [] }
        state.rows[index].notes = notes
        return [.effect(.setNotes(notes, id, replacing: shown))] + .notify(.done, words.isEmpty ? "Removed the note" : "Saved the note")
    }
}

/// Completes the key or the value at the cursor of the history's filter.
enum FilterCompletion {
    /// The number of the newest rows that are searched for values.
    private static let rowCount = 1000
    private static let words =
        FilterKey.allCases.map { CompletionItem("\($0.rawValue):", detail: $0.exampleValues) }
        + [CompletionItem("pinned", detail: "pinned entries"), CompletionItem("failed", detail: "without a response")]

    /// The completions of the term at the cursor, or of an empty filter; nil if there are none.
    static func state(_ history: HistoryState) -> CompletionState? {
        guard history.isFiltering, let filter = history.filter else { return nil }
        guard !filter.text.isEmpty else { return CompletionState(words, typed: "", replacing: 0..<0, onlyContinuations: true) }
        let terms = FilterText(filter.text).terms
        guard let term = terms.last(where: { $0.range.upperBound == filter.cursor }), !term.isQuoted else { return nil }
        let prefix = (term.isNegated ? 1 : 0) + (term.key.map { $0.rawValue.utf8.count + 1 } ?? 0)
        let range = term.range.lowerBound + prefix..<filter.cursor
        guard let key = term.key else {
            let typed = term.value.lowercased()
            return CompletionState(words.filter { $0.text.hasPrefix(typed) }, typed: typed, replacing: range, onlyContinuations: true)
        }
        let items = values(of: key, in: history.rows).map { CompletionItem(FilterText.quoted($0)) }
        var list = CompletionState(items, typed: term.value, replacing: range, onlyContinuations: !term.value.isEmpty)
        // A value that is typed in full is meant as it is.
        if list?.current.text.lowercased() == term.value.lowercased() { list = nil }
        return list
    }

    /// The cells of the list; nil while none is open.
    static func frame(_ history: HistoryState, _ context: HistoryContext) -> Rect? {
        guard history.isFiltering, let filter = history.filter, let list = history.completion else { return nil }
        let cursor = FilterBar.cursor(of: filter, in: context.area.row(0))
        let typed = String(filter.text.utf8.dropFirst(list.range.lowerBound).prefix(list.range.count)) ?? ""
        // Opened without being asked for, it must not cover what is above the pane.
        let below = context.body.splitTop(cursor.y - context.body.minY).rest
        return list.frame(below: Point(x: cursor.x - TextWidth.columns(of: typed), y: cursor.y), in: below)
    }

    private static func values(of key: FilterKey, in rows: [ExchangeSummary]) -> [String] {
        var counts: [String: Int] = [:]
        for row in rows.prefix(rowCount) { for value in key.values(of: row) { counts[value, default: 0] += 1 } }
        let common = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return common + key.values.filter { counts[$0] == nil }
    }
}
