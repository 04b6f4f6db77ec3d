import Comparison
import Engine
import Screen
import Widgets
import Workspace

/// Changes the history pane.
enum HistoryReducer {
    /// The time during which a deleted entry can be restored.
    private static let restoreTime = Duration.seconds(8)

    static func reduce(_ state: inout HistoryState, _ message: HistoryMessage, _ context: HistoryContext) -> HistoryOutcome {
        switch message {
        case .move(let motion): return move(&state, motion, context)
        case .mouse(let event): return mouse(&state, event, context)
        case .paste(let text):
            _ = state.filter?.paste(text)
            return changeFilter(&state)
        case .open: return state.current.map { [.effect(.open($0.id, owner: context.frontTab))] } ?? []
        case .replay: return replay(&state, elsewhere: false)
        case .replayElsewhere: return replay(&state, elsewhere: true)
        case .edit(let sends): return state.current.map { [.effect(.load($0.id, sends: sends))] } ?? []
        case .togglePin: return togglePins(&state)
        case .setPinned(let isPinned, let id): return setPinned(&state, isPinned, id)
        case .copyURL: return state.current.map { [.copy($0.url, name: "the URL")] } ?? []
        case .copyAsCurl: return state.current.map { [.effect(.loadForCurl($0.id))] } ?? []
        case .toggleMark: return toggleMark(&state, context)
        case .markAll: return markAll(&state)
        case .announceReading(let text): return announceReading(state, text)
        case .stopReading: return stopReading(&state)
        case .clearMarks: return clearMarks(&state)
        case .examples(let message): return ExampleReducer.reduce(message)
        case .compare(let message): return ComparisonReducer.reduce(&state, message, context)
        case .filters(let message): return filters(&state, message, context)
        case .export(let message): return export(state, message)
        case .readTimings: return readTimings(&state)
        case .showTimings(let chart): return showTimings(chart, state, context)
        case .editNotes: return editNotes(state)
        case .setNotes(let text, let id): return setNotes(&state, text, id)
        case .delete where state.asksBeforeDeletion: return [.show(.confirm(deletion(in: state)))]
        case .delete, .deleteConfirmed: return delete(&state, context)
        case .restore(let entries): return restore(&state, entries)
        case .deleteForGood(let entries): return deleteForGood(&state, entries)
        case .startFilter: return startFilter(&state)
        case .clearFilter: return clearFilter(&state)
        case .refresh: return [.effect(.listNews(filter: state.query, tellsNone: true))]
        case .perform(let effect): return [.effect(effect)]
        case .store(let result): return apply(&state, result, context)
        }
    }

    /// Handles a key while the filter is typed; nil if the key is not for the filter.
    static func press(_ state: inout HistoryState, _ key: Key, _ context: HistoryContext) -> HistoryOutcome? {
        if state.offersKeys {
            // Arrows stay with the entries until Tab goes into the list.
            if key == Key(.tab), let outcome = state.completion?.handle(Key(.down)) { return complete(&state, outcome) }
            if ListMotion(besideText: key) != nil { state.completion = nil }
        }
        if let outcome = state.completion?.handle(key) { return complete(&state, outcome) }
        if let motion = ListMotion(besideText: key) {
            let stopped = stopSeeking(&state)
            state.list.move(motion, count: state.rows.count, height: listArea(state, context).height)
            return stopped + readMore(&state, context)
        }
        if key == Key(.tab) { return [] }
        guard let outcome = state.filter?.handle(key) else { return nil }
        state.completion = nil
        switch outcome {
        case .submitted:
            state.isFiltering = false
            if state.filter?.text.isEmpty == true { state.filter = nil }
            return []
        case .cancelled: return clearFilter(&state)
        case .changed: return changeFilter(&state)
        case .cut: return changeFilter(&state) + HistoryOutcome(clipboard: outcome)
        case .copied, .wantsPaste, .pasted, .moved: return HistoryOutcome(clipboard: outcome)
        }
    }

    /// The cells of the rows.
    static func listArea(_ state: HistoryState, _ context: HistoryContext) -> Rect {
        guard state.filter != nil else { return context.area }
        return context.area.splitTop(1 + state.problemLines(columns: context.area.width).count).rest
    }

