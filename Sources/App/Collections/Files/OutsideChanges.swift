import Workspace

/// Files of open requests that another program changed.
enum OutsideChanges {
    /// Takes what the file says now where nothing is lost by that, else asks.
    static func update(_ state: inout AppState, _ path: String, _ draft: RequestDraft?) -> [Effect] {
        guard let index = state.tabs.index(ofPath: path) else { return [] }
        let request = state.openRequests[index]
        guard let file = draft else { return gone(&state, path, request) }
        // What other kinds of body hold is in no file, and so not changed by it.
        let draft = state.draftsAside.completing(file, of: path)
        if request.isFileGone {
            takeBack(&state, path, draft)
            if draft == request.draft || draft == request.saved { return [.workspace(.noteRequest(path: path))] }
        }
        if draft == request.saved || state.workspace.seenOutside[path] == draft { return [] }
        state.workspace.seenOutside[path] = draft
        guard request.hasEdits else {
            let preset = state.editorPreset
            state.forEachRequest { open in
                guard open.path == path else { return }
                let isKept = open.isKept
                open = RequestState(draft, path: path, preset: preset)
                open.isKept = isKept
            }
            return [.workspace(.noteRequest(path: path))] + state.say(.done, "“\(request.name)” was changed outside and is read anew")
        }
        ask(&state, path, mine: request.draft, theirs: file)
        return []
    }

    /// The file is there again; where it says what the request holds, nothing is unsaved.
    private static func takeBack(_ state: inout AppState, _ path: String, _ draft: RequestDraft) {
        state.forEachRequest { open in
            guard open.path == path else { return }
            open.regainFile()
            if open.draft == draft { open.markSaved(draft) }
        }
    }

    /// Asks whose version counts; nil for theirs where the file cannot be read now.
    static func ask(_ state: inout AppState, _ path: String, mine: RequestDraft, theirs: RequestDraft?) {
        let isAsked = state.windows.contains { if case .confirm(let question) = $0 { question.title == title } else { false } }
        guard !isAsked else { return }
        var choices = [
            Question<Message>.Choice("c", "keep editing", []),
            Question<Message>.Choice("m", "write mine", [.perform(.workspace(.overwriteRequest(path: path, draft: mine)))]),
            Question<Message>.Choice("t", "read theirs", [.perform(.workspace(.readRequest(path: path)))]),
        ]
        if let theirs {
            // Both are in the message, so that the question that comes back after looking is the same.
            choices.append(Question<Message>.Choice("l", "look", [.workspace(.lookAtBoth(path: path, mine: mine, theirs: theirs))]))
        }
        state.windows.append(.confirm(Question(title: title, text: text(path), choices: choices)))
    }

    /// Shows both versions; the question comes back behind them.
    static func look(_ state: inout AppState, _ path: String, mine: RequestDraft, theirs: RequestDraft) {
        let back = Message.workspace(.conflicted(path: path, draft: mine, theirs: theirs))
        state.windows.append(.text(.difference(between: theirs, and: mine, closing: back)))
    }

    static let title = "The file has changed outside"

    private static func text(_ path: String) -> String { "\(path) is not as it was when it was opened. Nothing was written." }

    /// The request keeps its place, and with it what its folders and its environment say: what is sent now goes as it went before.
    private static func gone(_ state: inout AppState, _ path: String, _ request: RequestState) -> [Effect] {
        guard !request.isFileGone else { return [] }
        state.workspace.seenOutside[path] = nil
        state.forEachRequest { open in
            if open.path == path { open.loseFile() }
        }
        return state.say(.warning, "The file of “\(request.name)” was removed outside; ^S saves it again")
    }

    /// Keeps protection and trust of a folder whose settings file was removed outside, until someone changes them here.
    static func settingsLost(_ state: inout AppState, _ path: String, _ draft: FolderDraft) -> [Effect] {
        let name = draft.name.isEmpty ? path : draft.name
        return state.say(
            .warning, "The settings of “\(name)” were removed outside; what they said holds until the program ends",
            action: Toast<Message>.Action(label: "write them again", message: .perform(.files(.saveFolder(path: path, draft)))))
    }
}
