import Screen
import Widgets
import Workspace

/// Changes the request.
enum RequestUpdate {
    static func update(_ state: inout AppState, _ message: RequestMessage) -> [Effect] {
        let effects = change(&state, message)
        RequestDocument.follow(&state)
        return effects
    }

    private static func change(_ state: inout AppState, _ message: RequestMessage) -> [Effect] {
        switch message {
        case .send: return RequestSending.send(&state)
        case .save, .write, .saveInFolder, .rename, .setName, .new, .compose, .composeAgain:
            return RequestFiles.update(&state, message)
        case .open(let path): return RequestOpening.open(&state, path: path)
        case .addRow, .deleteRow, .duplicateRow, .toggleRow, .choose, .moveRow, .editRowsAsText:
            return RequestRowCommands.update(&state, message)
        case .copyText, .format, .validate, .formatted, .find, .replace, .replaceFound, .findAgain, .openEditor, .edited:
            return RequestTextCommands.update(&state, message)
        case .pickMethod, .setMethod, .pickBodyKind, .setBodyKind, .pickAuthKind, .setAuthKind: return RequestKinds.update(&state, message)
        case .take(let draft):
            state.request.fill(draft)
            state.request.noteChange()
        case .editURL: editURL(&state)
        case .edit: return edit(&state)
        case .selectTab(let tab): select(&state, tab)
        case .showVariables:
            RequestEditing.finish(&state)
            state.request.reveal(.variables)
            return ApplicationUpdate.update(&state, .focus(.request))
        case .nextTab: select(&state, tab(of: state, by: 1))
        case .previousTab: select(&state, tab(of: state, by: -1))
        case .undo: return RequestEditing.undo(&state)
        case .undoChange(let number, let id): _ = state.with(id) { $0.request.history.changeNumber == number && $0.request.undo() }
        case .redo: return RequestEditing.redo(&state)
        case .explain: return RequestExplaining.explain(&state)
        case .preview: return RequestSending.preview(&state)
        case .previewed(let preview): state.windows.append(.report(Report(preview)))
        case .copyAsCurl(let withSecrets): return RequestSending.copy(&state, withSecrets: withSecrets)
        case .wordsRead(let text, let files, let purpose): return PastedRequest.take(&state, text, files: files, for: purpose)
        case .queriesChecked(let problems): state.forEachRequest { $0.take(queryProblems: problems) }
        case .showFault: return RequestFaults.show(&state)
        case .logOut: return RequestSending.logOut(&state)
        case .forgetAnswers: return [.workspace(.forgetAnswers)] + state.say(.done, "Secrets that were typed in will be asked for again")
        case .captured(let message): return CapturedUpdate.update(&state, message)
        case .runTests: return CheckUpdate.runAgain(&state)
        }
        return []
    }

    static func move(_ state: inout AppState, _ motion: Motion) -> [Effect] {
        if state.request.part == .url {
            if motion == .down, !state.request.sections.isEmpty {
                state.request.part = .content
                state.request.sectionIndex = 0
            }
            if motion == .pageDown { select(&state, tab(of: state, by: 1)) }
            return []
        }
        if RequestRows.move(&state, motion) || RequestEditing.move(&state, motion) { return [] }
        leaveSection(&state, motion)
        return []
    }

    /// Goes to the section below or above, and from the first one to the URL.
    private static func leaveSection(_ state: inout AppState, _ motion: Motion) {
        switch motion {
        case .up where state.request.sectionIndex > 0: state.request.sectionIndex -= 1
        case .up, .top: state.request.part = .url
        case .down where state.request.sectionIndex + 1 < state.request.sections.count: state.request.sectionIndex += 1
        default: break
        }
    }

    static func editURL(_ state: inout AppState) {
        RequestEditing.finish(&state)
        state.focus = .request
        if state.layout.zoomed != nil { state.layout.zoomed = .request }
        state.request.part = .url
        state.request.isEditingText = true
        state.request.url.selectAll()
    }

    static func edit(_ state: inout AppState) -> [Effect] {
        if state.request.part == .url || state.request.currentArea != nil {
            state.request.isEditingText = true
        } else if state.request.currentRows != nil {
            RequestRows.change(&state) { $0.openCell(rows: &$1, shape: $2, in: $3) }
            RequestCompletion.offerAll(&state)
        } else {
            return update(&state, state.request.tab == .auth ? .pickAuthKind : .pickBodyKind)
        }
        return []
    }

    static func select(_ state: inout AppState, _ tab: RequestTab) {
        RequestEditing.finish(&state)
        state.request.tab = tab
        state.request.part = .content
        state.request.sectionIndex = 0
        if tab == .text { RequestDocument.show(&state) }
    }

    private static func tab(of state: AppState, by step: Int) -> RequestTab {
        let all = RequestTab.allCases
        let index = (all.firstIndex(of: state.request.tab) ?? 0) + step
        return all[(index + all.count) % all.count]
    }
}
