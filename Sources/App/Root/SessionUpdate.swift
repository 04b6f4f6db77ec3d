import Engine
import Screen
import Workspace

/// The work that is left to the next autosave.
struct AutosaveState: Sendable, Equatable {
    /// True if the journal contains drafts, which must be removed when they are saved.
    var hasDrafts = false
    /// True if the last autosave failed, so that the next start would not restore unsaved edits.
    var isFailing = false
    /// True while an autosave waits for its time.
    var isScheduled = false
    /// The session that was last stored, or read at the start.
    var session = Session()
    /// True if it could not be stored, and is to be stored again.
    var isSessionFailing = false
}

/// Restores the last session and stores the current one.
enum SessionUpdate {
    static func update(_ state: inout AppState, _ message: SessionMessage) -> [Effect] {
        switch message {
        case .storeDrafts: return storeDrafts(&state)
        case .autosaved(let isFailing): state.autosave.isFailing = isFailing
        case .sessionStored(let isFailing): state.autosave.isSessionFailing = isFailing
        case .foundStashed(let drafts): ReturningWindows.addStashed(&state, drafts)
        case .foundGone(let drafts): return offerGone(&state, drafts)
        case .openGone(let drafts): return openGone(&state, drafts)
        case .foundWindows(let windows): return ReturningWindows.offer(&state, windows)
        case .openWindows: return ReturningWindows.open(&state)
        case .discardWindows: return ReturningWindows.discard(&state)
        case .resumed: return resumed(&state)
        case .failed(let text): return state.notify(.error, text)
        case .storing(let folder, let problem):
            state.dismissToasts(about: .storing(folder))
            return problem.map { state.notify(.error, $0, about: .storing(folder)) } ?? []
        case .opened(let path, let draft, let isCurrent):
            opened(&state, path, draft, isCurrent: isCurrent)
            return state.request.path == path ? state.readVariables() : []
        case .restored(let kept, let saved): return restored(&state, kept, saved)
        case .foundEdited(let kept, let saved, let text): return foundEdited(&state, kept, saved, text)
        }
        return []
    }

    /// Schedules storing shortly after the last change, so that it costs nothing while typing. Does nothing if everything is stored, so
    /// that an idle program sleeps even with unsaved edits.
    static func schedule(_ state: inout AppState, after messages: [Message]) -> [Effect] {
        let isOver = messages.allSatisfy { if case .session(.storeDrafts) = $0 { true } else { false } }
        guard !isOver, !state.autosave.isScheduled,
            state.hasUnsavedRequests || state.autosave.hasDrafts || state.hasUnsavedWindows || state.tabs.hasClosedDrafts
                || !state.isResuming && (state.autosave.isSessionFailing || Session(of: state) != state.autosave.session)
        else { return [] }
        state.autosave.isScheduled = true
        return [.after(.seconds(1), .autosaveDelay, .session(.storeDrafts))]
    }

    static func storeDrafts(_ state: inout AppState) -> [Effect] {
        state.autosave.isScheduled = false
        let (tab, job) = (state.tabs.front.id, state.request.nextCheck(upTo: RequestState.maxCheckedWhileTyping))
        let check: [Effect] = job.map { [.format($0, of: tab)] } ?? []
        // Data that is still being read must not be overwritten.
        guard !state.isResuming else { return check }
        let (drafts, windows) = (state.draftsToStore, state.windowsToStore)
        state.autosave.hasDrafts = !(drafts.isEmpty && windows.isEmpty) || state.tabs.hasClosedDrafts
        state.autosave.session = Session(of: state)
        return check + [
            .autosave(.drafts(of: drafts.map(\.request), tabs: drafts.map(\.tab), stashed: state.stashedToStore, windows: windows)),
            .autosave(.session(state.autosave.session)),
        ]
    }

    private static func opened(_ state: inout AppState, _ path: String, _ draft: RequestDraft, isCurrent: Bool) {
        guard state.tabs.index(ofPath: path) == nil else { return }
        var request = RequestState(state.stashedDrafts.completing(draft, of: path), path: path, preset: state.editorPreset)
        request.staysOpen = true
        if state.request.isBlank {
            state.request = request
        } else if isCurrent, !state.request.hasUnsavedChanges {
            // Drafts arrive in the order of their tabs; those already restored are to the left.
            state.tabs.append(request)
            state.tabs.select(state.tabs.count - 1)
        } else {
            state.tabs.append(request)
        }
    }