    private static func move(_ state: inout HistoryState, _ motion: Motion, _ context: HistoryContext) -> HistoryOutcome {
        guard let motion = motion.list else { return [] }
        let stopped = stopSeeking(&state)
        if motion == .top, state.start != nil {
            state.list.select(0, count: state.rows.count, height: listArea(state, context).height)
            return stopped + reload(&state)
        }
        state.list.move(motion, count: state.rows.count, height: listArea(state, context).height)
        guard motion == .bottom, state.hasMore else { return stopped + readMore(&state, context) }
        (state.isSeekingEnd, state.isLoading, state.showsPartialPage) = (true, true, false)
        return [.effect(.listEnd(before: nil, filter: state.query))]
    }

    private static func mouse(_ state: inout HistoryState, _ event: MouseEvent, _ context: HistoryContext) -> HistoryOutcome {
        let filterRow = context.area.row(0)
        if let frame = FilterCompletion.frame(state, context), let outcome = state.completion?.handle(event, in: frame) {
            return complete(&state, outcome)
        }
        if event.isPress { state.completion = nil }
        if FilterBar.isClosed(state.filter, by: event, in: filterRow) { return clearFilter(&state) }
        if let outcome: HistoryOutcome = FilterBar.handle(&state.filter, isTyping: &state.isFiltering, event, in: filterRow) {
            return outcome
        }
        let stopped = event.isPress ? stopSeeking(&state) : []
        switch state.list.handle(event, in: listArea(state, context), count: state.rows.count) {
        case .opened: return stopped + [.next(.open)]
        case .selected:
            guard case .press(.left, _) = event.action, let entry = state.current else { return stopped + readMore(&state, context) }
            return stopped + [.effect(.open(entry.id, owner: context.frontTab, as: .beside))] + readMore(&state, context)
        case .scrolled, .menu: return stopped + readMore(&state, context)
        case nil: return stopped
        }
    }

    // MARK: Results

    private static func apply(_ state: inout HistoryState, _ result: HistoryResult, _ context: HistoryContext) -> HistoryOutcome {
        switch result {
        case .listed(let rows, let cursor, let query, let moment, let isPart):
            // Ignores a page while the end is being read, or one after rows that are no longer listed.
            guard query == state.query, !state.isSeekingEnd, cursor == nil || state.hasMore else { return [] }
            state.show(rows, after: cursor, at: moment, isPart: isPart, height: listArea(state, context).height)
            return readMore(&state, context)
        case .listedEnd(let rows, let cursor, let query):
            guard query == state.query, cursor == nil ? state.isSeekingEnd : cursor == state.start else { return [] }
            state.showEnd(rows, before: cursor, height: listArea(state, context).height)
            return readMore(&state, context)
        case .found(let rows, let query, let moment):
            guard query == state.query else { return [] }
            state.add(rows, at: moment, height: listArea(state, context).height)
            return []
        case .ended(let rows):
            for row in rows { state.insert(row, isFocused: context.isFocused, height: listArea(state, context).height) }
            return []
        case .recorded:
            // Entries of this process are listed already, unless there is a filter. Newer rows than those of the end are read when the list comes
            // to them.
            let isNews = state.filter != nil
            return isNews && state.start != nil ? [] : [.effect(.listNews(filter: state.query, tellsNone: false, isNews: isNews))]
        case .opened(let exchange, let owner, let opening): return [.output(.show(exchange, owner: owner, as: opening))]
        case .bodyIndexed(let body): return [.output(.bodyIndexed(body))]
        case .loaded(let draft, let origin, let sends): return [.output(.compose(draft, origin, sends: sends))]
        case .loadedForCurl(let exchange): return [.output(.copyAsCurl(exchange))]
        case .notesKept(let notes, let id): return keep(notes, id, &state)
        case .deleted(let entries, let keptCount): return endDeletion(&state, entries, keptCount)
        case .continued(let entries): return continueDeletion(&state, entries)
        case .counted(let entries, let count, let pinned):
            guard state.marks.counted(entries, count, pinned: pinned) else { return [] }
            return .notify(.done, "Marked \(text(of: state.marks.count))")
        case .readMarked(let rows, let elsewhere, let groups):
            return endReading(&state, .readMarked) { replay(rows, elsewhere: elsewhere, isLate: true, groups) }
        case .timed(let chart): return endTimings(&state, chart, context)
        case .failed(let text): return fail(&state, text)
        }
    }

