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
        state.endMarking(by: message)
        switch message {
        case .move(let motion): return move(&state, motion, context)
        case .mouse(let event): return mouse(&state, event, context)
        case .paste(let text):
            _ = state.filter?.paste(text)
            return changeFilter(&state)
        case .open: return state.current.map { [.effect(.open($0.id, owner: context.frontTab))] } ?? []
        case .replay: return replay(state)
        case .replayElsewhere: return state.chosen.isEmpty ? [] : .output(.replayElsewhere(state.chosen.reversed()))
        case .edit(let sends): return state.current.map { [.effect(.load($0.id, sends: sends))] } ?? []
        case .togglePin: return togglePins(&state)
        case .setPinned(let isPinned, let id): return setPinned(&state, isPinned, id)
        case .copyURL: return state.current.map { [.copy($0.url, name: "the URL")] } ?? []
        case .copyAsCurl: return state.current.map { [.effect(.loadForCurl($0.id))] } ?? []
        case .toggleMark: return toggleMark(&state, context)
        case .markAll: return markAll(&state)
        case .stopMarking: return stopMarking(&state)
        case .clearMarks:
            state.marked = []
            return []
        case .examples(let message): return ExampleReducer.reduce(message)
        case .compare(let message): return ComparisonReducer.reduce(&state, message, context)
        case .filters(let message): return filters(&state, message, context)
        case .export(let message): return export(state, message)
        case .showTimings: return [.effect(.readTimings(state.query))]
        case .editNotes: return editNotes(state)
        case .setNotes(let text, let id): return setNotes(&state, text, id)
        case .delete where state.deletableCount > 1: return [.show(.confirm(deletion(in: state)))]
        case .delete, .deleteConfirmed: return delete(&state, context)
        case .restore(let ids): return restore(&state, ids)
        case .deleteForGood(let ids): return deleteForGood(&state, ids)
        case .startFilter: return startFilter(&state)
        case .clearFilter: return clearFilter(&state)
        case .refresh: return [.effect(.listNews(filter: state.query, tellsNone: true))]
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
            state.list.move(motion, count: state.rows.count, height: listArea(state, context).height)
            return readMore(&state, context)
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
        if !state.isMarkingAll { state.seekEnd(motion == .bottom) }
        state.list.move(motion, count: state.rows.count, height: listArea(state, context).height)
        return readMore(&state, context)
    }

    private static func mouse(_ state: inout HistoryState, _ event: MouseEvent, _ context: HistoryContext) -> HistoryOutcome {
        if !state.isMarkingAll { state.seekEnd(false) }
        let filterRow = context.area.row(0)
        if let frame = FilterCompletion.frame(state, context), let outcome = state.completion?.handle(event, in: frame) {
            return complete(&state, outcome)
        }
        if event.isPress { state.completion = nil }
        if FilterBar.isClosed(state.filter, by: event, in: filterRow) { return clearFilter(&state) }
        if let outcome: HistoryOutcome = FilterBar.handle(&state.filter, isTyping: &state.isFiltering, event, in: filterRow) {
            return outcome
        }
        switch state.list.handle(event, in: listArea(state, context), count: state.rows.count) {
        case .opened: return [.next(.open)]
        case .selected:
            guard case .press(.left, _) = event.action, let entry = state.current else { return readMore(&state, context) }
            return [.effect(.open(entry.id, owner: context.frontTab, as: .beside))] + readMore(&state, context)
        case .scrolled, .menu: return readMore(&state, context)
        case nil: return []
        }
    }

    // MARK: Results

    private static func apply(_ state: inout HistoryState, _ result: HistoryResult, _ context: HistoryContext) -> HistoryOutcome {
        switch result {
        case .listed(let rows, let cursor, let query, let moment, let isPart):
            guard query == state.query else { return [] }
            let count = cursor == nil ? 0 : state.rows.count
            state.show(rows, after: cursor, at: moment, isPart: isPart, height: listArea(state, context).height)
            if state.isMarkingAll { state.mark(rowsFrom: count) }
            return seekEnd(&state, context)
        case .found(let rows, let query, let moment):
            guard query == state.query else { return [] }
            state.add(rows, at: moment, height: listArea(state, context).height)
            return []
        case .ended(let row):
            state.insert(row, isFocused: context.isFocused, height: listArea(state, context).height)
            return []
        case .recorded:
            // Entries of this process are listed already, with their time.
            return state.filter == nil ? [.effect(.listNews(filter: state.query, tellsNone: false))] : reload(&state)
        case .opened(let exchange, let owner, let opening): return [.output(.show(exchange, owner: owner, as: opening))]
        case .bodyIndexed(let body): return [.output(.bodyIndexed(body))]
        case .loaded(let draft, let origin, let sends): return [.output(.compose(draft, origin, sends: sends))]
        case .loadedForCurl(let exchange): return [.output(.copyAsCurl(exchange))]
        case .notesKept(let notes, let id):
            if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows[index].notes = notes }
            return .notify(.error, "Another program has changed the note, which was kept: edit it again")
        case .deleted(let ids, let keptCount):
            state.deleting.removeAll { $0 == ids }
            // Those of a failed deletion are listed again.
            guard let keptCount else { return reload(&state) }
            guard keptCount > 0 else { return [] }
            let kept = CountText.of(keptCount, "entry stays", "entries stay")
            return reload(&state) + .notify(.warning, "\(kept) in the history: pinned by another program")
        case .timed(let found): return showTimings(of: found, in: state, context)
        case .failed(let text):
            (state.isLoading, state.isSearchingOn) = (false, false)
            state.seekEnd(false)
            return ComparisonReducer.endWait + .notify(.error, text)
        }
    }

    private static func showTimings(of found: [ExchangeSummary], in state: HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        // Without deleted entries, which stay in the store while they can be restored, and without offline ones, which have no
        // meaningful duration.
        let leaving = state.leaving
        let rows = found.filter { !leaving.contains($0.id) && !$0.notes.tags.contains(Exchange.offlineTag) }
        let chart = TimingChart(rows) { state.moment(of: $0, in: context.timeZone) }
        let newest = found.count == HistoryEffects.maxTimed ? "the newest " : ""
        return [.show(.text(TextWindow("Durations of \(newest)\(CountText.of(rows.count, "request"))", chart.lines)))]
    }

    // MARK: Reading

    /// Reloads the newest rows.
    static func reload(_ state: inout HistoryState) -> HistoryOutcome {
        (state.isLoading, state.isSearchingOn) = (true, false)
        let stopped = stopMarking(&state)
        state.seekEnd(false)
        return [.effect(.list(after: nil, filter: state.query))] + stopped
    }

    private static func startFilter(_ state: inout HistoryState) -> HistoryOutcome {
        (state.filter, state.isFiltering) = (state.filter ?? TextFieldState(), true)
        state.completion = FilterCompletion.state(state)
        return []
    }

    /// Lists what matches the changed filter, and the completions of what is typed.
    private static func changeFilter(_ state: inout HistoryState) -> HistoryOutcome {
        state.completion = FilterCompletion.state(state)
        return reload(&state)
    }

    private static func clearFilter(_ state: inout HistoryState) -> HistoryOutcome {
        (state.filter, state.isFiltering, state.completion) = (nil, false, nil)
        return reload(&state)
    }

    /// Moves the cursor to the last row read so far, and keeps reading until the last row of the history. Otherwise reads only until the
    /// view is full, as a page may contain deleted rows that are not listed.
    private static func seekEnd(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        guard let wanted = state.wantedCount else { return readMore(&state, context) }
        if state.isMarkingAll {
            guard !state.hasMore || state.rows.count >= wanted else { return readNext(&state) }
            state.seekEnd(false)
            let more = state.hasMore ? "; there are more: mark all again to go on" : ""
            return .notify(.done, "Marked \(state.marked.count) entries\(more)")
        }
        if !state.hasMore || state.rows.count >= wanted { state.seekEnd(false) }
        state.list.move(.bottom, count: state.rows.count, height: listArea(state, context).height)
        return state.wantedCount == nil ? [] : readMore(&state, context)
    }

    /// Reads the next page when the view comes near the last row.
    private static func readMore(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        let visible = state.list.visibleRows(count: state.rows.count, height: listArea(state, context).height)
        return visible.upperBound + HistoryState.pageSize / 4 > state.rows.count ? readNext(&state) : []
    }

    /// Reads the next page, if there is one.
    private static func readNext(_ state: inout HistoryState) -> HistoryOutcome {
        guard state.hasMore, !state.isLoading else { return [] }
        state.isLoading = true
        return [.effect(.list(after: state.end, filter: state.query))]
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

    private static func toggleMark(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        guard let row = state.current else { return [] }
        if state.marked.remove(row.id) == nil { state.marked.insert(row.id) }
        state.list.move(.down, count: state.rows.count, height: listArea(state, context).height)
        return readMore(&state, context)
    }

    /// Replays the marked entries, the oldest first, or the one under the cursor.
    private static func replay(_ state: HistoryState) -> HistoryOutcome {
        let rows = state.chosen
        return rows.count > 1 ? .output(.replayAll(rows.reversed())) : rows.first.map { .output(.replay($0)) } ?? []
    }

    /// Writes the marked entries, or the one under the cursor, to an HTTP Archive (HAR).
    private static func export(_ state: HistoryState, _ message: HistoryExportMessage) -> HistoryOutcome {
        switch message {
        case .start:
            let ids = Array(state.chosen.map(\.id).reversed())
            let title = ids.count == 1 ? "Export entry as HAR to" : "Export \(ids.count) entries as HAR to"
            let field = TextFieldState(replacing: "history.har")
            let prompt = Prompt<HistoryMessage>(title, "export", "File path", field, kind: .file, waits: true, work: .exportHistory) {
                path, _ in
                .export(.write(ids, path: path, overwrites: false))
            }
            return [.show(.prompt(prompt))]
        case .write(let ids, let path, let overwrites):
            return progress(0, of: ids.count) + [.effect(.export(ids, path: path, overwrites: overwrites))]
        case .progressed(let done, let count): return progress(done, of: count)
        case .exists(let ids, let path):
            let overwrite = HistoryMessage.export(.write(ids, path: path, overwrites: true))
            let question = Question.overwriting("\(path) already exists.", overwrite: overwrite) { .export(.refused($0)) }
            return [.show(.confirm(question))]
        case .written(let path, let count):
            return .output(.endPrompt(problem: nil)) + .notify(.done, "Exported \(CountText.of(count, "entry", "entries")) to \(path)")
        case .refused(let reason): return .output(.endPrompt(problem: reason))
        case .cancelled: return .notify(.done, "Cancelled: nothing was exported")
        }
    }

    private static func progress(_ done: Int, of count: Int) -> HistoryOutcome {
        .output(.showProgress("Exporting… \(done) of \(CountText.of(count, "entry", "entries"))"))
    }

    private static func editNotes(_ state: HistoryState) -> HistoryOutcome {
        guard let row = state.current else { return [] }
        let text = ([row.notes.text] + row.notes.tags.map { "#" + $0 }).filter { !$0.isEmpty }.joined(separator: " ")
        let prompt = Prompt<HistoryMessage>(
            "Note and tags", "save", "No note", TextFieldState(text: text), note: "Words that begin with # are tags.", isOptional: true
        ) { text, _ in .setNotes(text, row.id) }
        return [.show(.prompt(prompt))]
    }

    /// Words that begin with `#` are tags.
    private static func setNotes(_ state: inout HistoryState, _ text: String, _ id: Exchange.ID) -> HistoryOutcome {
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

    // MARK: Pins and deletion

    private static func togglePins(_ state: inout HistoryState) -> HistoryOutcome {
        let rows = state.chosen
        guard rows.count > 1 else { return rows.first.map { setPinned(&state, !$0.isPinned, $0.id) } ?? [] }
        let isPinned = !state.isUnpinning
        for index in state.rows.indices where state.marked.contains(state.rows[index].id) { state.rows[index].isPinned = isPinned }
        state.marked = []
        return HistoryOutcome(rows.map { .output(.pinned(isPinned, $0.id)) }) + [.effect(.setPinned(isPinned, rows.map(\.id)))]
            + .notify(.done, "\(isPinned ? "Pinned" : "Unpinned") \(rows.count) entries")
    }

    private static func setPinned(_ state: inout HistoryState, _ isPinned: Bool, _ id: Exchange.ID) -> HistoryOutcome {
        if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows[index].isPinned = isPinned }
        return [.output(.pinned(isPinned, id)), .effect(.setPinned(isPinned, [id]))]
            + .notify(.done, isPinned ? "Pinned: not deleted with old entries" : "Unpinned")
    }

    /// Removes the rows at once, reads others for the room, and deletes the entries after the time to restore them. Pinned entries stay.
    private static func delete(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        let rows = state.deletable
        guard let first = rows.first else {
            return state.current == nil ? [] : .notify(.warning, "Pinned entries are not deleted. \(context.pinKey ?? "P") unpins it.")
        }
        let (ids, pinnedCount) = (rows.map(\.id), state.chosenCount - rows.count)
        let gone = Set(ids)
        state.rows.removeAll { gone.contains($0.id) }
        state.deletions.append(ids)
        state.marked = []
        state.list.reveal(count: state.rows.count, height: listArea(state, context).height)
        let undo = Toast<HistoryMessage>.Action(label: "undo", message: .restore(ids))
        let text = rows.count == 1 ? "Deleted \(first.method) \(first.url)" : "Deleted \(rows.count) entries"
        let kept = pinnedCount == 0 ? "" : "; \(CountText.of(pinnedCount, "pinned entry stays", "pinned entries stay"))"
        return [.output(.deleted(gone)), .after(restoreTime, .deleteExchange(first.id), .deleteForGood(ids))]
            + .notify(.done, text + kept, about: .history, action: undo) + readMore(&state, context)
    }

    private static func deletion(in state: HistoryState) -> Question<HistoryMessage> {
        let pinnedCount = state.chosenCount - state.deletableCount
        let kept = pinnedCount == 0 ? "" : "\(CountText.of(pinnedCount, "pinned entry stays", "pinned entries stay")). "
        return .deleting(
            "Delete \(state.deletableCount) entries?",
            kept + "Their responses are deleted with them. Undo restores them only for \(restoreTime.components.seconds) seconds.",
            delete: [.deleteConfirmed])
    }

    private static func markAll(_ state: inout HistoryState) -> HistoryOutcome {
        // An invalid term selects nothing, so more is listed than was meant.
        if let problem = state.filterProblem { return .notify(.warning, "Nothing marked: \(problem)") }
        state.mark(rowsFrom: 0)
        state.seekEnd(true)
        state.isMarkingAll = state.wantedCount != nil
        return readNext(&state)
    }

    private static func stopMarking(_ state: inout HistoryState) -> HistoryOutcome {
        guard state.isMarkingAll else { return [] }
        state.seekEnd(false)
        return .notify(.done, "Marked \(state.marked.count) entries, not all: mark all again to go on")
    }

    private static func restore(_ state: inout HistoryState, _ ids: [Exchange.ID]?) -> HistoryOutcome {
        guard let ids = ids ?? state.deletions.last, let index = state.deletions.firstIndex(of: ids) else {
            return .notify(.warning, "Nothing to restore: entries can be restored for a few seconds only")
        }
        state.deletions.remove(at: index)
        return [.cancel(.deleteExchange(ids[0])), .dismissToasts(about: .history)] + reload(&state)
    }

    private static func deleteForGood(_ state: inout HistoryState, _ ids: [Exchange.ID]) -> HistoryOutcome {
        guard let index = state.deletions.firstIndex(of: ids) else { return [] }
        state.deleting.append(state.deletions.remove(at: index))
        // Undo in the toast has nothing left to restore.
        return [.effect(.delete(ids))] + (state.deletions.isEmpty ? [.dismissToasts(about: .history)] : [])
    }
}