    /// Restores an edit into its tab: over its file if that is open, else in a tab of its own.
    private static func restored(_ state: inout AppState, _ kept: AutosavedDraft, _ file: RequestDraft?) -> [Effect] {
        state.autosave.hasDrafts = true
        guard !kept.isStashed else { return restoredGone(&state, kept) }
        let request = request(kept, file, state)
        guard !kept.isClosed else {
            if request.needsDraft { state.tabs.addClosed(request, kept) }
            return []
        }
        let drafted = state.openRequests.first { $0.path != nil && $0.path == request.path && $0.hasUnsavedChanges }
        if let drafted { return restoredBeside(&state, drafted, kept, request) }
        place(&state, request, at: kept.tab)
        return []
    }

    /// Reports drafts without a file and offers to open them; those with an open tab are restored at once.
    private static func offerGone(_ state: inout AppState, _ drafts: [AutosavedDraft]) -> [Effect] {
        let open = Set(state.openRequests.map(\.path))
        let waiting = drafts.filter { !open.contains($0.path) }
        let effects = openGone(&state, drafts.filter { open.contains($0.path) })
        guard !waiting.isEmpty else { return effects }
        let text = "Unsaved changes of \(CountText.of(waiting.count, "request")) are stored until their files exist again"
        let action = Toast<Message>.Action(label: "open", message: .session(.openGone(waiting)))
        return effects + state.notify(.warning, text, action: action, stays: true)
    }

    /// Shows the requests whose files are still gone.
    private static func openGone(_ state: inout AppState, _ drafts: [AutosavedDraft]) -> [Effect] {
        let missing = state.workspace.isWhole ? state.workspace.tree.missing(Set(drafts.compactMap(\.path))) : nil
        let gone = drafts.filter { kept in missing.map { $0.contains(kept.path ?? "") } ?? true }
        return gone.flatMap { restoredGone(&state, $0) }
    }

    /// Shows a saved request whose file is gone as unsaved, since it has content that nothing else holds.
    private static func restoredGone(_ state: inout AppState, _ kept: AutosavedDraft) -> [Effect] {
        guard let path = kept.path else { return [] }
        // Its tab may have come back with the edits of the last session.
        state.stashedDrafts.noteShown(path)
        guard state.tabs.index(ofPath: path) == nil else { return [] }
        var kept = kept
        kept.draft = state.stashedDrafts.completing(kept.draft, of: path)
        (kept.file, kept.isStashed) = (kept.draft, false)
        place(&state, request(kept, nil, state), at: nil)
        return []
    }

    /// Restores a further draft of the same file, from another window of the program. A file has only one tab, so this one has no file.
    private static func restoredBeside(
        _ state: inout AppState, _ first: RequestState, _ kept: AutosavedDraft, _ request: RequestState
    ) -> [Effect] {
        guard request.hasUnsavedChanges, !request.isSameDraft(as: first) else { return [] }
        var other = kept
        other.draft.name += " (other draft)"
        (other.path, other.folder) = (nil, kept.folder ?? kept.path.map(WorkspacePath.parent))
        let request = Self.request(other, nil, state)
        guard !state.openRequests.contains(where: request.isSameDraft) else { return [] }
        place(&state, request, at: nil)
        return state.notify(
            .warning, "“\(first.name)” was edited in two terminals: the other draft is in another tab, “\(request.name)”", stays: true)
    }

    /// Takes over the text that an external editor saved before the program ended, as an unsaved edit. Its file stays.
    private static func foundEdited(_ state: inout AppState, _ kept: AutosavedDraft, _ file: RequestDraft?, _ text: String) -> [Effect] {
        // The next autosave removes the note about the copy.
        state.autosave.hasDrafts = true
        guard let copy = kept.copy else { return [] }
        let known = request(kept, file, state)
        func find() -> Int? {
            state.tabs.all.firstIndex { kept.path == nil ? $0.request.isSameDraft(as: known) : $0.request.path == kept.path }
        }
        if find() == nil { place(&state, known, at: kept.tab) }
        guard let index = find(), let section = RequestSection(rawValue: copy.field),
            state.tabs.update(state.tabs.all[index].id, { take(text, in: section, of: &$0.request) }) == true
        else {
            return state.notify(.warning, "The text that an editor saved for “\(known.name)” is in \(copy.path)", stays: true)
        }
        return state.notify(
            .warning, "“\(known.name)” has the text that an editor saved before Apus ended. It is also in \(copy.path)", stays: true)
    }

