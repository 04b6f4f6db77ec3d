import JSON
import Screen
import Widgets
import Workspace

/// Handles changes that other programs make to the files of open requests.
enum OutsideChanges {
    /// Reloads the file if that loses nothing and ends no typing in a cell; else a banner shows the change and saving asks.
    static func update(_ state: inout AppState, _ path: String, _ draft: RequestDraft?) -> [Effect] {
        guard let index = state.tabs.index(ofPath: path) else { return [] }
        let request = state.openRequests[index]
        guard let file = draft else { return gone(&state, path, request) }
        // The content of the other body kinds is not in the file, so it is kept.
        let draft = state.stashedDrafts.completing(file, of: path)
        let noted = Effect.workspace(.noteRequest(path: path, knowing: file))
        if request.isFileGone {
            fileReturned(&state, path, draft)
            if [request.draft, request.saved].contains(where: draft.isIdentical) { return [noted] }
        }
        // The content read last may be another one.
        if draft.isIdentical(to: request.saved) { return setDiskChange(&state, path, nil) + [noted] }
        guard !request.hasEdits, !request.isEditingCell else { return setDiskChange(&state, path, DiskChange(draft: file)) }
        state.forEachRequest(ofPath: path) { $0.load(fromFile: draft) }
        return [noted] + state.notify(.done, "Reloaded “\(request.name)” from disk")
    }

    /// Reads a changed file whose request has lost its edits, as by undo: nothing is left to choose from.
    static func reloadWithoutEdits(_ state: AppState, _ id: TabID) -> [Effect] {
        let request = state.request
        guard id == state.tabs.front.id, request.diskChange?.draft != nil, let path = request.path, !request.hasEdits,
            !request.isEditingCell
        else { return [] }
        return [.workspace(.readRequest(path: path))]
    }

    private static func setDiskChange(_ state: inout AppState, _ path: String, _ change: DiskChange?) -> [Effect] {
        state.forEachRequest(ofPath: path) { $0.diskChange = change }
        return []
    }

    /// Handles a file that exists again; if it equals the request, nothing is unsaved.
    private static func fileReturned(_ state: inout AppState, _ path: String, _ draft: RequestDraft) {
        state.forEachRequest(ofPath: path) { open in
            open.markFileRestored()
            if open.draft.isIdentical(to: draft) { open.markSaved(draft) }
        }
    }

    /// Reports that nothing was written because the file has changed on disk. No window opens, since the user may be typing.
    static func refuse(_ state: inout AppState, _ path: String, theirs: RequestDraft?) -> [Effect] {
        _ = setDiskChange(&state, path, DiskChange(draft: theirs))
        let key = state.keymap.shownKey(of: "request.save").map { "; \($0) asks which version to keep" } ?? ""
        return state.notify(.warning, "Not saved: \(path) was changed on disk\(key)", about: .saving(path))
    }

    // MARK: Choosing a version

    static let title = "Changed on disk"

    /// Asks which version of the request to keep.
    static func ask(_ state: inout AppState) {
        guard let path = state.request.path, let change = state.request.diskChange else { return }
        var choices = [
            Question<Message>.Choice("o", "Overwrite", kind: .danger, [.tabs(.overwriteFile)]),
            Question<Message>.Choice("r", "Reload", [.perform(.workspace(.readRequest(path: path)))]),
        ]
        // Nil if their version cannot be read.
        if change.draft != nil { choices.insert(Question<Message>.Choice("c", "Compare", [.tabs(.compareVersions)]), at: 0) }
        var text = "Another program changed \(path) since it was opened. "
        if merged(state) != nil {
            choices.insert(Question<Message>.Choice("m", "Merge", [.tabs(.mergeVersions)]), at: 1)
            text += "Merge saves both changes. "
        }
        text += "Each choice can be undone."
        state.windows.append(.confirm(Question(title: title, text: text, choices: choices)))
    }

    /// Shows both versions; the question follows.
    static func compare(_ state: inout AppState) {
        guard let theirs = state.request.diskChange?.draft else { return }
        state.windows.append(.text(.difference(between: theirs, and: state.request.draft, closing: .tabs(.chooseVersion))))
    }

    /// The request with the changes of both; nil if both changed the same part differently.
    private static func merged(_ state: AppState) -> RequestDraft? {
        guard let path = state.request.path, let file = state.request.diskChange?.draft else { return nil }
        // As their tabs show them: with the query of a URL among the rows.
        let theirs = RequestState(state.stashedDrafts.completing(file, of: path)).draft
        let merge = DraftMerge(of: RequestState(state.request.saved).draft, parts: state.request.draft) { _ in theirs }
        return merge.disputed.isEmpty ? merge.draft : nil
    }

    /// Writes the changes of both to the file; undo restores the content of the file.
    static func merge(_ state: inout AppState) -> [Effect] {
        guard let path = state.request.path, let change = state.request.diskChange, let merged = merged(state) else { return [] }
        state.workspace.overwritten[path] = change.draft
        state.request.versionChoice = VersionChoice(mine: state.request.draft, base: state.request.saved, chosen: merged)
        return [.next(.request(.replaceContent(merged))), .workspace(.overwriteRequest(path: path, draft: merged))]
    }

    /// Overwrites the file with the request; undo restores the content of the file.
    static func overwrite(_ state: inout AppState) -> [Effect] {
        guard let path = state.request.path, let change = state.request.diskChange else { return [] }
        let mine = state.request.draft
        state.workspace.overwritten[path] = change.draft
        state.request.versionChoice = VersionChoice(mine: mine, base: state.request.saved, chosen: mine)
        return [.workspace(.overwriteRequest(path: path, draft: mine))]
    }

    // MARK: Files that are gone

    /// Handles a deleted file. The request keeps its path and the inherited settings, so it is sent as before.
    private static func gone(_ state: inout AppState, _ path: String, _ request: RequestState) -> [Effect] {
        guard !request.isFileGone else { return [] }
        state.forEachRequest(ofPath: path) { $0.markFileDeleted() }
        let key = state.keymap.name(of: "request.save")
        return state.notify(.warning, "Another program deleted the file of “\(request.name)”; \(key) saves it again", about: .saving(path))
    }
}

extension TextWindow where Sent == Message {
    /// The differences between two versions of a request, line by line; signs repeat the meaning of the colours.
    static func difference(between theirs: RequestDraft, and mine: RequestDraft, closing: Message) -> TextWindow<Message> {
        let (old, new) = (lines(of: theirs), lines(of: mine))
        let difference = new.difference(from: old)
        var removed: [Int: String] = [:]
        var added: [Int: String] = [:]
        for change in difference {
            switch change {
            case .remove(let offset, let line, _): removed[offset] = line
            case .insert(let offset, let line, _): added[offset] = line
            }
        }
        var shown = [StyledLine("- on disk, + your version", .textMuted), StyledLine()]
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if let line = removed[i] {
                shown.append(StyledLine("- " + line, .differenceRemoved))
                i += 1
            } else if let line = added[j] {
                shown.append(StyledLine("+ " + line, .differenceAdded))
                j += 1
            } else {
                if i < old.count { shown.append(StyledLine("  " + old[i], .textMuted)) }
                (i, j) = (i + 1, j + 1)
            }
        }
        return TextWindow("Changes on disk and your changes", shown, closing: closing)
    }

    private static func lines(of draft: RequestDraft) -> [String] {
        draft.document.prettyText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