    /// Shows the notes of an entry that another program has changed.
    private static func keep(_ notes: Exchange.Notes, _ id: Exchange.ID, _ state: inout HistoryState) -> HistoryOutcome {
        if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows[index].notes = notes }
        return .notify(.error, "Another program has changed the note, which was kept: edit it again")
    }

    /// The store could not be read or written.
    private static func fail(_ state: inout HistoryState, _ problem: String) -> HistoryOutcome {
        (state.isLoading, state.showsPartialPage, state.isSeekingEnd) = (false, false, false)
        return stopReading(&state) + ComparisonReducer.endWait + .notify(.error, problem)
    }

    // MARK: Reading

    /// Reloads the newest rows.
    static func reload(_ state: inout HistoryState) -> HistoryOutcome {
        (state.isLoading, state.showsPartialPage, state.isSeekingEnd) = (true, false, false)
        let list = HistoryOutcome.effect(.list(after: nil, filter: state.query))
        guard let all = state.marks.all, all.filter.text != state.query.text else { return list }
        state.marks = HistoryMarks()
        return list + .notify(.done, "Unmarked all entries: the filter has changed")
    }

    private static func startFilter(_ state: inout HistoryState) -> HistoryOutcome {
        (state.filter, state.isFiltering) = (state.filter ?? TextFieldState(), true)
        state.completion = FilterCompletion.state(state)
        return []
    }

    /// Lists the entries that match the changed filter, and the completions of the typed term.
    private static func changeFilter(_ state: inout HistoryState) -> HistoryOutcome {
        state.completion = FilterCompletion.state(state)
        return reload(&state)
    }

    private static func clearFilter(_ state: inout HistoryState) -> HistoryOutcome {
        (state.filter, state.isFiltering, state.completion) = (nil, false, nil)
        return reload(&state)
    }

    /// Gives up the jump to the last row when another key or a click moves the cursor.
    private static func stopSeeking(_ state: inout HistoryState) -> HistoryOutcome {
        guard state.isSeekingEnd else { return [] }
        (state.isSeekingEnd, state.isLoading) = (false, false)
        return [.cancel(.listHistory)]
    }

    /// Reads the next page when the view comes near the last row, or the one before the first row of a list that was read from its end: a page may
    /// contain deleted rows that are not listed.
    private static func readMore(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        let visible = state.list.visibleRows(count: state.rows.count, height: listArea(state, context).height)
        state.noteSeen(visible)
        guard !state.isLoading else { return [] }
        if state.hasMore, visible.upperBound + HistoryState.pageSize / 4 > state.rows.count {
            state.isLoading = true
            return [.effect(.list(after: state.end, filter: state.query))]
        }
        guard let start = state.start, visible.lowerBound < HistoryState.pageSize / 4 else { return [] }
        state.isLoading = true
        return [.effect(.listEnd(before: start, filter: state.query))]
    }

    /// Inserts the accepted completion; after a key, completion continues with its values.
    private static func complete(_ state: inout HistoryState, _ outcome: CompletionState.Outcome) -> HistoryOutcome {
        guard case .accepted(let item) = outcome, let range = state.completion?.range else {
            if outcome == .closed { state.completion = nil }
            return []
        }
        state.filter?.replace(range, with: item.text.hasSuffix(":") ? item.text : item.text + " ")
        return changeFilter(&state)
    }

    // MARK: Marks and notes

    private static func clearMarks(_ state: inout HistoryState) -> HistoryOutcome {
        state.marks = HistoryMarks()
        return []
    }

    private static func toggleMark(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        guard let row = state.current else { return [] }
        state.marks.toggle(row)
        state.list.move(.down, count: state.rows.count, height: listArea(state, context).height)
        return readMore(&state, context)
    }

    /// Replays the marked entries, the oldest first, or the entry under the cursor.
    private static func replay(_ state: inout HistoryState, elsewhere: Bool) -> HistoryOutcome {
        guard let entries = state.marks.matching else { return replay(state.chosen.reversed(), elsewhere: elsewhere) }
        return read(&state, .readMarked, .readMarked(entries, elsewhere: elsewhere), text(of: entries.count))
    }

    private static func replay(
        _ rows: [ExchangeSummary], elsewhere: Bool, isLate: Bool = false, _ groups: [ReplayGroup] = []
    ) -> HistoryOutcome {
        guard let first = rows.first else { return isLate ? .notify(.warning, "The marked entries are no longer in the history") : [] }
        if elsewhere { return .output(.replayElsewhere(rows)) }
        return rows.count > 1 || isLate ? .output(.replayAll(rows, isLate: isLate, groups: groups)) : .output(.replay(first))
    }

    /// The number of entries in words; nil while they are counted.
    private static func text(of count: Int?) -> String { count.map { CountText.of($0, "entry", "entries") } ?? "all marked entries" }

    /// Writes the marked entries, or the entry under the cursor, to an HTTP Archive (HAR).
    private static func export(_ state: HistoryState, _ message: HistoryExportMessage) -> HistoryOutcome {
        switch message {
        case .start:
            let entries = state.chosenSet
            let title = entries.count == 1 ? "Export entry as HAR to" : "Export \(text(of: entries.count)) to HAR"
            let field = TextFieldState(replacing: "history.har")
            let prompt = Prompt<HistoryMessage>(title, "export", "File path", field, kind: .file, waits: true, work: .exportHistory) {
                path, _ in
                .export(.write(entries, path: path, overwrites: false))
            }
            return [.show(.prompt(prompt))]
        case .write(let entries, let path, let overwrites):
            return progress(0, of: entries.count) + [.effect(.export(entries, path: path, overwrites: overwrites))]
        case .progressed(let done, let count): return progress(done, of: count)
        case .exists(let entries, let path):
            let overwrite = HistoryMessage.export(.write(entries, path: path, overwrites: true))
            let question = Question.overwriting("\(path) already exists.", overwrite: overwrite) { .export(.refused($0)) }
            return [.show(.confirm(question))]
        case .written(let path, let count):
            return .output(.endPrompt(problem: nil)) + .notify(.done, "Exported \(CountText.of(count, "entry", "entries")) to \(path)")
        case .refused(let reason): return .output(.endPrompt(problem: reason))
        case .cancelled: return .notify(.done, "Cancelled: nothing was exported")
        }
    }

    private static func progress(_ done: Int, of count: Int?) -> HistoryOutcome {
        .output(.showProgress("Exporting… \(CountText.number(done)) of \(text(of: count))"))
    }

    // MARK: Pins and deletion

    private static func togglePins(_ state: inout HistoryState) -> HistoryOutcome {
        let (rows, marks) = (state.chosen, state.marks)
        guard marks.all != nil || rows.count > 1 else { return rows.first.map { setPinned(&state, !$0.isPinned, $0.id) } ?? [] }
        let isPinned = !state.isUnpinning
        for index in state.rows.indices where marks.contains(state.rows[index]) { state.rows[index].isPinned = isPinned }
        state.marks = HistoryMarks()
        let entries = marks.matching.map(EntrySet.matching) ?? .ids(rows.map(\.id))
        return [.output(.pinned(isPinned, entries)), .effect(.setPinned(isPinned, entries))]
            + .notify(.done, "\(isPinned ? "Pinned" : "Unpinned") \(text(of: entries.count))")
    }

    private static func setPinned(_ state: inout HistoryState, _ isPinned: Bool, _ id: Exchange.ID) -> HistoryOutcome {
        if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows[index].isPinned = isPinned }
        state.marks.setPinned(isPinned, id)
        return [.output(.pinned(isPinned, [id])), .effect(.setPinned(isPinned, [id]))]
            + .notify(.done, isPinned ? "Pinned: not deleted with old entries" : "Unpinned")
    }

    /// Removes the rows at once, reads others for the room, and deletes the entries after the time to restore them. Pinned entries stay.
    private static func delete(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        guard state.deletableCount != 0 else {
            return state.current == nil ? [] : .notify(.warning, "Pinned entries are not deleted. \(context.pinKey ?? "P") unpins it.")
        }
        let rows = state.chosen.filter { !$0.isPinned }
        var entries = EntrySet.ids(rows.map(\.id))
        if var matching = state.marks.matching {
            (matching.isUnpinned, matching.count) = (true, state.deletableCount)
            entries = .matching(matching)
        }
        let (gone, kept) = (Set(rows.map(\.id)), pinned(among: state).map { "; \($0)" } ?? "")
        state.rows.removeAll { gone.contains($0.id) }
        if !state.deletions.contains(entries) { state.deletions.append(entries) }
        state.marks = HistoryMarks()
        state.list.reveal(count: state.rows.count, height: listArea(state, context).height)
        let undo = Toast<HistoryMessage>.Action(label: "undo", message: .restore(entries))
        let one = entries.count == 1 ? rows.first.map { "\($0.method) \($0.url)" } : nil
        return [.output(.deleted(entries)), .after(restoreTime, .deleteExchange(entries.key), .deleteForGood(entries))]
            + .notify(.done, "Deleted \(one ?? text(of: entries.count))\(kept)", about: .history, action: undo) + readMore(&state, context)
    }

    /// The pinned ones among the chosen entries, which stay; nil if there are none.
    private static func pinned(among state: HistoryState) -> String? {
        guard let count = state.chosenCount, let deletableCount = state.deletableCount else { return "pinned entries stay" }
        return count == deletableCount ? nil : CountText.of(count - deletableCount, "pinned entry stays", "pinned entries stay")
    }

    private static func deletion(in state: HistoryState) -> Question<HistoryMessage> {
        let kept = pinned(among: state).map { "\($0.prefix(1).uppercased())\($0.dropFirst()). " } ?? ""
        return .deleting(
            "Delete \(text(of: state.deletableCount))?",
            kept + "Their responses are deleted with them. Undo restores them only for \(restoreTime.components.seconds) seconds.",
            delete: [.deleteConfirmed])
    }

    /// The store has deleted entries, or failed to.
    private static func endDeletion(_ state: inout HistoryState, _ entries: EntrySet, _ keptCount: Int?) -> HistoryOutcome {
        state.deleting.removeAll { $0 == entries }
        let counting = countMarked(state)
        // Reloads after a failure, which leaves the entries in place, and after a deletion by filter, which hid rows only in part.
        if case .ids = entries, keptCount == 0 { return counting }
        let list = reload(&state) + counting
        guard let keptCount, keptCount > 0 else { return list }
        let kept = CountText.of(keptCount, "entry stays", "entries stay")
        return list + .notify(.warning, "\(kept) in the history: pinned by another program")
    }

    /// Entries that an earlier program left are being deleted, and not listed meanwhile.
    private static func continueDeletion(_ state: inout HistoryState, _ entries: EntrySet) -> HistoryOutcome {
        state.deleting.append(entries)
        return reload(&state) + .notify(.done, "Deleting the entries that were left when the program ended")
    }

    private static func markAll(_ state: inout HistoryState) -> HistoryOutcome {
        // An invalid term selects nothing, so more is listed than was meant.
        if let problem = state.filterProblem { return .notify(.warning, "Nothing marked: \(problem)") }
        state.markAll()
        return countMarked(state)
    }

    /// Counts everything that is marked, unless that would count entries that are being deleted.
    private static func countMarked(_ state: HistoryState) -> HistoryOutcome {
        guard let entries = state.marks.all, entries.count == nil, state.leaving.isEmpty else { return [] }
        return .effect(.count(entries))
    }

    private static func restore(_ state: inout HistoryState, _ entries: EntrySet?) -> HistoryOutcome {
        guard let entries = entries ?? state.deletions.last, let index = state.deletions.firstIndex(of: entries) else {
            return .notify(.warning, "Nothing to restore: entries can be restored for a few seconds only")
        }
        state.deletions.remove(at: index)
        if case .ids(let ids) = entries { state.marks.takeBack(ids) }
        return [.cancel(.deleteExchange(entries.key)), .dismissToasts(about: .history)] + reload(&state) + countMarked(state)
    }

    private static func deleteForGood(_ state: inout HistoryState, _ entries: EntrySet) -> HistoryOutcome {
        guard let index = state.deletions.firstIndex(of: entries) else { return [] }
        state.deleting.append(state.deletions.remove(at: index))
        // Undo in the toast has nothing left to restore.
        return [.effect(.delete(entries))] + (state.deletions.isEmpty ? [.dismissToasts(about: .history)] : [])
    }
}