    /// Shows a text in its field; false if the request does not show that field now.
    private static func take(_ text: String, in section: RequestSection, of request: inout RequestState) -> Bool {
        guard section != .document else {
            let base = request.documentBase
            RequestDocument.restore(&request, text, base: base)
            return true
        }
        guard section.area != nil, RequestTab.allCases.contains(where: { RequestSection.shown(on: $0, of: request).contains(section) })
        else { return false }
        RequestEditing.replaceText(&request, section, with: text)
        request.reveal(section)
        return true
    }

    private static func request(_ kept: AutosavedDraft, _ file: RequestDraft?, _ state: AppState) -> RequestState {
        // A tab without edits was stored only because its file was gone.
        let isUnedited = kept.text == nil && kept.file.map(kept.draft.isIdentical) == true
        if isUnedited, let path = kept.path, let file {
            var request = RequestState(state.stashedDrafts.completing(file, of: path), path: path, preset: state.editorPreset)
            request.staysOpen = true
            return request
        }
        var request = RequestState(kept.draft, path: kept.path, preset: state.editorPreset)
        request.folder = kept.path == nil ? kept.folder : nil
        // A file that is gone, as after a checkout of another branch, may come back.
        request.isFileGone = file == nil && kept.path != nil
        // The base of a merge is what the draft was made from.
        request.saved = file.map { kept.isOver($0) ? $0 : kept.file ?? $0 } ?? kept.file ?? RequestDraft()
        if !isUnedited { request.savedSnapshot = nil }
        request.staysOpen = true
        if let file, !kept.isOver(file) { request.diskChange = DiskChange(draft: file) }
        request.noteChange()
        if let text = kept.text {
            RequestDocument.restore(&request, text, base: kept.textBase)
        } else if let file, let path = kept.path,
            [file, state.stashedDrafts.completing(file, of: path)].contains(where: kept.draft.isIdentical)
        {
            // Another program has saved the same edits, or the file is there again.
            request.markSaved(kept.draft)
        }
        return request
    }

    private static func place(_ state: inout AppState, _ request: RequestState, at tab: Int?) {
        if let path = request.path, state.tabs.index(ofPath: path) != nil {
            state.forEachRequest(ofPath: path) { $0 = request }
        } else if state.request.isBlank {
            state.request = request
        } else {
            state.tabs.insert(request, at: tab ?? state.tabs.count)
        }
    }

    /// Continues the last session.
    private static func resumed(_ state: inout AppState) -> [Effect] {
        state.isResuming = false
        state.awaitResponses()
        state.restoreSections()
        let effects = state.returningTab.map { TabUpdate.bringToFront(&state, $0) } ?? []
        if state.focus == .request, state.request.isBlank { state.editURL() }
        let opening = state.opensFirst.map { message -> Effect in
            // A request of a file that is opened again has its tab already.
            guard case .compose(let draft) = message,
                let open = state.tabs.all.first(where: { $0.request.path == nil && $0.request.draft == draft })
            else { return .next(.tabs(message)) }
            return .next(.tabs(.selectOpen(open.id)))
        }
        state.opensFirst = []
        return effects + state.readVariables() + opening
    }
}

extension RequestState {
    /// True if both show the same typed text.
    fileprivate func isSameDraft(as other: RequestState) -> Bool { draft == other.draft && unreadDocument == other.unreadDocument }
}

// MARK: The session of a state

extension Session {
    init(of state: AppState) {
        layout = state.layout
        focus = state.focus
        // Closures, since reading by key path copies each request, and this runs after each message.
        open = state.tabs.all.compactMap { $0.request.path }
        current = state.tabs.front.request.path
        front = state.frontToStore
        responses = state.responsesToStore
        sections = state.sectionsToStore
        expanded = state.tree.expanded
        selected = state.tree.selectedPath
        favorites = state.tree.favorites
        showsFavoritesOnly = state.tree.showsFavoritesOnly
        environments = state.workspace.chosenEnvironments
        queries = Array(state.queries.filter(Self.mayBeStored).suffix(Self.queryLimit))
    }
}
